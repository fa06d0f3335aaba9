"""What has happened, as the reader of a history at the table wants it: sentences.

Decides the words of what all games share, and where the stable form stands; a game's adapter has
the words of its moves.
"""

import re

from schiri.events import Event, Header, Made
from schiri.games import adapter_or_plain
from schiri.prose import event_words, option_words
from schiri.texts import N_, Words

# What the table does, and its sentence.
TABLE = (
    (r"undo", N_("The last entry is taken back.")),
    (r"resign (?P<who>\S+(?: \S+)*)", N_("{who} resigns.")),
    (r"draw", N_("A draw is agreed on.")),
    (r"abandon", N_("The match is abandoned.")),
    (r"dispute (?P<text>.*)", N_("Not agreed on: {text}")),
)
# What is put right by an entry: ``set``, one of these, and the value.
PUT_RIGHT = ("turn", "position", "stock", "square", "penalties", "hand", "pile", "score")
# What lies on a place that is no colour: nothing, or what nobody sees.
LIES = (".", "down")
# Longer values of options, as those of a whole board, are not told.
LONGEST = 40
# More places at once are told as the entry has them.
MOST_CHANGES = 6


def history_words(words: Words, game: str, event: Event) -> str:
    """Return an event as a sentence of a history.

    >>> from schiri.texts import Words
    >>> history_words(Words("de"), "zwoggel", Made("flip", "flip 1,2 red", "Ben"))
    'Ben deckt 1,2 auf: rot'
    """
    if isinstance(event, Header):
        players = f"{event.game.capitalize()}: {' – '.join(event.players)}"
        return "\n".join([players, *agreed_words(words, event)])
    if not isinstance(event, Made):
        return event_words(words, game, event)
    if 0 < len(event.changes) <= MOST_CHANGES:
        return _changed_words(words, game, event)
    told = adapter_or_plain(game).move_words(words, game, event)
    if told:
        return told
    if event.word == "set":
        key, _, value = event.entry.removeprefix("set ").partition(" ")
        text = f"{words.pgettext('set', key)} {value}"
        return words.gettext("Put right: {text}").format(text=text)
    for pattern, sentence in TABLE:
        found = re.fullmatch(pattern, event.entry, re.DOTALL)
        if found:
            text = words.gettext(sentence)
            return text.format(**found.groupdict())
    return event_words(words, game, event)


def told_words(words: Words, game: str, event: Event) -> str:
    """Return an event as a sentence, and behind it the entry as it is typed and logged.

    >>> from schiri.texts import Words
    >>> told_words(Words("de"), "switch", Made("move", "a1-c3", "Ann"))
    'Ann zieht von a1 nach c3 (a1-c3)'
    """
    told, plain = history_words(words, game, event), event_words(words, game, event)
    return f"{told} ({event.entry})" if isinstance(event, Made) and told != plain else told


def agreed_words(words: Words, header: Header) -> list[str]:
    """Return what the players of a game agreed on, what is as long as a whole board left out."""
    adapter = adapter_or_plain(header.game)
    pairs = header.options.items()
    named = {name: adapter.option_text(words, name, value) for name, value in pairs}
    short = {name: text for name, text in named.items() if len(text) <= LONGEST}
    return option_words(words, header.game, short)


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
