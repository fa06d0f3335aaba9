"""The other interpreters: their paths, and a function to run a script on one.

A test that calls `micropython` is marked ``vm``, one that needs the 32-bit MicroPython
``vm("node")``: `tests/conftest.py` skips it if the interpreter is missing.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.sources import ROOT

SCRIPT = ROOT / "tests" / "vm" / "script.py"
NODE_SCRIPT = SCRIPT.with_suffix(".mjs")
SESSION = ROOT / "tests" / "vm" / "session.py"
MICROPYTHON = Path(sys.executable).with_name("micropython")
# A 32-bit MicroPython, as WebAssembly: its objects have the same sizes as on a Pico.
NODE_PACKAGE = ROOT / ".venv/node_modules/@micropython/micropython-webassembly-pyscript"


def why_missing(interpreter: str) -> str:
    """Return why an interpreter cannot be run, or "": "micropython" or "node"."""
    if interpreter == "micropython":
        return "" if MICROPYTHON.exists() else "there is no MicroPython for this system"
    if not shutil.which("node"):
        return "there is no node on this machine"
    return "" if NODE_PACKAGE.exists() else "the 32-bit MicroPython is not installed: make memory"


def run(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def cpython(*args: object, script: Path = SCRIPT) -> str:
    return run(sys.executable, script, ROOT, *map(str, args))


def micropython(*args: object, heap: str = "2m", script: Path = SCRIPT, root: Path = ROOT) -> str:
    """Return the output of a script on MicroPython; ``heap`` is in the form of its option."""
    return run(MICROPYTHON, "-X", f"heapsize={heap}", script, root, *map(str, args))


def small_micropython(*args: object) -> str:
    """Return the output of the script on the 32-bit MicroPython, which keeps all its garbage."""
    return run("node", NODE_SCRIPT, NODE_PACKAGE, ROOT, SCRIPT, *map(str, args))
