"""Tables in Markdown that can be read as plain text, too."""

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table, its columns as wide as their widest entry.

    >>> print(table(("a", "b"), [("1", "two")]), end="")
    | a | b   |
    |---|-----|
    | 1 | two |
    """
    lines = [list(head), *[list(row) for row in rows]]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    texts = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |"
        for line in lines
    ]
    texts.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(texts) + "\n"
