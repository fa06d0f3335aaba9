"""A log played again: the same entries through the same referee must give the same events.

Decides when a replay agrees.  Must not know files.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice, takewhile, tee
from typing import NamedTuple

from schiri_engines.refusals import MalformedText, Refused

from schiri.errors import HostError
from schiri.events import Event, Header, Made
from schiri.games import adapter_of
from schiri.json_object import JsonObject
from schiri.log.lines import BrokenLog, Line, Log
from schiri.log.notes import is_note
from schiri.log.times import TIMES, happened
from schiri.referee import Referee
from schiri.referee.referee import DIE

# What no replay brings about.
ENVELOPE_KEYS = ("n", "at", "src", "proof", *TIMES)


def referee_of(header: Header) -> Referee:
    """Return a referee at the start of the game that a log's header names.

    Raises: BrokenLog (log-bad-header).
    """
    try:
        return Referee(header.game, header.players, header.options)
    except (MalformedText, Refused) as error:
        raise BrokenLog(1, "log-bad-header", error) from error


class Replay:
    """A log's events played again, a line at a time.

    Shape: ``due`` is what the last entry brought about but has not come yet.
    """

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self.due: list[Event] = []

    def follow(self, line: Line) -> Line:
        """Return the line that comes next, with what the referee knows of its event.

        Rule: a note stands between entries, and brings about nothing.
        Raises: BrokenLog (log-refused, log-disagrees, log-bad-field).
        """
        if "proof" in line.json:
            _check_proof(line, self._referee)
        if isinstance(line.event, Made) and not self.due:
            try:
                # Texts that nobody may write any more stand in logs.
                entries = self._referee.table.parse_all(line.event.entry)
                self.due = self._referee.apply(entries, line.event.origin or DIE)
            except (MalformedText, Refused) as error:
                raise BrokenLog(line.n, "log-refused", error) from error
        event = self.due.pop(0) if self.due else None
        if not (event.json() == _without_envelope(line) if event else is_note(line.event)):
            raise BrokenLog(line.n, "log-disagrees")
        return line._replace(event=event or line.event)


def replay(
    lines: Iterable[Line], referee: Referee, tell: Callable[[Line], None] | None = None
) -> list[Event]:
    """Play a log's events again and return what its last entry brought about but is not there.

    Shape: ``lines`` begin with that of the header; ``tell`` is called with each of the others once
    it is found true, with what the referee knows of its event.
    Raises: BrokenLog (as `Replay.follow`).
    """
    played = Replay(referee)
    for line in islice(lines, 1, None):
        found = played.follow(line)
        if tell:
            tell(found)
    return played.due


class Told(NamedTuple):
    """A line of a log, as it is told.

    Shape: ``number`` counts the entries up to it; ``at`` is when it happened; ``event`` has what
    the rules know of it.
    """

    line: Line
    number: int
    at: str
    event: Event


def told(log: Log, entry: int | None = None) -> Iterator[Told]:
    """Return the lines of a log up to an entry as they are told; all unless one is named.

    Rule: the rules are asked as far as they agree with the log.
    Raises: MalformedText (as `lines_after`).
    """
    lines, counted, dated = tee(lines_after(log, entry), 3)
    known = _known(lines, log.header)
    every = zip(known, entry_numbers(counted), happened(dated), strict=True)
    return (Told(line, number, at, line.event) for line, number, at in every)


def _known(lines: Iterable[Line], header: Header) -> Iterator[Line]:
    """Yield lines with what the rules know of their events, as far as they agree with them."""
    played: Replay | None = None
    with suppress(BrokenLog):
        played = Replay(referee_of(header))
    for line in lines:
        found = line
        if played and line.n > 1:
            try:
                found = played.follow(line)
            except BrokenLog:
                played = None
        yield found


def events_of(log: Log) -> Iterator[Event]:
    """Yield the events of a log with what the rules know of them, as far as they agree with it."""
    return (each.event for each in told(log))


def last_event(log: Log) -> Event:
    """Return the last event of a log; of an ending with its causes, as far as the rules agree."""
    if not log.is_finished:
        return log.lines[-1].event
    return deque(events_of(log), 1).pop()


def require_short(log: Log, most: int) -> None:
    """Raise unless a log has so many lines at most: for what keeps something of each in memory.

    Raises: HostError (log-too-long).
    """
    if len(log.lines) > most:
        raise HostError("log-too-long", count=len(log.lines), most=most)


def entry_numbers(lines: Iterable[Line]) -> Iterator[int]:
    """Yield for each line how many entries there are up to it: of an entry its number."""
    count = 0
    for line in lines:
        count += isinstance(line.event, Made)
        yield count


def lines_after(log: Log, entry: int | None) -> Iterable[Line]:
    """Return the lines up to an entry, with what it brought about; all unless one is named.

    Shape: ``entry`` is its number, 0 the start.
    Raises: MalformedText (no-such-entry).
    """
    if entry is None:
        return log.lines
    count = deque(entry_numbers(log.lines), 1).pop()
    if not 0 <= entry <= count:
        raise MalformedText("no-such-entry", str(entry), f"0-{count}")
    lines, counted = tee(log.lines)
    numbered = zip(lines, entry_numbers(counted), strict=True)
    return (line for line, _ in takewhile(lambda each: each[1] <= entry, numbered))


def referee_after(log: Log, entry: int | None = None) -> Referee:
    """Return the referee of a game as it stands after an entry, the last one unless named.

    Raises: MalformedText (no-such-entry), BrokenLog (as `replay`).
    """
    referee = referee_of(log.header)
    replay(lines_after(log, entry), referee)
    return referee


def _check_proof(line: Line, referee: Referee) -> None:
    """Raise `BrokenLog` unless an entry is just what its proof comes to."""
    try:
        claims = adapter_of(referee.game).claims_of(line.json["proof"], referee)
    except ValueError as error:
        raise BrokenLog(line.n, "log-bad-field") from error
    if claims != line.entry:
        raise BrokenLog(line.n, "log-disagrees")


def _without_envelope(line: Line) -> JsonObject:
    return {key: value for key, value in line.json.items() if key not in ENVELOPE_KEYS}
