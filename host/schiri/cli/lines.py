"""Lines that somebody types or pipes in, whoever reads them.

Decides how long a line may be: one that never ends must not fill the memory.
"""

from collections.abc import Iterator
from typing import TextIO

from schiri_engines.refusals import MalformedText

# In characters: more than anybody types, and little beside the memory of any PC.
LONGEST = 1 << 22


def bounded(lines: TextIO) -> Iterator[str]:
    """Yield the lines of a text, of one that is too long no more than shows that it is.

    >>> import io
    >>> [len(line) for line in bounded(io.StringIO("a1-c3\\n" + "x" * 10**7 + "\\nundo"))]
    [6, 4194305, 4]
    """
    while line := lines.readline(LONGEST + 1):
        yield line
        while line and not line.endswith("\n"):
            line = lines.readline(LONGEST)


def check_length(text: str) -> None:
    """Raise unless a text is short enough for a line.

    Raises: MalformedText (line-too-long).
    """
    if len(text) > LONGEST:
        raise MalformedText("line-too-long", text, str(LONGEST))
