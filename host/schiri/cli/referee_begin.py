"""Begin a game with a device on a port, or go on with the one that it is in the middle of.

Decides which of the two, and hands on what comes from the table.  Must not know how it is told.
"""

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from schiri_engines.refusals import Refusal, Refused
from schiri_engines.registry import row_of

from schiri.errors import HostError
from schiri.events import Event, Header
from schiri.referee import Referee
from schiri.table.device_table import PANEL
from schiri.table.intents import Answer, Intent, NewGame
from schiri.table.session import TableSession
from schiri.table.state import TableState


class Wanted(NamedTuple):
    """What shall be played, and who reads along.

    Shape: ``given`` are the options that were named; a game that the device is in the middle of is
    gone on with where it ``may_join``.
    """

    judge: Referee
    given: dict[str, str]
    may_join: bool
    is_for_people: bool
    as_json: bool
    log: Path | None


# States, answers, lines that were typed, and None for the end of them.
Came = TableState | Answer | str | None


class TableFeed:
    """What comes from a table, in the thread of the command.

    Shape: ``state`` is the newest that was taken, ``events`` what happened and is not told yet;
    ``on_state`` is called with the state before each, once the game has begun.
    """

    def __init__(self, session: TableSession) -> None:
        self.state = session.state
        self.events: list[Event] = []
        self.on_state: Callable[[TableState], object] | None = None
        self._session = session
        self._came: SimpleQueue[Came] = SimpleQueue()
        session.watch(self._came.put)

    def put(self, line: str | None) -> None:
        """Add a line that was typed, None for the end; any thread may."""
        self._came.put(line)

    def take(self) -> Came:
        """Wait for what comes next, and return it.

        Raises: HostError (what keeps anything more from being done; before the game has begun
        also what keeps the port from being opened).
        """
        came = self._came.get()
        if isinstance(came, TableState):
            was, self.state = self.state, came
            error = came.fault or (None if self.on_state else came.missing)
            if error:
                raise error
            self.events += came.told_since(was.told_upto)
            if self.on_state:
                self.on_state(was)
        return came

    def do(self, intent: Intent) -> Answer:
        """Send an intent; return the answer once the state with what it did has come as well."""
        self._session.do(intent).add_done_callback(self._put_answer)
        while not isinstance(answer := self.take(), Answer):
            pass
        while not isinstance(self.take(), TableState):
            pass
        return answer

    def _put_answer(self, done: Future[Answer]) -> None:
        self._came.put(done.result())


def begin(feed: TableFeed, wanted: Wanted) -> None:
    """Wait for the device, and begin the game, or go on with it.

    Raises: HostError, MalformedText, Refused, as the table refuses.
    """
    judge, log = wanted.judge, wanted.log
    while not (feed.state.connected and feed.state.now):
        feed.take()
    size, build = row_of(judge.game).size, feed.state.build
    if size > build.size:
        raise HostError("build-too-small", build=build.name, game=judge.game)
    if size and log and log.exists():
        require_log(feed.state, judge, log)
    elif not (size and can_join(feed.state, wanted)):
        begin_anew(feed, wanted)
    while not size and (now := feed.state.now) and now.mode != PANEL:
        # From here on its clock counts, so no race is void.
        feed.take()
    feed.events.clear()


def can_join(state: TableState, wanted: Wanted) -> bool:
    """Return whether the device is in the middle of the game that is wanted."""
    return (
        wanted.may_join
        and state.state is not None
        and not state.state.over
        and state.state.game == wanted.judge.game
        and all(state.options.get(name) == value for name, value in wanted.given.items())
    )


def require_log(state: TableState, judge: Referee, log: Path) -> None:
    """Raise unless the device is in the middle of the game that a log has.

    Raises: HostError (log-different, log-finished).
    """
    game = state.state.game if state.state else ""
    ours = judge.game, list(judge.names), judge.options
    if Path(state.log) != log or (game, list(state.players), state.options) != ours:
        raise HostError("log-different", path=log)
    if state.state and state.state.over:
        raise HostError("log-finished", path=log)


def begin_anew(feed: TableFeed, wanted: Wanted) -> None:
    """Begin the game; what was played is in its log."""
    judge, log = wanted.judge, str(wanted.log or "")
    feed.events.clear()
    game = NewGame(judge.game, tuple(judge.names), dict(judge.options), "named", log)
    answer = feed.do(game)
    if error := answer.error or answer.malformed:
        raise error
    if answer.refusal:
        raise Refused(Refusal(answer.refusal.code, answer.refusal.rule))
    while not (feed.state.is_card_game or any(isinstance(each, Header) for each in feed.events)):
        # A device that has one game in memory begins anew with the other one.
        feed.take()
