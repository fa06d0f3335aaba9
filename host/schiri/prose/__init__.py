"""Events and states as sentences for people at a table.

Decides the words; must not decide anything about a game.
"""

from collections.abc import Callable, Sequence
from typing import Any

from schiri_engines.joggle import DEFAULT
from schiri_engines.registry import game_class, names_for

from schiri.games.drehwurm import words as drehwurm
from schiri.games.joggle import words as joggle
from schiri.games.zwoggel import words as zwoggel
from schiri.prose import notes
from schiri.texts import _, pgettext


def event_words(event: dict[str, Any]) -> str:
    """Return an event in words."""
    kind = event["event"]
    if kind in EVENTS:
        try:
            return EVENTS[kind](event)
        except (AttributeError, KeyError, TypeError, ValueError):
            # A log may hold an event of that name with other fields than ours has.
            return str(event.get("entry", kind))
    if "by" in event and "entry" in event:
        return f"{event['by']}: {event['entry']}"
    return str(event.get("entry", kind))


def void_words(event: dict[str, Any]) -> str:
    """Return that a set-up has run dry."""
    return _("No stone can be placed any more: the set-up begins again. (SW-3, house rule)")


def counter_words(event: dict[str, Any]) -> str:
    """Return who has a counter."""
    return _("{name} has one counter move. (SW-7)").format(name=event["by"])


def start_words(header: dict[str, Any]) -> str:
    """Return who plays what, with the options, which name the house rules."""
    told = dict(header["options"])
    if told.get("board") == DEFAULT:
        told["board"] = _("stand-in board BY/GR")
    options = ", ".join(f"{name}={value}" for name, value in told.items())
    players = " – ".join(header["players"])
    return f"{header['game'].capitalize()}: {players} ({_('options')}: {options})"


def end_words(winners: list[str], rule: str) -> str:
    """Return how a game ended, in words."""
    if not winners:
        is_draw = rule not in ABANDONED
        result = _("The game is a draw.") if is_draw else _("Nobody has won.")
    elif len(winners) == 1:
        result = _("{name} has won.").format(name=winners[0])
    else:
        result = _("{names} have won.").format(names=", ".join(winners))
    return f"{result} {pgettext('ending', rule)} ({rule})"


def state_words(state: dict[str, Any]) -> str:
    """Return a state in words: what lies, and who must do what."""
    return "\n".join([*LINES[state["game"]](state), turn_words(state)])


def turn_words(state: dict[str, Any]) -> str:
    """Return who must do what, or how the game ended; nothing before the first game."""
    if not state:
        return ""
    # Between the games of a match nobody is on turn either.
    if state["phase"] == "over":
        return end_words(state["winner"], state["rule"])
    words = pgettext("phase", f"{state['game']} {state['phase']}")
    act = words.format(name=with_colour(state, state["turn"]))
    if state["phase"] == "move":
        act += " " + pgettext("die", state["position"].split()[2])
    if state.get("counter"):
        act += " " + counter_words({"by": state["turn"]})
    return act


def with_colour(state: dict[str, Any], name: str) -> str:
    """Return a player's name, with the colour of those who have one."""
    colour = state.get("colours", {}).get(name)
    return f"{name} ({pgettext('colour', state['game'] + ' ' + colour)})" if colour else name


def option_words(game: str, options: dict[str, str]) -> list[str]:
    """Return what each option of a game means as it is chosen, house rules named as such."""
    return [
        f"{pgettext('option', f'{game} {name}')}: {value_words(game, name, value)}"
        for name, value in options.items()
    ]


def value_words(game: str, name: str, value: str) -> str:
    """Return a value of an option in words; a number, or a text of one's own, as it is."""
    key = f"{game} {name}={value}"
    words = pgettext("option", key)
    return value if words == key else words


def title_of(game: str, names: Sequence[str]) -> str:
    """Return the game and who plays it."""
    return f"{game.capitalize()}  {' – '.join(names)}"


def title_words(state: dict[str, Any], score: dict[str, int]) -> str:
    """Return the game, its players and how often each has won."""
    if not state:
        return "Schiri"
    players = list(state["colours"])
    wins = ""
    if any(score.values()):
        wins = "  " + " : ".join(str(score.get(name, 0)) for name in players)
    names = " – ".join(with_colour(state, name) for name in players)
    return f"{state['game'].capitalize()}  {names}{wins}"


def mode_words(mode: str, detail: str) -> str:
    """Return what the device is doing, and which buttons do what."""
    if mode == "menu":
        name, _sign, value = detail.partition("=")
        detail = pgettext("menu", name).format(value=value)
    elif mode == "ask":
        detail = pgettext("ask", detail)
    elif mode == "rules":
        detail = choice_words(detail)
    return pgettext("mode", mode).format(detail=detail)


def choice_words(detail: str) -> str:
    """Return an option of a board game that a device shows, and its value.

    Shape: ``NAME=NUMBER``, the values counted from 0, or what else a device offers there.
    """
    name, _sign, number = detail.partition("=")
    for game in names_for():
        for option, values in game_class(game).OPTIONS:
            if option == name and number.isdigit() and int(number) < len(values.split()):
                value = value_words(game, name, values.split()[int(number)])
                return f"{pgettext('option', f'{game} {name}')}: {value}"
    return pgettext("rules", detail)


def board_lines(position: str) -> list[str]:
    """Return a board as lines of text, with the names of files and ranks.

    >>> print(board_lines("b./.w b")[0])
     2  b .
    """
    rows = position.split()[0].split("/")
    ranks = range(len(rows), 0, -1)
    lines = [f"{rank:2}  {' '.join(row)}" for rank, row in zip(ranks, rows, strict=True)]
    return [*lines, "    " + " ".join("abcdefgh"[: len(rows)])]


# The rules by which a game ends without being a draw, though nobody has won.
ABANDONED = ("DW-11",)

# The words of each event that is more than its entry, and what each game shows of its state.
EVENTS: dict[str, Callable[[dict[str, Any]], str]] = {
    "game": start_words,
    "end": lambda event: "\n".join(
        [
            end_words(event["winner"], event["rule"]),
            *joggle.luck_lines(event),
            *zwoggel.trap_lines(event),
        ]
    ),
    "game-end": lambda event: end_words(event["winner"], event["rule"]),
    "void": void_words,
    "counter": counter_words,
    **joggle.EVENTS,
    **zwoggel.EVENTS,
    **drehwurm.EVENTS,
    **notes.EVENTS,
}
LINES: dict[str, Callable[[dict[str, Any]], list[str]]] = {
    "switch": lambda state: board_lines(state["position"]),
    "joggle": lambda state: board_lines(state["position"]),
    "zwoggel": zwoggel.field_lines,
    "drehwurm": drehwurm.lines,
}
