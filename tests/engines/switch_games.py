"""Openings, endings and set-ups of Switch that several tests play."""

from schiri_engines.switch.game import Switch
from schiri_engines.table import Table

from tests.engines import plain_switch as plain
from tests.engines.switch_table import CHEQUERS as CHEQUER

START = f"{CHEQUER} b"
# Only light is connected: dark to move has a counter.
DUE = "ww.bb/wwwww/wwwwb/wbbbb/bbbbb"
# A cycle back to the start, with the same side to move.
CYCLE = ["a1-c3", "b1-a1", "c3-b1", "a1-c3", "b1-a1", "c3-b1"]
# Twelve of each colour as in layout 1, placed in the order of the cells.
CHEQUER_PLACED = [
    f"place {file}{rank} {'bw'[(column + row) % 2]}"
    for row, rank in enumerate("12345")
    for column, file in enumerate("abcde")
    if file + rank != "c3"
]
# After these, no free field can take the twelfth dark stone.
RUNS_DRY = [
    f"place {stone[:2]} {stone[2]}"
    for stone in (
        *("a4w", "c1w", "a2w", "d2b", "b2b", "e1w", "b4w", "a3w", "d1b", "e4b", "e2w", "c5b"),
        *("b5b", "d4b", "e5b", "d5w", "a1w", "a5w", "e3w", "c3w", "d3b", "c2b", "c4b"),
    )
]
# The last light stone leaves no place for the last dark one: b3 and c3 would connect dark.
DRY = "wwwww/bbbbb/b..bw/bbbbw/wwwww"


def do(table: "Table[Switch]", *texts: str) -> None:
    for text in texts:
        assert table.try_apply(table.parse(text)) is None, text


def exchanged(rows: str) -> str:
    return rows.translate(str.maketrans("bw", "wb"))


def placings(rows: str, first: str = "") -> list[str]:
    """Return placements that lead to these rows: ``first``, all dark stones, the light ones."""
    board = plain.read_board(rows)
    texts = [f"place {cell} {c}" for c in plain.BOTH for cell in plain.cells_with(board, c)]
    return [first] * bool(first) + [text for text in texts if text != first]
