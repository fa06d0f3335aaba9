"""The solution in a folder: as far as it is computed, whole, and the file of lost positions.

Decides the names of the files, and that one that belongs to other rules is not read.
"""

from io import BytesIO
from pathlib import Path

import numpy as np
from schiri_engines.registry import row_of

from schiri.disk import write_whole
from schiri.solve.solution import Values

# That of Switch alone: other rules do not touch the solution.
DIGEST = row_of("switch").digest
VALUES = f"switch-{DIGEST}.npy"
# Broken off: the values so far, and in the name of the file the plies that are decided.
UNFINISHED = f"switch-{DIGEST}-*.part.npy"
LOST = "switch.lost"


class SolutionFolder:
    """Where a solution is saved."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def save(self, values: Values, plies: int) -> None:
        """Save the values up to a ply, instead of earlier ones."""
        before = self._parts()
        self._write(UNFINISHED.replace("*", str(plies)), values)
        for part in before:
            part.unlink()

    def saved(self) -> tuple[Values | None, int]:
        """Return the values that were saved last, and their ply, or None."""
        for part in self._parts():
            return np.load(part), int(part.name.split("-")[2].split(".")[0])
        return None, 0

    def finish(self, values: Values, lost: bytes) -> None:
        """Write the solution; remove values saved on the way."""
        self._write(VALUES, values)
        write_whole(self.path / LOST, lost)
        for part in self._parts():
            part.unlink()

    def values(self) -> Values | None:
        path = self.path / VALUES
        return np.load(path) if path.exists() else None

    def lost(self) -> bytes:
        return (self.path / LOST).read_bytes()

    def _write(self, name: str, values: Values) -> None:
        file = BytesIO()
        np.save(file, values)
        write_whole(self.path / name, file.getvalue())

    def _parts(self) -> list[Path]:
        return sorted(self.path.glob(UNFINISHED))
