"""Replay of a log: the same entries through the same referee must give the same events.

Decides when a replay agrees.  Must not know files.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import takewhile
from typing import NamedTuple

from schiri_engines.refusals import MalformedText, Refused

from schiri.errors import HostError
from schiri.events import EntryMade, Event, Header, Missing
from schiri.log.annotations import is_note
from schiri.log.lines import TIMES, BrokenLog, Line, Log, dated
from schiri.match_options import own_options
from schiri.referee import DIE, Referee

# Keys that a replay does not produce.
ENVELOPE_KEYS = ("n", "at", "src", "proof", *TIMES)


def referee_of(header: Header) -> Referee:
    """Return a referee at the start of the game that a log's header names.

    Raises: BrokenLog (log-bad-header).
    """
    try:
        seats = header.seats if own_options(header.game) and header.seats else ""
        return Referee(header.game, header.players, header.options, is_logged=True, seats=seats)
    except (MalformedText, Refused) as error:
        raise BrokenLog(1, "log-bad-header", error) from error


class Replay:
    """The replay of a log's events, a line at a time.

    Shape: ``due`` are events of the last entry that the log has not shown yet.
    """

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self.due: list[Event] = []

    def follow(self, line: Line) -> Line:
        """Return the next line, with the referee's version of its event.

        Rule: the header, and a note between entries, have no effect.
        Raises: BrokenLog (log-refused, log-disagrees, log-bad-field).
        """
        if line.n == 1:
            return line
        if "proof" in line.json:
            _check_proof(line, self._referee)
        if isinstance(line.event, EntryMade) and not self.due:
            try:
                # Older logs have texts that are refused today.
                entries = self._referee.table.parse_all(line.event.entry)
                made = line.event
                self.due = self._referee.apply(entries, made.origin or DIE, made.spent_ms or 0)
            except (MalformedText, Refused) as error:
                raise BrokenLog(line.n, "log-refused", error) from error
        event = self.due.pop(0) if self.due else None
        logged = {key: value for key, value in line.json.items() if key not in ENVELOPE_KEYS}
        if not (event.json() == logged if event else is_note(line.event)):
            raise BrokenLog(line.n, "log-disagrees")
        return line._replace(event=event or line.event)


def replay(lines: Iterable[Line], referee: Referee) -> list[Event]:
    """Replay a log's events and return the events of its last entry that are missing.

    Shape: ``lines`` begin with that of the header.
    """
    played = Replay(referee)
    deque(map(played.follow, lines), 0)
    return played.due


class NumberedLine(NamedTuple):
    """A line of a log.

    Shape: ``number`` counts the entries up to it; ``at`` is when it happened.
    """

    line: Line
    number: int
    at: str

    @property
    def event(self) -> Event:
        return self.line.event


def numbered(lines: Iterable[Line]) -> Iterator[NumberedLine]:
    """Yield each line with its time and the number of entries up to it."""
    count = 0
    for line, at in dated(lines):
        count += isinstance(line.event, EntryMade)
        yield NumberedLine(line, count, at)


def replay_lines(lines: Iterable[Line], referee: Referee) -> Iterator[NumberedLine]:
    """Yield the lines of a log, that of the header first, as a referee replays them.

    Shape: each is yielded after its effect, with the referee's version of its event.
    """
    return numbered(map(Replay(referee).follow, lines))


def replayed(log: Log, entry: int | None = None) -> Iterator[NumberedLine]:
    """Return the replayed lines of a log up to an entry, by default all.

    Rule: the rules are followed as far as they agree with the log.
    """
    return numbered(_as_far_as_agreed(lines_after(log, entry), log.header))


def _as_far_as_agreed(lines: Iterable[Line], header: Header) -> Iterator[Line]:
    """Yield lines with the referee's version of their events, until it disagrees."""
    played: Replay | None = None
    with suppress(BrokenLog):
        played = Replay(referee_of(header))
    for line in lines:
        found = line
        if played:
            try:
                found = played.follow(line)
            except BrokenLog:
                played = None
        yield found


def last_event(log: Log) -> Event:
    """Return the last event of a log; an end with its causes, as far as the rules agree."""
    if not log.is_finished:
        return log.lines[-1].event
    return deque(replayed(log), 1).pop().event


def require_short(count: int, most: int) -> None:
    """Raise if a log has too many lines to keep in memory.

    Raises: HostError (log-too-long).
    """
    if count > most:
        raise HostError("log-too-long", count=count, most=most)


def lines_after(log: Log, entry: int | None) -> Iterable[Line]:
    """Return the lines up to an entry, with its events; all lines without an entry.

    Shape: ``entry`` is its number, 0 the start.
    Raises: MalformedText (no-such-entry).
    """
    if entry is None:
        return log.lines
    count = deque(numbered(log.lines), 1).pop().number
    if not 0 <= entry <= count:
        raise MalformedText("no-such-entry", str(entry), f"0-{count}")
    until = takewhile(lambda each: each.number <= entry, numbered(log.lines))
    return (each.line for each in until)


def referee_after(log: Log, entry: int | None = None) -> Referee:
    """Return the referee of a game after an entry, by default the last one."""
    referee = referee_of(log.header)
    replay(lines_after(log, entry), referee)
    return referee


def _check_proof(line: Line, referee: Referee) -> None:
    # Imported late, because most logs have no races.
    from schiri.games.race import RaceProof, claims_of

    try:
        claims = claims_of(RaceProof.parse(line.json["proof"]), referee.table)
    except ValueError as error:
        raise BrokenLog(line.n, "log-bad-field") from error
    if claims != line.entry:
        raise BrokenLog(line.n, "log-disagrees")


def verified(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the lines of a log, that of the header first, until one is wrong.

    Rule: names and options are those of the game, every entry is legal and has the events that
    follow it; corrections and accepted irregularities are entries like any other.  After lost
    events no check is possible.  The times of the PC and of the device never go back, and all
    events of a device come from the log's own device.
    Raises: BrokenLog (log-bad-header, log-refused, log-disagrees, log-bad-field, log-time-back,
    log-other-device).
    """
    played: Replay | None = None
    order = _Order()
    for line in lines:
        order.check(line)
        if isinstance(line.event, Header) and line.n == 1:
            played = Replay(referee_of(line.event))
        elif isinstance(line.event, Missing):
            played = None
        elif played:
            played.follow(line)
        yield line


class _Order:
    """The times of a log so far, and the device that its events are from."""

    def __init__(self) -> None:
        self._at = ""
        # By epoch: the time of the device's last event.
        self._ms: dict[str, int] = {}
        self._device: str | None = None

    def check(self, line: Line) -> None:
        """Raise `BrokenLog` unless a line may come next."""
        # All times have one form, in which the later one is the greater text.
        if line.at < self._at:
            raise BrokenLog(line.n, "log-time-back")
        self._at = line.at
        if isinstance(line.event, Header) and line.n == 1:
            self._device = line.event.device
        if line.src == "pc":
            return
        epoch = line.src.rpartition(":")[0]
        if epoch.partition(":")[0] != self._device:
            raise BrokenLog(line.n, "log-other-device")
        ms = line.times.ms
        if ms is not None:
            if ms < self._ms.get(epoch, ms):
                raise BrokenLog(line.n, "log-time-back")
            self._ms[epoch] = ms
