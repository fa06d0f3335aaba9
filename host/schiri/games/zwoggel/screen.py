"""Zwoggel in the terminal: a cursor over the field turns cards up and lays them.

Decides which key is which.  What is legal the referee says; it is asked with every key.
"""

from schiri_device.builds.build import COLOURED
from schiri_device.builds.panels import LETTER
from schiri_engines.refusals import Refused
from schiri_engines.zwoggel.notation import place_text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from schiri.device.panel import Panel, turn_picture
from schiri.device.reports import Pressed
from schiri.events import End, Event
from schiri.games.zwoggel.field import FieldView, Place, field_of, follow, game_of
from schiri.games.zwoggel.field_widget import Field
from schiri.games.zwoggel.panel import field_picture
from schiri.games.zwoggel.words import ZwoggelState, penalty_lines, stock_line, trap_lines
from schiri.log.logged import LoggedReferee
from schiri.prose import title_of, turn_words
from schiri.terminal.cards import CardScreen
from schiri.terminal.quiet_static import QuietStatic
from schiri.texts import _

ARROWS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


def key_lines() -> list[tuple[str, str]]:
    """Return each key of a card game's table and what it does."""
    return [
        ("← ↑ ↓ →", _("go to a place")),
        ("r  g", _("turn the card there up: it is red, or green")),
        ("Space  Enter", _("lay a card there, or take it up again before the last one lies")),
        ("u  6", _("take back")),
        (":", _("type a command: flip 0,0 red, undo, resign NAME, dispute TEXT, set KEY VALUE")),
        ("n", _("a new game")),
        ("q", _("quit; the log is kept")),
    ]


def mark_lines() -> list[tuple[str, str]]:
    """Return each sign on the field and what it means."""
    return [
        ("░", _("face down")),
        ("●  ▲", _("red, green")),
        ("╳", _("a hole: a penalty card lay there")),
        ("‹ ›", _("just turned up")),
        ("* *", _("three in a row")),
        ("+", _("a card will be laid there")),
        ("! !", _("because of these a move was refused")),
    ]


class ZwoggelScreen(CardScreen):
    """The field, who has how many penalties, and whose turn it is."""

    DEFAULT_CSS = """
    ZwoggelScreen #top { height: 3fr; min-height: 6; }
    ZwoggelScreen #side { width: 24; height: 100%; padding: 0 1; }
    ZwoggelScreen #side Static { height: auto; margin: 0 0 1 0; }
    """
    BINDINGS = [
        *(Binding(key, f"move('{key}')", show=False) for key in ARROWS),
        Binding("r", "flip('red')", show=False),
        Binding("g", "flip('green')", show=False),
        Binding("space,enter", "lay", show=False),
        Binding("u,6,backspace", "undo", show=False),
    ]
    HELP_PARTS = (key_lines, mark_lines)

    def __init__(self, logged: LoggedReferee, panel: Panel) -> None:
        super().__init__(logged, panel)
        self._cursor: Place = (0, 0)
        # The lowest place that the device shows.
        self._low: Place = (-3, -3)
        # Where the cards drawn will be laid, once there are as many as must be.
        self._chosen: tuple[Place, ...] = ()
        self._cause: tuple[Place, ...] = ()
        self._end: End | None = None

    def compose(self) -> ComposeResult:
        yield QuietStatic("", id="title", markup=False)
        with Horizontal(id="top"):
            yield Field()
            with Vertical(id="side"):
                yield QuietStatic("", id="stock")
                yield QuietStatic("", id="players", markup=False)
        keys = (("r g", _("turn up")), ("␣", _("lay")), ("u", _("back")))
        yield from self.compose_talk("flip 0,0 red", *keys)

    def show(self, events: list[Event]) -> None:
        """Show how the game stands, and what has happened just before."""
        state = self.referee.state()
        assert isinstance(state, ZwoggelState)
        if events:
            self._chosen, self._cause = (), ()
            self._look_at(game_of(self.referee.table).turned)
            self._end = next((each for each in events if isinstance(each, End)), None)
        self.tell(events)
        self.query_one("#title", Static).update(title_of("zwoggel", self.referee.names))
        self.query_one("#stock", Static).update(stock_line(state))
        lines = [*penalty_lines(state), "", *trap_lines(self._end)]
        self.query_one("#players", Static).update("\n".join(lines))
        self.query_one("#turn", Static).update(turn_words(state))
        self.query_one("#hint", Static).update(self._hint(state.phase))
        self.query_one("#problem", Static).update(self._note)
        self._show_field()

    def _show_field(self) -> None:
        view = field_of(self.referee.table)
        self.query_one(Field).show(view, self._cursor, self._chosen, self._cause)
        self._show_panel(view)

    def _show_panel(self, view: FieldView) -> None:
        """Show the part of the field around the cursor, or where it does not fit who is on turn."""
        size, table = self.panel.build.size, self.referee.table
        if not self.panel.build.has_cursor:
            letter = LETTER[COLOURED[table.turn]] if table.turn is not None else "."
            self.panel.show(turn_picture(size, letter))
            return
        self.panel.show(field_picture(size, view, self._low, self._cursor, self._chosen))

    def _look_at(self, place: Place | None) -> None:
        """Make the device show this place."""
        size = self.panel.build.size
        if place is not None:
            self._low = follow(self._low, (size, size), place)

    def handle_press(self, press: Pressed) -> None:
        """The stick chooses a place; red and green turn up, white lays, black takes back."""
        name = press.name
        if not self.panel.build.has_cursor:
            return
        if name in ARROWS:
            self.action_move(name)
        elif name in ("red", "green"):
            self.action_flip(name)
        elif name in ("white", "press"):
            self.action_lay()
        elif name == "black":
            self.action_undo()

    def _hint(self, phase: str) -> str:
        if phase == "flip":
            return _("Arrows to the card, then r for red or g for green, as it shows.")
        if phase == "place":
            words = _("Arrows to a place, Space lays; again takes it up. Still to be laid: {cards}")
            return words.format(cards=game_of(self.referee.table).hand - len(self._chosen))
        return _("u takes the last back, n begins a new game.")

    # What is done

    def action_move(self, way: str) -> None:
        """Move the cursor, no further than one place beyond the cards."""
        low, high = field_of(self.referee.table).reach()
        x, y = (
            max(least, min(most, at + step))
            for least, most, at, step in zip(low, high, self._cursor, ARROWS[way], strict=True)
        )
        self._cursor = x, y
        self._look_at(self._cursor)
        self._show_field()

    def action_flip(self, colour: str) -> None:
        """Turn up the card at the cursor: it is of this colour."""
        self.do(f"flip {place_text(self._cursor)} {colour}")

    def action_lay(self) -> None:
        """Choose the place at the cursor, or let go of it; with the last one all are laid."""
        if self._cursor in self._chosen:
            self._choose(tuple(each for each in self._chosen if each != self._cursor))
            return
        chosen = (*self._chosen, self._cursor)
        refusal = self.referee.table.why_not(("place", *chosen))
        if refusal is None:
            self.do(" ".join(["place", *map(place_text, chosen)]))
        elif refusal.code == "lay-too-few":
            self._choose(chosen)
        else:
            self.refuse(Refused(refusal))

    def action_undo(self) -> None:
        """Let go of the place chosen last, or take the last entry back."""
        if self._chosen:
            self._choose(self._chosen[:-1])
        else:
            self.do("undo")

    def refuse(self, refused: Refused) -> None:
        """Show why not, and where."""
        super().refuse(refused)
        cells = refused.refusal.cells
        self._cause = tuple(place for place in cells if isinstance(place, tuple))
        self._show_field()

    def _choose(self, places: tuple[Place, ...]) -> None:
        self._note = ""
        self._chosen, self._cause = places, ()
        self.show([])

    def on_field_touched(self, event: Field.Touched) -> None:
        """A click moves the cursor."""
        self._cursor = event.place
        self._show_field()
