"""A replayed log: it leads to the same state, and violations of the rules are found."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from schiri.events import State
from schiri.log.lines import BrokenLog, read
from schiri.log.replay import Replay, referee_after, referee_of, replay
from schiri_engines.refusals import MalformedText

from tests.counts import count
from tests.engines.switch_games import CHEQUER, CHEQUER_PLACED, CYCLE, DUE, RUNS_DRY
from tests.log.chain import chains_of, event, forged, header, keep_log, log_of, open_log, try_all

Event = dict[str, Any]

# Commands that are sometimes legal. Refused ones are not logged.
POOL = [*CYCLE, *CHEQUER_PLACED[:8], "undo", "undo", "draw", "resign Ann", "dispute – 🎲"]
POOL += [f"set position {DUE} b", f"set position {CHEQUER} w", "set turn Ben", "choose b"]
POOL += ["e1xe4", "e2xa2", "a1xb1", "b1xa1", "x", f"set position {DUE} w"]
FREE = {"layout": "free"}

games = st.tuples(
    st.sampled_from([{}, FREE, FREE, {"repetition": "off"}, {"layout": "2", "start": "w"}]),
    st.sampled_from([[], RUNS_DRY, CHEQUER_PLACED, [*CYCLE, *CYCLE[:-1]]]),
    st.lists(st.sampled_from(POOL), max_size=25),
)
Game = tuple[dict[str, str], list[str], list[str]]


def state_of(data: bytes) -> State:
    """Return the state at the end of a log without missing events."""
    log = read(data)
    referee = referee_of(log.header)
    played = Replay(referee)
    assert [played.follow(line) for line in log.lines] == log.lines and not played.due
    return referee.state()


@settings(max_examples=count(10, 300))
@given(games)
def test_a_log_leads_to_the_state_of_the_session_that_wrote_it(game: Game) -> None:
    options, opening, commands = game
    with TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        logged = open_log(path, options)
        try_all(logged, [*opening, *commands])
        logged.writer.close()
        data = path.read_bytes()
    assert state_of(data) == logged.referee.state()
    assert read(data).chain == chains_of(data)[-1]


@settings(max_examples=count(12, 400))
@given(games, st.lists(st.sampled_from(POOL), max_size=8), st.data())
def test_a_log_cut_anywhere_can_be_continued(
    game: Game, more: list[str], data: st.DataObject
) -> None:
    options, opening, commands = game
    with TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        logged = open_log(path, options)
        begun = path.stat().st_size
        try_all(logged, [*opening, *commands])
        logged.writer.close()
        whole = path.read_bytes()
        at = data.draw(st.integers(begun, len(whole)))
        path.write_bytes(whole[:at])
        # Of the last line only the newline may be missing.
        kept = whole[: whole.rindex(b"\n", 0, at + 1) + 1]
        again = open_log(path, options, may_be_finished=True)
        assert again.writer.was_torn is (len(kept) < at)
        try_all(again, [*more, "dispute at last"])
        again.writer.close()
        found = path.read_bytes()
    assert found.startswith(kept)
    assert state_of(found) == again.referee.state()


def test_results_of_an_entry_are_restored_after_a_cut(tmp_path: Path) -> None:
    path = tmp_path / "log"
    for commands, options in (
        (["a1-c3", "resign Ann"], {}),
        ([f"set position {DUE} b"], {}),
        (RUNS_DRY, FREE),
    ):
        path.unlink(missing_ok=True)
        keep_log(path, *commands, options=options)
        whole = path.read_bytes()
        # The last line is an effect of the entry before it.
        path.write_bytes(whole[: whole.rindex(b"\n", 0, -1) + 1])
        assert not read(path.read_bytes()).is_finished
        open_log(path, options).writer.close()
        assert path.read_bytes() == whole


def line_and_code(*events: Event, **more: object) -> tuple[int, str]:
    log = read(forged([header(**more), *events]))
    try:
        replay(log.lines, referee_of(log.header))
    except BrokenLog as broken:
        return broken.line, broken.code
    return 0, "ok"


MOVE = event(2, by="Ann", entry="a1-c3")
RESIGN = event(3, "resign", entry="resign Ann")
END = event(4, "end", winner=["Ben"], rule="SW-11")


def test_a_forged_log_of_a_legal_game_is_a_log() -> None:
    assert line_and_code() == line_and_code(MOVE) == line_and_code(MOVE, RESIGN) == (0, "ok")
    assert line_and_code(MOVE, RESIGN, END) == (0, "ok")
    assert line_and_code(MOVE, RESIGN, END, event(5, "undo", entry="undo")) == (0, "ok")


def test_a_game_that_breaks_the_rules_is_found(subtests: pytest.Subtests) -> None:
    for events, line, code in [
        ([event(2, by="Ann", entry="a1-a2")], 2, "log-refused"),
        ([event(2, by="Ann", entry="b1-c3")], 2, "log-refused"),
        ([event(2, by="Ann", entry="nonsense")], 2, "log-refused"),
        ([event(2, by="Ann", entry="")], 2, "log-refused"),
        ([event(2, "undo", entry="undo")], 2, "log-refused"),
        ([event(2, "resign", entry="resign Zoe")], 2, "log-refused"),
        ([MOVE, {**MOVE, "n": 3}], 3, "log-refused"),
        ([MOVE, RESIGN, END, event(5, by="Ben", entry="b1-a1")], 5, "log-refused"),
        # It is legal, but contradicts its entry.
        ([event(2, by="Ben", entry="a1-c3")], 2, "log-disagrees"),
        ([event(2, entry="a1-c3")], 2, "log-disagrees"),
        ([event(2, "place", by="Ann", entry="a1-c3")], 2, "log-disagrees"),
        ([event(2, by="Ann", entry=" a1-c3")], 2, "log-disagrees"),
        ([event(2, by="Ann", entry="a1-c3", note="x")], 2, "log-disagrees"),
        ([event(2)], 2, "log-disagrees"),
        ([event(2, "penalty")], 2, "log-disagrees"),
        ([event(2, "counter", by="Ben")], 2, "log-disagrees"),
        ([event(2, "end", winner=[], rule="SW-11")], 2, "log-disagrees"),
        ([MOVE, RESIGN, {**END, "winner": ["Ann"]}], 4, "log-disagrees"),
        ([MOVE, RESIGN, {**END, "winner": []}], 4, "log-disagrees"),
        ([MOVE, RESIGN, {**END, "rule": "SW-6"}], 4, "log-disagrees"),
        ([MOVE, RESIGN, END, {**END, "n": 5}], 5, "log-disagrees"),
        # The effect of the resignation is missing.
        ([MOVE, RESIGN, event(4, "undo", entry="undo")], 4, "log-disagrees"),
        ([MOVE, {**header(), "n": 3}], 3, "log-disagrees"),
    ]:
        with subtests.test(events=events, line=line, code=code):
            assert line_and_code(*events) == (line, code)


@pytest.mark.parametrize(
    "more",
    [{"game": "chess"}, {"game": "joggle"}, {"players": ["Ann"]}]
    + [{"players": ["Ann", "Ann"]}, {"players": ["Ann", "B  C"]}, {"players": ["A", "B", "C"]}]
    + [{"options": {"layout": "9"}}, {"options": {"goal": "1R"}}, {"options": {"start": ""}}]
    + [{"options": {"layout": "bbbbb/bbbbb/bb.ww/wwwww/wwwww"}}, {"options": {"repetition": "x"}}],
)
def test_a_header_that_begins_no_game_is_found(more: dict[str, object]) -> None:
    assert line_and_code(**more) == (1, "log-bad-header")


def test_the_state_after_any_entry_is_that_of_the_session(tmp_path: Path) -> None:
    commands = ["a1-c3", "b1-a1", "undo", "d1-a1"]
    log = read(log_of(tmp_path / "log", *commands))
    live = open_log(tmp_path / "other")
    assert referee_after(log, 0).state() == live.referee.state()
    for number, command in enumerate(commands, 1):
        live.command(command)
        assert referee_after(log, number).state() == live.referee.state()
    assert referee_after(log).state() == live.referee.state()
    live.writer.close()


@pytest.mark.parametrize("number", [-1, 5, 10**30])
def test_a_missing_entry_is_an_error(number: int, tmp_path: Path) -> None:
    log = read(log_of(tmp_path / "log", "a1-c3", "b1-a1", "undo", "d1-a1"))
    with pytest.raises(MalformedText) as caught:
        referee_after(log, number)
    assert (caught.value.code, caught.value.wanted) == ("no-such-entry", "0-4")


def test_later_lines_do_not_change_an_earlier_state() -> None:
    log = read(forged([header(), event(2, by="Ann", entry="a1-c3"), event(3, by="Ben", entry="x")]))
    assert referee_after(log, 1).state().turn == "Ben"
    with pytest.raises(BrokenLog):
        referee_after(log)
