"""What the modes share: the game, the settings and the journal; the screen; the PC.

Decides how they are restored, when the journal is compacted, and which mode the game needs.  Must
not know any mode but its name.
"""

from schiri_engines.game_rows import board_game, load, names_for, row_of

from .. import tidy
from ..games import adapter_of
from ..journal import Journal, owner_of
from .gestures import Gestures
from .match import RESERVE, TURN_ROOM, Match
from .screen import Output, Screen
from .settings import Settings, is_shared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from schiri_engines.game import BoardGame

    from ..builds import Build
    from ..journal import Store
    from ..pc import Host
    from .sensors import Sensors

# With fewer slots left than this the journal is compacted as a game begins.
COMPACT_EARLY_BELOW = 250
# Why the program restarts: to choose how another game starts, or to go on with it.
CHOOSING, GOING_ON = 1, 2


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


class Context:
    """What each mode gets.

    Shape: ``entropy(n)`` gives n random bytes, ``identity`` is the device's id and the version of
    its firmware, ``host`` the link to a PC, ``adapter`` that of the game in memory.
    ``mode_argument`` is what a mode was entered for: a question, an entry of the menu, or why there
    is no game.  ``pending`` is a game that begins when its pieces are laid, ``physical_board`` the
    pieces on the real board, "" while they are right, ``last_cells`` those of the last move,
    ``before`` the mode before a compaction; a mode with more to do sets ``is_hurried``.
    ``on_progress`` is called between the steps of the start, each shorter than 0.1 s.
    ``fields`` are those of a build that feels its stones.
    """

    host: "Host"
    fields: "Sensors | None" = None

    def __init__(
        self,
        build: "Build",
        store: "Store",
        entropy: "Callable[[int], bytes]",
        identity: tuple[str, str],
        now_ms: int,
        on_progress: "Callable[[], None]",
    ):
        self.build, self.entropy, self.identity = build, entropy, identity
        # It may hold events of each of our games.
        names, rules = names_for(build.size), 0
        for name in names:
            rules ^= int(row_of(name).digest, 16)
        # The largest allocation comes first.
        owner = owner_of(identity[0], f"{rules:08x}")
        self.journal = Journal(store, entropy, owner, on_progress)
        self.settings = Settings(self.journal.settings, self._save_setting)
        loaded = names[self.settings["game"] % len(names)]
        self.match = Match(self.journal, loaded, now_ms)
        # Loading a game takes longer than a press may take; memory has room for one.
        on_progress()
        # What all games share, first.
        load("schiri_engines.game")
        on_progress()
        board_game(loaded)
        on_progress()
        self.adapter = adapter_of(loaded)
        self.settings.toggles = dict(self.adapter.TOGGLES)
        on_progress()
        self.screen = Screen(build)
        self.output = Output(self.screen.painter.frame)
        self.gestures = Gestures()
        self.mode_argument = self.before = self.physical_board = ""
        self.last_cells: tuple[int, ...] = ()
        self.pending: PendingGame | None = None
        self.is_hurried = False
        if build.sensors:
            from .sensors import Sensors

            self.fields = Sensors(build.size, self.journal.settings, self.settings.set)

    def _save_setting(self, first: int, values: bytes) -> None:
        self.journal.set(first, values)
        self.host.has_settings = self.host.has_settings or is_shared(first)

    def resume(self, now_ms: int) -> None:
        """Restore everything from the journal; last of all, since it fragments the heap."""
        tidy()
        if not self.journal.problem:
            try:
                self.match.resume(True)
            except MemoryError:
                raise
            except Exception:
                # The next start would meet the same error.
                self.match.is_torn = True
            if self.match.is_torn:
                self.journal.set_aside("broken")
            if not self.journal.is_new:
                self.match.boot_ms = self.match.epoch_ms(now_ms)
        if self.journal.problem:
            self.match.forget()
        tidy()

    def recover(self, now_ms: int) -> None:
        """Restore everything from the journal after an error.

        Raises: RuntimeError (the journal makes no sense: only a restart can help).
        """
        # Its store as well: half of an event may be written.
        self.journal.load()
        if self.journal.problem:
            raise RuntimeError(self.journal.problem)
        self.match.recover(now_ms)

    # The journal

    def is_full(self) -> bool:
        """Tell whether the journal must be compacted soon."""
        return not self.journal.problem and self.journal.room() < RESERVE

    def must_compact(self, is_end_shown: bool) -> bool:
        """Tell whether the journal is to be compacted now, unless a mode forbids it.

        Shape: ``is_end_shown`` means that the end of a game is shown.
        """
        match, journal = self.match, self.journal
        if journal.problem or (is_end_shown and journal.room() > 2 * TURN_ROOM):
            # The end of a game must stay in view.
            return False
        if self.is_full():
            is_turn_over = match.table is None or match.table.phase != "move"
            return is_turn_over or journal.room() < TURN_ROOM or journal.is_stale
        # When a game begins and a PC has all events on its disk, nothing is lost.
        is_beginning = match.table is not None and not len(match.table.entries)
        has_all = self.host.acknowledged == journal.last
        return is_beginning and journal.room() < COMPACT_EARLY_BELOW and has_all

    def compacting(self, now_ms: int) -> "Iterator[None]":
        """Compact the journal in steps; the game goes on."""
        for _ in self.match.compacting(now_ms):
            yield
        self.host.greet_again()

    def start_epoch(self, now_ms: int) -> None:
        """Begin a new epoch without events; the settings stay."""
        self.match.start_epoch(now_ms)
        self.host.greet_again()

    # Games

    def propose(
        self, name: str, options: dict[str, str], seats: tuple[str, ...], is_rematch: bool = False
    ) -> None:
        """Propose a game; it begins once its pieces are laid.

        Raises: MalformedText (bad-option), Refused.
        """
        game = self.match.new_game(name, options)
        signs = self.adapter.signs_of(game)
        self.pending = PendingGame(name, options, seats, game, signs, is_rematch)

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
        self.pending, self.last_cells, self.physical_board = None, (), ""

    def change_game(self, now_ms: int, name: str, why: int) -> None:
        """Let a restart load another game: CHOOSING how it starts, or GOING_ON."""
        self.match.record_score(now_ms)
        number = names_for(self.build.size).index(name)
        self.settings.set(self.settings.row("game")[0], bytes((number, why)))


# Where to go next, if that depends on the game.


def table_mode(context: Context) -> str:
    """Return the mode that the game on the table needs."""
    phase = context.match.table.phase
    return context.adapter.PHASES.get(phase) or ("finished" if phase == "over" else "play")


def mode_on_right_board(context: Context) -> str:
    """Return the mode that the game needs, once the real board is right."""
    context.physical_board = ""
    return table_mode(context)


def game_mode(context: Context) -> str:
    """Return the mode that the game needs, or the one that leads the real board there."""
    # An end is shown at once: the real board has nothing to say any more.
    is_wrong = context.physical_board and context.match.outcome is None
    return "put-right" if is_wrong else table_mode(context)


def mode_before(context: Context) -> str:
    """Return the mode before a compaction."""
    return context.before if context.match.table or context.pending else "choose"


def first_mode(context: Context) -> str:
    """Return the mode to begin with, as the journal says."""
    if context.journal.problem:
        return "aside"
    if context.fields and context.fields.is_due:
        return "calibrate"
    match, why = context.match, context.settings["restart"]
    if why:
        context.settings["restart"] = 0
        match.is_resumed = False
    if why == CHOOSING:
        name = "options"
    elif not match.table:
        name = "choose"
    elif match.outcome:
        # No piece moves any more.
        name = "finished"
    else:
        name = "resume" if len(match.table.entries) else "lay"
    if context.journal.is_marked:
        # The power was cut before a compaction: nothing can be saved until it is done.
        context.before, name = name, "compacting"
    return name
