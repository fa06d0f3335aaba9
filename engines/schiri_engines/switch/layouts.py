"""Where the stones of Switch lie at the start.

Decides SW-2 and, for layouts, SW-10.  The sheet's three layouts were pictures and are lost: these
are stand-ins, and owners give their own as rows.
"""

from ..grid import parse_rows
from ..refusals import RULE_OF, MalformedText, Refused, refuse
from .notation import COLOURS, EACH, check_counts
from .stones import SIZE, cells_of, is_connected, stones_of

RULE_OF["layout-connected"] = "SW-10"

LAYOUTS = {
    "1": "bwbwb/wbwbw/bw.wb/wbwbw/bwbwb",
    "2": "wbwwb/bwbbw/bw.wb/wbbwb/bwwbw",
    "3": "wbwbw/wbwbw/wb.wb/bwbwb/bwbwb",
}


def letters_of_layout(layout: str) -> str:
    """Return the letters of a layout, which is one of ours by its number, or rows.

    Raises: MalformedText (bad-option, bad-count and those of `parse_rows`), Refused
    (layout-connected).

    >>> letters_of_layout("1")[:5]
    'bwbwb'
    """
    if layout not in LAYOUTS and "/" not in layout:
        raise MalformedText("bad-option", layout, "1 2 3 free ROWS")
    letters = parse_rows(LAYOUTS.get(layout, layout), SIZE, "bw.")
    check_counts(letters)
    check_start(letters)
    return letters


def sample(start: dict) -> str:
    """Return the letters of a start that is offered, to choose from.

    >>> sample({"layout": "free"}) == "." * 25
    True
    """
    layout = start["layout"]
    return "." * (SIZE * SIZE) if layout == "free" else letters_of_layout(layout)


def check_start(letters: str) -> None:
    """Let pass what may be a start.

    Raises: Refused (layout-connected).  Rule: SW-10.
    """
    for colour in COLOURS:
        stones = stones_of(letters, colour)
        if letters.count(colour) == EACH and is_connected(stones):
            raise Refused(refuse("layout-connected", *cells_of(stones)))
