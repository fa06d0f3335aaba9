"""The bytes of a log: every change, duplicate, move or removal is detected."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schiri.events import EntryMade
from schiri.log.lines import BrokenLog, Log, NewerLog, read

from tests.counts import IS_PROOF, count
from tests.log.chain import AT_TEXT, chains_of, event, forged, header, log_of, objects

COMMANDS = ["a1-c3", "dispute Straße – 🎲", "undo", "b1-a1", "set turn Ann", "draw"]
# The only digit that can make a log one of a newer form.
FORMAT_AT = forged([header()]).replace(b" ", b"").index(b'"format":1') + len('"format":')


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return log_of(tmp_path_factory.mktemp("log") / "log", *COMMANDS)


def code_of(data: bytes) -> tuple[int, str]:
    """Return the line and code with which these bytes are refused, (0, "newer") or (0, "ok")."""
    try:
        read(data)
    except BrokenLog as broken:
        return broken.line, broken.code
    except NewerLog:
        return 0, "newer"
    return 0, "ok"


def test_lines_have_the_documented_form(data: bytes) -> None:
    lines = data.splitlines()
    found = [json.loads(line) for line in lines]
    assert [each["chain"] for each in found] == chains_of(data)
    assert [each.get("entry") for each in found] == [None, *COMMANDS, None]
    for number, line in enumerate(lines, 1):
        keys, values = zip(*json.loads(line, object_pairs_hook=list), strict=True)
        assert keys[:4] == ("n", "at", "src", "event") and len(set(keys)) == len(keys)
        assert values[:3] == (number, AT_TEXT, "pc")
        assert re.search(rb',"chain":"[0-9a-f]{64}"\}\Z', line)
    first, last = found[0], found[-1]
    assert {"format": 1, "game": "switch", "players": ["Ann", "Ben"], "device": None}.items() <= (
        first.items()
    )
    assert first["options"] == {"layout": "1", "repetition": "3", "start": "b"}
    assert {"firmware", "rules"} <= set(first)
    assert (last["event"], last["winner"], last["rule"]) == ("end", [], "SW-11")
    # Text is UTF-8, and not escaped.
    assert "dispute Straße – 🎲".encode() in data
    log = read(data)
    assert (log.size, log.torn, log.is_finished) == (len(data), False, True)
    assert log.chain == found[-1]["chain"] and len(objects(log)) == len(lines)


# Read logs


def test_undone_entries_are_dropped(data: bytes) -> None:
    standing = read(data).standing
    entries = [each.entry for each in standing if isinstance(each, EntryMade)]
    assert entries == [each for each in COMMANDS if each not in ("undo", COMMANDS[1])]
    # The effects of an undone entry are dropped with it.
    assert [each.kind for each in standing][-2:] == ["draw", "end"]


def test_a_log_with_too_many_undos_can_be_counted() -> None:
    told = [event(2, "undo", entry="undo"), event(3, "move", entry="a1-c3", by="Ann")]
    assert [each.kind for each in read(forged([header(), *told])).standing] == ["move"]


def test_every_changed_byte_is_seen(data: bytes) -> None:
    for at in sorted({*range(0, len(data), count(3, 1)), FORMAT_AT}):
        others = range(256) if IS_PROOF and at % 40 == 0 else (data[at] ^ 1, (10, 34)[at % 2])
        for byte in set(others) - {data[at]}:
            changed = data[:at] + bytes([byte]) + data[at + 1 :]
            line, code = code_of(changed)
            if code == "newer":
                # A newer form may have another chain: a newer program has to check it.
                assert at == FORMAT_AT
            else:
                assert code != "ok", (at, byte)
                assert line <= data[:at].count(b"\n") + 1


def test_every_byte_left_out_or_put_in_is_seen(data: bytes) -> None:
    for at in sorted({*range(0, len(data) - 1, count(4, 1)), FORMAT_AT}):
        assert code_of(data[:at] + data[at + 1 :])[1] not in ("ok", "newer")
        assert code_of(data[:at] + b"\n" + data[at:])[1] != "ok"
        code = code_of(data[:at] + data[at : at + 1] + data[at:])[1]
        assert code == "newer" if at == FORMAT_AT else code not in ("ok", "newer")


def test_every_doubled_line_is_seen(data: bytes) -> None:
    lines = data.splitlines(keepends=True)
    for at in range(len(lines)):
        doubled = b"".join([*lines[: at + 1], *lines[at:]])
        assert code_of(doubled) == (at + 2, "log-doubled")


def test_every_missing_line_is_seen(data: bytes) -> None:
    lines = data.splitlines(keepends=True)
    assert code_of(b"".join(lines[1:])) == (1, "log-no-header")
    for at in range(1, len(lines) - 1):
        assert code_of(b"".join([*lines[:at], *lines[at + 1 :]])) == (at + 1, "log-missing")
    # Without the last one the game is not finished.
    shorter = read(b"".join(lines[:-1]))
    assert not shorter.is_finished and len(shorter.lines) == len(lines) - 1


def test_a_cut_is_a_torn_line_unless_only_the_newline_is_missing(data: bytes) -> None:
    whole = read(data)
    # Of each line, with its newline and without.
    ends = [at for at, byte in enumerate(data) if byte == 10]
    right = {*ends, *(end + 1 for end in ends)}
    for size in sorted({*range(0, len(data), count(3, 1)), *right}):
        if size < ends[0]:
            assert code_of(data[:size]) == (1, "log-empty")
            continue
        log = read(data[:size])
        kept = sum(end <= size for end in ends)
        assert objects(log) == objects(whole)[:kept] and log.torn is (size not in right)
        assert log.size == min(size, ends[kept - 1] + 1)
        assert log.is_finished is (size >= ends[-1])
    # A line that is there to its end was not cut but changed.
    assert code_of(data[:-1].replace(b'"end"', b'"End"')) == (len(ends), "log-changed")


@given(st.data())
def test_only_the_undamaged_beginning_of_a_log_is_accepted(data: st.DataObject) -> None:
    original = forged([header(), *(event(n, entry=f"dispute {n}") for n in range(2, 7))])
    events = objects(read(original))
    found = bytearray(original)
    for _ in range(data.draw(st.integers(1, 3))):
        one, two = sorted(data.draw(st.tuples(*[st.integers(0, len(found))] * 2)))
        piece = data.draw(st.one_of(st.binary(max_size=6), st.just(bytes(found[one:two]))))
        at = data.draw(st.integers(0, len(found)))
        if data.draw(st.booleans()):
            found[one:two] = piece
        else:
            found[at:at] = piece
    try:
        log = read(bytes(found))
    except (BrokenLog, NewerLog):
        return
    assert objects(log) == events[: len(log.lines)]
    assert found.startswith(original[: log.size])


# Files that are no logs


def test_files_that_are_no_logs_are_reported(subtests: pytest.Subtests) -> None:
    for found, code in [
        (b"", "log-empty"),
        (b"no newline", "log-empty"),
        (b"\n", "log-not-json"),
        (b"text\n", "log-not-json"),
        (b"\xff\xfe\x00\n", "log-not-json"),
        (b"\x00" * 50 + b"\n", "log-not-json"),
        (b"[]\n", "log-not-json"),
        (b"null\n", "log-not-json"),
        (b'"game"\n', "log-not-json"),
        (b"[" * 100_000 + b"\n", "log-not-json"),
        (b'{"n":' + b"9" * 10_000 + b"}\n", "log-not-json"),
        # Half of a character, which no page and no file can contain.
        (b'{"n":1,"players":["\\uD800"]}\n', "log-not-json"),
        (b'{"n":1,"players":["\xed\xa0\x80"]}\n', "log-not-json"),
        (b"{}\n", "log-no-header"),
        (b'{"n":1}\n', "log-no-header"),
        (b'{"n":1,"event":"move"}\n', "log-no-header"),
        (b'{"n":1,"event":"game"}\n', "log-bad-field"),
        (b'{"n":1,"event":"game","format":1}\n', "log-no-chain"),
        (b"\xef\xbb\xbf" + forged([header()]), "log-changed"),
        (b" " + forged([header()]), "log-changed"),
        (forged([header()]).replace(b"\n", b"\r\n"), "log-no-chain"),
    ]:
        with subtests.test(found=found, code=code):
            assert code_of(found) == (1, code)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(found: bytes) -> None:
    code_of(found)
    code_of(found + b"\n")


@pytest.mark.parametrize("found", [2, 3, 2**53 - 1])
def test_a_newer_format_is_reported_whatever_else_the_log_has(found: int) -> None:
    assert code_of(forged([header(format=found)])) == (0, "newer")
    line = json.dumps({"event": "game", "format": found, "else": "unknown"})
    assert code_of(line.encode() + b"\n") == (0, "newer")


def bad_events() -> list[dict[str, object]]:
    wrong: list[dict[str, object]] = []
    wrong += [{"n": n} for n in (None, "2", 2.0, True, [2])]
    wrong += [{"at": at} for at in (None, 5, "", "yesterday", "2026-01-31T18:04:05Z")]
    wrong += [{"at": at} for at in ("2026-02-30T18:04:05.123Z", "2026-01-31T25:04:05.123Z")]
    wrong += [{"at": AT_TEXT.replace("2", "٢")}]
    wrong += [{"src": src} for src in (None, 5, "", "PC", "SIM:x:1", "SIM:ab", "SIM:ab:x", "::1")]
    wrong += [{"src": "SIM:ab:" + "9" * 5000}, {"src": "SIM:ab:٢"}]
    wrong += [{"when": when} for when in (None, 5, "", "yesterday", "2026-01-31T25:04:05.123Z")]
    wrong += [{"ms": None}, {"ms": "5"}, {"ms": 5.0}, {"within_ms": True}, {"within_ms": []}]
    wrong += [{"event": None}, {"event": 5}, {"event": []}]
    wrong += [{"entry": None}, {"entry": 5}, {"entry": []}, {"rule": {}}]
    wrong += [{"by": 5}, {"event": "counter"}, {"event": "counter", "by": []}]
    wrong += [{"event": "end"}, {"event": "end", "winner": []}, {"event": "end", "rule": "SW-6"}]
    wrong += [{"event": "end", "winner": 5, "rule": "SW-6"}]
    wrong += [{"event": "end", "winner": [5], "rule": "SW-6"}, {"event": "game"}]
    return wrong


def test_a_missing_or_malformed_field_is_reported(subtests: pytest.Subtests) -> None:
    for wrong in bad_events():
        with subtests.test(wrong=wrong):
            bad = {**event(2, entry="a1-c3"), **wrong}
            assert code_of(forged([header(), bad])) == (2, "log-bad-field")


@pytest.mark.parametrize(
    "wrong",
    [{"format": 0}, {"format": "1"}, {"format": True}, {"format": None}, {"format": 1.0}]
    + [{"game": 5}, {"game": None}, {"options": []}, {"options": {"layout": 1}}]
    + [{"players": "Ann"}, {"players": [1, "Ann"]}, {"players": None}, {"seats": 5}],
)
def test_a_malformed_field_of_the_header_is_reported(wrong: dict[str, object]) -> None:
    assert code_of(forged([header(**wrong)])) == (1, "log-bad-field")


def test_events_of_a_device_are_numbered_without_gaps() -> None:
    def log(*numbers: str) -> bytes:
        events = [{**event(n, entry="x"), "src": src} for n, src in enumerate(numbers, 2)]
        return forged([header(), *events])

    assert (
        code_of(log("SIM:ab:4", "pc", "SIM:ab:5", "SIM:cd:9", "OTHER:ab:1", "SIM:ab:6"))[1] == "ok"
    )
    assert code_of(log("SIM:ab:4", "SIM:ab:6")) == (3, "log-device-gap")
    assert code_of(log("SIM:ab:4", "pc", "SIM:ab:4")) == (4, "log-device-gap")
    assert code_of(log("SIM:ab:4", "SIM:ab:3")) == (3, "log-device-gap")


def test_an_event_of_an_unknown_kind_is_kept() -> None:
    log: Log = read(forged([header(), event(2, "penalty", card="red", points=3)]))
    assert objects(log)[1]["points"] == 3
