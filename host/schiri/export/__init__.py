"""A log in other forms, one a module.

Decides the names of the forms.  Must not know files.
"""

from collections.abc import Callable, Iterator
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


def export_parts(words: Words, log: Log, form: str) -> Iterator[str]:
    """Yield a log in one of the `FORMS`, in small parts.

    Raises: BrokenLog (the rules disagree, in a form that needs them), before the first part.
    """
    module = import_module(f"schiri.export.{FORMS[form]}")
    export: Callable[[Words, Log], Iterator[str]] = module.export
    return export(words, log)


def export_text(words: Words, log: Log, form: str) -> str:
    """Return a log in one of the `FORMS`.

    Raises: BrokenLog (as `export_parts`).
    """
    return "".join(export_parts(words, log, form))
