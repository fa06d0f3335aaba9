"""The app that steps through a log: the board or the cards, events, and their rules.

Decides the keys and what is shown. Must not know files: it gets the steps.
"""

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.timer import Timer

from schiri.events import EntryMade, Header
from schiri.log.steps import MOST_LINES, ReplayStep, short_words, step_words, undone_entries
from schiri.prose import field_signs, title_of
from schiri.scene import still_of
from schiri.scene.scene import Grid
from schiri.terminal.grid import CELL, FOOT, RIM, GridView
from schiri.terminal.terminal_app import TerminalApp
from schiri.terminal.widgets import QuietStatic
from schiri.texts import Words

# How many steps a page key moves.
PAGE = 10
# How long each step is shown while the log plays by itself.
STEP_S = 1.2


class ReplayApp(TerminalApp):
    """A log, step by step."""

    CSS = """
    #title { height: 1; text-style: bold; }
    #middle { height: 1fr; }
    #lies { width: auto; height: auto; max-width: 66%; }
    #state { width: auto; }
    #beside { width: 1fr; padding: 0 0 0 1; }
    #event { height: auto; text-style: bold; }
    #why { height: auto; color: $text-muted; }
    #lines { height: 1fr; margin: 1 0 0 0; }
    #turn { height: auto; }
    #place { height: 1; }
    #keys { height: 1; dock: bottom; background: $panel; }
    .-narrow #why { display: none; }
    .-narrow #lies { max-width: 44; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-wide")]
    BINDINGS = [
        Binding("right,down,space,enter", "go(1)", show=False, priority=True),
        Binding("left,up,backspace", "go(-1)", show=False, priority=True),
        Binding("pagedown", f"go({PAGE})", show=False, priority=True),
        Binding("pageup", f"go(-{PAGE})", show=False, priority=True),
        Binding("home", f"go(-{MOST_LINES})", show=False, priority=True),
        Binding("end", f"go({MOST_LINES})", show=False, priority=True),
        Binding("p", "play", show=False, priority=True),
        Binding("t", "turn", show=False, priority=True),
        Binding("q,escape", "quit", show=False, priority=True),
    ]

    def __init__(self, words: Words, header: Header, steps: Sequence[ReplayStep]) -> None:
        super().__init__(words)
        self._header = header
        self._steps = steps
        self._undone = undone_entries(steps)
        self.at = 0
        # How often a board is turned.
        self._quarters = 0
        # The timer of the next step, while the log plays by itself.
        self._timer: Timer | None = None
        middles = (still_of(words, step.state, step.view) for step in steps)
        self._grids = [middle if isinstance(middle, Grid) else None for middle in middles]
        self._has_board = any(grid and grid.look == "board" for grid in self._grids)

    def compose(self) -> ComposeResult:
        title = title_of(self._header.game, self._header.players)
        yield QuietStatic(title, id="title")
        with Horizontal(id="middle"):
            with Vertical(id="lies"):
                if self._grids[0]:
                    yield self._view()
                yield QuietStatic("", id="state")
            with Vertical(id="beside"):
                yield QuietStatic("", id="event")
                yield QuietStatic("", id="why")
                yield QuietStatic("", id="lines")
        yield QuietStatic("", id="turn")
        yield QuietStatic("", id="place")
        yield QuietStatic(self._keys(), id="keys")

    def _view(self) -> GridView:
        """Return a grid; a field has its largest size from the start, to keep its place."""
        view, grids = GridView(field_signs(self.words)), [grid for grid in self._grids if grid]
        if grids[0].look == "cards":
            view.styles.width = RIM + max(len(grid.columns) for grid in grids) * CELL
            view.styles.height = max(len(grid.rows) for grid in grids) + FOOT
        return view

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_history)

    def on_mount(self) -> None:
        self._show()

    def action_go(self, steps: int) -> None:
        """Go forward or back by a number of steps, at most to either end."""
        self.at = max(0, min(self.at + steps, len(self._steps) - 1))
        self._show()

    def action_play(self) -> None:
        """Play the log by itself, from its start once its end is shown; or stop that."""
        if self._timer:
            self._timer.stop()
            self._timer = None
        else:
            if self.at == len(self._steps) - 1:
                self.at = 0
            self._timer = self.set_timer(STEP_S, self._play_on)
        self._show()

    def _play_on(self) -> None:
        """Go on by a step; the last one is the end of it."""
        self.at = min(self.at + 1, len(self._steps) - 1)
        is_last = self.at == len(self._steps) - 1
        self._timer = None if is_last else self.set_timer(STEP_S, self._play_on)
        self._show()

    def action_turn(self) -> None:
        """Turn a board by a quarter; a field of cards is numbered, and stays."""
        self._quarters = (self._quarters + 1) % 4
        self._show()

    def _show(self) -> None:
        grid = self._grids[self.at]
        if grid:
            quarters = self._quarters if grid.look == "board" else 0
            self.query_one(GridView).show(grid.turned(quarters))
        texts = step_words(self.words, self._header, self._steps, self.at, grid is not None)
        self.query_one("#keys", QuietStatic).update(self._keys())
        for part, text in texts._asdict().items():
            self.query_one(f"#{part}", QuietStatic).update(text)
        self._show_history()
        # The number of lines that fit is known once all this is laid out.
        self.call_after_refresh(self._show_history)

    def _show_history(self) -> None:
        """Show the history around the current step, which is in the middle."""
        lines = self.query_one("#lines", QuietStatic)
        room = max(1, lines.size.height)
        first = max(0, min(self.at - room // 2, len(self._steps) - room))
        text = Text(no_wrap=True, overflow="ellipsis")
        for at, step in enumerate(self._steps[first : first + room], first):
            words = short_words(self.words, self._header, step.event)
            style = "bold" if at == self.at else "dim" if at > self.at else ""
            sign = "▶" if at == self.at else " "
            is_entry = isinstance(step.event, EntryMade) and step.event.word != "undo"
            number = f"{step.number:4}" if is_entry else "    "
            if is_entry and step.number in self._undone:
                style, number = f"{style} strike".strip(), "    "
            text.append(f"{sign}{number}  {words}\n", style)
        lines.update(text)

    def _keys(self) -> Text:
        keys = (
            ("← →", self.words.gettext("step")),
            ("p", self.words.gettext("stop") if self._timer else self.words.gettext("play")),
            *([("t", self.words.gettext("turn"))] if self._has_board else []),
            ("q", self.words.gettext("quit")),
            ("PgUp PgDn", self.words.gettext("ten steps")),
            ("Home End", self.words.gettext("first, last")),
        )
        text = Text()
        for key, words in keys:
            text.append(f" {key} ", "bold").append(f"{words}  ")
        return text
