"""The main flow: edges and bytes in, a frame and bytes out.

Decides the order of one step: presses, messages, time, lights, line; light comes before talk.
Must not know pins, ports or clocks: `code.py` on the board and the simulator on a PC bring them.
Where DESIGN has `step(now_ms, edges, received)`, this one also takes the room for bytes, so that
nothing has to be kept that does not fit.
"""

from .desk import Desk, Output
from .gestures import Gestures
from .lights.tones import SILENCE
from .link.lines import LONGEST
from .modes import OF_PHASE, next_mode
from .modes.catalog import modes_for, rare_mode
from .ticks import elapsed, later
from .wire import LINKED, UNSENT, Wire

DIM_AFTER_MS = 180000
# How often the time alone is looked at.
WAIT_MS = 50
STEPS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


class Companion(Desk):
    """The device.

    Shape: ``store`` is non-volatile memory, ``entropy(n)`` gives n random bytes, ``identity``
    is the device's id and the version of its firmware, ``now_ms`` the tick of its start.
    """

    def __init__(self, build, store, entropy, identity: tuple, now_ms: int):
        Desk.__init__(self, build, store, entropy, now_ms)
        self._gestures = Gestures()
        # The cell under each button of the grid, or the one that the stick is on.
        self._cells: dict = {}
        self._link_shown = -1
        self._touched_ms = now_ms
        self._waited_ms = now_ms
        self._is_asleep = False
        self._before = ""
        # Those that were needed so far.
        self.modes: dict = {}
        self._classes = modes_for(build.size)
        self.wire = Wire(self, identity)
        self.apply_settings()
        self._resume()
        if self.match.table:
            self.chosen = self.match.game_name
        elif self.journal.was_lost:
            self.asked = "lost"
        self.go_to(now_ms, "resume" if self.match.table else "choose")

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
        if name not in self.modes:
            self.modes[name] = (self._classes.get(name) or rare_mode(name))(self)
        self.mode_name = name
        mode = self.mode = self.modes[name]
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
            name = next_mode(self.mode_name, word)
            if name == "before":
                name = self._before if self.match.table else "choose"
            self.go_to(now_ms, self.table_mode() if name == "table" else name)

    def table_mode(self) -> str:
        """Return the mode that the game on the table needs."""
        return OF_PHASE[self.match.table.phase]

    def fail(self, now_ms: int, text: str) -> None:
        """Show that something went wrong that never should, and keep what it was."""
        # The button that is down must not answer a sign that nobody has seen.
        self._gestures.forget()
        self._wake()
        self.recover(now_ms)
        self.match.tell_failure(now_ms, text)
        self.go_to(now_ms, "failed")

    def is_between_turns(self) -> bool:
        """Tell whether the journal may be begun anew."""
        table = self.match.table
        return table is None or table.phase != "move"

    def _take(self, edge) -> None:
        self._touched_ms = edge.at_ms
        if self.mode.takes_edges:
            if edge.pressed:
                self._wake()
                self.mode.press(edge.at_ms, edge.button)
            return
        if self._is_asleep:
            # The press that wakes the lights does nothing else.
            if edge.pressed:
                self._wake()
            return
        press = self._gestures.take(edge)
        if press:
            self.press(edge.at_ms, press)

    def _wake(self) -> None:
        if self._is_asleep:
            self._is_asleep = False
            self.apply_settings()

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
        if self.is_full():
            # What is lit there must not wait.
            busy = self.mode_name in ("panel", "keep", "failed")
            if not busy and self.is_between_turns():
                self._before = self.mode_name
                self.go_to(now_ms, "keep")
        self.follow(now_ms, self.mode.wait(now_ms))
        self.match.wait(now_ms)
        untouched = elapsed(now_ms, self._touched_ms)
        if untouched >= DIM_AFTER_MS and not self._is_asleep:
            self._is_asleep = True
            self.painter.set_brightness(0)
        if untouched >= 2 * DIM_AFTER_MS:
            # Far from the wrap of the ticks, however long nobody comes.
            self._touched_ms = later(self._touched_ms, DIM_AFTER_MS)
