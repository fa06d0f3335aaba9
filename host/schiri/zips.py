"""Untrusted zips: the sizes that a zip states are not believed.

Decides which zips are read, and how much of them.  Must not know what is in them.
"""

import zlib
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

# Other compressions may need any amount of memory, even for a short read.
PACKED = (ZIP_STORED, ZIP_DEFLATED)
# More than a drive's folder or years of play contain.
MOST_ENTRIES = 10_000
ENCRYPTED = 1
# Errors from a file that is not a valid zip, or has a password; impossible names and offsets are
# ValueErrors.
NOT_A_ZIP = (
    *(BadZipFile, RuntimeError, EOFError, ValueError, OverflowError, zlib.error),
    NotImplementedError,
)


def entries_of(archive: ZipFile) -> list[ZipInfo]:
    """Return the files in a zip.

    Raises: BadZipFile (too many files, or a compression that is not read).
    """
    entries = [each for each in archive.infolist() if not each.is_dir()]
    are_read = all(
        each.compress_type in PACKED and not each.flag_bits & ENCRYPTED for each in entries
    )
    if len(entries) > MOST_ENTRIES or not are_read:
        raise BadZipFile(archive.filename)
    return entries


def unpacked(archive: ZipFile, entry: ZipInfo, most: int) -> bytes:
    """Return the content of a file in a zip.

    Units: ``most`` in bytes.
    Raises: BadZipFile (it is larger, or damaged).
    """
    with archive.open(entry) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise BadZipFile(entry.filename)
    return data
