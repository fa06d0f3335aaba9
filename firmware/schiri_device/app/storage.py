"""What is kept without power: the journal, with the match and the settings that it holds.

Decides how the device comes back to them, and when the journal is compacted.  Must not know lights,
modes or the link.
"""

from schiri_engines.game_rows import board_game, names_for, row_of

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
        # It may hold events of each game that we have.
        names, rules = names_for(build.size), 0
        for name in names:
            rules ^= int(row_of(name).digest, 16)
        # The largest in one piece comes first.
        owner = owner_of(device, f"{rules:08x}")
        self.journal = Journal(store, entropy, owner, build.is_rewritten, between)
        self.settings = Settings(self.journal.settings, keep_setting)
        loaded = names[self.settings["game"] % len(names)]
        self.match = Match(self.journal, loaded, now_ms)
        # Loading a game takes longer than a press may; there is room for one.
        between()
        board_game(loaded)
        between()
        self.adapter = adapter_of(loaded)
        self.settings.toggles = self.adapter.TOGGLES

    def resume(self, now_ms: int) -> None:
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

    def recover(self, now_ms: int) -> None:
        """Come back to what the journal says, whatever went wrong since.

        Raises: RuntimeError (where it makes no sense any more: only a start can help).
        """
        # In its store as well: of an event that it was writing, half may be there.
        self.journal.load()
        if self.journal.problem:
            raise RuntimeError(self.journal.problem)
        self.match.recover(now_ms)

    def is_full(self) -> bool:
        """Tell whether the journal has to be compacted before much else happens."""
        return not self.journal.problem and self.journal.room() < RESERVE

    def is_compacting_due(self, is_end_shown: bool, acknowledged: int) -> bool:
        """Tell whether the journal is to be compacted now.

        Shape: ``is_end_shown`` tells that a finished game is looked at; ``acknowledged`` is the
        last event that a PC has.
        """
        match, journal = self.match, self.journal
        if journal.problem or (is_end_shown and journal.room() > 2 * TURN_ROOM):
            # Whoever looks at the end of a game shall see it.
            return False
        if self.is_full():
            is_turn_over = match.table is None or match.table.phase != "move"
            return is_turn_over or journal.room() < TURN_ROOM or journal.is_stale
        # As a game begins, with all of it on a PC's disk, nobody loses anything.
        is_beginning = match.table is not None and not len(match.table.entries)
        has_all = acknowledged == journal.last
        return is_beginning and journal.room() < COMPACT_EARLY_BELOW and has_all
