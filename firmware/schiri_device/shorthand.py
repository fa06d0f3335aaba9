"""Shorthand: what is said often takes one byte of the journal.

Decides which words those are; their order is part of the journal's format.  Texts are ASCII, so a
byte from 0x80 on stands for a word.
"""

# Longer ones before those that they contain; one string, for that many would fill a small heap.
_WORDS = (
    b"new switch AB layout=1|new switch AB layout=2|new switch AB layout=3"
    b"|new switch BA layout=1|new switch BA layout=2|new switch BA layout=3"
    b"|new switch |new joggle | swap-may-complete-opponent=| repetition=3| repetition="
    b"| no-field=reroll| no-field=pass| board=own| extreme=| layout=| start=| teams=| goal="
    b"|set position |set turn |resign |dispute |board |after |score |resume|failed "
    b"|........|RGBY|GBYR|BYRG|YRGB|bw|wb|bb|ww|AB|BA| 0"
)


def shorten(text: str) -> bytes:
    """Return a text of ASCII in few bytes.

    >>> len(shorten("new switch AB layout=1 repetition=3 start=b"))
    4
    """
    data = text.encode()
    byte = 0x80
    for word in _WORDS.split(b"|"):
        data = data.replace(word, bytes((byte,)))
        byte += 1
    return data


def lengthen(data: bytes) -> str:
    """Return the text; the inverse of `shorten`.

    >>> lengthen(shorten("resign B"))
    'resign B'
    """
    words = _WORDS.split(b"|")
    pieces = [words[byte & 0x7F] if byte & 0x80 else bytes((byte,)) for byte in data]
    return str(b"".join(pieces), "ascii")
