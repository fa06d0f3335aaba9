"""A board to paint by touching: a colour is picked, and each cell that is touched gets it.

Decides how a painted board is asked for.  Must not know which game has one.
"""

from schiri_engines.grid import cell_text, parse_cell, parse_rows, rows_text
from schiri_engines.refusals import MalformedText

from schiri.games.board import BoardView
from schiri.page.cells import Cell, Cells
from schiri.page.elements import Do, Tag, button
from schiri.picture.board import cell_svg
from schiri.prose import field_signs
from schiri.texts import Words

# What is asked for by painting, as options name it.
ASKED = "MAP"
SIZE = 8
# The colours of fields, which are those of buttons.
COLOURS = {"R": "red", "G": "green", "B": "blue", "Y": "yellow"}


class Painting:
    """A painted board; ``value`` is its rows, the top one first.

    Shape: ``rows`` are those at first, and ``usual`` where those are no board: what was played
    last stands in a file that anybody may write.
    """

    def __init__(self, words: Words, label: str, rows: str, usual: str) -> None:
        self._words = words
        self._fields = list(painted(rows) or painted(usual))
        self._letter = "R"
        self._signs = field_signs(words)
        with Tag("details", classes="more paint"):
            Tag("summary", label)
            with Tag("div", classes="row", role="group", aria_label=words.gettext("Colour")):
                self._colours = {letter: self._colour(letter) for letter in COLOURS}
            self._cells = Cells(words.gettext("The board"), self._touch)
        self._show()

    @property
    def value(self) -> str:
        """The board, as an option has it."""
        return rows_text("".join(self._fields), SIZE)

    def _colour(self, letter: str) -> Tag:
        name = COLOURS[letter]
        element = button(self._words.pgettext("button", name), self._picking(letter), f"cap {name}")
        return element.mark(f"paint-{name}")

    def _picking(self, letter: str) -> Do:
        def pick() -> None:
            self._letter = letter
            self._show()

        return pick

    def _touch(self, name: str) -> None:
        self._fields[parse_cell(name, SIZE)] = self._letter
        self._show()

    def _show(self) -> None:
        for letter, element in self._colours.items():
            element.put(aria_pressed="true" if letter == self._letter else "false")
        view = BoardView(SIZE, "." * SIZE * SIZE, fields="".join(self._fields))
        ranks = range(SIZE, 0, -1)
        cells = [(rank - 1) * SIZE + file for rank in ranks for file in range(SIZE)]
        self._cells.show("abcdefgh", ranks, [self._cell(view, cell) for cell in cells])

    def _cell(self, view: BoardView, cell: int) -> Cell:
        name = cell_text(cell, SIZE)
        colour = self._words.pgettext("button", COLOURS[view.fields[cell]])
        return Cell(name, cell_svg(view, cell, False, self._signs), f"{name}, {colour}")


def painted(rows: str) -> str:
    """Return the colours of a board from a1 on, "" where rows are none.

    >>> painted("/".join(["RGBYRGBY"] * 8))[:4], painted("R")
    ('RGBY', '')
    """
    try:
        return parse_rows(rows, SIZE, "".join(COLOURS))
    except MalformedText:
        return ""
