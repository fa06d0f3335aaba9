"""Texts that both ends know, and tables as texts.

Decides how long a line may be, and how the event reads with which a game begins.  Apart from
`lines`, which a device needs only while a PC talks.
"""

# Of a line, with its newline.
LONGEST_LINE = 160
# The board of the event before, and whose roll it was.
OWN_BOARD = "own"
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


def new_text(name: str, options: dict[str, str], seats: tuple[str, ...]) -> str:
    """Return the text of the event that a game began.

    >>> new_text("switch", {"layout": "2"}, ("B", "A"))
    'new switch BA layout=2'
    """
    words = ["new", name, "".join(seats)]
    words += [
        key + "=" + (OWN_BOARD if key == "board" else options[key]) for key in sorted(options)
    ]
    return " ".join(words)


def parse_new(text: str) -> tuple[str, dict[str, str], tuple[str, ...]]:
    """Return the name, the options and the seats; the inverse of `new_text`."""
    words = text.split(" ")
    return words[1], parse_options(words[3:]), tuple(words[2])


def parse_options(words: "list[str]") -> "dict[str, str]":
    """Return the options of words ``name=value``.

    >>> parse_options(["goal=1R"])
    {'goal': '1R'}
    """
    options = {}
    for word in words:
        name, _, value = word.partition("=")
        options[name] = value
    return options
