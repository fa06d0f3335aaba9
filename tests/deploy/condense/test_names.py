"""Shortened names do not change the visible behaviour."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from schiri.deploy.condense import condensed
from schiri.deploy.condense.foreign import FOREIGN_FILE
from schiri.deploy.condense.names import with_short_names
from schiri.deploy.condense.syntax import bound_by
from schiri.deploy.contents import NAMES_FILE, new_drive
from schiri.deploy.modules import LIBRARIES, needed_modules

from tests.counts import count
from tests.deploy.condense.foreign import foreign_names, own_stubs, written
from tests.firmware.conftest import FAKES
from tests.firmware.drive.test_drive import GAMES
from tests.firmware.world import built
from tests.sources import DEVICE, DRIVE, ENGINES, ROOT, TESTS
from tests.vm.interpreters import cpython, micropython

READERS = (
    DRIVE / "code.py",
    TESTS / "firmware" / "world.py",
    TESTS / "firmware" / "stage.py",
    ROOT / "hardware" / "pages" / "light_words.py",
    TESTS / "vm" / "script.py",
)


def changed(source: str, reader: str = "", **others: str) -> str:
    """Return the changed module ``m0``, in a program with other modules."""
    texts = {"m0": source, **others, "last0": asking(source)}
    modules = {f"{name}.py": text.encode() for name, text in texts.items()}
    return with_short_names(modules, [reader.encode()])[0]["m0.py"].decode()


def asking(source: str) -> str:
    """Return a program that uses every name of a module."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt)]
    names = {name for node in nodes for name in bound_by(node)}
    return "".join(f"print(it.{name})\n" for name in sorted(names))


def result(what: str, *, library: str = "", **modules: str) -> object:
    """Return the value of an expression after changed modules that import from one another.

    Shape: ``library`` is a library on the drive, which is not changed.
    """
    sources = {f"{name}.py": text.encode() for name, text in modules.items()}
    sources["last0.py"] = f"RESULT = {what}".encode()
    texts, _ = with_short_names(sources, [b"RESULT"], [library.encode()])
    space: dict[str, object] = {}
    exec(library, space)
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
        ("class Box:\n    '''Words.'''\n    SIDE: int = 4", "class b:\n    a: None = 4"),
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
def test_foreign_names_stay(source: str) -> None:
    assert changed(source) == source


TAPE = """
from io import BytesIO
class Tape:
    def __init__(self):
        self.size, self.closed = 7, 1
    def seek(self, place):
        return self.size + place
    def read(self):
        return self.size
    def close(self):
        self.closed += 1
"""
# If modules run as one, their import lines are dropped.
PARTS = "from io import BytesIO\nfrom collections import namedtuple\n"
LAMP = """
class NeoPixel:
    def __init__(self):
        self.brightness, self._power, self.auto_write = 0.5, 3, False
    def deinit(self):
        return self._power

"""


@pytest.mark.parametrize(
    ("what", "source", "expected"),
    [
        # A file.
        (
            "played(Tape(), BytesIO(b'abc'))",
            TAPE
            + "def played(*ones):\n    return [(x.seek(2), x.read(), x.close()) for x in ones]",
            [(9, 7, None), (2, b"c", None)],
        ),
        ("[Tape().closed, BytesIO().closed]", TAPE, [1, False]),
        # Bytes of a memory.
        (
            "[each.hex() for each in (Colour(), bytearray(b'a'), memoryview(b'b'))]",
            "class Colour:\n    def hex(self):\n        return 5",
            [5, "61", "62"],
        ),
        (
            "[Bag().decode(), bytearray(b'a').decode(), Bag().extend]",
            "class Bag:\n    extend = 3\n    def decode(self):\n        return 4",
            [4, "a", 3],
        ),
        # A dict.
        (
            "[sorted(each.items()) for each in (Menu(), {'a': 1})] + [{'b': 2}.popitem()]",
            "class Menu:\n    popitem = 0\n    def items(self):\n        return [1]",
            [[1], [("a", 1)], ("b", 2)],
        ),
        ("dict(height=Box.height)['height']", "class Box:\n    height = 3", 3),
        ("'{height}'.format(height=Box.height)", "class Box:\n    height = 3", "3"),
        (
            "namedtuple('Box', 'height wide')(1, 2).wide + Wall.wide + Wall.height",
            "from collections import namedtuple\nclass Wall:\n    height, wide = 3, 4",
            9,
        ),
        # A generator, a slice, an error.
        (
            "[(yield_ := made()).send(None), yield_.close(), Mail().send(1), Mail.close]",
            "def made():\n    yield 6\nclass Mail:\n    close = 8\n    def send(self, x):\n"
            "        return 7",
            [6, None, 7, 8],
        ),
        (
            "[slice(1, 2).start, Race.start, StopIteration(4).value, Race.value]",
            "class Race:\n    start, value = 3, 5",
            [1, 3, 4, 5],
        ),
        # A library on the drive.
        (
            "[(x.brightness, x._power, x.deinit()) for x in (NeoPixel(), Own())]",
            "class Own:\n    brightness, _power = 1, 2\n    def deinit(self):\n        return 4",
            [(0.5, 3, 3), (1, 2, 4)],
        ),
    ],
)
def test_foreign_members_are_reached_by_their_names(
    what: str, source: str, expected: object
) -> None:
    source = source.replace("from io", "import gc\nfrom io")
    assert result(what, library=LAMP + PARTS, m0=source) == expected


FILES = ("seek", "close", "readinto")
MEMORY = ("itemsize", "errno", "mem_free", "urandom", "popleft")
BOARD = ("in_waiting", "key_number", "get_into", "brightness", "auto_write", "sleep_memory")


@pytest.mark.parametrize(
    "name",
    (*FILES, *MEMORY, *BOARD),
)
def test_a_name_of_circuitpython_stays(name: str) -> None:
    source = f"class Thing:\n\n    def {name}(self):\n        return self.{name}"
    assert changed(source) == source.replace("Thing", "a")


@pytest.mark.vm
def test_the_list_has_all_that_circuitpython_has(tmp_path: Path) -> None:
    names = foreign_names(tmp_path)
    assert len(names) > 3000 and len(own_stubs()) > 100
    assert {"BytesIO", "seek", "mem_free", "neopixel_write", "value", "popleft"} <= names
    assert FOREIGN_FILE.read_text() == written(names), "python -m tests.deploy.condense.foreign"


def test_names_in_strings_stay() -> None:
    assert "def size0()" in changed("def size0():\n    pass\nhasattr(thing, 'size0')")
    assert "size0" not in changed("def size0():\n    pass\nprint('sizes')")


def test_a_name_of_theirs_that_is_ours_as_well_stays() -> None:
    source = "import gc\n\ndef collect():\n    gc.collect()"
    assert changed(source) == source


def test_names_used_by_a_reader_stay_unless_private() -> None:
    source = "class Port:\n\n    def measured(self):\n        return self._data"
    found = changed(source, reader="Port().measured()\n_data = 1")
    assert found == source
    found = changed(source + "\n\n    def _set(self):\n        self._data = 1", reader="x._data")
    assert "_data" not in found and "measured" not in found


def test_a_method_that_each_class_has_its_own_of_is_not_there() -> None:
    base = (
        "class Mode:\n    def show(self):\n        '''Show.'''\n        raise NotImplementedError"
    )
    menu = "class Menu(Mode):\n    def show(self):\n        return 3"
    assert result("Menu().show(), hasattr(Mode, 'show')", m0=base, m1=menu) == (3, False)
    assert "raise" in changed(base.replace("NotImplementedError", "ValueError"))


def test_an_argument_that_a_call_names_has_one_name_there_and_here() -> None:
    source = "def area(wide, high):\n    return wide - high"
    assert result("area(high=1, wide=5)", m0=source) == 4
    assert result("area(5, high=1)", m0=source) == 4


def test_names_that_meet_nowhere_share_one() -> None:
    one, other = "class Cat:\n    tail = 1", "class Dog:\n    paws = 2"
    users = {f"use{at}.py": asking(text).encode() for at, text in enumerate((one, other))}
    texts, _ = with_short_names({"m0.py": one.encode(), "m1.py": other.encode()} | users)
    assert texts["m0.py"] == b"class b:\n    a = 1" and texts["m1.py"] == b"class b:\n    a = 2"


NAMES = ("legs", "age", "name0", "eyes")


def test_names_that_meet_differ() -> None:
    base = "class Animal:\n    legs = 4\n    def move(self):\n        return self.legs"
    cat = "from m0 import Animal\nclass Cat(Animal):\n    tail = 1\n    eyes = 2"
    kitten = "from m1 import Cat\nclass Kitten(Cat):\n    age = 7\n    name0 = 8"
    modules = {"m0": base, "m1": cat, "m2": kitten}
    every = "[Kitten.legs, Kitten().move(), Kitten.tail, Kitten.eyes, Kitten.age, Kitten.name0]"
    assert result(every, **modules) == [4, 4, 1, 2, 7, 8]
    # A base may be any class with its name.
    dog = "class Animal:\n    paws = 6"
    asking = {f"m{at}": f"def {name}0(x): return x.{name}" for at, name in enumerate(NAMES, 4)}
    every = "[legs0(Kitten()), age0(Kitten()), name00(Kitten()), eyes0(Kitten())]"
    assert result(every, m0=base, m1=cat, m3=dog, m2=kitten, **asking) == [4, 7, 8, 2]
    # An attribute set from outside may meet any attribute of the class.
    given = "def mark(animal):\n    animal.seen = animal.fed = animal.held = 5\n    return animal"
    every = "[mark(Kitten()).held, mark(Kitten()).tail, mark(Cat()).eyes, mark(Cat()).legs]"
    assert result(every, **modules, m3=given) == [5, 1, 2, 4]


def test_functions_can_be_looked_up() -> None:
    _, functions = with_short_names({"m0.py": b"def area(wide): pass\nprint(area(1))"})
    assert list(functions["m0.py"].values()) == ["area"]
    files = new_drive(built("cursor"), 10)
    rows = files[NAMES_FILE].decode().splitlines()
    assert next(row for row in rows if row.startswith("match: ")).count("=score_text") == 1
    assert NAMES_FILE not in new_drive(built("cursor"), 11)


@cache
def everything() -> tuple[dict[str, bytes], dict[str, dict[str, str]]]:
    """Return all modules condensed, for the drive's program in a world of fakes and tests/vm."""
    needed = needed_modules(built("cursor"))
    sources = {
        path.relative_to(package.parent).as_posix(): path.read_bytes()
        for package in (ENGINES, DEVICE)
        for path in package.rglob("*.py")
        # No device has these games.
        if not {"zwoggel", "drehwurm"} & {*path.parts}
    }
    sources |= {path: needed[path].read_bytes() for path in needed if "/" not in path}
    return condensed(sources, [path.read_bytes() for path in READERS], LIBRARIES)


# Runs the drive's program for a short game in a world of fakes, and prints its frames with times.
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
    assert found == shown(ROOT / "engines", ROOT / "firmware")
    # The console has told before that the memory of a new device is empty.
    assert int(found.splitlines()[-1].split()[0]) > 10


@pytest.mark.vm
@pytest.mark.parametrize("seed", range(count(1, 10)))
def test_a_device_shows_and_keeps_the_same(seed: int, tmp_path: Path) -> None:
    texts, functions = everything()
    assert "def score_text" not in texts["schiri_device/app/match.py"].decode()
    assert "score_text" in functions["schiri_device/app/match.py"].values()
    # A number that this module names first.
    assert b"SHOW_CAUSE_MS" not in texts["schiri_device/app/mode.py"]
    for name, text in texts.items():
        path = tmp_path / ("engines" if name.startswith("schiri_engines") else "firmware") / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    for name in ("tests", "hardware"):
        (tmp_path / name).symlink_to(ROOT / name)
    args = ("presses", seed, count(80, 150))
    assert micropython(*args, root=tmp_path) == cpython(*args)
