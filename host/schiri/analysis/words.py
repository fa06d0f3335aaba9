"""An analysed game in words: what happened at a moment, notes on moves, a player's summary.

Must not know how a value is found, or a screen.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from schiri.analysis.moves import GAME, MISSED, MoveAnalysis, kind_of
from schiri.events import EntryMade
from schiri.prose.events import history_words
from schiri.texts import N_, Words

# What happened at a moment.
HAPPENED = {
    "win to loss": N_("{name} had a sure win. Now the other side has it."),
    "draw to loss": N_("Nothing was decided. Now the other side has a sure win."),
    "win to draw": N_("{name} had a sure win. Now nothing is decided any more."),
    MISSED: N_("{name} missed a quicker win."),
}
BLUNDERS = {
    "win to draw": N_("blunder: a sure win given away"),
    "win to loss": N_("blunder: a sure win given to the other side"),
    "draw to loss": N_("blunder: now the other side has a sure win"),
}
# How many better moves are named at most.
NAMED = 3


def happened_words(words: Words, each: MoveAnalysis) -> str:
    """Return what happened at a moment, and what would have been better.

    >>> happened_words(Words("en"), MoveAnalysis(7, "Ann", "b", "a1-c3", 5, 0, ("a2-c3",)))
    'Ann had a sure win. Now nothing is decided any more. Better: Ann moves from a2 to c3.'
    """
    happened = words.say(HAPPENED[kind_of(each)], name=each.by)
    sentence = made_words(words, replace(each, move=each.better[0]))
    better = words.say("Better: {sentence}.", sentence=sentence)
    return f"{happened} {better}"


def made_words(words: Words, each: MoveAnalysis) -> str:
    """Return a move as a sentence.

    >>> made_words(Words("en"), MoveAnalysis(7, "Ann", "b", "a1-c3", 5, 0, ("a2-c3",)))
    'Ann moves from a1 to c3'
    """
    return history_words(words, GAME, EntryMade("move", each.move, each.by))


def note(words: Words, each: MoveAnalysis, show: Callable[[str], str] = str) -> str:
    """Return the note on a move: a blunder, better moves as ``show`` writes them, undone."""
    remarks = [words.gettext(BLUNDERS[each.blunder])] if each.blunder else []
    if each.better:
        named = ", ".join(map(show, each.better[:NAMED]))
        rest = len(each.better) - NAMED
        if rest > 0:
            named = words.say("{moves} and {count} more", moves=named, count=rest)
        if each.blunder:
            remarks.append(words.say("better: {moves}", moves=named))
        elif each.after > 0:
            remarks.append(words.say("faster: {moves}", moves=named))
        else:
            remarks.append(words.say("longer: {moves}", moves=named))
    if each.is_undone:
        remarks.append(words.gettext("undone"))
    return "; ".join(remarks)


def summary(words: Words, name: str, moves: Sequence[MoveAnalysis]) -> str:
    """Return the quality of a player's moves, except undone ones."""
    standing = [each for each in moves if not each.is_undone]
    best = sum(not each.better for each in standing)
    blunders = sum(bool(each.blunder) for each in standing)
    text = words.counted(
        "{name}: {best} of {count} move was the best",
        "{name}: {best} of {count} moves were the best",
        len(standing),
        name=name,
        best=best,
    )
    more = words.counted("{count} blunder", "{count} blunders", blunders)
    return f"{text}, {more}."
