"""What a device has said of a game and no log has yet: half of it, or that events are lost.

Decides what is remembered until the event comes that says what is played.  Must not know files.
"""

from schiri.events import Missing


class EpochHandover:
    """A game on its way from one epoch of a device to the next, or into its first log.

    Shape: ``board`` is the painted board of the game that follows; ``epoch`` is the one from which
    a game goes on, "" for none; ``first`` is the first event of what tells of it, 0 where nothing
    is half told; ``survived`` is "erasure" where it was lost with an older epoch and taken back
    from a PC, "left" where another one was played since; ``notes`` name the lost events that belong
    into the next log that begins.
    """

    board = ""
    epoch = ""
    first = 0
    survived = ""
    # The first and the last event that are lost, until it is known again what is played.
    _lost: tuple[int, int] | None = None

    def __init__(self) -> None:
        self.notes: list[Missing] = []

    @property
    def has_lost(self) -> bool:
        """Whether events are lost, so that nobody here knows how the game stands.

        >>> handover = EpochHandover()
        >>> handover.lose(3, 4), handover.has_lost, handover.lost_in("89abcdef")
        (None, True, Missing(epoch='89abcdef', first=3, last=4))
        >>> handover.has_lost
        False
        """
        return self._lost is not None

    def lose(self, first: int, last: int) -> None:
        """Count events as lost, with those before them that were lost or half told."""
        self._lost = (self._lost[0] if self._lost else self.first or first), last
        self.board = self.epoch = ""

    def extend_lost(self, last: int) -> None:
        """Count the events up to this one as lost: of what game they are nobody knows."""
        assert self._lost is not None
        self._lost = self._lost[0], last

    def lost_in(self, epoch: str) -> Missing | None:
        """Return the note of what is lost, once: it is known again what is played."""
        lost, self._lost = self._lost, None
        return Missing(epoch, *lost) if lost else None

    def begin(self) -> None:
        """Forget what was half told: a checkpoint says anew how a game stands."""
        self.board = self.epoch = ""
        self.survived = ""

    def complete(self) -> tuple[str, str]:
        """Return the epoch from which the game goes on and what it has survived, once."""
        found = self.epoch, self.survived
        self.epoch, self.survived, self.first = "", "", 0
        return found
