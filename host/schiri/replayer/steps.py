"""A log as steps: each line with how the game stood after it.

Decides what a step has.  Must not know how it looks.
"""

from typing import NamedTuple

from schiri.events import Event, State
from schiri.games import adapter_of
from schiri.log.lines import BrokenLog, Line, Log
from schiri.log.replay import entry_numbers, referee_of, replay, require_short
from schiri.log.times import happened

# Of each line it is kept how the game stood; nobody steps through more.
MOST_LINES = 20_000


class Step(NamedTuple):
    """A line of a log: when it happened, what, and how the game stood then.

    Shape: ``number`` counts the entries up to it; ``view`` is what the game's adapter has to draw.
    """

    number: int
    at: str
    event: Event
    state: State
    view: object


def steps_of(log: Log) -> list[Step]:
    """Return the steps of a log, that of its header first.

    Raises: BrokenLog (as `schiri.log.replay.replay`).
    """
    steps, broken = steps_until(log)
    if broken:
        raise broken
    return steps


def steps_until(log: Log) -> tuple[list[Step], BrokenLog | None]:
    """Return the steps of a log as far as the rules agree with it, and where they do not.

    Raises: BrokenLog (log-bad-header), HostError (log-too-long).
    """
    require_short(log, MOST_LINES)
    referee = referee_of(log.header)
    adapter, moments = adapter_of(referee.game), list(happened(log.lines))
    numbers = list(entry_numbers(log.lines))
    steps: list[Step] = []

    def add(line: Line) -> None:
        view = adapter.view(referee)
        at = line.n - 1
        steps.append(Step(numbers[at], moments[at], line.event, referee.state(), view))

    add(log.lines[0])
    try:
        replay(log.lines, referee, add)
    except BrokenLog as broken:
        return steps, broken
    return steps, None
