"""The store of a simulated device in a file: what was played is still there the next time.

Decides the files and their names, and that one program at a time has one.  Must not know what a
store holds.
"""

import os
from io import FileIO
from pathlib import Path
from secrets import token_hex

from schiri.disk import Lock, as_host_error
from schiri.simulator.flash import STORE_BYTES, Flash

SUFFIX = ".journal"


class FlashFile(Flash):
    """A store that a file keeps.

    Shape: ``device`` is the id of the device whose store it is, which the file's name says.
    """

    def __init__(self, file: FileIO, lock: Lock, device: str) -> None:
        super().__init__()
        self.device = device
        self._file, self._lock = file, lock
        kept = file.read(STORE_BYTES)
        self.data[: len(kept)] = kept
        # What was never written is blank, and no hole in the file.
        file.write(self.data[len(kept) :])

    def __setitem__(self, place: slice, data: bytes | bytearray) -> None:
        super().__setitem__(place, data)
        os.lseek(self._file.fileno(), place.start or 0, os.SEEK_SET)
        os.write(self._file.fileno(), data)

    def close(self) -> None:
        """Let another program have it."""
        self._file.close()
        self._lock.release()


def open_flash(folder: Path, build: str) -> FlashFile:
    """Return the store of the first device of this build that nobody plays with, or a new one.

    Raises: HostError (file-unwritable).
    """
    with as_host_error(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for path in sorted(folder.glob(f"{build}-*{SUFFIX}")):
            if (lock := Lock(path)).is_ours:
                device = path.stem.removeprefix(f"{build}-")
                return FlashFile(path.open("r+b", buffering=0), lock, device)
        while True:
            device = f"SIM{token_hex(2)}"
            path = folder / f"{build}-{device}{SUFFIX}"
            # Locked before it is there: a program that starts at the same moment would take it.
            if (lock := Lock(path)).is_ours:
                return FlashFile(path.open("w+b", buffering=0), lock, device)
