"""The texts of a journal in few bytes: what is said often takes one.

Decides which words and letters those are; this is part of the journal's format.  Texts are ASCII,
so a byte from 0x80 on stands for a word, and one from 0xC0 on for three letters of a position.
"""

# Longer ones before those that they contain; one string, for that many would fill a small heap.
_WORDS = (
    b"new switch AB layout=1|new switch AB layout=2|new switch AB layout=3"
    b"|new switch BA layout=1|new switch BA layout=2|new switch BA layout=3"
    b"|new switch |new joggle | swap-may-complete-opponent=| repetition=3| repetition="
    b"| no-field=reroll| no-field=pass| board=own| extreme=| layout=| start=| teams=| goal="
    b"|set position |set turn |resign |dispute |board |checkpoint |score |resume|failed "
    b"|RGBY|GBYR|BYRG|YRGB|AB|BA| 0"
)
_LETTERS = b".bw/"


def encode(text: str) -> bytes:
    """Return a text of ASCII in few bytes.

    >>> len(encode("new switch AB layout=1 repetition=3 start=b"))
    4
    >>> len(encode("set position bwbwb/wbwbw/bw.wb/wbwbw/bwbwb b"))
    14
    """
    data = text.encode()
    byte = 0x80
    for word in _WORDS.split(b"|"):
        data = data.replace(word, bytes((byte,)))
        byte += 1
    # Three letters are made one in place: what is written never overtakes what is read.
    packed = bytearray(data)
    end = at = 0
    while at < len(data):
        three = [_LETTERS.find(data[at + step : at + step + 1] or b"?") for step in range(3)]
        if min(three) < 0:
            packed[end] = data[at]
            at += 1
        else:
            packed[end] = 0xC0 | three[0] << 4 | three[1] << 2 | three[2]
            at += 3
        end += 1
    return bytes(packed[:end])


def decode(data: bytes) -> str:
    """Return the text; the inverse of `encode`.

    >>> decode(encode("set position bwbwb/wbwbw/bw.wb/wbwbw/bwbwb -"))
    'set position bwbwb/wbwbw/bw.wb/wbwbw/bwbwb -'
    """
    words = _WORDS.split(b"|")
    pieces = []
    for byte in data:
        if byte >= 0xC0:
            three = byte >> 4 & 3, byte >> 2 & 3, byte & 3
            pieces.append(bytes([_LETTERS[letter] for letter in three]))
        else:
            pieces.append(words[byte & 0x7F] if byte & 0x80 else bytes((byte,)))
    return str(b"".join(pieces), "ascii")
