"""Positions of Switch that hold the hard rules, and the numbers that the rules give in them.

What a position holds is written in these words, all checked by `test_switch_perft`:
``quiet`` no game ends within two plies; ``over`` it has ended; ``counter due``; ``never won`` no
counter within two plies wins; ``SW-7 decides`` a move connects only the mover and a counter then
wins; ``row 3:1`` own and other stones in the row of the free field, ``column`` likewise; and the
endings within two plies, by the colour that moved last (SW-6: the opponent ``alone``, ``both``;
SW-8: the counter has ``won``, or ``lost`` with ``neither``, the ``first`` or ``both`` connected).
"""

from typing import Any, NamedTuple

from tests.engines import plain_switch as plain

CHEQUERS = "bwbwb/wbwbw/bw.wb/wbwbw/bwbwb"


class Row(NamedTuple):
    """A position with its numbers.

    Shape: ``perft`` holds the numbers for 1 to 4 plies, ``endings`` how often the game ends in
    which way within 2.
    """

    position: str
    holds: str
    perft: tuple[int, ...]
    endings: str


def sequences(engines: Any, position: str, depth: int) -> int:
    """Return the number of move sequences that the engine makes of a position."""
    game = engines("switch.game").Switch.from_position(position, {"repetition": "off"})
    return int(engines("perft").perft(game, depth))


def endings_text(found: dict[str, int]) -> str:
    """Return numbers of endings in the form of the table."""
    return ", ".join(f"{name} {found[name]}" for name in sorted(found))


def endings_of(engines: Any, position: str, depth: int) -> str:
    """Return how often a game of the engine ends in which way within so many plies."""
    found: dict[str, int] = {}
    game = engines("switch.game").Switch.from_position(position, {"repetition": "off"})
    count_endings(game, depth, found)
    return endings_text(found)


def count_endings(game: Any, depth: int, found: dict[str, int]) -> None:
    """Add to the endings that are found all within so many plies."""
    for move in game.legal_moves() if depth else ():
        game.push(move)
        name = ending_of(game)
        if name:
            found[name] = found.get(name, 0) + 1
        else:
            count_endings(game, depth - 1, found)
        game.pop()


def ending_of(game: Any) -> str | None:
    """Return the name of the way in which a game of the engine ended."""
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
    Row(
        "bwbwb/wbwbw/bw.wb/wbwbw/bwbwb b",
        "quiet, row 2:2, column 2:2",
        (36, 1248, 46160, 1581048),
        "",
    ),
    Row(
        "bwbwb/wbwbw/bw.wb/wbwbw/bwbwb w",
        "quiet, row 2:2, column 2:2",
        (36, 1264, 43936, 1578664),
        "",
    ),
    Row(
        "bwwbb/wwwbb/wwbbb/ww.bb/wwwbb w",
        "over",
        (0, 0, 0, 0),
        "",
    ),
    Row(
        "wwbbb/wwbbb/wwbbb/wwwbb/www.b b",
        "over",
        (0, 0, 0, 0),
        "",
    ),
    Row(
        "wbw.w/wwwwb/wwwbb/wbbbb/wbbbb b",
        "b alone",
        (33, 1024, 33043, 909778),
        "b alone 1, w alone 15, w both 12, w lost-both 9, w lost-first 7, w lost-neither 6",
    ),
    Row(
        "b.www/bbwww/bbwww/bbbwb/bbwbw w",
        "w alone",
        (39, 958, 32812, 861024),
        "b alone 50, b both 5, b lost-first 31, b lost-neither 7, w alone 1",
    ),
    Row(
        "wwwbw/wwwwb/wwbbb/wwbbb/.bbbb b",
        "b alone, b both",
        (38, 1026, 29194, 747340),
        (
            "b alone 1, b both 1, w alone 23, w both 13, w lost-both 15, w lost-first 87, "
            "w lost-neither 68, w won 2"
        ),
    ),
    Row(
        "bbbbb/wbwbb/wwb.b/wwwwb/wwwwb w",
        "w alone, w both",
        (36, 693, 19598, 502167),
        (
            "b alone 44, b both 21, b lost-both 18, b lost-first 64, b lost-neither 8, w "
            "alone 1, w both 1"
        ),
    ),
    Row(
        "bb.bb/bbbbw/bbwbw/wwwww/bwwww b",
        "counter due, b won, b lost-neither, b lost-first, b lost-both",
        (38, 0, 0, 0),
        "b lost-both 2, b lost-first 20, b lost-neither 14, b won 2",
    ),
    Row(
        "wwbbb/wbbwb/wwwbb/w.wbb/wwwbb w",
        "counter due, w won, w lost-neither, w lost-first, w lost-both",
        (33, 0, 0, 0),
        "w lost-both 2, w lost-first 16, w lost-neither 13, w won 2",
    ),
    Row(
        ".wwwb/wwwbb/bwwbb/bwwwb/bbwbb b",
        "counter due, never won, b lost-neither, b lost-first",
        (31, 0, 0, 0),
        "b lost-first 26, b lost-neither 5",
    ),
    Row(
        "bbbbw/wbbww/bbbbw/wbbww/wwww. w",
        "counter due, never won, w lost-neither, w lost-first, w lost-both",
        (36, 0, 0, 0),
        "w lost-both 3, w lost-first 25, w lost-neither 8",
    ),
    Row(
        "w.wbb/wbbbb/wbwwb/wwwbb/wbwbw w",
        "SW-7 decides, b won, b lost-both",
        (34, 908, 28241, 850677),
        "b alone 11, b lost-both 2, b lost-first 16, b lost-neither 7, b won 1, w alone 2",
    ),
    Row(
        "bwbbb/wwbbb/www.w/wwwbb/wwbbb b",
        "SW-7 decides, w won, w lost-both",
        (38, 989, 35472, 860970),
        "w lost-both 2, w lost-first 12, w lost-neither 6, w won 2",
    ),
    Row(
        "wwbbb/wbwbw/w.wbb/wbwbb/wwwbb w",
        "SW-7 decides, b won, row 2:2, column 2:2",
        (28, 785, 22756, 674055),
        "b alone 3, b lost-both 1, b lost-first 51, b lost-neither 23, b won 1",
    ),
    Row(
        "bbwbb/b.bbw/bwbww/bbwww/wwbww b",
        "SW-7 decides, w won, w both, row 3:1, column 2:2",
        (29, 1057, 29230, 1024862),
        "w alone 23, w both 1, w lost-both 3, w lost-first 47, w lost-neither 44, w won 2",
    ),
    Row(
        "bbb.w/wbbww/bwwww/bbwww/bbbbw w",
        (
            "SW-7 decides, w alone, w both, b alone, b both, b won, b lost-neither, b "
            "lost-first, b lost-both"
        ),
        (31, 961, 24694, 780012),
        (
            "b alone 27, b both 2, b lost-both 9, b lost-first 61, b lost-neither 66, b "
            "won 1, w alone 1, w both 2"
        ),
    ),
    Row(
        "bbbbb/w.bbb/bwwbb/wwwwb/wwwww b",
        (
            "SW-7 decides, b alone, b both, w alone, w both, w won, w lost-neither, w "
            "lost-first, w lost-both"
        ),
        (31, 921, 24753, 707165),
        (
            "b alone 1, b both 2, w alone 15, w both 14, w lost-both 15, w lost-first 34, "
            "w lost-neither 34, w won 4"
        ),
    ),
    Row(
        "wbbbb/bbbbb/wwwwb/w.wbw/wbwww w",
        "never won, b lost-neither, b lost-first",
        (33, 1023, 31125, 955863),
        "b lost-first 55, b lost-neither 41",
    ),
    Row(
        "wbbbw/wwbbb/bbw.w/wbwwb/bbwww w",
        "quiet, row 2:2, column 2:2",
        (42, 1226, 47085, 1485524),
        "",
    ),
    Row(
        "wwwwb/bwbww/bbw.w/wwwbb/bbbbb b",
        "row 2:2, column 2:2, w alone",
        (24, 892, 26944, 856531),
        "w alone 1",
    ),
    Row(
        "b.bwb/wbbww/wwbwb/bbwww/bwwbb b",
        "quiet, row 3:1, column 2:2",
        (39, 1262, 45833, 1506864),
        "",
    ),
    Row(
        "w.wbw/wbwbb/wwbbw/wbwbw/bbwbb w",
        "quiet, row 3:1, column 1:3",
        (41, 1129, 42605, 1206484),
        "",
    ),
    Row(
        "bbbbw/bbwwb/bbwww/bbwww/bwww. w",
        "SW-7 decides, row 3:1, column 3:1, w both, b won",
        (38, 1028, 29692, 786188),
        (
            "b alone 51, b both 18, b lost-both 13, b lost-first 106, b lost-neither 50, "
            "b won 1, w both 1"
        ),
    ),
    Row(
        "wwwbw/wb.bb/bbbwb/wwwbb/wwwbb w",
        "row 1:3, column 3:1, b both",
        (41, 1242, 46194, 1193097),
        "b alone 2, b both 2",
    ),
    Row(
        "wwwbw/wwwww/bwbbw/bbbwb/bb.bb b",
        "row 4:0, column 2:2, b alone, b both, w won",
        (34, 815, 27169, 774654),
        "b alone 5, b both 1, w alone 1, w lost-both 1, w lost-first 15, w lost-neither 7, w won 1",
    ),
]
