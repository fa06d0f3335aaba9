"""``schiri log``: list, show, verify, replay and export, with their exit statuses."""

import csv
import io
import json
import os
from pathlib import Path

import pytest
from schiri.events import Event, Missing, Settings, Survived
from schiri.export import FORMS
from schiri.log import stored

from tests.cli.command import typed
from tests.cli.running import process
from tests.counts import combined
from tests.each import each
from tests.engines.switch_games import CHEQUER, ENDINGS
from tests.log.chain import AT, event, forged, header, log_of
from tests.referee.shape import check_state

VERBS: list[tuple[str, ...]] = [("show",), ("show", "--board"), ("verify",), ("replay",)]
VERBS += [("export", "--format", form) for form in FORMS]
# Those that play a log again.
REPLAYING = ("--board", "verify", "replay", "bgstats", "bgstats-link")

# The moment of every event here, for people.
HERE = AT.astimezone().strftime("%Y-%m-%d %H:%M:%S")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    log_of(path, "a1-c3", "dispute who?", "undo", "resign Ann")
    return path


# verify


def test_verify_counts_the_events(path: Path) -> None:
    assert typed("log", "verify", str(path)) == (0, "ok 6 events\n", "")


def test_verify_says_unfinished_and_torn(path: Path) -> None:
    data = path.read_bytes()
    last = data.rindex(b"\n", 0, -1) + 1
    path.write_bytes(data[:last])
    assert typed("log", "verify", str(path)) == (0, "ok 5 events unfinished\n", "")
    path.write_bytes(data[: last + 10])
    assert typed("log", "verify", str(path)) == (0, "ok 5 events unfinished torn\n", "")
    path.write_bytes(data + b'{"n":7')
    assert typed("log", "verify", str(path)) == (0, "ok 6 events torn\n", "")


def test_verify_names_the_first_line_that_is_wrong(path: Path) -> None:
    data = path.read_bytes()
    lines = data.splitlines(keepends=True)
    for found, line in (
        (data.replace(b"who?", b"who!"), 3),
        (b"".join([*lines[:2], *lines[1:]]), 3),
        (b"".join([*lines[:2], *lines[3:]]), 3),
        (b"".join([lines[0], lines[2], lines[1], *lines[3:]]), 2),
        (data[:-1] + b" ", 6),
        (b"no log\n", 1),
        (b"", 1),
    ):
        path.write_bytes(found)
        for language in ("de", "en", "fr"):
            ran = typed("log", "verify", str(path), "--lang", language)
            assert (ran.status, ran.err) == (1, "")
            assert len(ran.lines) == 1 and str(line) in ran.out


@each(
    ("found", "line"),
    [
        ([header(game="chess"), event(2, by="Eve", entry="e2-e4")], 1),
        ([header(players=["Ben", "Ben"])], 1),
        ([header(players=["Ann"])], 1),
        ([header(options={"layout": "9"})], 1),
        ([header(), event(2, by="Ann", entry="a1-c3"), event(3, by="Ben", entry="a1-a2")], 3),
        # Somebody else has made it, it wins nothing, and what it brings about is not there.
        ([header(), event(2, by="Ben", entry="a1-c3")], 2),
        ([header(), event(2, "end", winner=["Ann"], rule="SW-6")], 2),
        ([header(), event(2, "resign", entry="resign Ann"), event(3, "undo", entry="undo")], 3),
        (
            [
                header(),
                {**event(2, "dispute", entry="dispute x"), "at": "2026-01-31T18:04:05.122Z"},
            ],
            2,
        ),
        ([header(device="SIM"), {**event(2, by="Ann", entry="a1-c3"), "src": "TIM:ab:1"}], 2),
        ([header(), {**event(2, by="Ann", entry="a1-c3"), "src": "SIM:ab:1"}], 2),
        (
            [header(device="SIM")]
            + [
                {**event(n, "dispute", entry="dispute x", ms=9 - n), "src": f"SIM:ab:{n}"}
                for n in (2, 3)
            ],
            3,
        ),
        # The first line that is wrong, though a later one was changed.
        ([header(), event(2, by="Ann", entry="a1-a2"), {**event(4, "undo", entry="undo")}], 2),
    ],
)
def test_verify_has_the_rules(found: list[Event], line: int, path: Path) -> None:
    path.write_bytes(forged(found))
    for language in ("de", "en", "fr"):
        ran = typed("log", "verify", str(path), "--lang", language)
        assert (ran.status, ran.err) == (1, "") and len(ran.lines) == 1
        assert f" {line}" in ran.out.partition(":")[0] and len(ran.out.split()) > 5


def test_verify_takes_corrections_and_what_the_table_let_stand(path: Path) -> None:
    path.unlink()
    stood = "set position bwbwb/wbwbw/bw.wb/wbwbw/bwbwb w"
    log_of(path, "a1-c3", "dispute that was no row", stood, "undo", "set turn Ann")
    assert typed("log", "verify", str(path)) == (0, "ok 6 events unfinished\n", "")
    # Of a device: a new epoch counts anew, and the same time is no earlier one.
    told = [("SIM:ab:2", 90), ("SIM:ab:3", 90), ("pc", None), ("SIM:cd:1", 5)]
    events = [
        {**event(n, "dispute", entry="dispute x", **({"ms": ms} if ms else {})), "src": src}
        for n, (src, ms) in enumerate(told, 2)
    ]
    path.write_bytes(forged([header(device="SIM"), *events]))
    assert typed("log", "verify", str(path)) == (0, "ok 5 events unfinished\n", "")


NOTES = [Survived("cable"), Survived("power"), Settings("ff"), Survived("cable"), Survived("pc")]


def noted(*notes: Event) -> bytes:
    """Return a log of an unfinished game with these notes after its move."""
    lines = [header(), event(2, by="Ann", entry="a1-c3")]
    return forged([*lines, *({**event(n), **note.json()} for n, note in enumerate(notes, 3))])


def test_verify_says_what_was_survived(path: Path) -> None:
    path.write_bytes(noted(*NOTES))
    told = {
        "de": "überstanden: 2 Mal Kabel gezogen, 1 Neustart des PC-Programms, "
        "1 Neustart des Geräts",
        "en": "survived: 2 cable pulls, 1 restart of the PC program, 1 restart of the device",
        "fr": "surmonté\u202f: 2 câbles débranchés, 1 redémarrage du programme sur le PC, "
        "1 redémarrage de l’appareil",
    }
    for language, words in told.items():
        ran = typed("log", "verify", str(path), "--lang", language)
        assert ran == (0, "ok 7 events unfinished\n", f"{words}\n")


def test_verify_names_what_is_missing(path: Path) -> None:
    path.write_bytes(noted(Survived("pc"), Missing("ab12", 3, 9), Missing("ab12", 12, 12)))
    ran = typed("log", "verify", str(path))
    assert ran == (1, "line 4: events 3 to 9 of ab12 are missing\n", "")
    assert "3" in typed("log", "verify", str(path), "--lang", "de").out


@pytest.mark.parametrize("tail", [b"", b'{"n":9'])
def test_a_log_with_notes_is_shown_replayed_and_exported(tail: bytes, path: Path) -> None:
    path.write_bytes(noted(*NOTES, Missing("ab12", 3, 9)) + tail)
    telling = [verb for verb in VERBS if verb != ("verify",)]
    for verb, language in combined(telling, ("de", "en", "fr")):
        ran = typed("log", *verb, str(path), "--lang", language)
        assert (ran.status, ran.err) == (0, "")
    shown = typed("log", "show", str(path)).lines
    assert shown[5].endswith("  survived: 1 cable pull")
    assert shown[-1].endswith("  events 3 to 9 of ab12 are missing")
    assert json.loads(typed("log", "replay", str(path)).lines[-1])["turn"] == "Ben"


# What is no log, for every verb


@each("verb", VERBS)
def test_a_broken_log_is_told_with_its_line(verb: tuple[str, ...], path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"who?", b"who!"))
    ran = typed("log", *verb, str(path))
    # To verify is to ask for just this; for the others it is an error.
    answer, error = (ran.out, ran.err) if verb == ("verify",) else (ran.err, ran.out)
    assert (ran.status, error) == (1, "")
    assert answer == "line 3: this line, or one before it, was changed\n"


@each("verb", VERBS)
def test_a_newer_log_is_told(verb: tuple[str, ...], path: Path) -> None:
    path.write_bytes(forged([header(format=2)]))
    ran = typed("log", *verb, str(path))
    assert (ran.status, ran.out) == (4, "") and "2" in ran.err


@each(
    ("verb", "name"),
    combined(VERBS, ["", ".", "missing", "game.jsonl/below", "x" * 300, "\udcff"]),
)
def test_a_file_that_cannot_be_read_is_told(verb: tuple[str, ...], name: str, path: Path) -> None:
    ran = typed("log", *verb, str(path.parent / name) if name else "")
    assert (ran.status, ran.out) == (3, "") and len(ran.err.splitlines()) == 1


@each("verb", VERBS)
def test_a_device_without_an_end_is_not_read(verb: tuple[str, ...]) -> None:
    ran = typed("log", *verb, os.devnull)
    assert (ran.status, ran.out) == (3, "")


@each("verb", VERBS)
def test_a_log_that_begins_no_game_or_breaks_the_rules(verb: tuple[str, ...], path: Path) -> None:
    for found in (
        [header(game="chess")],
        [header(), event(2, by="Ann", entry="a1-a2")],
        [header(), event(2, "penalty")],
        [header(), event(2, "counter", by="Eve")],
    ):
        path.write_bytes(forged(found))
        ran = typed("log", *verb, str(path))
        # Only what plays it again can find it.
        is_found = any(word in REPLAYING for word in verb)
        assert ran.status == int(is_found)
        # What is wrong is the answer of `verify`.
        told, other = (ran.out, ran.err) if verb == ("verify",) else (ran.err, ran.out)
        assert told.startswith(f"line {len(found)}: " if is_found else "")
        assert bool(told) is is_found and (other == "") is is_found


def test_replay_says_what_the_rules_have_against_an_entry(path: Path) -> None:
    def found(entry: str) -> str:
        path.write_bytes(forged([header(), event(2, by="Ann", entry=entry)]))
        ran = typed("log", "replay", str(path))
        assert (ran.status, ran.out) == (1, "")
        return ran.err

    assert "move-onto-stone SW-4 a2 A stone moves to the one free field only." in found("a1-a2")
    assert "nothing-to-undo TA-3 - " in found("undo")
    assert '"a1-f9"' not in found("a1-f9") and '"f9" is not a cell' in found("a1-f9")


# show, replay, export


def test_show_tells_a_game(path: Path) -> None:
    ran = typed("log", "show", str(path))
    assert (ran.status, ran.err) == (0, "")
    first, *agreed = ran.lines[:4]
    end = "Ben has won. Ann resigned (house rule). (SW-11)"
    assert first == f"{HERE}  switch  Ann, Ben  {end}"
    assert agreed == [
        "  Layout: Layout 1 (ours)",
        "  Threefold repetition: is a draw (SW-9, house rule)",
        "  Begins: dark",
    ]
    told = [
        "Ann moves from a1 to c3 (a1-c3)",
        "Not agreed on: who? (dispute who?)",
        "The last entry is taken back. (undo)",
        "Ann resigns. (resign Ann)",
        end,
    ]
    numbers = ["   1", "   2", "   3", "   4", "    "]
    assert ran.lines[4:] == [
        f"{number}  {HERE}  {words}" for number, words in zip(numbers, told, strict=True)
    ]


def test_replay_ends_with_the_state(path: Path) -> None:
    ran = typed("log", "replay", str(path))
    *events, state = ran.lines
    assert len(events) == 5 and events[0].endswith("Ann moves from a1 to c3 (a1-c3)")
    found = json.loads(state)
    check_state(found)
    assert (found["winner"], found["rule"]) == (["Ben"], "SW-11")
    # The undo has taken back the dispute, not the move.
    assert found["position"] == "bwbwb/wbwbw/bwbwb/wbwbw/.wbwb -"


@pytest.mark.parametrize(("position", "move", "ending"), ENDINGS[::4])
def test_every_ending_is_shown_and_replayed(
    position: str, move: str, ending: str, tmp_path: Path
) -> None:
    path = tmp_path / "log"
    log_of(path, f"set position {position}", move)
    winner, rule = ending.split()
    name = "Ann" if winner == "b" else "Ben"
    shown = typed("log", "show", str(path)).lines
    assert shown[-1].endswith(f"({rule})") and f"{name} has won." in shown[-1]
    assert json.loads(typed("log", "replay", str(path)).lines[-1])["winner"] == [name]
    counters = len([line for line in shown if "(SW-7)" in line])
    assert typed("log", "verify", str(path)).out == f"ok {4 + counters} events\n"


def test_an_unfinished_torn_log_is_shown_and_replayed_as_far_as_it_goes(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: data.index(b"who?")])
    assert typed("log", "show", str(path)).lines[0].endswith("Ann, Ben  unfinished")
    assert len(typed("log", "show", str(path)).lines) == 5
    state = json.loads(typed("log", "replay", str(path)).lines[-1])
    assert state["turn"] == "Ben"


def test_exports_are_what_they_are_called(path: Path) -> None:
    def exported(form: str) -> str:
        ran = typed("log", "export", str(path), "--format", form)
        assert (ran.status, ran.err) == (0, "")
        return ran.out

    assert [each["n"] for each in json.loads(exported("json"))] == [1, 2, 3, 4, 5, 6]
    assert len(list(csv.reader(io.StringIO(exported("csv"))))) == 7
    assert len(exported("text").splitlines()) == 6
    assert {"games", "players", "plays"} <= set(json.loads(exported("bgstats")))


@each("form", ["", "xml", "JSON", "txt"])
def test_another_form_is_wrong_usage(form: str, path: Path) -> None:
    ran = typed("log", "export", str(path), "--format", form)
    assert (ran.status, ran.out) == (2, "") and ran.err


def test_the_language_changes_words_and_no_form(path: Path) -> None:
    for verb in VERBS:
        rans = [typed("log", *verb, str(path), "--lang", each) for each in ("de", "en", "fr")]
        assert {ran.status for ran in rans} == {0}
        is_prose = verb[0] in ("show", "replay") or verb[-1] in ("text", "cast")
        assert len({ran.out for ran in rans}) == (3 if is_prose else 1)
    states = {typed("log", "replay", str(path), "--lang", each).lines[-1] for each in ("de", "fr")}
    assert len(states) == 1


def test_a_large_log_is_answered_as_a_small_one(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [typed("log", *verb, str(path)) for verb in VERBS]
    monkeypatch.setattr(stored, "IN_MEMORY", 0)
    assert [typed("log", *verb, str(path)) for verb in VERBS] == answers


# The folder


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "kept"
    folder.mkdir()
    monkeypatch.setenv("SCHIRI_LOGS", str(folder))
    return folder


def test_list_is_empty_where_no_log_is(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert typed("log", "list") == (0, "", f"No such log is kept in {folder}.\n")
    for place in (folder / "missing", folder / "file"):
        (folder / "file").touch()
        monkeypatch.setenv("SCHIRI_LOGS", str(place))
        assert typed("log", "list") == (0, "", f"No such log is kept in {place}.\n")


def test_list_has_a_line_for_each_log(folder: Path) -> None:
    log_of(folder / "2026-01-02-a.jsonl", "a1-c3")
    log_of(folder / "2026-01-01-b.jsonl", "draw")
    (folder / "2026-01-03-c.jsonl").write_bytes(b"no log\n")
    (folder / "notes.txt").write_text("not listed")
    ran = typed("log", "list")
    assert (ran.status, ran.err) == (0, "")
    first, second, third = ran.lines
    assert first.startswith(f"2026-01-01-b.jsonl  {HERE}  switch  Ann, Ben  The game is a draw.")
    assert second == f"2026-01-02-a.jsonl  {HERE}  switch  Ann, Ben  unfinished"
    assert third == "2026-01-03-c.jsonl  line 1: this is not a JSON object"


def test_list_looks_at_the_ends_of_a_large_log(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = log_of(folder / "a.jsonl", *[f"dispute {number}" for number in range(9)], "draw")
    (folder / "a.jsonl").write_bytes(data.replace(b"dispute 3", b"dispute x"))
    monkeypatch.setattr(stored, "TAIL_BYTES", 800)
    ran = typed("log", "list")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == f"a.jsonl  {HERE}  switch  Ann, Ben  The game is a draw. (SW-11)\n"
    # Whoever counts it reads it.
    ran = typed("log", "stats")
    assert ran.out == "" and "line 5" in ran.err


def test_list_goes_on_after_what_it_cannot_read(folder: Path) -> None:
    (folder / "a.jsonl").mkdir()
    (folder / "b.jsonl").write_bytes(forged([header(format=2)]))
    (folder / "c.jsonl").symlink_to(folder / "missing")
    log_of(folder / "d.jsonl")
    ran = typed("log", "list")
    assert ran.status == 0 and len(ran.lines) == 1
    assert len(ran.err.splitlines()) == 3


def test_a_log_of_the_folder_is_found_by_its_name(folder: Path, tmp_path: Path) -> None:
    log_of(folder / "game.jsonl", "a1-c3")
    for verb in VERBS:
        assert typed("log", *verb, "game.jsonl") == typed("log", *verb, str(folder / "game.jsonl"))


def test_a_name_with_half_a_character_is_told_as_what_it_is(path: Path) -> None:
    data = forged([header(players=["\ud800", "Ben"]), event(2, by="\ud800", entry="a1-c3")])
    path.write_bytes(data)
    ran = process("log", "show", str(path))
    assert (ran.status, ran.out) == (1, "") and ran.err.startswith("line 1: ")
    assert process("log", "export", str(path), "--format", "json").status == 1


def test_a_log_that_the_referee_keeps_is_a_log(tmp_path: Path) -> None:
    path, script = tmp_path / "log", tmp_path / "script"
    script.write_text("a1-c3\nb1-c3\nundo\ndraw\n")
    words = ["referee", "switch", "--script", str(script), "--json", "--log", str(path)]
    answers = [json.loads(line) for line in typed(*words).lines]
    assert typed("log", "verify", str(path)).out == "ok 5 events\n"
    assert json.loads(typed("log", "replay", str(path)).lines[-1]) == answers[-1]["state"]
    assert answers[-1]["state"]["position"] == f"{CHEQUER} -"
