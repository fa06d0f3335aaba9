"""One line of a log: JSON with a number, a time, a source, an event and a chain of hashes.

Decides the bytes of a line and which lines follow one another.  Must not know files.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import MAXYEAR, MINYEAR, UTC, datetime, timedelta
from hashlib import sha256
from io import BytesIO
from itertools import islice, pairwise
from typing import BinaryIO, NamedTuple

from schiri_engines.refusals import MalformedText, Refused

from schiri.events import EntryMade, Event, Header, Incident, Missing, event_of
from schiri.games import rulings_of
from schiri.json_object import Json, JsonObject, Record, parse_json
from schiri.log.annotations import is_bad_note, is_note
from schiri.plain import is_plain

# A line as JSON, before its fields are checked.
Object = dict[str, Json]

FORMAT = 1
ROOT = "0" * 64

# The beginning of every log.
_OPENING = b'{"n":1,"at":"'

_TAIL = re.compile(rb',"chain":"([0-9a-f]{64})"\}\Z')
# A complete line with more text after it was not cut.
_WHOLE = re.compile(rb',"chain":"[0-9a-f]{64}"\}.', re.DOTALL)
_SOURCE = re.compile(r"pc|[^:]+:[0-9a-f]+:[0-9]{1,18}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)

# In bytes: more than any typed entry needs, and parsed in a third of a second.
LONGEST_LINE = 1 << 20

# The longest pause in a game, and how far a time may go back: events of a device come late.
LONGEST_PAUSE, ASTRAY = timedelta(hours=12), timedelta(minutes=1)

# Required fields of all events, and of the events of that name.
_ENVELOPE = ("n", "at", "src", "event")
_NEEDED = {
    "game": ("game", "options", "players"),
    "end": ("winner", "rule"),
    "counter": ("by",),
}


class BrokenLog(Exception):
    """A log that cannot be trusted from a line on.

    Shape: ``line`` counts from 1, ``code`` is stable and has words in `schiri.texts`; ``cause`` is
    the refusal of an entry, if that is the reason.
    """

    def __init__(self, line: int, code: str, cause: Refused | MalformedText | None = None) -> None:
        super().__init__(f"line {line}: {code}")
        self.line = line
        self.code = code
        self.cause = cause


class NewerLog(Exception):
    """A log in a newer format than this program knows.

    Shape: ``format`` is the form that the log names.
    """

    def __init__(self, found: object) -> None:
        super().__init__(found)
        self.format = found


class Times(Record):
    """When a device did something, as far as it is known.

    Shape: the device's own time; the PC's time of the same moment, and how wrong that can be.
    Units: ms since the device was started.
    """

    ms: int | None = None
    when: str | None = None
    within_ms: int | None = None


# Only the time of writing is known.
UNTIMED = Times()
TIMES = tuple(Times.__dataclass_fields__)


def iso(moment: datetime) -> str:
    """Return a time in the form of a log.

    >>> iso(datetime(2026, 1, 31, 18, 4, 5, 123999, UTC))
    '2026-01-31T18:04:05.123Z'
    """
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Line(NamedTuple):
    """One line of a log, without its chain.

    Shape: ``at`` is when it was written, ``src`` the source of the event; ``json`` has all keys in
    order, unknown ones too.
    """

    n: int
    at: str
    src: str
    event: Event
    times: Times
    json: JsonObject

    @property
    def entry(self) -> str | None:
        """The entry, None for another event."""
        return self.event.entry if isinstance(self.event, EntryMade) else None


class Log(NamedTuple):
    """A log that was read and is valid.

    Shape: ``lines`` in order, that of the header first, in a large log read again each time; of
    ``size`` bytes; ``chain`` is the last line's; ``torn`` says whether a cut last line was left
    out.
    """

    header: Header
    lines: Sequence[Line]
    size: int
    chain: str
    torn: bool

    @property
    def events(self) -> list[Event]:
        """The events, the header first."""
        return [line.event for line in self.lines]

    @property
    def standing(self) -> list[Event]:
        """The entries that were not undone, each followed by its events."""
        found: list[list[Event]] = [[]]
        for line in islice(self.lines, 1, None):
            event = line.event
            if isinstance(event, EntryMade) and event.entry == "undo":
                # The rules may not have checked whether there is anything to undo.
                if len(found) > 1:
                    found.pop()
            elif isinstance(event, EntryMade):
                found.append([event])
            elif not is_note(event):
                found[-1].append(event)
        return [event for events in found for event in events]

    @property
    def began(self) -> str:
        return self.lines[0].times.when or self.lines[0].at

    @property
    def is_finished(self) -> bool:
        return self.lines[-1].event.kind == "end"


def encode(fields: JsonObject, chain: str) -> tuple[bytes, str]:
    """Return the bytes of a line with these fields, and its chain; ``chain`` is of the line before.

    >>> line, chain = encode({"n": 1, "event": "game"}, ROOT)
    >>> line == b'{"n":1,"event":"game","chain":"' + chain.encode() + b'"}' + bytes([10])
    True
    """
    body = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()[:-1]
    link = sha256(chain.encode() + body).hexdigest()
    return body + f',"chain":"{link}"}}\n'.encode(), link


def is_chained(data: bytes) -> bool:
    """Return whether the chain of a whole log is right; its lines are not read.

    >>> line, chain = encode({"n": 1, "event": "game"}, ROOT)
    >>> is_chained(line), is_chained(line.replace(b"game", b"joke"))
    (True, False)
    """
    chain = ROOT
    for line in data.removesuffix(b"\n").split(b"\n"):
        body, _, link = line.rpartition(b',"chain":"')
        chain = sha256(chain.encode() + body).hexdigest()
        if link != f'{chain}"}}'.encode():
            return False
    return True


# The most consecutive events that logs may lack: those of a checkpoint.
UNLOGGED = range(2, 5)


class DeviceNumbers:
    """The devices' numbers in the lines of a log so far."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}
        # Events noted as missing do not count as left out.
        self._noted: dict[str, int] = {}
        self._before = ""

    def follows(self, line: Line) -> bool:
        """Return whether the next line follows without a gap, except noted ones.

        Rule: events that a device repeats after a compaction are in no log: a checkpoint, the
        score, the board, and the beginning of the game; nor is the score before a restart.  Events
        since a game was left are in the logs of others.
        """
        last, noted, before = self._last, self._noted, self._before
        self._before = line.event.kind
        if isinstance(note := line.event, Missing):
            for epoch in [each for each in last if each.endswith(f":{note.epoch}")]:
                noted[epoch] = note.last
                if note.first - last[epoch] - 1 in (0, *UNLOGGED):
                    last[epoch] = note.last
        if line.src == "pc":
            return True
        epoch, _, text = line.src.rpartition(":")
        number = int(text)
        last_number = last.get(epoch, number - 1)
        last[epoch] = number
        unlogged = number - last_number - 1
        if isinstance(line.event, Incident) and line.event.what == "left":
            return unlogged >= 0
        is_score = line.event.kind == "survived" or before == "end"
        may_be = unlogged in UNLOGGED or (unlogged == 1 and is_score)
        return not unlogged or (may_be and noted.get(epoch, 0) <= last_number)


class LineReader:
    """The lines of a stream, each checked against those before it.

    Shape: ``chain`` and ``size`` are those of the lines so far; ``torn`` says at the end whether
    the last line was cut.
    Raises: as `read`, at a wrong line.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self.chain, self.size, self.torn = ROOT, 0, False
        self._stream = stream
        self._n = 0
        self._kinds: Sequence[type[Event]] = ()
        self._numbers = DeviceNumbers()

    def __iter__(self) -> Iterator[Line]:
        while (data := self._stream.readline(LONGEST_LINE)).endswith(b"\n"):
            self._n += 1
            yield self._read(data[:-1])
            self.size += len(data)
        if len(data) == LONGEST_LINE:
            raise BrokenLog(self._n + 1, "log-line-too-long")
        if is_whole(data):
            self._n += 1
            yield self._read(data)
            self.size += len(data)
            return
        if not self._n:
            raise BrokenLog(1, "log-empty")
        if _WHOLE.search(data):
            raise BrokenLog(self._n + 1, "log-changed")
        self.torn = bool(data)

    def _read(self, data: bytes) -> Line:
        number = self._n
        found = _parse(data, number)
        _check_number(int(str(found["n"])), number)
        body = data[: data.rindex(b',"chain"')]
        if sha256(self.chain.encode() + body).hexdigest() != found["chain"]:
            raise BrokenLog(number, "log-changed")
        self.chain = str(found.pop("chain"))
        if number == 1:
            self._kinds = rulings_of(_header(found).game).events
        line = _typed(found, number, self._kinds)
        if not self._numbers.follows(line):
            raise BrokenLog(number, "log-device-gap")
        return line


def read(data: bytes) -> Log:
    """Return the log that these bytes hold, a cut last line left out.

    Raises: BrokenLog (log-empty, log-not-json, log-no-chain, log-doubled, log-missing,
    log-order, log-changed, log-bad-field, log-no-header, log-device-gap, log-line-too-long),
    NewerLog.
    """
    reader = LineReader(BytesIO(data))
    lines = list(reader)
    return log_of(lines, reader.size, reader.chain, reader.torn)


def log_of(lines: Sequence[Line], size: int, chain: str, is_torn: bool) -> Log:
    header = lines[0].event
    assert isinstance(header, Header)
    return Log(header, lines, size, chain, is_torn)


def line_alone(data: bytes, first: Line) -> tuple[Line, str]:
    """Return the line in these bytes, which have no newline, and its unchecked chain; ``first`` is
    the first line of the same log.
    """
    assert isinstance(first.event, Header)
    found = _parse(data, 0)
    chain, number = str(found.pop("chain")), int(str(found["n"]))
    return _typed(found, number, rulings_of(first.event.game).events), chain


def dated(lines: Iterable[Line]) -> Iterator[tuple[Line, str]]:
    """Yield each line of a log with the time of its event.

    Rule: the events of an entry happened with it; without a better time, the time of writing
    counts.
    """
    last = ""
    for line in lines:
        when = line.times.when or ""
        if when or isinstance(line.event, EntryMade):
            last = when
        yield line, line.at if is_note(line.event) and not when else last or line.at


def span_of(lines: Iterable[Line]) -> tuple[datetime, timedelta | None]:
    """Return the time of a game's first event, and the duration to its last event that is not a
    note.

    Rule: a game has no duration if it was left for long, or if the clock was set meanwhile (a long
    pause or a step back).  When a device's event without a time happened is not known.
    """
    moments = [
        datetime.fromisoformat(at)
        for line, at in dated(lines)
        if not is_note(line.event) and (line.n == 1 or line.src == "pc" or line.times.when)
    ]
    steps = [later - earlier for earlier, later in pairwise(moments)]
    is_one = all(-ASTRAY < step < LONGEST_PAUSE for step in steps)
    return moments[0], moments[-1] - moments[0] if is_one else None


def is_whole(data: bytes) -> bool:
    """Return whether a line is complete, with or without its newline.

    >>> end = b',"chain":"' + b"0" * 64 + b'"}'
    >>> is_whole(b'{"n":2' + end), is_whole(b'{"n":2' + end[:-1]), is_whole(end + b"{" + end)
    (True, False, False)
    """
    line = data.removesuffix(b"\n")
    return bool(_TAIL.search(line)) and not _WHOLE.search(line)


def is_cut_header(data: bytes) -> bool:
    """Return whether these bytes are what a crash left of a log's first line.

    >>> is_cut_header(b""), is_cut_header(b'{"n":1,"a'), is_cut_header(b"my diary")
    (True, True, False)
    """
    is_ours = data.startswith(_OPENING) or _OPENING.startswith(data)
    return is_ours and b"\n" not in data and not is_whole(data)


def _header(found: Object) -> Header:
    try:
        header = Header.parse(found)
    except ValueError as error:
        raise BrokenLog(1, "log-bad-field") from error
    if not all(map(is_plain, (header.game, *header.players))):
        # No game has such names, and a list of logs prints them in one line.
        raise BrokenLog(1, "log-bad-field")
    return header


def _typed(found: Object, number: int, kinds: Sequence[type[Event]]) -> Line:
    event = event_of(found, kinds) if number > 1 else _header(found)
    times = UNTIMED if found.keys().isdisjoint(TIMES) else Times.parse(found)
    return Line(number, str(found["at"]), str(found["src"]), event, times, found)


def _parse(line: bytes, number: int) -> Object:
    try:
        event = parse_json(line)
    except ValueError:
        raise BrokenLog(number, "log-not-json") from None
    if not isinstance(event, dict):
        raise BrokenLog(number, "log-not-json")
    if number == 1:
        _check_format(event)
    if not _TAIL.search(line):
        raise BrokenLog(number, "log-no-chain")
    if not _has_fields(event):
        raise BrokenLog(number, "log-bad-field")
    return event


def _check_format(header: Object) -> None:
    """Raise unless this is a header in our format; in a newer one nothing else is checked."""
    if header.get("event") != "game":
        raise BrokenLog(1, "log-no-header")
    found = header.get("format")
    if type(found) is int and found > FORMAT:
        raise NewerLog(found)
    if type(found) is not int or found < FORMAT:
        raise BrokenLog(1, "log-bad-field")


def _is_time(text: object) -> bool:
    if not isinstance(text, str):
        return False
    try:
        year = datetime.fromisoformat(text).year
    except ValueError:
        return False
    # In every time zone the year must be one that Python has.
    return _TIME.fullmatch(text) is not None and MINYEAR < year < MAXYEAR


def _has_fields(event: Object) -> bool:
    needed = (*_ENVELOPE, *_NEEDED.get(str(event.get("event")), ()))
    return (
        all(event.get(key) is not None for key in needed)
        and all(_KINDS[key](value) for key, value in event.items() if key in _KINDS)
        and not is_bad_note(event)
    )


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


# The types of fields by name, for all events.
_KINDS: dict[str, Callable[[object], bool]] = {
    **dict.fromkeys(
        ("event", "game", "by", "entry", "rule", "origin"), lambda value: isinstance(value, str)
    ),
    **dict.fromkeys(
        ("n", "ms", "within_ms", "spent_ms", "left_ms"), lambda value: type(value) is int
    ),
    **dict.fromkeys(("players", "winner"), _are_texts),
    **dict.fromkeys(("at", "when"), _is_time),
    "src": lambda value: isinstance(value, str) and _SOURCE.fullmatch(value) is not None,
    "seats": lambda value: value is None or isinstance(value, str),
    "options": lambda value: isinstance(value, dict) and _are_texts([*value.values()]),
}


def _check_number(found: int, expected: int) -> None:
    if found == expected - 1:
        raise BrokenLog(expected, "log-doubled")
    if found > expected:
        raise BrokenLog(expected, "log-missing")
    if found < expected:
        raise BrokenLog(expected, "log-order")
