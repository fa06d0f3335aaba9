"""Whole games of Joggle, move by move: what the referee must make of them.

Each was played by two who try to win, with the goal, options and beginner that stand beside it.
"""

from typing import NamedTuple

# Two fields each are red, green and blue: who rolls them passes soon.
MOSTLY_YELLOW = "/".join(["RRGGBBYY"] + ["YYYYYYYY"] * 7)


class Playthrough(NamedTuple):
    """A whole game.

    Shape: ``moves`` are rolls with their moves, and rolls that no field was free for;
    ``winners`` are seats.
    """

    options: str
    moves: str
    position: str
    winners: tuple[int, ...]


GOLDEN = [
    Playthrough(
        "--goal 1R --start w",
        "G:e3 J:c3 J:f3 J:c2 Y:f4 G:c1 J:e4 G:g7 Y:f2 Y:b2 J:e2",
        "......../......b./......../......../....ww../..b.ww../.bb.ww../..b..... - - 11",
        (0,),
    ),
    Playthrough(
        "--goal 4S --start w",
        "J:d8 J:b3 G:e7 G:a3 B:e8 R:f7 R:d7 G:g7 G:g1 J:f6 J:f2 B:g6 G:e1 G:c3 Y:d2 R:d3 "
        "J:f1 J:b2 G:e3 J:a2 J:g2 B:c2 R:f5 Y:d4 B:e4 J:c4 J:f4 J:d1 G:e5 B:e2 J:c1 R:f3 "
        "J:e1xd1 G:c2-a5 J:e3-a8 B:a5-g4 R:e4-b1 R:e1-h5 R:a8-h1 R:h5-h3 Y:h1-d6 Y:g4-h4 "
        "J:d6-e4 G:h3-g3 B:b1-c2",
        "...ww.../...wwbb./.....bb./....ww../..bbww.b/bbbb.bb./bbwwbww./..ww.ww. - - 45",
        (0,),
    ),
    Playthrough(
        "--goal 2S --start w",
        "J:e5 J:g1 J:f4 R:f1 B:e4 J:g2 R:f5 Y:f2 J:f8 R:h1 G:g7 Y:h2 B:g8 J:h3 R:f7",
        ".....ww./.....ww./......../....ww../....ww../.......b/.....bbb/.....bbb - - 15",
        (0,),
    ),
    Playthrough(
        "--goal 3S --start b",
        "B:e2 B:c4 J:f2 B:a4 J:e3 G:a5 Y:d2 G:c5 J:d3 Y:b4 Y:f8 J:b5 B:e8 J:d5 J:f7 Y:d4 "
        "G:g3 J:b8 G:e7 B:c8 J:f3 J:b7 J:g2",
        ".ww.bb../.w..bb../......../wwww..../wwww..../...bbbb./...bbbb./........ - - 23",
        (0,),
    ),
    Playthrough(
        "--goal 1R1S --start b",
        "J:h5 J:g6 B:g4 J:f6 J:h4 J:g5 J:g3 R:f5 J:h3 B:e8 B:e2 Y:f8 J:d2 G:e7 G:e1 J:f7 "
        "J:d4 G:e5 J:d1 J:e6",
        "....ww../....ww../....www./....wwwb/...b..bb/......bb/...bb.../...bb... - - 20",
        (1,),
    ),
    Playthrough(
        "--goal 1R2S --start b",
        "Y:d6 Y:h2 R:d5 Y:h8 R:d7 B:g2 J:e6 J:g3 B:c6 B:g8 Y:f6 J:h7 Y:b6 G:g7 G:e5 Y:b8 "
        "G:c5 J:h3 J:b5 J:c8 Y:f4 J:b7 R:f5 G:c7 J:e4 B:g6 J:e7 Y:h6",
        ".ww...ww/.wwbb.ww/.bbbbbww/.bbbbb../....bb../......ww/......ww/........ - - 28",
        (1,),
    ),
    Playthrough(
        "--goal 2R --start b",
        "Y:f2 Y:h8 G:g3 B:g8 J:f3 R:h7 R:h3 Y:f8 B:g2 J:g7 Y:h2 R:f7 J:f5 J:b4 Y:f4 Y:h6 "
        "G:e5 J:c5 Y:f6 R:b5 J:e4 R:h5 J:e6",
        ".....www/.....www/....bb.w/.ww.bb.w/.w..bb../.....bbb/.....bbb/........ - - 23",
        (0,),
    ),
    Playthrough(
        "--goal 2R1S --start w",
        "J:f3 B:g2 Y:f4 G:g1 Y:f2 R:f1 G:e3 J:h2 J:e2 J:h1 R:h5 J:h8 R:f5 J:g7 G:g5 R:h7 "
        "R:d5 G:e1 J:g4 R:d1 G:e5 Y:h6 J:h4 J:g6 J:e6 B:g8 J:d6 Y:d2 G:e7 Y:b4 R:d7",
        "......bb/...ww.bb/...ww.bb/...wwwww/.b...www/....ww../...bwwbb/...bbbbb - - 31",
        (0,),
    ),
    Playthrough(
        "--goal 1R --start w --extreme",
        "B:a4 Y:b8 J:a5 G:a7 R:b5 Y:b6 R:b3 J:b7 B:a6 J:h7 J:b4 B:a8 Y:b2 B:c6 J:c4 Y:d6 "
        "J:c3 J:c7 J:d8 J:c5 J:a2 R:d5 J:b1 B:e8 B:c8 Y:d4 J:a1 R:f7 J:f5 J:e5 J:d7 J:e7 "
        "G:c4-a3",
        "bbwwb.../bbbwbb.b/wbbb..../wwbbbw../ww.b..../www...../ww....../ww...... - - 33",
        (0,),
    ),
    Playthrough(
        "--goal 2S --start b --extreme --teams",
        "J:b3 B:a8 J:b7 J:b8 J:a4 J:c8 G:a3 B:e2 G:c3 J:c7 R:b5 J:d8 G:a5 Y:d6 Y:b2 J:e7 "
        "Y:b6 Y:f8 B:c4 J:e8 B:c6 J:a7 J:d4 J:e6 B:e4 R:d5 J:e3 J:f6 J:e5 Y:h4 J:f4 R:f5 "
        "G:a5-c5 Y:h4-h6 J:b7-a2",
        "wwwwww../w.w.w.../.bbwww.w/.bbwbw../b.bbbb../bbb.b.../bb..w.../........ - - 35",
        (0, 2),
    ),
    Playthrough(
        "--goal 1R1S --start b --teams",
        "J:d4 Y:d8 Y:h2 Y:d2 R:d3 R:d7 J:c4 Y:d6 B:g4 B:c8 R:h3 R:d5 Y:h4 R:b7 J:c3 G:c7 "
        "B:g2 J:c5 G:g3",
        "..ww..../.www..../...w..../..ww..../..bb..bb/..bb..bb/...w..bb/........ - - 19",
        (0, 2),
    ),
    Playthrough(
        "--goal 2S --start b --extreme --no-field pass --board " + MOSTLY_YELLOW,
        "Y:f4 R:b8 J:g4 G:c8 J:f3 Y:c7 G:d8 J:a8 G Y:a7 J:g5 R J:h4 Y:b6 J:h3 B:e8 R J:d7 "
        "B:f8 Y:d4 J:d5 B Y:e4 J:c6 Y:e5 J:c5 J:e6 B G J:e7 J:f6 J:f7 Y:g6 R J:g7 Y:c4 J:h6 "
        "J:a6 Y:c3 J:h3-h7 Y:c4-b5 G G G B J:h4-e3",
        "wwwbwb../w.wwwwbb/www.bbbb/.wwbb.b./...wbbb./..w.bb../......../........ - - 47",
        (0,),
    ),
    Playthrough(
        "--goal 1R --start b --extreme --no-field pass --teams --board " + MOSTLY_YELLOW,
        "B:e8 Y:g4 J:d7 J:h4 Y:e7 J:g3 J:f8 B J:f7 J:b5 J:e6 B J:g2 J:h5 J:d6 J:h3 G:c8 B "
        "J:c7 J:f4 J:g7 J:f5 Y:g6 J:e4 R:b8 Y:e5 J:b7 G:d8 J:h6 Y:e3 J:h7 J:d4 G B Y:d3 G "
        "J:c4 Y:c5 B Y:d8-c3",
        ".bb.bb../.bbbbbbb/...bb.bb/.ww.ww.w/..wwwwww/..www.ww/......b./........ - - 50 0,0,0,0",
        (1, 3),
    ),
    Playthrough(
        "--goal 1R --start w --swap-may-complete-opponent",
        "G:g3 B:c2 J:h2 J:d1 B:g2 J:c1 R:h3 Y:d2 J:g4 R:b1 J:h4",
        "......../......../......../......../......ww/......ww/..bb..ww/.bbb.... - - 11",
        (0,),
    ),
]
