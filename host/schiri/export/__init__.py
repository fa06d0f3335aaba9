"""A log in other forms, one a module.

Decides what the forms are called.  Must not know files.
"""

from collections.abc import Callable
from importlib import import_module

from schiri.log.lines import Log
from schiri.texts import Words

# The name of a form, and the module whose `export` makes it; the command line lists them.
FORMS = {
    "text": "text",
    "json": "json",
    "csv": "csv",
    "cast": "cast",
    "bgstats": "bgstats",
    "bgstats-link": "bgstats_link",
}


def export_text(words: Words, log: Log, form: str) -> str:
    """Return a log in one of the `FORMS`.

    Raises: BrokenLog (what the rules do not agree with, in a form that needs them).
    """
    export: Callable[[Words, Log], str] = import_module(f"schiri.export.{FORMS[form]}").export
    return export(words, log)
