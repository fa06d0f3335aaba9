"""Control characters in foreign texts never reach the terminal: every output is plain text."""

import csv
import io
import json
from pathlib import Path
from typing import TextIO, cast

import pytest
from schiri.cli.printing import plain_table, printing_to, words_cell
from schiri.cli.streams import PlainStream
from schiri.plain import is_plain, plain

from tests.cli.command import Ran, typed
from tests.cli.scripts import answers
from tests.counts import some
from tests.log.chain import event, forged, header

# Clear the screen, set its title, reverse the writing direction, end a line, and be unseen.
ORDERS = "\x1b[2J\x1b]0;x\x07\x00\x9b2J\u202e\u2066\u2028\x85\u200b\U000e0041\r"
DISPUTE = f"dispute {ORDERS}end\nsecond"
SHOWN = plain(f"{ORDERS}end")


def foreign_log(folder: Path) -> Path:
    """Return a log with a valid chain and texts that no program of ours would write."""
    path = folder / f"a{ORDERS.replace(chr(0), '')}\nsecond.jsonl"
    disputed = event(2, "dispute", entry=DISPUTE)
    odd = event(3, ORDERS, by=ORDERS, entry="a1-c3")
    path.write_bytes(forged([header(firmware=ORDERS), disputed, odd]))
    return path


def checked(ran: Ran) -> Ran:
    """Return the result of a command after checking that it is plain."""
    for text in (ran.out, ran.err):
        assert all(map(is_plain, text.split("\n"))), text
    return ran


COMMANDS = [
    ("list",),
    ("show",),
    ("replay", "--no-step"),
    ("export", "--format", "text"),
    ("export", "--format", "csv"),
    ("verify",),
    ("show", "--board"),
    ("stats",),
    ("export", "--format", "cast"),
    ("export", "--format", "bgstats"),
    ("list", "--json"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_control_characters_of_a_foreign_log_are_escaped(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHIRI_LOGS", str(tmp_path))
    path = foreign_log(tmp_path)
    ran = checked(typed("log", *words, *([] if "list" in words else [str(path)])))
    assert ran.out or ran.err
    if words[-1] in ("show", "text", "--no-step"):
        assert SHOWN in ran.out
    # The second line of an entry, or of a name, must not look like one of ours; a cell of a table
    # may have two.
    assert "csv" in words or not [
        line for line in (ran.out + ran.err).split("\n") if line.startswith("second")
    ]


def test_json_and_csv_keep_foreign_text(tmp_path: Path) -> None:
    path = foreign_log(tmp_path)
    exported = checked(typed("log", "export", str(path), "--format", "json"))
    assert json.loads(exported.out)[1]["entry"] == DISPUTE
    rows = checked(typed("log", "export", str(path), "--format", "csv")).out
    assert plain(DISPUTE) in [cell for row in csv.reader(io.StringIO(rows)) for cell in row]


@pytest.mark.parametrize(
    "words",
    [("analyse",), ("journal",), ("log", "show"), ("log",), (), ("engine", "moves", "switch")],
    ids=repr,
)
def test_a_wrong_argument_is_quoted_as_plain_text(words: tuple[str, ...]) -> None:
    ran = checked(typed(*words, ORDERS.replace("\0", "")))
    assert ran.status in (2, 3) and "\\u001b]0;x" in ran.err


@pytest.mark.parametrize(
    # Sorted, so that every worker has the same order.
    "order",
    some(sorted(set(ORDERS) - set("[2J]0;x\r")), 4),
    ids=ascii,
)
def test_characters_that_reverse_text_are_refused_in_commands(order: str) -> None:
    script = f"dispute a{order}b\ndispute a\tb caf\xe9 \u20ac\n"
    refused, taken = answers(script, "--players=Ann,Ben")
    assert (refused["code"], refused["rule"]) == ("bad-text", "TA-4")
    assert taken["events"][0]["entry"] == "dispute a\tb caf\xe9 \u20ac"


def test_escaping_keeps_our_own_colours() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    file = Terminal()
    stream = cast(TextIO, PlainStream(file))
    table = plain_table("title")
    table.add_column("\x1b")
    table.add_row(words_cell("\x1b[2J"))
    with printing_to(stream) as console:
        console._color_system = None
        console.print(table)
    assert "\\u001b[2J" in file.getvalue() and "\x1b[2J" not in file.getvalue()
    assert stream.isatty() and stream.write("\x07") == 1
    assert file.getvalue().endswith("\\u0007")
