"""Lists of entries, one glyph at a time; the menu of a game, and its modes: a question, the pause,
and correcting the lights.

Decides what each press does there.  The game's adapter makes a position of corrected lights, the
rules check it.
"""

from schiri_engines.refusals import MalformedText

from ..lights.language import ALARM, ASK, GLYPH, VALUE
from .context import Context, game_mode
from .mode import IGNORED, Mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from schiri_engines.game import Entry

# A game's adapter has the glyphs of its name and options.
GLYPHS = (
    "paint ..### .###. ###.. ##...;"
    "resign ###.. ###.. #.... #....;"
    "draw ##### ..... ##### .....;"
    "correct ..#.. .###. ..#.. .....;"
    "pause .#.#. .#.#. .#.#. .#.#.;"
    "moves #...# ..#.. #...# .....;"
    "careful ..#.. ..#.. ..... ..#..;"
    "brightness #.#.# .###. .###. #.#.#;"
    "sound ..##. ..#.# .##.. .##..;"
    "leave ..#.. .#### ..#.. ....."
)

# A press on the left files of the grid goes back, one on the right files goes forward.
FORWARD = ("right", "blue")
BACK = ("left", "red")
YES = ("white", "press")


class Browse(Mode):
    """A list of entries.

    Shape: `entries` are the list; `show_entry` paints one; `choose` chooses it.
    """

    shows_glyphs = True
    is_quiet = True
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
        raise NotImplementedError

    def show_entry(self, entry: str) -> None:
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
        settings = self.context.settings
        settings[name] = (settings[name] + 1) % settings.row(name)[2]
        self.screen.apply(settings)
        self.screen.sound("pick")

    def _step(self, press: str | int) -> int:
        if isinstance(press, int):
            # Twice the distance from the middle, which is one file or two.
            off_centre = 2 * (press % self.board.size) - self.board.size + 1
            return 1 if off_centre > 1 else -1 if off_centre < -1 else 0
        return 1 if press in FORWARD else -1 if press in BACK else 0


# The entries of the menu: exits with their results, and settings.
WAYS = {
    "clock": "back",
    "resign": "ask",
    "draw": "ask",
    "correct": "correct",
    "pause": "pause",
    "leave": "leave",
}
SETTINGS = ("moves-b", "moves-w", "careful-b", "careful-w", "brightness", "sound")
ENTRIES = ("clock", "resign", "draw", "correct", "pause") + SETTINGS + ("leave",)


class Menu(Browse):
    """The menu of a game; it begins at its first entry."""

    ways = WAYS
    NEXT = {
        "back": game_mode,
        "ask": "ask",
        "correct": "correct",
        "pause": "pause",
        "leave": "choose",
    }

    def enter(self, now_ms: int) -> None:
        self.at = 0
        Browse.enter(self, now_ms)

    def list_entries(self) -> list[str]:
        game = self.match.game
        barred: tuple[str, ...] = ()
        if self.match.outcome is not None:
            barred = ("resign", "draw", "correct")
        elif not game.RESIGN_RULE:
            barred = ("resign", "draw")
        elif not game.colours:
            # White resigns for light and black for dark, so the sides must be known.
            barred = ("resign",)
        if not self.match.clock:
            barred += ("clock",)
        return [name for name in ENTRIES if name not in barred]

    def detail(self) -> str:
        name = self.entries[self.at]
        return name if name in self.ways else f"{name}={self.context.settings[name]}"

    def show_entry(self, entry: str) -> None:
        if entry == "clock":
            self.match.clock.show_shares(self.board, self.match.table)  # type: ignore[union-attr]
        elif entry in self.ways:
            self.show_glyph(entry)
        else:
            glyph, _, side = entry.partition("-")
            self.show_setting(glyph, side or ".", entry)

    def choose(self, now_ms: int, entry: str) -> str | None:
        if entry in self.ways:
            self.context.mode_argument = entry
            return self.ways[entry]
        self.change_setting(entry)
        self.show_entry(entry)
        return None


SIDE_OF: dict[str | int, str] = {"white": "w", "black": "b"}
# A stone of each side is shown in a corner of the lowest row, for its button.
CORNER = {"b": 0, "w": 4}


class Question(Mode):
    """A question to both sides; any other button cancels it."""

    NEXT = {"done": game_mode}
    shows_glyphs = True
    glyphs = GLYPHS

    def enter(self, now_ms: int) -> None:
        self._agreed: list[str] = []
        self.show()

    def press(self, now_ms: int, press: str | int) -> str | None:
        side = SIDE_OF.get(press)
        if side is None:
            return "done"
        if self.context.mode_argument == "resign":
            return self._submit(now_ms, ("resign", self.match.seat_of(side)))
        if side not in self._agreed:
            self._agreed.append(side)
        if len(self._agreed) == 2:
            return self._submit(now_ms, ("draw",))
        self.screen.sound("pick")
        self.show()
        return None

    def _submit(self, now_ms: int, entry: "Entry") -> str | None:
        refusal = self.match.do(now_ms, entry)
        if refusal is None:
            return "done"
        self.refuse(now_ms, refusal)
        return None

    def detail(self) -> str:
        return self.context.mode_argument

    def show(self) -> None:
        self.show_glyph(self.context.mode_argument)
        for side in "bw":
            self.board.change((CORNER[side],), side)
            if side not in self._agreed:
                self.board.mark((CORNER[side],), ASK)


class Pause(Mode):
    """A pause: the clock stops, and the lights are dimmed."""

    NEXT = {"done": game_mode}

    def enter(self, now_ms: int) -> None:
        self.board.lay(self.match.game.cells())
        self.screen.painter.set_brightness(0)

    def press(self, now_ms: int, press: str | int) -> str | None:
        return "done"


NEXT_PIECE = {".": "b", "b": "w", "w": "."}


class Correct(Mode):
    """A press changes a cell, blue the side to move; white saves, black discards."""

    NEXT = {"done": game_mode}
    has_cursor = True

    def enter(self, now_ms: int) -> None:
        self._letters = list(self.match.game.cells())
        self._side = self.match.game.side if self.match.game.colours else "-"
        self.show()

    def press(self, now_ms: int, press: str | int) -> str | None:
        if isinstance(press, int):
            self._letters[press] = NEXT_PIECE[self._letters[press]]
            self.show()
        elif press == "blue" and self._side != "-":
            self._side = "w" if self._side == "b" else "b"
            self.show()
        elif press == "white":
            return self._keep(now_ms)
        else:
            return "done" if press == "black" else IGNORED
        return None

    def _keep(self, now_ms: int) -> str | None:
        letters = "".join(self._letters)
        try:
            position = self.context.adapter.corrected(self.match.game, letters, self._side)
            refusal = self.match.do(now_ms, ("set", "position", position))
        except MalformedText:
            # For example too many of one colour: the lights cannot be right either.
            self.light(now_ms, range(len(letters)), ALARM)
            self.screen.sound("no")
            return None
        if refusal:
            self.refuse(now_ms, refusal)
            return None
        self.context.last_cells, self.context.physical_board = (), ""
        return "done"

    def show(self) -> None:
        letters = "".join(self._letters)
        self.board.lay(letters)
        self.screen.turn_signs.show(self._side, False, 0, letters.find("."))


MODES: dict[str, type[Mode]] = {"menu": Menu, "ask": Question, "pause": Pause, "correct": Correct}
