"""After a failed start: which file is damaged, and how to say so.

Decides what is checked, and when the program may go on anyway.  It stays a source file on the
drive, like `chip`, and uses the lights only if they worked in the start before.
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
STAGES = ("", "in boot.py", "before its first light", "while loading", "in its loop")
# The files of the lights: in these folders, and libraries.
OF_LIGHTS = ("/builds/", "/hal/", "/ticks", "/neopixel", "/adafruit_")


def look_at(stage: int) -> str:
    """Stop and say why, unless the program may be tried again.

    Shape: returns why the loop stopped, "" if it did not: a module that is loaded late would stop
    it again.
    """
    broken = broken_files()
    if stage == chip.RUNNING and not broken and not chip.was_bitten():
        # An error, which was shown.
        return ""
    text = f"it stopped {STAGES[stage]}; "
    text += "not whole: " + " ".join(broken) if broken else "every known file is whole"
    may_go_on = stage == chip.RUNNING or not broken
    if may_go_on:
        print("Schiri:", text)
        # The console counts attempts that end with an error.
        may_go_on = not chip.was_bitten() or chip.may_try_again()
    if not may_go_on:
        if stage > chip.LOADING and not is_dark(broken):
            _light()
        complain_of(text)
    return text if stage == chip.RUNNING else ""


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
    for path in broken:
        for part in OF_LIGHTS:
            if part in path:
                return True
    return False


def complain_of(text: str) -> "NoReturn":
    """Repeat it on the console and with the board's own light, if it has one."""
    lamp: DigitalInOut | None = None
    if hasattr(board, "LED"):
        lamp = DigitalInOut(board.LED)
        lamp.direction = Direction.OUTPUT
    # A copied file restarts the program.
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
    """Show the alarm on all pixels."""
    from .starting import first_light

    first_light()[1].alarm()
