"""A match whose power is cut in every stage of every write, and the state that must remain.

The players are random. The expected content of the journal is known here, not read from it.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from schiri.simulator.flash import Flash
from schiri_device.app.match import RESERVE
from schiri_device.app.settings import Settings
from schiri_device.journal import SLOT, Journal, JournalReader

from tests.firmware.journals import done, journal_on, match_on, state_of
from tests.games import BOARDS, beside, last_options

# As small as possible: it is read again at each cut.
SIZE = 640
LONGEST_WAIT_MS = 5000
# Sometimes a pause is so long that it takes its own slot.
ABSENT_MS = 2_000_000
SWITCH: tuple[tuple[str, dict[str, str], str], ...] = (
    ("switch", {"layout": "1"}, "AB"),
    ("switch", {"layout": "free"}, "BA"),
)
JOGGLE: tuple[tuple[str, dict[str, str], str], ...] = (
    ("joggle", {"goal": "2S"}, "AB"),
    ("joggle", {"goal": "1R", "teams": "on", "no-field": "pass"}, "ABCD"),
    ("joggle", {"goal": "1R", "board": "/".join(["RGBYRGBY", "YBGRYBGR"] * 4)}, "AB"),
)
# Groups of games; one evening plays one group.
GAMES = [
    SWITCH,
    JOGGLE,
    *(((game, last_options(game), "AB"),) for game in beside(SWITCH + JOGGLE, BOARDS)),
]
# The action: its writes program slots, write one image, or begin a new epoch.
PROGRAMS, COMPACTS, CLEARS = range(3)


class Held(NamedTuple):
    """The contents of a journal: its epoch, its events by number with their times, its settings."""

    epoch: str
    events: tuple[tuple[int, int, str, int], ...]
    settings: dict[int, int]


class Watched:
    """A store that yields the result of each possible cut before it writes."""

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

    Shape: ``points`` counts the cuts, ``lost`` those that lost the journal in an erasure,
    ``marked`` those before an erasure, ``again`` those of a compaction that follows a cut one.
    """

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.points = self.lost = self.again = self.marked = 0
        self._left: list[bytes] = []
        self.journal = journal_on(Watched(Flash(SIZE), self._left.append), seed)
        self._left.clear()
        self._games = self.random.choice(GAMES)
        self.match = match_on(self.journal, self._games[0][0])
        self.settings = Settings(self.journal.settings, self.journal.set)
        self.now_ms = 0

    def go_on(self) -> None:
        """Take an action, and check the result of each cut in it."""
        self._wait()
        before = held(self.journal), state_of(self.match)
        self._whole = self.journal.raw(SLOT, SIZE - 2 * SLOT)
        what = self._do()
        after = held(self.journal), state_of(self.match)
        for left in self._left:
            self._check(left, before, after, what)
        self._left.clear()

    def _wait(self) -> None:
        """Let time pass, with a look at the clock at least once a minute."""
        random = self.random
        wait_ms = random.randrange(LONGEST_WAIT_MS) if random.random() < 0.95 else ABSENT_MS
        for _ in range(0, wait_ms, 30_000):
            self.now_ms += min(wait_ms, 30_000)
            self.match.wait(self.now_ms)

    def _do(self) -> int:
        """Take a random action; return its kind."""
        match, random = self.match, self.random
        if self.journal.room() < RESERVE:
            done(match.compacting(self.now_ms))
            return COMPACTS
        if match.table is None or (match.outcome and random.random() < 0.7):
            if random.random() < 0.2:
                match.start_epoch(self.now_ms)
                return CLEARS
            name, options, seats = random.choice(self._games)
            match.start(self.now_ms, name, options, tuple(seats))
        elif random.random() < 0.05:
            self.settings[random.choice(("brightness", "sound", "moves-b"))] = 1
        elif random.random() < 0.03:
            self.settings.paint("".join(random.choices("RGBY", k=64)))
        elif random.random() < 0.1:
            match.do(self.now_ms, random.choice((("undo",), ("draw",), ("dispute", "said so"))))
        elif match.outcome is None:
            match.push(self.now_ms, random.choice(match.game.legal_moves()))
        else:
            match.do(self.now_ms, ("undo",))
        return PROGRAMS

    def _check(self, left: bytes, before: Any, after: Any, what: int) -> None:
        """The remaining bytes are those before or after the write, or none after a cut erasure."""
        self.points += 1
        journal = self._started(bytearray(left))
        assert journal.problem == ""
        found = held(journal)
        if journal.is_new:
            # Only an erasure may lose the journal, and only completely.
            assert what != PROGRAMS
            # The bytes between the marks must have been touched.
            assert left[SLOT:-SLOT] != self._whole
            assert found == Held(journal.epoch, (), {}) and found.epoch != before[0].epoch
            self.lost += 1
            return
        steps = list(between(before[0], after[0], what))
        assert found in steps
        if self.points % 16 == 0:
            match = match_on(journal, self.match.loaded)
            assert state_of(match) in (before[1], after[1]) or len(steps) > 2
        if journal.is_marked:
            self.marked += 1
            assert journal.room() == 0
            if self.marked % 4 == 0:
                self._cut_again(left)
        elif self.points % 8 == 0:
            # It continues after a torn slot, and all events are found again.
            flash = self._flash_with(left)
            journal = self._started(flash)
            journal.append("undo", None, 77)
            assert flash.erasures == 0
            events = held(self._started(flash.data)).events
            assert events[:-1] == found.events
            assert events[-1][0] == journal.last and events[-1][2] == "undo"
        elif what != PROGRAMS and self.points % 4 == 1:
            self._cut_again(left)

    def _started(self, store: Any) -> Journal:
        """Return the journal after the next start."""
        return journal_on(store, 1_000_000 + self.points)

    def _flash_with(self, left: bytes) -> Flash:
        flash = Flash(SIZE)
        flash.data[:] = left
        return flash

    def _cut_again(self, left: bytes) -> None:
        """Cut the compaction that follows a cut one."""
        found: list[bytes] = []
        store = Watched(self._flash_with(left), found.append)
        match = match_on(self._started(store), self.match.loaded)
        before = held(match.journal)
        found.clear()
        done(match.compacting(0))
        after = held(match.journal)
        for each in found:
            self.points += 1
            self.again += 1
            journal = self._started(bytearray(each))
            assert journal.problem == ""
            assert journal.is_new or held(journal) in (before, after)


def between(before: Held, after: Held, what: int) -> Iterator[Held]:
    """Yield the possible contents between two states: events come one by one, settings at once."""
    yield before
    if what == PROGRAMS:
        for size in range(len(before.events) + 1, len(after.events)):
            yield after._replace(events=after.events[:size])
    yield after


def held(journal: Journal) -> Held:
    """Return the contents of a journal."""
    reader, events = JournalReader(journal), []
    while reader.next():
        assert reader.gap == 0
        events.append((reader.number, reader.at, reader.text, reader.move))
    assert len(events) == journal.last - journal.first + 1
    return Held(journal.epoch, tuple(events), dict(journal.settings))
