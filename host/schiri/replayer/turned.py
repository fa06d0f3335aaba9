"""Boards as they are seen from another side of the table.

Decides the order of rows, columns and cells.  Must not know how a board is drawn: what is written
on it stays upright.
"""

from schiri.scene.scene import Grid


def turned(grid: Grid, quarters: int) -> Grid:
    """Return a board or a field after so many quarter turns clockwise.

    >>> from schiri.scene.scene import Cell
    >>> cells = tuple(Cell(name, "", "", (), name) for name in ("a2", "b2", "a1", "b1"))
    >>> grid = turned(Grid("board", "", ("a", "b"), ("2", "1"), cells), 1)
    >>> grid.columns, grid.rows, [cell.name for cell in grid.cells]
    (('1', '2'), ('a', 'b'), ['a1', 'a2', 'b1', 'b2'])
    """
    for _ in range(quarters % 4):
        grid = _quarter(grid)
    return grid


def _quarter(grid: Grid) -> Grid:
    across, down = len(grid.columns), len(grid.rows)
    # A column becomes a row, from the bottom to the top.
    cells = (
        grid.cells[row * across + column]
        for column in range(across)
        for row in reversed(range(down))
    )
    return grid._replace(columns=grid.rows[::-1], rows=grid.columns, cells=tuple(cells))
