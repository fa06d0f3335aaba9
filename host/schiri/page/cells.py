"""A grid of cells to touch: each a button with a picture and words, sent when it has changed.

Decides how a grid is laid out and which of its cells are sent.  Must not know what lies there.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from nicegui import ui

from schiri.page.elements import Tag, drawn, put


class Cell(NamedTuple):
    """What a cell shows, and what it says to whoever does not see it."""

    name: str
    svg: str
    label: str


class Cells:
    """A grid of cells, whose rows are told from the top.

    Shape: ``touch`` is called with the name of the cell that was touched, None where nobody may.
    """

    def __init__(self, label: str, touch: Callable[[str], object] | None) -> None:
        self._touch = touch
        self._shown: dict[str, Cell] = {}
        self._elements: dict[str, ui.html] = {}
        self._columns = 0
        with Tag("div", classes="plate") as self._plate:
            self._ranks = drawn("", classes="ranks", aria_hidden="true")
            self.grid = Tag("div", classes="cells", role="group", aria_label=label)
            self._files = drawn("", classes="files", aria_hidden="true")

    def show(self, files: Sequence[object], ranks: Sequence[object], cells: Sequence[Cell]) -> None:
        """Show these cells, from the top left one on.

        Shape: ``files`` and ``ranks`` are what stands at the edge, from the left and from the top.
        """
        names = [cell.name for cell in cells]
        if names != list(self._shown) or len(files) != self._columns:
            self._build(len(files), cells)
            self._files.content = _edge(files)
            self._ranks.content = _edge(ranks)
        for cell in cells:
            if self._shown[cell.name] != cell:
                self._elements[cell.name].content = cell.svg
                put(self._elements[cell.name], aria_label=cell.label)
                self._shown[cell.name] = cell

    def _build(self, columns: int, cells: Sequence[Cell]) -> None:
        self.grid.clear()
        self._columns = columns
        self._shown = {cell.name: cell for cell in cells}
        self._plate.style(f"--columns: {columns}; --rows: {len(cells) // columns}")
        self.grid.put(data_columns=str(columns))
        with self.grid:
            self._elements = {cell.name: self._element(cell, at) for at, cell in enumerate(cells)}

    def _element(self, cell: Cell, at: int) -> ui.html:
        # One tab stop for the grid; arrow keys go from cell to cell.
        element = drawn(
            cell.svg,
            "button",
            "cell",
            type="button",
            aria_label=cell.label,
            data_cell=cell.name,
            tabindex="0" if at == 0 else "-1",
        )
        element.mark(f"cell-{cell.name}")
        touch, name = self._touch, cell.name
        if touch:
            element.on("click", lambda: touch(name), [])
        else:
            put(element, aria_disabled="true")
        return element


def _edge(names: Sequence[object]) -> str:
    return "".join(f"<span>{name}</span>" for name in names)
