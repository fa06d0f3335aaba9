"""A log as a table of cells, for spreadsheets.

Decides the columns, and that no cell is taken as a formula by a program that opens it.
"""

import csv
import io
from collections.abc import Iterator

from schiri.json_object import Json
from schiri.log.lines import Log, dated
from schiri.texts import Words

COLUMNS = ["n", "at", "src", "event", "by", "entry", "winner", "rule"]
# Of a game with a clock.
TIMES = ["spent_ms", "left_ms"]
# Spreadsheets evaluate a cell that begins with one of these, even after white space.
BEGIN_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def export(words: Words, log: Log) -> Iterator[str]:
    """Yield a row for each event, the first one with the names of the columns."""
    out = io.StringIO()
    has_clock = any(TIMES[0] in line.json for line in log.lines)
    columns = COLUMNS + TIMES * has_clock
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    for line, moment in dated(log.lines):
        won = line.json.get("winner")
        winner = " ".join(map(whole, won)) if isinstance(won, list) else ""
        row = {**line.json, "at": moment, "winner": winner}
        writer.writerow({key: safe(row.get(key)) for key in columns})
        yield out.getvalue()
        out.seek(0)
        out.truncate()


def whole(name: Json) -> str:
    """Return a name for a list; a name with spaces gets quotes, which no name contains.

    >>> whole("Ann"), whole("Oma Erna")
    ('Ann', '"Oma Erna"')
    """
    return f'"{name}"' if " " in str(name) else str(name)


def safe(value: Json) -> Json:
    """Return a cell that no spreadsheet evaluates: a leading apostrophe makes it a text.

    >>> safe("=1+1"), safe("a1-c3"), safe(7)
    ("'=1+1", 'a1-c3', 7)
    """
    is_formula = isinstance(value, str) and value.lstrip(" ").startswith(BEGIN_FORMULAS)
    return f"'{value}" if is_formula else value
