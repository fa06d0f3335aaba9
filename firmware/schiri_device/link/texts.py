"""Texts that both ends use.

Decides the longest line, and the form of the event that begins a game.  Separate from `lines`,
which a device needs only while a PC is connected.
"""

# The longest line in bytes, with its newline.
LONGEST_LINE = 160
# The board from the event before, and the prefix of the device's own roll.
OWN_BOARD = "own"
ROLLED = "rolled "


def new_text(name: str, options: dict[str, str], seats: tuple[str, ...]) -> str:
    """Return the text of the event that begins a game.

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
