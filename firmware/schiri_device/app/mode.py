"""The modes: they react to presses and to time, and show their state; the device is in one of them.

Decides where their classes are and when these are loaded, how a mode is entered and gets its
presses, and how the cause of a refusal is lit.  The mode that shows an error is here too, because
it is always loaded.
"""

from schiri_engines.game_rows import load

from ..lights.language import ALARM, GLYPH, GLYPHS, glyph_pixels, refusal_mark
from ..ticks import elapsed
from .context import Context, game_mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from schiri_engines.refusals import Refusal

    from ..pc import Presses

    # By the results of a mode: the next mode, or the function that chooses it.
    Next = dict[str, str | Callable[[Context], str]]

SHOW_CAUSE_MS = 3000
# The result of a press that means nothing in a mode: all lights dip.
IGNORED = "ignored"
PLAY = "schiri_device.app.play"
# The modules of modes, in the order in which they are loaded after the start, before a press needs
# them.  All other modes are those of the game in memory, and come with `play`.
MODULES = (
    ("schiri_device.app.laying", ("lay", "resume", "put-right")),
    (PLAY, ("play", "finished")),
    ("schiri_device.app.menu", ("menu", "ask", "correct", "pause")),
    ("schiri_device.app.notices", ("compacting", "restart", "aside", "rescue")),
    ("schiri_device.app.choosing", ("choose", "options", "rules", "paint")),
)
# Only builds with sensors have it.
CALIBRATE = "schiri_device.app.calibrate"
# Notices, during which no request is carried out; modes in which the journal is not compacted.
BUSY_MODES = ("compacting", "failed", "restart", "aside", "rescue")
NEVER_COMPACTING = BUSY_MODES + ("panel", "calibrate")
BESIDE = -1  # A press beside the board means nothing.
STEPS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


class Mode:
    """One state of the device.

    Shape: `press` and `wait` return None, or the word with which the mode ends; ``NEXT`` has the
    mode after each.  `press` returns IGNORED where a press means nothing.
    ``has_cursor`` says whether the stick moves a cursor over the board; then a press of the
    stick arrives as the cell that it is on.  ``shows_glyphs`` means that it shows glyphs of five
    by four pixels and not a game's board; ``board`` is set whenever the mode is entered.
    ``takes_edges`` means that every button presses as it goes down, and none is held.
    ``is_quiet`` means that a press of a button that does not exist is IGNORED, so that the meter
    may make one.  ``is_timed`` means that the side to move spends its time here (TA-7).
    """

    NEXT: "Next" = {}
    has_cursor = False
    shows_glyphs = False
    takes_edges = False
    is_quiet = is_timed = False
    # The rows in which its glyphs are.
    glyphs = GLYPHS

    def __init__(self, context: "Context"):
        self.context = context
        self.screen = context.screen
        self.board = context.screen.board
        self.match = context.match
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
        return self._lit_ms >= 0

    def offers_hint(self) -> bool:
        """Tell whether holding yellow asks for a hint here."""
        return False

    def veto(self, now_ms: int, entry: int) -> "Refusal | None":
        """Return why this mode refuses a move of a PC, or None."""

    def show_turn(self) -> None:
        """Show the side to move and the due action."""
        context = self.context
        if context.pending:
            self.screen.turn_signs.show(*context.pending.signs)
        elif self.match.outcome is None:
            self.screen.turn_signs.show(*context.adapter.signs_of(self.match.game))
        else:
            self.screen.turn_signs.show("", False, 0, -1)

    def show(self) -> None:
        """Show the marks of the mode, unless a cause is lit."""

    def refuse(self, now_ms: int, refusal: "Refusal") -> None:
        """Refuse with lights and sound, and report it to a PC."""
        self.show_refusal(now_ms, refusal)
        self.screen.sound("no")
        self.context.host.refusal = refusal

    def undo(self, now_ms: int) -> str | None:
        """Undo the last entry; return the mode's result, or None."""
        physical = self.context.physical_board or self.match.game.cells()
        refusal = self.match.do(now_ms, ("undo",))
        if refusal:
            self.refuse(now_ms, refusal)
            return None
        self.context.physical_board = physical
        self.context.last_cells = ()
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

    NEXT: "Next" = {"done": game_mode, "leave": "choose"}
    shows_glyphs = True

    def enter(self, now_ms: int) -> None:
        self.board.lay("." * len(self.board.pixels))
        self.board.mark(range(len(self.board.pixels)), ALARM)
        self.screen.sound("no")

    def press(self, now_ms: int, press: str | int) -> str | None:
        return "done" if self.match.table else "leave"


class Modes(Context):
    """The modes that were entered, and the one that the device is in.

    Shape: ``panel`` has the presses of a card game that a PC began.
    """

    mode: Mode
    mode_name = ""
    panel: "Presses | None" = None
    modes: "dict[str, Mode]"
    # The classes of modes whose modules are loaded, and how many modules were loaded ahead.
    _classes: "dict[str, type[Mode]]"
    _ahead = 0
    # The state of the link that is shown.
    _link_shown = -1
    _is_asleep = False
    _touched_ms = 0

    def press(self, now_ms: int, press: int | str) -> None:
        """React to one press of a button: a cell of the grid, or a name."""
        if isinstance(press, int):
            press = self.screen.cell_at(press)
        elif press == "press" and self.mode.has_cursor:
            press = self.screen.cursor_cell
        self.press_cell(now_ms, press)

    def press_cell(self, now_ms: int, press: str | int) -> None:
        """React to a press of a cell or a button; every press has an answer."""
        self.host.has_news = True
        mode, screen = self.mode, self.screen
        word: str | None = IGNORED
        if mode.has_cursor and press in STEPS:
            word = None if screen.move_cursor(STEPS[press]) else IGNORED
        elif press != BESIDE:
            word = mode.press(now_ms, press)
        if word == IGNORED:
            screen.painter.dip(now_ms)
            screen.sound("not-now")
        elif word:
            self.follow(now_ms, word)
        if self.match.clock:
            self.match.clock.follow(now_ms, self.mode.is_timed)

    def wait(self, now_ms: int) -> None:
        """Let the mode react to time, or compact the journal."""
        match = self.match
        if match.clock:
            flag = match.clock.wait(now_ms, self.mode.is_timed, self.screen, match.table)
            if flag and match.do(now_ms, flag) is None:
                self.last_cells = ()
                self.go_to(now_ms, game_mode(self))
        # Its lights must not wait.
        if self.is_compacting_due():
            self.before = self.mode_name
            self.go_to(now_ms, "compacting")
        word = self.mode.wait(now_ms)
        if word:
            self.follow(now_ms, word)

    def follow(self, now_ms: int, word: str) -> None:
        """Enter the mode that follows a result of this one."""
        following = self.mode.NEXT[word]
        self.go_to(now_ms, following if isinstance(following, str) else following(self))

    def go_to(self, now_ms: int, name: str) -> None:
        if self.journal.problem and name not in NEVER_COMPACTING:
            # A move that cannot be saved must not be played.
            name = "aside"
        if name not in ("lay", "compacting"):
            self.pending = None
        # What went down before does nothing here when it comes up, or is held on.
        self.gestures.down.clear()
        screen = self.screen
        screen.clear()
        if self.mode_name == "pause":
            # It dims the lights, and a PC or an error may end it, too.
            screen.apply(self.settings)
        if name not in self.modes:
            if name not in self._classes:
                module = CALIBRATE if name == "calibrate" else PLAY
                for row in MODULES:
                    if name in row[1]:
                        module = row[0]
                self._load(module)
            self.modes[name] = self._classes[name](self)
        self.mode_name = name
        mode = self.mode = self.modes[name]
        screen.lay_out(0 if mode.shows_glyphs else mode.size())
        if mode.has_cursor:
            screen.put_cursor(screen.cursor_cell)
        mode.begin(now_ms)
        self.host.has_news = True
        self._link_shown = -1
        screen.painter.restart(now_ms)

    def _load(self, module: str) -> None:
        """Load a module of modes, with those of the game in memory beside `play`."""
        # All or none of them: the memory may end between two.
        classes = dict(load(module).MODES)
        if module == PLAY and self.adapter.MODES:
            classes.update(load(self.adapter.MODES).MODES)
        instead = self.fields and self.fields.INSTEAD.get(module)
        if instead:
            classes.update(load(instead).MODES)
        self._classes.update(classes)

    def is_busy(self) -> bool | str:
        """Tell whether no request can be carried out now: a notice is shown or due."""
        return self.mode_name in BUSY_MODES or self.journal.problem or self.is_compacting_due()

    def is_compacting_due(self) -> bool:
        """Tell whether the journal is to be compacted now."""
        if self.mode_name in NEVER_COMPACTING:
            return False
        is_over = self.match.outcome is not None
        is_end_shown = is_over and not self.pending and self.mode_name != "choose"
        return self.must_compact(is_end_shown)

    def set_journal_aside(self, now_ms: int) -> None:
        """Stop using this journal: it has lost events that a PC has."""
        self.journal.set_aside("broken")
        self.match.forget()
        self.host.greet_again()
        self.go_to(now_ms, "aside")

    def touch(self, now_ms: int) -> None:
        """Wake the lights: somebody is here or at a PC."""
        self._touched_ms = now_ms
        if self._is_asleep:
            self._is_asleep = False
            self.screen.apply(self.settings)
