"""Text on a page: where a line may break, and how long a name is.

Must not know the meaning or the place of a text.
"""

import re

import htpy as h

# The id of a rule, with its bracket.
RULE_ID = re.compile(r"(\(?\b[A-Z]{2}-\d+\b\)?)")


# The most letters of a name that fit in one line on a phone.
SHORT = 12


def is_long(name: str) -> bool:
    """Return whether a name needs more than one line on a phone, so that it is set smaller."""
    return len(name) > SHORT


def set_text(text: str) -> h.Node:
    """Return text in which no line breaks inside the id of a rule.

    >>> print(h.p[set_text("Not yours. (SW-4)")])
    <p>Not yours. <span class="whole">(SW-4)</span></p>
    """
    # Every second part is a match of the pattern.
    parts = RULE_ID.split(text)
    return [h.span(".whole")[part] if at % 2 else part for at, part in enumerate(parts)]
