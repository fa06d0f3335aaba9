"""The device's table: a board game that the device keeps, for which the PC asks.

Decides what an intent is asked as, and which answer is whose.  Must not decide what is legal: the
device does, and what it has played its events tell.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from schiri_device.builds import Build
from schiri_engines.game import BoardGame
from schiri_engines.grid import parse_cell
from schiri_engines.refusals import MalformedText, Refused
from schiri_engines.table import SEAT_LETTERS

from schiri.device.actions import Cancel
from schiri.device.client import DeviceClient
from schiri.device.reports import (
    ANEW,
    Answered,
    DeviceRefusal,
    DeviceStatus,
    EventReceived,
    Lost,
    Report,
    SetAside,
)
from schiri.device.requests import requests_for
from schiri.games import adapter_of
from schiri.games.board import BoardAdapter, board_of
from schiri.log.lines import Log
from schiri.log.logged import LoggedReferee
from schiri.recording.device_text import requests_of
from schiri.recording.recording import Recording
from schiri.recording.restore import resume_requests
from schiri.table.answers import NO_ANSWER, NO_DEVICE, NOT_HERE, answer_to, refusal_told
from schiri.table.intents import Answer, Enter, Intent, NewGame, Press, Refusal, Tell, Touch, Undo
from schiri.table.lobby import is_kept
from schiri.table.state import BoardView, Notice

PICKING = ("play", "dice")
PANEL = "panel"
# Buttons that try nothing: the stick goes to a cell, and yellow lights the refusal again.
KEEPING = ("up", "down", "left", "right", "yellow")
# Modes in which the device waits for any button before the game goes on.
WAITING = ("lay", "resume", "pause")
# Modes whose detail is a cell with what is to lie there.
SHOWING = ("place", "put-right")


class _Asked:
    """An intent of which so many requests have no answer yet, and so many no event.

    Shape: an event is waited for of so many of the last requests; ``untold`` is None for none.
    """

    def __init__(self, requests: int, tell: Tell, events: int) -> None:
        self.left = requests
        self._events = events
        self.untold = 0 if events else None
        self.refusal: Refusal | None = None
        self.tell = tell

    def count_answer(self, refusal: DeviceRefusal | None) -> None:
        """Count an answer: what was done is told by an event that comes after it."""
        self.left -= 1
        if refusal is None and self.untold is not None and self.left < self._events:
            self.untold += 1
        elif refusal and self.refusal is None:
            self.refusal = refusal_told(refusal)

    @property
    def is_complete(self) -> bool:
        """Whether all is known that there is to know."""
        return self.left == 0 and not self.untold


class DeviceTable:
    """The table of a device.

    Shape: ``build`` is what it is; ``press`` presses one of its buttons and returns True, or leaves
    that to ``client``, who asks for it.
    """

    def __init__(
        self,
        live: Recording,
        build: Build,
        press: Callable[[str], bool],
        client: DeviceClient,
    ) -> None:
        self._live = live
        self.build = build
        self._press = press
        self._client = client
        self._asked: dict[str, _Asked] = {}
        self._count = 0
        # Whoever wanted to go on with a game that was left.
        self._resumed: Tell | None = None
        # The mode of the device, and what it is at there.
        self._shown = ("", "")

    @property
    def logged(self) -> LoggedReferee | None:
        """The game that is played, with its log; None before the first one."""
        return self._live.recorder.current

    @property
    def refusal(self) -> Refusal | None:
        """What the device has refused last, and still shows."""
        refusal = self._live.device.refusal
        return refusal_told(refusal) if refusal else None

    @property
    def view(self) -> BoardView | None:
        """The board as it lies, None before the first game."""
        return shown_board(self._live)

    def do(self, intent: Intent, at_ms: int, tell: Tell) -> None:
        """Carry out an intent that was sent at this time; tell what came of it once it is known."""
        connected = self._live.device.connected
        if not isinstance(intent, Press) or intent.button not in KEEPING:
            # What was refused before is over once something else is tried.
            self._live.forget_refusal()
        if isinstance(intent, Press) and self._press(intent.button):
            tell(Answer())
            return
        if connected is None:
            # What is pressed while it is gone is not pressed when it is back.
            tell(NO_DEVICE)
            return
        match intent:
            case Press(button):
                self._ask_all([f"press {button}"], tell)
            case Touch(cell) if (now := self._live.device.now) and now.mode in WAITING:
                # Any button begins; who touches the board wants that and the cell.
                self._ask_all(["press white", f"touch {cell}"], tell)
            case Touch(cell) if cell in self.build.buttons:
                self.do(Press(cell), at_ms, tell)
            case Touch(cell):
                self._ask_all([f"touch {cell}"], tell)
            case Enter(text):
                self._enter(text, tell)
            case Undo():
                self._enter("undo", tell)
            case NewGame(game, players, options, _first, log):
                self._live.recorder.next_log = Path(log) if log else None
                self._live.recorder.names = dict(zip(SEAT_LETTERS, players, strict=False))
                # It is begun once its event has come: until then the device has the old game.
                self._ask_all(requests_for(game, len(players), options), tell, events=1)
            case _:
                tell(NOT_HERE)

    def handle(self, report: Report) -> None:
        """Handle a report of the connection: the answer to a request, or that nobody answers."""
        match report:
            case Answered(_, refusal, key) if key in self._asked:
                self._asked[key].count_answer(refusal)
                self._answer_complete()
            case Answered(_, refusal, _):
                self._answer_resumed(refusal)
            case EventReceived():
                # One a request; a press of the same moment may be taken for it, and changes no
                # more than which answer is the first that comes with it.
                for asked in self._asked.values():
                    asked.untold = asked.untold and asked.untold - 1
                self._answer_complete()
            case DeviceStatus(mode, detail) if (mode, detail) != self._shown:
                # Something else was picked, or opened, on the device itself.
                self._shown = mode, detail
                self._live.forget_refusal()
            case Lost(reason) if reason != ANEW:
                self.give_up()

    def go_on(self, path: Path, log: Log, leave: Callable[[], None], tell: Tell) -> None:
        """Let the device go on with a game of its own; it may have it still, behind the cards."""
        header, recorder, connected = log.header, self._live.recorder, self._live.device.connected
        if recorder.current and recorder.current.writer.path == path:
            leave()
            tell(Answer())
            return
        if connected is None:
            tell(NO_DEVICE)
            return
        requests = resume_requests(log)
        if not requests or not is_kept(header.game, header.device, connected.device):
            tell(NOT_HERE)
            return
        leave()
        recorder.names = dict(zip(header.seats or "", header.players, strict=False))
        self._resumed = tell
        self._client.carry_out(self._live.resume(requests))

    def _answer_resumed(self, refusal: DeviceRefusal | None) -> None:
        """Answer whoever wanted to go on, once the game is there or was refused."""
        if self._resumed and not self._live.resuming:
            tell, self._resumed = self._resumed, None
            tell(Answer(refusal=refusal_told(refusal) if refusal else None))

    def found(self, report: Report) -> Iterator[Notice]:
        """Yield what was found as a report came: logs that were cut, a journal set aside."""
        while torn := self._live.recorder.torn:
            yield Notice("torn", (str(torn.pop(0)),))
        if isinstance(report, SetAside) and self._live.device.set_aside:
            why, path = self._live.device.set_aside
            yield Notice("set-aside", (why, str(path)))

    def take_back(self, report: Report) -> None:
        """Take back a device that was left as a panel, by a program that was ended at its table."""
        if isinstance(report, DeviceStatus) and report.mode == PANEL:
            self._client.ask("panel off")

    def give_up(self) -> None:
        """Answer whoever waits: the device is gone, and is not asked for it when it is back.

        Rule: of what was on its way nobody knows here; what it has done its events tell later.
        """
        if resumed := self._resumed:
            self._resumed = None
            resumed(NO_ANSWER)
        waiting, self._asked = self._asked, {}
        for key, asked in waiting.items():
            answer = NO_ANSWER if self._client.has_sent(key) else NO_DEVICE
            self._client.carry_out([Cancel(key)])
            asked.tell(answer)

    def _enter(self, text: str, tell: Tell) -> None:
        recorder = self._live.recorder
        if recorder.current is None:
            tell(NOT_HERE)
            return
        try:
            requests = requests_of(recorder.current.referee.table, recorder.letters, text)
        except (Refused, MalformedText) as error:
            tell(answer_to(error))
        else:
            self._ask_all(requests, tell, events=len(requests))

    def _answer_complete(self) -> None:
        """Answer whoever need not wait any more."""
        complete = [key for key, asked in self._asked.items() if asked.is_complete]
        for asked in [self._asked.pop(key) for key in complete]:
            asked.tell(Answer(refusal=asked.refusal))

    def _ask_all(self, requests: list[str], tell: Tell, events: int = 0) -> None:
        self._count += 1
        key = f"intent {self._count}"
        self._asked[key] = _Asked(len(requests), tell, events)
        for request in requests:
            self._client.ask(request, key=key)


def shown_board(live: Recording) -> BoardView | None:
    """Return the board as it lies, None before the first game."""
    referee, now = live.referee, live.device.now
    adapter = adapter_of(referee.game) if referee else None
    if referee is None or not isinstance(adapter, BoardAdapter):
        return None
    view = adapter.view(referee)
    if now is None:
        return view
    view = view._replace(cursor=now.cursor)
    if now.mode in SHOWING:
        return _with_piece(view, now.detail)
    if hint := now.hint:
        return view._replace(hint=hint[:2])
    picked, targets = _picked(now, adapter, board_of(referee.table))
    return view._replace(picked=picked, targets=targets)


def _with_piece(view: BoardView, detail: str) -> BoardView:
    """Return the board with the piece of a detail, as ``c3b``, on its cell, which is picked."""
    name, letter = detail[:-1], detail[-1:]
    try:
        cell = parse_cell(name, view.size)
    except MalformedText:
        return view
    letters = view.letters[:cell] + letter + view.letters[cell + 1 :]
    return view._replace(letters=letters, picked=name)


def _picked(
    now: DeviceStatus, adapter: BoardAdapter, game: BoardGame
) -> tuple[str, tuple[str, ...]]:
    """Return the piece that is picked on the device, and where it may go.

    Shape: as the device shows its own move, that alone may be made; while it thinks, none.
    """
    if now.mode not in PICKING or now.is_thinking:
        return "", ()
    if move := now.own_move:
        return move[0], move[1:]
    picked = now.detail
    try:
        cell = parse_cell(picked, game.SIZE)
    except MalformedText:
        picked, cell = "", None
    return picked, tuple(game.cell_text(target) for target in adapter.targets(game, cell))
