"""The main flow: edges and bytes in, a frame and bytes out.

Decides the order of one step: presses, messages, time, and the lights before the line.
Must not know pins, ports or clocks: `code.py` on the board and the simulator on a PC bring them.
"""

from schiri_engines.game_rows import load, names_for

from ..journal import nothing
from ..lights.language import SILENCE
from ..link.texts import LONGEST_LINE
from ..pc import LINKED, UNSENT
from ..pc.host_link import HostLink
from ..ticks import elapsed
from .gestures import HOLD_TO_ASK, Gestures
from .mode import IGNORED, Failed
from .screen import Output, Screen
from .settings import OWN_SETTINGS
from .storage import Storage
from .transitions import AHEAD, CHOOSING, MODULES, PLAY, TRANSITIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..builds import Build
    from ..journal import Store
    from ..pc.panel import Panel
    from ..ticks import Edge
    from .mode import Mode, PendingGame

DIM_AFTER_MS = 180000
WAIT_MS = 50  # The interval of steps without any input.
# Notices, during which no request is carried out; modes in which the journal is not compacted.
BUSY_MODES = ("compacting", "failed", "restart", "aside", "rescue")
NEVER_COMPACTING = BUSY_MODES + ("panel",)
BESIDE = -1  # A press beside the board means nothing.
STEPS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


class Device:
    """The device: its parts, and the mode that it is in.

    Shape: ``store`` is non-volatile memory, ``entropy(n)`` gives n random bytes, ``identity`` is
    the device's id and the version of its firmware, ``now_ms`` the tick of its start.
    ``screen`` is what is seen and heard, ``storage`` what is kept, ``host`` the link to a PC,
    ``adapter`` that of the game in memory, ``panel`` the panel of a card game that a PC began;
    ``pending`` is a game that begins when its pieces are laid; a mode with more to do sets
    ``is_hurried``; ``modes`` are those that were entered.  ``between`` is called between the steps
    of the start, each shorter than 0.1 s.
    """

    def __init__(
        self,
        build: "Build",
        store: "Store",
        entropy: "Callable[[int], bytes]",
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
        # What a mode was entered for: a question, an entry of the menu, or why there is no game.
        self.mode_argument = ""
        # The pieces on the real board, "" while they are right.
        self.physical_board = ""
        self.last_cells: tuple[int, ...] = ()
        self.pending: PendingGame | None = None
        self.panel: Panel | None = None
        self.mode_name = ""
        self.gestures = Gestures()
        self._link_shown = -1
        self._touched_ms = self.waited_ms = now_ms
        self._is_asleep = self.is_hurried = False
        self._before = ""
        self.modes: dict[str, Mode] = {"failed": Failed(self)}
        # The classes of modes whose modules are loaded, and how many modules were loaded ahead.
        self._classes: dict[str, type[Mode]] = {}
        self._ahead = 0
        self.host = HostLink(self, now_ms)
        self.screen.apply(self.settings)
        storage.resume(now_ms)
        between()
        # From now on it is read while the loop runs.
        self.journal.between = nothing
        self.mode_argument = "lost" if self.journal.is_new else ""
        first = self._first_mode()
        self.go_to(now_ms, "rescue" if asks_rescue else first)

    def _mode_for(self, name: str) -> str:
        """Return a mode, or the one that a question of the table of transitions leads to."""
        if name == "first":
            return self._first_mode()
        if name == "before":
            return self._before if self.match.table or self.pending else "choose"
        if name == "table":
            # The real board is right.
            self.physical_board = ""
            return self.table_mode()
        if name == "game":
            # An end is shown at once: the real board has nothing to say any more.
            is_wrong = self.physical_board and self.match.outcome is None
            return "put-right" if is_wrong else self.table_mode()
        return name

    def _first_mode(self) -> str:
        """Return the mode to begin with, as the journal says."""
        if self.journal.problem:
            return "aside"
        match, why = self.match, self.settings["restart"]
        if why:
            self.settings["restart"] = 0
            match.is_resumed = False
        if why == CHOOSING:
            name = "options"
        elif not match.table:
            name = "choose"
        else:
            name = "resume" if len(match.table.entries) else "lay"
        if self.journal.is_marked:
            # The power was cut before a compaction: nothing can be saved until it is done.
            self._before, name = name, "compacting"
        return name

    def step(self, now_ms: int, edges: "Sequence[Edge]", received: bytes, room: int) -> Output:
        """Carry out one step and return its output; at most ``room`` bytes may be sent."""
        output = self.output
        self.screen.tones = SILENCE
        output.sent = b""
        output.is_restart = False
        for edge in edges:
            self._handle_edge(edge)
        if self.gestures.down:
            press = self.gestures.wait(now_ms)
            # If holding yellow means nothing here, its press has done everything.
            if press and (press != HOLD_TO_ASK or self.mode.offers_hint()):
                self.press(now_ms, press)
        if edges and not received:
            # The light of a press goes first; what is due by time follows in the next step.
            self.is_hurried = True
        elif received or self.is_hurried or elapsed(now_ms, self.waited_ms) >= WAIT_MS:
            self.host.receive(now_ms, received)
            self._wait(now_ms)
        output.tones = self.screen.tones
        output.is_fresh = self.screen.painter.flush(now_ms)
        if output.is_fresh:
            # The lights go first: making a line must not delay them.
            output.frame = self.screen.painter.frame
            self.host.has_lights = True
        elif room >= LONGEST_LINE:
            output.sent = self.host.send(now_ms)
        return output

    def press(self, now_ms: int, press: int | str) -> None:
        """React to one press of a button: a cell of the grid, or a name."""
        if isinstance(press, int):
            self.press_cell(now_ms, self.screen.cell_at(press))
        elif press == "press" and self.mode.has_cursor:
            self.press_cell(now_ms, self.screen.cursor_cell)
        else:
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

    def go_to(self, now_ms: int, name: str) -> None:
        """Enter a mode, or the one that a question leads to."""
        name = self._mode_for(name)
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
                self._load(MODULES.get(name, PLAY))
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
        if module == PLAY:
            classes.update(self.adapter.modes())
        self._classes.update(classes)

    def follow(self, now_ms: int, word: str) -> None:
        """Enter the mode that follows a result of this one."""
        rows = self.adapter.TRANSITIONS.get(self.mode_name) or TRANSITIONS[self.mode_name]
        name = rows[word]
        if name == "compacting":
            self._before = self.mode_name
        self.go_to(now_ms, name)

    def table_mode(self) -> str:
        """Return the mode that the game on the table needs."""
        phase = self.match.table.phase
        return self.adapter.PHASES.get(phase) or ("finished" if phase == "over" else "play")

    def restart_with(self, now_ms: int, name: str, why: int) -> None:
        """Restart with another game in memory: CHOOSING how it starts, or GOING_ON."""
        self.match.record_score(now_ms)
        number = names_for(self.build.size).index(name)
        self.settings.set(self.settings.row("game")[0], bytes((number, why)))
        self.go_to(now_ms, "restart")

    def begin(
        self,
        now_ms: int,
        name: str,
        options: dict[str, str],
        seats: tuple[str, ...],
        origin: str = "",
    ) -> None:
        """Begin a game.

        Raises: MalformedText (unknown-game, bad-option), Refused.
        """
        self.match.start(now_ms, name, options, seats, origin)
        self.pending, self.last_cells = None, ()
        self.physical_board = ""

    def _keep_setting(self, first: int, values: bytes) -> None:
        self.journal.set(first, values)
        self.host.has_settings = self.host.has_settings or first not in OWN_SETTINGS

    def compacting(self, now_ms: int) -> "Iterator[None]":
        """Compact the journal in steps; the game goes on."""
        for _ in self.match.compacting(now_ms):
            yield
        self.host.greet_again()

    def start_epoch(self, now_ms: int) -> None:
        """Begin a new epoch without events; the settings stay."""
        self.match.start_epoch(now_ms)
        self.host.greet_again()

    def set_journal_aside(self, now_ms: int) -> None:
        """Stop using this journal: it has lost events that a PC has."""
        self.journal.set_aside("broken")
        self.match.forget()
        self.host.greet_again()
        self.go_to(now_ms, "aside")

    def fail(self, now_ms: int, text: str) -> None:
        """Show an unexpected error and save it."""
        self.touch(now_ms)
        was_compacting = self.journal.is_marked
        self.storage.recover(now_ms)
        if was_compacting:
            self.host.greet_again()
        self.match.record_failure(now_ms, text)
        self.go_to(now_ms, "failed")

    def _handle_edge(self, edge: "Edge") -> None:
        was_asleep = self._is_asleep
        if edge.pressed:
            self.touch(edge.at_ms)
        if self.mode.takes_edges:
            if edge.pressed:
                self.mode.press(edge.at_ms, edge.key)
        # The press that wakes the lights does nothing else.
        elif not (was_asleep and edge.pressed):
            press = self.gestures.read(edge)
            if press is not None:
                self.press(edge.at_ms, press)

    def _wait(self, now_ms: int) -> None:
        """Do what is due by time alone."""
        link = self.host.link_state()
        if link != self._link_shown:
            self._link_shown = link
            self.screen.turn_signs.show_link(link == LINKED, link == UNSENT)
        self.waited_ms, self.is_hurried = now_ms, False
        # Its lights must not wait.
        if self.is_compacting_due():
            self._before = self.mode_name
            self.go_to(now_ms, "compacting")
        word = self.mode.wait(now_ms)
        if word:
            self.follow(now_ms, word)
        self.match.wait(now_ms)
        if self._ahead < len(AHEAD) and not self.gestures.down:
            # A press must not wait for its module.
            self._ahead += 1
            self._load(AHEAD[self._ahead - 1])
        # In a pause the lights are dimmed already, and the first press ends it.
        is_awake = not self._is_asleep and self.mode_name != "pause"
        if is_awake and elapsed(now_ms, self._touched_ms) >= DIM_AFTER_MS:
            self._is_asleep = True
            self.screen.painter.set_brightness(0)

    def touch(self, now_ms: int) -> None:
        """Wake the lights: somebody is here or at a PC."""
        self._touched_ms = now_ms
        if self._is_asleep:
            self._is_asleep = False
            self.screen.apply(self.settings)

    def is_busy(self) -> bool | str:
        """Tell whether no request can be carried out now: a notice is shown or due."""
        return self.mode_name in BUSY_MODES or self.journal.problem or self.is_compacting_due()

    def is_compacting_due(self) -> bool:
        """Tell whether the journal is to be compacted now."""
        if self.mode_name in NEVER_COMPACTING:
            return False
        is_over = self.match.outcome is not None
        is_end_shown = is_over and not self.pending and self.mode_name != "choose"
        return self.storage.is_compacting_due(is_end_shown, self.host.acknowledged)
