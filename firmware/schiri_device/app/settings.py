"""The settings of the players.

Decides which settings exist, their values and their defaults; the journal saves them.
"""

from binascii import hexlify

from schiri_engines.grid import rows_text

from ..journal import runs_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# 9 and 10 are the ids of hints, 11 and 12 of the device's levels at Switch, 13 and 14 of those at
# Joggle, 15 is that of the clock.
# Name, with the side that it is for if there is one: id in the journal, default, values.  `game` is
# the one in memory, `restart` the reason of a restart with it.  A game's own settings have the
# names of its options: its adapter has their rows.
SETTINGS = {
    "brightness": (1, 2, 5),
    "sound": (2, 1, 2),
    "moves-b": (3, 1, 2),
    "moves-w": (4, 1, 2),
    "careful-b": (5, 1, 2),
    "careful-w": (6, 1, 2),
    "game": (7, 0, 2),
    "restart": (8, 0, 3),
}
# A PC does not restore these: they are the device's own state.  From SENSED on there are the levels
# of its sensors.
OWN_SETTINGS = (7, 8)
SENSED = 128
# The ids of other options of all games, each with two values; each id belongs to one game.
TOGGLES = range(16, 32)
# The painted board begins at this id: four fields a byte.
BOARD = 32
FIELDS = 64
FIELDS_A_ROW = 8
A_BYTE = 4
FIELD_LETTERS = "RGBY"


class Settings:
    """The settings, backed by a journal.

    Shape: ``toggles`` are the rows of the game in memory.

    >>> settings = Settings({})
    >>> settings["brightness"], settings.painted()
    (2, '')
    >>> settings.paint("RGBY" * 16)
    >>> settings.painted()[:9]
    'RGBYRGBYR'
    """

    def __init__(self, saved: dict[int, int], save: "Callable[[int, bytes], None] | None" = None):
        self._saved = saved
        self._save = save
        self.toggles: dict[str, tuple[int, int, int]] = {}

    def row(self, name: str) -> tuple[int, int, int]:
        """Return the id of a setting, its default, and how many values it has."""
        return self.toggles.get(name) or SETTINGS[name]

    def __getitem__(self, name: str) -> int:
        setting, default, _ = self.row(name)
        return self._saved.get(setting, default)

    def __setitem__(self, name: str, value: int) -> None:
        self.set(self.row(name)[0], bytes((value,)))

    def painted(self) -> str:
        """Return the colours of the painted board from a1 on, empty without one."""
        letters = []
        for at in range(FIELDS):
            byte = self._saved.get(BOARD + at // A_BYTE)
            if byte is None:
                return ""
            letters.append(FIELD_LETTERS[byte >> 2 * (at % A_BYTE) & 3])
        return "".join(letters)

    def painted_rows(self) -> str:
        """Return the painted board as rows, empty without one."""
        painted = self.painted()
        return rows_text(painted, FIELDS_A_ROW) if painted else ""

    def paint(self, letters: str) -> None:
        """Save the colours of a board, one letter a field from a1 on. Rule: JO-2."""
        values = bytearray(FIELDS // A_BYTE)
        for at in range(FIELDS):
            values[at // A_BYTE] |= FIELD_LETTERS.index(letters[at]) << 2 * (at % A_BYTE)
        self.set(BOARD, bytes(values))

    def text(self) -> str:
        """Return the settings as words of hex digits: an id, and the values from that id on.

        >>> settings = Settings({})
        >>> settings["sound"] = 0
        >>> settings.text()
        '0200'
        """
        shared = {each: self._saved[each] for each in self._saved if is_shared(each)}
        runs = runs_of(shared)
        return " ".join([str(hexlify(bytes((first,)) + values), "ascii") for first, values in runs])

    def set(self, first: int, values: bytes) -> None:
        """Save the values of settings with ids from the first on."""
        if self._save:
            self._save(first, values)
            return
        for at in range(len(values)):
            self._saved[first + at] = values[at]


def is_shared(setting: int) -> bool:
    """Tell whether a PC gets and restores a setting."""
    return setting < SENSED and setting not in OWN_SETTINGS
