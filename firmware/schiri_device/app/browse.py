"""Browsing: a list of entries, one glyph at a time.

Decides which presses go forward, back, and choose an entry.
"""

from ..lights.language import GLYPH, VALUE
from .mode import IGNORED, Mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .context import Context

# A game's adapter has the glyphs of its name and options.
GLYPHS = {
    "paint": "..### .###. ###.. ##...",
    "resign": "###.. ###.. #.... #....",
    "draw": "##### ..... ##### .....",
    "correct": "..#.. .###. ..#.. .....",
    "pause": ".#.#. .#.#. .#.#. .#.#.",
    "moves": "#...# ..#.. #...# .....",
    "careful": "..#.. ..#.. ..... ..#..",
    "brightness": "#.#.# .###. .###. #.#.#",
    "sound": "..##. ..#.# .##.. .##..",
    "leave": "..#.. .#### ..#.. .....",
}

# A press on the left files of the grid goes back, one on the right files goes forward.
NEXT = ("right", "blue")
BACK = ("left", "red")
YES = ("white", "press")


class Browse(Mode):
    """A list of entries.

    Shape: `entries` are the list; `show_entry` paints one; `choose` chooses it.
    """

    shows_glyphs = True
    glyphs = GLYPHS

    def __init__(self, context: "Context"):
        Mode.__init__(self, context)
        self.entries: list[str] = []
        self.at = 0

    def enter(self, now_ms: int) -> None:
        self.entries = self.list_entries()
        # Back from an entry, the list is where it was left.
        self.at %= len(self.entries)
        self.show()

    def press(self, now_ms: int, press: str | int) -> str | None:
        step = self._step(press)
        if step:
            self.at = (self.at + step) % len(self.entries)
            self.screen.sound("pick")
            self.show()
        elif press in YES or isinstance(press, int):
            return self.choose(now_ms, self.entries[self.at])
        else:
            return "back" if press == "black" else IGNORED
        return None

    def show(self) -> None:
        self.show_entry(self.entries[self.at])

    def list_entries(self) -> list[str]:
        """Return the entries."""
        raise NotImplementedError

    def show_entry(self, entry: str) -> None:
        """Paint an entry."""
        raise NotImplementedError

    def choose(self, now_ms: int, entry: str) -> str | None:
        """Choose an entry; return None, or the mode's result."""
        raise NotImplementedError

    def show_setting(self, glyph: str, letter: str, name: str) -> None:
        """Paint a setting: its glyph and its value."""
        settings = self.context.settings
        value = settings[name]
        self.show_glyph(glyph, letter)
        self.board.mark([cell for cell in range(settings.row(name)[2]) if cell != value], GLYPH)
        self.board.mark((value,), VALUE)

    def change_setting(self, name: str) -> None:
        """Give a setting its next value."""
        settings = self.context.settings
        settings[name] = (settings[name] + 1) % settings.row(name)[2]
        self.screen.apply(settings)
        self.screen.sound("pick")

    def _step(self, press: str | int) -> int:
        if isinstance(press, int):
            # Twice the distance from the middle, which is one file or two.
            off_centre = 2 * (press % self.board.size) - self.board.size + 1
            return 1 if off_centre > 1 else -1 if off_centre < -1 else 0
        return 1 if press in NEXT else -1 if press in BACK else 0
