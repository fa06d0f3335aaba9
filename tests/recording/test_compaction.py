"""Any sequence of compactions and connections: each event is logged once, or noted as missing.

Here a device is a list of events. For any loss on the device, the logs have the players' events
once and in order, or note them as missing.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st
from schiri.log.notes import missing_in
from schiri.log.replay import referee_of, replay
from schiri.log.stored import read_file
from schiri.recording.recorder import Origin, Recorder
from schiri.referee import Referee
from schiri_engines.switch.game import Switch

from tests.counts import count
from tests.log.chain import clock, objects

ORIGIN = Origin("SIM1", "89abcdef", "0.1.0")
NEW = "new switch AB layout=1"


class Device:
    """A device that plays, compacts its journal, and reports its remaining events.

    Shape: ``held`` are the events that it can report, ``made`` those by players, both by their
    numbers; the others describe a snapshot.
    """

    def __init__(self) -> None:
        self.held: dict[int, str] = {}
        self.made: dict[int, str] = {}
        self.last = 0
        self.table: Referee | None = None
        self._began = 0
        self._since = 0

    def play(self, choice: int) -> None:
        """Take one action of the players."""
        table = self.table
        if table is None or table.table.outcome() or choice % 23 == 0:
            self.table = Referee("switch", ["A", "B"], {"layout": "1"})
            self._since = 0
            self._make(NEW)
            self._began = self.last
        elif choice % 19 == 0:
            self._enter("resign A")
        elif choice % 7 == 0 and self._since:
            self._enter("undo")
        else:
            moves = sorted(map(table.table.game.move_text, table.table.game.legal_moves()))
            self._enter(moves[choice % len(moves)])

    def compact(self) -> None:
        """Keep only a snapshot."""
        self.held.clear()
        table = self.table
        if table is None or table.table.outcome():
            self._keep("checkpoint - 0")
            self._keep("score 1 0 0 0")
            self.table = None
            return
        ours = table.table
        assert isinstance(ours.game, Switch)
        sets = [ours.text(entry) for entry in ours.game.setup_entries(ours.turn or 0)]
        self.table = Referee("switch", ["A", "B"], {"layout": "1"})
        self._since = 0
        for text in (f"checkpoint {ORIGIN.epoch} {self._began}", "score 1 0 0 0", NEW):
            self._keep(text)
        for text in sets:
            self._keep(text)
            self.table.command(text)

    def spoil(self, choice: int) -> None:
        """Make a slot of the journal unreadable, but not the last one."""
        if len(self.held) > 1:
            del self.held[sorted(self.held)[choice % (len(self.held) - 1)]]

    def tell(self, recorder: Recorder, most: int) -> None:
        """Report up to this many events to a PC from its next one, as the link does."""
        number = recorder.go_on(ORIGIN) + 1
        while number <= self.last and most:
            most -= 1
            if number in self.held:
                recorder.record(number, self.held[number])
                number += 1
            else:
                after = min(each for each in self.held if each > number)
                recorder.lose(after - 1)
                number = after

    def _enter(self, text: str) -> None:
        assert self.table is not None
        self.table.command(text)
        self._since += -1 if text == "undo" else 1
        self._make(text)

    def _make(self, text: str) -> None:
        self._keep(text)
        self.made[self.last] = text

    def _keep(self, text: str) -> None:
        self.last += 1
        self.held[self.last] = text


def found_in(folder: Path) -> tuple[dict[int, str], set[int]]:
    """Return the logged events by number after checking their order, and the missing numbers."""
    found: dict[int, str] = {}
    lost: list[int] = []
    for path in folder.glob("*.jsonl"):
        log = read_file(path)
        assert not log.torn and replay(log.lines, referee_of(log.header)) == []
        told = [event for event in objects(log) if event["src"] != "pc"]
        numbers = [int(event["src"].rpartition(":")[2]) for event in told]
        assert numbers == sorted(set(numbers)) and not set(numbers) & set(found)
        found.update(zip(numbers, [event.get("entry", NEW) for event in told], strict=True))
        for note in missing_in(log.events):
            lost += range(note.first, note.last + 1)
    assert len(lost) == len(set(lost)) and not set(lost) & set(found)
    return found, set(lost)


def check_kept(device: Device, recorder: Recorder, folder: Path) -> None:
    """Check that acknowledged events are on the disk, or noted there as missing."""
    found, lost = found_in(folder)
    for number in device.made:
        assert number > recorder.progress.durable or number in found or number in lost, number


actions = st.tuples(
    st.sampled_from(["play"] * 6 + ["tell"] * 3 + ["restart", "compact", "spoil"]),
    st.integers(0, 9999),
)


@settings(max_examples=count(20, 400), deadline=None)
@given(st.lists(actions, max_size=60))
def test_each_event_is_in_the_logs_once_or_is_named(steps: list[tuple[str, int]]) -> None:
    device = Device()
    with TemporaryDirectory() as name:
        folder = Path(name)
        recorder = Recorder(folder, clock)
        for what, choice in steps:
            if what == "play":
                for step in range(1 + choice % 5):
                    device.play(choice + 31 * step)
            elif what == "compact":
                device.compact()
            elif what == "spoil":
                device.spoil(choice)
            else:
                if what == "restart":
                    recorder.close()
                    recorder = Recorder(folder, clock)
                device.tell(recorder, choice % 12)
                check_kept(device, recorder, folder)
        device.tell(recorder, 1_000_000)
        current, table = recorder.current, device.table
        if table and not recorder.progress.lost:
            assert current is not None
            ours, theirs = current.referee.table, table.table
            assert ours.game.position() == theirs.game.position()
            assert ours.turn == theirs.turn and ours.outcome() == theirs.outcome()
        # At the latest, the beginning of a game notes the missing events before it.
        device.play(0)
        device.tell(recorder, 1_000_000)
        found, lost = found_in(folder)
        for number, text in device.made.items():
            assert (number in found) != (number in lost), number
            assert found.get(number, text) == text
        assert recorder.progress.durable == device.last
        recorder.close()
