"""Text on a page: where a line may break.

Must not know the meaning or the place of a text.
"""

import re

import htpy as h

# The id of a rule, with its bracket.
RULE_ID = re.compile(r"(\(?\b[A-Z]{2}-\d+\b\)?)")


def set_text(text: str) -> h.Node:
    """Return text in which no line breaks inside the id of a rule.

    >>> print(h.p[set_text("Not yours. (SW-4)")])
    <p>Not yours. <span class="whole">(SW-4)</span></p>
    """
    # Every second part is a match of the pattern.
    parts = RULE_ID.split(text)
    return [h.span(".whole")[part] if at % 2 else part for at, part in enumerate(parts)]
