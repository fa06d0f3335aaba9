"""Tables and paragraphs in Markdown that can be read as plain text, too."""

import re
from collections.abc import Iterable, Sequence
from textwrap import fill


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


def filled(text: str, width: int = 100) -> str:
    """Return a text with its paragraphs and its numbered lists filled again.

    Shape: headings, tables and what is between ``` stay as they are.

    >>> print(filled("one\\ntwo\\n\\n1. three\\n   four\\n2. five\\n", 12), end="")
    one two
    <BLANKLINE>
    1. three
       four
    2. five
    """
    blocks = []
    for block in text.rstrip("\n").split("\n\n"):
        if block[:1] in ("#", "|", "`"):
            blocks.append(block)
            continue
        items = re.split(r"\n(?=\d+\. )", block)
        indents = ["   " if re.match(r"\d+\. ", item) else "" for item in items]
        blocks.append(
            "\n".join(
                fill(" ".join(item.split()), width, subsequent_indent=indent)
                for item, indent in zip(items, indents)
            )
        )
    return "\n\n".join(blocks) + "\n"
