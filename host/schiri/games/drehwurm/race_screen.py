"""A table with races: whose clock stamps presses, who has which colour, what a race came to.

Decides what a press on the device or a claim on a key becomes.  Who was first the judge of races
says; how it all looks, the screen of the game.
"""

import time

from schiri_device.builds.panels import CARD_CONTROLS
from textual.widgets import Static

from schiri.device.panel import AWAY, ON, Panel, turn_picture
from schiri.device.reports import Pressed
from schiri.events import Event, Made
from schiri.games.drehwurm.panel import Seats, race_picture
from schiri.games.drehwurm.proof import claims_of
from schiri.games.drehwurm.race import RaceWindow
from schiri.games.drehwurm.tables import fast_game
from schiri.games.drehwurm.words import Claim, order_words
from schiri.log.logged import LoggedReferee
from schiri.terminal.cards import CardScreen
from schiri.terminal.command_screen import EventLog
from schiri.texts import _


def now_ms() -> int:
    """Return the time of a clock that only goes on."""
    return time.monotonic_ns() // 1_000_000


class RaceScreen(CardScreen):
    """Races on this PC's keys, or on a device as the panel."""

    clock = staticmethod(now_ms)

    def __init__(self, logged: LoggedReferee, panel: Panel) -> None:
        super().__init__(logged, panel)
        self._is_fast = self.referee.options["mode"] == "fast"
        self._countdown_s = int(self.referee.options["throw-in-s"])
        # The ms of the last press on the device, None while the PC's own clock counts.
        self._tick: int | None = None
        self._race = self._window()
        self._seats = Seats(panel.build, len(self.referee.names))
        # The window that counts for nothing, until it is closed; a game that goes on needs none.
        self._practice: RaceWindow | None = None
        self._has_practised = bool(self.referee.table.entries)
        # What the next turning that the device stamps will be called.
        self._turning = "turned"

    # Races

    def _follow(self, phase: str, events: list[Event]) -> None:
        """Open and close windows as the game goes."""
        entries = [event.entry for event in events if isinstance(event, Made)]
        word = entries[-1].split()[0] if entries else ""
        game = fast_game(self.referee.table)
        if phase != "race":
            self._race.close(self._now())
        elif word in ("turned", "passed"):
            self._race.open(self._now(), game.turner)
        elif word == "undo":
            self._race.go_back(game.turner, self._named())

    def _named(self) -> list[int]:
        """Return the seats that have claimed in the window that is open."""
        return [seat for seat, _ms in fast_game(self.referee.table).claims]

    def _claim(self, seat: int) -> None:
        """Count a press as a claim, or as a false start."""
        self._race.press(self._now(), seat)
        if not self._race.is_open:
            return
        proof = self._race.proof()
        claims = claims_of(proof, self.referee)
        if claims:
            self.do(claims, proof)
        elif seat not in self._named() and self._race.is_locked(seat):
            words = _("False start: {name} is locked out. (DW-12)")
            self.show_problem(words.format(name=self.referee.names[seat]))
            self._show_panel()

    def begin(self, words: str) -> None:
        """Open the line with the beginning of a command."""
        raise NotImplementedError

    # The device as a panel

    def turn_there(self, words: str) -> None:
        """Make the device stamp a turning, which becomes this command."""
        self._turning = words
        self.panel.press(CARD_CONTROLS[self.panel.build.name]["turned"][0])

    def _now(self) -> int:
        """Return the time by the clock that stamps presses."""
        return self.clock() if self._tick is None else self._tick

    def _window(self) -> RaceWindow:
        return RaceWindow(len(self.referee.names), self.referee.options, self._now())

    def _change_clock(self, tick: int | None) -> None:
        """Stamp presses by the device, or with None by this PC; a window that is open is void."""
        is_void = self._race.is_open
        self._tick = tick
        self._race, self._practice = self._window(), None
        if is_void:
            self.show_problem(_("The device was away: this race is void."))

    def _leave_device(self) -> None:
        """Use this PC's keys where the device does not answer."""
        if self._tick is not None and not self.panel.is_up:
            self._change_clock(None)
            self._say(_("No device answers: the keys of this PC stand in, less exactly."))

    def _say(self, words: str) -> None:
        self.query_one(EventLog).write(words)

    def handle_press(self, press: Pressed) -> None:
        """A press on the device: it takes a colour, practises, claims or says something."""
        if not self._is_fast:
            return
        if press.name in (ON, AWAY) or self._tick is None:
            self._change_clock(press.tick)
        self._tick = press.tick
        if press.name == ON:
            self._ask_for_seats()
        elif not self._seats.is_full:
            if self._seats.assign(press.name):
                self._ask_for_seats()
        elif self._has_practised:
            self._play(self._seats.meaning(press.name))
        else:
            self._practise(self._seats.meaning(press.name))
        self._show_panel()

    def _ask_for_seats(self) -> None:
        taken, names = len(self._seats.buttons), self.referee.names
        if taken < len(names):
            self._say(_("{name}, press the button of your colour.").format(name=names[taken]))
        elif not self._has_practised:
            self._say(_("Practise once: turn, press, turn. It counts for nothing."))

    def _practise(self, meaning: int | str | None) -> None:
        """Run a race that counts for nothing; the second turning ends it."""
        if meaning == "turned" and self._practice is None:
            self._practice = self._window()
            turner = self.referee.table.turn
            self._practice.open(self._now(), 0 if turner is None else turner)
        elif meaning == "turned":
            self._practice, self._has_practised = None, True
            self._race = self._window()
            self._say(_("From here on it counts."))
        elif isinstance(meaning, int) and self._practice:
            self._practice.press(self._now(), meaning)
            names = self.referee.names
            order = self._practice.verdict().order
            told = [Claim(names[seat], ms, tie) for seat, ms, tie in order]
            self.query_one("#order", Static).update(order_words(told))

    def _play(self, meaning: int | str | None) -> None:
        if meaning == "turned":
            words, self._turning = self._turning, "turned"
            self.do(words)
        elif meaning == "illegal":
            self.do("illegal")
        elif meaning == "ate":
            self.begin("ate NAME ")
        elif isinstance(meaning, int) and self.referee.table.phase in ("race", "turn"):
            self._claim(meaning)

    def _show_panel(self) -> None:
        """Show the order by the players' colours, or whose turn it is."""
        if not self._is_fast:
            return
        size, seats, table = self.panel.build.size, self._seats, self.referee.table
        window = self._practice or self._race
        if not seats.is_full:
            letters = [seats.letter(seat) for seat in range(len(seats.buttons))]
            self.panel.show(race_picture(size, letters, "", False))
        elif window.is_open:
            early = [seats.letter(seat) for seat, _ms in window.verdict().false_starts]
            claims = self._practice.verdict().order if self._practice else fast_game(table).order()
            self.panel.show(
                race_picture(size, [seats.letter(seat) for seat, _ms, _tie in claims], early)
            )
        else:
            self.panel.show(
                turn_picture(size, "." if table.turn is None else seats.letter(table.turn))
            )
