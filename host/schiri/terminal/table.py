"""The table: board, lights, buttons, whose turn it is, what was refused and why.

Decides which key is which button.  Must not decide anything about a game: the device does.
"""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Resize

from schiri.games import adapter_of
from schiri.prose import field_signs, title_words, turn_words
from schiri.prose.answers import device_hint, device_words
from schiri.table.buttons import does_something, step_of
from schiri.table.intents import Plug, Press, Touch
from schiri.table.session import TableSession
from schiri.table.state import TableState
from schiri.terminal.board import Board, scale_for
from schiri.terminal.command_screen import LOW, CommandScreen
from schiri.terminal.keys import N_, key
from schiri.terminal.lights import CAPS, ButtonsPanel, LightsPanel
from schiri.terminal.text_widgets import QuietStatic
from schiri.texts import Words

STICK = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
PRESSES = N_("the stick: press the field; after a game play the same again")
COLOURS = N_("the buttons; yellow says why not, with dice they are what was rolled")
# What the button of each cap does.
CAPS_DO = {
    **dict.fromkeys(("red", "yellow", "green", "blue"), COLOURS),
    "white": N_("white: confirm; with dice it is the joggle"),
    "black": N_("black: take back"),
}
# What stands beside and below the board, and so much that there is room for two buttons a row,
# or three; a low screen shows no lights beside a board.
BELOW = 7
NARROW, WIDE = 25, 36
# In these the device is at no game, whatever was played before.
AT_NO_GAME = ("choose", "options", "rules", "restart")


def mark_lines(words: Words) -> list[tuple[str, str]]:
    """Return each mark on the board and what it means."""
    return [
        ("[ ]", words.gettext("picked")),
        ("( )", words.gettext("it may go there")),
        ("{ }", words.gettext("the hint")),
        ("‹ ›", words.gettext("the last move")),
        ("! !", words.gettext("the cause of the refusal")),
        ("* *", words.gettext("the group that has won")),
    ]


class TableScreen(CommandScreen):
    """The table view of a device."""

    MARKS = staticmethod(mark_lines)

    DEFAULT_CSS = """
    TableScreen #top { height: auto; }
    TableScreen #left { width: auto; height: auto; margin: 0 1 0 0; }
    TableScreen #right { width: 1fr; height: auto; }
    TableScreen #seats { height: auto; }
    TableScreen #device { height: auto; max-height: 2; color: $text-muted; }
    """
    BINDINGS = [
        key("m", "button('hold-black')", N_("hold black: the menu"), bar=N_("menu")),
        *(key(name, f"stick('{name}')", N_("the stick: go to a field")) for name in STICK),
        key("enter", "stick('press')", PRESSES, shown="Enter"),
        *(key(cap, f"button('{button}')", CAPS_DO[button]) for cap, button, *_ in CAPS),
        key("r", "button('hold-white')", N_("hold white: the device rolls"), bar=N_("roll")),
        key("t", "button('hold-yellow')", N_("hold yellow: a hint, if allowed")),
        key("u", "toggle_cable", N_("pull the simulated cable, or plug it in"), bar=N_("cable")),
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
                yield Board(field_signs(self.words))
            with Vertical(id="right"):
                yield LightsPanel(self.state.build)
                yield ButtonsPanel(self.words)
                yield QuietStatic("", id="seats")
                yield QuietStatic("", id="device")
        yield from self.compose_talk()

    def on_mount(self) -> None:
        """Show the lights dark until the device tells them."""
        self.query_one(LightsPanel).show(None)

    def on_resize(self, event: Resize) -> None:
        """Show the board as large as there is room for."""
        super().on_resize(event)
        self._show_board()

    # What is shown

    def show(self, state: TableState) -> None:
        """Show a moment; of a game of cards nothing is told here."""
        if state.is_card_game:
            self.state = state
            self._noticed_upto = state.notices_upto
        else:
            super().show(state)

    def show_parts(self) -> None:
        """Show board, lights and what is due."""
        super().show_parts()
        state = self.state
        title = title_words(self.words, state.state, state.players, state.score)
        self.query_one("#title", QuietStatic).update(title)
        self.query_one("#seats", QuietStatic).update("\n".join(self._seat_notes()))
        self.query_one("#device", QuietStatic).update(self._device_words())
        turn = turn_words(self.words, state.state) if self._is_at_game else ""
        self.query_one("#turn", QuietStatic).update(turn)
        lights = self.query_one(LightsPanel)
        lights.build = state.build
        lights.show(state.lights)
        self._show_board()

    def _seat_notes(self) -> list[str]:
        """Return what each player has beside the board, a line for each who has something."""
        state = self.state.state
        if state is None:
            return []
        note = adapter_of(state.game).seat_note
        notes = [(name, note(self.words, state, name)) for name in self.state.players]
        return [f"{name}  {text}" for name, text in notes if text]

    def _device_words(self) -> str:
        """Return which device answers, and the name of a board that stands in for a painted one."""
        text = device_words(self.words, self.state.connected)
        board = self.state.options.get("board")
        if board and self.game:
            name = adapter_of(self.game).option_text(self.words, "board", board)
            text += "\n" + name if name != board else ""
        return text

    @property
    def _is_at_game(self) -> bool:
        """Whether what the device does belongs to the game that is shown."""
        return self.state.now is None or self.state.now.mode not in AT_NO_GAME

    def _show_board(self) -> None:
        state = self.state
        refusal = self.answer.refusal or state.refusal
        view = state.board if state.now and self._is_at_game else None
        width, height = self.size
        board = self.query_one(Board)
        if view:
            board.scale = scale_for(view.size, width - NARROW, height - BELOW)
        file, rank = self._cursor
        cursor = "" if self._has_stick else "abcde"[file] + str(rank + 1)
        board.show(view, cursor, refusal.cells if refusal else ())
        room = width - (board.scale.room(view.size)[0] + 1 if view else 0)
        self.query_one(ButtonsPanel).show(3 if room >= WIDE else 2)
        self.query_one(LightsPanel).display = height >= LOW or view is None

    def hint(self) -> str:
        """Return what can be done now: what the device waits for, or how one comes back."""
        state, words = self.state, self.words
        if state.connected is None and state.is_plugged is False:
            return words.gettext(
                "The cable is out, and the device goes on without us: u plugs it in again."
            )
        none = words.gettext("No device answers yet. Press n for the card games.")
        return device_hint(words, state) or none

    # What is done

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether there is something for a key to do: dice to roll, a cable to pull."""
        now = self.state.now
        if parameters == ("hold-white",) and (now is None or now.mode != "dice"):
            return False
        if parameters == ("hold-yellow",) and (now is None or now.mode != "play"):
            return False
        if action == "toggle_cable" and self.state.is_plugged is None:
            return False
        return super().check_action(action, parameters)

    def _press(self, button: str) -> None:
        """Press a button of the device; where it does nothing, say so."""
        if does_something(step_of(self.state), button):
            self.send(Press(button))
        else:
            self.say_idle()

    def action_stick(self, way: str) -> None:
        """Move the stick, or press it; without one, go over the keys of the grid."""
        file, rank = self._cursor
        if way == "press" and self.play_again():
            return
        if self._has_stick:
            self._press(way)
        elif way == "press":
            self._press("abcde"[file] + str(rank + 1))
        else:
            across, up = STICK[way]
            self._cursor = max(0, min(4, file + across)), max(0, min(4, rank + up))
            self._show_board()

    def action_button(self, button: str) -> None:
        """Press a button, or hold it."""
        self._press(button)

    def action_toggle_cable(self) -> None:
        """Pull the simulated cable, or plug it in again."""
        self.send(Plug(not self.state.is_plugged))

    def on_board_touched(self, event: Board.Touched) -> None:
        """A click on the board presses the cell."""
        self.send(Touch(event.cell))

    def on_buttons_panel_pressed(self, event: ButtonsPanel.Pressed) -> None:
        """A click on a cap presses the button."""
        self.send(Press(event.button))
