"""Positions of Joggle that hold the hard rules, and the numbers that the rules give in them.

What a position holds is written in the words of `joggle_words`, which `test_joggle_perft` checks:
``quiet`` no game ends within one ply, ``over`` it has ended, ``b moves, w wins`` who can bring
about what; ``JO-5`` a roll finds all its fields full, ``JO-5 by JO-11`` only barred ones;
``JO-8`` there is a legal swap; ``JO-9 own`` a swap is refused for a figure of the mover's, ``JO-9
other`` of the other's, ``JO-10`` for the marble that is taken; ``JO-11`` a placement is refused;
with ``goal`` what is refused would win.
"""

from typing import Any, NamedTuple

from tests.engines.plain_joggle import Rules, options_of

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


def endings_text(found: dict[str, int]) -> str:
    """Return numbers of endings in the form of the table."""
    return ", ".join(f"{name} {found[name]}" for name in sorted(found))


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


TABLE = [
    Row(
        Rules("1R"),
        "....b.b./w.bb.bbb/......bb/w.w....b/.w.wwb../.w.bw.wb/.w.wwb.b/ww.w..w. b - 31",
        "b moves, b wins",
        (66, 76140),
        "b moves, b wins 6",
    ),
    Row(
        Rules("1R", extreme=True),
        "bb..w.w./wb..w.../bbbbwbwb/..www..w/b..ww..b/...w...b/.b.bb.../....w.wb w - 31",
        "JO-11 goal, quiet",
        (62, 78054),
        "",
    ),
    Row(
        Rules("1R", board=FEW_RED),
        "w.bwbww./......../.b...ww./wbbb..b./.bwbwb.b/b.wwbw.w/..wb...w/...b.w.. b - 31",
        "JO-5, quiet",
        (66, 83750),
        "",
    ),
    Row(
        Rules("1R", passes=True, teams=True, board=FEW_RED),
        ".ww.b..w/....b.../....w.../..wbww../.wwwbwbw/ww.bbbb./wbb..b../w.b.bb.. b - 31 0,0,0,1",
        "JO-5, b moves, b wins",
        (67, 81343),
        "b moves, b wins 2",
    ),
    Row(
        Rules("1R", board=FEW_RED),
        "w.bwbww./......../.b...ww./wbbb..b./.bwbwb.b/b.wwbw.w/..wb...w/...b.w.. b R 31",
        "JO-5, quiet",
        (0, 0),
        "",
    ),
    Row(
        Rules("1R", passes=True, teams=True, board=FEW_RED),
        ".ww.b..w/....b.../....w.../..wbww../.wwwbwbw/ww.bbbb./wbb..b../w.b.bb.. b R 31 0,0,0,1",
        "JO-5, quiet",
        (1, 67),
        "",
    ),
    Row(
        Rules("1R", gives=True),
        ".b...w../.w..bww./.wwwb.w./bbwbb.../.wwbbbb./w.wb.b../bww.b.../.bw..... b - 32",
        "JO-8, JO-9 goal, JO-9 own, b moves, b wins, b moves, w wins",
        (1269, 1537564),
        "b moves, b wins 48, b moves, w wins 10",
    ),
    Row(
        Rules("1R", passes=True, board=FEW_RED),
        ".ww..w../..w...../bb.bw.w./bwwwbb.b/b.w.ww../..wbwb../..wbbbb./...bb.w. b - 32",
        "JO-5, JO-8, JO-9 goal, JO-9 own, b moves, b wins",
        (1268, 1582867),
        "b moves, b wins 22",
    ),
    Row(
        Rules("1R"),
        "wwbww.w./.wwbw.../..bwww../..wwb.../w..bb.../.w.bb.../.w.bbb../.bbb.bb. w - 32",
        "over",
        (0, 0),
        "",
    ),
    Row(
        Rules("1R"),
        ".b...b../b.wbbw../bbww...w/.bwwww../ww.b.b.b/....bbbw/bb..w..w/.w...w.. w - 32",
        "JO-8, JO-9 goal, JO-9 own, w moves, w wins",
        (1269, 1586238),
        "w moves, w wins 22",
    ),
    Row(
        Rules("1R", passes=True, board=FEW_RED),
        ".ww..w../..w...../bb.bw.w./bwwwbb.b/b.w.ww../..wbwb../..wbbbb./...bb.w. b R 32",
        "JO-5, quiet",
        (1, 1268),
        "",
    ),
    Row(
        Rules("4S", extreme=True, board=FEW_RED),
        "......../......bb/.b..wwbb/bbwwww../bbwwbbbb/.w.ww.bb/.wwww.../w....... b - 31",
        "JO-11, JO-5 by JO-11, quiet",
        (62, 64212),
        "",
    ),
    Row(
        Rules("4S", extreme=True, passes=True, board=FEW_RED),
        "......../......bb/.b..wwbb/bbwwww../bbwwbbbb/.w.ww.bb/.wwww.../w....... b - 31",
        "JO-11, JO-5 by JO-11, quiet",
        (63, 64275),
        "",
    ),
    Row(
        Rules("4S"),
        "...b...b/.bbbbww./wbbbbbb./w..bbbb./w.w..ww./w.ww.www/..w...../......w. b - 32",
        "JO-10 other, JO-10 own, JO-8, JO-9 own, b moves, b wins",
        (1046, 1117396),
        "b moves, b wins 2",
    ),
    Row(
        Rules("4S"),
        "wwwww.../bbwwww../bb...w.w/..bb..../.bbbw.../bb.bbww./bb.wb.w./........ w - 32",
        "JO-10 other, JO-10 own, JO-8, JO-9 goal, JO-9 other, JO-9 own, quiet",
        (1061, 1129523),
        "",
    ),
    Row(
        Rules("4S"),
        "....wwww/w.wwww../w.bbwbb./..bbwbb./..wwwbbw/.....bb./.....bb./.....bb. b - 32",
        "over",
        (0, 0),
        "",
    ),
    Row(
        Rules("2S", extreme=True),
        "...wb.w./...b.www/.b...wb./w..bbb.w/...bb.ww/.bb.wbbw/.b...w../w.ww..b. b - 31",
        "JO-11, JO-11 goal, quiet",
        (62, 73620),
        "",
    ),
    Row(
        Rules("2S", extreme=True, teams=True),
        ".....w../......../b......w/...bwbwb/.bbbbw.w/bbb.b.ww/..bwwww./.bwbwww. b - 31",
        "JO-11, JO-11 goal, quiet",
        (58, 65308),
        "",
    ),
    Row(
        Rules("2S"),
        "ww....w./..w.ww.w/.wbwww../..bbw.../.b.wbb.w/w..bbb.b/..bwbbbb/.....b.. b - 32",
        "JO-10 other, JO-10 own, JO-8, JO-9 goal, JO-9 other, JO-9 own, b moves, b wins",
        (1111, 1185604),
        "b moves, b wins 58",
    ),
    Row(
        Rules("2S", gives=True),
        "..b.b.b./bb...w../bb...w../b....b.w/.b.bb.bw/w.wwbbw./wwwwwbw./....ww.. w - 32",
        (
            "JO-10 goal, JO-10 other, JO-10 own, JO-8, JO-9 goal, JO-9 own, w moves, b wins, w "
            "moves, w wins"
        ),
        (1148, 1308322),
        "w moves, b wins 9, w moves, w wins 18",
    ),
    Row(
        Rules("2S"),
        "ww....w./..w.ww.w/.wbwww../..bbw.../.b.wbb.w/w..bbb.b/..bwbbbb/.....b.. b J 32",
        "JO-10 other, JO-10 own, JO-8, JO-9 goal, JO-9 other, JO-9 own, b moves, b wins",
        (599, 641310),
        "b moves, b wins 29",
    ),
    Row(
        Rules("3S", extreme=True, passes=True, board=FEW_RED),
        "....bb../ww..bb.b/wwwwb.b./...bb.b./bbw...../bbww.w../b..bww../...www.. w - 31",
        "JO-11, JO-11 goal, JO-5, quiet",
        (61, 64705),
        "",
    ),
    Row(
        Rules("3S", teams=True),
        ".b.b.bwb/.w.bbbb./wwwwb.bb/www.wwbw/....ww../....w.b./...bbb../........ w - 31",
        "w moves, w wins",
        (66, 68892),
        "w moves, w wins 2",
    ),
    Row(
        Rules("3S"),
        "..b...ww/..b...ww/b..bbww./.bbbw.w./.bbbb.../.w.bb.../..b.www./ww..bww. w - 32",
        "JO-10 other, JO-10 own, JO-8, JO-9 goal, JO-9 other, JO-9 own, w moves, w wins",
        (1067, 1140633),
        "w moves, w wins 10",
    ),
    Row(
        Rules("1R1S", extreme=True, passes=True, board=FEW_RED),
        "w....bbw/......b./www....w/.b.wbw.w/w...wbb./www.bbb./bwwbb.../...bb... b - 31",
        "JO-11, JO-11 goal, JO-5, quiet",
        (61, 66263),
        "",
    ),
    Row(
        Rules("1R1S"),
        ".www..../b....w../b....w../..wwwb../ww.wwb../wwbbbbw./..bb.bb./.bbbb.w. w - 32",
        "JO-10 other, JO-10 own, JO-8, JO-9 goal, JO-9 other, w moves, w wins",
        (1097, 1206568),
        "w moves, w wins 14",
    ),
    Row(
        Rules("1R1S"),
        "..bb.ww./..bbbww./..bbbbw./..bbww.w/..wbw..w/..w...../.w.w.b.b/....wbbw b - 32",
        "JO-10 other, JO-10 own, JO-8, JO-9 goal, JO-9 other, JO-9 own, b moves, b wins",
        (1076, 1144998),
        "b moves, b wins 32",
    ),
    Row(
        Rules("1R2S", extreme=True),
        "..ww..../bbwwwwb./bwbbww../bwbb..../bbb...../bbb...ww/.......w/.b....ww w - 31",
        "JO-11, JO-11 goal, quiet",
        (62, 65872),
        "",
    ),
    Row(
        Rules("1R2S"),
        "w.wwbb../..wbbb../..bb..b./..bb..w./...bb.../..wbbb../wwwwb..w/wwww...w b - 32",
        "JO-10 other, JO-10 own, JO-8, JO-9 goal, JO-9 other, JO-9 own, b moves, b wins",
        (1045, 1104264),
        "b moves, b wins 6",
    ),
    Row(
        Rules("1R2S", gives=True),
        "...bbb../...bbw../.www.bb./.www.bbb/.....bb./..bbwb.w/..bwwww./...w.w.w w - 32",
        "JO-10 other, JO-10 own, JO-8, JO-9 goal, JO-9 own, w moves, b wins",
        (1070, 1155407),
        "w moves, b wins 2",
    ),
    Row(
        Rules("2R", extreme=True),
        "..bbb.bb/.bbb..../..bb.b../w..wwb../.w.wwb../...ww.../wbbwww../wb..ww.. w - 31",
        "JO-11, JO-11 goal, quiet",
        (62, 68380),
        "",
    ),
    Row(
        Rules("2R", extreme=True),
        "..bbb.bb/.bbb..../..bb.b../w..wwb../.w.wwb../...ww.../wbbwww../wb..ww.. w G 31",
        "quiet",
        (10, 11024),
        "",
    ),
    Row(
        Rules("2R"),
        "......b./bbb...../bb.wb..w/bbb...ww/..bb..ww/.bbbwwww/..w.www./...wbw.. w - 32",
        "JO-10 other, JO-10 own, JO-8, JO-9 goal, JO-9 own, w moves, w wins",
        (1070, 1169556),
        "w moves, w wins 10",
    ),
    Row(
        Rules("2R1S", gives=True),
        ".wb...../.....b../..bb..w./.wwb..bb/.wwb.bb./bw.wwwwb/..wwwwwb/......bb b - 31",
        "quiet",
        (66, 71736),
        "",
    ),
    Row(
        Rules("2R1S"),
        "...w..w./...wwww./....w.w./w....bbw/.bb..bbw/.b.bbbw./.bbbbbww/..w..bw. b - 32",
        "JO-10 own, JO-8, JO-9 own, b moves, b wins",
        (1114, 1268528),
        "b moves, b wins 2",
    ),
]
