"""Lines of ASCII that a person can read in any serial monitor, and texts that both ends use.

Decides the framing, ``SEQ ACK TEXT *CRC`` and a newline, and the form of the event that begins a
game.  SEQ numbers the sender's lines, ACK is the last line it received (``-`` for none), CRC is the
CRC-32 of everything before `` *``, as eight hex digits.
"""

from binascii import crc32

# The longest line in bytes, with its newline.
LONGEST_LINE = 160
# The board from the event before.
OWN_BOARD = "own"
# How a move came about, and what is written before it: by a press, rolled by the device, by stones
# that the board felt, and by white, which said what these were.
PRESSED, ROLLED, SENSED, CONFIRMED = range(4)
ORIGINS = ("", "rolled ", "sensed ", "confirmed ")
# Line numbers wrap here.
NUMBERS = 1000


def encode(seq: int, ack: int, text: str) -> bytes:
    """Return a line; ``ack`` is -1 if nothing was received yet.

    >>> encode(7, -1, "beat 41")
    b'7 - beat 41 *79e5f43f\\n'
    """
    body = f"{seq} {'-' if ack < 0 else ack} {text}".encode()
    return body + b" *%08x\n" % crc32(body)


def decode(line: bytes) -> tuple[int, int, str] | None:
    """Return ``(seq, ack, text)`` of a line without its newline, None for a damaged line.

    >>> decode(b'7 - beat 41 *79e5f43f')
    (7, -1, 'beat 41')
    >>> decode(b'7 - beat 42 *79e5f43f') is None
    True
    """
    if len(line) < 14 or len(line) >= LONGEST_LINE or line[-10:-8] != b" *":
        return None
    check = 0
    for digit in line[-8:]:
        digit_value = b"0123456789abcdef".find(bytes((digit,)))
        if digit_value < 0:
            return None
        check = check << 4 | digit_value
    body = line[:-10]
    if crc32(body) != check:
        return None
    for byte in body:
        if not 32 <= byte < 127:
            return None
    words = str(body, "ascii").split(" ", 2)
    if len(words) < 3 or not _is_number(words[0]) or not (words[1] == "-" or _is_number(words[1])):
        return None
    return int(words[0]), -1 if words[1] == "-" else int(words[1]), words[2]


def _is_number(word: str) -> bool:
    return word.isdigit() and len(word) <= 3


class Splitter:
    """Splits received bytes into lines; a line that is too long is dropped up to its newline.

    Shape: ``dropped`` counts the pieces that were no valid line.

    >>> splitter = Splitter()
    >>> splitter.feed(b"7 - beat"), splitter.feed(b" 41 *79e5f43f" + bytes([10]) + b"x")
    ([], [(7, -1, 'beat 41')])
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._rest = b""
        self._is_skipping = False

    def feed(self, data: bytes) -> list[tuple[int, int, str]]:
        """Return the lines that these bytes complete, decoded."""
        pieces = (self._rest + data).split(b"\n")
        self._rest = pieces.pop()
        lines = []
        for piece in pieces:
            line = None if self._is_skipping else decode(piece)
            self._is_skipping = False
            if line is None:
                self.dropped += 1
            else:
                lines.append(line)
        if len(self._rest) >= LONGEST_LINE:
            self._rest = b""
            self._is_skipping = True
        return lines


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
