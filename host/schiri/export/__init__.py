"""Exports of a log, one module for each format.

Decides the names of the formats.  Must not know files.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import NamedTuple

from schiri.log.lines import Log
from schiri.texts import N_, Words


class ExportFormat(NamedTuple):
    """A format of exported logs."""

    # The file extension.
    extension: str
    # Its use, on the page's button.
    label: str


# The formats by name, as the command line lists them; each has a module of that name.
FORMS = {
    "text": ExportFormat("txt", N_("As a text")),
    "json": ExportFormat("json", N_("As JSON")),
    "csv": ExportFormat("csv", N_("As a table (CSV)")),
    "cast": ExportFormat("cast", N_("As a film for terminals (asciicast)")),
    "bgstats": ExportFormat("bgsplay", N_("For BG Stats, as a file")),
    "bgstats-link": ExportFormat("bgstats.txt", N_("For BG Stats, as a link")),
}


def export_parts(words: Words, log: Log, form: str) -> Iterator[str]:
    """Yield a log in one of the `FORMS`, in small parts.

    Raises: BrokenLog (the rules disagree, in a form that needs them), before the first part.
    """
    module = import_module(f"schiri.export.{form.replace('-', '_')}")
    export: Callable[[Words, Log], Iterator[str]] = module.export
    return export(words, log)


def export_text(words: Words, log: Log, form: str) -> str:
    """Return a log in one of the `FORMS`.

    Raises: BrokenLog (as `export_parts`).
    """
    return "".join(export_parts(words, log, form))
