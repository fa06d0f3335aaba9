"""States and options as sentences for people at a table, and the words of each game.

Decides the words that are common to all games, and that a game from outside is checked first; a
game's ``words`` has its own.  Must not decide anything about a game.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from schiri_engines.options import values_of
from schiri_engines.refusals import MalformedText
from schiri_engines.registry import names_for, row_of

from schiri.events import Cause, End, State
from schiri.games import has_draws, module_of
from schiri.games.rulings import OnBoard
from schiri.games.words import SHEET, GameWords
from schiri.match_options import options_of
from schiri.texts import N_, Words, add_words

# The piece of each colour, in a text.
PIECES = {"b": "●", "w": "○"}
# The signs of moves from cell to cell, and their words.
MOVES = {"-": N_("from {first} to {then}"), "x": N_("swap {first} and {then}")}
# The words of games from outside that have been checked.
_checked: list[type[GameWords]] = []


def words_of(game: str) -> GameWords:
    """Return the words of a game; for an unknown game, as in a log, those common to all games.

    Raises: BadGame (one from outside that lacks words).

    >>> words_of("switch").rules[0]
    ('SW-1', 'sheet')
    """
    try:
        row, module = row_of(game), module_of(game, "words")
    except MalformedText:
        return GameWords(game)
    kind = cast(type[GameWords], module.WORDS) if module else GameWords
    if row.package and kind not in _checked:
        from schiri.games.outside import check_words

        scene = module_of(game, "scene")
        check_words(kind(game), scene.SCENE if scene else None)
        add_words(kind.catalogues)
        _checked.append(kind)
    return kind(game)


def field_signs(words: Words) -> dict[str, str]:
    """Return the signs of the colours of Joggle's fields: a letter or two of their names.

    >>> field_signs(Words("de"))["Y"]
    'Ge'
    """
    return {colour: words.pgettext("field", colour) for colour in "RGBY"}


def names_words(words: Words, names: Sequence[str]) -> str:
    """Return a list of names in words.

    >>> words = Words("en")
    >>> names_words(words, ["Ann"]), names_words(words, ["Ann", "Ben", "Cem"])
    ('Ann', 'Ann, Ben and Cem')
    """
    if len(names) < 2:
        return "".join(names)
    return words.say("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def end_words(words: Words, game: str, end: End | State) -> str:
    """Return the winner of a game, and the cause of its end if known."""
    causes = [cause_words(words, game, cause) for cause in end.causes]
    return " ".join([result_words(words, game, end), *causes])


def result_words(words: Words, game: str, end: End | State) -> str:
    """Return the winner of a game."""
    names = names_words(words, end.winner)
    if len(end.winner) > 1:
        return words.say("{names} win!", names=names)
    if end.winner:
        return words.say("{name} wins!", name=names)
    if has_draws(game):
        return words.gettext("A draw!")
    return words.gettext("Nobody has won.")


def cause_words(words: Words, game: str, cause: Cause) -> str:
    """Return a cause of a game's end in words."""
    own = words_of(game)
    named = dict(zip(("name", "other"), cause.names, strict=False))
    parts = {part: own.part_words(words, part, text) for part, text in cause.parts}
    text = words.pgettext("ending", cause.code)
    return text.format(names=names_words(words, cause.names), **named, **parts)


def state_words(words: Words, state: State) -> str:
    """Return a state in words: the pieces, and whose turn it is to do what."""
    return "\n".join([*state_lines(words, state), turn_words(words, state)])


def state_lines(words: Words, state: State) -> list[str]:
    """Return a state as lines."""
    return words_of(state.game).state_lines(words, state)


def turn_words(words: Words, state: State | None) -> str:
    """Return whose turn it is to do what, or how the game ended; "" before the first game."""
    if not state:
        return ""
    # Between the games of a match no player is on turn.
    if state.phase == "over":
        return end_words(words, state.game, state)
    notes = words_of(state.game).turn_notes(words, state)
    return " ".join([due_words(words, state), *notes])


def due_words(words: Words, state: State) -> str:
    """Return whose turn it is to do what, during a game."""
    text = words.pgettext("phase", f"{state.game} {state.phase}")
    return text.format(name=with_colour(words, state, state.turn))


def with_colour(words: Words, state: State, name: str | None) -> str:
    """Return a player's name, with the player's colour if there is one."""
    colour = state.colours.get(name or "") if isinstance(state, OnBoard) else None
    return f"{name} ({colour_words(words, state.game, colour)})" if colour else str(name)


def colour_words(words: Words, game: str, piece: str) -> str:
    """Return the colour of a piece, "" for none."""
    return words.pgettext("colour", f"{game} {piece}") if piece else ""


def option_words(words: Words, game: str, options: dict[str, str]) -> list[str]:
    """Return the meaning of each option's chosen value, with its rule and house rules marked.

    >>> option_words(Words("en"), "zwoggel", {"frame": "none"})
    ['Frame: none, the field has no edge (ZW-3, house rule)']
    """
    return [
        words.say(
            "{option}: {value}",
            option=words.pgettext("option", f"{game} {name}"),
            value=value_words(words, game, name, value)
            + option_rule_words(words, game, name, value),
        )
        for name, value in options.items()
    ]


def option_rule_words(words: Words, game: str, name: str, value: str = "") -> str:
    """Return the rule of an option or of its value as it stands behind it, "" for none."""
    rules = words_of(game).option_rules
    rule, source = rules.get(f"{name}={value}") or rules.get(name) or ("", SHEET)
    ours = [words.pgettext("source", source)] if source != SHEET else []
    return f" ({', '.join([rule, *ours])})" if rule else ""


def named_values(words: Words, game: str, options: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a game; a value with a known name is replaced by it."""
    own = words_of(game)
    return {name: own.part_words(words, name, value) for name, value in options.items()}


def value_words(words: Words, game: str, name: str, value: str) -> str:
    """Return a value of an option in words; a number or a custom text unchanged."""
    key = f"{game} {name}={value}"
    text = words.pgettext("option", key)
    return value if text == key else text


def title_of(game: str, names: Sequence[str]) -> str:
    """Return the game and its players."""
    return f"{game.capitalize()}  {' – '.join(names)}"


def choice_words(words: Words, detail: str) -> str:
    """Return an option of a board game that a device shows, and its value.

    Shape: ``NAME=NUMBER``, with values counted from 0, or another entry of the device.
    """
    name, _sign, number = detail.partition("=")
    for game in names_for():
        for option, listed in options_of(game):
            values, _other = values_of(listed)
            if option == name and number.isdigit() and int(number) < len(values):
                return option_words(words, game, {name: values[int(number)]})[0]
    return words.pgettext("rules", detail)


def move_words(words: Words, move: str) -> str:
    """Return a move from cell to cell as people say it; any other text is unchanged.

    >>> [move_words(Words("en"), move) for move in ("a1-c3", "a1xa4", "c3")]
    ['from a1 to c3', 'swap a1 and a4', 'c3']
    """
    for sign, text in MOVES.items():
        first, found, then = move.partition(sign)
        if found:
            return words.say(text, first=first, then=then)
    return move


def detail_words(words: Words, mode: str, detail: str) -> str:
    r"""Return the detail of a mode of the device in words.

    >>> detail_words(Words("en"), "menu", "sound=1"), detail_words(Words("en"), "put-right", "c3b")
    ('sound on', 'c3')
    >>> detail_words(Words("en"), "play", "a1-c3-b1-a1~").split("\u2013")
    ['a1', 'c3, b1', 'a1']
    """
    if mode in ("put-right", "calibrate"):
        return detail[:-1]
    if mode == "menu":
        return words.pgettext("menu", detail)
    if mode == "rules":
        return choice_words(words, detail)
    if mode == "choose":
        return detail.capitalize()
    if detail.endswith("~"):
        cells = detail[:-1].split("-")
        return ", ".join(map("–".join, zip(cells[::2], cells[1::2], strict=True)))
    return detail.rstrip("+-=?!")
