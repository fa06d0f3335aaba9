"""Paths and contents of the source files, for tests that read them."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
ENGINES = ROOT / "engines" / "schiri_engines"
DEVICE = ROOT / "firmware" / "schiri_device"
DRIVE = ROOT / "firmware" / "drive"
HOST = ROOT / "host" / "schiri"
TESTS = ROOT / "tests"

# Files that are copied to a device. Only `hal` and the drive may import hardware modules.
DEVICE_FILES = sorted([*ENGINES.rglob("*.py"), *DEVICE.rglob("*.py"), *DRIVE.rglob("*.py")])
ALL_FILES = sorted([*DEVICE_FILES, *HOST.rglob("*.py")])


@cache
def source_of(path: Path) -> str:
    """Return the text of a file."""
    return path.read_text(encoding="utf-8")


def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a file. It is not cached: freeing cached trees takes longer."""
    return ast.parse(source_of(path))


def name_of(path: Path) -> str:
    """Return a path as a test's id."""
    return str(path.relative_to(ROOT))
