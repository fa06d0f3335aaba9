"""Nonsense into both ends: nothing is raised, nothing damaged is taken for true, nothing grows.

Run as ``python -m tests.faults.fuzz --lines 10000000 --seed 0``.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from schiri.device.link import Link
from schiri.faults import Fault
from schiri.log.lines import read
from schiri.log.live import Event, LiveTable
from schiri.log.recorder import Origin, Recorder
from schiri.log.replay import referee_of, replay
from schiri.texts.prose import event_words
from schiri.view import view_of
from schiri_device.builds import load
from schiri_device.companion import Companion
from schiri_device.gestures import Edge
from schiri_device.link.lines import LONGEST, NUMBERS, OWN, ROLLED, Splitter
from schiri_device.match import parse_new
from schiri_device.reader import Reader
from schiri_device.ticks import later
from schiri_engines.board_games import board_game
from schiri_engines.table import Table

from tests.faults.garbage import ASKED, ENTRIES, HELLO, TO_DEVICE, TO_HOST, bytes_of, changed

# How often an end is looked at closely, and how often one is begun anew.
CHECK_EVERY = 1000
ANEW_EVERY = 10_000
CHUNK = 50_000
AT = datetime(2026, 1, 31, 18, tzinfo=UTC)


class Fuzz:
    """One end, and what it is sent.

    Shape: ``taken`` counts the whole lines that it has found, ``wrong`` those that nobody sent.
    """

    def __init__(self, random: Random) -> None:
        self.random = random
        self.now_ms = 0
        self.taken = self.wrong = 0
        # The same bytes once more, to see what is found in them.
        self._splitter = Splitter()
        self._sent: list[tuple[int, int, str]] = []

    def line(self, seq: int, text: str) -> bytes:
        """Return bytes for a text: most often a line, most often as it should be."""
        random = self.random
        if random.random() < 0.4:
            for _ in range(random.choice((1, 1, 1, 2, 5))):
                text = changed(random, text)
        if random.random() < 0.05:
            seq += random.choice((-1, 1, 2, 7, 499, 501))
        ack = random.choice((-1, 0, random.randrange(NUMBERS)))
        data, sent = bytes_of(random, seq % NUMBERS, ack, text)
        self._sent = self._sent[-20:] + sent
        found = self._splitter.feed(data)
        self.taken += len(found)
        self.wrong += sum(each not in self._sent for each in found)
        return data

    def step(self) -> None:
        """Send one line and let the end react."""
        raise NotImplementedError

    def check(self) -> None:
        """Look closely at what has become of the end."""
        raise NotImplementedError

    def finish(self, folder: Path) -> None:
        """Look once more before it is begun anew."""


class DeviceFuzz(Fuzz):
    """A whole device."""

    def __init__(self, random: Random) -> None:
        Fuzz.__init__(self, random)
        build = load(random.choice(("keys5", "cursor")))
        assert build is not None
        store = bytearray(b"\xff" * 4096)
        self.device = Companion(build, store, random.randbytes, ("TEST", "1"), 0)
        # The epoch that began in the midst of a game: what lies before that can be taken back on
        # the device, and is not in the journal.
        self._in_midst = ""

    def step(self) -> None:
        random, device = self.random, self.device
        session = device.wire._session
        seq = session._heard + 1
        if session.state != "up":
            text = "hello 1 1 " + random.choice(("t1", "t2", "t3"))
            seq = 0 if random.random() < 0.9 else 5
        elif random.random() < 0.2:
            text = random.choice(TO_DEVICE)
        else:
            text = f"ask {random.randrange(1, 9999)} {random.choice(ASKED)}"
        data = self.line(seq, self._filled(text))
        self.now_ms += (
            random.choice((0, 1, 5, 5, 5, 60, 60, 300)) if random.random() < 0.999 else 9000
        )
        now, edges = later(self.now_ms, 0), []
        if random.random() < 0.02:
            edges = [Edge(random.choice(device.build.buttons), random.random() < 0.6, now)]
        room = 256 if random.random() < 0.9 else 0
        epoch, table = device.journal.epoch, device.match.table
        output = device.step(now, edges, data, room)
        if epoch != device.journal.epoch and device.match.table is table:
            self._in_midst = device.journal.epoch
        assert len(output.sent) <= LONGEST and output.sent.isascii()

    def _filled(self, text: str) -> str:
        if "{" not in text:
            return text
        device, table = self.device, self.device.match.table
        move = "a1-c3"
        if "{move}" in text and table and table.outcome() is None:
            moves = table.game.legal_moves()
            move = table.game.move_text(self.random.choice(moves)) if moves else "R"
        journal = device.journal
        run = device.panel.run if device.panel else "0000"
        token = device.wire._session.token
        return text.format(epoch=journal.epoch, last=journal.last, run=run, token=token, move=move)

    def check(self) -> None:
        device, journal = self.device, self.device.journal
        wire = device.wire
        assert len(wire._session._splitter._rest) < LONGEST
        assert len(wire._colours) <= 8 and len(device.modes) <= 20 and len(journal.settings) <= 32
        assert not device.panel or len(device.panel._ring) <= 40
        assert set(device.match.wins) <= set("ABCD") and wire.acknowledged <= journal.last
        match = device.match
        if journal.epoch == self._in_midst:
            return
        table = replayed(journal)
        assert (table is None) == (match.table is None)
        if table is not None:
            assert table.game.position() == match.game.position()
            assert table.outcome() == match.outcome
            assert texts(table) == texts(match.table)

    def finish(self, folder: Path) -> None:
        """Let the PC's own recorder take all that the journal holds."""
        journal = self.device.journal
        if journal.epoch == self._in_midst:
            return
        recorder, reader = Recorder(folder, lambda: AT), Reader(journal, board_game)
        recorder.go_on(Origin("TEST", journal.epoch, "1"))
        while reader.number <= journal.last:
            number, _, text = reader.read()
            recorder.take(number, text)
        shutil.rmtree(folder, ignore_errors=True)


def texts(table: Table) -> list[str]:
    """Return the entries that stand."""
    return [table.text(entry) for entry in table.entries]


def replayed(journal) -> Table | None:  # type: ignore[no-untyped-def]
    """Return the table that the events of a journal lead to; each of them must be legal."""
    reader, table, board = Reader(journal, board_game), None, ""
    while reader.number <= journal.last:
        _, _, text = reader.read()
        if text.startswith("board "):
            board = text.removeprefix("board ")
        elif text.startswith("new "):
            name, options, seats = parse_new(text)
            if options.get("board") == OWN:
                options["board"] = board
            table = Table(board_game(name)(options), seats)
        else:
            assert table is not None, text
            assert table.do(table.parse(text.removeprefix(ROLLED))) is None, text
    return table


class FuzzPort:
    """A port whose other end is made up."""

    def __init__(self) -> None:
        self.data = b""

    def read(self) -> bytes:
        data, self.data = self.data, b""
        return data

    def write(self, data: bytes) -> None:
        assert len(data) <= LONGEST and data.isascii()

    def close(self) -> None:
        pass


class HostFuzz(Fuzz):
    """The whole PC's side, with logs on a disk."""

    def __init__(self, random: Random, folder: Path) -> None:
        Fuzz.__init__(self, random)
        shutil.rmtree(folder, ignore_errors=True)
        self._folder, self._epochs = folder, 0
        self._port = FuzzPort()
        self._start()

    def _start(self) -> None:
        recorder = Recorder(self._folder, lambda: AT)
        self.live = LiveTable(recorder, lambda report, events: told(events))
        self.link = Link(lambda: self._port, self.live, wants_lights=self.random.random() < 0.5)

    def step(self) -> None:
        random = self.random
        session = self.link.peer._session
        text, seq = random.choice(TO_HOST), session._heard + 1
        if session.state != "up":
            text, seq = HELLO, 0
        self._port.data = self.line(seq, self._filled(text))
        self.now_ms += random.choice((0, 1, 5, 5, 5, 60, 300)) if random.random() < 0.999 else 9000
        try:
            self.link.poll(self.now_ms)
        except Fault as fault:
            assert fault.code in ("version-mismatch", "rules-differ"), fault.code
            self._start()
        if random.random() < 0.01:
            self.link.ask("undo")
        if random.random() < 0.01:
            view_of(self.live)

    def _filled(self, text: str) -> str:
        if "{" not in text:
            return text
        random, peer = self.random, self.link.peer
        number = peer._next_number
        table = self.live.referee.table if self.live.referee else None
        move = "a1-c3"
        if "{move}" in text and table and table.outcome() is None:
            moves = table.game.legal_moves()
            move = table.game.move_text(random.choice(moves)) if moves else "R"
        epoch = peer._epoch if random.random() < 0.999 else f"{random.randrange(65536):04x}"
        return text.format(
            token=peer._session.token,
            device=random.choice("12"),
            epoch=epoch,
            next=number,
            last=number - 1,
            later=number + random.randrange(1, 4),
            ms=self.now_ms,
            move=move,
            entry=random.choice(ENTRIES),
            new=random.choice(ENTRIES[:2]),
            request=peer._last_request,
            run=random.choice(("0001", "0002")),
        )

    def check(self) -> None:
        peer = self.link.peer
        assert len(peer._session._splitter._rest) < LONGEST
        assert len(peer._texts) <= 4 and len(peer._parts) <= 1000 and len(self._port.data) == 0
        assert len(peer._lights._colours) <= 256
        numbers: dict[str, list[int]] = {}
        for path in sorted(self._folder.glob("*.jsonl"), key=lambda path: path.stat().st_ino):
            log = read(path.read_bytes())
            assert not log.torn and replay(log.events, referee_of(log.events[0])) == []
            for event in log.events:
                epoch, _, number = event["src"].rpartition(":")
                if epoch:
                    numbers.setdefault(epoch, []).append(int(number))
        for found in numbers.values():
            assert sorted(set(found)) == sorted(found)


def told(events: list[Event]) -> None:
    """Put events in words, as whoever shows them does."""
    for event in events:
        event_words(event)


def fuzz(kind: str, seed: str, lines: int) -> tuple[int, int]:
    """Send so many lines to one kind of end; return how many were whole, and how many wrong."""
    random = Random(f"{kind} {seed}")
    taken = wrong = 0
    folder = Path(tempfile.mkdtemp(prefix="schiri-fuzz-"))
    fsync, os.fsync = os.fsync, lambda fd: None
    try:
        for first in range(0, lines, ANEW_EVERY):
            end = DeviceFuzz(random) if kind == "device" else HostFuzz(random, folder)
            for at in range(first, min(first + ANEW_EVERY, lines)):
                end.step()
                if at % CHECK_EVERY == CHECK_EVERY - 1:
                    end.check()
            end.finish(folder)
            taken, wrong = taken + end.taken, wrong + end.wrong
    finally:
        os.fsync = fsync
        shutil.rmtree(folder, ignore_errors=True)
    return taken, wrong


def main() -> None:
    """Fuzz both ends on all cores, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    kinds = ("device", "host")
    jobs = [(kinds[at % 2], f"{options.seed} {at}") for at in range(-(-options.lines // CHUNK))]
    start, done, taken, wrong = time.monotonic(), 0, 0, 0
    with ProcessPoolExecutor() as pool:
        for found in pool.map(fuzz, *zip(*jobs, strict=True), [CHUNK] * len(jobs)):
            done, taken, wrong = done + CHUNK, taken + found[0], wrong + found[1]
            print(f"\r{done:,} lines, {taken:,} whole", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    took = time.monotonic() - start
    print(f"{done:,} lines, {taken:,} whole, {wrong} wrong, 0 exceptions, {took:.0f} s")


if __name__ == "__main__":
    main()
