"""Names become short, and nothing that can be seen changes."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from schiri.deploy.contents import NAMES_FILE, condensed, contents
from schiri.deploy.modules import needed_modules
from schiri.deploy.names import with_short_names

from tests.counts import count
from tests.firmware.conftest import FAKES
from tests.firmware.drive.test_drive import GAMES
from tests.firmware.world import built
from tests.sources import DEVICE, DRIVE, ENGINES, ROOT, TESTS
from tests.vm.interpreters import cpython, micropython

READERS = (
    DRIVE / "code.py",
    TESTS / "firmware" / "world.py",
    TESTS / "firmware" / "stage.py",
    TESTS / "vm" / "script.py",
)


def changed(source: str, reader: str = "", **others: str) -> str:
    """Return what becomes of the module ``m0``, beside which there are others."""
    modules = {f"{name}.py": text.encode() for name, text in {"m0": source, **others}.items()}
    return with_short_names(modules, [reader.encode()])[0]["m0.py"].decode()


def result(what: str, *, reader: str = "", **modules: str) -> object:
    """Return the value of an expression behind modules that import from one another, changed."""
    sources = {f"{name}.py": text.encode() for name, text in modules.items()}
    texts, _ = with_short_names(sources | {"last0.py": f"RESULT = {what}".encode()}, [b"RESULT"])
    space: dict[str, object] = {}
    for text in texts.values():
        lines = text.decode().splitlines()
        exec("\n".join(line for line in lines if not line.startswith("from ")), space)
    return space["RESULT"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("COUNT = size()", "a = size()"),
        ("def area(wide, high=2):\n    return wide * high", "def c(a, b=2):\n    return a * b"),
        ("def f1(x1):\n    y1 = x1\n    return y1", "def c(a):\n    b = a\n    return b"),
        ("def f1(x1):\n    return lambda y1: x1 + y1", "def c(a):\n    return lambda b: a + b"),
        ("def f1(x1, y1=COUNT):\n    pass\nCOUNT = 1", "def d(a, b=c):\n    pass\nc = 1"),
        ("def f1():\n    '''Words.'''", "def a():\n    pass"),
        ("def f1(x1: int) -> int:\n    return x1", "def b(a):\n    return a"),
        ("class Box:\n    '''Words.'''\n    SIDE: int = 4", "class b:\n    a: int = 4"),
        ("class Box(Generic[T]):\n    SIDE = 4", "class b:\n    a = 4"),
        (
            "def f1(x1):\n    def g1(y1):\n        return x1 + y1\n    return g1(x1)",
            "def c(a):\n\n    def d(b):\n        return a + b\n    return d(a)",
        ),
        (
            "def f1():\n    try:\n        pass\n    except ValueError as y1:\n        print(y1)",
            "def b():\n    try:\n        pass\n    except ValueError as a:\n        print(a)",
        ),
        (
            "def f1(x1):\n    return [x1 + y1 for y1 in x1]",
            "def c(a):\n    return [a + b for b in a]",
        ),
    ],
)
def test_our_own_names_become_short(source: str, expected: str) -> None:
    assert changed(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "print(len('a').real)",
        "import gc\ngc.collect()",
        "from struct import pack\npack('B', 1)",
        "Exception.__name__",
        "sorted([1], key=str, reverse=True)",
        "pixels.fill(0)",
        "hasattr(thing, 'mem_free')",
    ],
)
def test_what_is_not_ours_stays(source: str) -> None:
    assert changed(source) == source


def test_what_a_string_asks_for_stays() -> None:
    assert "def size0()" in changed("def size0():\n    pass\nhasattr(thing, 'size0')")
    assert "size0" not in changed("def size0():\n    pass\nprint('sizes')")


def test_a_name_of_theirs_that_is_ours_as_well_stays() -> None:
    source = "import gc\n\ndef collect():\n    gc.collect()"
    assert changed(source) == source


def test_what_a_reader_uses_stays_but_for_private_names() -> None:
    source = "class Port:\n\n    def read(self):\n        return self._data"
    found = changed(source, reader="Port().read()\n_data = 1")
    assert found == source
    found = changed(source + "\n\n    def _set(self):\n        self._data = 1", reader="x._data")
    assert "_data" not in found and "read" not in found


def test_an_argument_that_a_call_names_has_one_name_there_and_here() -> None:
    source = "def area(wide, high):\n    return wide - high"
    assert result("area(high=1, wide=5)", m0=source) == 4
    assert result("area(5, high=1)", m0=source) == 4


def test_names_that_meet_nowhere_share_one() -> None:
    one, other = "class Cat:\n    tail = 1", "class Dog:\n    paws = 2"
    texts, _ = with_short_names({"m0.py": one.encode(), "m1.py": other.encode()})
    assert texts["m0.py"] == b"class b:\n    a = 1" and texts["m1.py"] == b"class b:\n    a = 2"


def test_names_that_meet_differ() -> None:
    base = "class Animal:\n    legs = 4\n    def move(self):\n        return self.legs"
    cat = "from m0 import Animal\nclass Cat(Animal):\n    tail = 1\n    eyes = 2"
    kitten = "from m1 import Cat\nclass Kitten(Cat):\n    age = 7\n    name0 = 8"
    modules = {"m0": base, "m1": cat, "m2": kitten}
    every = "[Kitten.legs, Kitten().move(), Kitten.tail, Kitten.eyes, Kitten.age, Kitten.name0]"
    assert result(every, **modules) == [4, 4, 1, 2, 7, 8]
    # What is bound from outside may meet whatever the class has.
    given = "def mark(animal):\n    animal.seen = animal.fed = animal.held = 5\n    return animal"
    every = "[mark(Kitten()).held, mark(Kitten()).tail, mark(Cat()).eyes, mark(Cat()).legs]"
    assert result(every, **modules, m3=given) == [5, 1, 2, 4]


def test_functions_can_be_looked_up() -> None:
    _, functions = with_short_names({"m0.py": b"def area(wide): pass\nSIDE = 1"})
    assert list(functions["m0.py"].values()) == ["area"]
    files = contents(built("cursor"), 10, None)
    rows = files[NAMES_FILE].decode().splitlines()
    assert next(row for row in rows if row.startswith("match: ")).count("=score_text") == 1
    assert NAMES_FILE not in contents(built("cursor"), 11, None)


@cache
def everything() -> tuple[dict[str, bytes], dict[str, dict[str, str]]]:
    """Return all modules condensed, for the drive's program in a world of fakes and tests/vm."""
    needed = needed_modules(built("cursor"))
    sources = {
        path.relative_to(package.parent).as_posix(): path.read_bytes()
        for package in (ENGINES, DEVICE)
        for path in package.rglob("*.py")
        # No device has them.
        if not {"zwoggel", "drehwurm"} & {*path.parts}
    }
    sources |= {path: needed[path].read_bytes() for path in needed if "/" not in path}
    return condensed(sources, [path.read_bytes() for path in READERS])


# Plays a little on the drive's program in a world of fakes, and prints what was shown when.
PROGRAM = """
import gc, os, runpy, sys, zlib
sys.path[:0] = {paths!r}
os.environ["SCHIRI_BUILD"] = {build!r}
gc.collect = lambda: 0
from schiri_device.builds import load
from tests.firmware.world import Here, TheEnd, wires
world, ways = Here.world, wires(load({build!r}))
for number, button in enumerate({presses!r}.split()):
    for at_ms, change in ((0, world.contacts.add), (40, world.contacts.remove)):
        world.at(500 + 120 * number + at_ms, lambda change=change, way=ways[button]: change(way))
world.ends_ms = 700 + 120 * len({presses!r}.split())
try:
    runpy.run_path({code!r}, run_name="code")
except TheEnd:
    pass
print(len(world.frames), zlib.crc32(repr(world.frames).encode()), world.order[-1])
"""


@pytest.mark.slow
@pytest.mark.parametrize("build", list(GAMES)[: count(1, 2)])
def test_the_program_of_the_drive_shows_the_same(build: str, tmp_path: Path) -> None:
    texts, functions = everything()
    assert "_explain" in functions["schiri_device/hal/console.py"].values()
    for name, text in texts.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)

    def shown(*places: Path) -> str:
        paths = [str(path) for path in (FAKES, *places, ROOT)]
        script = PROGRAM.format(
            paths=paths, build=build, presses=GAMES[build], code=str(DRIVE / "code.py")
        )
        command = [sys.executable, "-c", script]
        return subprocess.check_output(command, text=True)

    found = shown(tmp_path)
    assert found == shown(ROOT / "engines", ROOT / "firmware") and int(found.split()[0]) > 10


@pytest.mark.slow
@pytest.mark.vm
@pytest.mark.parametrize("seed", range(count(1, 10)))
def test_a_device_shows_and_keeps_the_same(seed: int, tmp_path: Path) -> None:
    texts, functions = everything()
    assert "def score_text" not in texts["schiri_device/app/match.py"].decode()
    assert "score_text" in functions["schiri_device/app/match.py"].values()
    # A number, which it is the first to name.
    assert b"SHOW_CAUSE_MS" not in texts["schiri_device/app/mode.py"]
    for name, text in texts.items():
        path = tmp_path / ("engines" if name.startswith("schiri_engines") else "firmware") / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    args = ("presses", seed, count(80, 150))
    assert micropython(*args, root=tmp_path) == cpython(*args)
