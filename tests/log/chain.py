"""The chain of a log by the interface, computed independently; and forged logs."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from schiri import events
from schiri.events import End, event_of
from schiri.log.lines import Log
from schiri.log.logged import LoggedReferee
from schiri.log.writer import LogWriter, header_of
from schiri.referee import Referee
from schiri_engines.refusals import MalformedText, Refused

from tests.closing import closed_later

Event = dict[str, Any]

AT = datetime(2026, 1, 31, 18, 4, 5, 123000, UTC)
AT_TEXT = "2026-01-31T18:04:05.123Z"


def clock() -> datetime:
    return AT


def chains_of(data: bytes) -> list[str]:
    """Return the expected chain of each complete line, from its bytes only."""
    chains, last = [], b"0" * 64
    for line in data.split(b"\n")[:-1]:
        covered = line[line.index(b"{") : line.rindex(b',"chain"')]
        last = sha256(last + covered).hexdigest().encode()
        chains.append(last.decode())
    return chains


def forged(found: Sequence[object]) -> bytes:
    """Return a log of these events with a valid chain; the events may be of any kind."""
    data, last = b"", b"0" * 64
    for event in found:
        body = json.dumps(event).encode()[:-1]
        last = sha256(last + body).hexdigest().encode()
        data += body + b',"chain":"' + last + b'"}\n'
    return data


def event(n: int, kind: str = "move", **more: object) -> Event:
    return {"n": n, "at": AT_TEXT, "src": "pc", "event": kind, **more}


def objects(log: Log) -> list[Event]:
    return [dict(line.json) for line in log.lines]


def typed(objects: Sequence[Event]) -> list[events.Event]:
    """Return the events of lines, by the kinds that all games share."""
    return [event_of(each, [End]) for each in objects]


def header(**more: object) -> Event:
    own = header_of(Referee("switch", ["Ann", "Ben"])).json()
    return {**event(1), **own, **more}


def open_log(
    path: Path, options: dict[str, str] | None = None, may_be_finished: bool = False
) -> LoggedReferee:
    """Return a referee of Ann and Ben that keeps this log."""
    judge = Referee("switch", ["Ann", "Ben"], options)
    writer = closed_later(LogWriter(path, header_of(judge), clock, may_be_finished=may_be_finished))
    return LoggedReferee(judge, writer)


def keep_log(path: Path, *commands: str, options: dict[str, str] | None = None) -> LoggedReferee:
    logged = open_log(path, options)
    for command in commands:
        logged.command(command)
    logged.writer.close()
    return logged


def try_all(logged: LoggedReferee, commands: Sequence[str]) -> None:
    """Try all these commands; refused ones change nothing."""
    for command in commands:
        try:
            logged.command(command)
        except (Refused, MalformedText):
            continue


def log_of(path: Path, *commands: str, options: dict[str, str] | None = None) -> bytes:
    keep_log(path, *commands, options=options)
    return path.read_bytes()
