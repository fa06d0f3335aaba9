"""A small picture of each game, to choose it by.

Decides what lies in it: nothing that anybody plays.
"""

from schiri.games.board import BoardView
from schiri.games.drehwurm.words import FullState, Pile
from schiri.games.zwoggel.field import FieldView
from schiri.picture.drawing import drawing

_PILES = (Pile("y3", "b7", 4), Pile("g", "r2", 2), Pile("j", "p5", 6))
VIEWS: dict[str, object] = {
    "switch": BoardView(5, "bwbwbwbwbwbw.wbwbwbwbwbwb"),
    "joggle": BoardView(
        8,
        "." * 18 + "bw..bw.." + ".bw..b.w" + "w..bb..." + "." * 22,
        fields=("GRGRGRGR" + "BYBYBYBY") * 4,
    ),
    "zwoggel": FieldView(
        {
            (0, 0): "red",
            (1, 0): "down",
            (0, 1): "green",
            (1, 1): "red",
            (2, 1): "hole",
            (-1, 0): "down",
        }
    ),
    "drehwurm": FullState(
        "drehwurm", None, "turn", False, (), None, _PILES, {}, {}, 40, {}, {}, {}, 1, ""
    ),
}


def sample(game: str) -> str:
    """Return the picture of a game, "" for one from outside.

    >>> sample("switch").startswith("<svg "), sample("hex")
    (True, '')
    """
    return drawing(VIEWS.get(game), None) or ""
