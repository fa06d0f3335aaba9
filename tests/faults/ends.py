"""Both ends of the link under a fuzzer: their input, and their invariants."""

import shutil
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from schiri.device.connection import Connection
from schiri.device.reports import Report
from schiri.errors import HostError
from schiri.log.lines import BrokenLog, read
from schiri.log.replay import referee_of, replay
from schiri.prose.events import event_words
from schiri.recording.device_sync import DeviceSync
from schiri.recording.event_store import Disagreement, EventSource, EventStore
from schiri.table.device_game import shown_board
from schiri.texts import Words
from schiri_device.app.device import Device
from schiri_device.builds import load
from schiri_device.link.lines import LONGEST_LINE, NUMBERS, Splitter
from schiri_device.pc.messages import EventFeed
from schiri_device.ticks import Edge, later

from tests.closing import alone_in
from tests.faults.folding import CheckedFlash, check_replay, watch_compactions
from tests.faults.garbage import ASKED, ENTRIES, HELLO, TO_DEVICE, TO_HOST, bytes_of, changed
from tests.log.chain import objects

AT = datetime(2026, 1, 31, 18, tzinfo=UTC)


class Fuzz:
    """One end and its input.

    Shape: ``taken`` counts the complete lines that it has found, ``wrong`` those that were never
    sent; ``met`` counts the steps in which it accepted the other end as a valid peer.
    """

    def __init__(self, random: Random) -> None:
        self.random = random
        self.now_ms = 0
        self.taken = self.wrong = self.met = 0
        # Splits the same bytes again, to find their lines.
        self._splitter = Splitter()
        self._sent: list[tuple[int, int, str]] = []

    def line(self, seq: int, text: str) -> bytes:
        """Return bytes for a text: usually a line, and usually a valid one."""
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
        """Check the state of the end thoroughly."""
        raise NotImplementedError

    def finish(self, folder: Path) -> None:
        """Check it once more before its restart."""


class DeviceFuzz(Fuzz):
    """A whole device."""

    def __init__(self, random: Random) -> None:
        Fuzz.__init__(self, random)
        build = load(random.choice(("keys5", "cursor")))
        assert build is not None
        self.device = Device(build, CheckedFlash(), random.randbytes, ("TEST", "1"), 0)
        watch_compactions(self.device)

    def step(self) -> None:
        random, device = self.random, self.device
        session = device.host._session
        seq = session._last_received + 1
        if session.state != "up":
            text = "hello 2 2 " + random.choice(("t1", "t2", "t3"))
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
            edges = [
                Edge(
                    device.build.key_of(random.choice(device.build.buttons)),
                    random.random() < 0.6,
                    now,
                )
            ]
        room = 256 if random.random() < 0.9 else 0
        if random.random() < 0.001:
            self._restart(now)
        output = self.device.step(now, edges, data, room)
        assert len(output.sent) <= LONGEST_LINE and output.sent.isascii()
        self.met += session.state == "up"
        if output.is_restart:
            self._restart(now)

    def _restart(self, now_ms: int) -> None:
        """Cut the power, and restore it."""
        old = self.device
        self.device = Device(
            old.build, old.journal._store, self.random.randbytes, ("TEST", "1"), now_ms
        )
        watch_compactions(self.device)

    def _filled(self, text: str) -> str:
        if "{" not in text:
            return text
        device, table = self.device, self.device.match.table
        move = "a1-c3"
        if "{move}" in text and table and table.outcome() is None:
            moves = list(table.game.legal_moves())
            move = table.text(self.random.choice(moves)) if moves else "R"
        journal = device.journal
        run = device.panel.run if device.panel else "0000"
        token = device.host._session.token
        return text.format(epoch=journal.epoch, last=journal.last, run=run, token=token, move=move)

    def check(self) -> None:
        device, journal = self.device, self.device.journal
        wire = device.host
        assert len(wire._session._splitter._rest) < LONGEST_LINE and len(wire._colours) <= 8
        assert len(device.modes) <= 20 and len(journal.settings) <= 32
        assert not device.panel or len(device.panel._ring) <= 40
        assert set(device.match.wins) <= set("ABCD") and wire.acknowledged <= journal.last
        check_replay(device)

    def finish(self, folder: Path) -> None:
        """Let the PC's own event store take all events of the journal."""
        while self.device.mode_name == "compacting":
            # The events follow after the compaction.
            self.step()
        journal = self.device.journal
        if journal.problem:
            return
        store = alone_in(folder, EventStore(folder, lambda: AT))
        feed = EventFeed(journal)
        store.go_on(EventSource("TEST", journal.epoch, "1"))
        while feed.number <= journal.last:
            words = (feed.next() or "").split(" ", 3)
            if words[0] == "event":
                try:
                    store.record(int(words[1]), words[3])
                except Disagreement as disagreement:
                    # A PC never sends a dispute with control characters, and accepts none.
                    assert str(disagreement).startswith("dispute ")
                    return
            elif words[0] == "gone":
                store.lose(int(words[2]))
        match, current = self.device.match, store.current
        if match.table:
            assert current is not None
            table = current.referee.table
            assert table.game.position() == match.game.position()
            assert table.outcome() == match.outcome
        shutil.rmtree(folder, ignore_errors=True)


class FuzzPort:
    """A port whose other end is simulated."""

    def __init__(self) -> None:
        self.data = b""

    def read(self) -> bytes:
        data, self.data = self.data, b""
        return data

    def write(self, data: bytes) -> None:
        assert len(data) <= LONGEST_LINE and data.isascii()

    def wait(self) -> None:
        pass

    def wake(self) -> None:
        pass

    def close(self) -> None:
        pass


class HostFuzz(Fuzz):
    """The whole PC's side, with logs on a disk."""

    def __init__(self, random: Random, folder: Path) -> None:
        Fuzz.__init__(self, random)
        shutil.rmtree(folder, ignore_errors=True)
        self._folder = folder
        self._port = FuzzPort()
        self._before = "00000000"
        self._start()

    def _start(self) -> None:
        store = alone_in(self._folder, EventStore(self._folder, lambda: AT))
        self.connection = Connection(lambda: self._port, self.random.random() < 0.5)
        self.live = DeviceSync(store, self.connection.client)

    def _handle(self, report: Report, received_ms: int) -> None:
        for event in self.live.handle(report, received_ms):
            # A view would show them as text.
            event_words(Words("en"), "switch", event)

    def step(self) -> None:
        random = self.random
        session = self.connection.client._session
        text, seq = random.choice(TO_HOST), session._last_received + 1
        if session.state != "up":
            # Sometimes its journal is set aside.
            text, seq = HELLO if random.random() < 0.9 else HELLO.replace("{epoch}", "-"), 0
        self._port.data = self.line(seq, self._filled(text))
        self.now_ms += random.choice((0, 1, 5, 5, 5, 60, 300)) if random.random() < 0.999 else 9000
        try:
            for report in self.connection.poll(self.now_ms):
                self._handle(report, self.connection.client.received_ms)
        except HostError as fault:
            assert fault.code in ("version-mismatch", "rules-differ"), fault.code
            self._start()
        self.met += self.live.device.connected is not None
        if random.random() < 0.01:
            self.connection.client.ask("undo")
        if random.random() < 0.01:
            shown_board(self.live)

    def _filled(self, text: str) -> str:
        if "{" not in text:
            return text
        random, client = self.random, self.connection.client
        known = client.connected.epoch if client.connected else "00000001"
        # Before the PC has sent its position, any number may come.
        number = max(1, client._events._next)
        table = self.live.referee.table if self.live.referee else None
        move = "a1-c3"
        if "{move}" in text and table and table.outcome() is None:
            moves = list(table.game.legal_moves())
            move = table.text(random.choice(moves)) if moves else "R"
        epoch = known if random.random() < 0.999 else f"{random.randrange(1 << 32):08x}"
        if epoch != known:
            self._before = known
        entry = random.choice(ENTRIES).format(epoch=epoch, before=self._before, last=number - 1)
        return text.format(
            token=client._session.token,
            device=random.choice("12"),
            epoch=epoch,
            next=number,
            first=random.choice((1, 1, 1, number)),
            last=number - 1,
            later=number + random.randrange(1, 4),
            ms=self.now_ms,
            move=move,
            entry=entry,
            new=random.choice(ENTRIES[:2]),
            request=client._requests.last,
            run=random.choice(("0001", "0002")),
        )

    def check(self) -> None:
        client = self.connection.client
        assert len(client._session._splitter._rest) < LONGEST_LINE
        assert len(client._snapshot._parts) <= 1000
        # Bytes that arrive before the port is opened again are dropped.
        assert not self._port.data or self.connection._port is None
        assert len(client._lights._colours) <= 256
        # A device with fewer events than its log starts another epoch, with its own log. Within one
        # log each event appears once.
        numbers: dict[tuple[Path, str], list[int]] = {}
        for path in sorted(self._folder.glob("*.jsonl"), key=lambda path: path.stat().st_ino):
            try:
                log = read(path.read_bytes())
            except BrokenLog as broken:
                # No real device begins a snapshot of the game without finishing it.
                assert broken.code == "log-device-gap"
                continue
            assert not log.torn and replay(log.lines, referee_of(log.header)) == []
            for event in objects(log):
                epoch, _, number = event["src"].rpartition(":")
                if epoch:
                    numbers.setdefault((path, epoch), []).append(int(number))
        for found in numbers.values():
            assert sorted(set(found)) == sorted(found)
