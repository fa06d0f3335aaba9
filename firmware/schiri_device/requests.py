"""What a PC may ask of the device: entries of the game, a new game, a board, presses, a panel.

Decides how each of them is written.  Must not know bytes, numbers of requests, or who asks.
"""

from schiri_engines.board_games import board_game, names_for
from schiri_engines.grid import parse_rows
from schiri_engines.refusals import MalformedText, refuse
from schiri_engines.seats import LETTERS as SEATS

from .gestures import HOLDS
from .link.lines import OWN
from .match import parse_new
from .settings import LETTERS

# What a full journal has no room for, even while the turn goes on.
LONG = ("settings", "after", "board", "new")


def take_request(device, now_ms: int, text: str):
    """Do what a PC asks for; return None, or the refusal.

    Raises: MalformedText, Refused.
    """
    words = text.split(" ")
    if words[0] == "press" and len(words) == 2:
        name = words[1]
        if name not in device.build.buttons and name not in HOLDS:
            raise MalformedText("unknown-command", name, " ".join(device.build.buttons))
        device.press(now_ms, name)
        return None
    if words[0] == "touch" and len(words) == 2:
        device.wire.has_news = True
        cell = device.mode.board.cell_named(words[1])
        device.follow(now_ms, device.mode.press(now_ms, cell))
        return None
    if words[0] == "panel" and 2 <= len(words) <= 3:
        # Few devices ever need it: it is loaded for those that do.
        from .modes.panel import take_panel

        take_panel(device, now_ms, words)
        return None
    if device.is_full() and (device.is_between_turns() or words[0] in LONG):
        return refuse("wrong-phase")
    if words[0] == "settings" or (words[0] == "after" and len(words) > 4):
        from .giving_back import take_game, take_settings

        if words[0] == "after":
            return take_game(device, now_ms, words[1:], _begin)
        take_settings(device, words[1:])
        return None
    if words[0] == "board" and len(words) == 2:
        device.settings.paint(parse_rows(words[1], 8, LETTERS))
        return None
    if words[0] == "new" and len(words) > 2:
        _begin(device, now_ms, words, "")
        return None
    if device.match.table is None:
        return refuse("wrong-phase")
    return _take_entry(device, now_ms, text)


def _begin(device, now_ms: int, words: list, after: str) -> None:
    """Begin a game, or go on with the one that a PC has in its log.

    It must be sure that it can be: to begin may erase what was before.
    """
    text = " ".join(words)
    name, options, seats = parse_new(text)
    names = names_for(device.build.size)
    if name not in names:
        raise MalformedText("unknown-game", name, " ".join(names))
    if options.get("board") == OWN:
        options["board"] = device.painted_rows()
    people = SEATS[: board_game(name)(options).seats_for(options)[1]]
    if tuple(sorted(seats)) != people:
        raise MalformedText("unknown-command", text, "".join(people))
    device.begin(now_ms, name, options, seats, after)
    device.go_to(now_ms, "lay")


def _take_entry(device, now_ms: int, text: str):
    table = device.match.table
    entry = table.parse(text)
    is_move = table.is_move(entry)
    if is_move:
        if device.mode_name != device.table_mode():
            device.go_to(now_ms, device.table_mode())
        if device.match.outcome is None:
            refusal = device.mode.request(now_ms, entry)
            if refusal:
                return refusal
    refusal = device.match.do(now_ms, entry)
    if refusal is None:
        device.last_cells = table.game.move_cells(entry) if is_move else ()
        device.go_to(now_ms, device.table_mode())
    return refusal
