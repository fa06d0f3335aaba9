"""The proof of a race: what a device saw, raw, and the claims that follow from it.

Decides the form in which it stands in a log.  Must not decide a race: the engines' judge does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from schiri_engines.race import Race

from schiri.games.drehwurm.tables import fast_game
from schiri.json_object import Record

if TYPE_CHECKING:
    from schiri.referee import Referee


@dataclass(frozen=True)
class RaceProof(Record):
    """What a race was decided from.

    Shape: ``closed`` is None while it is open; ``presses`` are pairs of a tick and a seat.
    Units: milliseconds, ticks of the device's clock among them.
    """

    idle: int
    opened: int
    closed: int | None
    scan_ms: int
    false_start_ms: int
    lockout_ms: int
    presses: tuple[tuple[int, ...], ...]

    @classmethod
    def parse(cls, value: object) -> Self:
        """Return the proof that an object tells, which has nothing else.

        Raises: ValueError (what is no proof).
        """
        proof = super().parse(value)
        assert isinstance(value, Mapping)
        if set(value) != set(proof.json()) or any(len(press) != 2 for press in proof.presses):
            raise ValueError(value)
        return proof

    def race(self, turner: int, seats: int) -> Race:
        """Return the race that is to be judged."""
        race = Race(turner, seats, self.idle, self.opened, self.closed)
        race.scan_ms, race.false_start_ms = self.scan_ms, self.false_start_ms
        race.lockout_ms = self.lockout_ms
        return race


def proof_of(race: Race, presses: Sequence[tuple[int, int]]) -> RaceProof:
    """Return the proof of a race.

    >>> proof_of(Race(0, 3, 5, 5, None), [(9, 1)]).json()["presses"]
    [[9, 1]]
    """
    ticks = race.idle, race.opened, race.closed
    limits = race.scan_ms, race.false_start_ms, race.lockout_ms
    return RaceProof(*ticks, *limits, tuple(presses))


def claims_of(proof: RaceProof, referee: "Referee") -> str:
    """Return the command that tells the claims which a proof comes to, "" where there are none.

    What is known of the race already is not told again.

    Raises: ValueError (no race is open now).
    """
    if referee.table.phase != "race":
        raise ValueError(referee.table.phase)
    names, game = referee.names, fast_game(referee.table)
    order = (
        proof.race(game.turner, len(names))
        .judge([(tick, seat) for tick, seat in proof.presses])
        .order
    )
    named = dict(game.claims)
    # Who ties with somebody who was named before has the same ms.
    ties = {ms: named[seat] for seat, ms, _ in order if seat in named}
    claims = [f"{names[seat]}:{ties.get(ms, ms)}" for seat, ms, _ in order if seat not in named]
    return " ".join(["race", *claims]) if claims else ""
