"""Logs in files: the same results in memory or read again, and the costs."""

import gc
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from schiri.cli.streams import LONGEST
from schiri.errors import HostError
from schiri.export import FORMS, export_parts
from schiri.log import index, stored
from schiri.log.index import IndexedLog, UnreadFile, file_of, look
from schiri.log.lines import LONGEST_LINE, BrokenLog, Log, read
from schiri.log.log_text import missing_line
from schiri.log.replay import last_event, referee_after, replayed, require_short
from schiri.log.stored import StoredLines, read_file
from schiri.stats.figures import counted_game
from schiri.texts import Words

from tests.counts import some
from tests.log.chain import event, forged, header, log_of
from tests.log.typed_games import GAMES, SWITCH, Game, by_kind, write_log

EN = Words("en")


def indexed(path: Path) -> IndexedLog:
    found = look(file_of(path))
    assert isinstance(found, IndexedLog)
    return found


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat every log as a large one."""
    monkeypatch.setattr(stored, "IN_MEMORY", 0)
    monkeypatch.setattr(index, "TAIL_BYTES", 400)


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(
    "tail",
    [b"", b"\n?", b'{"n":99', b'{"n":' + b"9" * 500],
    ids=["whole", "open", "torn", "torn-long"],
)
@pytest.mark.parametrize("game", GAMES, ids=by_kind)
def test_a_large_log_is_read_as_a_small_one(game: Game, tail: bytes, tmp_path: Path) -> None:
    path = write_log(tmp_path / "log", game)
    path.write_bytes((path.read_bytes() + tail).removesuffix(b"\n?"))
    small = read(path.read_bytes())
    log = read_file(path)
    assert isinstance(log.lines, StoredLines)
    assert log._replace(lines=list(log.lines)) == small
    assert len(log.lines) == len(small.lines) and log.lines[1:] == small.lines[1:]
    assert [log.lines[at] for at in (0, 1, -2, -1)] == [small.lines[at] for at in (0, 1, -2, -1)]
    assert last_event(log) == last_event(small)
    assert list(replayed(log)) == list(replayed(small))
    with pytest.raises(IndexError):
        log.lines[len(log.lines)]
    ends = indexed(path)
    assert (ends.header, ends.began, ends.last) == (small.header, small.began, small.lines[-1])
    assert ends.chain == small.chain


@pytest.mark.usefixtures("large")
def test_lines_written_after_opening_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "log"
    data = log_of(path, "a1-c3", "dispute x", "dispute y")
    path.write_bytes(data[: data.rindex(b'{"n":4')])
    log = read_file(path)
    path.write_bytes(data)
    assert [line.entry for line in log.lines] == [None, "a1-c3", "dispute x"]


@pytest.mark.usefixtures("large")
def test_a_summary_reads_only_the_beginning_and_end_of_a_log(tmp_path: Path) -> None:
    path = tmp_path / "log"
    data = log_of(path, *[f"dispute {number}" for number in range(9)])
    path.write_bytes(data.replace(b"dispute 3", b"dispute x"))
    log = indexed(path)
    assert (log.last.n, log.last.entry, log.read()) == (10, "dispute 8", None)
    with pytest.raises(BrokenLog) as broken:
        read_file(path)
    assert (broken.value.line, broken.value.code) == (5, "log-changed")


@pytest.mark.parametrize(("old", "new"), [("dispute 3", "dispute x"), ('{"n":5', '{"n":6')])
def test_the_first_wrong_line_of_a_small_log_is_named_by_its_summary(
    old: str, new: str, tmp_path: Path
) -> None:
    path = tmp_path / "log"
    data = log_of(path, *[f"dispute {number}" for number in range(9)])
    path.write_bytes(data.replace(old.encode(), new.encode()))
    with pytest.raises(BrokenLog) as broken:
        read_file(path)
    found = look(file_of(path))
    assert isinstance(found, UnreadFile) and str(found.why) == str(broken.value)


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(
    ("old", "new", "line"), [("dispute 8", "dispute\n", 10), ("switch", "s\n", 1), ("}\n", "}", 1)]
)
def test_the_first_wrong_line_of_a_broken_end_is_named(
    old: str, new: str, line: int, tmp_path: Path
) -> None:
    path = tmp_path / "log"
    data = log_of(path, *[f"dispute {number}" for number in range(9)])
    path.write_bytes(data.replace(old.encode(), new.encode()))
    found = look(file_of(path))
    assert isinstance(found, UnreadFile) and isinstance(found.why, BrokenLog)
    assert found.why.line == line


@pytest.mark.usefixtures("large")
def test_a_file_deleted_while_it_is_read_is_an_error(tmp_path: Path) -> None:
    path = write_log(tmp_path / "log", SWITCH)
    log = read_file(path)
    path.unlink()
    with pytest.raises(HostError) as missing:
        list(log.lines)
    assert missing.value.code == "file-unreadable"


@pytest.mark.parametrize("year", ["0001", "9999"])
def test_a_time_beyond_the_years_of_some_zone_is_refused(year: str, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(forged([header(at=f"{year}-12-31T23:59:59.999Z")]))
    with pytest.raises(BrokenLog) as broken:
        read_file(path)
    assert (broken.value.line, broken.value.code) == (1, "log-bad-field")


def test_a_line_that_is_longer_than_any_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log"
    data = log_of(path, "dispute x")
    monkeypatch.setattr("schiri.log.lines.LONGEST_LINE", len(data))
    for before, line in ((data, 3), (b"", 1)):
        for more in (b"x" * 2000, b"x" * 2000 + b"\n"):
            path.write_bytes(before + more)
            with pytest.raises(BrokenLog) as broken:
                read_file(path)
            assert (broken.value.line, broken.value.code) == (line, "log-line-too-long")


def test_a_file_of_one_endless_line_is_read_to_the_limit_of_a_line(tmp_path: Path) -> None:
    path = tmp_path / "log"
    log_of(path)
    header = path.read_bytes()
    path.write_bytes(header[:-2] + b',"x":"' + b"x" * (31 << 20) + b'"' + header[-2:])
    tracemalloc.start()
    try:
        found = look(file_of(path))
        assert isinstance(found, UnreadFile) and isinstance(found.why, BrokenLog)
        assert (found.why.line, found.why.code) == (1, "log-line-too-long")
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


def test_the_longest_typed_line_is_a_line_of_a_log() -> None:
    # A character may take six bytes in JSON.
    assert 6 * LONGEST + 1000 < LONGEST_LINE


def test_commands_that_keep_every_line_have_a_limit(tmp_path: Path) -> None:
    log = read_file(write_log(tmp_path / "log", SWITCH))
    require_short(len(log.lines), len(log.lines))
    with pytest.raises(HostError) as too_long:
        require_short(len(log.lines), len(log.lines) - 1)
    assert EN.error(too_long.value) == "This log has 6 lines; this works for up to 5."


# Far less than 200 lines in memory take, with everything else in use: 380 kB.
PEAK_BYTES = 250_000
UNDONE = [
    each
    for n in range(2, 202, 2)
    for each in (event(n, by="Ann", entry="a1-c3"), event(n + 1, "undo", entry="undo"))
]
ACTS: dict[str, Callable[[Log], object]] = {
    "told": lambda log: length(each.event.kind for each in replayed(log)),
    "played": referee_after,
    "counted": counted_game,
    "verified": lambda log: missing_line(EN, log),
    **{
        form: lambda log, form=form: length(export_parts(EN, log, form))  # type: ignore[misc]
        for form in FORMS
    },
}


def length(parts: Iterable[str]) -> int:
    return sum(map(len, parts))


@pytest.fixture
def collecting() -> Iterator[None]:
    """Collect garbage as a normal program does."""
    before = gc.get_threshold()
    # Objects of other tests are not searched.
    gc.freeze()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("large", "collecting")
def test_a_large_log_is_not_kept_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(forged([header(), *UNDONE]))
    small = write_log(tmp_path / "small", SWITCH)
    for name in some(ACTS, 4):
        act = ACTS[name]
        # Modules loaded on the first call do not count.
        act(read_file(small))
        tracemalloc.start()
        try:
            act(read_file(path))
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert peak < PEAK_BYTES, name


def test_a_text_is_found_in_any_line_of_a_log(tmp_path: Path) -> None:
    path = tmp_path / "log"
    log_of(path, "dispute mark", "dispute ma")
    log = indexed(path)
    assert log.has("mark") and log.has("switch") and not log.has("markma")
    path.unlink()
    assert not log.has("ar")


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("length", [9, 5000, 9000, 40000])
def test_the_last_line_is_found_however_long_it_is(length: int, tmp_path: Path) -> None:
    entry = "dispute " + "x" * length
    for at, rest in enumerate((b"", b'{"n"', b"x" * 5000)):
        path = tmp_path / f"{at}"
        path.write_bytes(forged([header(), event(2, entry=entry)]) + rest)
        assert indexed(path).last.entry == entry
        path = tmp_path / f"{at} of the header"
        path.write_bytes(forged([header(more=entry)]) + rest)
        assert indexed(path).last.event == indexed(path).header
