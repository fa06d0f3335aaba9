"""Positions of Joggle that test the hard rules, and their numbers of sequences and endings.

A line of `joggle_table.txt` has the rules, a position, its numbers, the reasons to have it, and its
endings if any.  The reasons are words: ``quiet`` no game ends within one ply, ``over`` it has
ended, ``b moves, w wins`` which colour's move can let which colour win; ``JO-5`` a roll finds all
its fields full, ``JO-5 by JO-11`` only barred ones; ``JO-8`` there is a legal swap; ``JO-9 own`` a
swap is refused for a figure of the mover's, ``JO-9 other`` of the other's, ``JO-10`` for the marble
that is taken; ``JO-11`` a placement is refused; with ``goal`` the refused move would win.
"""

from collections import Counter
from pathlib import Path
from typing import NamedTuple

from schiri_engines.joggle.game import Joggle

from tests.engines.plain_joggle import MAP, Rules, options_of, other
from tests.engines.switch_table import endings_text
from tests.playthroughs.rules_player import endings

# Two fields are red, and they are soon occupied.
FEW_RED = "BGBYBYBY/GYGBGBGB/YBGYBYGY/GYGRGYGY/BYBYBYBY/GBGYGRGB/BYBGBYBG/GYGYGYGY"


class Row(NamedTuple):
    """A position with its numbers.

    Shape: ``perft`` are the numbers for 1 and 2 plies, ``endings`` the numbers of the endings
    within 1.
    """

    rules: Rules
    position: str
    perft: tuple[int, int]
    endings: str

    @property
    def has_one_left(self) -> bool:
        """Whether one marble remains to be placed, so that the number for two plies is small."""
        return " 31" in self.position


def game_at(row: Row) -> Joggle:
    return Joggle.from_position(row.position, options_of(row.rules))


def endings_of(row: Row, depth: int) -> str:
    game = game_at(row)
    return endings_text(
        Counter(
            f"{other(game.side)} moves, {game.colours[end.winners[0]]} wins"
            for end in endings(game, depth)
        )
    )


def rules_of(words: list[str]) -> Rules:
    """Return the rules of a line: a goal, and deviations from the default."""
    extreme, few, *others = [
        each in words for each in ("extreme", "few-red", "passes", "gives", "teams")
    ]
    return Rules(words[0], extreme, FEW_RED if few else MAP, *others)


TABLE = [
    Row(rules_of(rules.split()), position, (int(one), int(two)), "".join(endings))
    for line in Path(__file__).with_suffix(".txt").read_text().splitlines()
    for rules, position, perft, _why, *endings in [line.split(" | ")]
    for one, two in [perft.split()]
]
