"""Who plays what: asked before a game, and remembered, so that Enter plays the same again."""

from schiri_engines.refusals import MalformedText, Refused
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Select, Static

from schiri.memory import Memory
from schiri.referee import Referee
from schiri.texts import _, malformed_words, refusal_words

LAYOUTS = ("1", "2", "3", "free", "rows")


class Start(ModalScreen[Memory | None]):
    """Asks for players, game and options."""

    DEFAULT_CSS = """
    Start { align: center middle; }
    Start > Vertical { width: 64; height: auto; border: round $primary; padding: 0 1; }
    Start Horizontal { height: 3; }
    Start Label { width: 14; padding: 1 0; }
    Start Input, Start Select { width: 1fr; }
    Start #problem { color: $error; height: auto; }
    Start Button { margin: 0 1; }
    """
    BINDINGS = [Binding("escape", "leave", show=False)]

    def __init__(self, last: Memory) -> None:
        super().__init__()
        self._last = last

    def compose(self) -> ComposeResult:
        first, second = [*self._last.players, "", ""][:2]
        layout = self._last.options.get("layout", "1")
        is_own = layout not in LAYOUTS
        names = {
            "1": _("Layout 1 (ours)"),
            "2": _("Layout 2 (ours)"),
            "3": _("Layout 3 (ours)"),
            "free": _("Free set-up"),
            "rows": _("Your own rows"),
        }
        with Vertical():
            yield Static("[b]Switch[/b]")
            with Horizontal():
                yield Label(_("Begins"))
                yield Input(first, placeholder="A", id="first", max_length=24)
            with Horizontal():
                yield Label(_("Against"))
                yield Input(second, placeholder="B", id="second", max_length=24)
            with Horizontal():
                yield Label(_("Start"))
                options = [(names[value], value) for value in LAYOUTS]
                value = "rows" if is_own else layout
                yield Select(options, value=value, allow_blank=False, id="layout")
            with Horizontal(id="own"):
                yield Label(_("Rows"))
                yield Input(layout if is_own else "", placeholder="bwbwb/.../bwbwb", id="rows")
            yield Static("", id="problem")
            with Horizontal():
                yield Button(_("Play"), variant="primary", id="play")
                yield Button(_("Back"), id="back")

    def on_mount(self) -> None:
        """Let Enter play the same again."""
        self.query_one("#own").display = self.query_one("#layout", Select).value == "rows"
        self.query_one("#play").focus()

    def on_select_changed(self, event: Select.Changed) -> None:
        """Ask for rows only where they are wanted."""
        self.query_one("#own").display = event.value == "rows"

    def on_input_submitted(self) -> None:
        """Enter in a field plays as well."""
        self._play()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Play, or go back."""
        if event.button.id == "play":
            self._play()
        else:
            self.dismiss(None)

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)

    def _play(self) -> None:
        players = (
            self.query_one("#first", Input).value.strip() or "A",
            self.query_one("#second", Input).value.strip() or "B",
        )
        layout = str(self.query_one("#layout", Select).value)
        if layout == "rows":
            layout = self.query_one("#rows", Input).value.strip()
        options = {"layout": layout}
        try:
            Referee("switch", players, options)
        except Refused as no:
            self.query_one("#problem", Static).update(refusal_words(no.refusal))
        except MalformedText as bad:
            self.query_one("#problem", Static).update(malformed_words(bad))
        else:
            self.dismiss(Memory(players, "switch", options))
