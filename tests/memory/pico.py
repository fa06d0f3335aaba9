"""The evening on the objects of a Pico: compiled as for the drive, played and measured on a PC.

Decides how the code is compiled, and which other memory of the board is in use.  Must not know the
contents of the evening.
"""

import json
import os
import shutil
import subprocess
import textwrap
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from schiri.deploy.compiler import compiled
from schiri.deploy.condense import condensed
from schiri.deploy.contents import name_in_traceback
from schiri.deploy.modules import LIBRARIES, needed_data, needed_modules

from tests.firmware.world import built
from tests.games import BOARDS
from tests.sources import DRIVE
from tests.vm.interpreters import NODE_PACKAGE

HERE = Path(__file__).parent
BUILDS = ("cursor", "keys5", "pads")
SEED = 7
# The heap of a Pico with CircuitPython 10 when `code.py` begins, with the second USB port on.
HEAP = 163_000
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
# The memory that must be free: after the evening, and at any time.
FREE_AFTER = 59_500
FREE_ALWAYS = 40_000
# The length of the evening, in hundredths: the whole one, and one short enough for daily runs.
WHOLE = 100
SHORT = 3
# The fresh starts measured in a short evening: each kind of phase with each game, except those in
# which a game is chosen or resumed, which the proof has.  These are the endings of their names.
MEASURED = ("power on", ", alone", "switch, free set-up", "joggle, painted", ", restored")

# The files from which a fresh interpreter continues, by their names.
Files = dict[str, bytes]
# The names of the players' modules that `pico.mjs` uses.
USED = """
evening.load_all, evening.Flash, evening.Evening, evening.go, evening.phase, evening.digest
evening.start, evening.close, stubs.install, stubs.ticks_ms
"""


@dataclass
class Phase:
    """Memory in use in a phase of the evening: at its end, at most, and in total."""

    name: str
    used: int
    peak: int
    turns: int
    room: int = HEAP

    @property
    def free(self) -> int:
        """The free memory of the board."""
        return self.room - self.used

    @property
    def least(self) -> int:
        """The lowest free memory."""
        return self.room - self.peak


@dataclass
class Figures:
    """The memory of an evening.

    Shape: ``modules`` has the size of each loaded module, ``code`` the size of all of them with the
    tables of their names, by the game in memory; ``names`` is the number of distinct names;
    ``seen`` is a check of the device's output in each phase. Units: bytes; ``share`` in hundredths
    of a whole evening.
    """

    share: int = WHOLE
    modules: dict[str, int] = field(default_factory=dict)
    phases: list[Phase] = field(default_factory=list)
    code: dict[str, int] = field(default_factory=dict)
    names: int = 0
    seen: list[str] = field(default_factory=list)


def has_tiles(build: str) -> bool:
    """Return whether a build has tiles on a bus instead of a chain."""
    return built(build).tiles is not None


def missing(build: str) -> dict[str, int]:
    """Return the memory in use that is not measured."""
    return (TILES if has_tiles(build) else CHAIN) | ALL


def room_of(build: str) -> int:
    """Return the memory that remains for the measured part."""
    return HEAP - sum(missing(build).values())


def tree_of(trees: Path, build: str) -> Path:
    """Return the compiled modules of a build, compiled now if there are none.

    Shape: each build has its own tree; other contents would make names longer.
    """
    tree = trees / build
    if not tree.exists():
        compile_tree(tree, build)
    return tree


def compile_tree(tree: Path, build: str) -> None:
    """Compile the modules deployed with a build, and those that play the evening."""
    needed = needed_modules(built(build))
    sources = {place: path.read_bytes() for place, path in needed.items()}
    players = {
        f"{name}.py": (HERE / f"{name}.py").read_bytes()
        for name in ("evening", "flash_file", "phases", "players", "stubs")
    }
    program = (DRIVE / "code.py").read_text()
    # The program of the drive as a function, so that it can be loaded without running.
    loop = b"def loop():\n" + textwrap.indent(program, "    ").encode()
    texts, _ = condensed(sources | players, [loop, USED.encode()], LIBRARIES)
    for name, text in texts.items():
        if name in players:
            # With its assertions, which `-O3` leaves out.
            _compile(name, text, tree / "driver" / name, "-O0")
        else:
            _compile(name, text, tree / "lib" / name)
    _compile("loop.py", loop, tree / "driver" / "loop.py")
    for place, path in needed_data(needed).items():
        shutil.copy(path, tree / "lib" / place)


def _compile(name: str, text: bytes, out: Path, how: str = "-O3") -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    out.with_suffix(".mpy").write_bytes(b"M" + compiled(name_in_traceback(name), text, how)[1:])


def blank(share: int = WHOLE) -> Files:
    """Return a blank store, and the evening before its first phase.

    Units: ``share`` is its length, in hundredths of a whole one.
    """
    return {"store": b"\xff" * 4096, "state": f"0 0 {SEED} 0 0 {share}\n\n".encode()}


def begin(folder: Path, files: Files) -> Path:
    """Write the files from which an interpreter continues; return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


def command_for(build: str, tree: Path, pystack: int, *folders: Path) -> list[str]:
    """Return the command that plays and measures on the 32-bit MicroPython."""
    paths = [str(folder) for folder in folders]
    script = str(HERE / "pico.mjs")
    return ["node", script, str(NODE_PACKAGE), str(tree), build, str(pystack), *paths]


def measure(
    build: str,
    trees: Path,
    folder: Path,
    pystack: int = PYSTACK,
    starts: Sequence[Files] = (),
) -> Figures:
    """Play an evening, and return its figures.

    Shape: with ``starts`` it is a short one, played from each of these up to the next. Raises:
    RuntimeError (with the output of the interpreter).
    """
    folders = [begin(folder / str(at), files) for at, files in enumerate(starts or (blank(),))]
    command = command_for(build, tree_of(trees, build), pystack, *folders)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stdout[-200:] + done.stderr[-4000:])
    figures = Figures(SHORT if starts else WHOLE)
    for line in done.stdout.splitlines():
        row = json.loads(line)
        if "modules" in row:
            for name, size in (row["modules"] | row["late"]).items():
                figures.modules[name] = max(size, figures.modules.get(name, 0))
            (game,) = [game for game in BOARDS if f"schiri_engines.{game}.rules" in row["modules"]]
            figures.code[game] = sum(row["modules"].values()) + row["tables"]
            figures.names = max(figures.names, row["names"])
        else:
            phase = Phase(row["phase"], row["used"], row["peak"], row["turns"], room_of(build))
            figures.phases.append(phase)
            figures.seen += [f"{row['phase']}: {row['seen']}"] if "seen" in row else []
    return figures


def play_elsewhere(
    command: list[str | Path], build: str, folder: Path, files: Files, **paths: str
) -> list[str]:
    """Continue the evening on another interpreter, and return its output.

    Shape: it runs in ``folder``, where ``paths`` begin. Otherwise the length of that name, which no
    board has, would influence the layout of its heap. Raises: RuntimeError (with the output of the
    interpreter).
    """
    begin(folder, files)
    lines: list[str] = []
    while "over" not in lines:
        done = subprocess.run(
            [*command, "-m", "evening", build, "."],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | paths,
        )
        if done.returncode:
            raise RuntimeError(done.stdout[-4000:] + done.stderr[-4000:])
        lines += done.stdout.splitlines()
    return lines
