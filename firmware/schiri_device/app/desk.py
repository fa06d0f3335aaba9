"""The desk: all that a device's modes work with, and what they may ask for.

Decides how a game begins, what shows whose turn it is, and which settings take effect.  Must not
know which mode follows which, nor bytes or edges.
"""

from schiri_engines.grid import cell_text, rows_text
from schiri_engines.registry import RULES_DIGEST, board_game, names_for

from .. import tidy
from ..games import adapter_of
from ..journal.journal import Journal
from ..journal.journal_format import owner_of
from ..lights.board import Board, Status
from ..lights.language import SILENCE, TONES
from ..lights.painter import Painter
from .match import RESERVE, TURN_ROOM, Match
from .settings import OWN_SETTINGS, Settings

FIELDS_A_ROW = 8
# Why we start anew.
CHOOSING, GOING_ON, LEAVING = 1, 2, 3
# With fewer slots left than this the journal is compacted as a game begins.
COMPACT_EARLY_BELOW = 250


class Output:
    """What one step wants done, in this order; the object is the same at every step.

    Shape: ``frame`` has three bytes a pixel and is to be shown when ``is_fresh``; ``tones`` are
    pairs of Hz and ms; ``sent`` are bytes for the wire; ``is_restart`` asks for the program to be
    started anew; ``measure`` is what a PC asks of the `meter`, until somebody has attended to it.
    """

    def __init__(self, frame):
        self.frame = frame
        self.is_fresh = True
        self.tones: tuple = SILENCE
        self.sent = b""
        self.is_restart = False
        self.measure = ""


class Desk:
    """Journal, settings, match and lights.

    Shape: ``mode`` and ``wire`` are whatever is at work there, None before the start; ``status`` is
    what shows whose turn it is.
    """

    def __init__(self, build, store, entropy, device: str, now_ms: int):
        self.build = build
        self.entropy = entropy
        # The largest in one piece comes first.
        owner = owner_of(device, RULES_DIGEST)
        self.journal = Journal(store, entropy, owner, build.is_rewritten)
        self.painter = Painter(len(build.order), build.budget_ma)
        self.settings = Settings(self.journal.settings, self._keep_setting)
        names = names_for(build.size)
        self.match = Match(self.journal, names[self.settings["game"] % len(names)], now_ms)
        # Loading a game takes longer than a press may; there is room for one.
        board_game(self.match.loaded)
        self.adapter = adapter_of(self.match.loaded)
        self.settings.toggles = self.adapter.TOGGLES
        self.output = Output(self.painter.frame)
        self.window = Board(self.painter, build.pixels_of(5))
        self.board = self.window
        # What modes hand on to one another.
        self.chosen = ""
        self.asked = ""
        self.physical_board = ""
        # A game that begins when it is laid: its name, options, seats, letters and standing.
        self.draft: tuple = ()
        self.last_cells: tuple = ()
        self._is_loud = True
        self._helps: dict = {}
        self.cursor_cell = 12
        self.status = Status(self.painter, self.board, build.order if build.has_rim else b"")
        self.mode = _nothing()
        self.mode_name = ""
        # What a PC has begun for a game of cards, None before.
        self.panel = _nothing()
        self.host = _nothing()

    def _resume(self, now_ms: int) -> None:
        """Come back to what the journal says; last of all, for it leaves the heap untidy."""
        tidy()
        if not self.journal.problem:
            try:
                self.match.resume(True)
            except MemoryError:
                raise
            except Exception:
                # Whatever it was, at the next start it would be the same.
                self.match.is_torn = True
            if self.match.is_torn:
                self.journal.set_aside("broken")
            if not self.journal.is_new:
                self.match.boot_ms = self.match.epoch_ms(now_ms)
        if self.journal.problem:
            self.match.forget()
        tidy()

    # What modes ask for

    def _use_board(self, size: int) -> None:
        """Lay out the grid for boards of this size."""
        if size != self.board.size:
            self.board = Board(self.painter, self.build.pixels_of(size))
            has_rim = size < self.build.size
            self.status = Status(self.painter, self.board, self.build.order if has_rim else b"")

    def put_cursor(self, cell: int) -> None:
        """Let the stick be on this cell."""
        self.cursor_cell = cell
        if self.build.has_cursor:
            self.painter.move_cursor(self.mode.board.pixels[cell])

    def painted_rows(self) -> str:
        """Return the painted board as rows, empty before it is painted."""
        painted = self.settings.painted()
        return rows_text(painted, FIELDS_A_ROW) if painted else ""

    def begin(self, now_ms: int, name: str, options: dict, seats: tuple, origin: str = "") -> None:
        """Begin a game, or go on with one that has an event of this origin.

        Raises: MalformedText (unknown-game, bad-option), Refused.
        """
        self.match.start(now_ms, name, options, seats, origin)
        self.draft = ()
        self.chosen = name
        self.last_cells = ()

    def is_full(self) -> bool:
        """Tell whether the journal has to be compacted before much else happens."""
        return not self.journal.problem and self.journal.room() < RESERVE

    def is_compacting_due(self) -> bool:
        """Tell whether the journal is to be compacted now."""
        match, journal = self.match, self.journal
        is_shown = match.outcome and not self.draft and self.mode_name != "choose"
        if journal.problem or (is_shown and journal.room() > 2 * TURN_ROOM):
            # Whoever looks at the end of a game shall see it.
            return False
        if self.is_full():
            is_turn_over = match.table is None or match.table.phase != "move"
            return is_turn_over or journal.room() < TURN_ROOM
        # As a game begins, with all of it on a PC's disk, nobody loses anything.
        is_beginning = match.table is not None and not len(match.table.entries)
        return (
            is_beginning
            and journal.room() < COMPACT_EARLY_BELOW
            and self.host.acknowledged == journal.last
        )

    def compact(self, now_ms: int) -> None:
        """Compact the journal; the game goes on."""
        self.match.compact(now_ms)
        self.host.greet_anew()

    def start_epoch(self, now_ms: int) -> None:
        """Begin a new epoch, in which nothing has happened; the settings stay."""
        self.match.start_epoch(now_ms)
        self.host.greet_anew()

    def recover(self, now_ms: int) -> None:
        """Come back to what the journal says, whatever went wrong since.

        Raises: RuntimeError (where it makes no sense any more: only a start can help).
        """
        # In its store as well: of an event that it was writing, half may be there.
        self.journal.load()
        if self.journal.problem:
            raise RuntimeError(self.journal.problem)
        self.match.recover(now_ms)
        self.host.has_news = True

    def rematch(self) -> None:
        """Let the same game begin with sides exchanged, once it is laid."""
        seats = self.match.seats
        self.propose(self.match.game_name, self.match.options, seats[1:] + seats[:1])

    def propose(self, name: str, options: dict, seats: tuple) -> None:
        """Let a game begin once it is laid.

        Raises: MalformedText (bad-option), Refused.
        """
        game = board_game(name)(options)
        self.draft = (name, options, seats, game.cells(), self.adapter.status(game))
        self.chosen = name

    def undo(self, now_ms: int):
        """Take the last entry back; return the word with which the mode ends, or None."""
        is_wrong = self.mode_name == "put-right"
        physical = self.physical_board if is_wrong else self.match.game.cells()
        refusal = self.match.do(now_ms, ("undo",))
        if refusal:
            self.mode.refuse(now_ms, refusal)
            return None
        self.physical_board = physical
        self.last_cells = ()
        self.sound("move")
        return "undone"

    def show_turn(self) -> None:
        """Show who is to move and what is due."""
        if self.draft:
            self.status.show(*self.draft[4])
        elif self.match.outcome is None:
            self.status.show(*self.adapter.status(self.match.game))
        else:
            self.status.show("", False, 0, -1)

    def helps(self, what: str) -> bool:
        """Tell whether the side to move is helped with this."""
        return self._helps[what + "-" + self.match.game.side]

    def apply_settings(self) -> None:
        """Let the settings take effect that show at once."""
        settings = self.settings
        self.painter.set_brightness(settings["brightness"] + 1)
        self._is_loud = settings["sound"] > 0
        for name in ("moves-b", "moves-w", "careful-b", "careful-w"):
            self._helps[name] = settings[name] > 0

    def _keep_setting(self, first: int, values: bytes) -> None:
        self.journal.set(first, values)
        self.host.has_settings = self.host.has_settings or first not in OWN_SETTINGS

    def sound(self, name: str) -> None:
        """Let the piezo say this, unless it shall be silent."""
        if self._is_loud:
            self.output.tones = TONES[name]

    def now_text(self) -> str:
        """Return the mode, what it is at, and where the cursor is, as text for the link."""
        cursor = "-"
        if self.painter.cursor >= 0:
            cursor = cell_text(self.cursor_cell, self.mode.board.size)
        return f"{self.mode_name} {self.mode.detail()} {cursor}"


def _nothing():
    """Return what stands for a mode or a wire before there is one."""
