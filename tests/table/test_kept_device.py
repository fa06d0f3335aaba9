"""A game on the simulated device survives the program: its store is a file."""

from pathlib import Path

import pytest
from schiri.disk import locked
from schiri.log.stored import read_file
from schiri.simulator import flash
from schiri.simulator.flash import FlashFile, open_flash
from schiri.simulator.stepped import SteppedDevice
from schiri.table.intents import Enter, NewGame, Press

from tests.closing import closed_later
from tests.game_now import game_of
from tests.table.stepped import SteppedTable
from tests.table.test_session import sent


class KeptTable(SteppedTable):
    """A session around a device that has a file for its store."""

    def simulated(self) -> SteppedDevice:
        return SteppedDevice(self.build, seed=1, store=open_flash(self.folder, self.build.name))


def opened(folder: Path, build: str) -> FlashFile:
    """Return a store in a file, which is closed at the end of the test."""
    return closed_later(open_flash(folder, build))


def test_a_game_goes_on_where_it_was(tmp_path: Path) -> None:
    first = KeptTable(tmp_path)
    first.run(300)
    sent(first, NewGame("switch", ("Ann", "Ben"), {"layout": "1"}), Press("white"))
    sent(first, Enter("a1-c3"))
    first.session.close()
    again = KeptTable(tmp_path)
    again.run(500)
    state = again.session.state
    # The device asks first, and the names are still known.
    assert state.device.status and state.device.status.mode == "resume"
    assert (game_of(state).state.turn, game_of(state).players) == (
        "Ben",
        ("Ann", "Ben"),
    )
    sent(again, Press("white"), Enter("b1-a1"), for_ms=1500)
    (path,) = (tmp_path / "logs").glob("*.jsonl")
    entries = [line.entry for line in read_file(path).lines if line.entry]
    assert entries == ["a1-c3", "b1-a1"]
    again.session.close()


def test_each_program_has_a_device_of_its_own(tmp_path: Path) -> None:
    first, second, keys5 = (opened(tmp_path, build) for build in ("cursor", "cursor", "keys5"))
    assert first.device != second.device
    first[10:12] = b"ab"
    name = first.device
    first.close()
    third = opened(tmp_path, "cursor")
    assert (third.device, bytes(third[10:12])) == (name, b"ab")
    assert keys5.device not in (first.device, second.device)


def test_a_device_that_another_program_begins_at_the_same_moment_is_left_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = ["0001", "0002"]
    monkeypatch.setattr(flash, "token_hex", lambda count: drawn.pop(0))
    # The other program has the file already, and it does not exist yet.
    theirs = locked(tmp_path / "cursor-SIM0001.journal")
    assert theirs
    assert opened(tmp_path, "cursor").device == "SIM0002"
    assert not (tmp_path / "cursor-SIM0001.journal").exists()
    theirs.release()


def test_a_file_that_was_cut_is_blank_behind(tmp_path: Path) -> None:
    (tmp_path / "cursor-SIM0001.journal").write_bytes(b"xy")
    store = opened(tmp_path, "cursor")
    assert store.device == "SIM0001" and bytes(store[0:4]) == b"xy\xff\xff"
