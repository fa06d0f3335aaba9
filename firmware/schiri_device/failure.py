"""A failure in few words: what went wrong that never should, and where.

Decides what the journal keeps of a traceback.  Must not know how one is come by: interpreters
differ in that.
"""

# So much of an event fits into a line of the link, and a journal has room for some of them.
LONGEST = 80
PLACES = 2
# How an interpreter names a place in a traceback.
FILE = '  File "'


def failure_text(error, traceback: str) -> str:
    """Return the error and the innermost places that its traceback names, in ASCII.

    >>> failure_text(TypeError("no int"), '''Traceback (most recent call last):
    ...   File "lib/schiri_device/play.py", line 88, in press
    ...   File "lib/schiri_device/match.py", line 133, in play
    ... TypeError: no int
    ... ''')
    'TypeError: no int match.py:133 play.py:88'
    """
    places = [_place(line) for line in traceback.split("\n") if line.startswith(FILE)]
    where = ""
    for place in places[-PLACES:]:
        where = " " + place + where
    what = f"{type(error).__name__}: {error}"
    text = what[: max(LONGEST - len(where), 0)] + where
    return "".join([letter if " " <= letter <= "~" else "?" for letter in text[:LONGEST]])


def _place(line: str) -> str:
    """Return the file, without its folders, and the number of the line."""
    _, path, rest = line.split('"', 2)
    return path.replace("\\", "/").split("/")[-1] + ":" + rest.split(",")[1].split(" ")[-1]
