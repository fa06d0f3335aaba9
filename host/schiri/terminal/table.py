"""The table: board, lights, buttons, whose turn it is, what was refused and why."""

from typing import Any, Protocol

from rich.text import Text
from schiri_device.builds import Build
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Input, RichLog, Static

from schiri.terminal.board import Board
from schiri.terminal.help import Help
from schiri.terminal.lights import CAPS, ButtonsPanel, LightsPanel
from schiri.texts import _, coded
from schiri.texts.prose import device_words, event_words, mode_words, title_words, turn_words
from schiri.view import View

STICK = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


class Acts(Protocol):
    """What a table can do about its device."""

    def press_button(self, button: str) -> None:
        """Press one of the device's buttons."""

    def touch(self, cell: str) -> None:
        """Press a cell of the board."""

    def run_command(self, text: str) -> None:
        """Carry out a typed command."""


class Told(RichLog, can_focus=False):
    """What has happened; it never takes the keys, which are the device's."""


class TableScreen(Screen[None]):
    """The table view."""

    # Nothing takes the keys by itself: they are the device's.
    AUTO_FOCUS = ""

    DEFAULT_CSS = """
    TableScreen #top { height: auto; }
    TableScreen #title { height: 1; text-style: bold; }
    TableScreen #left { width: 30; height: auto; }
    TableScreen #right { width: 1fr; height: auto; }
    TableScreen #device { height: auto; max-height: 2; color: $text-muted; }
    TableScreen #turn { height: auto; text-style: bold; }
    TableScreen #hint { height: auto; color: $text-muted; }
    TableScreen #problem { height: auto; color: $error; }
    TableScreen #log { height: 1fr; min-height: 1; border: none; }
    TableScreen #keys { height: 1; dock: bottom; background: $panel; }
    TableScreen #line { display: none; dock: bottom; }
    """
    BINDINGS = [
        *(Binding(key, f"stick('{key}')", show=False) for key in STICK),
        Binding("enter", "stick('press')", show=False),
        *(Binding(key, f"button('{button}')", show=False) for key, button, *_ in CAPS),
        Binding("m", "button('hold-black')", show=False),
        Binding("colon", "type", show=False),
        Binding("n", "app.new_game", show=False),
        Binding("u", "app.toggle_cable", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q", "app.quit", show=False),
    ]

    def __init__(self, build: Build, acts: Acts) -> None:
        super().__init__()
        self._build = build
        self._acts = acts
        self._has_stick = "press" in build.buttons
        self._cursor = (2, 2)
        self._view: View | None = None
        # What is wrong with what was typed, until something else happens.
        self._note = ""

    def compose(self) -> ComposeResult:
        yield Static("Schiri", id="title")
        with Horizontal(id="top"):
            with Vertical(id="left"):
                yield Board()
            with Vertical(id="right"):
                yield LightsPanel(self._build)
                yield ButtonsPanel()
                yield Static("", id="device")
        yield Static("", id="turn")
        yield Static("", id="hint")
        yield Static("", id="problem")
        yield Told(id="log", wrap=True, max_lines=500)
        yield Input(id="line", placeholder="a1-c3")
        yield Static(key_words(), id="keys")

    def on_mount(self) -> None:
        """Show the lights dark until the device tells them."""
        self.query_one(LightsPanel).show(None)

    # What is shown

    def show(self, view: View, events: list[dict[str, Any]]) -> None:
        """Show a moment at the table, and what has happened just before."""
        self._view = view
        if events:
            self._note = ""
        self.query_one("#title", Static).update(title_words(view.state, view.score))
        self.query_one("#device", Static).update(device_words(view.connected))
        self.query_one("#turn", Static).update(turn_words(view.state))
        self.query_one("#hint", Static).update(self._hint(view))
        self.query_one("#problem", Static).update(self._problem(view))
        self.query_one(LightsPanel).show(view.lights)
        self._show_board()
        for event in events:
            self.query_one(Told).write(event_words(event))

    def show_problem(self, words: str) -> None:
        """Show what is wrong, until something else happens."""
        self._note = words
        self.query_one("#problem", Static).update(Text(words))

    def _show_board(self) -> None:
        view = self._view
        board = view.board if view and view.now and view.now.mode not in ("choose",) else None
        file, rank = self._cursor
        cursor = "" if self._has_stick else "abcde"[file] + str(rank + 1)
        self.query_one(Board).show(board, cursor)

    def _hint(self, view: View) -> Text:
        return Text(mode_words(view.now.mode, view.now.detail) if view.now else "")

    def _problem(self, view: View) -> Text:
        if view.disagreement:
            words = _("DEVICE AND REFEREE DO NOT AGREE: {text}")
            return Text(words.format(text=view.disagreement), "bold reverse")
        if self._note:
            return Text(self._note)
        if view.refusal:
            return Text(f"{coded('refusal', view.refusal.code)} ({view.refusal.rule})")
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

    def action_help(self) -> None:
        """Show what the keys do."""
        self.app.push_screen(Help())

    def action_type(self) -> None:
        """Open the line for commands."""
        line = self.query_one("#line", Input)
        line.display = True
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Carry out what was typed."""
        text = event.value.strip()
        event.input.value = ""
        event.input.display = False
        self.set_focus(None)
        self._note = ""
        if text:
            self._acts.run_command(text)

    def key_escape(self) -> None:
        """Close the line for commands."""
        self.query_one("#line", Input).display = False
        self.set_focus(None)

    def on_board_touched(self, event: Board.Touched) -> None:
        """A click on the board presses the cell."""
        self._acts.touch(event.cell)

    def on_buttons_panel_pressed(self, event: ButtonsPanel.Pressed) -> None:
        """A click on a cap presses the button."""
        self._acts.press_button(event.button)


def key_words() -> Text:
    """Return the keys that are always there, in one line."""
    keys = ((":", _("type")), ("m", _("menu")), ("n", _("new")), ("?", _("help")), ("q", _("quit")))
    text = Text()
    for key, words in keys:
        text.append(f" {key} ", "bold").append(f"{words}  ")
    return text
