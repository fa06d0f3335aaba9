"""The seats of Drehwurm as a table: whose key and button, whose turn, and what each one has.

Decides how the columns share the room that there is.  Must not know who has chosen which button.
"""

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from schiri.games.drehwurm.words import DrehwurmState, score_columns
from schiri.texts import Words

# Key, name of the button, its colours in front and behind.
Cap = tuple[str, str, str, str]
# What stands around a label and before a name, and how wide the gaps before the columns are: the
# first one is told apart from names by what stands in it.
WIDE, NARROW = (" ", 3, 3), ("", 0, 1)
TURN = "▶"


def seat_lines(words: Words, state: DrehwurmState, caps: Sequence[Cap], room: int) -> Text:
    """Return the heads of the columns and a line for each player, in so many columns of a screen.

    Shape: ``caps`` has one for each player, in their order.
    Rule: the gaps become narrower before a name is cut.
    """
    columns, names = score_columns(words, state), list(state.match)
    labels = [f"{key} {words.pgettext('button', button)}" for key, button, *_ in caps]
    heads = [max(map(len, (head, *map(str, values.values())))) for head, values in columns]
    label, longest = max(map(cell_len, labels)), max(map(cell_len, names))
    for pad, first, gap in (WIDE, NARROW):
        before = [first, *(gap for _ in heads[1:])]
        width = room - label - 3 * len(pad) - len(TURN) - sum(before) - sum(heads)
        if width >= longest:
            break
    width = max(1, min(width, longest))
    text = Text(" " * (label + 3 * len(pad) + len(TURN) + width), no_wrap=True)
    sizes = list(zip(before, heads, strict=True))
    for (head, _values), (blank, size) in zip(columns, sizes, strict=True):
        text.append(" " * blank + head.rjust(size))
    for (_key, _button, front, back), told, name in zip(caps, labels, names, strict=True):
        cap = pad + set_cell_size(told, label) + pad
        text.append("\n").append(cap, Style(color=front, bgcolor=back))
        text.append((TURN if name == state.turn else " ") + pad + _fitted(name, width))
        for (_head, values), (blank, size) in zip(columns, sizes, strict=True):
            text.append(" " * blank + str(values[name]).rjust(size))
    return text


def _fitted(name: str, width: int) -> str:
    """Return a name in so many columns; one that is longer ends with a sign for what is cut."""
    return set_cell_size(name if cell_len(name) <= width else name[: width - 1] + "…", width)
