"""Texts that both ends know, and tables as texts.

Decides how long a line may be.  Apart from `lines`, which a device needs only while a PC talks.
"""

# Of a line, with its newline.
LONGEST = 160
# The board of the event before, and whose roll it was.
OWN = "own"
ROLLED = "rolled "


def row_of(rows: str, words: str) -> str:
    """Return what stands behind these words in the row that begins with them.

    Shape: each of the ``rows`` stands between two newlines; a small heap keeps tables like that.
    Raises: ValueError (where no row begins so).

    >>> row_of(chr(10) + "down hello up" + chr(10), "down hello")
    'up'
    """
    start = "\n" + words + " "
    at = rows.index(start) + len(start)
    return rows[at : rows.index("\n", at)]
