"""The table itself: port, referee and log in one hand, which is that of the session's thread.

Decides what becomes of an intent, and that a fault is a part of the state.  Must not know threads,
clocks or how anything looks: whoever steps it says what time it is, and it never waits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from schiri_device.builds import load
from schiri_engines.refusals import MalformedText, Refused
from schiri_engines.registry import names_for, row_of

from schiri.device.actions import Action
from schiri.device.connection import Connection
from schiri.device.handle import NoDevice, TableDevice
from schiri.device.reports import Connected, Report
from schiri.errors import HostError
from schiri.events import Event
from schiri.last_setup import NONE, Setup, Setups, remember
from schiri.last_setup import load as load_setups
from schiri.log.cards import begin_log, go_on_with
from schiri.recording.recorder import Recorder
from schiri.recording.recording import Recording, Result
from schiri.referee import Referee
from schiri.table.answers import NO_DEVICE, NOT_HERE, answer_to
from schiri.table.card_games import CardGames
from schiri.table.device_table import DeviceTable
from schiri.table.intents import (
    Answer,
    GoOn,
    Intent,
    Leave,
    NewGame,
    Plug,
    Press,
    Reconnect,
    Rematch,
    Tell,
    Touch,
)
from schiri.table.lobby import Lobby, is_on_board, log_to_go_on
from schiri.table.lots import Draw, again, notices_of, with_seats
from schiri.table.state import BoardView, CardView, TableState
from schiri.table.tail import Tail

# How long a device may take to take its lights back at the end.
GOODBYE_MS = 1000
# Call with a report of the device, what it came to, and the recording that has it.
Heard = Callable[[Report, Sequence[Event], Recording], object]


class TableWorker:
    """What is played at one table.

    Shape: ``state`` is the newest moment; ``folder`` has the logs, ``memory`` is the file of the
    last setups, and ``usual`` is what to offer before the first one.  Without a folder only a game
    that names its log has one.  ``heard`` is called with each report: a moment may have many.
    Units: times in ms are by any clock that goes on.
    """

    def __init__(
        self,
        device: TableDevice,
        folder: Path | None,
        clock: Callable[[], datetime],
        memory: Path | None,
        draw: Draw,
        usual: Setup = NONE,
        heard: Heard | None = None,
    ) -> None:
        self._device = device
        self._heard = heard
        self._folder, self._clock = folder, clock
        self._memory, self._draw = memory, draw
        self._setups = load_setups(memory, usual) if memory else Setups(usual)
        self._lobby = Lobby(folder)
        self.state = TableState(build=device.build, offers=self._lobby.offers, setups=self._setups)
        self._tail = Tail()
        self._on_cards = CardGames(device.build, self._ask, self._tail, clock)
        # What keeps anything more from being done, until somebody wants it tried again.
        self._fault: HostError | None = None
        self._has_news = True
        # Until when the device may take its lights back, None while the table is open.
        self._until_ms: int | None = None
        self._connect(Recorder(folder or Path(), clock), {})

    def step(self, now_ms: int) -> bool:
        """Do one round: what the device says, what time brings; return whether a port is open."""
        is_open = self._poll(now_ms)
        self._has_news |= self._on_cards.step(now_ms)
        if self._has_news:
            self._has_news = False
            self.state = self._freeze()
        return is_open

    def fail(self, error: HostError) -> None:
        """Let nothing more be done, and show why; freezing may be what went wrong."""
        self._break(error)
        self.state = self.state._replace(number=self.state.number + 1, fault=error)

    def let_go(self, now_ms: int) -> bool:
        """Do one round of giving the device its lights back; return whether there is more to do."""
        if self._until_ms is None:
            self._on_device.give_up()
            self._on_cards.leave()
            self._until_ms = now_ms + GOODBYE_MS
            return True
        is_open = now_ms < self._until_ms and self._poll(now_ms)
        return is_open and self._connection.client.is_asking

    def close(self) -> None:
        """Close log and port."""
        self._connection.close()
        self._live.recorder.close()

    def _connect(self, recorder: Recorder, results: dict[Path, Result]) -> None:
        """Begin anew with the device; who has won before stays."""
        self._live = Recording(recorder, results)
        self._connection = Connection(
            self._device.open_port,
            self._hear,
            wants_lights=True,
            silent_ms=self._device.silent_ms,
            tries_others=self._device.tries_others,
        )
        press, client = self._device.press, self._connection.client
        self._on_device = DeviceTable(self._live, self._on_cards.build, press, client)
        self._fault = None

    def _poll(self, now_ms: int) -> bool:
        if self._fault:
            return False
        was = self._connection.error
        try:
            is_open = self._connection.poll(now_ms)
        except HostError as error:
            self._connection.close()
            self._live.disconnect()
            self._break(error)
            is_open = False
        self._has_news |= self._fault is not None or was is not self._connection.error
        return is_open

    def _break(self, error: HostError) -> None:
        """Let nothing more be done until it is tried again; nobody waits for an answer in vain."""
        self._fault = error
        self._on_device.give_up()

    def _hear(self, report: Report, received_ms: int) -> tuple[Action, ...]:
        """Handle a report of the device; return what is to be done."""
        events, actions = self._live.handle(report, received_ms)
        if self._heard:
            self._heard(report, events, self._live)
        self._has_news = True
        if isinstance(report, Connected):
            # Of a build that is not known here it is still known what its panel was like before.
            build = load(report.build) or self._on_cards.build
            self._on_cards.build = self._on_device.build = build
        self._on_device.handle(report)
        self._on_cards.handle(report, received_ms)
        if not self._on_cards.table:
            self._tail.tell(events, self._live.recorder.current)
            self._on_device.take_back(report)
        self._tail.notice(*self._on_device.found(report))
        return actions

    # Intents

    def carry_out(self, intent: Intent, at_ms: int, answer: Tell) -> None:
        """Carry out an intent that was sent at this time; a fault of the log is an answer to it."""
        self._has_news = True

        def tell(result: Answer) -> None:
            self._has_news = True
            answer(result)

        if self._fault and not isinstance(intent, Reconnect | Leave | Plug):
            tell(Answer(error=self._fault))
            return
        try:
            match intent:
                case Plug(is_in):
                    self._device.plug(is_in)
                    tell(Answer())
                case Leave():
                    self._on_cards.leave()
                    tell(Answer())
                case Reconnect():
                    self._reconnect(at_ms)
                    tell(Answer())
                case GoOn(log):
                    self._go_on(Path(log), at_ms, tell)
                case NewGame():
                    self._new_game(intent, at_ms, tell)
                case Rematch() if (was := self._played.logged) and was.referee.state().over:
                    self._new_game(again(was.referee), at_ms, tell)
                case Rematch():
                    tell(NOT_HERE)
                case Press() | Touch():
                    self._on_device.do(intent, at_ms, tell)
                case _:
                    self._played.do(intent, at_ms, tell)
        except HostError as error:
            # What is not in the log has not happened: nothing more is done at this table.  A game
            # that cannot begin leaves alone what is played.
            if not isinstance(intent, GoOn | NewGame | Rematch):
                self._break(error)
            tell(Answer(error=error))

    def _new_game(self, wanted: NewGame, at_ms: int, tell: Tell) -> None:
        """Begin a game; what cannot be played leaves alone what is.

        Raises: HostError (file-unwritable).
        """
        try:
            referee = Referee(wanted.game, wanted.players, wanted.options)
            intent = with_seats(wanted._replace(players=tuple(referee.names)), self._draw)
            referee = Referee(intent.game, intent.players, intent.options)
        except (Refused, MalformedText) as error:
            tell(answer_to(error))
            return

        def keep(answer: Answer) -> None:
            if answer.is_done:
                if self._memory:
                    setup = Setup(intent.players, intent.game, intent.options)
                    self._setups = remember(self._memory, self._setups, setup)
                self._tail.notice(*notices_of(referee, wanted.first))
            tell(answer)

        # Without a device the PC keeps board games as well.
        size = 0 if isinstance(self._device, NoDevice) else row_of(intent.game).size
        if size > self._on_cards.build.size:
            fitting = " ".join(names_for(self._on_cards.build.size))
            tell(Answer(malformed=MalformedText("unknown-game", intent.game, fitting)))
        elif size and not self._is_connected:
            tell(NO_DEVICE)
        elif size:
            self._on_device.do(intent, at_ms, self._on_cards.lend_device(keep))
        else:
            logged = begin_log(self._folder, self._clock, referee, wanted.log)
            self._on_cards.sit_down(logged, self._is_connected, at_ms)
            keep(Answer())

    def _go_on(self, path: Path, at_ms: int, tell: Tell) -> None:
        """Go on with the game of a log: of cards here, on the board on the device.

        Raises: HostError (what a log raises).
        """
        log = log_to_go_on(path)
        if not is_on_board(log):
            self._on_cards.sit_down(go_on_with(path, self._clock), self._is_connected, at_ms)
            tell(Answer())
        else:
            self._on_device.go_on(path, log, self._on_cards.leave, tell)

    def _reconnect(self, at_ms: int) -> None:
        """Begin anew after a fault: what was played is in the logs."""
        self._on_device.give_up()
        self._connection.close()
        was = self._live
        was.recorder.close()
        self._connect(Recorder(was.recorder.folder, self._clock, was.recorder.names), was.results)
        self._on_cards.reopen(self._is_connected, at_ms)

    # What there is to see

    def _ask(self, text: str) -> None:
        self._connection.ask(text)

    @property
    def _is_connected(self) -> bool:
        return self._live.device.connected is not None

    @property
    def _played(self) -> DeviceTable | CardGames:
        """The one of the two at which something is played."""
        return self._on_cards if self._on_cards.table else self._on_device

    def _freeze(self) -> TableState:
        """Return what there is to see now."""
        cards = self._on_cards.table
        if self._fault and cards:
            # What could not be written has not happened, though the referee has it.
            return self.state._replace(number=self.state.number + 1, fault=self._fault)
        live, device, is_plugged = self._live, self._live.device, self._device.is_plugged
        # Without a device a board game waits for one; nothing is missing where the cable is pulled.
        missing = None if cards or is_plugged is False else self._connection.error
        if cards:
            self._tail.take(cards)
        logged, view = self._played.logged, self._played.view
        referee = logged.referee if logged else None
        return TableState(
            number=self.state.number + 1,
            connected=device.connected,
            build=self._on_cards.build,
            is_plugged=is_plugged,
            now=device.now,
            lights=device.lights,
            fault=self._fault,
            missing=missing,
            disagreement=device.disagreement,
            refusal=self._played.refusal,
            is_card_game=cards is not None,
            table=self._on_cards.count,
            players=tuple(referee.names) if referee else (),
            options=referee.options if referee else {},
            state=referee.state() if referee else None,
            board=view if isinstance(view, BoardView) else None,
            cards=view if isinstance(view, CardView) else None,
            log=str(logged.writer.path) if logged else "",
            score=dict(live.score),
            results=live.results_of(referee) if referee else (),
            told=self._tail.events_of(logged),
            told_upto=self._tail.events_upto,
            notices=self._tail.notices,
            notices_upto=self._tail.notices_upto,
            offers=self._lobby.look(logged, device.connected, self._on_cards.count),
            setups=self._setups,
        )
