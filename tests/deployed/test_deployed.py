"""The deployed folder of each build behaves like the sources, turn by turn and byte by byte."""

import ast
import re
from pathlib import Path

import pytest

from tests.counts import IS_PROOF, some
from tests.deployed.drive import EDITABLE, FORMS, HALF, cut, deployed, differences, played
from tests.deployed.scenarios import broken, parts_of, recorded, scenarios
from tests.sources import DEVICE

# The scenarios of daily runs: hints, moves of the device, and each kind of hardware.
SAMPLE = {
    "keys5": ("hints", "correct", "panel_keys"),
    "pads": ("first_game",),
    "cursor": ("level-2-3", "joggle"),
}
# A line of a traceback.
PLACE = re.compile(r'  File "(\S+)", line (\d+), in (\S+)')
pytestmark = pytest.mark.vm("node")


@pytest.mark.parametrize("form", ["pico", EDITABLE])
@pytest.mark.parametrize("build", some(SAMPLE, 2))
def test_the_deployed_program_behaves_as_its_sources(build: str, form: str, tmp_path: Path) -> None:
    wanted = [name for name in scenarios(build) if IS_PROOF or name in SAMPLE[build]]
    assert len(wanted) >= len(SAMPLE[build])
    tapes = {name: recorded(build, scenarios(build)[name]) for name in wanted}
    assert all(len(tape.seen) > 10 for tape in tapes.values())
    found = played(deployed(build, tmp_path / "drive", form), tapes, tmp_path / "tapes")
    assert differences(tapes, found) == []


@pytest.mark.parametrize("form", FORMS)
def test_a_traceback_on_the_console_names_function_and_line(form: str, tmp_path: Path) -> None:
    """A board with little memory has no lines: they are all 1 there."""
    drive = deployed("keys5", tmp_path / "drive", form)
    lines = played(drive, broken("keys5", "port"), tmp_path / "tapes")["port"]
    at = lines.index("OSError: no port")
    (file, line, function), *_ = [PLACE.findall(line) for line in lines[:at]][-2]
    assert file == ("/lib/schiri_device/hal/port.py" if form == EDITABLE else "hal/port.py")
    assert function == "read"
    nodes = ast.walk(ast.parse((DEVICE / "hal" / "port.py").read_text()))
    (read,) = [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name == "read"]
    assert read.end_lineno
    inside = range(read.lineno + 1, read.end_lineno + 1)
    assert int(line) == 1 if form == "pico" else int(line) in inside


@pytest.mark.nightly
@pytest.mark.parametrize("build", SAMPLE)
def test_errors_are_shown_and_reported(build: str, tmp_path: Path) -> None:
    tapes = broken(build, *parts_of(build))
    drive = deployed(build, tmp_path / "drive")
    found = played(drive, tapes, tmp_path / "tapes")
    # An error is reported once, with its place, and the game continues.
    (told,) = failures(found["memory"])
    assert told.startswith("failed RuntimeError: no memory any more replay.py:__setitem__ journal.")
    assert f"def {told.rsplit(':', 1)[1]}(" in (DEVICE / "journal.py").read_text()
    assert events(found["memory"])[-1] != told and "start again" not in found["memory"]
    # The program stops with a message, until a button is pressed.
    assert "start again" not in found["port"]
    assert "Schiri: OSError: no port" in "".join(found["port"][-4:])
    # An overflowed queue is no error, and a lost tile is reported once.
    assert "Traceback" not in "".join(found["keys"])
    # After a run that hung, the damaged file is named before anything is tried again.
    said = "Schiri: the last run ended with 1; "
    assert said + "every known file is whole" in found["start"] and not events(found["start"])
    half = played(cut(drive), {"start": tapes["start"]}, tmp_path / "half")["start"]
    assert said + f"not whole: {HALF}" in half and not events(half)
    if "tile" in tapes:
        (told,) = failures(found["tile"])
        assert told.startswith("failed OSError: no answer of tile 1 tiles.py:read")
        assert len(events(found["tile"])) > 10


def failures(lines: list[str]) -> list[str]:
    return [text for text in events(lines) if text.startswith("failed")]


def events(lines: list[str]) -> list[str]:
    """Return the events sent to a PC, each once."""
    sent = "".join(line.split(" sent ")[1].split(" ")[0] for line in lines if " sent " in line)
    told = re.findall(r" event (\d+) \d+ (.*) \*", bytes.fromhex(sent).decode())
    return list(dict(told).values())
