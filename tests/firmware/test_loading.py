"""The order in which the device loads is true: leaves first, and nothing is left over."""

import subprocess
import sys

import pytest
from schiri_device.loading import DEVICE, ENGINES, FULL, FULL_SIZE
from schiri_engines.board_games import names_for

from tests.sources import ROOT

# Loads as the device does; prints what each step loaded, and what the companion adds.
SCRIPT = """
import sys
sys.path[:0] = {paths!r}
import schiri_device.loading
seen = set()
def step():
    new = {{name for name in sys.modules if name.split(".")[0] in {packages!r}}} - seen
    seen.update(new)
    print(*sorted(new))
schiri_device.loading.tidy = step
step()
schiri_device.loading.load_device({size})
import schiri_device.companion
step()
"""
PACKAGES = ("schiri_device", "schiri_engines")


def loaded(size: int) -> list[list[str]]:
    paths = [str(ROOT / "engines"), str(ROOT / "firmware")]
    script = SCRIPT.format(paths=paths, packages=PACKAGES, size=size)
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return [line.split() for line in ran.stdout.splitlines()]


@pytest.mark.parametrize("size", [5, 8])
def test_every_module_is_loaded_by_its_own_line(size: int) -> None:
    steps = loaded(size)
    games = names_for(size)
    first, engines = steps.pop(0), steps[: len(ENGINES)]
    packages, device = steps[len(ENGINES) :][: len(games)], steps[len(ENGINES) + len(games) :]
    assert set(first) == {"schiri_device", "schiri_device.loading"}
    assert [names[-1] for names in engines] == list(ENGINES)
    # The package of all engines comes with the first of them, and holds next to nothing.
    assert [len(names) for names in engines] == [2] + [1] * (len(ENGINES) - 1)
    # Games are packages of their own.
    assert [{name.split(".")[1] for name in names} for names in packages] == [{g} for g in games]
    assert device.pop() == []
    assert device == [[name] for name in DEVICE + (FULL if size == FULL_SIZE else ())]
