"""The main flow: edges and bytes in, a frame and bytes out.

Decides the order of one step: presses, messages, time, and the lights before the line.
Must not know pins, ports or clocks: `code.py` on the board and the simulator on a PC bring them.
"""

from schiri_engines.registry import names_for

from .. import unload
from ..journal.journal import nothing
from ..lights.language import SILENCE
from ..link.texts import LONGEST_LINE, row_of
from ..pc import LINKED, UNSENT
from ..pc.no_host import NoHost, part
from ..ticks import elapsed
from .gestures import Gestures
from .screen import Output, Screen
from .settings import OWN_SETTINGS
from .storage import Storage
from .transitions import (
    CHOOSING,
    CHOOSING_MODES,
    CORRECT,
    LEAVING,
    choosing_modes,
    common_modes,
    correcting_mode,
    next_mode,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..journal.protocols import Store
    from ..pc.panel import Panel
    from .protocols import Build, Draft, Edge, Edges, Entropy, Host, Mode, Options, Seats, Steps

DIM_AFTER_MS = 180000
WAIT_MS = 50  # How often the time alone is looked at.
# Notices, over which nothing can be asked; where the journal is left alone.
BUSY_MODES = ("keep", "failed", "restart", "aside", "rescue")
NEVER_COMPACTING = BUSY_MODES + ("panel",)
STEPS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


class Device:
    """The device: its parts, and the mode that it is in.

    Shape: ``store`` is non-volatile memory, ``entropy(n)`` gives n random bytes, ``identity`` is
    the device's id and the version of its firmware, ``now_ms`` the tick of its start.
    ``screen`` is what is seen and heard, ``storage`` what is kept, ``host`` the link to a PC,
    ``adapter`` that of the game in memory, ``panel`` what a PC has begun for a game of cards;
    ``draft`` is a game that begins when it is laid; a mode with more to do sets back ``waited_ms``.
    ``between`` is called between the steps of the start, none of which takes a tenth of a second.
    """

    def __init__(
        self,
        build: "Build",
        store: "Store",
        entropy: "Entropy",
        identity: tuple[str, str],
        now_ms: int,
        asks_rescue: bool = False,
        between: "Callable[[], None]" = nothing,
    ):
        self.build, self.entropy, self.identity = build, entropy, identity
        keep = self._keep_setting
        storage = Storage(build, store, entropy, identity[0], now_ms, keep, between)
        between()
        self.storage, self.journal = storage, storage.journal
        self.settings, self.match = storage.settings, storage.match
        self.adapter = storage.adapter
        self.screen = Screen(build)
        self.output = Output(self.screen.painter.frame)
        # What modes hand on to one another; the last is "" while the real board lies right.
        self.asked = self.physical_board = ""
        self.last_cells: tuple[int, ...] = ()
        self.draft: Draft = ()
        self.panel: Panel | None = None
        self.mode_name = ""
        self.gestures = Gestures()
        self._link_shown = -1
        self._touched_ms = self.waited_ms = now_ms
        self._is_asleep = False
        self._before = ""
        self.modes: dict[str, Mode] = {}
        self._classes = common_modes()
        between()
        self._classes.update(self.adapter.modes())
        self.host: Host = NoHost(self, 0)
        self.screen.apply(self.settings)
        storage.resume(now_ms)
        between()
        # From now on it is read while the loop runs.
        self.journal.between = nothing
        self.asked = "lost" if self.journal.was_lost else ""
        first = self._first_mode()
        if first in CHOOSING_MODES:
            self._classes.update(choosing_modes())
        self.go_to(now_ms, "rescue" if asks_rescue else first)

    def _first_mode(self) -> str:
        """Return the mode to begin with, by what the journal says."""
        match = self.match
        if self.journal.problem:
            return "aside"
        why = self.settings["restart"]
        if why:
            self.settings["restart"] = 0
            match.is_resumed = False
        first = "choose" if match.table is None or why == LEAVING else "lay"
        if why == CHOOSING:
            first = "options"
        elif first == "lay" and len(match.table.entries):
            first = "resume"
        if self.journal.is_marked:
            # The power was cut before a compaction could begin: nothing is kept until it is done.
            self._before, first = first, "keep"
        return first

    def step(self, now_ms: int, edges: "Edges", received: bytes, room: int) -> Output:
        """Return what is to be done after what happened; ``room`` bytes may be sent."""
        output = self.output
        self.screen.tones = SILENCE
        output.sent = b""
        output.is_restart = False
        for edge in edges:
            self._handle_edge(edge)
        if self.gestures.down:
            press = self.gestures.wait(now_ms)
            if press:
                self.press(now_ms, press)
        if received or elapsed(now_ms, self.waited_ms) >= WAIT_MS:
            self.host.receive(now_ms, received)
            if self.host.is_gone:
                part(self, self.host.acknowledged, self.host.last)
            self._wait(now_ms)
        output.tones = self.screen.tones
        output.is_fresh = self.screen.painter.flush(now_ms)
        if output.is_fresh:
            # The lights go first: not even the making of a line may hold them up.
            output.frame = self.screen.painter.frame
            self.host.has_lights = True
        elif room >= LONGEST_LINE:
            output.sent = self.host.send(now_ms)
        return output

    def press(self, now_ms: int, press: str) -> None:
        """React to one press of a button."""
        mode = self.mode
        if mode.has_cursor and self.build.has_cursor and (press in STEPS or press == "press"):
            self.press_cell(now_ms, press if press in STEPS else self.screen.cursor_cell)
        else:
            # A button on the grid presses its cell, or nothing where the board does not reach.
            place = self.build.place_of(press)
            cell = self.screen.board.cell_of(place) if place >= 0 else press
            self.press_cell(now_ms, "" if cell == -1 else cell)

    def press_cell(self, now_ms: int, press: str | int) -> None:
        """React to a press of a cell, or of a button that has none; no press stays unanswered."""
        self.host.has_news = True
        mode, screen = self.mode, self.screen
        tones, screen.tones = screen.tones, SILENCE
        screen.painter.watch()
        if mode.has_cursor and press in STEPS:
            screen.move_cursor(STEPS[press])
        else:
            self.follow(now_ms, mode.press(now_ms, press))
        # Whatever leads to another mode paints.
        if screen.tones is SILENCE and not screen.painter.is_stale:
            screen.painter.dip(now_ms)
            screen.sound("not-now")
        if screen.tones is SILENCE:
            screen.tones = tones

    def go_to(self, now_ms: int, name: str) -> None:
        """Enter a mode; "game" is the game's, or first what puts the real board right."""
        if name == "game":
            name = "put-right" if self.physical_board else self.table_mode()
        if self.journal.problem and name not in NEVER_COMPACTING:
            # Nothing can be played that could not be kept.
            name = "aside"
        if name not in ("lay", "keep"):
            self.draft = ()
        if name in CHOOSING_MODES and name not in self._classes:
            why = CHOOSING if name == "options" else LEAVING
            self._prepare_restart(now_ms, self.match.loaded, why)
            name = "restart"
        screen = self.screen
        screen.clear()
        if self.mode_name == CORRECT:
            self._forget_modes((CORRECT,), "app.correct")
            self.adapter.forget_correction()
        if name == CORRECT:
            self._classes.update(correcting_mode())
        if name not in self.modes:
            self.modes[name] = self._classes[name](self)
        self.mode_name = name
        mode = self.mode = self.modes[name]
        screen.lay_out(0 if mode.shows_glyphs else mode.size())
        mode.board = screen.board
        if mode.has_cursor and self.build.has_cursor:
            screen.put_cursor(screen.cursor_cell)
        mode.enter(now_ms)
        self.host.has_news = True
        self._link_shown = -1
        screen.painter.restart(now_ms)

    def follow(self, now_ms: int, word: str | None) -> None:
        """Enter the mode that follows the word with which this one has ended."""
        if word:
            name = next_mode(self.mode_name, word, self.adapter.TRANSITIONS)
            if name == "keep":
                self._before = self.mode_name
            if name == "first":
                name = self._first_mode()
            if name == "before":
                name = self._before if self.match.table or self.draft else "choose"
            if name == "table":
                self.physical_board, name = "", "game"
            self.go_to(now_ms, name)

    def table_mode(self) -> str:
        """Return the mode that the game on the table needs."""
        phase = self.match.table.phase
        return "finished" if phase == "over" else row_of(self.adapter.PHASES, phase)

    def restart_with(self, now_ms: int, name: str, why: int) -> None:
        """Start anew with this game in memory: CHOOSING how it starts, GOING_ON, or LEAVING."""
        self._prepare_restart(now_ms, name, why)
        self.go_to(now_ms, "restart")

    def _prepare_restart(self, now_ms: int, name: str, why: int) -> None:
        if name != self.match.loaded:
            self.match.record_score(now_ms)
        number = names_for(self.build.size).index(name)
        self.settings.set(self.settings.row("game")[0], bytes((number, why)))

    def begin(
        self, now_ms: int, name: str, options: "Options", seats: "Seats", origin: str = ""
    ) -> None:
        """Begin a game, and let go of what was needed to choose it.

        Raises: MalformedText (unknown-game, bad-option), Refused.
        """
        self.match.start(now_ms, name, options, seats, origin)
        self.draft = self.last_cells = ()
        self.physical_board = ""
        self._forget_modes(CHOOSING_MODES, "app.choosing")
        for other in names_for(self.build.size):
            if other != self.match.loaded:
                unload("games." + other)  # Its glyph was shown.

    def _forget_modes(self, names: tuple[str, ...], module: str) -> None:
        """Drop modes, and unload the module that has them."""
        for name in names:
            self._classes.pop(name, None)
            self.modes.pop(name, None)
        unload(module)

    def _keep_setting(self, first: int, values: bytes) -> None:
        self.journal.set(first, values)
        self.host.has_settings = self.host.has_settings or first not in OWN_SETTINGS

    def compacting(self, now_ms: int) -> "Steps":
        """Compact the journal in steps; the game goes on."""
        for _ in self.match.compacting(now_ms):
            yield
        self.host.greet_anew()

    def start_epoch(self, now_ms: int) -> None:
        """Begin a new epoch, in which nothing has happened; the settings stay."""
        self.match.start_epoch(now_ms)
        self.host.greet_anew()

    def set_journal_aside(self, now_ms: int) -> None:
        """Stop using this journal: it has lost events that a PC has."""
        self.journal.set_aside("broken")
        self.match.forget()
        self.host.greet_anew()
        self.go_to(now_ms, "aside")

    def fail(self, now_ms: int, text: str) -> None:
        """Show that something went wrong that never should, and keep what it was."""
        # The button that is down must not answer a notice that nobody has seen.
        self.gestures.down.clear()
        self.touch(now_ms)
        was_compacting = self.journal.is_marked
        self.storage.recover(now_ms)
        if was_compacting:
            self.host.greet_anew()
        self.match.record_failure(now_ms, text)
        self.go_to(now_ms, "failed")

    def _handle_edge(self, edge: "Edge") -> None:
        was_asleep = self._is_asleep
        if edge.pressed:
            self.touch(edge.at_ms)
        if self.mode.takes_edges:
            if edge.pressed:
                self.mode.press(edge.at_ms, edge.button)
        # The press that wakes the lights does nothing else.
        elif not (was_asleep and edge.pressed):
            press = self.gestures.read(edge)
            if press:
                self.press(edge.at_ms, press)

    def _wait(self, now_ms: int) -> None:
        """Do what is due by the time alone."""
        link = self.host.status()
        if link != self._link_shown:
            self._link_shown = link
            self.screen.status.show_link(link == LINKED, link == UNSENT)
        self.waited_ms = now_ms
        # What is lit there must not wait.
        if self.mode_name not in NEVER_COMPACTING and self.is_compacting_due():
            self._before = self.mode_name
            self.go_to(now_ms, "keep")
        self.follow(now_ms, self.mode.wait(now_ms))
        self.match.wait(now_ms)
        # In a pause the lights are down already, and the first press goes on.
        is_awake = not self._is_asleep and self.mode_name != "pause"
        if is_awake and elapsed(now_ms, self._touched_ms) >= DIM_AFTER_MS:
            self._is_asleep = True
            self.screen.painter.set_brightness(0)

    def touch(self, now_ms: int) -> None:
        """Wake the lights: somebody is there, at a PC or here."""
        self._touched_ms = now_ms
        if self._is_asleep:
            self._is_asleep = False
            self.screen.apply(self.settings)

    def is_busy(self) -> bool | str:
        """Tell whether no request can be carried out now: a notice is shown, or will be at once."""
        return self.mode_name in BUSY_MODES or self.journal.problem or self.is_compacting_due()

    def is_compacting_due(self) -> bool:
        """Tell whether the journal is to be compacted now."""
        is_over = self.match.outcome is not None
        is_end_shown = is_over and not self.draft and self.mode_name != "choose"
        return self.storage.is_compacting_due(is_end_shown, self.host.acknowledged)
