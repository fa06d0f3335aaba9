"""The worker of a table: reports and intents in, a frozen state out.

Decides whether the game is the device's or a card game of this PC, and that a fault is a part of
the state.  Must not know threads, clocks or looks: the caller passes the time, and it never blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from schiri_engines.refusals import MalformedText, Refused
from schiri_engines.registry import names_for, row_of

from schiri.device.client import RESTART_MS
from schiri.device.connection import Connection
from schiri.device.panel import Panel
from schiri.device.reports import NOBODY, DeviceStatus, DeviceView, Report
from schiri.device.table_device import NoDevice, TableDevice
from schiri.errors import HostError, reason_of
from schiri.games import module_of
from schiri.last_setup import NONE, Setup, Setups, remember
from schiri.last_setup import load as load_setups
from schiri.log.logged import LoggedReferee, begin_log, continue_log
from schiri.log.stored import going_on, read_file
from schiri.recording.device_sync import DeviceSync, Results
from schiri.recording.event_store import EventStore
from schiri.referee import Referee
from schiri.table import intents
from schiri.table.device_game import PANEL, DeviceGame
from schiri.table.game_controller import GameController, HostGame
from schiri.table.moments import Moments
from schiri.table.seating import Draw, again, notices_of, with_seats
from schiri.table.state import GameSnapshot, Latest, Notice, Offer, TableState
from schiri.table.undo_request import UndoRequest
from schiri.table.unfinished import is_on_board, offers_in

# How long the device may take to restore its own lights at the end.
GOODBYE_MS = 1000
# The intents that neither a fault holds up, nor a device that has not answered.
ALWAYS = intents.Reconnect | intents.Leave | intents.Plug | intents.RefreshOffers | intents.Sit
# How long after its answer a device may take to report its mode: the line is idle by then.
CALM_MS = 60

# Errors that stop the table but not the program: somebody reconnects, and the game goes on.
FAULTS = HostError, OSError


def fault_of(error: HostError | OSError) -> HostError:
    """Return a fault as it is shown.

    >>> fault_of(OSError(24, "Too many open files")).details
    {'reason': 'EMFILE'}
    """
    if isinstance(error, HostError):
        return error
    return HostError("system-failed", reason=reason_of(error))


class TableWorker:
    """The worker of one table.

    Shape: ``state`` is the newest state; ``folder`` has the logs, ``memory`` is the file of the
    last setups, and ``usual`` is offered before the first one.  Without a folder, only a game that
    names its log is logged.
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
    ) -> None:
        self._device = device
        self._folder, self._clock = folder, clock
        self._memory, self._draw = memory, draw
        self._setups = load_setups(memory, usual) if memory else Setups(usual)
        # The folder is searched again only if the offers may have changed.
        self._offers = lru_cache(1)(offers_in)
        # The fault that stops the table, until somebody reconnects.
        self._fault: HostError | None = None
        # Intents that wait for the answer to an earlier one, and the time from which the device has
        # shown its result.
        self._later: list[tuple[intents.Sent, int, intents.Respond]] = []
        self._calm_ms = 0
        self._is_opening = False
        self._moments = Moments()
        self._undo = UndoRequest()
        self._has_news = True
        view = NOBODY._replace(build=device.build, has_board=device.has_board)
        offers = self._offers(folder, None, "")
        self.state = TableState(device=view, offers=offers, setups=self._setups)
        self._on_device = DeviceGame(device.press)
        # The card game of this PC, and how many there have been.
        self._here: HostGame | None = None
        self._count = 0
        # The number of the device's last event when it began.
        self._lent_upto = 0
        # Whether nobody has started or resumed a game in this run of the program.
        self._is_found = True
        self._notices: Latest[Notice] = Latest()
        self._connect(EventStore(folder or Path(), clock), view, {})

    def step(self, now_ms: int) -> bool:
        """Do one round: reports of the device, then time; return whether a port is open."""
        is_open = self._poll(now_ms)
        if self._on_device.is_asking:
            self._calm_ms = now_ms + CALM_MS
        is_calm = now_ms >= self._calm_ms or not is_open
        if self._is_opening and is_calm and not self._on_device.is_loading:
            self._is_opening, self._has_news = False, True
        self._has_news |= self._undo.step(now_ms, self._entry)
        while self._later and is_calm and not self._on_device.is_asking:
            self._carry_out(*self._later.pop(0))
        is_asked = self._undo.asked is not None
        if self._here:
            self._here.is_stopped = self._fault is not None or is_asked
        elif self._on_device.is_connected:
            self._on_device.pause(is_asked)
        try:
            self._has_news |= self._game.step(now_ms)
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
        """End a wait for the device at once; any thread may call this."""
        self._connection.wake()

    def fail(self, error: HostError) -> None:
        """Stop the table, and show why; making the state itself may have failed."""
        self._break(error)
        self._publish(self.state._replace(fault=error))

    def end(self, clock_ms: Callable[[], int]) -> None:
        """Give the device its lights back, then close port and log, and stop the device."""
        try:
            self._on_device.give_up()
            self._undo.give_up()
            for _intent, _at_ms, respond in self._later:
                respond(intents.NO_DEVICE)
            self._leave()
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
        if self._here:
            self._here.close()

    def _connect(self, store: EventStore, device: DeviceView, results: Results) -> None:
        self._connection = Connection(
            self._device.open_port,
            wants_lights=True,
            silent_ms=self._device.silent_ms,
            tries_others=self._device.tries_others,
        )
        self._on_device.begin(DeviceSync(store, self._connection.client, device, results))
        self._fault = None

    def _poll(self, now_ms: int) -> bool:
        if self._fault:
            return False
        was = self._connection.error
        try:
            for report in self._connection.poll(now_ms):
                self._receive(report)
        except FAULTS as error:
            self._connection.close()
            self._on_device.sync.disconnect()
            self._break(fault_of(error))
        self._has_news |= self._fault is not None or was is not self._connection.error
        return self._connection.is_open

    def _break(self, error: HostError) -> None:
        """Stop the table until it reconnects, and answer all open intents."""
        self._fault = error
        self._on_device.give_up()

    @property
    def open_logs(self) -> set[Path]:
        """The logs that may get further lines: that of the game here, and that on the device."""
        every = (self._here.logged if self._here else None, self._on_device.logged)
        return {logged.writer.path for logged in every if logged}

    def refresh_offers(self) -> None:
        """Search the folder again: somebody else has put logs into it."""
        self._offers.cache_clear()
        self._has_news = True

    def _receive(self, report: Report) -> None:
        self._has_news = True
        device, received_ms = self._on_device, self._connection.client.received_ms
        device.handle(report, received_ms)
        if self._here:
            self._here.panel.build = device.sync.device.build
            self._here.handle(report, received_ms)
        elif isinstance(report, DeviceStatus) and report.mode == PANEL:
            # A program that ended during a card game has left it as a panel.
            device.ask("panel off", busy_ms=RESTART_MS)

    # Intents

    def carry_out(self, sent: intents.Sent, at_ms: int, answer: intents.Respond) -> None:
        """Carry out an intent that was sent at this time; a fault of the log is an answer to it.

        Rule: while the device carries out an intent, the next one waits; only then is it known
        whether its moment has passed.
        """
        self._has_news = True
        if isinstance(intent := intents.plain(sent), intents.StoneStep):
            answer(self._move_stones(intent))
            return
        is_calm = not self._on_device.is_asking and at_ms >= self._calm_ms and not self._later
        if is_calm or isinstance(intents.plain(sent), ALWAYS):
            self._carry_out(sent, at_ms, answer)
        else:
            self._later.append((sent, at_ms, answer))

    def _carry_out(self, sent: intents.Sent, at_ms: int, answer: intents.Respond) -> None:
        def respond(result: intents.Answer) -> None:
            self._has_news = True
            if result.is_done:
                self._moments.note_done(sent, at_ms)
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
                    self._leave()
                    respond(intents.Answer())
                case intents.RefreshOffers():
                    self.refresh_offers()
                    respond(intents.Answer())
                case intents.Reconnect():
                    self._reconnect(at_ms)
                    respond(intents.Answer())
                case intents.GoOn(log):
                    self._go_on(Path(log), at_ms, respond)
                case intents.NewGame():
                    self._new_game(intent, at_ms, respond)
                case intents.Rematch():
                    was = self._game.logged
                    if was and was.is_over:
                        self._new_game(again(was), at_ms, respond)
                    else:
                        respond(intents.NOT_HERE)
                case intents.Sit(view, name):
                    self._undo.seat(view, name)
                    respond(intents.Answer())
                case intents.AnswerUndo(number, is_allowed):
                    respond(self._undo.answer(sent, number, is_allowed))
                case intents.Undo() | intents.Enter("undo") if self._must_ask(sent):
                    self._ask_to_undo(sent, intent, at_ms, respond)
                case intents.Press() | intents.Touch():
                    self._on_device.do(intent, at_ms, respond)
                case _:
                    self._game.do(intent, at_ms, respond)
        except FAULTS as error:
            # The table stops, because only events in the log count.  If a new game cannot begin,
            # the current game goes on.
            fault = fault_of(error)
            if not isinstance(intent, intents.GoOn | intents.NewGame | intents.Rematch):
                self._break(fault)
            respond(intents.Answer(error=fault))

    def _move_stones(self, intent: intents.StoneStep) -> intents.Answer:
        """Move stones of a simulated board: what they mean is for the device to say."""
        hands = self._device.hands
        if hands is None:
            return intents.NOT_HERE
        try:
            match intent:
                case intents.Lift(place):
                    hands.lift(place)
                case intents.Drop(place, letter):
                    hands.drop(place, letter)
                case intents.LayStones(letters):
                    hands.lay(letters)
        except MalformedText as error:
            return intents.answer_to(error)
        return intents.Answer()

    # Undo

    @property
    def _entry(self) -> tuple[object, ...]:
        """The last entry of the game that is played."""
        logged = self._game.logged
        return logged.writer.path if logged else None, self._count, self._game.events.upto

    def _must_ask(self, sent: intents.Sent) -> bool:
        game = self.state.game
        return game is not None and self._undo.is_needed(sent, game.last_player)

    def _ask_to_undo(
        self, sent: intents.Sent, intent: intents.Intent, at_ms: int, respond: intents.Respond
    ) -> None:
        """Ask the person whose move it is; the answer of this intent comes with theirs."""
        game, by = self.state.game, sent.who if isinstance(sent, intents.Offered) else ""
        assert game

        def undo(then: intents.Respond) -> None:
            try:
                self._game.do(intent, at_ms, then)
            except FAULTS as error:
                then(intents.Answer(error=fault_of(error)))
                raise

        self._undo.ask((by, game.last_player), self._entry, at_ms, respond, undo)

    def _new_game(self, wanted: intents.NewGame, at_ms: int, respond: intents.Respond) -> None:
        """Begin a game; if it cannot begin, the current one stays."""
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
                self._note(notices_of(referee, wanted.first))
            respond(answer)

        # Without a device the PC runs board games as well.
        size = 0 if isinstance(self._device, NoDevice) else row_of(intent.game).size
        if size > (fits := self._on_device.sync.device.build.size):
            fitting = " ".join(names_for(fits))
            respond(intents.Answer(malformed=MalformedText("unknown-game", intent.game, fitting)))
        elif size and not self._on_device.is_connected:
            respond(intents.NO_DEVICE)
        elif size:
            self._is_opening = True
            self._on_device.do(intent, at_ms, self._lend_device(remember_setup))
        else:
            self._sit_down(begin_log(self._folder, self._clock, referee, wanted.log), at_ms)
            remember_setup(intents.Answer())

    def _go_on(self, path: Path, at_ms: int, respond: intents.Respond) -> None:
        """Resume the game of a log: a card game here, a board game on the device."""
        with going_on(path):
            log = read_file(path)
        if is_on_board(log):
            self._is_opening = True
            self._on_device.go_on(path, log, self._lend_device(respond))
        else:
            self._sit_down(continue_log(path, self._clock), at_ms)
            respond(intents.Answer())

    def _reconnect(self, at_ms: int) -> None:
        """Begin again after a fault; a log that cannot be opened yet is tried the next time."""
        self._on_device.give_up()
        self.close()
        was = self._on_device.sync
        store = EventStore(was.store.folder, self._clock, was.store.names)
        view = NOBODY._replace(build=was.device.build, has_board=self._device.has_board)
        self._connect(store, view, was.results)
        if self._here:
            self._sit_down(continue_log(self._here.logged.writer.path, self._clock), at_ms)

    # The game

    @property
    def _game(self) -> GameController:
        return self._here or self._on_device

    def _sit_down(self, logged: LoggedReferee, at_ms: int) -> None:
        """Play this game here from now on; a connected device shows it."""
        self._leave()
        self._is_found = False
        self._count += 1
        device = self._on_device
        # A match on the device ends here: its games must follow one another directly.
        device.sync.results.clear()
        panel = Panel(device.sync.device.build, device.ask)
        module = module_of(logged.referee.game, "card_game")
        self._here = (module.GAME if module else HostGame)(logged, panel, at_ms)
        self._lent_upto = device.events.upto
        news = self._here.events
        self._here.events = news._replace(upto=self._lent_upto + len(news.items))
        self._notices = self._notices._replace(items=())
        if device.is_connected:
            panel.begin()

    def _leave(self) -> None:
        """Leave the game that is played here: the device gets its lights back."""
        if not self._here:
            return
        self._here.panel.end()
        self._here.close()
        # Events of the device in the meantime count as news.
        events = self._on_device.events
        upto = self._here.events.upto + events.upto - self._lent_upto
        self._on_device.events = events._replace(upto=upto)
        self._notices = self._notices._replace(items=())
        self._here = None

    def _lend_device(self, respond: intents.Respond) -> intents.Respond:
        """Release the device for its own game; return the callback for the answer.

        Rule: the card game here ends once that game has begun, and stays otherwise.
        """
        here, self._is_found = self._here, False
        if here is None:
            return respond
        here.panel.end()

        def receive(answer: intents.Answer) -> None:
            if not answer.is_done:
                here.panel.resume()
            elif here is self._here:
                self._leave()
            respond(answer)

        return receive

    def _note(self, notices: Iterable[Notice]) -> None:
        """Store notices, with their place in the history."""
        logged, upto = self._game.logged, self._game.events.upto
        game = (str(logged.writer.path), self._count) if logged else ("", 0)
        placed = (each._replace(game=game, after=upto) for each in notices)
        self._notices = self._notices.plus(*placed)

    # The state

    @property
    def _around(self) -> tuple[object, ...]:
        """What surrounds the game's moment: which game it is, and whether it can go on."""
        logged = self._game.logged
        path = logged.writer.path if logged else None
        return path, self._count, self._fault is not None, self._device.is_plugged

    def _number_moment(self) -> int:
        return self._moments.number((self._around, self._game.moment))

    def _answer_if_late(self, sent: intents.Offered, at_ms: int) -> intents.Answer | None:
        return self._moments.answer_if_late(sent, at_ms, self._around, self._game.is_late)

    def _publish(self, state: TableState) -> None:
        """Publish it as the newest state; an equal one is not sent."""
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

    def _freeze_game(self) -> GameSnapshot | None:
        for each in (self._on_device, self._here):
            if each:
                self._note(each.notices)
                each.notices.clear()
        frozen, logged = self._game.freeze(self._count), self._game.logged
        if frozen and logged and self._is_found:
            return frozen._replace(found=logged.writer.last)
        return frozen

    def _freeze(self) -> TableState:
        here, sync, is_plugged = self._here, self._on_device.sync, self._device.is_plugged
        if self._fault and here:
            # An entry that could not be written does not count, although the referee has it.
            return self._with_fault()
        # Without a device a board game waits for one; a pulled simulated cable is shown elsewhere.
        is_needed = not here and is_plugged is not False
        device = sync.device._replace(
            is_plugged=is_plugged,
            missing=self._connection.error if is_needed else None,
            stones=self._device.hands.view if self._device.hands else None,
        )
        if here:
            device = device._replace(refusal=here.refusal)
        played, logged = self._freeze_game(), self._game.logged
        answers = sync.device.connected.device if sync.device.connected else ""
        return TableState(
            device,
            played,
            self._fault,
            self._notices,
            self._find_offers(logged.writer.path if logged else None, answers),
            self._setups,
            self._number_moment(),
            self._is_opening,
            self._undo.asked,
        )
