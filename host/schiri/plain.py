r"""Text without control characters: a terminal shows them instead of executing them.

Decides which characters those are.  Must not know the source of a text, or where it goes.
"""

import re

# C0 except tab and newline, DEL and C1; invisible characters that make texts differ; bidirectional
# overrides and isolates; line separators; surrogates.  A carriage return is allowed before a
# newline.
ORDERS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff"
    "\ufeff\U000e0000-\U000e007f]|\r(?!\n)"
)


def plain(text: str) -> str:
    r"""Return a text with its control characters escaped as in JSON.

    Shape: a JSON text keeps its meaning.

    >>> plain("a\x1b[2J\u202eb"), plain("c\td\n") == "c\td\n", plain("\x7f\U000e0041")
    ('a\\u001b[2J\\u202eb', True, '\\u007f\\udb40\\udc41')
    """
    return ORDERS.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return re.sub("....", r"\\u\g<0>", units)


def plain_line(text: str) -> str:
    r"""Return a text escaped as by `plain`, and in one line.

    >>> plain_line("a\r\nb")
    'a\\u000d\\u000ab'
    """
    return plain(text).replace("\r", "\\u000d").replace("\n", "\\u000a")


def is_plain(line: str) -> bool:
    r"""Return whether a line holds no control characters, and is one line.

    >>> is_plain("was that a diagonal?"), is_plain("a\nb"), is_plain("\x9b2J")
    (True, False, False)
    """
    return plain_line(line) == line
