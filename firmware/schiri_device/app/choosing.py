"""Before a game: which game, which start, which rules, and which board.

Decides what is offered, one entry at a time; the values of an option are the game's own.
"""

from schiri_engines.game_rows import board_game, names_for
from schiri_engines.options import values_of
from schiri_engines.refusals import Refused

from ..games import adapter_of
from ..lights.language import CAREFUL, CAUSE, VALUE, field_mark
from ..link.lines import parse_options
from .context import CHOOSING, GOING_ON
from .menu import GLYPHS, Browse
from .mode import IGNORED, Mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .context import Context

PAINT = "paint"
LETTER_OF = {"red": "R", "green": "G", "blue": "B", "yellow": "Y"}
NEXT_COLOUR = {"R": "G", "G": "B", "B": "Y", "Y": "R"}


class Choose(Browse):
    """Choose a game; the list begins at the one in memory."""

    NEXT = {"chosen": "options", "back": "resume", "restart": "restart"}

    def __init__(self, context: "Context"):
        Browse.__init__(self, context)
        self.at = self.list_entries().index(self.match.loaded)

    def enter(self, now_ms: int) -> None:
        Browse.enter(self, now_ms)
        asked, self.context.mode_argument = self.context.mode_argument, ""
        if asked in ("off", "lost"):
            # A PC had the panel, and is gone; the journal was lost, and the device starts empty.
            self.board.mark(range(5), CAUSE if asked == "off" else CAREFUL)

    def list_entries(self) -> list[str]:
        return names_for(self.context.build.size)

    def detail(self) -> str:
        return self.entries[self.at]

    def show_entry(self, entry: str) -> None:
        self.glyphs = adapter_of(entry).GLYPHS
        self.show_glyph(entry)

    def choose(self, now_ms: int, entry: str) -> str | None:
        if entry != self.match.loaded:
            self.context.change_game(now_ms, entry, CHOOSING)
            return "restart"
        return "chosen"

    def press(self, now_ms: int, press: str | int) -> str | None:
        word = Browse.press(self, now_ms, press)
        if word == "back" and not self.match.table:
            # A game that was left can go on; before the first game there is no such game.
            if not self.match.left:
                return IGNORED
            self.context.change_game(now_ms, self.match.left, GOING_ON)
            return "restart"
        return word


class Options(Browse):
    """Choose a start: each is shown as it will look on the board."""

    NEXT = {"chosen": "lay", "back": "choose", "rules": "rules"}
    shows_glyphs = False

    def size(self) -> int:
        return board_game(self.match.loaded).SIZE

    def list_entries(self) -> list[str]:
        return list(self.context.adapter.PRESETS)

    def detail(self) -> str:
        return str(self.at + 1)

    def show_entry(self, entry: str) -> None:
        rules = board_game(self.match.loaded)
        letters = self.context.adapter.preview(rules, options_in(entry))
        self.board.lay(letters)
        if not letters.strip("."):
            # An empty board shows as many lights as the number of the start: no entry is dark.
            self.board.mark(range(self.at + 1), VALUE)

    def choose(self, now_ms: int, entry: str) -> str | None:
        name = self.match.loaded
        options = options_of(name, entry, self.context)
        try:
            self.context.propose(name, options, self.match.seats_for(name, options))
        except Refused as no:
            self.refuse(now_ms, no.refusal)
            return None
        return "chosen"

    def press(self, now_ms: int, press: str | int) -> str | None:
        adapter = self.context.adapter
        has_rules = adapter.TOGGLES or adapter.FIELDS
        if press == "yellow":
            return "rules" if has_rules else IGNORED
        return Browse.press(self, now_ms, press)


class Rules(Browse):
    """The options of a game, one glyph each; white changes the value."""

    NEXT = {"back": "options", "paint": "paint"}

    def list_entries(self) -> list[str]:
        adapter = self.context.adapter
        names = [name for name, _row in adapter.TOGGLES]
        return names + ([PAINT] if adapter.FIELDS else [])

    def detail(self) -> str:
        name = self.entries[self.at]
        return name if name == PAINT else f"{name}={self.context.settings[name]}"

    def show_entry(self, entry: str) -> None:
        if entry == PAINT:
            self.glyphs = GLYPHS
            self.show_glyph(PAINT)
        else:
            self.glyphs = self.context.adapter.GLYPHS
            self.show_setting(entry, ".", entry)

    def choose(self, now_ms: int, entry: str) -> str | None:
        if entry == PAINT:
            return "paint"
        self.change_setting(entry)
        self.show_entry(entry)
        return None


class Paint(Mode):
    """A coloured button paints the field at the cursor and goes on to the next one.

    Fields are in reading order, from the top left; a press on a field changes its colour and goes
    there.  White saves the board, black discards it.
    """

    NEXT = {"done": "rules"}
    has_cursor = True

    def size(self) -> int:
        return board_game(self.match.loaded).SIZE

    def enter(self, now_ms: int) -> None:
        painted = self.context.settings.painted()
        self._letters = list(painted or self.context.adapter.FIELDS)
        self.board.lay("." * len(self._letters))
        self._show(range(len(self._letters)), self._next(-1))

    def press(self, now_ms: int, press: str | int) -> str | None:
        if isinstance(press, int):
            self._letters[press] = NEXT_COLOUR[self._letters[press]]
            self._show((press,), press)
        elif press in LETTER_OF:
            cell = self.screen.cursor_cell
            self._letters[cell] = LETTER_OF[press]
            self._show((cell,), self._next(cell))
            self.screen.sound("pick")
        elif press == "white":
            self.context.settings.paint("".join(self._letters))
            self.screen.sound("move")
            return "done"
        else:
            return "done" if press == "black" else IGNORED
        return None

    def _next(self, cell: int) -> int:
        """Return the next cell in reading order; the first one after the last, and for -1."""
        size = self.board.size
        first = size * (size - 1)
        if cell < 0 or cell == size - 1:
            return first
        return cell + 1 if (cell + 1) % size else cell + 1 - 2 * size

    def _show(self, cells: "Iterable[int]", at: int) -> None:
        """Show the colours of fields, and at which field to go on, also without a stick."""
        for cell in cells:
            self.board.mark((cell,), field_mark(self._letters[cell]))
        self.screen.put_cursor(at)
        self.screen.painter.move_cursor(self.board.pixels[at])


def options_of(name: str, preset: str, context: "Context") -> dict[str, str]:
    """Return the options of a game: its preset, the chosen rules, and the painted board.

    Shape: without defaults.
    """
    adapter = context.adapter
    options = options_in(preset)
    rules = board_game(name)
    for option, words in rules.OPTIONS + adapter.MATCH_OPTIONS:
        if option in context.settings.toggles and context.settings[option]:
            options[option] = values_of(words)[0][context.settings[option]]
    painted = context.settings.painted_rows() if adapter.FIELDS else ""
    if painted:
        options["board"] = painted
    return options


def options_in(preset: str) -> dict[str, str]:
    """Return the options of a preset.

    >>> options_in("-"), options_in("goal=1R")
    ({}, {'goal': '1R'})
    """
    return parse_options(preset.split(",") if preset != "-" else [])


MODES: dict[str, type[Mode]] = {
    "choose": Choose,
    "options": Options,
    "rules": Rules,
    "paint": Paint,
}
