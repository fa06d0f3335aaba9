"""The proof of a race: what a device saw, raw, and the claims that follow from it.

Decides the form in which it stands in a log.  Must not decide a race: the engines' judge does.
"""

from typing import TYPE_CHECKING

from schiri_engines.race import Race

from schiri.events import Proof

if TYPE_CHECKING:
    from schiri.referee import Referee

# All in milliseconds; `closed` may be None, and `presses` are pairs of a tick and a seat.
TICKS = ("idle", "opened", "closed")
LIMITS = ("scan_ms", "false_start_ms", "lockout_ms")


def proof_of(race: Race, presses: list[tuple[int, int]]) -> Proof:
    """Return the proof of a race as it stands in a log.

    >>> proof_of(Race(0, 3, 5, 5, None), [(9, 1)])["presses"]
    [[9, 1]]
    """
    fields = {name: getattr(race, name) for name in (*TICKS, *LIMITS)}
    return {**fields, "presses": [list(press) for press in presses]}


def claims_of(proof: object, referee: "Referee") -> str:
    """Return the command that tells the claims which a proof comes to, "" where there are none.

    What is known of the race already is not told again.

    Raises: ValueError (what is no proof of a race that is open now).
    """
    if referee.table.phase != "race":
        raise ValueError(referee.table.phase)
    proof = _checked(proof)
    names, game = referee.names, referee.table.game.game
    race = Race(game.turner, len(names), *(proof[name] for name in TICKS))
    for name in LIMITS:
        setattr(race, name, proof[name])
    order = race.judge([tuple(press) for press in proof["presses"]]).order
    named = [seat for seat, _ in game.claims]
    claims = [f"{names[seat]}:{ms}" for seat, ms, _ in order if seat not in named]
    return " ".join(["race", *claims]) if claims else ""


def _checked(proof: object) -> Proof:
    """Return what has the form of a proof; raise ValueError for anything else."""
    if not isinstance(proof, dict) or set(proof) != {*TICKS, *LIMITS, "presses"}:
        raise ValueError(proof)
    numbers = [proof[name] for name in (*TICKS, *LIMITS) if (name, proof[name]) != ("closed", None)]
    presses = proof["presses"]
    if not isinstance(presses, list):
        raise ValueError(presses)
    for press in presses:
        if not isinstance(press, list) or len(press) != 2:
            raise ValueError(press)
        numbers += press
    if not all(type(number) is int for number in numbers):
        raise ValueError(numbers)
    return proof
