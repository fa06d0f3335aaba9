"""What modes share that lead through a list: one entry at a time, shown as a sign."""

from ..lights.glyphs import glyph_pixels
from ..lights.language import GLYPH, VALUE
from ..settings import SETTINGS
from .mode import Mode

# A press on the grid browses by where it is: the left files back, the right ones on.
NEXT = ("right", "blue")
BACK = ("left", "red")
YES = ("white", "press")


class Browse(Mode):
    """A list of entries.

    Shape: `entries` are what is browsed; `show_entry` paints one; `choose` takes it.
    """

    shows_signs = True

    def __init__(self, device):
        Mode.__init__(self, device)
        self.entries: list = []
        self.at = 0

    def enter(self, now_ms: int) -> None:
        self.entries = self.list_entries()
        self.at = 0
        self.show_entry(self.entries[0])

    def press(self, now_ms: int, press):
        step = self._step(press)
        if step:
            self.at = (self.at + step) % len(self.entries)
            self.device.sound("pick")
            self.show_entry(self.entries[self.at])
        elif press in YES or isinstance(press, int):
            return self.choose(now_ms, self.entries[self.at])
        elif press == "black":
            return "back"
        return None

    def list_entries(self) -> list:
        """Return the entries."""
        raise NotImplementedError

    def show_entry(self, entry) -> None:
        """Paint an entry."""
        raise NotImplementedError

    def choose(self, now_ms: int, entry):
        """Take an entry; return None or the word with which the mode ends."""
        raise NotImplementedError

    def show_glyph(self, name: str, letter: str = ".", value: int = -1, values: int = 0) -> None:
        """Paint a sign, lit as a stone where a letter is given, over a row of values."""
        lit = glyph_pixels(name)
        letters = "".join([letter if cell in lit else "." for cell in range(25)])
        self.board.lay(letters)
        if letter == ".":
            self.board.mark(lit, GLYPH)
        self.board.mark([cell for cell in range(values) if cell != value], GLYPH)
        if values:
            self.board.mark((value,), VALUE)

    def show_setting(self, sign: str, letter: str, name) -> None:
        """Paint a setting: its sign, and which of its values it has."""
        self.show_glyph(sign, letter, self.device.settings[name], SETTINGS[name][2])

    def change_setting(self, name) -> None:
        """Give a setting its next value."""
        settings = self.device.settings
        settings[name] = (settings[name] + 1) % SETTINGS[name][2]
        self.device.apply_settings()
        self.device.sound("pick")

    def _step(self, press) -> int:
        if isinstance(press, int):
            file = press % 5
            return 1 if file > 2 else -1 if file < 2 else 0
        return 1 if press in NEXT else -1 if press in BACK else 0
