"""The worker of a table: reports and intents in, a frozen state out.

Decides who keeps the game, and that a fault is a part of the state.  Must not know threads, clocks
or any look: the caller passes the time, and it never waits.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from schiri_engines.refusals import MalformedText, Refused
from schiri_engines.registry import names_for, row_of

from schiri.device.connection import Connection
from schiri.device.reports import Action, Report
from schiri.device.table_device import NoDevice, TableDevice
from schiri.errors import HostError, reason_of
from schiri.last_setup import NONE, Setup, Setups, remember
from schiri.last_setup import load as load_setups
from schiri.log.logged import begin_log, continue_log
from schiri.log.stored import going_on, read_file
from schiri.recording.device_sync import DeviceSync
from schiri.recording.event_store import EventStore
from schiri.referee import Referee
from schiri.table import intents
from schiri.table.device_game import DeviceGame, ReportListener
from schiri.table.playing import Playing
from schiri.table.seating import Draw, again, notices_of, with_seats
from schiri.table.state import DeviceView, Offer, TableState
from schiri.table.unfinished import is_on_board, offers_in

# How long a device may take to take its lights back at the end.
GOODBYE_MS = 1000
# What surrounds a game, and its own moment; so many of them are known.
Moment = tuple[tuple[object, ...], tuple[object, ...]]
MOST_MOMENTS = 100
# So much is known of what was done last for each view.
MOST_DONE = 64
# The intents that neither a fault holds up, nor a device that has not answered.
ALWAYS = intents.Reconnect | intents.Leave | intents.Plug
# How long after its answer a device may take to report its mode: the line is idle by then.
CALM_MS = 60

# Errors that stop the table and not the program: somebody reconnects, and the game goes on.
FAULTS = HostError, OSError


def fault_of(error: HostError | OSError) -> HostError:
    """Return a fault as it is shown.

    >>> fault_of(OSError(24, "Too many open files")).details
    {'reason': 'EMFILE'}
    """
    if isinstance(error, HostError):
        return error
    return HostError("system-failed", reason=reason_of(error))


def pressed(intent: intents.Intent) -> Set[object]:
    """Return what a press may have in common with another one that a person takes for the same.

    >>> pressed(intents.Turn("turned")) == pressed(intents.Turn("passed"))
    True
    >>> pressed(intents.Undo()) & pressed(intents.Touch("a1", is_released=True)) == {intents.Undo}
    True
    """
    match intent:
        case intents.Turn() | intents.NewGame() | intents.Rematch() | intents.GoOn():
            return {type(intent)}
        case intents.Undo() | intents.Plug():
            return {type(intent)}
        case intents.Touch(cell, is_released):
            # A piece that is tapped twice is held.
            return {intents.Undo, cell} if is_released else {cell}
        case intents.ChooseSpot(place, is_released):
            return {intents.Undo, place} if is_released else {place}
        case intents.Enter():
            return {intent}
    return frozenset()


def is_unmeant(sent: intents.Offered, last: intents.Offered) -> bool:
    """Return whether nobody means what they sent, so soon after another press.

    Rule: all may throw in at once, also as soon as a pile is turned, and of what others do only an
    undo depends on that.

    >>> from functools import partial
    >>> of_one = partial(intents.Offered, moment=1, view=1)
    >>> is_unmeant(of_one(intents.Undo()), of_one(intents.Press("hold-white")))
    True
    >>> taken, moved = of_one(intents.Touch("a1")), of_one(intents.Touch("c3"))
    >>> is_unmeant(moved, taken), is_unmeant(moved._replace(view=2), taken)
    (False, True)
    """
    match sent.intent, last.intent:
        case intents.ThrowIn(), intents.ThrowIn() | intents.Turn():
            return False
        case intents.Undo(), intents.ThrowIn():
            return sent.view != last.view
        case _, intents.ThrowIn():
            return False
        case intents.Undo(), intents.Press():
            # It has come to lie where the button was, for a roll.
            return True
    return sent.view != last.view or not pressed(sent.intent).isdisjoint(pressed(last.intent))


def _wanted(intent: intents.Intent) -> object:
    """Return what a person wants with an intent, whoever asks and whenever."""
    match intent:
        case intents.Turn(word) | intents.Touch(word):
            return type(intent), word
        case intents.ChooseSpot(place, is_released):
            return intents.Undo if is_released else place
    return intent


class TableWorker:
    """The worker of one table.

    Shape: ``state`` is the newest state; ``folder`` has the logs, ``memory`` is the file of the
    last setups, and ``usual`` is offered before the first one.  Without a folder only a game that
    names its log has one.  ``listener`` is called with each report: a round may have many.
    Units: times in ms are of any monotonic clock.
    """

    def __init__(
        self,
        device: TableDevice,
        folder: Path | None,
        clock: Callable[[], datetime],
        memory: Path | None,
        draw: Draw,
        usual: Setup = NONE,
        listener: ReportListener | None = None,
    ) -> None:
        self._device = device
        self._folder, self._clock = folder, clock
        self._memory, self._draw = memory, draw
        self._setups = load_setups(memory, usual) if memory else Setups(usual)
        # The folder is searched again only if the offers may have changed.
        self._offers = lru_cache(1)(offers_in)
        # The fault that stops the table, until somebody reconnects.
        self._fault: HostError | None = None
        # Intents that wait until the device has answered the one before them, and from when on it
        # has shown the result.
        self._later: list[tuple[intents.Sent, int, intents.Respond]] = []
        self._calm_ms = 0
        self._is_opening = False
        # What was done last for each view, a throw-in beside anything else, and when it was asked
        # for; the newest is the last.
        self._done: dict[tuple[int, bool], tuple[intents.Offered, int]] = {}
        # The last moments, by their numbers.
        self._moments: dict[int, Moment] = {0: ((), ())}
        self._has_news = True
        view, offers = DeviceView(build=device.build), self._offers(folder, None, "")
        self.state = TableState(device=view, offers=offers, setups=self._setups)
        self._on_device = DeviceGame(device.build, device.press, listener)
        self._playing = Playing(self._on_device)
        self._connect(DeviceSync(EventStore(folder or Path(), clock)))

    def step(self, now_ms: int) -> bool:
        """Do one round: reports of the device, then time; return whether a port is open."""
        is_open = self._poll(now_ms)
        if self._on_device.is_asking:
            self._calm_ms = now_ms + CALM_MS
        is_calm = now_ms >= self._calm_ms or not is_open
        if self._is_opening and is_calm and not self._on_device.is_loading:
            self._is_opening, self._has_news = False, True
        while self._later and is_calm and not self._on_device.is_asking:
            self._carry_out(*self._later.pop(0))
        try:
            self._has_news |= self._playing.played.step(now_ms)
            if self._has_news:
                self._has_news = False
                self._publish(self._freeze())
        except FAULTS as error:
            self._break(fault_of(error))
            self._publish(self._with_fault())
        return is_open

    def wait(self) -> None:
        """Wait a moment for the device."""
        self._connection.wait()

    def wake(self) -> None:
        """Let a wait for the device end at once; any thread may."""
        self._connection.wake()

    def fail(self, error: HostError) -> None:
        """Stop the table, and show why; making the state may be what has failed."""
        self._break(error)
        self._publish(self.state._replace(fault=error))

    def end(self, clock_ms: Callable[[], int]) -> None:
        """Give the device its lights back, then close port and log, and stop the device."""
        try:
            self._on_device.give_up()
            for _intent, _at_ms, respond in self._later:
                respond(intents.NO_DEVICE)
            self._playing.leave()
            until_ms = clock_ms() + GOODBYE_MS
            while (now_ms := clock_ms()) < until_ms and self._poll(now_ms):
                if not self._connection.client.is_asking:
                    break
                self.wait()
        finally:
            self.close()
            self._device.stop()

    def close(self) -> None:
        """End; games are in the logs."""
        self._connection.close()
        self._on_device.close()
        if here := self._playing.here:
            here.close()

    def _connect(self, sync: DeviceSync) -> None:
        self._connection = Connection(
            self._device.open_port,
            self._receive,
            wants_lights=True,
            silent_ms=self._device.silent_ms,
            tries_others=self._device.tries_others,
        )
        self._on_device.begin(sync, self._connection.client)
        self._fault = None

    def _poll(self, now_ms: int) -> bool:
        if self._fault:
            return False
        was = self._connection.error
        try:
            is_open = self._connection.poll(now_ms)
        except FAULTS as error:
            self._connection.close()
            self._on_device.sync.disconnect()
            self._break(fault_of(error))
            is_open = False
        self._has_news |= self._fault is not None or was is not self._connection.error
        return is_open

    def _break(self, error: HostError) -> None:
        """Stop the table until it reconnects, and answer all open intents."""
        self._fault = error
        self._on_device.give_up()

    def refresh_offers(self) -> None:
        """Search the folder again: somebody else has put logs into it."""
        self._offers.cache_clear()
        self._has_news = True

    def _receive(self, report: Report, received_ms: int) -> list[Action]:
        self._has_news = True
        return self._playing.handle(report, received_ms)

    # Intents

    def carry_out(self, sent: intents.Sent, at_ms: int, answer: intents.Respond) -> None:
        """Carry out an intent that was sent at this time; a fault of the log is an answer to it.

        Rule: while the device carries out an intent, the next one waits: only then is it known
        whether its moment has gone.
        """
        self._has_news = True
        is_calm = not self._on_device.is_asking and at_ms >= self._calm_ms and not self._later
        if is_calm or isinstance(intents.plain(sent), ALWAYS):
            self._carry_out(sent, at_ms, answer)
        else:
            self._later.append((sent, at_ms, answer))

    def _carry_out(self, sent: intents.Sent, at_ms: int, answer: intents.Respond) -> None:
        def respond(result: intents.Answer) -> None:
            self._has_news = True
            if result.is_done and isinstance(sent, intents.Offered):
                key = sent.view, isinstance(sent.intent, intents.ThrowIn)
                self._done.pop(key, None)
                self._done[key] = sent, at_ms
                for old in list(self._done)[:-MOST_DONE]:
                    del self._done[old]
            answer(result)

        intent = intents.plain(sent)
        if isinstance(sent, intents.Offered) and (late := self._answer_if_late(sent, at_ms)):
            respond(late)
            return
        if self._fault and not isinstance(intent, ALWAYS):
            respond(intents.Answer(error=self._fault))
            return
        try:
            match intent:
                case intents.Plug(is_in):
                    self._device.plug(is_in)
                    respond(intents.Answer())
                case intents.Leave():
                    self._playing.leave()
                    respond(intents.Answer())
                case intents.Reconnect():
                    self._reconnect(at_ms)
                    respond(intents.Answer())
                case intents.GoOn(log):
                    self._go_on(Path(log), at_ms, respond)
                case intents.NewGame():
                    self._new_game(intent, at_ms, respond)
                case intents.Rematch():
                    was = self._playing.played.logged
                    if was and was.is_over:
                        self._new_game(again(was), at_ms, respond)
                    else:
                        respond(intents.NOT_HERE)
                case intents.Press() | intents.Touch():
                    self._on_device.do(intent, at_ms, respond)
                case _:
                    self._playing.played.do(intent, at_ms, respond)
        except FAULTS as error:
            # The table stops, because only events in the log count.  If a new game cannot begin,
            # the current game goes on.
            fault = fault_of(error)
            if not isinstance(intent, intents.GoOn | intents.NewGame | intents.Rematch):
                self._break(fault)
            respond(intents.Answer(error=fault))

    def _new_game(self, wanted: intents.NewGame, at_ms: int, respond: intents.Respond) -> None:
        """Begin a game; one that cannot begin leaves the current one alone."""
        try:
            referee = Referee(wanted.game, wanted.players, wanted.options)
            intent = with_seats(wanted._replace(players=tuple(referee.names)), self._draw)
            referee = Referee(intent.game, intent.players, intent.options)
        except (Refused, MalformedText) as error:
            respond(intents.answer_to(error))
            return

        def remember_setup(answer: intents.Answer) -> None:
            if answer.is_done:
                if self._memory:
                    setup = Setup(intent.players, intent.game, intent.options)
                    self._setups = remember(self._memory, self._setups, setup)
                self._playing.note(notices_of(referee, wanted.first))
            respond(answer)

        # Without a device the PC keeps board games as well.
        size = 0 if isinstance(self._device, NoDevice) else row_of(intent.game).size
        if size > self._on_device.build.size:
            fitting = " ".join(names_for(self._on_device.build.size))
            respond(intents.Answer(malformed=MalformedText("unknown-game", intent.game, fitting)))
        elif size and not self._on_device.is_connected:
            respond(intents.NO_DEVICE)
        elif size:
            self._is_opening = True
            self._on_device.do(intent, at_ms, self._playing.lend_device(remember_setup))
        else:
            self._playing.sit_down(begin_log(self._folder, self._clock, referee, wanted.log), at_ms)
            remember_setup(intents.Answer())

    def _go_on(self, path: Path, at_ms: int, respond: intents.Respond) -> None:
        """Go on with the game of a log: a card game here, a board game on the device."""
        with going_on(path):
            log = read_file(path)
        if is_on_board(log):
            self._is_opening = True
            self._on_device.go_on(path, log, self._playing.lend_device(respond))
        else:
            self._playing.sit_down(continue_log(path, self._clock), at_ms)
            respond(intents.Answer())

    def _reconnect(self, at_ms: int) -> None:
        """Begin again after a fault; a log that cannot be opened yet is tried the next time."""
        self._on_device.give_up()
        self.close()
        was = self._on_device.sync
        store = EventStore(was.store.folder, self._clock, was.store.names)
        self._connect(DeviceSync(store, was.results))
        if here := self._playing.here:
            self._playing.sit_down(continue_log(here.logged.writer.path, self._clock), at_ms)

    # The state

    def _moment(self) -> Moment:
        """Return the moment: what is played, whether it can go on, and the game's own moment."""
        around = *self._playing.game, self._fault is not None, self._device.is_plugged
        return around, self._playing.played.moment

    def _number_moment(self) -> int:
        """Return the number of the moment, a new one if it has changed."""
        last, moment = max(self._moments), self._moment()
        if moment != self._moments[last]:
            self._moments.pop(last - MOST_MOMENTS, None)
            last += 1
            self._moments[last] = moment
        return last

    def _answer_if_late(self, sent: intents.Offered, at_ms: int) -> intents.Answer | None:
        """Return why an intent is not carried out, None if it is for this moment.

        Rule: nobody is told whose wish is done already, or who has tapped twice.
        """
        done = self._done.values()
        soon = [each for each, ms in done if at_ms - ms < intents.ONE_PRESS_MS]
        before = [each for each in soon if sent.is_tapped and is_unmeant(sent, each)]
        if not before and self._is_current(sent):
            return None
        same = [each for each, _ms in done if each.moment == sent.moment]
        is_done = any(_wanted(each.intent) == _wanted(sent.intent) for each in before + same)
        is_twice = any(each.view == sent.view for each in before)
        return intents.SAME_PRESS if is_done or is_twice else intents.TOO_LATE

    def _is_current(self, sent: intents.Offered) -> bool:
        """Return whether the moment in which an intent was offered has not gone."""
        if sent.moment not in self._moments:
            return False
        around, shown = self._moments[sent.moment]
        return around == self._moment()[0] and not self._playing.played.is_late(sent.intent, shown)

    def _publish(self, state: TableState) -> None:
        """Make it the newest state; one in which nothing differs is no news to anybody."""
        if state != self.state:
            self.state = state

    def _with_fault(self) -> TableState:
        """Return the last state with the fault."""
        return self.state._replace(fault=self._fault, moment=self._number_moment())

    def _find_offers(self, played: Path | None, device: str) -> tuple[Offer, ...]:
        """Return the offers, none while the folder cannot be read; the next state tries again."""
        try:
            return self._offers(self._folder, played, device)
        except FAULTS:
            return ()

    def _freeze(self) -> TableState:
        playing, device, is_plugged = self._playing, self._on_device, self._device.is_plugged
        if self._fault and playing.here:
            # An entry that could not be written has not happened, though the referee has it.
            return self._with_fault()
        # Without a device a board game waits for one; nothing is missing where the cable is pulled.
        is_needed = not playing.here and is_plugged is not False
        reported = device.sync.device
        view = DeviceView(
            connected=reported.connected,
            build=device.build,
            is_plugged=is_plugged,
            status=reported.status,
            lights=reported.lights,
            missing=self._connection.error if is_needed else None,
            disagreement=reported.disagreement,
        )
        played, logged = playing.freeze(), playing.played.logged
        answers = reported.connected.device if reported.connected else ""
        return TableState(
            view,
            played,
            playing.here.refusal if playing.here else reported.refusal,
            self._fault,
            playing.notices,
            self._find_offers(logged.writer.path if logged else None, answers),
            self._setups,
            self._number_moment(),
            self._is_opening,
        )
