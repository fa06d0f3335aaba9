"""The other interpreters: where they are, and how a script is run on one.

A test that calls `micropython` is marked ``vm``, one that needs the MicroPython of 32 bits
``vm("node")``: `tests/conftest.py` skips it where there is none.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.sources import ROOT

SCRIPT = ROOT / "tests" / "vm" / "script.py"
SESSION = ROOT / "tests" / "vm" / "session.py"
MICROPYTHON = Path(sys.executable).with_name("micropython")
# A MicroPython of 32 bits, as WebAssembly: what objects take there is what they take on a Pico.
NODE_PACKAGE = ROOT / ".venv/node_modules/@micropython/micropython-webassembly-pyscript"


def why_missing(interpreter: str) -> str:
    """Return why this interpreter cannot be run, "" where it can: "micropython" or "node"."""
    if interpreter == "micropython":
        return "" if MICROPYTHON.exists() else "there is no MicroPython for this system"
    if not shutil.which("node"):
        return "there is no node on this machine"
    return "" if NODE_PACKAGE.exists() else "the 32-bit MicroPython is not installed: make memory"


def run(*command: str | Path) -> str:
    """Run a script on an interpreter and return what it prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def cpython(*args: object, script: Path = SCRIPT) -> str:
    """Return what a script prints on this CPython."""
    return run(sys.executable, script, ROOT, *map(str, args))


def micropython(*args: object, heap: str = "2m", script: Path = SCRIPT, root: Path = ROOT) -> str:
    """Return what a script prints on MicroPython; ``heap`` as its option has it."""
    return run(MICROPYTHON, "-X", f"heapsize={heap}", script, root, *map(str, args))
