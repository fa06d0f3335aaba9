"""One line of a log: JSON with a number, a time, a source, an event and a chain of hashes.

Decides the bytes of a line and which lines follow one another.  Must not know files.
"""

import json
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from schiri_engines.refusals import MalformedText, Refused

from schiri.events import Event, Header, Made, event_of
from schiri.games import adapter_or_plain
from schiri.json_object import Json, JsonObject
from schiri.log.notes import is_bad_note, missing_in
from schiri.log.times import TIMES, UNTIMED, Times

# A line as JSON has it, before it is known what it says.
Object = dict[str, Json]

FORMAT = 1
ROOT = "0" * 64

# How every log begins.
_OPENING = b'{"n":1,"at":"'

_TAIL = re.compile(rb',"chain":"([0-9a-f]{64})"\}\Z')
# A line that is whole but does not end there was not cut.
_WHOLE = re.compile(rb',"chain":"[0-9a-f]{64}"\}.', re.DOTALL)
_SOURCE = re.compile(r"pc|[^:]+:[0-9a-f]+:[0-9]{1,18}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)

# So many events in a row may be in no log: those of a checkpoint.
UNLOGGED = range(2, 5)

# What the events of that name cannot be read without, and what a field is where it is there.
_NEEDED = {
    "game": ("game", "options", "players"),
    "end": ("winner", "rule"),
    "counter": ("by",),
}
_TEXTS = ("game", "by", "entry", "rule", "origin")
_NUMBERS = ("ms", "within_ms")


class BrokenLog(Exception):
    """A log that cannot be trusted from a line on.

    Shape: ``line`` counts from 1, ``code`` is stable and has words in `schiri.texts`; ``cause``
    is what the rules have against an entry, where it is that.
    """

    def __init__(self, line: int, code: str, cause: Refused | MalformedText | None = None) -> None:
        super().__init__(f"line {line}: {code}")
        self.line = line
        self.code = code
        self.cause = cause


class NewerLog(Exception):
    """A log in a newer form than this program knows.

    Shape: ``format`` is the form that the log names.
    """

    def __init__(self, found: object) -> None:
        super().__init__(found)
        self.format = found


class Line(NamedTuple):
    """One line of a log, without its chain.

    Shape: ``at`` is when it was written, ``src`` who told the event; ``json`` is all that stands
    there, in its order, what none of ours has written as well.
    """

    n: int
    at: str
    src: str
    event: Event
    times: Times
    json: JsonObject

    @property
    def entry(self) -> str | None:
        """The entry that was made, None where something else has happened."""
        return self.event.entry if isinstance(self.event, Made) else None


class Log(NamedTuple):
    """A log that was read and found whole.

    Shape: ``lines`` in order, that of the header first; ``size`` counts their bytes;
    ``chain`` is the last line's; ``torn`` tells whether a cut last line was left out.
    """

    header: Header
    lines: list[Line]
    size: int
    chain: str
    torn: bool

    @property
    def events(self) -> list[Event]:
        """The events, the header first."""
        return [line.event for line in self.lines]

    @property
    def is_finished(self) -> bool:
        """Whether the last event is the end of the game."""
        return self.lines[-1].event.kind == "end"


def encode(n: int, at: str, src: str, event: JsonObject, chain: str) -> tuple[bytes, str]:
    """Return the line of an event, and its chain.

    >>> line, chain = encode(1, "2026-01-31T18:04:05.123Z", "pc", {"event": "game"}, ROOT)
    >>> line[:51]
    b'{"n":1,"at":"2026-01-31T18:04:05.123Z","src":"pc","'
    >>> line.endswith(b'"event":"game","chain":"' + chain.encode() + b'"}' + bytes([10]))
    True
    """
    fields = {"n": n, "at": at, "src": src, **event}
    body = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()[:-1]
    link = sha256(chain.encode() + body).hexdigest()
    return body + f',"chain":"{link}"}}\n'.encode(), link


def read(data: bytes) -> Log:
    """Return the log that these bytes hold, a cut last line left out.

    Raises: BrokenLog (log-empty, log-not-json, log-no-chain, log-doubled, log-missing,
    log-order, log-changed, log-bad-field, log-no-header, log-device-gap), NewerLog.
    """
    *lines, rest = data.split(b"\n")
    if not lines:
        raise BrokenLog(1, "log-empty")
    found: list[Object] = []
    chain = ROOT
    for number, line in enumerate(lines, 1):
        event = _parse(line, number)
        _check_number(int(str(event["n"])), number)
        tail = _TAIL.search(line)
        assert tail is not None
        if sha256(chain.encode() + line[: tail.start()]).hexdigest() != event["chain"]:
            raise BrokenLog(number, "log-changed")
        chain = str(event.pop("chain"))
        found.append(event)
    if _WHOLE.search(rest):
        raise BrokenLog(len(lines) + 1, "log-changed")
    events = _typed(found)
    _check_device_numbers(events)
    header = events[0].event
    assert isinstance(header, Header)
    return Log(header, events, len(data) - len(rest), chain, bool(rest))


def is_cut_header(data: bytes) -> bool:
    """Return whether these bytes are all that a crash has left of a log's first line.

    >>> is_cut_header(b""), is_cut_header(b'{"n":1,"a'), is_cut_header(b"my diary")
    (True, True, False)
    """
    is_ours = data.startswith(_OPENING) or _OPENING.startswith(data)
    return is_ours and b"\n" not in data


def _typed(found: Sequence[Object]) -> list[Line]:
    """Return lines that have the fields of lines as what they say, by the game that they are of."""
    try:
        header = Header.parse(found[0])
    except ValueError as error:
        raise BrokenLog(1, "log-bad-field") from error
    kinds = adapter_or_plain(header.game).events
    lines = [
        Line(
            number,
            str(each["at"]),
            str(each["src"]),
            event_of(each, kinds),
            UNTIMED if each.keys().isdisjoint(TIMES) else Times.parse(each),
            each,
        )
        for number, each in enumerate(found, 1)
    ]
    return [lines[0]._replace(event=header), *lines[1:]]


def _parse(line: bytes, number: int) -> Object:
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        raise BrokenLog(number, "log-not-json") from None
    if not isinstance(event, dict):
        raise BrokenLog(number, "log-not-json")
    if number == 1:
        _check_format(event)
    if not _TAIL.search(line):
        raise BrokenLog(number, "log-no-chain")
    if not (_has_envelope(event) and _has_fields(event)):
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


def _has_envelope(event: Object) -> bool:
    """Return whether an event has its number, time, source and name, each of its kind."""
    at, src = event.get("at"), event.get("src")
    return (
        type(event.get("n")) is int
        and isinstance(event.get("event"), str)
        and _is_time(at)
        and isinstance(src, str)
        and _SOURCE.fullmatch(src) is not None
    )


def _is_time(text: object) -> bool:
    if not isinstance(text, str):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return _TIME.fullmatch(text) is not None


def _has_fields(event: Object) -> bool:
    """Return whether an event has the fields that its name needs, each of its kind."""
    options = event.get("options", {})
    lists = [event.get("players", []), event.get("winner", [])]
    return (
        not is_bad_note(event)
        and all(event.get(key) is not None for key in _NEEDED.get(str(event["event"]), ()))
        and all(isinstance(event.get(key, ""), str) for key in _TEXTS)
        and all(type(event.get(key, 0)) is int for key in _NUMBERS)
        and ("when" not in event or _is_time(event["when"]))
        and isinstance(event.get("seats"), str | None)
        and all(isinstance(each, list) and _are_texts(each) for each in lists)
        and isinstance(options, dict)
        and _are_texts(options.values())
    )


def _are_texts(values: Iterable[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def _check_number(found: int, wanted: int) -> None:
    if found == wanted - 1:
        raise BrokenLog(wanted, "log-doubled")
    if found > wanted:
        raise BrokenLog(wanted, "log-missing")
    if found < wanted:
        raise BrokenLog(wanted, "log-order")


def _check_device_numbers(lines: Iterable[Line]) -> None:
    """Raise unless the events of each epoch of a device are numbered without gaps but those noted.

    Rule: in no log is what a device tells of a game that the log has when its journal was
    compacted: a checkpoint, the score, the board, and how the game began; nor the score that it
    tells before it is restarted, after which the game goes on, or its end is taken back.
    """
    last: dict[str, int] = {}
    # What is noted as missing is none of that.
    noted: dict[str, int] = {}
    before = ""
    for line in lines:
        for note in missing_in([line.event]):
            for epoch in [each for each in last if each.endswith(f":{note.epoch}")]:
                noted[epoch] = note.last
                if note.first - last[epoch] - 1 in (0, *UNLOGGED):
                    last[epoch] = note.last
        if line.src != "pc":
            epoch, _, text = line.src.rpartition(":")
            unlogged = int(text) - last.get(epoch, int(text) - 1) - 1
            is_score = line.event.kind == "survived" or before == "end"
            may_be = unlogged in UNLOGGED or (unlogged == 1 and is_score)
            if unlogged and not (may_be and noted.get(epoch, 0) <= last[epoch]):
                raise BrokenLog(line.n, "log-device-gap")
            last[epoch] = int(text)
        before = line.event.kind
