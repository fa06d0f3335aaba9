"""The storage: the journal, with the match and the settings in it.

Decides how the device restores them, and when the journal is compacted.  Must not know lights,
modes or the link.
"""

from schiri_engines.game_rows import board_game, load, names_for, row_of

from .. import tidy
from ..games import adapter_of
from ..journal import Journal, owner_of
from .match import RESERVE, TURN_ROOM, Match
from .settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..builds import Build
    from ..journal import Store

# With fewer slots left than this the journal is compacted as a game begins.
COMPACT_EARLY_BELOW = 250


class Storage:
    """Journal, settings and match, and the adapter of the game that is in memory.

    Shape: ``keep_setting(first, values)`` is called for each change of settings.
    """

    def __init__(
        self,
        build: "Build",
        store: "Store",
        entropy: "Callable[[int], bytes]",
        device: str,
        now_ms: int,
        keep_setting: "Callable[[int, bytes], None]",
        between: "Callable[[], None]",
    ):
        # It may hold events of each of our games.
        names, rules = names_for(build.size), 0
        for name in names:
            rules ^= int(row_of(name).digest, 16)
        # The largest allocation comes first.
        owner = owner_of(device, f"{rules:08x}")
        self.journal = Journal(store, entropy, owner, between)
        self.settings = Settings(self.journal.settings, keep_setting)
        loaded = names[self.settings["game"] % len(names)]
        self.match = Match(self.journal, loaded, now_ms)
        # Loading a game takes longer than a press may take; memory has room for one.
        between()
        # What all games share, first.
        load("schiri_engines.game")
        between()
        board_game(loaded)
        between()
        self.adapter = adapter_of(loaded)
        self.settings.toggles = dict(self.adapter.TOGGLES)

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

    def is_full(self) -> bool:
        """Tell whether the journal must be compacted soon."""
        return not self.journal.problem and self.journal.room() < RESERVE

    def is_compacting_due(self, is_end_shown: bool, acknowledged: int) -> bool:
        """Tell whether the journal is to be compacted now.

        Shape: ``is_end_shown`` means that the end of a game is shown; ``acknowledged`` is the last
        event that a PC has.
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
        has_all = acknowledged == journal.last
        return is_beginning and journal.room() < COMPACT_EARLY_BELOW and has_all
