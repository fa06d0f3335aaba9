"""A log played again: the same entries through the same referee must give the same events.

Decides when a replay agrees.  Must not know files.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress

from schiri_engines.refusals import MalformedText, Refused

from schiri.events import Event, Header, Made
from schiri.games import adapter_of
from schiri.json_object import JsonObject
from schiri.log.lines import BrokenLog, Line, Log
from schiri.log.notes import is_note
from schiri.log.times import TIMES
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


def replay(
    lines: Sequence[Line], referee: Referee, tell: Callable[[Line], None] | None = None
) -> list[Event]:
    """Play a log's events again and return what its last entry brought about but is not there.

    Shape: ``tell`` is called with each line once it is found true, with what the referee knows of
    its event.  A note stands between
    entries, and brings about nothing.
    Raises: BrokenLog (log-refused, log-disagrees, log-bad-field).
    """
    due: list[Event] = []
    for line in lines[1:]:
        if "proof" in line.json:
            _check_proof(line, referee)
        if isinstance(line.event, Made) and not due:
            try:
                due = referee.command(line.event.entry, line.event.origin or DIE)
            except (MalformedText, Refused) as error:
                raise BrokenLog(line.n, "log-refused", error) from error
        event = due.pop(0) if due else None
        if not (event.json() == _without_envelope(line) if event else is_note(line.event)):
            raise BrokenLog(line.n, "log-disagrees")
        if tell:
            tell(line._replace(event=event or line.event))
    return due


def events_of(log: Log) -> list[Event]:
    """Return the events of a log with what the rules know of them, as far as they agree with it."""
    events = log.events

    def tell(line: Line) -> None:
        events[line.n - 1] = line.event

    with suppress(BrokenLog):
        replay(log.lines, referee_of(log.header), tell)
    return events


def entry_numbers(lines: Sequence[Line]) -> list[int]:
    """Return for each line how many entries there are up to it: of an entry its number."""
    count, numbers = 0, []
    for line in lines:
        count += isinstance(line.event, Made)
        numbers.append(count)
    return numbers


def lines_after(log: Log, entry: int | None) -> list[Line]:
    """Return the lines up to an entry, with what it brought about; all unless one is named.

    Shape: ``entry`` is its number, 0 the start.
    Raises: MalformedText (no-such-entry).
    """
    numbers = entry_numbers(log.lines)
    if entry is None:
        return list(log.lines)
    if not 0 <= entry <= numbers[-1]:
        raise MalformedText("no-such-entry", str(entry), f"0-{numbers[-1]}")
    return [line for line, number in zip(log.lines, numbers, strict=True) if number <= entry]


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
