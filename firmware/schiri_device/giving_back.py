"""Giving back: a PC tells a device that has lost its journal what it knows of it.

Decides what is taken: settings, and where a game stood.  Loaded when it is needed.
"""

from binascii import unhexlify

from schiri_engines.refusals import MalformedText, refuse

from .settings import A_BYTE, BOARD, FIELDS, SETTINGS
from .slots import runs_of

FORM = "0203 2000ff"


def take_settings(device, words: list) -> None:
    """Set what these words say: in hex digits an id, and the values from there on.

    Raises: MalformedText (unknown-command).
    """
    limits = {SETTINGS[name][0]: SETTINGS[name][2] for name in SETTINGS}
    found: dict = {}
    for word in words:
        try:
            run = unhexlify(word)
        except ValueError:
            raise MalformedText("unknown-command", word, FORM) from None
        for at in range(1, len(run)):
            setting = run[0] + at - 1
            is_field = BOARD <= setting < BOARD + FIELDS // A_BYTE
            if not is_field and run[at] >= limits.get(setting, 0):
                raise MalformedText("unknown-command", word, FORM)
            found[setting] = run[at]
    for first, values in runs_of(found):
        device.settings.set(first, values)
    device.apply_settings()


def take_game(device, now_ms: int, words: list, begin):
    """Go on with a game of an older epoch; where it stands is to come.

    Shape: ``words`` are that epoch, the number of its last event, and what `new` says of the game.
    """
    if device.journal.last or not words[1].isdigit():
        return refuse("wrong-phase")
    # Its `new` is event 2, or 3 behind its board.
    upto = 3 if "board=own" in words else 2
    begin(device, now_ms, ["new"] + words[2:], f"after {words[0]} {words[1]} 0 {upto} 1")
    return None
