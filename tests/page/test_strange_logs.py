"""Made-up logs: each reader reports the problem, and nothing breaks."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from schiri.export import FORMS
from schiri.log.stored import read_file
from schiri.page.logs.library import LogLibrary, id_of
from schiri.page.logs.pages import PAGES, reply_to
from schiri.page.logs.reader import reader_of
from schiri.page.request import PageRequest
from schiri.table.unfinished import offers_in

from tests.counts import count
from tests.log.chain import event, forged, objects
from tests.log.typed_games import GAMES, write_log

Object = dict[str, Any]

NUMBERS = [-1, 0, 1, 2, 10**9]
TEXTS = ["", "x", "Ann", "Zed", "-1", "🎲", "\x00", "a1", "9" * 5000]
# Keys that are never changed: without them a line is no entry of a log.
KEPT = {"n", "event", "format", "game", "options", "players", "chain", "at", "src"}
# More lines than a reader takes from the end of a log for a summary.
NOTES = [event(0, "survived", what="cable") for _ in range(40)]


def addresses(name: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the addresses that a browser may request for a log, and their parameters."""
    for address in PAGES:
        if "{form}" in address:
            for form in FORMS:
                yield address, {"name": name, "form": form}
        elif "{picture}" in address:
            yield address, {"name": name, "picture": "9.svg"}
        elif "{game}" not in address:
            yield address, {"name": name}


def read_everywhere(folder: Path, path: Path) -> None:
    """Read a log with every reader. A page reports what cannot be read."""
    library = LogLibrary(folder)
    for address, parts in addresses(id_of(path)):
        reader = reader_of(PageRequest(address, (), parts), library, "en", True)
        reply = reply_to(PAGES[address], reader)
        assert reply.status in (200, 404), (address, parts)
    offers_in(folder)


def odd(value: object) -> st.SearchStrategy[object]:
    """Return values of the same kind that our programs may never have written there."""
    match value:
        case bool() | None:
            return st.sampled_from([None, True, False, 0, ""])
        case int():
            return st.sampled_from(NUMBERS)
        case str():
            return st.sampled_from(TEXTS)
        case list():
            each = odd(value[0] if value else "")
            return st.lists(each, max_size=3) | st.lists(each, min_size=5, max_size=5)
        case dict():
            whole = st.fixed_dictionaries({key: odd(each) for key, each in value.items()})
            return whole | st.just({}) | whole.map(lambda found: {"Zed": 1, "w": [], **found})
    return st.just(value)


@st.composite
def logs(draw: st.DrawFn) -> bytes:
    """Draw a log with a valid chain that breaks the rules from some line on."""
    game = draw(st.sampled_from(GAMES))
    with TemporaryDirectory() as folder:
        lines = objects(read_file(write_log(Path(folder) / "log", game)))
    at = draw(st.integers(1, len(lines) - 1))
    for place in {draw(st.integers(at, len(lines) - 1)), len(lines) - 1}:
        line = lines[place]
        for key in draw(st.lists(st.sampled_from(sorted(set(line) - KEPT)), max_size=1)):
            line[key] = draw(odd(line[key]))
    more = NOTES if draw(st.booleans()) else []
    missing = event(0, "missing", epoch="89abcdef", first=1, last=2)
    lines[at:at] = [missing, *(dict(each) for each in more)]
    for number, each in enumerate(lines, 1):
        each["n"] = number
    if draw(st.integers(0, 4)) == 0:
        lines[-1]["n"] = draw(st.sampled_from([10**15, 10**18, 10**30]))
    return forged(lines)


@settings(max_examples=count(20, 1000))
@given(logs())
def test_a_log_is_read_whatever_it_says(data: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "log.jsonl"
        path.write_bytes(data)
        read_everywhere(Path(folder), path)
