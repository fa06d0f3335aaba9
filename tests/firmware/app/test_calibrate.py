"""The calibration on the device: what its lights ask for, its presses, and what is kept of it."""

from typing import Any

import pytest
from schiri_device.app.calibrate import STONES
from schiri_device.app.device import Device
from schiri_device.builds import NAMES
from schiri_device.sensing import DARK, EMPTY, LIGHT, UNSURE
from schiri_engines.grid import cell_text, rows_text

from tests.firmware.stage import STONE, Stage
from tests.firmware.world import built

SENSING = [name for name in NAMES if built(name).sensors]
MEASURED = "wait 900"
ALL = f"stones {rows_text(STONES, 5)}"
NONE = f"stones {rows_text('.' * 25, 5)}"
READING = {"b": DARK, "w": LIGHT, ".": EMPTY}


class Raw(Stage):
    """A device that nobody has calibrated."""

    def _start(self) -> None:
        self.device: Any = Device(
            self.build, self.store, self._entropy, ("TEST", "1"), self.ticks()
        )

    def marks(self) -> dict[str, str]:
        """Return the cells whose lights mean something, with that."""
        rows = [[row[at : at + 2] for at in range(0, 15, 3)] for row in self.see()[:5]]
        lit = {
            cell_text(file + 5 * (4 - row), 5): rows[row][file]
            for row in range(5)
            for file in range(5)
        }
        return {cell: mark for cell, mark in lit.items() if mark[0] != " "}

    def lead(self, first: int = 0) -> None:
        """Lead a dark stone over the fields from this one on."""
        for cell in range(first, 25):
            name = cell_text(cell, 5)
            assert self.device.mode.detail() == f"{name}b"
            assert self.marks() == {name: "pb"}
            self.do(f"drop {name}b")
            self.do(MEASURED)
            self.do(f"lift {name}")


@pytest.fixture(params=SENSING)
def stage(request: pytest.FixtureRequest) -> Raw:
    return Raw(request.param)


def test_a_new_device_calibrates_before_anything_else(stage: Raw) -> None:
    assert stage.do("wait 10") == ["calibrate - -"]
    assert set(stage.marks().values()) == {"a."}
    # Nothing is measured yet.
    assert stage.do("press white") == ["calibrate - -"]
    stage.do(MEASURED)
    assert stage.do("press white") == ["calibrate a1b -"]
    stage.lead()
    assert stage.do(MEASURED) == ["calibrate a1b -"]
    assert stage.marks() == {
        cell_text(at, 5): f"p{letter}" for at, letter in enumerate(STONES) if letter != "."
    }
    stage.do(ALL)
    assert stage.do(MEASURED) == ["calibrate - -"]
    assert stage.marks() == {"c3": "v."}
    assert stage.do("press white") == ["choose switch -"]
    assert list(stage.device.fields.readings) == [READING[letter] for letter in STONES]


def test_what_is_wrong_is_lit_and_white_does_not_go_on(stage: Raw) -> None:
    stage.do("drop d2w")
    stage.do(MEASURED)
    assert stage.do("press white") == ["calibrate d2. -"]
    assert stage.marks().pop("d2") == "t."
    stage.do(NONE)
    stage.do(MEASURED)
    stage.do("press white")
    # In this step white means nothing.
    assert stage.do("press white") == ["calibrate a1b -"]
    stage.lead()
    stage.do(ALL)
    stage.do("lift b2")
    stage.do("drop e5w")
    assert stage.do(MEASURED) == ["calibrate e5b -"]
    assert stage.marks() == {"e5": "!b", "b2": "pb"}
    assert stage.do("press white") == ["calibrate e5b -"]


def test_a_sensor_that_is_too_low_is_lit_as_the_stone_goes_on(stage: Raw) -> None:
    stage.do(MEASURED)
    stage.do("press white")
    assert stage.counts
    stage.counts[0] += STONE // 3
    stage.do(MEASURED)
    stage.do("lift a1")
    assert stage.marks() == {"a1": "!.", "b1": "pb"}


def test_black_leaves_and_nothing_is_sure_until_the_next_start(stage: Raw) -> None:
    assert stage.do("press black") == ["choose switch -"]
    stage.do("drop a1b")
    assert set(stage.device.fields.readings) == {UNSURE}
    stage.do_cut("")
    assert stage.do("wait 10") == ["calibrate - -"]


def test_a_device_in_a_game_calibrates_from_its_menu_and_returns(stage: Raw) -> None:
    stage.do("press black")
    device = stage.device
    device.begin(stage.now_ms, "switch", {"layout": "1"}, ("A", "B"))
    device.go_to(stage.now_ms, "play")
    # Nothing is sure, so the stones do not lie right.
    stage.do("wait 1000")
    assert stage.do("hold black") == ["menu resign -"]
    assert stage.do("press red red") == ["menu calibrate -"]
    assert stage.do("press white") == ["calibrate - -"]
    assert stage.do("press black") == ["put-right c3. -"]
    assert stage.do("hold black") == ["menu resign -"]


def test_the_menu_of_other_builds_lacks_it() -> None:
    stage = Stage("keys5")
    stage.do("press white white white")
    stage.do("hold black")
    assert stage.do("press red red") == ["menu sound=1 -"]


def test_a_calibration_survives_a_power_cut_a_compaction_and_a_new_epoch(stage: Raw) -> None:
    stage.do(MEASURED)
    stage.do("press white")
    stage.lead()
    # All fields are measured: the last step only corrects them.
    assert stage.do("press black") == ["choose switch -"]
    saved = stage.device.fields.levels.packed()
    for change in (
        lambda: None,
        lambda: list(stage.device.compacting(stage.ticks())),
        lambda: stage.device.start_epoch(stage.ticks()),
    ):
        change()
        stage.do_cut("")
        assert stage.do("wait 10") == ["choose switch -"]
        assert stage.device.fields.levels.packed() == saved and stage.device.fields.is_calibrated


def test_a_damaged_calibration_counts_as_none(stage: Raw) -> None:
    stage.do(MEASURED)
    stage.do("press white")
    stage.lead()
    stage.device.journal.set(150, bytes((99,)))
    stage.do_cut("")
    assert stage.do("wait 10") == ["calibrate - -"]


def test_a_nearly_full_journal_takes_the_calibration_in_its_next_compaction(stage: Raw) -> None:
    fields = Stage(stage.build.name).device.fields
    assert fields and fields.levels
    stage.do("press black white white white")
    device = stage.device
    while device.journal.room() > 12:
        device.journal.append("undo", None, 0)
    device.fields.save(fields.levels)
    assert device.journal.is_stale
    stage.do("wait 6000")
    stage.do_cut("")
    stage.do("wait 10")
    assert stage.device.fields.levels and stage.device.mode_name != "calibrate"


def test_a_pc_never_gets_the_calibration(stage: Raw) -> None:
    calibrated = Stage(stage.build.name).device
    assert calibrated.journal.settings
    assert calibrated.settings.text() == ""
    # Nor may it change that.
    stage.do("plug")
    assert stage.do("ask settings 80000102") == [
        "< answer 1 unknown-command - -",
        "calibrate - -",
    ]
