"""The modes of a board that feels its stones: it is played by moving stones, without a press.

Decides what they share: whether the right stones lie, and whether the hands have let go.  Each mode
is that of a board with keys, with stones in place of the presses of cells.
"""

from ...lights.language import PUT, TAKE
from ...sensing.story import LET_GO_MS, LETTERS
from ...ticks import elapsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...lights.board import Board
    from ...sensing.fields import Fields
    from ..context import Context

DIFFER = "stones-differ"


def letters_on(context: "Context") -> str:
    """Return what lies on the board, one letter a cell, ``?`` where that is not sure."""
    fields: Fields = context.fields  # type: ignore[assignment]  # a board that feels
    return "".join([LETTERS[reading] for reading in fields.readings])


def wrong_cells(context: "Context", letters: str) -> list[int]:
    """Return the cells where something else lies."""
    lying = letters_on(context)
    return [cell for cell in range(len(letters)) if lying[cell] != letters[cell]]


def lies_still(context: "Context", now_ms: int) -> bool:
    """Tell whether the hands have let go."""
    return elapsed(now_ms, context.fields.changed_ms) >= LET_GO_MS  # type: ignore[union-attr]


def is_changed(context: "Context") -> bool:
    """Tell whether something else lies on the board since the last call."""
    fields = context.fields
    assert fields
    if not fields.changed:
        return False
    fields.forget()
    context.host.has_news = True
    return True


def show_wrong(board: "Board", context: "Context", letters: str) -> list[int]:
    """Show the stones as they should lie; return the cells that are wrong, and mark them."""
    board.lay(letters)
    wrong = wrong_cells(context, letters)
    board.mark([cell for cell in wrong if letters[cell] != "."], PUT)
    board.mark([cell for cell in wrong if letters[cell] == "."], TAKE)
    return wrong
