"""The order in which the device loads is true: leaves first, and nothing is left over."""

import subprocess
import sys

from schiri_device.loading import MODULES
from schiri_engines.board_games import BOARD_GAMES

from tests.sources import ROOT

# Loads the list one by one; prints what else each line loaded, and what the companion adds.
SCRIPT = """
import sys
sys.path[:0] = {paths!r}
def ours():
    return {{name for name in sys.modules if name.split(".")[0] in {packages!r}}}
for name in {modules!r}:
    before = ours()
    __import__(name)
    print(name, *sorted(ours() - before - {{name}}))
before = ours()
import schiri_device.companion
print("companion", *sorted(ours() - before))
"""
PACKAGES = ("schiri_device", "schiri_engines")
GAMES = "schiri_engines.board_games"


def loaded() -> dict[str, list[str]]:
    paths = [str(ROOT / "engines"), str(ROOT / "firmware")]
    script = SCRIPT.format(paths=paths, modules=MODULES, packages=PACKAGES)
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return {line.split()[0]: line.split()[1:] for line in ran.stdout.splitlines()}


def test_every_module_is_loaded_by_its_own_line() -> None:
    along = loaded()
    # The games are packages of their own, and come along with the list of them.
    games = along.pop(GAMES)
    assert {name.split(".")[1] for name in games} == set(BOARD_GAMES)
    assert {name: more for name, more in along.items() if set(more) - set(PACKAGES)} == {}
    assert set(along) == set(MODULES) - {GAMES} | {"companion"}
