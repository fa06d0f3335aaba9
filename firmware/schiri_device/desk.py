"""The desk: all that a device's modes work with, and what they may ask for.

Decides how a game begins, what shows whose turn it is, and which settings take effect.  Must not
know which mode follows which, nor bytes or edges.
"""

from schiri_engines.board_games import board_game, names_for
from schiri_engines.grid import cell_text, rows_text
from schiri_engines.refusals import MalformedText, Refused

from .journal import Journal
from .lights.board import Board
from .lights.painter import Painter
from .lights.status import Status
from .lights.tones import SILENCE, TONES
from .loading import tidy
from .match import RESERVE, Match
from .settings import Settings

FIELDS_A_ROW = 8
# With fewer slots left than this the journal is begun anew between games.
HALF = 200


class Output:
    """What one step wants done, in this order; the object is the same at every step.

    Shape: ``frame`` has three bytes a pixel and is to be shown when ``is_fresh``; ``tones`` are
    pairs of Hz and ms; ``sent`` are bytes for the wire.
    """

    def __init__(self, frame):
        self.frame = frame
        self.is_fresh = True
        self.tones: tuple = SILENCE
        self.sent = b""


class Desk:
    """Journal, settings, match and lights.

    Shape: ``mode`` and ``wire`` are whatever is at work there, None before the start.
    """

    def __init__(self, build, store, entropy, now_ms: int):
        self.build = build
        for name in names_for(build.size):
            # Loading a game takes longer than a press may.
            board_game(name)
        self.entropy = entropy
        # The largest in one piece comes first.
        self.painter = Painter(len(build.order), build.budget_ma)
        self.journal = Journal(store, entropy, build.is_rewritten)
        self.settings = Settings(self.journal.settings, self._keep_setting)
        self.match = Match(self.journal, now_ms)
        self.output = Output(self.painter.frame)
        self.window = Board(self.painter, build.pixels_of(5))
        self.board = self.window
        # What modes hand on to one another.
        self.chosen = ""
        self.asked = ""
        self.wood = ""
        self.last_cells: tuple = ()
        self._is_loud = True
        self._helps: dict = {}
        self.cursor_cell = 12
        self._status = Status(self.painter, self.board, build.order if build.has_rim else ())
        self.mode = _nothing()
        self.mode_name = ""
        # What a PC has begun for a game of cards, None before.
        self.panel = _nothing()
        self.wire = _nothing()

    def _resume(self) -> None:
        """Come back to what the journal says; last of all, for it leaves the heap untidy."""
        tidy()
        try:
            self.match.resume(True)
        except (MalformedText, Refused):
            # Another version has written it.
            self.journal.forget()
            self.match.resume(False)
        tidy()

    # What modes ask for

    def _use_board(self, size: int) -> None:
        """Lay out the grid for boards of this size."""
        if size != self.board.size:
            self.board = Board(self.painter, self.build.pixels_of(size))
            has_rim = size < self.build.size
            self._status = Status(self.painter, self.board, self.build.order if has_rim else ())

    def put_cursor(self, cell: int) -> None:
        """Let the stick be on this cell."""
        self.cursor_cell = cell
        if self.build.has_cursor:
            self.painter.move_cursor(self.mode.board.pixels[cell])

    def painted_rows(self) -> str:
        """Return the painted board as rows, empty before it is painted."""
        painted = self.settings.painted()
        return rows_text(painted, FIELDS_A_ROW) if painted else ""

    def begin(self, now_ms: int, name: str, options: dict, seats: tuple, after: str = "") -> None:
        """Begin a game, or go on with one that is known of an older epoch.

        Raises: MalformedText (unknown-game, bad-option), Refused.
        """
        journal = self.journal
        if self.wire.acknowledged == journal.last and journal.room() < HALF:
            # Between games, with all of it on a PC's disk, is the time to erase.
            from .epochs import close_epoch

            close_epoch(self.match, now_ms)
            self.wire.begin_epoch()
        self.match.start(now_ms, name, options, seats, after)
        self.chosen = name
        self.last_cells = ()

    def is_full(self) -> bool:
        """Tell whether the journal has to be begun anew before anything else happens."""
        return self.journal.room() < RESERVE

    def renew(self, now_ms: int) -> None:
        """Begin the journal anew because it is full; the game goes on."""
        from .epochs import renew

        renew(self.match, now_ms, self.wire.acknowledged)
        self.wire.begin_epoch()

    def recover(self, now_ms: int) -> None:
        """Come back to what the journal says, whatever went wrong since.

        Raises: RuntimeError (where it makes no sense any more: only a start can help).
        """
        # In its store as well: of an event that it was writing, half may be there.
        if not self.journal.load():
            raise RuntimeError
        self.match.resume(self.match.is_resumed)
        self.wire.has_news = True

    def rematch(self, now_ms: int) -> None:
        """Begin the same game with sides exchanged."""
        seats = self.match.seats
        self.begin(now_ms, self.match.game_name, self.match.options, seats[1:] + seats[:1])

    def undo(self, now_ms: int):
        """Take the last entry back; return the word with which the mode ends, or None."""
        wood = self.wood if self.mode_name == "put-right" else self.match.game.cells()
        refusal = self.match.do(now_ms, ("undo",))
        if refusal:
            self.mode.refuse(now_ms, refusal)
            return None
        self.wood = wood
        self.last_cells = ()
        self.sound("move")
        return "undone"

    def show_turn(self) -> None:
        """Show who is to move and what is due."""
        if self.match.outcome is None:
            self._status.show(*self.match.game.standing())
        else:
            self._status.show("", False, 0, -1)

    def show_side(self, side: str, letters: list) -> None:
        """Show only which side is to move, on a board that lies like this."""
        free = letters.index(".") if "." in letters else -1
        self._status.show(side, False, 0, free)

    def show_side_on(self, cells: tuple, side: str) -> None:
        """Show the side to move in these cells of the board."""
        self._status.show_on(cells, side)

    def show_nobody(self) -> None:
        """Leave the cells that showed the side to move to something else."""
        self._status.leave()

    def helps(self, what: str) -> bool:
        """Tell whether the side to move is helped with this."""
        return self._helps[what, self.match.game.side]

    def apply_settings(self) -> None:
        """Let the settings take effect that show at once."""
        settings = self.settings
        self.painter.set_brightness(settings["brightness"] + 1)
        self._is_loud = settings["sound"] > 0
        for what in ("moves", "careful"):
            for side in "bw":
                self._helps[what, side] = settings[what, side] > 0

    def _keep_setting(self, first: int, values: bytes) -> None:
        self.journal.set(first, values)
        self.wire.has_settings = True

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

    def tell_refusal(self, refusal) -> None:
        """Let the PC know a refusal that has been lit."""
        self.wire.tell_refusal(refusal)


def _nothing():
    """Return what stands for a mode or a wire before there is one."""
