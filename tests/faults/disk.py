"""A disk with a fault at any step, and a device that is recorded onto it."""

import gc
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache, lru_cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import get_ident
from typing import Any

import pytest
from schiri.device.client import DeviceClient
from schiri.device.reports import Connected, EventReceived, Lost
from schiri.log.annotations import is_note
from schiri.log.lines import Log, is_cut_header, read
from schiri.log.replay import referee_of, replay
from schiri.recording.device_sync import DeviceSync
from schiri.recording.event_store import EventStore
from schiri_engines.registry import row_of

from tests.closing import alone_in
from tests.log.chain import objects

BOARD = "/".join(["RGBYRGBY"] * 8)
NEW = "new switch AB layout=1 repetition=3 start=b"
# Two and a half games: undone ends, letters beyond ASCII, a painted board.
TEXTS = [NEW, "a1-c3", "b1-a1", "undo", "dispute caf\\xe9", "resign A", "undo", "resign B"]
TEXTS += [NEW.replace("AB", "BA"), "a1-c3", "draw"]
TEXTS += [f"board {BOARD}", "new joggle AB board=own", "rolled R", "a1", "undo", "e1"]
# The cable is pulled before these numbers.
PULLS = (3, 8, 12, 15)
HELLO = Connected("DEV1", "0.1.0", "cursor", "89abcdef", 1, len(TEXTS), row_of("switch").digest)
AT = datetime(2026, 1, 31, 18, 4, 5, tzinfo=UTC)

Games = list[list[dict[str, Any]]]
Calls = list[tuple[str, int]]


class Dead(BaseException):
    """The end of a killed program, which no code catches."""


class Device(DeviceClient):
    """A device that reports its events directly, without a link.

    Shape: ``acked`` is the last event that it may forget; ``next`` the next one to report.
    """

    def __init__(self, heed: Callable[[int], object] = lambda number: None) -> None:
        super().__init__()
        self.acked = 0
        self.next = 1
        self.heed = heed

    def go_on_from(self, number: int) -> None:
        assert number > self.acked
        self.next = number

    def acknowledge(self, number: int) -> None:
        self.heed(number)
        self.acked = number


def table_at(folder: Path, device: Device) -> DeviceSync:
    """Return the recording of a program that starts on this folder."""
    store = alone_in(folder, EventStore(folder, lambda: AT, {"A": "Ann", "B": "Ben"}))
    return DeviceSync(store, device)


def run(folder: Path, device: Device) -> DeviceSync:
    """Let a program record all events of the device; return its recording."""
    live = table_at(folder, device)
    live.handle(HELLO, 0)
    while device.next <= len(TEXTS):
        number = device.next
        device.next += 1
        if number in PULLS:
            live.handle(Lost("unplugged"), 0)
            live.handle(HELLO, 0)
            assert device.next == number or TEXTS[number - 2].startswith("board ")
            number, device.next = device.next, device.next + 1
        live.handle(EventReceived(number, 1000 * number, TEXTS[number - 1]), 0)
    assert live.device.disagreement is None, live.device.disagreement
    return live


class Steps:
    """The calls with which a program changes a disk, and a fault at one of them.

    Shape: ``at`` is the number of the call that ``strike`` replaces, or None; of a write, ``cut``
    bytes are written before.  With ``stays``, as on a full disk, all later calls that fill the disk
    fail as well.  ``calls`` are those made so far, with the number of bytes that they write.
    """

    NAMES = ("write", "fsync", "ftruncate", "unlink")
    FILLING = ("write", "fsync", "folder")

    def __init__(
        self,
        at: int | None = None,
        strike: Callable[[], None] | None = None,
        cut: int = 0,
        stays: bool = False,
    ) -> None:
        self.calls: list[tuple[str, int]] = []
        self._at = at
        self._strike = strike
        self._cut = cut
        self._stays = stays
        self._thread = get_ident()

    @contextmanager
    def watched(self) -> Iterator["Steps"]:
        """Intercept a program's calls to its disk.

        Leftovers of other tests are not counted: a thread that still writes, a folder that is
        deleted with its last reference.
        """
        gc.disable()
        self._thread = get_ident()
        with pytest.MonkeyPatch.context() as patched:
            for name in self.NAMES:
                patched.setattr(os, name, partial(self._call, name, getattr(os, name)))
            try:
                yield self
            finally:
                gc.enable()

    def _call(self, name: str, call: Callable[..., Any], *words: Any) -> Any:
        if get_ident() != self._thread:
            return call(*words)
        data = words[1] if name == "write" else b""
        if name == "fsync" and stat.S_ISDIR(os.fstat(words[0]).st_mode):
            name = "folder"
        number = len(self.calls)
        self.calls.append((name, len(data)))
        if self._strike and self._at is not None:
            if number == self._at and data and self._cut:
                written = call(words[0], data[: self._cut])
                if self._stays:
                    # A disk takes the bytes that fit, and refuses the next ones.
                    return written
            if number == self._at or (number > self._at and self._stays and name in self.FILLING):
                self._strike()
        # There is no power cut here, and the system keeps the data of a killed program.
        return None if name in ("fsync", "folder") else call(*words)


def die() -> None:
    """End a program as if it were killed, in this process."""
    raise Dead


def files_in(folder: Path) -> dict[Path, bytes]:
    """Return every log below a folder."""
    return {path: path.read_bytes() for path in folder.rglob("*.jsonl")}


# Most faults leave the same files as the one before, so each content is read once.
read_once: Callable[[bytes], Log] = lru_cache(1000)(read)


@lru_cache(1000)
def last_in(data: bytes) -> int:
    """Return the device's last event in the complete lines of a log."""
    log = read_once(data)
    numbers = [each["src"].split(":")[2] for each in objects(log) if each["src"] != "pc"]
    return max(map(int, numbers))


def kept_in(folder: Path) -> int:
    """Return the last event saved in a folder; at most one of its logs is cut."""
    assert len(cut_in(folder)) <= 1
    logs = [data for data in files_in(folder).values() if not is_cut_header(data)]
    return max(map(last_in, logs), default=0)


def newest_in(folder: Path) -> Path:
    """Return the newest log."""
    logs = files_in(folder)
    return max(logs, key=lambda path: last_in(logs[path]) if logs[path] else len(TEXTS))


def cut_in(folder: Path) -> list[Path]:
    """Return the logs whose last line was cut."""
    logs = files_in(folder)
    return [path for path in logs if is_cut_header(logs[path]) or read_once(logs[path]).torn]


def games_in(folder: Path) -> Games:
    """Return the games in the logs after checking each, without notes and times."""
    games = [game_in(data) for data in files_in(folder).values()]
    return sorted(games, key=lambda game: int(game[0]["src"].split(":")[2]))


@lru_cache(1000)
def game_in(data: bytes) -> list[dict[str, Any]]:
    """Return the game in a log after checking it, without notes and times."""
    log = read_once(data)
    assert not log.torn and replay(log.lines, referee_of(log.header)) == []
    events = [dict(line.json) for line in log.lines if not is_note(line.event)]
    return [{**each, "n": number, "at": ""} for number, each in enumerate(events, 1)]


def go_on(folder: Path, device: Device, wanted: Games) -> None:
    """Restart a program: it repairs a cut line, reports that, and misses no event."""
    assert device.acked <= kept_in(folder)
    cut = cut_in(folder)
    with Steps().watched() as steps:
        device.heed = lambda number: steps.calls.append(("ack", number))
        live = run(folder, device)
    assert live.store.torn == cut and cut_in(folder) == []
    assert games_in(folder) == wanted
    assert device.acked == len(TEXTS)
    check_order(steps.calls)


def check_order(calls: Calls) -> None:
    """Events are acknowledged only after a sync by this program, even if another one wrote them."""
    is_synced = False
    for name, _ in calls:
        assert name != "ack" or is_synced
        is_synced = name == "fsync" or (is_synced and name not in ("write", "ftruncate"))


@cache
def undisturbed() -> tuple[Games, Calls]:
    """Return the logs of a run without faults, and its calls."""
    with TemporaryDirectory() as name:
        folder, device = Path(name), Device()
        with Steps().watched() as steps:
            run(folder, device)
        games = games_in(folder)
    assert device.acked == len(TEXTS) and [len(game) for game in games] == [10, 4, 5]
    return games, steps.calls
