"""The table of Drehwurm: the clock that stamps presses, the colours of the players, the races.

Decides the meaning of a press on the device or a claim at the keyboard. The judge of races decides
who was first.
"""

from dataclasses import dataclass, replace

from schiri_device.builds import COLOURED

from schiri.device.panel import AWAY, ON, Panel
from schiri.device.reports import Pressed
from schiri.events import EntryMade, Event, FalseStart, Incident, SeatsChosen, TooEarly
from schiri.games.drehwurm.match import fast_game, points_played
from schiri.games.race import (
    PANEL_SCAN_MS,
    VIEW_SCAN_MS,
    RaceWindow,
    Seats,
    ViewClocks,
    buttons_of,
    claims_of,
    has_races,
    race_picture,
)
from schiri.log.annotations import seats_in
from schiri.log.logged import LoggedReferee
from schiri.table.game_controller import HostGame
from schiri.table.intents import (
    NOT_HERE,
    SAME_PRESS,
    TOO_LATE,
    TURNINGS,
    Answer,
    Enter,
    Intent,
    Stamp,
    ThrowIn,
    Turn,
    Undo,
)
from schiri.table.state import Notice
from schiri.views import CardView

# The steps on the device before the game begins.
CHOOSE_COLOURS, PRACTISE, PLAY = "colours", "practise", "play"
RACING = ("race", "turn")
# How long a device may take to report a requested press.
ON_ITS_WAY_MS = 3000
# The shortest human reaction to a card, as in athletics.
REACTION_MS = 100


@dataclass(frozen=True)
class RaceView(CardView):
    """A race, or the last one.

    Shape: ``order`` has seat, ms and tie of each claim, best first; ``early`` are the seats of
    false starts; ``colours`` has the button of each seat that has chosen one.  ``due`` is the step
    that is due on the device, "" for none; ``left_s`` is the time left for a throw-in, None without
    a limit or an open window.  ``uncounted`` are the seats whose cards must still be counted,
    ``played`` the points of each seat in each earlier game of the match.  ``thrown`` are the seats
    that have thrown in, also those whose cards were illegal.
    """

    order: tuple[tuple[int, int, bool], ...] = ()
    early: tuple[int, ...] = ()
    colours: tuple[str, ...] = ()
    is_open: bool = False
    due: str = ""
    left_s: int | None = None
    uncounted: tuple[int, ...] = ()
    played: tuple[tuple[int, ...], ...] = ()
    thrown: tuple[int, ...] = ()


class DrehwurmGame(HostGame):
    """A match of Drehwurm, with races on this PC's keys, or on a device as the panel."""

    def __init__(self, logged: LoggedReferee, panel: Panel, now_ms: int) -> None:
        super().__init__(logged, panel, now_ms)
        self._is_fast = has_races(self.referee.options)
        self._countdown_s = int(self.referee.options["throw-in-s"])
        # The ms of the last press on the device, None while the PC's own clock counts.
        self._tick: int | None = None
        # The current press: its time and that time's resolution; None if there is none.
        self._pressed_ms: int | None = None
        # Who was too early since the last entry.
        self._early: list[TooEarly | FalseStart] = []
        # The number of the last entry besides claims, and of the entry at which a throw-in may
        # already have been offered.
        self._moment = self._offered = 0
        self._scan_ms = PANEL_SCAN_MS
        self._clocks = ViewClocks()
        # Presses requested of the device: the button, the time of the request, and a view's stamp.
        self._asked: list[tuple[str, int, Stamp | None]] = []
        self._race = self._window()
        # When the window was opened by this PC's clock, and the time left when last reported.
        self._opened_ms = now_ms
        self._told_left_s: int | None = None
        count = len(self.referee.names)
        chosen = buttons_of(seats_in(logged.writer.header, logged.past), count)
        self._seats = Seats(panel.build, count, chosen)
        # The practice window until it is closed; a resumed game needs none.
        self._practice: RaceWindow | None = None
        self._has_practised = bool(self.table.entries)
        # The command of the next turning that the device stamps.
        self._turning = "turned"
        self._show_panel()

    def carry_out(self, intent: Intent) -> Answer:
        self._pressed_ms, self._scan_ms = None, VIEW_SCAN_MS
        match intent:
            case ThrowIn(seat, at) if self._is_fast:
                answer = self._claim_at_view(seat, at)
            case Enter("turned" | "passed" as word) if self._is_on_panel() and self._seats.is_full:
                # A turning that is typed skips the practice race.
                self._practice, self._has_practised = None, True
                answer = self._turn_on_panel(word, None)
            case Turn(word, at) if self._is_on_panel():
                self._deal_colours()
                answer = self._turn_on_panel(word, at)
            case Turn(word, at):
                self._use_keyboard()
                self._set_time(at, is_turning=True)
                answer = self.enter(word)
            case _:
                self._use_keyboard()
                answer = super().carry_out(intent)
        self._show_panel()
        return answer

    def view(self) -> RaceView:
        game = fast_game(self.table)
        left = game.left if self.table.phase == "count" else ()
        uncounted = tuple(seat for seat, cards in enumerate(left) if cards is None)
        played = points_played(self.table)
        if not self._is_fast:
            return RaceView(uncounted=uncounted, played=played)
        window = self._practice or self._race
        claims = self._practice.verdict().order if self._practice else game.order()
        early = window.verdict().false_starts if window.is_open else ()
        return RaceView(
            tuple(claims),
            tuple(seat for seat, _ms in early),
            tuple(self._seats.buttons),
            window.is_open,
            self._due() if self._tick is not None and self.panel.is_up else "",
            self._left_s(),
            uncounted,
            played,
            tuple(self._named()),
        )

    def step(self, now_ms: int) -> bool:
        is_late = super().step(now_ms)
        before, self._told_left_s = self._told_left_s, self._left_s()
        return is_late or self._told_left_s != before

    @property
    def is_timed(self) -> bool:
        """Whether the game has begun: colours are chosen and the race is practised in no time."""
        is_begun = not self._is_fast or self._tick is None or self._due() == PLAY
        return super().is_timed and is_begun

    @property
    def moment(self) -> tuple[object, ...]:
        """The last entry besides claims, since all may throw in at once, and the last event."""
        return self._moment, self.events.upto

    def is_late(self, intent: Intent, shown: tuple[object, ...]) -> bool:
        """Return whether an intent is late; people see a card before a view shows the turning."""
        is_of_before = shown[:1] == (self._offered,) and self._race.is_open
        if isinstance(intent, ThrowIn) and is_of_before:
            # A press that is too early for this card was meant for the pile before.
            return self._since_turning_ms(intent.at) < REACTION_MS
        if not isinstance(intent, ThrowIn | Turn) and self._on_their_way():
            # The device's reports come first, and nobody has seen their effect yet.
            return True
        # An undo takes back a claim as well.
        parts = 2 if isinstance(intent, Undo) else 1
        return shown[:parts] != self.moment[:parts]

    def _since_turning_ms(self, at: Stamp | None) -> int:
        """Return how long after the turning a view's button was pressed."""
        at_device = self._tick is not None and self.panel.is_up
        pressed_ms = self.now_ms if at_device else self._clocks.time(self.now_ms, at)
        return pressed_ms - self._opened_ms

    # Races

    def follow(self, events: tuple[Event, ...]) -> None:
        """Open and close windows as the game goes."""
        entries = [event.entry for event in events if isinstance(event, EntryMade)]
        word = entries[-1].split()[0] if entries else ""
        game = fast_game(self.table)
        self._early.clear()
        if word != "race":
            # People see a card before a view shows the turning, but nobody foresees an undo.
            before, self._moment = self._moment, self.events.upto
            self._offered = before if word in TURNINGS else self._moment
        if self.table.phase != "race":
            self._race.close(self._now())
        elif word in TURNINGS:
            self._race.open(self._now(), game.turner)
            self._opened_ms = self._now() if self._tick is None else self.now_ms
        elif word == "undo":
            self._race.go_back(game.turner, self._named())

    def _named(self) -> list[int]:
        """Return the seats that have claimed in the window that is open."""
        return [seat for seat, _ms in fast_game(self.table).claims]

    def _claim(self, seat: int) -> Answer:
        """Count a press as a claim, or as a false start."""
        self._race.press(self._now(), seat, self._scan_ms)
        if not self._race.is_open:
            # Ignored in a race without a clock; before a turning it may be a false start.
            if self.table.phase == "race":
                return NOT_HERE
            self._note(TooEarly(self.referee.names[seat]))
            return Answer()
        proof = self._race.proof()
        claims = claims_of(proof, self.table)
        if claims:
            return self.enter(claims, proof=proof)
        locked = [who for who, _ms in self._race.verdict().locked]
        if seat not in self._named() and seat in locked:
            self._note(FalseStart(self.referee.names[seat]))
        return Answer()

    def _note(self, early: TooEarly | FalseStart) -> None:
        """Show who was too early; the log has each player once between two entries.

        Raises: HostError (errors of the log).
        """
        self.notices.append(Notice(early.kind, (early.player,)))
        if early not in self._early:
            self._early.append(early)
            self.logged.note(early)

    def _claim_at_view(self, seat: int, at: Stamp | None) -> Answer:
        """Count a view's button as a claim; if the device counts, press it there instead."""
        if not 0 <= seat < len(self.referee.names) or self.table.phase not in RACING:
            return NOT_HERE
        if not self.panel.is_up:
            self._use_keyboard()
            self._set_time(at, is_turning=False)
            return self._claim(seat)
        buttons = self._seats.buttons
        if self._seats.is_full:
            self._ask(buttons[seat], at)
        elif seat == len(buttons):
            self._ask(next(each for each in COLOURED if each not in buttons), at)
        return Answer()

    # The device as a panel

    def _turn_on_panel(self, word: str, at: Stamp | None) -> Answer:
        """Press the device's button for a turning; the device stamps it and reports it later."""
        button = self._seats.free("turned")
        if button is None:
            return NOT_HERE
        if any(asked == button for asked, *_ in self._on_their_way()):
            return SAME_PRESS if word == self._turning else TOO_LATE
        self._turning = word
        self._ask(button, at)
        return Answer()

    def _ask(self, button: str, at: Stamp | None) -> None:
        """Request a press of the device, and remember its time at the view."""
        self._asked.append((button, self.now_ms, at))
        self.panel.press(button)

    def _was_asked(self, button: str) -> tuple[bool, Stamp | None]:
        """Return whether a press of this button was requested, and its stamp."""
        for each in self._on_their_way():
            if each[0] == button:
                self._asked.remove(each)
                return True, each[2]
        return False, None

    def _on_their_way(self) -> list[tuple[str, int, Stamp | None]]:
        """Return the requested presses that may still be reported."""
        since_ms = self.now_ms - ON_ITS_WAY_MS
        self._asked = [each for each in self._asked if each[1] > since_ms]
        return self._asked

    def _set_time(self, at: Stamp | None, is_turning: bool) -> None:
        """Note the time of the current press, by the clock that stamps presses.

        Rule: clocks are not set again during a race.
        """
        if is_turning and (self._practice or self._race).is_open:
            self._clocks.forget()
        self._pressed_ms = self._clocks.time(self._now(), at)

    def _is_on_panel(self) -> bool:
        return self._is_fast and self.panel.is_up and self.table.phase in RACING

    def _due(self) -> str:
        if not self._seats.is_full:
            return CHOOSE_COLOURS
        return PLAY if self._has_practised else PRACTISE

    def _now(self) -> int:
        """Return the time by the clock that stamps presses: that of the current press, if any."""
        if self._pressed_ms is not None:
            return self._pressed_ms
        return self.now_ms if self._tick is None else self._tick

    def _window(self) -> RaceWindow:
        return RaceWindow(len(self.referee.names), self.referee.options, self._now())

    def _change_clock(self, tick: int | None) -> None:
        """Stamp presses by the device's clock, or for None by this PC's; an open window becomes
        void.

        Raises: HostError (errors of the log).
        """
        is_void = self._race.is_open
        self._tick, self._pressed_ms = tick, None
        self._clocks.forget()
        self._race, self._practice = self._window(), None
        if is_void:
            self.notices.append(Notice("race-void"))
            self.add(self.logged.note(Incident("race")))

    def _use_keyboard(self) -> None:
        """Use this PC's keys, because the device does not answer."""
        if self._tick is not None and not self.panel.is_up:
            self._change_clock(None)
            self.notices.append(Notice("race-keys"))

    def handle_press(self, press: Pressed) -> None:
        """Handle a press on the device: a colour, practice, a claim or a command."""
        if not self._is_fast:
            return
        self._pressed_ms = None
        if press.name in (ON, AWAY) or self._tick is None:
            self._change_clock(press.tick)
        self._tick = press.tick
        if press.name != ON:
            was_asked, at = self._was_asked(press.name)
            meaning = self._seats.meaning(press.name)
            self._scan_ms = VIEW_SCAN_MS if was_asked else PANEL_SCAN_MS
            self._set_time(at, meaning == "turned")
            if not self._seats.is_full:
                self._seats.assign(press.name)
                self._keep_colours(was_asked)
            elif self._has_practised:
                self._play(meaning)
            else:
                self._practise(meaning)
        else:
            # Only now its buttons are known.
            count = len(self.referee.names)
            self._seats = Seats(self.panel.build, count, self._seats.buttons)
        self._show_panel()

    def _deal_colours(self) -> None:
        """Deal the free colours: a player who turns a pile at a view begins without choosing."""
        if self._seats.is_full:
            return
        for button in COLOURED:
            self._seats.assign(button)
        self._keep_colours(True)

    def _keep_colours(self, is_at_view: bool) -> None:
        """Log the colours of the players, once all have one.

        Raises: HostError (errors of the log).
        """
        if not self._seats.is_full:
            return
        # Practice is for the device's buttons; a page needs none.
        self._has_practised |= is_at_view
        writer, seats = self.logged.writer, self._seats.letters
        writer.replace_header(replace(writer.header, seats=seats))
        if writer.header.seats != seats:
            # There are entries already, and the colours stay as they were.
            self.add(self.logged.note(SeatsChosen(seats)))

    def _practise(self, meaning: int | str | None) -> None:
        """Run the practice race; the second turning ends it."""
        self._turning = "turned"
        if meaning == "turned" and self._practice is None:
            self._practice = self._window()
            self._practice.open(self._now(), self.table.turn or 0)
        elif meaning == "turned":
            self._practice, self._has_practised = None, True
            self._race = self._window()
            self.notices.append(Notice("race-counts"))
        elif isinstance(meaning, int) and self._practice:
            self._practice.press(self._now(), meaning, self._scan_ms)

    def _play(self, meaning: int | str | None) -> None:
        if meaning == "turned":
            word, self._turning = self._turning, "turned"
            self.show_answer(self.enter(word))
        elif meaning == "illegal":
            self.show_answer(self.enter("illegal"))
        elif meaning == "ate":
            self.notices.append(Notice("say-eaten"))
        elif isinstance(meaning, int) and self.table.phase in RACING:
            self.show_answer(self._claim(meaning))

    def _left_s(self) -> int | None:
        """Return the time left for a throw-in, if the table has agreed on a limit."""
        if not self._countdown_s or not self._race.is_open:
            return None
        # By this PC's clock: the device's is known only at presses.
        return max(0, self._countdown_s - (self.now_ms - self._opened_ms) // 1000)

    def _show_panel(self) -> None:
        """Show the order by the players' colours, or whose turn it is.

        Rule: without races players choose no colours, and each seat has the colour of its key.
        """
        size, letters, view = self.panel.build.size, self._seats.letters, self.view()
        if not self._is_fast:
            self.show_turn()
        elif not self._seats.is_full:
            self.panel.show(race_picture(size, letters, "", False))
        elif view.is_open:
            order = [letters[seat] for seat, _ms, _tie in view.order]
            self.panel.show(race_picture(size, order, [letters[seat] for seat in view.early]))
        else:
            self.show_turn(letters)


GAME = DrehwurmGame
