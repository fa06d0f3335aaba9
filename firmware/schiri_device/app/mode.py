"""The base of all modes: they react to presses and to time, and show their state.

The mode that shows an error is here too, because it is always loaded.

Decides how the cause of a refusal is lit and for how long, and how a glyph is painted.
"""

from ..lights.language import ALARM, GLYPH, GLYPHS, glyph_pixels, refusal_mark
from ..ticks import elapsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from schiri_engines.game import BoardGame
    from schiri_engines.refusals import Refusal

    from .device import Device

SHOW_CAUSE_MS = 3000
# The result of a press that means nothing in a mode: all lights dip.
IGNORED = "ignored"


class PendingGame:
    """A game that begins once its pieces are laid.

    Shape: ``size`` is that of its board, ``letters`` are its first pieces, ``signs`` those beside
    the board; ``is_rematch`` means that the end of a game is behind it.
    """

    def __init__(
        self,
        name: str,
        options: dict[str, str],
        seats: tuple[str, ...],
        game: "BoardGame",
        signs: tuple[str, bool, int, int],
        is_rematch: bool,
    ):
        self.name, self.options, self.seats = name, options, seats
        self.size, self.letters = game.SIZE, game.cells()
        self.signs = signs
        self.is_rematch = is_rematch


class Mode:
    """One state of the device.

    Shape: `press` and `wait` return None, or the word with which the mode ends; `press` returns
    IGNORED where a press means nothing.
    ``has_cursor`` says whether the stick moves a cursor over the board; then a press of the
    stick arrives as the cell that it is on.  ``shows_glyphs`` means that it shows glyphs of five
    by four pixels and not a game's board; ``board`` is set whenever the mode is entered.
    ``takes_edges`` means that every button presses as it goes down, and none is held.
    """

    has_cursor = False
    shows_glyphs = False
    takes_edges = False
    # The rows in which its glyphs are.
    glyphs = GLYPHS

    def __init__(self, device: "Device"):
        self.device = device
        self.screen = device.screen
        self.board = device.screen.board
        self.match = device.match
        # Since when a cause is lit, -1 while none is.
        self._lit_ms = -1

    def size(self) -> int:
        """Return the size of the board that is shown."""
        return self.match.game.SIZE

    def begin(self, now_ms: int) -> None:
        """Enter the mode on the board that is laid out."""
        self.board = self.screen.board
        self._lit_ms = -1
        self.enter(now_ms)

    def enter(self, now_ms: int) -> None:
        """Show the mode on a clear grid."""

    def press(self, now_ms: int, press: str | int) -> str | None:
        """React to a press: the name of a button, or a cell."""
        return IGNORED

    def wait(self, now_ms: int) -> str | None:
        """React to time: a cause that was lit long enough goes out."""
        if self._lit_ms >= 0 and elapsed(now_ms, self._lit_ms) >= SHOW_CAUSE_MS:
            self._lit_ms = -1
            self.board.unmark()
            self.show()
        return None

    def is_lit(self) -> bool:
        """Tell whether a cause is lit."""
        return self._lit_ms >= 0

    def offers_hint(self) -> bool:
        """Tell whether holding yellow asks for a hint here."""
        return False

    def veto(self, now_ms: int, entry: int) -> "Refusal | None":
        """Return why this mode refuses a move of a PC, or None."""

    def show_turn(self) -> None:
        """Show the side to move and the due action."""
        device = self.device
        if device.pending:
            self.screen.turn_signs.show(*device.pending.signs)
        elif self.match.outcome is None:
            self.screen.turn_signs.show(*device.adapter.signs_of(self.match.game))
        else:
            self.screen.turn_signs.show("", False, 0, -1)

    def propose(
        self, name: str, options: dict[str, str], seats: tuple[str, ...], is_rematch: bool = False
    ) -> None:
        """Propose a game; it begins once its pieces are laid.

        Raises: MalformedText (bad-option), Refused.
        """
        game = self.match.new_game(name, options)
        signs = self.device.adapter.signs_of(game)
        self.device.pending = PendingGame(name, options, seats, game, signs, is_rematch)

    def show(self) -> None:
        """Show the marks of the mode, unless a cause is lit."""

    def refuse(self, now_ms: int, refusal: "Refusal") -> None:
        """Refuse with lights and sound, and report it to a PC."""
        self.show_refusal(now_ms, refusal)
        self.screen.sound("no")
        self.device.host.report_refusal(refusal)

    def undo(self, now_ms: int) -> str | None:
        """Undo the last entry; return the mode's result, or None."""
        physical = self.device.physical_board or self.match.game.cells()
        refusal = self.match.do(now_ms, ("undo",))
        if refusal:
            self.refuse(now_ms, refusal)
            return None
        self.device.physical_board = physical
        self.device.last_cells = ()
        self.screen.sound("move")
        return "undone"

    def show_refusal(self, now_ms: int, refusal: "Refusal") -> None:
        """Light the cells of its cause, or the middle of the board: one cell, or four."""
        cells = refusal.cells
        if not cells:
            size = self.board.size
            low = (size - 1) // 2 * (size + 1)
            cells = (low,) if size % 2 else (low, low + 1, low + size, low + size + 1)
        self.light(now_ms, cells, refusal_mark(refusal.code))  # type: ignore[arg-type]  # of a board

    def light(self, now_ms: int, cells: "Collection[int]", mark: int) -> None:
        """Mark only these cells, for a while."""
        self.board.unmark()
        self.board.mark(cells, mark)
        self._lit_ms = now_ms

    def show_glyph(self, name: str, letter: str = ".") -> None:
        """Paint a glyph, in a stone's light where a letter is given."""
        lit = glyph_pixels(name, self.glyphs)
        self.board.lay("".join([letter if cell in lit else "." for cell in range(25)]))
        if letter == ".":
            self.board.mark(lit, GLYPH)

    def detail(self) -> str:
        """Return the state of the mode in one word: a cell, an entry, or "-"."""
        return "-"


class Failed(Mode):
    """An unexpected error: any button goes on from the journal.

    Made at the start: after an error there may be no memory for it.
    """

    shows_glyphs = True

    def enter(self, now_ms: int) -> None:
        self.board.lay("." * len(self.board.pixels))
        self.board.mark(range(len(self.board.pixels)), ALARM)
        self.screen.sound("no")

    def press(self, now_ms: int, press: str | int) -> str | None:
        return "done" if self.match.table else "leave"
