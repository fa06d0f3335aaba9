"""Positions of Joggle that hold the hard rules, and the numbers that the rules give in them.

A line of `joggle_table.txt` has the rules, a position, its numbers, what it holds, and its endings
if any.
What a position holds is written in the words of `joggle_words`, which `test_joggle_perft` checks:
``quiet`` no game ends within one ply, ``over`` it has ended, ``b moves, w wins`` who can bring
about what; ``JO-5`` a roll finds all its fields full, ``JO-5 by JO-11`` only barred ones;
``JO-8`` there is a legal swap; ``JO-9 own`` a swap is refused for a figure of the mover's, ``JO-9
other`` of the other's, ``JO-10`` for the marble that is taken; ``JO-11`` a placement is refused;
with ``goal`` what is refused would win.
"""

from pathlib import Path
from typing import Any, NamedTuple

from tests.engines.plain_joggle import MAP, Rules, options_of
from tests.engines.switch_table import endings_text

# Two fields are red, and marbles lie on them soon.
FEW_RED = "BGBYBYBY/GYGBGBGB/YBGYBYGY/GYGRGYGY/BYBYBYBY/GBGYGRGB/BYBGBYBG/GYGYGYGY"


class Row(NamedTuple):
    """A position with its numbers.

    Shape: ``perft`` holds the numbers for 1 and 2 plies, ``endings`` how often the game ends in
    which way within 1.
    """

    rules: Rules
    position: str
    holds: str
    perft: tuple[int, int]
    endings: str

    @property
    def has_one_left(self) -> bool:
        """Whether a marble is still to be placed, which makes two plies few."""
        return " 31" in self.position


def sequences(engines: Any, row: Row, depth: int) -> int:
    """Return the number of move sequences that the engine makes of a position."""
    game = engines("joggle.game").Joggle.from_position(row.position, options_of(row.rules))
    return int(engines("perft").perft(game, depth))


def endings_of(engines: Any, row: Row, depth: int) -> str:
    """Return how often a game of the engine ends in which way within so many plies."""
    found: dict[str, int] = {}
    game = engines("joggle.game").Joggle.from_position(row.position, options_of(row.rules))
    count_endings(game, depth, found)
    return endings_text(found)


def count_endings(game: Any, depth: int, found: dict[str, int]) -> None:
    """Add to the endings that are found all within so many plies."""
    for move in game.plies() if depth else ():
        side = game.side
        game.push(move)
        end = game.outcome()
        if end:
            name = f"{side} moves, {game.colours[end.winners[0]]} wins"
            found[name] = found.get(name, 0) + 1
        else:
            count_endings(game, depth if game.is_within_ply() else depth - 1, found)
        game.pop()


def rules_of(words: list[str]) -> Rules:
    """Return the rules of a line: a goal, and what is not as usual."""
    extreme, few, *others = [
        each in words for each in ("extreme", "few-red", "passes", "gives", "teams")
    ]
    return Rules(words[0], extreme, FEW_RED if few else MAP, *others)


TABLE = [
    Row(rules_of(rules.split()), position, holds, (int(one), int(two)), "".join(endings))
    for line in Path(__file__).with_suffix(".txt").read_text().splitlines()
    for rules, position, perft, holds, *endings in [line.split(" | ")]
    for one, two in [perft.split()]
]
