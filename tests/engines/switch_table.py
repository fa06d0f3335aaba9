"""Positions of Switch that test the hard rules, and their numbers of sequences and endings.

A line of `switch_table.txt` has a position, its numbers, the reasons to have it, and its endings if
any.  The reasons are words: ``quiet`` no game ends within two plies; ``over`` it has ended;
``counter due``; ``never won`` no counter within two plies wins; ``SW-7 decides`` a move connects
only the mover and a counter then wins; ``row 3:1`` own and other stones in the row of the free
field, ``column`` likewise; and the endings within two plies, by the colour that moved last (SW-6:
the opponent ``alone``, ``both``; SW-8: the counter has ``won``, or ``lost`` with ``neither``, the
``first`` or ``both`` connected).
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from schiri_engines.switch.game import Switch

from tests.engines import plain_switch as plain
from tests.playthroughs.rules_player import endings

CHEQUERS = "bwbwb/wbwbw/bw.wb/wbwbw/bwbwb"


class Row(NamedTuple):
    """A position with its numbers.

    Shape: ``perft`` are the numbers for 1 to 4 plies, ``endings`` the numbers of the endings within
    2.
    """

    position: str
    perft: tuple[int, ...]
    endings: str


def game_at(position: str) -> Switch:
    return Switch.from_position(position, {"repetition": "off"})


def endings_text(found: Mapping[str, int]) -> str:
    """Return numbers of endings in the form of the table."""
    return ", ".join(f"{name} {found[name]}" for name in sorted(found))


def endings_of(position: str, depth: int) -> str:
    game = game_at(position)
    return endings_text(Counter(str(ending_of(game)) for _ in endings(game, depth)))


def ending_of(game: Any) -> str | None:
    end = game.outcome()
    if not end:
        return None
    if not end.winners:
        return str(end.rule)
    mover = plain.other(game.side)
    board = plain.read_board(game.position().split()[0])
    hang = plain.connected(board, mover), plain.connected(board, game.side)
    has_won = end.winners == (game.colours.index(mover),)
    return mover + " " + plain.ENDINGS.get((end.rule, has_won, *hang), f"{end} {hang}")


TABLE = [
    Row(position, tuple(map(int, perft.split())), "".join(endings))
    for line in Path(__file__).with_suffix(".txt").read_text().splitlines()
    for position, perft, _why, *endings in [line.split(" | ")]
]
