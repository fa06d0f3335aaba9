"""Begin a game at the referee's table, or go on with the one that a device is in the middle of.

Decides which of the two.  Must not know how it is told.
"""

from pathlib import Path
from typing import NamedTuple

from schiri_engines.refusals import Refusal, Refused
from schiri_engines.registry import row_of

from schiri.cli.stepper import TableStepper
from schiri.errors import HostError
from schiri.events import Header
from schiri.referee import Referee
from schiri.table.device_table import PANEL
from schiri.table.intents import NewGame
from schiri.table.state import TableState


class Wanted(NamedTuple):
    """What shall be played, and who reads along.

    Shape: ``given`` are the options that were named; a game that the device is in the middle of is
    gone on with where it ``may_join``.  Without a ``port`` no device takes part.
    """

    judge: Referee
    given: dict[str, str]
    may_join: bool
    is_for_people: bool
    as_json: bool
    log: Path | None
    port: str | None


def begin(table: TableStepper, wanted: Wanted) -> None:
    """Wait for the device where one takes part, and begin the game, or go on with it.

    Raises: HostError, MalformedText, Refused, as the table refuses.
    """
    if wanted.port is None:
        begin_anew(table, wanted)
        table.events.clear()
        return
    judge, log = wanted.judge, wanted.log
    while not (table.state.connected and table.state.now):
        table.wait()
    size, build = row_of(judge.game).size, table.state.build
    if size > build.size:
        raise HostError("build-too-small", build=build.name, game=judge.game)
    if size and log and log.exists():
        require_log(table.state, judge, log)
    elif not (size and can_join(table.state, wanted)):
        begin_anew(table, wanted)
    while not size and (now := table.state.now) and now.mode != PANEL:
        # From here on its clock counts, so no race is void.
        table.wait()
    table.events.clear()


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


def begin_anew(table: TableStepper, wanted: Wanted) -> None:
    """Begin the game; what was played is in its log."""
    judge, log = wanted.judge, str(wanted.log or "")
    table.events.clear()
    game = NewGame(judge.game, tuple(judge.names), dict(judge.options), "named", log)
    answer = table.do(game)
    if error := answer.error or answer.malformed:
        raise error
    if answer.refusal:
        raise Refused(Refusal(answer.refusal.code, answer.refusal.rule))
    while not (table.state.is_card_game or any(isinstance(each, Header) for each in table.events)):
        # A device that has one game in memory begins anew with the other one.
        table.wait()
