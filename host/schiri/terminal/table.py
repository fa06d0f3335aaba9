"""The table: board, lights, buttons, whose turn it is, what was refused and why.

Decides which key is which button.  Must not decide anything about a game: the device does.
"""

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from schiri.device.reports import Connected
from schiri.games import adapter_of
from schiri.prose import mode_words, title_words, turn_words
from schiri.table.intents import Plug, Press, Touch
from schiri.table.session import TableSession
from schiri.table.state import TableState
from schiri.terminal.board import Board
from schiri.terminal.command_screen import CommandScreen
from schiri.terminal.lights import CAPS, ButtonsPanel, LightsPanel
from schiri.terminal.quiet_static import QuietStatic
from schiri.texts import Words

STICK = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


def key_lines(words: Words) -> list[tuple[str, str]]:
    """Return each key and what it does."""
    return [
        ("← ↑ ↓ →  Enter", words.gettext("the stick: go to a field, press it")),
        ("1 2 3 4", words.gettext("the buttons red, yellow, green, blue; yellow says why not")),
        ("5", words.gettext("white: confirm")),
        ("6", words.gettext("black: take back")),
        ("m", words.gettext("hold black: the menu (resign, draw, correct, help, lights)")),
        (
            "1 2 3 4 5  r",
            words.gettext(
                "with dice: red, yellow, green, blue, joggle was rolled; the device rolls"
            ),
        ),
        (":", words.gettext("type a command: a1-c3, a1xa4, undo, resign NAME, draw, dispute TEXT")),
        ("n", words.gettext("a new game")),
        ("u", words.gettext("pull the simulated cable, and plug it in again")),
        ("Enter", words.gettext("after a game: play the same again")),
        ("q", words.gettext("quit; the log is kept")),
    ]


def light_lines(words: Words) -> list[tuple[str, str]]:
    """Return each mark on the board and what it means."""
    return [
        ("[ ]", words.gettext("the stone that is picked")),
        ("( )", words.gettext("it may go there")),
        ("‹ ›", words.gettext("the last move")),
        ("! !", words.gettext("because of these a move was refused")),
        ("* *", words.gettext("the group that has won")),
    ]


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
        Binding("u", "toggle_cable", show=False),
    ]

    def __init__(self, words: Words, session: TableSession) -> None:
        super().__init__(words, session)
        self._cursor = (2, 2)

    @property
    def _has_stick(self) -> bool:
        return "press" in self.state.build.buttons

    def compose(self) -> ComposeResult:
        yield QuietStatic("Schiri", id="title")
        with Horizontal(id="top"):
            with Vertical(id="left"):
                yield Board()
            with Vertical(id="right"):
                yield LightsPanel(self.state.build)
                yield ButtonsPanel(self.words)
                yield QuietStatic("", id="device")
        yield from self.compose_talk("a1-c3", ("m", self.words.gettext("menu")))

    def on_mount(self) -> None:
        """Show the lights dark until the device tells them."""
        self.query_one(LightsPanel).show(None)

    # What is shown

    def show(self, state: TableState) -> None:
        """Show a moment; of a game of cards nothing is told here."""
        if state.is_card_game:
            self.state = state
            self._told_upto, self._noticed_upto = state.told_upto, state.notices_upto
        else:
            super().show(state)

    def show_parts(self) -> None:
        """Show board, lights and what is due."""
        super().show_parts()
        state = self.state
        self.query_one("#title", Static).update(title_words(self.words, state.state, state.score))
        self.query_one("#device", Static).update(self._device_words())
        self.query_one("#turn", Static).update(turn_words(self.words, state.state))
        self.query_one("#hint", Static).update(self._hint())
        lights = self.query_one(LightsPanel)
        lights.build = state.build
        lights.show(state.lights)
        self._show_board()

    def _device_words(self) -> str:
        """Return which device answers, and the name of a board that stands in for a painted one."""
        text = device_words(self.words, self.state.connected)
        board = self.state.board
        if board and board.fields:
            name = adapter_of(self.game).option_text(self.words, "board", board.fields)
            text += "\n" + name if name != board.fields else ""
        return text

    def _show_board(self) -> None:
        state = self.state
        refusal = self.answer.refusal or state.refusal
        is_shown = state.now and state.now.mode not in ("choose",)
        file, rank = self._cursor
        cursor = "" if self._has_stick else "abcde"[file] + str(rank + 1)
        cause = refusal.cells if refusal else ()
        self.query_one(Board).show(state.board if is_shown else None, cursor, cause)

    def _hint(self) -> Text:
        now = self.state.now
        return Text(mode_words(self.words, now.mode, now.detail) if now else "")

    # What is done

    def action_stick(self, way: str) -> None:
        """Move the stick, or press it; without one, go over the keys of the grid."""
        file, rank = self._cursor
        if way == "press" and self.play_again():
            return
        if self._has_stick:
            self.send(Press(way))
        elif way == "press":
            self.send(Press("abcde"[file] + str(rank + 1)))
        else:
            across, up = STICK[way]
            self._cursor = max(0, min(4, file + across)), max(0, min(4, rank + up))
            self._show_board()

    def action_button(self, button: str) -> None:
        """Press a button, or hold it."""
        self.send(Press(button))

    def action_toggle_cable(self) -> None:
        """Pull the simulated cable, or plug it in again."""
        is_in = self.state.is_plugged
        if is_in is None:
            return
        self.send(Plug(not is_in))
        if is_in:
            self.notify(self.words.gettext("The cable is out. The device goes on without us."))
        else:
            self.notify(self.words.gettext("The cable is in again."))

    def on_board_touched(self, event: Board.Touched) -> None:
        """A click on the board presses the cell."""
        self.send(Touch(event.cell))

    def on_buttons_panel_pressed(self, event: ButtonsPanel.Pressed) -> None:
        """A click on a cap presses the button."""
        self.send(Press(event.button))


def device_words(words: Words, connected: Connected | None) -> str:
    """Return which device answers."""
    if connected is None:
        return words.gettext("no device")
    text = words.gettext("{device} ({build}): connected")
    return text.format(device=connected.device, build=connected.build)
