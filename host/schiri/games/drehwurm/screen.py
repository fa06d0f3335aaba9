"""Drehwurm in the terminal: seats, piles, races and scores, and a key for each thing that is said.

Decides which key is which.  What is legal the referee says; who was first, the judge of races.
"""

from rich.style import Style
from rich.text import Text
from schiri_device.builds.build import COLOURED
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Input, Static

from schiri.events import Event
from schiri.games.drehwurm.race_screen import RaceScreen
from schiri.games.drehwurm.tables import fast_game
from schiri.games.drehwurm.words import (
    DrehwurmState,
    FastState,
    FullState,
    game_words,
    order_words,
    piles_words,
)
from schiri.prose import title_of, turn_words
from schiri.terminal.lights import CAP, CAPS
from schiri.terminal.quiet_static import QuietStatic
from schiri.texts import _, pgettext

# What a key says at once, or begins to say on the line; NAME is whose turn it is.
FAST = {
    "space": "turned",
    "p": "passed",
    "i": "illegal",
    "s": "stands",
    "e": "end",
    "a": "ate NAME ",
}
FULL = {"l": "lay ", "t": "throw ", "h": "hen ", "p": "pass ", "c": "can ", "w": "which "}
# What Enter begins to say in each phase, and a seat's key where no race is run.
NEXT = {"start": "start ", "shows": "shows ", "new": "new ", "turn": "", "count": "left LEFT "}
SEAT = {"count": "left SEAT ", "turn": "throw SEAT "}
KEYS = sorted({*FAST, *FULL})

# How many columns a name has.
NAME = 28

# How often a countdown is shown anew.
COUNT_S = 0.2


def race_key_lines() -> list[tuple[str, str]]:
    """Return each key of Drehwurm's fast referee and what it does."""
    return [
        ("1 … 6", _("the players' seats: throw in, or a false start; afterwards, cards left")),
        ("Space", _("the player on turn has laid and turned")),
        ("p", _("the player on turn has drawn and turned")),
        ("i  s", _("the fastest card was illegal; the fastest card stands")),
        ("a", _("a hen ate a pile: then colour, own worms, jokers, others")),
        ("e", _("the game has ended: then the cards left, with Enter")),
        ("n", _("the next game, or a new match")),
    ]


def full_key_lines() -> list[tuple[str, str]]:
    """Return each key of Drehwurm's full referee and what it does."""
    return [
        ("l  h  p", _("the player on turn lays, plays a hen, draws and turns")),
        ("t  1 … 6", _("somebody throws in")),
        ("c  w", _("does a card fit; which cards fit")),
        ("Enter", _("the line, begun with what is due")),
        ("u", _("take back")),
        (":", _("type a command: undo, abandon, dispute TEXT, set KEY VALUE")),
        ("q", _("quit; the log is kept")),
    ]


class DrehwurmScreen(RaceScreen):
    """Seats with their colours, what lies or who is how fast, and the scores."""

    DEFAULT_CSS = """
    DrehwurmScreen #seats { height: auto; margin: 1 0; }
    DrehwurmScreen #piles, DrehwurmScreen #order { height: auto; }
    DrehwurmScreen #order { text-style: bold; }
    """
    BINDINGS = [
        *(Binding(key, f"say('{key}')", show=False) for key in KEYS),
        *(Binding(str(seat), f"seat({seat - 1})", show=False) for seat in range(1, 7)),
        Binding("enter", "next_word", show=False),
        Binding("u,backspace", "undo", show=False),
        Binding("n", "next_game", show=False),
    ]
    HELP_PARTS = (race_key_lines, full_key_lines)

    def compose(self) -> ComposeResult:
        yield QuietStatic("", id="title", markup=False)
        yield QuietStatic("", id="seats")
        yield QuietStatic("", id="piles")
        yield QuietStatic("", id="order", markup=False)
        example = "turned" if self._is_fast else "lay y3 2"
        keys = (("␣", _("turned")), ("a", _("eaten"))) if self._is_fast else (("l", _("lay")),)
        yield from self.compose_talk(example, *keys, ("u", _("back")))

    def on_mount(self) -> None:
        """Show how the game stands, and count down where the table has agreed on it."""
        super().on_mount()
        if self._countdown_s and self._is_fast:
            self.set_interval(COUNT_S, self._show_hint)

    # What is shown

    def show(self, events: list[Event]) -> None:
        """Show how the game stands, and what has happened just before."""
        state = self.referee.state()
        assert isinstance(state, DrehwurmState)
        self._follow(state.phase, events)
        self.tell(events)
        self.query_one("#title", Static).update(
            f"{title_of('drehwurm', self.referee.names)}  {game_words(state)}"
        )
        self.query_one("#seats", Static).update(self._seat_lines(state))
        piles = state.piles if isinstance(state, FullState) else ()
        self.query_one("#piles", Static).update(piles_words(piles))
        order = state.order if isinstance(state, FastState) else ()
        self.query_one("#order", Static).update(order_words(order))
        self.query_one("#turn", Static).update(turn_words(state))
        self.query_one("#problem", Static).update(self._note)
        self._show_hint()
        self._show_panel()

    def _seat_lines(self, state: DrehwurmState) -> Text:
        """Return a line for each player: key, colour, name, whether on turn, and what they have."""
        shown = [(_("points"), state.scores), (_("match"), state.match)]
        if isinstance(state, FullState):
            shown = [(_("cards"), state.hands), (_("hens"), state.hens), *shown]
        text = Text(" " * (CAP + NAME), no_wrap=True)
        text.append("".join(f"{head:>9}" for head, _values in shown))
        for name, (key, button, front, back) in zip(self.referee.names, CAPS, strict=False):
            cap = f" {key} {pgettext('button', button)}".ljust(CAP - 1)
            text.append("\n").append(cap, Style(color=front, bgcolor=back))
            mark = "▶" if name == state.turn else " "
            text.append(f" {mark} {name}".ljust(NAME + 1))
            text.append("".join(f"{values[name]:>9}" for _head, values in shown))
        return text

    def _show_hint(self) -> None:
        phase = self.referee.table.phase
        self.query_one("#hint", Static).update(self._hint(phase))

    def _hint(self, phase: str) -> str:
        if phase == "race":
            words = _("1 to {seats} throw in, i was illegal, s stands; Space or p turns the next.")
            return words.format(seats=len(self.referee.names)) + self._left_words()
        if phase == "turn" and self._is_fast:
            return _("Space turned, p drew and turned, a ate a pile, e ends the game.")
        if phase == "turn":
            return _("l lays, p draws and turns, h plays a hen, t throws in; c and w ask.")
        if phase == "over":
            return _("n goes on with the next game, or begins a new match; u takes back.")
        return _("Enter begins the line.")

    def _left_words(self) -> str:
        """Return how long may still be thrown in, where the table has agreed on it."""
        if not self._countdown_s or not self._race.is_open:
            return ""
        left = max(0, self._countdown_s - (self._now() - self._race.opened_ms) // 1000)
        return "  " + _("{count} s").format(count=left)

    # What is done

    def action_say(self, key: str) -> None:
        """Carry out, or begin to type, the command of a key."""
        words = (FAST if self._is_fast else FULL).get(key)
        if words is None:
            return
        if words in ("turned", "passed") and self._is_fast and self.panel.is_up:
            self.turn_there(words)
            return
        self._leave_device()
        if words.endswith(" "):
            self.begin(words)
        else:
            self.do(words)

    def action_seat(self, seat: int) -> None:
        """Handle the key of a seat: in a race it claims, elsewhere it begins a command."""
        phase = self.referee.table.phase
        if self._is_fast and phase in ("race", "turn") and self.panel.is_up:
            self.panel.press(COLOURED[seat])
            return
        if seat >= len(self.referee.names):
            return
        self._leave_device()
        if self._is_fast and phase in ("race", "turn"):
            self._claim(seat)
        elif phase in SEAT:
            self.begin(SEAT[phase].replace("SEAT", self.referee.names[seat]))

    def action_next_word(self) -> None:
        """Begin to type the command that is due."""
        self.begin(NEXT.get(self.referee.table.phase, ""))

    def action_undo(self) -> None:
        """Take the last entry back."""
        self.do("undo")

    def action_next_game(self) -> None:
        """Go on to the next game of the match, or begin a new match."""
        if self.referee.table.phase == "over" and not self.referee.table.outcome():
            self.do("next")
        else:
            self.app.call_later(self.app.run_action, "new_game")

    def begin(self, words: str) -> None:
        """Open the line with the beginning of a command."""
        state = self.referee.state()
        left = [
            name
            for seat, name in enumerate(self.referee.names)
            if state.phase == "count" and fast_game(self.referee.table).left[seat] is None
        ]
        words = words.replace("NAME", state.turn or "").replace("LEFT", (left or [""])[0])
        self.action_type()
        line = self.query_one("#line", Input)
        line.value = words
        line.cursor_position = len(words)
