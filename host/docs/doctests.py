"""Shows the examples of docstrings as code: they stand in the text, with no heading before them."""

import re
from typing import Any

from griffe import Extension, Object

# From a prompt to the next blank line.
EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


def fenced(text: str) -> str:
    """Return a docstring with each of its examples as a block of code.

    >>> fenced("Count.\\n\\n>>> 1 + 1\\n2").split("\\n")
    ['Count.', '', '```pycon', '>>> 1 + 1', '2', '```']
    """
    return EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", text)


class Doctests(Extension):
    """Changes docstrings as they are loaded."""

    def on_object(self, *, obj: Object, **kwargs: Any) -> None:
        """Change the docstring of an object."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)
