"""The main flow: edges and bytes in, a frame and bytes out.

Decides the order of one step: presses, messages, time, lights, line; light comes before talk.
Must not know pins, ports or clocks: `code.py` on the board and the simulator on a PC bring them.
Where DESIGN has `step(now_ms, edges, received)`, this one also takes the room for bytes, so that
nothing has to be kept that does not fit.
"""

from schiri_engines.board_games import board_game, names_for
from schiri_engines.grid import cell_text, rows_text

from .gestures import Gestures
from .journal import Journal
from .lights.board import Board
from .lights.painter import Painter
from .lights.status import Status
from .lights.tones import SILENCE, TONES
from .link.lines import LONGEST
from .match import RESERVE, Match
from .modes import OF_PHASE, TRANSITIONS
from .modes.catalog import MODES
from .settings import Settings
from .ticks import elapsed, later
from .wire import LINKED, UNSENT, Wire

DIM_AFTER_MS = 180000
FIELDS_A_ROW = 8
# How often the time alone is looked at.
WAIT_MS = 50
STEPS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


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


class Companion:
    """The device.

    Shape: ``store`` is non-volatile memory, ``entropy(n)`` gives n random bytes, ``identity``
    is the device's id and the version of its firmware, ``now_ms`` the tick of its start.
    """

    def __init__(self, build, store, entropy, identity: tuple, now_ms: int):
        self.build = build
        for name in names_for(build.size):
            # Loading a game takes longer than a press may.
            board_game(name)
        self.entropy = entropy
        self.journal = Journal(store, entropy)
        self.settings = Settings(self.journal.settings, self.journal.set)
        self.match = Match(self.journal, now_ms)
        self.painter = Painter(len(build.order), build.budget_ma)
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
        self._gestures = Gestures()
        # The cell under each button of the grid, or the one that the stick is on.
        self._cells: dict = {}
        self.cursor_cell = 12
        self._status = Status(self.painter, self.board, build.order if build.has_rim else ())
        self._link_shown = -1
        self._touched_ms = now_ms
        self._waited_ms = now_ms
        self._is_asleep = False
        self._modes: dict = {}
        self.mode_name = ""
        self.wire = Wire(self, identity)
        self.apply_settings()
        self.go_to(now_ms, "choose")

    def step(self, now_ms: int, edges, received: bytes, room: int) -> Output:
        """Take what happened since the last step and return what is to be done.

        Shape: ``room`` bytes may be sent.
        """
        output = self.output
        output.tones = SILENCE
        output.sent = b""
        for edge in edges:
            self._take(edge)
        if self._gestures.is_waiting:
            press = self._gestures.wait(now_ms)
            if press:
                self.press(now_ms, press)
        if received or elapsed(now_ms, self._waited_ms) >= WAIT_MS:
            self.wire.receive(now_ms, received)
            self._wait(now_ms)
        output.is_fresh = self.painter.flush(now_ms)
        if output.is_fresh:
            # The lights go first: not even the making of a line may hold them up.
            output.frame = self.painter.frame
            self.wire.has_lights = True
        elif room >= LONGEST:
            output.sent = self.wire.send(now_ms)
        return output

    # Presses and modes

    def press(self, now_ms: int, press: str) -> None:
        """React to one press."""
        mode = self.mode
        self.wire.has_news = True
        if mode.has_cursor and self.build.has_cursor:
            if press in STEPS:
                self._move_cursor(STEPS[press])
                return
            if press == "press":
                self.follow(now_ms, mode.press(now_ms, self.cursor_cell))
                return
        # A button on the grid presses its cell, or nothing where the board does not reach.
        cell = self._cells.get(press)
        if cell is None:
            self.follow(now_ms, mode.press(now_ms, press))
        elif cell >= 0:
            self.follow(now_ms, mode.press(now_ms, cell))

    def go_to(self, now_ms: int, name: str) -> None:
        """Enter a mode."""
        self.painter.clear()
        self._status.forget()
        if name not in self._modes:
            self._modes[name] = MODES[name](self)
        self.mode_name = name
        mode = self.mode = self._modes[name]
        if not mode.shows_signs:
            self._use_board(mode.size())
        mode.board = self.window if mode.shows_signs else self.board
        if not self.build.has_cursor:
            for pixel, place in enumerate(self.build.order):
                self._cells[self.build.buttons[pixel]] = mode.board.cell_of(place)
        elif mode.has_cursor:
            self.put_cursor(min(self.cursor_cell, len(mode.board.pixels) - 1))
        mode.enter(now_ms)
        self.wire.has_news = True
        self._link_shown = -1
        self.painter.restart(now_ms)

    def follow(self, now_ms: int, word) -> None:
        """Go where the word leads with which a mode has ended."""
        if word:
            name = TRANSITIONS[self.mode_name, word]
            self.go_to(now_ms, self.table_mode() if name == "table" else name)

    def table_mode(self) -> str:
        """Return the mode that the game on the table needs."""
        return OF_PHASE[self.match.table.phase]

    def _take(self, edge) -> None:
        self._touched_ms = edge.at_ms
        if self._is_asleep:
            # The press that wakes the lights does nothing else.
            if edge.pressed:
                self._is_asleep = False
                self.apply_settings()
            return
        press = self._gestures.take(edge)
        if press:
            self.press(edge.at_ms, press)

    def _move_cursor(self, step: tuple) -> None:
        size = self.mode.board.size
        file, rank = self.cursor_cell % size + step[0], self.cursor_cell // size + step[1]
        if 0 <= file < size and 0 <= rank < size:
            self.put_cursor(rank * size + file)

    def _wait(self, now_ms: int) -> None:
        """Do what is due by the time alone."""
        link = self.wire.status()
        if link != self._link_shown:
            self._link_shown = link
            self._status.show_link(link == LINKED, link == UNSENT)
        self._waited_ms = now_ms
        if self.journal.room() < RESERVE:
            self.match.renew(now_ms)
            self.wire.begin_epoch()
        self.follow(now_ms, self.mode.wait(now_ms))
        self.match.wait(now_ms)
        untouched = elapsed(now_ms, self._touched_ms)
        if untouched >= DIM_AFTER_MS and not self._is_asleep:
            self._is_asleep = True
            self.painter.set_brightness(0)
        if untouched >= 2 * DIM_AFTER_MS:
            # Far from the wrap of the ticks, however long nobody comes.
            self._touched_ms = later(self._touched_ms, DIM_AFTER_MS)

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

    def begin(self, now_ms: int, name: str, options: dict, seats: tuple) -> None:
        """Begin a game.

        Raises: MalformedText (unknown-game, bad-option), Refused.
        """
        journal = self.journal
        if self.wire.acknowledged == journal.last and journal.room() < journal.end:
            # Between games, with all of it on a PC's disk, is the time to erase.
            journal.erase()
            self.wire.begin_epoch()
        self.match.start(now_ms, name, options, seats)
        self.chosen = name
        self.last_cells = ()

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
