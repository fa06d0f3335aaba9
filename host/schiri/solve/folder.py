"""The folder of a solution: partial results, the complete solution, and the file of lost positions.

Decides the names of the files, and that a file of other rules is not read.
"""

from io import BytesIO
from pathlib import Path

import numpy as np
from schiri_engines.registry import row_of
from schiri_engines.solver.lost import BadSolution, LostPositions

from schiri.disk import as_host_error, open_to_read, write_whole
from schiri.errors import HostError
from schiri.solve.positions import POSITIONS
from schiri.solve.solution import Values

# The digest of Switch alone: the rules of other games do not affect the solution.
DIGEST = row_of("switch").digest
VALUES = f"switch-{DIGEST}.npy"
# An interrupted run: the values so far; the file name has the number of decided plies.
UNFINISHED = f"switch-{DIGEST}-*.part.npy"
LOST = "switch.lost"


class SolutionFolder:
    """Where a solution is saved."""

    def __init__(self, path: Path) -> None:
        """Raises: HostError (file-unwritable)."""
        self.path = path
        # Fail before hours of computing.
        with as_host_error(path):
            path.mkdir(parents=True, exist_ok=True)

    def save(self, values: Values, plies: int) -> None:
        """Save the values up to a ply, replacing earlier ones."""
        before = self._parts()
        self._write(UNFINISHED.replace("*", str(plies)), values)
        for part in before:
            part.unlink()

    def saved(self) -> tuple[Values | None, int]:
        """Return the values that were saved last, and their ply, or None.

        Raises: HostError (file-unreadable).
        """
        for part in self._parts():
            return _read(part), int(_plies_of(part))
        return None, 0

    def finish(self, values: Values, lost: bytes) -> None:
        """Write the solution; remove partial results."""
        self._write(VALUES, values)
        write_whole(self.path / LOST, lost)
        for part in self._parts():
            part.unlink()

    def values(self) -> Values | None:
        """Return the values of the solution, or None.

        Raises: HostError (file-unreadable).
        """
        path = self.path / VALUES
        return _read(path) if path.exists() else None

    def lost(self) -> LostPositions:
        """Return the lost positions of the file.

        Raises: HostError (file-unreadable).
        """
        path = self.path / LOST
        with open_to_read(path) as file:
            data = file.read()
        try:
            return LostPositions(BytesIO(data), DIGEST, is_checked=True)
        except BadSolution as error:
            raise HostError("file-unreadable", path=path, reason="damaged") from error

    def _write(self, name: str, values: Values) -> None:
        file = BytesIO()
        np.save(file, values)
        write_whole(self.path / name, file.getvalue())

    def _parts(self) -> list[Path]:
        return sorted(path for path in self.path.glob(UNFINISHED) if _plies_of(path).isdigit())


def _plies_of(part: Path) -> str:
    return part.name.split("-")[2].split(".")[0]


def _read(path: Path) -> Values:
    try:
        with open_to_read(path) as file:
            values: Values = np.lib.format.read_array(file)
        if values.shape != (POSITIONS,) or values.dtype != np.int8:
            raise ValueError(path)
    except (ValueError, EOFError) as error:
        raise HostError("file-unreadable", path=path, reason="damaged") from error
    return values
