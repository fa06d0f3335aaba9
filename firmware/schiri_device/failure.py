"""A failure in few words: an unexpected error and its place.

Decides what the journal saves of a traceback.  Must not know how to get one: interpreters differ in
that.
"""

# This much of an event fits into a line of the link, and a journal has room for some of them.
LONGEST_FAILURE = 80
PLACES = 2
# How an interpreter names a place in a traceback.
FILE = '  File "'


def failure_text(error: BaseException, traceback: str) -> str:
    """Return the error and the innermost places of its traceback, in ASCII.

    >>> failure_text(TypeError("no int"), '''Traceback (most recent call last):
    ...   File "/lib/schiri_device/app/play.py", line 88, in press
    ...   File "app/match.py", line 31, in enter
    ... TypeError: no int
    ... ''')
    'TypeError: no int match.py:enter play.py:press'
    """
    where, end = "", len(traceback)
    for _ in range(PLACES):
        # From the end: all lines at once would take memory, which may be missing.
        end = traceback.rfind(FILE, 0, end)
        if end < 0:
            break
        where += " " + _place(traceback[end : traceback.find("\n", end)])
    what = f"{type(error).__name__}: {error}"
    text = what[: max(LONGEST_FAILURE - len(where), 0)] + where
    # A list of letters may take more memory than is free.
    letters = bytearray(text[:LONGEST_FAILURE].encode())
    size = 0
    for letter in letters:
        # One byte for each character, however long it is in UTF-8.
        if letter & 0xC0 != 0x80:
            letters[size] = letter if 32 <= letter < 127 else 63
            size += 1
    return bytes(letters[:size]).decode()


def _place(line: str) -> str:
    """Return file and function."""
    _, path, rest = line.split('"', 2)
    return path.replace("\\", "/").split("/")[-1] + ":" + rest.split(" ")[-1]
