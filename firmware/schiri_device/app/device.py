"""The main flow: edges and bytes in, a frame and bytes out.

Decides the order of one step: presses, messages, time, and the lights before the line.
Must not know pins, ports or clocks: `code.py` on the board and the simulator on a PC bring them.
"""

from schiri_engines.game_rows import names_for

from .. import overlays, unload
from ..journal import nothing
from ..lights.language import SILENCE
from ..link.texts import LONGEST_LINE
from ..pc import LINKED, UNSENT, Unplugged
from ..ticks import elapsed
from .gestures import HOLD_TO_ASK, Gestures
from .mode import Failed
from .screen import Output, Screen
from .settings import OWN_SETTINGS
from .storage import Storage
from .transitions import CHOOSING, LEAVING, QUESTIONS, next_mode, overlay_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..builds import Build
    from ..games import Shown
    from ..journal import Store
    from ..pc.host_link import HostLink
    from ..pc.panel import Panel
    from ..ticks import Edge
    from .mode import Mode

    # A game that begins once its pieces are laid: name, options, seats, letters, status, rematch.
    Draft = tuple[()] | tuple[str, dict[str, str], tuple[str, ...], str, Shown, bool]

DIM_AFTER_MS = 180000
WAIT_MS = 50  # The interval of steps without any input.
# Notices, during which no request is carried out; modes in which the journal is not compacted.
BUSY_MODES = ("compacting", "failed", "restart", "aside", "rescue")
NEVER_COMPACTING = BUSY_MODES + ("panel",)
# Overlays that are loaded on top of another one: a notice of any; laying of choosing, so that the
# options can be chosen again.
NOTICE, LAYING = "notice", "laying"
BESIDE = -1  # A press beside the board means nothing.
STEPS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


class Device:
    """The device: its parts, and the mode that it is in.

    Shape: ``store`` is non-volatile memory, ``entropy(n)`` gives n random bytes, ``identity`` is
    the device's id and the version of its firmware, ``now_ms`` the tick of its start.
    ``screen`` is what is seen and heard, ``storage`` what is kept, ``host`` the link to a PC,
    ``adapter`` that of the game in memory, ``panel`` the panel of a card game that a PC began;
    ``draft`` is a game that begins when its pieces are laid; a mode with more to do sets
    ``is_hurried``; ``modes`` are those that were entered, ``overlay`` is the loaded overlay with
    modes.  ``between`` is called between the steps of the start, each shorter than 0.1 s.
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
        self.asked = ""
        # The pieces on the real board, "" while they are right.
        self.physical_board = ""
        self.last_cells: tuple[int, ...] = ()
        self.draft: Draft = ()
        self.panel: Panel | None = None
        self.mode_name = ""
        self.gestures = Gestures()
        self._link_shown = -1
        self._touched_ms = self.waited_ms = now_ms
        self._is_asleep = self.is_hurried = False
        self._before = ""
        self.modes: dict[str, Mode] = {"failed": Failed(self)}
        self.overlay = ""
        self._overlaid: dict[str, dict[str, type[Mode]]] = {}
        self._classes: dict[str, type[Mode]] = {}
        self.host: Unplugged | HostLink = Unplugged(self, 0)
        self.screen.apply(self.settings)
        storage.resume(now_ms)
        between()
        # From now on it is read while the loop runs.
        self.journal.between = nothing
        self.asked = "lost" if self.journal.is_new else ""
        first = self._mode_for("first")
        self._change_overlay(overlay_of(first, ""))
        self.go_to(now_ms, "rescue" if asks_rescue else first)

    def _mode_for(self, name: str) -> str:
        """Return a mode, or the one that a question leads to."""
        while name in QUESTIONS:
            if name == "before":
                return self._before if self.match.table or self.draft else "choose"
            name = next_mode(name, self._answer(name), self.adapter.TRANSITIONS)
        return name

    def _answer(self, question: str) -> str:
        """Answer a question of the table of transitions."""
        if question == "game":
            # An end is shown at once: the real board has nothing to say any more.
            is_wrong = self.physical_board and self.match.outcome is None
            return "wrong" if is_wrong else self.match.table.phase
        if question == "table":
            self.physical_board = ""
            return "right"
        return self._first_word()

    def _first_word(self) -> str:
        """Return the word to begin with, as the journal says."""
        if self.journal.problem:
            return "broken"
        match, why = self.match, self.settings["restart"]
        if why:
            self.settings["restart"] = 0
            match.is_resumed = False
        if why == CHOOSING:
            word = "chosen"
        elif match.table is None or why == LEAVING:
            word = "empty"
        else:
            word = "played" if len(match.table.entries) else "begun"
        if self.journal.is_marked:
            # The power was cut before a compaction: nothing can be saved until it is done.
            self._before, word = next_mode("first", word), "marked"
        return word

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
            if self.host.is_gone:
                self.disconnect()
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
        tones, screen.tones = screen.tones, SILENCE
        screen.painter.watch()
        if mode.has_cursor and press in STEPS:
            screen.move_cursor(STEPS[press])
        elif press != BESIDE:
            word = mode.press(now_ms, press)
            if word:
                self.follow(now_ms, word)
        # A change of mode paints.
        if screen.tones is SILENCE and not screen.painter.is_stale:
            screen.painter.dip(now_ms)
            screen.sound("not-now")
        if screen.tones is SILENCE:
            screen.tones = tones

    def go_to(self, now_ms: int, name: str) -> None:
        """Enter a mode, or the one that a question leads to."""
        name = self._mode_for(name)
        if self.journal.problem and name not in NEVER_COMPACTING:
            # A move that cannot be saved must not be played.
            name = "aside"
        if name not in ("lay", "compacting"):
            self.draft = ()
        # What went down before does nothing here when it comes up, or is held on.
        self.gestures.down.clear()
        overlay = overlay_of(name, self.overlay)
        if overlay == "choosing" and self.overlay != "choosing":
            # The memory is too small for it and a game.
            why = CHOOSING if name == "options" else LEAVING
            self._prepare_restart(now_ms, self.match.loaded, why)
            name, overlay = "restart", NOTICE
        screen = self.screen
        screen.clear()
        if self.mode_name == "pause":
            # It dims the lights, and a PC or an error may end it, too.
            screen.apply(self.settings)
        if name == "restart":
            # The mode before does not come back.
            self._change_overlay("")
        self._change_overlay(overlay)
        if name not in self.modes:
            classes = self._overlaid.get(overlay, self._classes)
            self.modes[name] = (classes.get(name) or self.load_play()[name])(self)
        self.mode_name = name
        mode = self.mode = self.modes[name]
        screen.lay_out(0 if mode.shows_glyphs else mode.size())
        mode.board = screen.board
        if mode.has_cursor:
            screen.put_cursor(screen.cursor_cell)
        mode.enter(now_ms)
        self.host.has_news = True
        self._link_shown = -1
        screen.painter.restart(now_ms)

    def _change_overlay(self, name: str) -> None:
        """Replace the loaded overlay of modes, "" for none; some are loaded on top of it."""
        if name != NOTICE and (name, self.overlay) != (LAYING, "choosing"):
            self.overlay = name
        for old in list(self._overlaid):
            if old not in (self.overlay, name):
                for mode in self._overlaid.pop(old):
                    self.modes.pop(mode, None)
                overlays.leave(old)
        if name and name not in self._overlaid:
            self._overlaid[name] = overlays.enter(name)

    def load_play(self) -> "dict[str, type[Mode]]":
        """Load the modes of the game in memory; return the class of each.

        The menu before a game needs none of them.
        """
        if not self._classes:
            from .play import Play

            # All or none: the memory may end between them.
            classes: dict[str, type[Mode]] = {"play": Play}
            classes.update(self.adapter.modes())
            self._classes = classes
        return self._classes

    def follow(self, now_ms: int, word: str) -> None:
        """Enter the mode that follows a result of this one."""
        name = next_mode(self.mode_name, word, self.adapter.TRANSITIONS)
        if name == "compacting":
            self._before = self.mode_name
        self.go_to(now_ms, name)

    def table_mode(self) -> str:
        """Return the mode that the game on the table needs."""
        return next_mode("game", self.match.table.phase, self.adapter.TRANSITIONS)

    def restart_with(self, now_ms: int, name: str, why: int) -> None:
        """Restart with this game in memory: CHOOSING how it starts, GOING_ON, or LEAVING."""
        self._prepare_restart(now_ms, name, why)
        self.go_to(now_ms, "restart")

    def _prepare_restart(self, now_ms: int, name: str, why: int) -> None:
        if name != self.match.loaded:
            self.match.record_score(now_ms)
        number = names_for(self.build.size).index(name)
        self.settings.set(self.settings.row("game")[0], bytes((number, why)))

    def begin(
        self,
        now_ms: int,
        name: str,
        options: dict[str, str],
        seats: tuple[str, ...],
        origin: str = "",
    ) -> None:
        """Begin a game, and unload the modules for choosing it.

        Raises: MalformedText (unknown-game, bad-option), Refused.
        """
        self.match.start(now_ms, name, options, seats, origin)
        self.draft = self.last_cells = ()
        self.physical_board = ""
        self._change_overlay("")
        for other in names_for(self.build.size):
            if other != self.match.loaded:
                unload("games." + other)  # Its glyph was shown.

    def _keep_setting(self, first: int, values: bytes) -> None:
        self.journal.set(first, values)
        self.host.has_settings = self.host.has_settings or first not in OWN_SETTINGS

    def disconnect(self) -> None:
        """Unload the modules for a PC that has been gone for a while."""
        self.host = Unplugged(self, self.host.acknowledged, self.host.last)
        overlays.leave("host")
        if self.panel is None:
            self.modes.pop("panel", None)
            overlays.leave("panel")

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
        link = self.host.status()
        if link != self._link_shown:
            self._link_shown = link
            self.screen.status.show_link(link == LINKED, link == UNSENT)
        self.waited_ms, self.is_hurried = now_ms, False
        # Its lights must not wait.
        if self.is_compacting_due():
            self._before = self.mode_name
            self.go_to(now_ms, "compacting")
        word = self.mode.wait(now_ms)
        if word:
            self.follow(now_ms, word)
        self.match.wait(now_ms)
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
        is_end_shown = is_over and not self.draft and self.mode_name != "choose"
        return self.storage.is_compacting_due(is_end_shown, self.host.acknowledged)
