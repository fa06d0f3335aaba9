"""The evening on the objects of a Pico: the files of its drive, played and measured on a PC.

Decides the boards, what each must have left, and which other memory of a board is in use.  Must not
know the contents of the evening.
"""

import json
import os
import re
import subprocess
import textwrap
import tomllib
from pathlib import Path
from typing import NamedTuple

from schiri.deploy import drive
from schiri.deploy.compiler import FORMATS, MICROPYTHON
from schiri.deploy.contents import new_drive
from schiri.deploy.modules import LIB
from schiri_device.builds import NAMES

from tests.firmware.world import built
from tests.sources import DRIVE
from tests.vm import interpreters

HERE = Path(__file__).parent
SEED = 7
# The heap of a Pico with CircuitPython 10 when `code.py` begins, with the second USB port on: read
# on an emulated one.
HEAP = 163_000
# Not read on a Pico 2.  CircuitPython's linker script gives the RP2350 512 kB (`link-rp2350.ld` in
# its `ports/raspberrypi`), the one for the RP2040 256 kB, and both place the same in them; 8 kB
# less, because the parts of the firmware that lie there need not have the same size.
HEAP_OF_PICO_2 = HEAP + 256 * 1024 - 8 * 1024
# The call stack, in words of 4 bytes.
PYSTACK: int = tomllib.loads((DRIVE / "settings.toml").read_text())["CIRCUITPY_PYSTACK_SIZE"] // 4
# Memory in use there that cannot be measured here: objects whose code is in flash.
CHAIN = {
    "pixels: two buffers of three bytes for each of 64, and their object": 480,
    "keypad: two queues of 64 events of 6 bytes, two bytes a key, the objects of 16 pins": 1_300,
}
TILES = {
    "the bus: more than what stands for it": 64,
    "keypad: a queue of 64 events of 6 bytes, two bytes a key, the objects of 6 pins": 700,
}
ALL = {
    "the piezo, both ports, the watchdog": 256,
    "code.py: a table of 32 names": 256,
    "calls: more room than the 2,048 bytes that CircuitPython gives by itself": 4 * PYSTACK - 2_048,
}
# A block of the heap of the 64-bit MicroPython, whose objects are twice as large.
BLOCK, TWICE = 32, 2
PIECE = re.compile(r"max free sz: (\d+)")

# The files from which a fresh interpreter continues, by their names.
Files = dict[str, bytes]


class Board(NamedTuple):
    """A board's heap, and what an evening leaves of it: at the lowest, and in one piece.

    Shape: a board with room for it plays the evening with the modules as sources.
    """

    name: str
    heap: int
    lowest: int
    piece: int
    is_editable: bool


BOARDS = {
    # What plain modules leave: no more is wanted of the older board.
    "pico": Board("pico", HEAP, 3_000, 5_000, is_editable=False),
    "pico2": Board("pico2", HEAP_OF_PICO_2, 150_000, 64_000, is_editable=True),
}


# The builds on each board that has the memory for them.
PAIRS = [
    (board, build)
    for board in BOARDS
    for build in NAMES
    if drive.has_memory_for(built(build), drive.IDS[board])
]


class Phase(NamedTuple):
    """The free memory in a phase of the evening: at its end, and at the lowest."""

    name: str
    free: int
    lowest: int


class Figures(NamedTuple):
    """The memory of an evening; ``seen`` is a check of the device's output in each phase."""

    phases: list[Phase]
    seen: list[str]

    @property
    def lowest(self) -> Phase:
        return min(self.phases, key=lambda phase: phase.lowest)


def missing(build: str) -> dict[str, int]:
    """Return the memory in use that is not measured."""
    return (TILES if built(build).tiles else CHAIN) | ALL


def tree_of(trees: Path, build: str, board: Board) -> Path:
    """Return the deployed modules of a build and those that play the evening, made once."""
    tree = trees / f"{build} {board.name}"
    if not tree.exists():
        make_tree(tree, build, board)
    return tree


def make_tree(tree: Path, build: str, board: Board) -> None:
    files = new_drive(built(build), max(FORMATS), drive.IDS[board.name], board.is_editable)
    files = {path: content for path, content in files.items() if path.startswith(LIB)}
    for name in ("evening", "flash_file", "hands", "phases", "players", "stubs"):
        files[f"driver/{name}.py"] = (HERE / f"{name}.py").read_bytes()
    # The program of the drive as a function, so that it can be loaded without running.
    program = b"def loop():\n" + textwrap.indent((DRIVE / "code.py").read_text(), "    ").encode()
    files["driver/loop.py"] = program
    for path, content in files.items():
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        marked = MICROPYTHON + content[1:] if path.endswith(".mpy") else content
        (tree / path).write_bytes(marked)


def blank() -> Files:
    """Return a blank store, and the evening before its first phase."""
    return {"store": b"\xff" * 4096, "state": f"0 0 {SEED} 0 0\n\n\n".encode()}


def begin(folder: Path) -> Path:
    """Write the files from which an interpreter begins; return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in blank().items():
        (folder / name).write_bytes(content)
    return folder


def measure(
    build: str, trees: Path, folder: Path, board: Board = BOARDS["pico"], pystack: int = PYSTACK
) -> Figures:
    """Play an evening on the 32-bit MicroPython, and return its figures.

    Raises: RuntimeError (with the output of the interpreter).
    """
    tree, script = tree_of(trees, build, board), HERE / "pico.mjs"
    command: list[str | Path] = [
        "node",
        script,
        interpreters.NODE_PACKAGE,
        tree,
        build,
        str(pystack),
        begin(folder),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stdout[-200:] + done.stderr[-4000:])
    room = board.heap - sum(missing(build).values())
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    phases = [Phase(row["phase"], room - row["used"], room - row["peak"]) for row in rows]
    return Figures(phases, [f"{row['phase']}: {row['seen']}" for row in rows if "seen" in row])


def largest_piece(build: str, trees: Path, folder: Path, board: Board = BOARDS["pico"]) -> int:
    """Play an evening on the 64-bit MicroPython, in a heap of this board; return the largest free
    piece at the end of a phase, where it is smallest.

    The heap does not grow, has all of the device, its players and their PC, and is as full of short
    lived objects as on the board.  Raises: RuntimeError (with the output of the interpreter).
    """
    # The length of a folder's name, which no board has, would influence the layout of the heap.
    begin(folder)
    (folder / "tree").symlink_to(tree_of(trees, build, board))
    size = f"heapsize={TWICE * board.heap // 1024}k"
    command: list[str | Path] = [interpreters.MICROPYTHON, "-X", size, "-m", "evening", build, "."]
    paths = os.environ | {"MICROPYPATH": "tree/lib:tree/driver"}
    lines: list[str] = []
    while "over" not in lines:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, env=paths
        )
        if done.returncode:
            raise RuntimeError(done.stdout[-4000:] + done.stderr[-4000:])
        lines += done.stdout.splitlines()
    assert any("restored" in line for line in lines)
    return min(map(int, PIECE.findall("\n".join(lines)))) * BLOCK // TWICE
