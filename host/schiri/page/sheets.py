"""Figures in rows and columns: a score sheet, or a chart whose bars have their number below.

Decides how such a table is written.  Must not know what is counted.
"""

from collections.abc import Mapping, Sequence

from schiri.page.elements import Tag

# The figures of a row, by what stands before it.
Rows = Mapping[str, Sequence[int]]


class Sheet:
    """A table of figures, made anew only where one is new; without rows it takes no room.

    Shape: with ``has_bars`` each figure is shown as a bar as well, the largest one as the longest.
    """

    def __init__(self, caption: str, has_bars: bool = False) -> None:
        self._caption, self._has_bars = caption, has_bars
        self._shown: object = None
        self._table = Tag("table", classes="sheet bars" if has_bars else "sheet", hidden=True)

    def show(self, heads: Sequence[str], rows: Rows) -> None:
        """Show these figures, with a head for each column."""
        shown = (tuple(heads), [(name, tuple(figures)) for name, figures in rows.items()])
        if shown == self._shown:
            return
        self._shown = shown
        self._table.clear()
        self._table.put(hidden=None if rows else True)
        with self._table:
            Tag("caption", self._caption)
            with Tag("thead"), Tag("tr"):
                Tag("td")
                for head in heads:
                    Tag("th", head, scope="col")
            with Tag("tbody"):
                for name, figures in rows.items():
                    self._row(name, figures, max(1, *map(max, rows.values())))

    def _row(self, name: str, figures: Sequence[int], most: int) -> None:
        with Tag("tr"):
            Tag("th", name, scope="row")
            for figure in figures:
                cell = Tag("td", str(figure))
                if self._has_bars:
                    cell.style(f"--part: {figure / most:.2f}")
