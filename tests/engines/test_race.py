"""Races: worked out by hand, and simulated against a plain reference."""

import math
import random
from collections import Counter

import pytest
from schiri_engines.race import RaceConditions, Verdict

from tests.counts import count
from tests.engines.race_cases import CASES, TOP, Press, race_of, told
from tests.playthroughs.rules_player import whole

BATCHES = 4
RACES = count(500, 25_000)


def test_a_race_is_judged_the_same_in_any_order_of_its_presses(subtests: pytest.Subtests) -> None:
    for case in CASES:
        with subtests.test(case=case):
            assert told(whole, case) == (case.order, case.early, case.locked)
            race, rng = race_of(whole, case), random.Random(case.name)
            verdict = repr(race.judge(case.presses))
            for _ in range(5):
                assert repr(race.judge(as_they_come(case.presses, rng))) == verdict


def as_they_come(presses: list[Press], rng: random.Random) -> list[Press]:
    """Return presses in random order, some of them repeated."""
    again = presses + [press for press in presses if rng.random() < 0.5]
    return rng.sample(again, len(again))


# Simulated races


class Simulated:
    """A simulated race: people press at real times, and the device scans at intervals.

    Shape: ``pressed`` has ``(ms, seat)`` of the real presses, since the turning; ``stamped`` the
    same with the ms of the scan that saw them.
    """

    def __init__(self, rng: random.Random) -> None:
        self.seats = rng.randint(3, 6)
        self.turner = rng.randrange(self.seats)
        self.scan = rng.choice((1, 1, 1, 2, 5))
        self.idle = -self.scan * rng.choice((0, 0, 100, 1000))
        self.closed = rng.choice((None, self.scan * rng.randint(50, 800)))
        self.false_start = rng.choice((0, 100, 300))
        self.lockout = rng.choice((0, 250, 1000))
        base = 180 + 60 * rng.random()
        self.pressed = []
        for seat in range(self.seats):
            for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
                # Close together, so that near-ties and ties are frequent.
                self.pressed.append((base + rng.gauss(0, rng.choice((2, 2, 60, 300))), seat))
        if rng.random() < 0.3:
            self.pressed.append((-200 * rng.random(), rng.randrange(self.seats)))
        self.stamped = [(self.scan * math.ceil(ms / self.scan), seat) for ms, seat in self.pressed]
        # The ticks sometimes wrap.
        self.opened = (TOP + rng.randint(-1000, 1000)) % TOP

    def tick(self, ms: int) -> int:
        return (self.opened + ms) % TOP

    def race(self) -> RaceConditions:
        closed = None if self.closed is None else self.tick(self.closed)
        race = RaceConditions(self.turner, self.seats, self.tick(self.idle), self.opened, closed)
        race.scan_ms, race.lockout_ms = self.scan, self.lockout
        race.false_start_ms = self.false_start
        return race

    def presses(self) -> list[Press]:
        return [(self.tick(ms), seat) for ms, seat in self.stamped]

    def claims(self) -> dict[int, int]:
        """Return the ms of each seat's claim, by the words of DW-6 and DW-12."""
        found = {}
        for seat in set(range(self.seats)) - {self.turner}:
            times = [ms for ms, who in self.stamped if who == seat]
            too_early = [
                ms for ms in times if ms < 0 and ms >= self.idle and -ms <= self.false_start
            ]
            free_from = self.lockout if too_early else 0
            until = math.inf if self.closed is None else self.closed
            claims = [ms for ms in times if max(0, free_from) <= ms < until]
            if claims:
                found[seat] = min(claims)
        return found

    def order(self) -> list[tuple[int, int, bool]]:
        """Return the order, by the words of DW-7: around the table from the turner."""
        claims, found = self.claims(), []
        for ms in sorted(set(claims.values())):
            around = [(self.turner + step) % self.seats for step in range(1, self.seats)]
            together = [seat for seat in around if claims.get(seat) == ms]
            found += [(seat, ms, len(together) > 1) for seat in together]
        return found


@pytest.mark.parametrize("batch", range(BATCHES))
def test_simulated_races_are_judged_fairly(batch: int) -> None:
    rng = random.Random(f"races {batch}")
    seen: Counter[str] = Counter()
    for _ in range(RACES):
        world = Simulated(rng)
        verdict = world.race().judge(as_they_come(world.presses(), rng))
        assert list(verdict.order) == world.order()
        real = real_claims(world, verdict)
        for (one, ms, tie), (two, later, _) in zip(verdict.order, verdict.order[1:], strict=False):
            # Beyond the time of one scan, the order is that of the real presses.
            assert ms <= later
            assert real[one] <= real[two] if ms < later else tie
            seen["ties" if ms == later else "near" if real[two] - real[one] < 1 else "clear"] += 1
        seen["false starts"] += len(verdict.false_starts)
        seen["locked"] += len(verdict.locked)
        seen["claims"] += len(verdict.order)
    assert all(seen[what] > RACES / 100 for what in ("ties", "near", "clear", "false starts"))
    assert seen["locked"] > RACES / 100


def real_claims(world: Simulated, verdict: Verdict) -> dict[int, float]:
    return {
        seat: min(
            real
            for (real, who), (stamp, _) in zip(world.pressed, world.stamped, strict=True)
            if who == seat and stamp == ms
        )
        for seat, ms, _ in verdict.order
    }
