"""A match whose power is cut in every stage of every write, and what must be left of it.

The players are random; what the journal is told is known from here, not read from it.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from schiri.device.flash import Flash, Rewritten
from schiri_device.epochs import close_epoch, renew
from schiri_device.journal import Journal
from schiri_device.match import RESERVE, Match
from schiri_device.settings import Settings
from schiri_device.slots import FIRST

from tests.entropy import Entropy

# As small as it can be: what is read again at each cut is short then.
SIZE = 1024
LONGEST_WAIT_MS = 5000
GAMES: tuple[tuple[str, dict[str, str], str], ...] = (
    ("switch", {"layout": "1"}, "AB"),
    ("switch", {"layout": "free"}, "BA"),
    ("joggle", {"goal": "2S"}, "AB"),
    ("joggle", {"goal": "1R", "teams": "on", "no-field": "pass"}, "ABCD"),
    ("joggle", {"goal": "1R", "board": "/".join(["RGBYRGBY", "YBGRYBGR"] * 4)}, "AB"),
)
Left = list[tuple[Any, ...]]


class Held(NamedTuple):
    """What a journal holds: its events and settings, and where the match is."""

    events: Left
    settings: dict[int, int]


class Watched:
    """A store that shows what each cut of each write would leave, before it writes."""

    def __init__(self, store: Flash, cut: Callable[[bytes], None]) -> None:
        self._store = store
        self._cut = cut

    def __len__(self) -> int:
        return len(self._store)

    def __getitem__(self, place: Any) -> Any:
        return self._store[place]

    def __setitem__(self, place: slice, data: bytes) -> None:
        for left in self._store.cuts(place, bytes(data)):
            self._cut(left)
        self._store[place] = data


class Table:
    """A match on a store that is cut at every write.

    Shape: ``points`` counts the cuts, ``lost`` those that lost the journal in an erasure.
    """

    def __init__(self, seed: int, is_rewritten: bool) -> None:
        self.random = Random(seed)
        self.points = self.lost = 0
        self._is_rewritten = is_rewritten
        self._left: list[bytes] = []
        flash = Rewritten(SIZE) if is_rewritten else Flash(SIZE)
        store = Watched(flash, self._left.append)
        self.journal = Journal(store, Entropy(seed), is_rewritten)
        self._left.clear()
        self.match = Match(self.journal, 0)
        self.settings = Settings(self.journal.settings, self.journal.set)
        self.now_ms = 0

    def go_on(self) -> None:
        """Let somebody do something, and look at what each cut of it would leave."""
        self.now_ms += self.random.randrange(LONGEST_WAIT_MS)
        before = held(self.journal), state(self.match)
        erases = self._do()
        after = held(self.journal), state(self.match)
        for left in self._left:
            self._check(left, before, after, erases)
        self._left.clear()

    def _do(self) -> bool:
        """Do something; return whether the store is erased for it."""
        match, random = self.match, self.random
        if self.journal.room() < RESERVE:
            renew(match, self.now_ms)
            return True
        if match.table is None or (match.outcome and random.random() < 0.7):
            if random.random() < 0.2:
                close_epoch(match, self.now_ms)
                return True
            name, options, seats = random.choice(GAMES)
            match.start(self.now_ms, name, options, tuple(seats))
            return False
        if random.random() < 0.05:
            self.settings[random.choice(("brightness", "sound", ("moves", "b")))] = 1
        elif random.random() < 0.03:
            self.settings.paint("".join(random.choices("RGBY", k=64)))
        elif random.random() < 0.1:
            match.do(self.now_ms, random.choice((("undo",), ("draw",), ("dispute", "said so"))))
        elif match.outcome is None:
            match.play(self.now_ms, random.choice(match.game.legal_moves()))
        else:
            match.do(self.now_ms, ("undo",))
        return False

    def _check(self, left: bytes, before: Any, after: Any, erases: bool) -> None:
        """What is left is what was before, or after, or, in an erasure, nothing."""
        self.points += 1
        store = bytearray(left)
        journal = Journal(store, Entropy(self.points), self._is_rewritten)
        found = held(journal)
        if journal.is_new:
            assert erases and not self._is_rewritten
            assert found == Held([], {})
            self.lost += 1
            return
        steps = list(between(before[0], after[0], erases))
        assert found in steps
        if self.points % 16 == 0:
            match = Match(journal, 0)
            match.resume(True)
            assert state(match) in (before[1], after[1]) or len(steps) > 2
        if self.points % 8 == 0:
            # It goes on behind what was torn, and all of it is found again.
            journal.append("undo", None, 77)
            again = held(Journal(store, Entropy(0), self._is_rewritten))
            assert again.events == [*found.events, ("undo", None, -1, 77)]


def between(before: Held, after: Held, erases: bool) -> Iterator[Held]:
    """Yield what may be found between two states: events come one by one, settings at once."""
    yield before
    if erases:
        # First what was carried, then what is told of it.
        for size in range(len(after.events) - 1, len(after.events) + 1):
            yield after._replace(events=after.events[:size])
        return
    for size in range(len(before.events) + 1, len(after.events) + 1):
        yield after._replace(events=after.events[:size])
    yield after


def held(journal: Journal) -> Held:
    """Return what a journal holds."""
    events, place = [], FIRST
    while event := journal.event(place):
        events.append(event[:4])
        place = event[4]
    assert len(events) == journal.last
    return Held(events, dict(journal.settings))


def state(match: Match) -> tuple[Any, ...]:
    """Return where a match is."""
    table: Any = match.table
    if table is None:
        return ()
    game = table.game
    wins = sorted((letter, count) for letter, count in match.wins.items() if count)
    return (
        game.position(),
        table.phase,
        table.turn,
        match.outcome,
        wins,
        match.seats,
        sorted(match.options.items()),
        game.colours,
        len(table.entries) - table._sealed,
    )
