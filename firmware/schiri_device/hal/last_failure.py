"""After a failed run: say what failed, by light and console, before it is tried again.

Decides which files are checked, and whether the lights can say it.  It stays a source file on the
drive, like `chip`.
"""

from binascii import crc32

import board
from digitalio import DigitalInOut, Direction

from . import chip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

# The files that a PC has copied, a line a file: its path, and its CRC-32 in hex.
MANIFEST = "lib/schiri.txt"
# The files of lights and buttons: in these folders, and libraries.
OF_HARDWARE = ("/builds/", "/hal/", "/boards", "/ticks", "/neopixel", "/adafruit_")


def report(reason: str) -> "NoReturn":
    """Show the alarm, and name reason and damaged files, until a button restarts the program.

    Rule: the board's own light goes first, because the pixels may hang again; it stays if a file of
    theirs is damaged.
    """
    lamp: DigitalInOut | None = None
    if hasattr(board, "LED"):
        lamp = DigitalInOut(board.LED)
        lamp.direction = Direction.OUTPUT
        lamp.value = True
    broken = broken_files()
    text = f"the last run ended with {reason}; "
    text += "not whole: " + " ".join(broken) if broken else "every known file is whole"
    if is_dark(broken):
        chip.complain(text, lamp)
    from .starting import buttons_of, first_light

    build, pixels = first_light()
    pixels.alarm()
    if lamp:
        # A build may use its pin.
        lamp.deinit()
    chip.complain(text, None, buttons_of(build, pixels))


def broken_files() -> list[str]:
    """Return the paths of files that differ from what was copied, as far as that is known."""
    found = []
    try:
        with open(MANIFEST) as manifest:
            for line in manifest:
                path, _, check = line.strip().partition(" ")
                chip.feed()
                if check and _check_of(path) != check:
                    found.append(path)
    except OSError:
        # The program was copied by hand.
        pass
    return found


def is_dark(broken: list[str]) -> bool:
    """Tell whether the lights cannot be lit without one of these files."""
    return any(part in path for path in broken for part in OF_HARDWARE)


def _check_of(path: str) -> str:
    check = 0
    try:
        with open(path, "rb") as file:
            piece = file.read(512)
            while piece:
                check = crc32(piece, check)
                piece = file.read(512)
    except OSError:
        return ""
    return f"{check:08x}"
