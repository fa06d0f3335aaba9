"""Cells of a square board: numbers, names, rows of text.

Decides how a cell is counted (a1 is 0, then along the rank) and written.  Must not know what
lies on a cell.
"""

from .refusals import MalformedText

FILES = "abcdefgh"


def cell_text(cell: int, size: int) -> str:
    """Return a cell's name.

    >>> cell_text(7, 5), cell_text(63, 8)
    ('c2', 'h8')
    """
    return FILES[cell % size] + str(cell // size + 1)


def parse_cell(text: str, size: int) -> int:
    """Return the cell of that name; the inverse of `cell_text`.

    Raises: MalformedText (bad-cell).

    >>> parse_cell("c2", 5)
    7
    """
    if len(text) == 2:
        file = FILES.find(text[0])
        rank = "12345678".find(text[1])
        if 0 <= file < size and 0 <= rank < size:
            return rank * size + file
    raise MalformedText("bad-cell", text, "a1-" + cell_text(size * size - 1, size))


def rows_text(letters: str, size: int) -> str:
    """Return rows as text, the top rank first.

    Shape: ``letters`` holds one letter a cell, from a1 on.

    >>> rows_text("abcd", 2)
    'cd/ab'
    """
    return "/".join([letters[at : at + size] for at in range(size * (size - 1), -1, -size)])


def parse_rows(text: str, size: int, allowed: str) -> str:
    """Return one letter a cell, from a1 on; the inverse of `rows_text`.

    Raises: MalformedText (bad-row-count, bad-row-length, bad-letter).

    >>> parse_rows("cd/ab", 2, "abcd")
    'abcd'
    """
    rows = text.split("/")
    if len(rows) != size:
        raise MalformedText("bad-row-count", text, str(size))
    for row in rows:
        if len(row) != size:
            raise MalformedText("bad-row-length", row, str(size))
        for letter in row:
            if letter not in allowed:
                raise MalformedText("bad-letter", letter, " ".join(list(allowed)))
    rows.reverse()
    return "".join(rows)
