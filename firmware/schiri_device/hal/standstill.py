"""After a start that came to no good end: which file is not whole, and how that is said.

Decides what is looked at, and when the program may go on all the same.  It stays a source on the
drive, as `chip` does, and shows with the lights only if they were lit in the start before.
"""

from binascii import crc32

import board
from digitalio import DigitalInOut, Direction

from . import chip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

# What a PC has copied, a line a file: its path, and its CRC-32 in hex.
MANIFEST = "lib/schiri.txt"
STAGES = ("", "in boot.py", "before its first light", "while loading", "in its loop")
# What belongs to the lights: in these folders, and libraries.
OF_LIGHTS = ("/builds/", "/hal/", "/ticks", "/neopixel", "/adafruit_")


def look_at(stage: int) -> None:
    """Stand still and say why, unless the program may be tried again."""
    broken = broken_files()
    text = f"it stopped {STAGES[stage]}; "
    text += "not whole: " + " ".join(broken) if broken else "every known file is whole"
    if stage == chip.RUNNING or not broken:
        print("Schiri:", text)
        # Attempts that end with an error are counted there.
        if not chip.was_bitten() or chip.may_try_again():
            return
    if stage > chip.LOADING and not is_dark(broken):
        _light()
    complain_of(text)


def broken_files() -> list[str]:
    """Return the paths of files that are not as they were copied, as far as that is known."""
    found = []
    try:
        with open(MANIFEST) as manifest:
            for line in manifest:
                path, _, check = line.strip().partition(" ")
                chip.feed()
                if check and _check_of(path) != check:
                    found.append(path)
    except OSError:
        # It was copied by hand.
        pass
    return found


def is_dark(broken: list[str]) -> bool:
    """Tell whether the lights cannot be lit without one of these files."""
    for path in broken:
        for part in OF_LIGHTS:
            if part in path:
                return True
    return False


def complain_of(text: str) -> "NoReturn":
    """Say it again and again, on the console and by the board's own light, if it has one."""
    lamp: DigitalInOut | None = None
    if hasattr(board, "LED"):
        lamp = DigitalInOut(board.LED)
        lamp.direction = Direction.OUTPUT
    # A file that is copied restarts it.
    chip.unwatch()
    chip.complain(text, lamp)


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


def _light() -> None:
    """Show on all pixels that it has failed."""
    from .starting import first_light

    first_light()[1].alarm()
