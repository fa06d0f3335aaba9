"""The deployed folder of each build behaves like the sources, turn by turn and byte by byte."""

import re
from pathlib import Path

import pytest
from schiri.deploy import condense, contents
from schiri.deploy.condense.foreign import in_circuitpython
from schiri.deploy.condense.names import with_short_names
from schiri.deploy.contents import NAMES_FILE

from tests.counts import IS_PROOF, some
from tests.deployed.drive import HALF, cut, deployed, differences, played
from tests.deployed.entered import functions_of, left
from tests.deployed.reasons import REASONS
from tests.deployed.scenarios import broken, recorded, scenarios
from tests.memory import pico

# The scenarios of daily runs: hints, moves of the device, and each kind of hardware.
SAMPLE = {
    "keys5": ("hints", "correct", "panel_keys"),
    "pads": ("first_game",),
    "cursor": ("level-2-3", "joggle"),
}
# Most functions that no run enters, of some 700.
FEW = 40
pytestmark = pytest.mark.vm("node")


@pytest.mark.parametrize("build", some(SAMPLE, 2))
def test_the_deployed_program_behaves_as_its_sources(build: str, tmp_path: Path) -> None:
    wanted = [name for name in scenarios(build) if IS_PROOF or name in SAMPLE[build]]
    assert len(wanted) >= len(SAMPLE[build])
    tapes = {name: recorded(build, scenarios(build)[name]) for name in wanted}
    assert all(len(tape.seen) > 10 for tape in tapes.values())
    found = played(deployed(build, tmp_path / "drive"), tapes, tmp_path / "tapes")
    assert differences(tapes, found) == []


@pytest.mark.nightly
def test_a_name_that_a_file_has_must_not_be_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An earlier bug: a device called the short name of `seek` on its file, and each hint
    failed.
    """
    others = in_circuitpython() - {"seek"}
    monkeypatch.setattr("schiri.deploy.condense.names.in_circuitpython", lambda: others)
    # Not the cached one of other tests.
    monkeypatch.setattr(condense, "with_short_names", with_short_names)
    contents._programs.cache_clear()
    drive = deployed("keys5", tmp_path / "drive")
    contents._programs.cache_clear()
    tapes = {"hints": recorded("keys5", scenarios("keys5")["hints"])}
    (found,) = differences(tapes, played(drive, tapes, tmp_path / "tapes"))
    assert "'FileIO' object has no attribute" in found


@pytest.mark.nightly
@pytest.mark.parametrize("build", pico.BUILDS)
def test_errors_are_shown_and_reported(build: str, tmp_path: Path) -> None:
    tapes = broken(build)
    drive = deployed(build, tmp_path / "drive")
    found = played(drive, tapes, tmp_path / "tapes")
    # An error is reported once, with its place in short names, and the game continues.
    (told,) = failures(found["memory"])
    assert told.startswith("failed RuntimeError: no memory any more replay.py:__setitem__ journal:")
    short = told.rsplit(":", 1)[1]
    names = (drive / NAMES_FILE).read_text().splitlines()
    assert f" {short}=" in next(line for line in names if line.startswith("journal: "))
    assert events(found["memory"])[-1] != told and "start again" not in found["memory"]
    # The program is restarted three times; then it stops with a message.
    assert found["port"].count("start again") == 3
    assert "Schiri: OSError: no port" in "".join(found["port"][-4:])
    # An overflowed queue is no error, and a lost tile is reported once.
    assert "Traceback" not in "".join(found["keys"])
    # After a start that hung, the damaged file is named; if there is none, the program continues.
    assert "Schiri: it stopped while loading; every known file is whole" in found["start"]
    assert len(events(found["start"])) > 10
    half = played(cut(drive), {"start": tapes["start"]}, tmp_path / "half")["start"]
    assert f"Schiri: it stopped while loading; not whole: {HALF}" in half and not events(half)
    if "tile" in tapes:
        (told,) = failures(found["tile"])
        assert told.startswith("failed OSError: no answer of tile 1 tiles:read")
        assert len(events(found["tile"])) > 10


def failures(lines: list[str]) -> list[str]:
    return [text for text in events(lines) if text.startswith("failed")]


def events(lines: list[str]) -> list[str]:
    """Return the events sent to a PC, each once."""
    sent = "".join(line.split(" sent ")[1].split(" ")[0] for line in lines if " sent " in line)
    told = re.findall(r" event (\d+) \d+ (.*) \*", bytes.fromhex(sent).decode())
    return list(dict(told).values())


@pytest.mark.nightly
def test_few_deployed_functions_are_entered_by_no_run() -> None:
    known = {name for build in pico.BUILDS for name in functions_of(build).values()}
    assert set(REASONS) <= known and len(REASONS) <= FEW
    assert left() == set(REASONS)
