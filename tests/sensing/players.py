"""A model of hands that play Switch on a board that feels its stones.

What a hand does is a row of changes, each with its time.  A `Table` has the real stones, tells the
stories of them, makes what these say, and counts what became of each move.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator

from schiri_device.sensing import EMPTY, UNSURE
from schiri_device.sensing.story import LET_GO_MS, LETTERS, Stories
from schiri_engines.switch.game import Switch
from schiri_engines.switch.notation import SWAP

# How long a stone that is lifted or set down is neither here nor gone.
BETWEEN_MS = 30
# So many moves may wait for the next one before a player presses white.
LAG = 2
# How two stones are exchanged, and how often.
EXCHANGES = {"together": 30, "held": 35, "beside": 15, "own parked": 10, "other's parked": 10}
# What happens before a move, and how often: mostly nothing.
BEFORE = {
    "": 80,
    "put back": 5,
    "another touched": 5,
    "wrong": 5,
    "slid": 2,
    "swept": 1,
    "knocked": 1,
    "early hand": 1,
}


def pick(chance: random.Random, rates: dict[str, int]) -> str:
    return chance.choices(tuple(rates), tuple(rates.values()))[0]


class Table:
    """A real board with hands, and the game that its stories make.

    Shape: ``meant`` are the moves that hands have made, in their order; ``counts`` says what
    happened.
    """

    def __init__(self, chance: random.Random, layout: str):
        self.chance = chance
        self.truth = Switch({"layout": layout})
        self.game = Switch({"layout": layout})
        self.stories = Stories(self.game)
        self.now_ms = 0
        self.meant: list[int] = []
        self.made: list[int] = []
        self.counts: Counter[str] = Counter()
        self.real = bytearray(map(LETTERS.index, self.truth.cells()))
        for cell, reading in enumerate(self.real):
            self.stories.feel(0, cell, reading)
        self.wait(1000)

    # Time

    def wait(self, ms: int) -> None:
        """Let time pass, in steps of the device."""
        end_ms = self.now_ms + ms
        while self.now_ms < end_ms:
            self.now_ms = min(self.now_ms + 20, end_ms)
            if self.stories.is_due(self.now_ms):
                self.stories.tell()
                self.follow()

    def follow(self) -> None:
        """Make what the stories say."""
        stories = self.stories
        for move in stories.made:
            assert self.game.why_not(move) is None
            self.game.push(move)
            self.made.append(move)
        if stories.refusal:
            self.counts["refused"] += 1
        if self.made != self.meant[: len(self.made)]:
            self.counts["not made by a hand"] += 1

    def pause(self) -> None:
        """Wait as a hand does between two stones: mostly shortly, now and then very long."""
        chance = self.chance
        is_long = chance.random() < 0.05
        self.wait(int(chance.uniform(1000, 8000) if is_long else chance.lognormvariate(5.9, 0.5)))

    def think(self) -> None:
        """Wait as a player does before a move."""
        self.wait(int(700 + self.chance.expovariate(1 / 4000)))

    # Stones

    def put(self, cell: int, letter: int) -> None:
        self.stories.feel(self.now_ms, cell, UNSURE)
        self.wait(BETWEEN_MS)
        self.real[cell] = letter
        self.stories.feel(self.now_ms, cell, letter)

    def lift(self, cell: int) -> int:
        letter = self.real[cell]
        assert letter != EMPTY
        self.put(cell, EMPTY)
        return letter

    def drop(self, cell: int, letter: int) -> None:
        assert self.real[cell] == EMPTY
        self.put(cell, letter)

    def carry(self, source: int, target: int) -> None:
        letter = self.lift(source)
        self.pause()
        self.drop(target, letter)

    def exchange(self, own: int, other: int, how: str) -> None:
        """Exchange two stones."""
        free = self.real.index(EMPTY)
        if how in ("own parked", "other's parked"):
            first, second = (own, other) if how == "own parked" else (other, own)
            self.carry(first, free)
            self.pause()
            self.carry(second, first)
            self.pause()
            self.carry(free, second)
            return
        if how == "together":
            for cell in (own, other):
                self.stories.feel(self.now_ms, cell, UNSURE)
        mine = self.lift(own)
        if how != "together":
            self.pause()
        theirs = self.lift(other)
        self.pause()
        (one, first), (two, second) = self.shuffled(((own, theirs), (other, mine)))
        self.drop(one, first)
        if how != "together":
            self.pause()
        self.drop(two, second)

    def shuffled(self, rows: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
        return self.chance.sample(rows, len(rows))

    # Moves

    def play(self, move: int) -> None:
        """Make a legal move by hand, with whatever happens before it."""
        before = pick(self.chance, BEFORE)
        if before:
            self.counts[before] += 1
        hindrance(self, before)
        first, second = self.truth.move_cells(move)
        # It is made once the last stone lies; nobody may say so before.
        if move & SWAP:
            how = pick(self.chance, EXCHANGES)
            self.counts["swap: " + how] += 1
            self._begin(move, lambda: self.exchange(first, second, how))
        else:
            self.counts["move"] += 1
            self._begin(move, lambda: self.carry(first, second))

    def _begin(self, move: int, hand: Callable[[], None]) -> None:
        hand()
        self.truth.push(move)
        self.meant.append(move)
        assert "".join(LETTERS[each] for each in self.real) == self.truth.cells()

    def settle(self) -> None:
        """Answer the board if it asks, and press white if it has not understood the last move."""
        self.wait(LET_GO_MS + 20)
        if len(self.meant) > len(self.made):
            self.counts["made with the next move"] += 1
        if self.stories.is_asking:
            self.counts["asked"] += 1
            self.answer()
        elif len(self.meant) - len(self.made) > LAG:
            self.counts["white"] += 1
            self.answer()
            if len(self.meant) > len(self.made):
                self.counts["stuck"] += 1

    def end(self) -> None:
        """Press white after the last move, which no other one follows."""
        self.wait(2000)
        if len(self.meant) > len(self.made):
            self.counts["white at the end"] += 1
            self.answer()
            if len(self.meant) > len(self.made):
                self.counts["stuck"] += 1

    def answer(self) -> None:
        """Press white if the moves that are shown were made, otherwise black."""
        for _ in range(5):
            left = self.meant[len(self.made) :]
            shown = tuple(cell for move in left for cell in self.truth.move_cells(move))
            if self.stories.shown == shown:
                if self.stories.confirm():
                    self.follow()
                return
            if not self.stories.deny():
                return
            self.follow()


def others(table: Table, colour: str) -> list[int]:
    return [cell for cell, letter in enumerate(table.real) if LETTERS[letter] == colour]


def hindrance(table: Table, what: str) -> None:
    """Do what is no move, and leave the stones as they were."""
    chance, real = table.chance, table.real
    stones = [cell for cell, letter in enumerate(real) if letter != EMPTY]
    if what in ("put back", "another touched"):
        cell = chance.choice(stones)
        table.carry(cell, cell)
        table.pause()
    elif what == "wrong":
        wrong(table)
    elif what == "slid":
        # Over a field beside it and back, which then is neither free nor taken.
        for cell in chance.sample(stones, 2):
            table.stories.feel(table.now_ms, cell, UNSURE)
            table.wait(200)
            table.stories.feel(table.now_ms, cell, real[cell])
            table.wait(50)
    elif what == "swept":
        moved = chance.sample(stones, chance.randint(5, 12))
        letters = [table.lift(cell) for cell in moved]
        table.pause()
        # Some of them lie anywhere at first.
        mixed = chance.sample(letters, len(letters))
        for cell, letter in zip(moved, mixed, strict=True):
            table.drop(cell, letter)
        table.wait(2000)
        for cell, letter in zip(moved, letters, strict=True):
            if real[cell] != letter:
                table.put(cell, letter)
        table.wait(1000)
    elif what == "knocked":
        cell = chance.choice(stones)
        letter = table.lift(cell)
        table.wait(3000)
        table.drop(cell, letter)
        table.wait(1000)
    elif what == "early hand":
        # The other player has a stone in the hand already, and puts it back.
        cell = chance.choice(others(table, "bw"[table.truth.side == "b"]))
        letter = table.lift(cell)
        table.wait(chance.randint(20, 2000))
        table.drop(cell, letter)


def wrong(table: Table) -> None:
    """Make a move against the rules, and put it back."""
    chance, truth = table.chance, table.truth
    mine, theirs = (others(table, side) for side in (truth.side, "bw"[truth.side == "b"]))
    if chance.random() < 0.4:
        source, free = chance.choice(theirs), truth.free_cell()
        table.carry(source, free)
        table.wait(chance.randint(500, 3000))
        table.carry(free, source)
    else:
        pairs = [
            (own, other)
            for own in mine
            for other in theirs
            if truth.why_not(truth.move_between(own, other))
        ]
        if not pairs:
            return
        own, other = chance.choice(pairs)
        how = pick(chance, EXCHANGES)
        if how == "own parked":
            how = "held"
        table.exchange(own, other, how)
        table.wait(chance.randint(500, 3000))
        table.exchange(own, other, "held")
    table.wait(1000)


def games(seed: int, moves: int) -> Iterator[Table]:
    """Play random games until so many moves were made."""
    chance, made = random.Random(seed), 0
    while made < moves:
        table = Table(chance, chance.choice("123"))
        while not table.truth.outcome() and len(table.meant) < 120:
            table.think()
            table.play(chance.choice(table.truth.legal_moves()))
            table.settle()
        table.end()
        made += len(table.meant)
        table.counts["moves"] += len(table.meant)
        yield table
