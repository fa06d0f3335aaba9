"""The deployed folder of each build, and the output for a tape played to it."""

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

from schiri.deploy.bundle import read_bundle, write_bundle
from schiri.deploy.compiler import CIRCUITPYTHON, MICROPYTHON
from schiri.deploy.contents import new_drive, survey
from schiri.deploy.drive import IDS
from schiri.deploy.install import Volume, install
from schiri.deploy.plan import with_manifest

from tests.deployed.tape import Tape
from tests.firmware.drive_program import EMPTY
from tests.firmware.world import built
from tests.memory.pico import PYSTACK
from tests.sources import TESTS
from tests.vm.interpreters import NODE_PACKAGE

HERE = Path(__file__).parent
# A module that is not loaded before the device plays.
HALF = "lib/schiri_device/games/opponent.mpy"
EDITABLE = "editable"
# What is deployed: a bundle for each board, and the sources.
FORMS = ("pico", "pico2", EDITABLE)
# The watched program has a few more levels of calls than a board has room for.
ROOM = PYSTACK + 200
# The values of a device's figures differ there: only name and unit of a figure count.
FIGURE = re.compile(rb"(figure \d+ \d+ \S+) \S+ (\S+)[^\n]*")
# Lines shown of a difference: an error is printed after it.
SHOWN = 16
FIGURE_HEX = b"figure ".hex()


def deployed(build: str, folder: Path, form: str = "pico") -> Path:
    """Install a bundle for a board, or the sources, marked for MicroPython; return the folder."""
    if form == EDITABLE:
        new: Mapping[str, bytes] = new_drive(built(build), 10, IDS["pico2"], is_editable=True)
    else:
        new = read_bundle(write_bundle(folder.with_name("bundles"), built(build), form)).files
    folder.mkdir()
    volume = Volume(folder)
    install(volume, survey(volume, built(build), new), lambda path: None)
    files = {path: volume.read(path) or b"" for path in new}
    for path, content in files.items():
        if path.endswith(".mpy"):
            assert content.startswith(CIRCUITPYTHON)
            files[path] = MICROPYTHON + content[1:]
    for path, content in with_manifest(files).items():
        (folder / path).write_bytes(content)
    return folder


def cut(drive: Path) -> Path:
    """Cut a file in half, as if the drive was pulled during a write."""
    path = drive / HALF
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    return drive


def played(drive: Path, tapes: Mapping[str, Tape], folder: Path) -> dict[str, list[str]]:
    """Play tapes to a drive; return the device's output by tape."""
    driver = folder / "driver"
    driver.mkdir(parents=True, exist_ok=True)
    for source in (HERE / "replay.py", TESTS / "memory" / "stubs.py"):
        (driver / source.name).write_bytes(source.read_bytes())
    paths = {}
    for name, tape in tapes.items():
        paths[name] = folder / name
        paths[name].write_text("".join(f"{line}\n" for line in tape.lines))
    command: list[str | Path] = ["node", HERE / "play.mjs", NODE_PACKAGE, drive, driver, str(ROOM)]
    command += paths.values()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = {}
    for line in done.stdout.splitlines():
        if line.startswith("== "):
            name = Path(line[3:]).name
            found[name] = []
        elif line != EMPTY:
            found[name].append(line)
    return found


def differences(tapes: Mapping[str, Tape], found: Mapping[str, list[str]]) -> list[str]:
    """Return the first difference between a drive and the sources, by tape."""
    texts = []
    for name, tape in tapes.items():
        wanted, given = map(_plain, (tape.seen, found[name]))
        if wanted != given:
            pairs = zip(wanted, given, strict=False)
            at = next((at for at, (one, other) in enumerate(pairs) if one != other), -1)
            there = "\n".join(given[at : at + SHOWN])
            texts.append(f"{name}, line {at} of {len(wanted)}: {wanted[at]}\nnot {there}")
    return texts


def _plain(lines: list[str]) -> list[str]:
    return [_without_figures(line) if FIGURE_HEX in line else line for line in lines]


def _without_figures(line: str) -> str:
    before, _, sent = line.partition(" sent ")
    data, *after = sent.split(" ")
    return " ".join([before, FIGURE.sub(rb"\1 \2", bytes.fromhex(data)).decode(), *after])
