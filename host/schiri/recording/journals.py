"""Journals that devices have set aside, as files.

Decides their names and form.  Must not know what the bytes mean.
"""

import re
from binascii import crc32
from pathlib import Path

from schiri.disk import as_host_error, sync, sync_folder

BYTES_A_LINE = 32


def crc_of(data: bytes) -> str:
    """Return the CRC-32 of a journal, as the link and the name of its file have it.

    >>> crc_of(b"123456789")
    'cbf43926'
    """
    return f"{crc32(data):08x}"


def store_journal(folder: Path, device: str, data: bytes) -> Path:
    """Write a journal in hex and wait until the disk has it; return where that is.

    Raises: HostError (file-unwritable).
    """
    name = re.sub(r"[^0-9A-Za-z]", "_", device)
    path = folder / f"journal-{name}-{crc_of(data)}.hex"
    lines = [data[at : at + BYTES_A_LINE].hex() for at in range(0, len(data), BYTES_A_LINE)]
    with as_host_error(path):
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="ascii", newline="\n") as file:
            file.write("\n".join(lines) + "\n")
            file.flush()
            sync(file.fileno())
        sync_folder(folder)
    return path
