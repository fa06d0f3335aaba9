"""One line of a log: JSON with a number, a time, a source, an event and a chain of hashes.

Decides the bytes of a line and which lines follow one another.  Must not know files.
"""

import json
import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, NamedTuple

FORMAT = 1
ROOT = "0" * 64

_TAIL = re.compile(rb',"chain":"([0-9a-f]{64})"\}\Z')
_SOURCE = re.compile(r"pc|[^:]+:[0-9a-f]+:[0-9]+")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


class BrokenLog(Exception):
    """A log that cannot be trusted from a line on.

    Shape: ``line`` counts from 1, ``code`` is stable and has words in `schiri.texts`.
    """

    def __init__(self, line: int, code: str) -> None:
        super().__init__(f"line {line}: {code}")
        self.line = line
        self.code = code


class NewerLog(Exception):
    """A log in a newer form than this program knows.

    Shape: ``format`` is the form that the log names.
    """

    def __init__(self, found: object) -> None:
        super().__init__(found)
        self.format = found


class Log(NamedTuple):
    """A log that was read and found whole.

    Shape: ``events`` in order, the header first; ``size`` counts the bytes of their lines;
    ``chain`` is the last line's; ``torn`` tells whether a cut last line was left out.
    """

    events: list[dict[str, Any]]
    size: int
    chain: str
    torn: bool

    @property
    def is_finished(self) -> bool:
        """Whether the last event is the end of the game."""
        return bool(self.events[-1]["event"] == "end")


def encode(n: int, at: str, src: str, event: dict[str, Any], chain: str) -> tuple[bytes, str]:
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
    events: list[dict[str, Any]] = []
    chain = ROOT
    for number, line in enumerate(lines, 1):
        event = _parse(line, number)
        if number == 1:
            _check_header(event)
        _check_number(event["n"], number)
        tail = _TAIL.search(line)
        assert tail is not None
        if sha256(chain.encode() + line[: tail.start()]).hexdigest() != event["chain"]:
            raise BrokenLog(number, "log-changed")
        chain = event.pop("chain")
        events.append(event)
    _check_device_numbers(events)
    return Log(events, len(data) - len(rest), chain, bool(rest))


def _parse(line: bytes, number: int) -> dict[str, Any]:
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        raise BrokenLog(number, "log-not-json") from None
    if not isinstance(event, dict):
        raise BrokenLog(number, "log-not-json")
    if not _TAIL.search(line):
        raise BrokenLog(number, "log-no-chain")
    well_formed = (
        type(event.get("n")) is int
        and isinstance(event.get("event"), str)
        and isinstance(event.get("at"), str)
        and isinstance(event.get("src"), str)
        and _TIME.fullmatch(event["at"])
        and _SOURCE.fullmatch(event["src"])
    )
    if not well_formed:
        raise BrokenLog(number, "log-bad-field")
    return event


def _check_header(event: dict[str, Any]) -> None:
    if event["event"] != "game":
        raise BrokenLog(1, "log-no-header")
    if event.get("format") != FORMAT:
        raise NewerLog(event.get("format"))
    if not isinstance(event.get("options"), dict) or not isinstance(event.get("players"), list):
        raise BrokenLog(1, "log-bad-field")


def _check_number(found: int, wanted: int) -> None:
    if found == wanted - 1:
        raise BrokenLog(wanted, "log-doubled")
    if found > wanted:
        raise BrokenLog(wanted, "log-missing")
    if found < wanted:
        raise BrokenLog(wanted, "log-order")


def _check_device_numbers(events: Iterable[dict[str, Any]]) -> None:
    """Within one epoch of one device, events are numbered without gaps."""
    last: dict[str, int] = {}
    for event in events:
        if event["src"] == "pc":
            continue
        epoch, _, text = event["src"].rpartition(":")
        number = int(text)
        if number != last.get(epoch, number - 1) + 1:
            raise BrokenLog(event["n"], "log-device-gap")
        last[epoch] = number
