"""The moments of an analysed game that mattered most, and their words.

Decides which moves these are.  Must not know how a value is found, or a screen.
"""

from collections.abc import Sequence
from dataclasses import replace

from schiri.analysis.moves import GAME, MoveAnalysis
from schiri.events import EntryMade
from schiri.prose.events import history_words
from schiri.texts import N_, Words

MOST = 3
# A win that takes so many plies longer than it had to is a lost chance.
LEAST_LONGER = 4
MISSED = "missed"
# What happened at such a moment, the worst first.
HAPPENED = {
    "win to loss": N_("{name} had a sure win. Now the other side has it."),
    "draw to loss": N_("Nothing was decided. Now the other side has a sure win."),
    "win to draw": N_("{name} had a sure win. Now nothing is decided any more."),
    MISSED: N_("{name} missed a quicker win."),
}
RANKS = tuple(HAPPENED)


def moments_of(moves: Sequence[MoveAnalysis]) -> list[MoveAnalysis]:
    """Return the moves that changed most, the worst first; undone ones changed nothing.

    >>> given = MoveAnalysis(7, "Ann", "b", "a1-c3", 5, -2, ("a2-c3",))
    >>> slower = MoveAnalysis(9, "Ann", "b", "a1-c3", 1, 9, ("a2-c3",))
    >>> [each.number for each in moments_of([slower, given])]
    [7, 9]
    """
    marked = [each for each in moves if kind_of(each) and not each.is_undone]
    return sorted(marked, key=_rank)[:MOST]


def kind_of(each: MoveAnalysis) -> str:
    """Return what a move gave away, one of `HAPPENED`; "" for nothing worth a word.

    >>> kind_of(MoveAnalysis(9, "Ann", "b", "a1-c3", 1, 3, ("a2-c3",)))
    ''
    """
    if each.blunder:
        return each.blunder
    is_longer = 0 < each.before <= each.after - LEAST_LONGER
    return MISSED if is_longer else ""


def _rank(each: MoveAnalysis) -> tuple[int, int, int]:
    """Return a key: first what was given away, then how near the end was."""
    kind = kind_of(each)
    if kind == MISSED:
        return RANKS.index(kind), each.before - each.after, each.number
    near = min(abs(value) for value in (each.before, each.after) if value)
    return RANKS.index(kind), near, each.number


def happened_words(words: Words, each: MoveAnalysis) -> str:
    """Return what happened at a moment, and what would have been better.

    >>> happened_words(Words("en"), MoveAnalysis(7, "Ann", "b", "a1-c3", 5, 0, ("a2-c3",)))
    'Ann had a sure win. Now nothing is decided any more. Better: Ann moves from a2 to c3.'
    """
    happened = words.gettext(HAPPENED[kind_of(each)]).format(name=each.by)
    sentence = made_words(words, replace(each, move=each.better[0]))
    better = words.gettext("Better: {sentence}.").format(sentence=sentence)
    return f"{happened} {better}"


def made_words(words: Words, each: MoveAnalysis) -> str:
    """Return a move as a sentence.

    >>> made_words(Words("en"), MoveAnalysis(7, "Ann", "b", "a1-c3", 5, 0, ("a2-c3",)))
    'Ann moves from a1 to c3'
    """
    return history_words(words, GAME, EntryMade("move", each.move, each.by))
