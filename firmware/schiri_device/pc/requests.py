"""Requests of a PC: entries of the game, a new game, a board, presses, a panel.

Decides the form of each.  Must not know bytes, numbers of requests, or who asks.  Of what is
malformed a PC gets the code; which words would be right it knows itself.
"""

from binascii import unhexlify

from schiri_engines.game_rows import board_game, names_for
from schiri_engines.grid import parse_cell, parse_rows
from schiri_engines.refusals import SEAT_LETTERS, MalformedText, Refusal

from ..app.context import GOING_ON, first_mode, game_mode, table_mode
from ..app.settings import A_BYTE, BOARD, FIELD_LETTERS, FIELDS, SETTINGS, TOGGLES, is_shared
from ..journal import runs_of
from ..link.lines import OWN_BOARD, parse_new

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..app.mode import Modes

    Row = tuple[Callable[[Modes, int, list[str]], Refusal | None], int, int, int]

# The words that restore a game: on an empty table, or instead of the current game.
RESTORING = ("restore", "resume")
# Buttons that can be held.
HOLDS = ("hold-black", "hold-white", "hold-yellow")
# How many values the settings of games have, by their ids: a game may not be loaded.
OF_GAMES = {9: 8, 10: 8, 11: 5, 12: 5, 13: 4, 14: 4, 15: 4}
# Requests to the meter.
MEASURES = ("on", "tell", "off")
# The needs of a request: none; that no notice is shown or due; and room in the journal, or a game.
NOTHING, CALM, ROOM, GAME, GAME_AND_ROOM = range(5)
MANY = 99


def handle_request(device: "Modes", now_ms: int, text: str) -> Refusal | None:
    """Carry out a request; return None, or the refusal.

    Raises: MalformedText, Refused.
    """
    words = text.split(" ")
    handle, least, most, needs = REQUESTS.get(words[0], AN_ENTRY)
    if not least <= len(words) <= most:
        handle, _, _, needs = AN_ENTRY
    if needs != NOTHING:
        if device.is_busy():
            return Refusal("busy", "-")
        # A full journal has no room for these, even in the middle of a turn.
        if needs in (ROOM, GAME_AND_ROOM) and device.is_full():
            if not device.match.outcome:
                return Refusal("memory-full", "-")
            # A further request means that the end of the game was seen: compact now.
            device.go_to(now_ms, "choose")
            return Refusal("busy", "-")
        if needs in (GAME, GAME_AND_ROOM) and not device.match.table:
            return Refusal("no-game", "-")
    return handle(device, now_ms, words)


def _press(device: "Modes", now_ms: int, words: list[str]) -> None:
    name = words[1]
    if name not in device.build.buttons and name not in HOLDS:
        raise MalformedText("unknown-command", name)
    device.press(now_ms, device.build.key_of(name))


def _touch(device: "Modes", now_ms: int, words: list[str]) -> None:
    device.press_cell(now_ms, parse_cell(words[1], device.mode.board.size))


def _pause(device: "Modes", now_ms: int, words: list[str]) -> None:
    """Pause while a PC asks a question to people, or end that pause."""
    if words[1] == "on" and device.mode_name == game_mode(device):
        device.go_to(now_ms, "pause")
    elif words[1] == "off" and device.mode_name == "pause":
        device.go_to(now_ms, game_mode(device))


def _show_panel(device: "Modes", now_ms: int, words: list[str]) -> None:
    """Carry out ``new``, ``off``, or a picture with the cell of a cursor.

    Raises: MalformedText (unknown-command, bad-cell).
    """
    # Few devices ever need it: loaded on demand.
    from .panel import PICTURE, Panel

    panel: Panel | None = device.modes.get("panel")  # type: ignore[assignment]
    if words[1] == "off":
        if device.mode_name == "panel":
            device.go_to(now_ms, first_mode(device))
        device.panel = None
        return
    picture, cell = "", -1
    if words[1] != "new":
        picture = words[1]
        if len(picture) != len(device.build.order) or [
            letter for letter in picture if letter not in PICTURE
        ]:
            raise MalformedText("unknown-command", picture)
        if len(words) > 2:
            cell = parse_cell(words[2], device.build.size)
    if panel is None:
        panel = device.modes["panel"] = Panel(device)
    if words[1] == "new" or device.panel is None:
        panel.begin_run(now_ms)
        device.panel = panel
    panel.picture, panel.cell = picture, cell
    if not picture or device.mode_name != "panel":
        # No picture is left lit, of another mode or another run.
        device.go_to(now_ms, "panel")
    panel.show()


def _measure(device: "Modes", now_ms: int, words: list[str]) -> None:
    if words[1] not in MEASURES:
        raise MalformedText("unknown-command", words[1])
    # The shell handles it, because it has a clock.
    device.output.measure = words[1]


def _set_settings(device: "Modes", now_ms: int, words: list[str]) -> None:
    """Set settings from words of hex digits: an id, and the values from that id on."""
    limits = {SETTINGS[name][0]: SETTINGS[name][2] for name in SETTINGS}
    limits.update(OF_GAMES)
    found: dict[int, int] = {}
    for word in words[1:]:
        try:
            run = unhexlify(word)
        except ValueError:
            raise MalformedText("unknown-command", word) from None
        for at in range(1, len(run)):
            setting = run[0] + at - 1
            is_field = BOARD <= setting < BOARD + FIELDS // A_BYTE
            limit = 2 if setting in TOGGLES else limits.get(setting, 0)
            if not is_field and run[at] >= limit:
                raise MalformedText("unknown-command", word)
            if is_shared(setting):
                found[setting] = run[at]
    for first, values in runs_of(found):
        device.settings.set(first, values)
    device.screen.apply(device.settings)
    # A list of settings shows the new values.
    device.mode.show()


def _paint(device: "Modes", now_ms: int, words: list[str]) -> None:
    device.settings.paint(parse_rows(words[1], 8, FIELD_LETTERS))


def _begin(device: "Modes", now_ms: int, words: list[str], origin: str = "") -> Refusal | None:
    """Begin a game; ``origin`` names the last event of one that a PC has in its log."""
    text = " ".join(words)
    name, options, seats = parse_new(text)
    if name not in names_for(device.build.size):
        raise MalformedText("unknown-game", name)
    if name != device.match.loaded:
        # Its rules check it once they are loaded.
        device.change_game(now_ms, name, GOING_ON)
        device.go_to(now_ms, "restart")
        return Refusal("busy", "-")
    if options.get("board") == OWN_BOARD:
        options["board"] = device.settings.painted_rows()
    people = SEAT_LETTERS[: board_game(name).seats_for(options)[1]]
    if tuple(sorted(seats)) != people:
        raise MalformedText("unknown-command", text)
    device.begin(now_ms, name, options, seats, origin)
    device.go_to(now_ms, "lay")
    return None


def _restore(device: "Modes", now_ms: int, words: list[str]) -> Refusal | None:
    """Go on with a game from a PC's log; these words name its last event."""
    if not words[2].isdigit():
        raise MalformedText("unknown-command", words[2])
    # After a compaction nothing else may be left of a game that is over.
    has_begun = device.match.origin or device.match.left or device.journal.first > 1
    if words[0] == "restore" and has_begun:
        return Refusal("busy", "-")
    return _begin(device, now_ms, ["new"] + words[3:], words[1] + " " + words[2])


def _count_hints(device: "Modes", now_ms: int, words: list[str]) -> None:
    text = " ".join(words)
    if not (words[1] + words[2]).isdigit():
        raise MalformedText("unknown-command", text)
    if device.match.hints != (text,):
        device.match.hints = (text,)
        device.match.record(now_ms, text, None)


def _submit_entry(device: "Modes", now_ms: int, words: list[str]) -> Refusal | None:
    table = device.match.table
    entry = table.parse(" ".join(words))
    is_move = table.is_move(entry)
    if is_move:
        if device.mode_name != table_mode(device):
            # A move on a PC continues the game; the state of the real board does not matter.
            device.physical_board = ""
            device.go_to(now_ms, game_mode(device))
        if device.match.outcome is None:
            refusal = device.mode.veto(now_ms, entry)  # type: ignore[arg-type]  # of a board
            if refusal:
                return refusal
    refusal = device.match.do(now_ms, entry)
    if refusal is None:
        device.last_cells = table.game.move_cells(entry) if isinstance(entry, int) else ()
        device.go_to(now_ms, game_mode(device))
    return refusal


# Each request: its handler, its least and most words, and its needs.
REQUESTS: "dict[str, Row]" = {
    "press": (_press, 2, 2, NOTHING),
    "touch": (_touch, 2, 2, NOTHING),
    "pause": (_pause, 2, 2, GAME),
    "panel": (_show_panel, 2, 3, CALM),
    "measure": (_measure, 2, 2, NOTHING),
    "settings": (_set_settings, 1, MANY, ROOM),
    "board": (_paint, 2, 2, ROOM),
    "new": (_begin, 3, MANY, ROOM),
    "restore": (_restore, 5, MANY, ROOM),
    "resume": (_restore, 5, MANY, ROOM),
    "hints": (_count_hints, 3, 3, GAME_AND_ROOM),
}
# The handler of any other text.
AN_ENTRY: "Row" = (_submit_entry, 1, MANY, GAME)
