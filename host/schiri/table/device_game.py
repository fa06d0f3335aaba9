"""The game of a device, controlled by requests of the PC.

Decides the requests of an intent, and the intent of an answer.  Must not decide which moves are
legal: the device does, and its events report the moves.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from schiri_device.link.modes import LOADS, PLAYS, SHOWS, WAITS, kind_of
from schiri_engines.game import BoardGame
from schiri_engines.grid import parse_cell
from schiri_engines.refusals import SEAT_LETTERS, MalformedText, Refused

from schiri.device import reports
from schiri.device.client import RESTART_MS, Done, Request, ignore
from schiri.events import Event
from schiri.games import rulings_of
from schiri.games.rulings import board_of
from schiri.log.lines import Log
from schiri.log.logged import LoggedReferee
from schiri.recording.device_sync import DeviceSync
from schiri.recording.device_text import requests_for, requests_of
from schiri.recording.restore import resume_requests
from schiri.table import intents
from schiri.table.clock_state import ClockState, clock_state
from schiri.table.game_controller import GameController
from schiri.table.state import GameSnapshot, Notice
from schiri.table.unfinished import is_kept
from schiri.views import BoardView

PANEL = "panel"
FREE = "."
# Buttons that attempt no move: the stick goes to a cell, and yellow lights the refusal again.
KEEPING = ("up", "down", "left", "right", "yellow")
# How long the device's own move is shown before it is made, and when a confirmation is repeated.
SHOWN_MS, AGAIN_MS = 700, 1000
# Buttons that confirm what the device shows.
CONFIRMING = ("white", "press")


class _OpenIntent:
    """An intent whose requests are not all answered, or whose events have not arrived.

    Shape: each of its last ``events`` requests brings an event.
    """

    def __init__(self, requests: int, respond: intents.Respond, events: int) -> None:
        self.requests: list[Request] = []
        self.respond = respond
        self._left, self._events = requests, events
        self.events_due = 0
        self.refusal: intents.RefusalReport | None = None

    def count_answer(self, refusal: intents.RefusalReport | None) -> None:
        """Count an answer; the event of a carried-out request comes after it."""
        self._left -= 1
        if refusal is None and self._left < self._events:
            self.events_due += 1
        elif refusal and self.refusal is None:
            self.refusal = refusal

    @property
    def is_complete(self) -> bool:
        return self._left == 0 and not self.events_due


class DeviceGame(GameController):
    """The games of a device, one after the other.

    Shape: ``sync`` handles its reports; ``press`` presses one of its buttons and returns True, or
    returns False if that needs a request.
    """

    def __init__(self, press: Callable[[str], bool]) -> None:
        super().__init__()
        self._press = press
        self._open: list[_OpenIntent] = []
        # The open intent that resumes another game.
        self._resumed: _OpenIntent | None = None
        # The log of the game whose events are here, and of the one that was left for it.
        self._log: Path | None = None
        self._left_log: Path | None = None

    def begin(self, sync: DeviceSync) -> None:
        """Start again with the device, without open intents."""
        self.sync = sync
        # The mode of the device, and its detail.
        self._shown = "", ""
        # Whether there was a press or touch since the device began to wait for one.
        self._is_begun = False
        # What the PC confirms for people without a real board, and when.
        self._confirmed: tuple[reports.DeviceStatus | None, int] = None, 0
        # The cell that was touched last at a view, and that view.
        self._touched = "", 0
        self._now_ms = 0
        # Whether this PC has paused the game.
        self._is_paused = False

    def pause(self, is_on: bool) -> None:
        """Stop the clock of the device, if it has one, or let it go on.  Rule: TA-7."""
        if is_on == self._is_paused:
            return
        if is_on:
            status = self.sync.device.status
            clock = self.logged.referee.table.clock if self.logged else None
            # Players end their own pause.
            if clock is None or status is None or status.mode == "pause":
                return
        self._is_paused = is_on
        self.ask("pause on" if is_on else "pause off")

    def ask(self, text: str, done: Done = ignore, busy_ms: float = 0) -> None:
        self.sync.client.ask(text, done, busy_ms)

    @property
    def is_connected(self) -> bool:
        return self.sync.device.connected is not None

    @property
    def is_asking(self) -> bool:
        """Whether an intent is still without its answer, or without its event."""
        return bool(self._open)

    @property
    def is_loading(self) -> bool:
        """Whether a game that was asked for is not shown yet."""
        status = self.sync.device.status
        return self.is_asking or (status is not None and kind_of(status.mode) == LOADS)

    @property
    def moment(self) -> tuple[object, ...]:
        """The last event, and the mode of the device, which decides the effect of a button."""
        now = self.sync.device.status
        if now is None:
            return (self.events.upto,)
        return self.events.upto, now.mode, now.detail

    def is_late(self, intent: intents.Intent, shown: tuple[object, ...]) -> bool:
        """Return whether an intent is late, by the part of the moment that matters to it."""
        parts = 1
        if isinstance(intent, intents.Press):
            # Each item of a list, and each corrected cell, is confirmed on its own.
            parts = 3 if intent.button in CONFIRMING else 2
        elif isinstance(intent, intents.Touch) and not intent.is_released:
            held = held_cell(self.sync.device.status)
            if held not in ("", intent.held) and (held, intent.view) != self._touched:
                return True
        return shown[:parts] != self.moment[:parts]

    @property
    def _is_waiting(self) -> bool:
        status = self.sync.device.status
        return status is not None and kind_of(status.mode) == WAITS

    def _is_free(self, cell: str) -> bool:
        """Return whether this cell is free; a cell outside the board counts as free."""
        referee = self.sync.referee
        game = referee.table.game if referee else None
        if not isinstance(game, BoardGame):
            return False
        at = _cell_of(cell, game.SIZE)
        return at is None or game.cells()[at] == FREE

    @property
    def logged(self) -> LoggedReferee | None:
        return self.sync.store.current

    def view(self) -> BoardView | None:
        return shown_board(self.sync)

    def do(self, intent: intents.Intent, at_ms: int, respond: intents.Respond) -> None:
        """Carry out an intent that was sent at this time; call back with its answer."""
        held = held_cell(self.sync.device.status)
        if isinstance(intent, intents.Touch) and (held == intent.cell) != intent.is_released:
            respond(intents.Answer())
            return
        connected = self.sync.device.connected
        if not isinstance(intent, intents.Press) or intent.button not in KEEPING:
            # A refusal ends when something else is tried.
            self.sync.forget_refusal()
        if isinstance(intent, intents.Touch):
            self._touched = intent.cell, intent.view
        is_first = self._is_waiting and not self._is_begun
        if is_first and isinstance(intent, intents.Press | intents.Touch):
            self._is_begun = True
        if connected is None:
            # Its own buttons still work; a request is not repeated when the device is back.
            is_pressed = isinstance(intent, intents.Press) and self._press(intent.button)
            respond(intents.Answer() if is_pressed else intents.NO_DEVICE)
            return
        match intent:
            case intents.Press(button):
                self._ask_all([f"press {button}"], respond)
            case intents.Touch(cell, _) if is_first and self._is_free(cell):
                # A first touch of a free cell only begins the game: it must not be refused.
                self._ask_all(["press white"], respond)
            case intents.Touch(cell, _) if self._is_waiting:
                # Any button begins.  A touch of the board means both: begin, and this cell.
                self._ask_all(["press white", f"touch {cell}"], respond)
            case intents.Touch(cell, _):
                # Never the key of that name: a board may lie inside a larger grid of keys.
                self._ask_all([f"touch {cell}"], respond)
            case intents.Enter(text, also):
                self._enter((text, *also), respond)
            case intents.Undo():
                # Against the device, also undo its answer.
                self._enter(("undo",) * self._entries_to_undo(), respond)
            case intents.NewGame(game, players, options, _first, log):
                try:
                    requests = requests_for(game, len(players), options)
                except MalformedText as error:
                    respond(intents.answer_to(error))
                    return
                names = dict(zip(SEAT_LETTERS, players, strict=False))
                respond = self._expect(names, Path(log) if log else None, respond)
                # It has begun once its event arrives: until then the device has the old game.
                self._ask_all(requests, respond, events=1, busy_ms=RESTART_MS)
            case _:
                respond(intents.NOT_HERE)

    def step(self, now_ms: int) -> bool:
        """Confirm what the device waits for, if nobody has a real board."""
        self._now_ms = now_ms
        device, (status, due_ms) = self.sync.device, self._confirmed
        if not device.is_confirmed or device.status is None:
            self._confirmed = None, 0
            return False
        if status != device.status:
            due_ms = now_ms + SHOWN_MS * (device.status.own_step == "device")
        if now_ms >= due_ms and not self.is_asking:
            due_ms = now_ms + AGAIN_MS
            # Its own move by name: white may mean something else by then, such as a roll.
            move = device.status.detail.rstrip("!") if device.status.own_move else ""
            self._ask_all([move or "press white"], lambda answer: None)
        self._confirmed = device.status, due_ms
        return False

    def _expect(
        self, names: dict[str, str], log: Path | None, respond: intents.Respond
    ) -> intents.Respond:
        """Expect a game of these people in this log; return the callback for the answer.

        Rule: if the device refuses it, what it begins by itself is not this game.
        """
        store = self.sync.store
        before = store.names, store.next_log
        store.names, store.next_log = names, log

        def receive(answer: intents.Answer) -> None:
            if answer.refusal:
                store.names, store.next_log = before
            respond(answer)

        return receive

    def handle(self, report: reports.Report, now_ms: int) -> None:
        self._add_reported(self.sync.handle(report, now_ms))
        self._follow(report)
        while torn := self.sync.store.torn:
            self.notices.append(Notice("torn", (str(torn.pop(0)),)))
        if isinstance(report, reports.SetAside) and self.sync.set_aside:
            why, path = self.sync.set_aside
            self.notices.append(Notice("set-aside", (why, str(path))))

    def _add_reported(self, events: Sequence[Event]) -> None:
        """Add events to the history of their game; another game begins a new one.

        Rule: events that were in the log of a continued game come once, before them.
        """
        logged = self.logged
        if logged is None:
            return
        if logged.writer.path != self._log:
            self._log = logged.writer.path
            self.events = self.events._replace(items=())
            if logged.writer.past:
                events = (logged.writer.header, *logged.past, *events)
        self.add(events)

    def _follow(self, report: reports.Report) -> None:
        """Answer the intents whose events have come, or all if the device is gone."""
        match report:
            case reports.EventReceived():
                # One event a request. A press of the same moment may be counted instead; that only
                # changes which answer comes first.
                for asked in self._open:
                    # Until the events of another game arrive the device has the old one.
                    if asked is not self._resumed or self._log != self._left_log:
                        asked.events_due = max(0, asked.events_due - 1)
                self._answer_complete()
            case reports.DeviceStatus(mode, detail) if (mode, detail) != self._shown:
                # Something else was picked, or opened, on the device itself.
                self._shown = mode, detail
                self._is_begun = self._is_begun and kind_of(mode) == WAITS
                if report.hint:
                    self.notices.append(Notice(report.own_step, (detail[:-1],)))
                self.sync.forget_refusal()
            case reports.Lost(reason) if reason != reports.ANEW:
                self.give_up()

    def go_on(self, path: Path, log: Log, respond: intents.Respond) -> None:
        """Let the device resume its own game, which it may still have behind the card game."""
        header, connected = log.header, self.sync.device.connected
        if self.logged and self.logged.writer.path == path:
            respond(intents.Answer())
            return
        if connected is None:
            respond(intents.NO_DEVICE)
            return
        requests = resume_requests(log)
        if not requests or not is_kept(header.game, header.device, connected.device):
            respond(intents.NOT_HERE)
            return
        names = dict(zip(header.seats or "", header.players, strict=False))
        self._left_log = self._log
        self._resumed = asked = _OpenIntent(1, self._expect(names, None, respond), 1)
        self._open.append(asked)
        asked.requests = [self.sync.resume(requests, partial(self._count, asked))]

    def give_up(self) -> None:
        """Answer all open intents because the device is gone; they are not repeated.

        Rule: whether sent requests were carried out is unknown; later events report it.
        """
        given_up, self._open = self._open, []
        for asked in given_up:
            for request in asked.requests:
                self.sync.client.cancel(request)
            was_sent = any(request.was_sent for request in asked.requests)
            asked.respond(intents.NO_ANSWER if was_sent else intents.NO_DEVICE)

    def _entries_to_undo(self) -> int:
        """Return how many entries an undo is: against the device also its answer, with its roll."""
        if self.logged is None:
            return 1
        table, options = self.logged.referee.table, self.logged.referee.options
        # A and a partner of A have one level.
        people = ["ab"[SEAT_LETTERS.index(letter) % 2] for letter in self.sync.store.letters]
        levels = [options.get(f"device-{each}", "off") for each in people]
        is_theirs = table.turn is not None and levels[table.turn] == "off"
        if not is_theirs or levels.count("off") == len(levels):
            return 1
        moves, roll = 0, table.game.ROLL
        for count, entry in enumerate(reversed(table.entries), 1):
            is_roll = roll > 0 and isinstance(entry, int) and entry & roll == roll
            if not table.is_move(entry) or (is_roll and not moves):
                break
            moves += not is_roll
            if moves > 1:
                return count
        return 1

    def _enter(self, texts: tuple[str, ...], respond: intents.Respond) -> None:
        store = self.sync.store
        if store.current is None:
            respond(intents.NOT_HERE)
            return
        try:
            table, letters = store.current.referee.table, store.letters
            requests = [each for text in texts for each in requests_of(table, letters, text)]
        except (Refused, MalformedText) as error:
            respond(intents.answer_to(error))
        else:
            self._ask_all(requests, respond, events=len(requests))

    def freeze(self, number: int) -> GameSnapshot | None:
        frozen, sync = super().freeze(number), self.sync
        if frozen is None or sync.referee is None:
            return frozen
        state, clock = frozen.state, frozen.clock
        if state.clock is not None and clock and clock.turn is not None and clock.ends_ms:
            # It runs on the device.
            now = max(0, clock.ends_ms - self._now_ms)
            side = frozen.players[clock.turn % 2 :: 2]
            state = replace(state, clock={**state.clock, **dict.fromkeys(side, now)})
        return frozen._replace(state=state, results=sync.results_of(sync.referee))

    @property
    def clock(self) -> ClockState | None:
        """The clock as the device has reported it."""
        referee, left = self.sync.referee, self.sync.device.left
        if referee is None or referee.table.clock is None:
            return None
        table = referee.table
        if left is None:
            return clock_state(table, 0, False)
        shown = tuple(left.left_ms[seat % 2] for seat in range(len(table.names)))
        ms = None if left.running is None else left.left_ms[left.running]
        if ms is None or table.turn is None:
            return ClockState(shown)
        return ClockState(shown, table.turn, left.at_ms + ms)

    def close(self) -> None:
        self.sync.store.close()

    def _answer_complete(self) -> None:
        complete = [asked for asked in self._open if asked.is_complete]
        self._open = [asked for asked in self._open if not asked.is_complete]
        for asked in complete:
            asked.respond(intents.Answer(refusal=asked.refusal))

    def _ask_all(
        self, texts: list[str], respond: intents.Respond, events: int = 0, busy_ms: int = 0
    ) -> None:
        asked = _OpenIntent(len(texts), respond, events)
        self._open.append(asked)
        done = partial(self._count, asked)
        asked.requests = [self.sync.client.ask(text, done, busy_ms) for text in texts]

    def _count(self, asked: _OpenIntent, refusal: intents.RefusalReport | None) -> None:
        asked.count_answer(refusal)
        self._answer_complete()


def held_cell(now: reports.DeviceStatus | None) -> str:
    """Return the cell whose piece a person holds for a move, "" for none.

    >>> held_cell(reports.DeviceStatus("play", "a1", "-")), held_cell(None)
    ('a1', '')
    """
    is_cell = now is not None and kind_of(now.mode) == PLAYS and reports.CELL.fullmatch(now.detail)
    return now.detail if now and is_cell else ""


def shown_board(sync: DeviceSync) -> BoardView | None:
    """Return the board, None before the first game."""
    referee, now = sync.referee, sync.device.status
    view = rulings_of(referee.game).view(referee.table) if referee else None
    if referee is None or not isinstance(view, BoardView):
        return None
    if now is None:
        return view
    view = view._replace(cursor=now.cursor)
    if kind_of(now.mode) == SHOWS:
        return _with_piece(view, now.detail)
    if hint := now.hint:
        return view._replace(hint=hint[0])
    picked, legal = _picked(now, board_of(referee.table))
    return view._replace(picked=picked, legal=legal)


def _with_piece(view: BoardView, detail: str) -> BoardView:
    """Return the board with the piece of a detail, such as ``c3b``, picked on its cell."""
    name, letter = detail[:-1], detail[-1:]
    cell = _cell_of(name, view.size)
    if cell is None:
        return view
    letters = view.letters[:cell] + letter + view.letters[cell + 1 :]
    return view._replace(letters=letters, picked=name)


def _picked(now: reports.DeviceStatus, game: BoardGame) -> tuple[str, tuple[str, ...]]:
    """Return the piece that is picked on the device, and where it may go.

    Shape: while the device shows its own move, only that one; while it thinks, none.
    """
    if kind_of(now.mode) != PLAYS or now.is_thinking:
        return "", ()
    if move := now.own_move:
        # A marble from the stock has no cell.
        return (move[0], move[1:]) if len(move) > 1 else ("", move)
    cell = _cell_of(now.detail, game.SIZE)
    picked = "" if cell is None else now.detail
    return picked, tuple(map(game.cell_text, legal_cells(game, cell)))


def legal_cells(game: BoardGame, cell: int | None) -> list[int]:
    """Return where the piece on a cell may go, or for None the cells that glow when nothing is
    picked.

    Shape: after a roll those are the free cells where a new piece may be placed.
    """
    if cell is not None:
        return [game.move_cells(move)[-1] for move in game.moves_from(cell)]
    free = [at for at, piece in enumerate(game.cells()) if piece == "."] if game.ROLL else []
    return [at for at in free if game.moves_from(at)]


def _cell_of(text: str, size: int) -> int | None:
    """Return the number of a cell, None for a text that names none."""
    try:
        return parse_cell(text, size)
    except MalformedText:
        return None
