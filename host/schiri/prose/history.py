"""What has happened, as the reader of a history at the table wants it: sentences.

Decides the words of what all games share; a game's adapter has those of its moves.
"""

import re

from schiri.events import Event, Header, Made
from schiri.games import adapter_or_plain
from schiri.prose import event_words, option_words
from schiri.texts import N_, Words

# What the table does, and its sentence.
TABLE = (
    (r"undo", N_("The last entry is taken back.")),
    (r"resign (?P<who>\S+)", N_("{who} gives up.")),
    (r"draw", N_("A draw is agreed on.")),
    (r"abandon", N_("The match is left as it stands.")),
    (r"dispute (?P<text>.*)", N_("Not agreed on: {text}")),
    (r"set (?P<text>.*)", N_("Put right: {text}")),
)
# What lies on a place that is no colour: nothing, or what nobody sees.
LIES = (".", "down")
# More places at once are told as the entry has them.
MOST_CHANGES = 6
# Longer values, as those of a whole board, are not told.
LONGEST = 40


def history_words(words: Words, game: str, event: Event) -> str:
    """Return an event as a sentence of a history.

    >>> from schiri.texts import Words
    >>> history_words(Words("de"), "zwoggel", Made("flip", "flip 1,2 red", "Ben"))
    'Ben deckt 1,2 auf: rot'
    """
    if isinstance(event, Header):
        return _start_words(words, event)
    if not isinstance(event, Made):
        return event_words(words, game, event)
    if 0 < len(event.changes) <= MOST_CHANGES:
        return _changed_words(words, game, event)
    told = adapter_or_plain(game).move_words(words, game, event)
    if told:
        return told
    for pattern, sentence in TABLE:
        found = re.fullmatch(pattern, event.entry, re.DOTALL)
        if found:
            text = words.gettext(sentence)
            return text.format(**found.groupdict())
    return event_words(words, game, event)


def _changed_words(words: Words, game: str, made: Made) -> str:
    """Return each place that was put right, with what lay and what lies there."""
    text = words.gettext("{place} from {before} to {after}")
    told = [
        text.format(
            place=place,
            before=_lies_words(words, game, before),
            after=_lies_words(words, game, after),
        )
        for place, before, after in made.changes
    ]
    return words.gettext("Put right: {text}").format(text=", ".join(told))


def _lies_words(words: Words, game: str, piece: str) -> str:
    """Return what lies on a place: a colour, or nothing, or a card face down."""
    if piece in LIES:
        return words.pgettext("lies", piece)
    return words.pgettext("colour", f"{game} {piece}")


def _start_words(words: Words, header: Header) -> str:
    """Return who plays what, and what was agreed on."""
    short = {name: value for name, value in header.options.items() if len(value) <= LONGEST}
    agreed = option_words(words, header.game, short)
    return "\n".join([f"{header.game.capitalize()}: {' – '.join(header.players)}", *agreed])
