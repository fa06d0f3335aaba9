"""The table: board, lights, buttons, whose turn it is, what was refused and why.

Decides which key is which button.  Must not decide anything about a game: the device does.
"""

from typing import Protocol

from rich.text import Text
from schiri_device.builds import Build
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from schiri.device.reports import Connected
from schiri.events import Event
from schiri.games import adapter_of
from schiri.prose import mode_words, title_words, turn_words
from schiri.table_state import TableState
from schiri.terminal.board import Board
from schiri.terminal.command_screen import CommandScreen
from schiri.terminal.lights import CAPS, ButtonsPanel, LightsPanel
from schiri.terminal.quiet_static import QuietStatic
from schiri.texts import _, pgettext

STICK = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


def key_lines() -> list[tuple[str, str]]:
    """Return each key and what it does."""
    return [
        ("← ↑ ↓ →  Enter", _("the stick: go to a field, press it")),
        ("1 2 3 4", _("the buttons red, yellow, green, blue; yellow says why not")),
        ("5", _("white: confirm")),
        ("6", _("black: take back")),
        ("m", _("hold black: the menu (resign, draw, correct, help, lights)")),
        (
            "1 2 3 4 5  r",
            _("with dice: red, yellow, green, blue, joggle was rolled; the device rolls"),
        ),
        (":", _("type a command: a1-c3, a1xa4, undo, resign NAME, draw, dispute TEXT")),
        ("n", _("a new game")),
        ("u", _("pull the simulated cable, and plug it in again")),
        ("q", _("quit; the log is kept")),
    ]


def light_lines() -> list[tuple[str, str]]:
    """Return each mark on the board and what it means."""
    return [
        ("[ ]", _("the stone that is picked")),
        ("( )", _("it may go there")),
        ("‹ ›", _("the last move")),
        ("! !", _("because of these a move was refused")),
        ("* *", _("the group that has won")),
    ]


class Acts(Protocol):
    """What a table can do about its device."""

    def press_button(self, button: str) -> None:
        """Press one of the device's buttons."""

    def touch(self, cell: str) -> None:
        """Press a cell of the board."""

    def ask(self, text: str) -> None:
        """Ask the device for an entry."""


class TableScreen(CommandScreen):
    """The table view of a device."""

    HELP_PARTS = (key_lines, light_lines)

    DEFAULT_CSS = """
    TableScreen #top { height: auto; }
    TableScreen #left { width: auto; height: auto; }
    TableScreen #right { width: 1fr; height: auto; }
    TableScreen #device { height: auto; max-height: 2; color: $text-muted; }
    """
    BINDINGS = [
        *(Binding(key, f"stick('{key}')", show=False) for key in STICK),
        Binding("enter", "stick('press')", show=False),
        *(Binding(key, f"button('{button}')", show=False) for key, button, *_ in CAPS),
        Binding("m", "button('hold-black')", show=False),
        Binding("r", "button('hold-white')", show=False),
        Binding("u", "app.toggle_cable", show=False),
    ]

    def __init__(self, build: Build, acts: Acts) -> None:
        super().__init__("")
        self._build = build
        self._acts = acts
        self._has_stick = "press" in build.buttons
        self._cursor = (2, 2)
        self._view: TableState | None = None

    def compose(self) -> ComposeResult:
        yield QuietStatic("Schiri", id="title")
        with Horizontal(id="top"):
            with Vertical(id="left"):
                yield Board()
            with Vertical(id="right"):
                yield LightsPanel(self._build)
                yield ButtonsPanel()
                yield QuietStatic("", id="device")
        yield from self.compose_talk("a1-c3", ("m", _("menu")))

    def on_mount(self) -> None:
        """Show the lights dark until the device tells them."""
        self.query_one(LightsPanel).show(None)

    # What is shown

    def show(self, view: TableState, events: list[Event]) -> None:
        """Show a moment at the table, and what has happened just before."""
        self._view = view
        if events:
            self._note = ""
        self.query_one("#title", Static).update(title_words(view.state, view.score))
        device = device_words(view.connected)
        self.game = view.state.game if view.state else ""
        if view.board and view.board.fields:
            # The name of a board that stands in for a painted one.
            name = adapter_of(self.game).option_text("board", view.board.fields)
            device += "\n" + name if name != view.board.fields else ""
        self.query_one("#device", Static).update(device)
        self.query_one("#turn", Static).update(turn_words(view.state))
        self.query_one("#hint", Static).update(self._hint(view))
        self.query_one("#problem", Static).update(self._problem(view))
        self.query_one(LightsPanel).show(view.lights)
        self._show_board()
        self.tell(events)

    def _show_board(self) -> None:
        view = self._view
        board = view.board if view and view.now and view.now.mode not in ("choose",) else None
        file, rank = self._cursor
        cursor = "" if self._has_stick else "abcde"[file] + str(rank + 1)
        self.query_one(Board).show(board, cursor)

    def _hint(self, view: TableState) -> Text:
        return Text(mode_words(view.now.mode, view.now.detail) if view.now else "")

    def _problem(self, view: TableState) -> Text:
        if view.disagreement:
            words = _("DEVICE AND REFEREE DO NOT AGREE: {text}")
            return Text(words.format(text=view.disagreement), "bold reverse")
        if self._note:
            return Text(self._note)
        if view.refusal:
            words, rule = pgettext("refusal", view.refusal.code), view.refusal.rule
            return Text(words if rule == "-" else f"{words} ({rule})")
        return Text("")

    # What is done

    def action_stick(self, way: str) -> None:
        """Move the stick, or press it; without one, go over the keys of the grid."""
        self._note = ""
        if self._has_stick:
            self._acts.press_button(way)
            return
        if way == "press":
            file, rank = self._cursor
            self._acts.press_button("abcde"[file] + str(rank + 1))
            return
        (file, rank), (across, up) = self._cursor, STICK[way]
        self._cursor = max(0, min(4, file + across)), max(0, min(4, rank + up))
        self._show_board()

    def action_button(self, button: str) -> None:
        """Press a button, or hold it."""
        self._note = ""
        self._acts.press_button(button)

    def run_typed(self, text: str) -> None:
        """Ask the device for what was typed."""
        self._acts.ask(text)

    def on_board_touched(self, event: Board.Touched) -> None:
        """A click on the board presses the cell."""
        self._acts.touch(event.cell)

    def on_buttons_panel_pressed(self, event: ButtonsPanel.Pressed) -> None:
        """A click on a cap presses the button."""
        self._acts.press_button(event.button)


def device_words(connected: Connected | None) -> str:
    """Return which device answers."""
    if connected is None:
        return _("no device")
    return f"{connected.device} ({connected.build}): {_('connected')}"
