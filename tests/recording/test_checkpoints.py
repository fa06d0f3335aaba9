"""A compacted, lost or damaged journal: the log that continues, and its missing events."""

from pathlib import Path
from typing import Any

import pytest
from schiri.events import Header, Incident, Missing
from schiri.log.annotations import missing_in, settings_in, survived_in
from schiri.log.lines import Times, read
from schiri.log.replay import referee_of, replay
from schiri.recording.event_store import Disagreement, EventSource, EventStore, sets_since_restore

from tests.log.chain import objects, typed
from tests.recording.test_event_store import BOARD, NEW, ORIGIN, event_store

EPOCH = ORIGIN.epoch
OTHER = "01234567"
# The snapshot of a game of Switch after a1-c3, b1-a1.
SETS = ["set turn A", "set position bwbwb/wbwbw/bwbwb/wbwbw/w.bwb b"]
NONE: list[str] = []


def tell(kept: EventStore, first: int, *texts: str) -> None:
    """Report events, numbered from the first on."""
    for number, text in enumerate(texts, first):
        kept.record(number, text)


def begun(folder: Path, *texts: str, origin: EventSource = ORIGIN) -> EventStore:
    """Return an event store after these events."""
    kept = event_store(folder)
    tell(kept, kept.go_on(origin) + 1, *texts)
    return kept


def logs_of(folder: Path) -> list[list[dict[str, Any]]]:
    """Return the events of each log after checking it, in the order of their games."""
    logs = []
    for path in folder.glob("*.jsonl"):
        log = read(path.read_bytes())
        assert replay(log.lines, referee_of(log.header)) == []
        logs.append(objects(log))
    # The clock stands still here, and names are numbered: a device's numbers give the order.
    return sorted(
        logs, key=lambda events: (events[0]["src"].split(":")[1] != EPOCH, number_of(events[0]))
    )


def number_of(event: dict[str, Any]) -> int:
    return int(event["src"].rpartition(":")[2])


def entries(events: list[dict[str, Any]]) -> list[str]:
    return [event["entry"] for event in events if "entry" in event]


def sources(events: list[dict[str, Any]]) -> list[int]:
    return [number_of(event) for event in events if event["src"] != "pc"]


def state_of(kept: EventStore) -> tuple[bool, int | None]:
    lines = kept.current.writer.lines if kept.current else []
    origin = kept.progress.origin
    sets = sets_since_restore(lines, origin.device, origin.epoch)
    return kept.progress.lost is not None, sets


def gaps(events: list[dict[str, Any]]) -> list[tuple[int, int]]:
    return [(note.first, note.last) for note in missing_in(typed(events))]


def test_a_known_game_continues_in_its_log(tmp_path: Path) -> None:
    kept = begun(tmp_path, NEW, "a1-c3", "b1-a1")
    current = kept.current
    tell(kept, 4, f"checkpoint {EPOCH} 1", "score 1 0 0 0", NEW, *SETS, "c3-b1")
    (log,) = logs_of(tmp_path)
    assert entries(log) == ["a1-c3", "b1-a1", "set turn Ann", SETS[1], "c3-b1"]
    assert sources(log) == [1, 2, 3, 7, 8, 9] and kept.progress.durable == 9
    # An open log stays open.
    assert kept.current is current
    # After another compaction it is still the same game.
    tell(kept, 10, f"checkpoint {EPOCH} 1", NEW, *SETS)
    assert len(logs_of(tmp_path)) == 1 and gaps(log) == []


def test_a_checkpoint_is_acknowledged_with_what_follows_it(tmp_path: Path) -> None:
    kept = begun(tmp_path, NEW, "a1-c3")
    found = []
    for number, text in enumerate([f"checkpoint {EPOCH} 1", "score 1 0 0 0", NEW, SETS[0]], 3):
        kept.record(number, text)
        found.append(kept.progress.durable)
    assert found == [2, 2, 5, 6]


def test_a_board_that_is_known_is_no_board_of_the_next_game(tmp_path: Path) -> None:
    new = "new joggle AB board=own"
    other = BOARD.replace("B", "G")
    kept = begun(tmp_path, f"board {BOARD}", new, "rolled G")
    tell(kept, 4, f"checkpoint {EPOCH} 2", f"board {BOARD}", new, "a1")
    tell(kept, 8, f"board {other}", new)
    first, second = logs_of(tmp_path)
    assert entries(first) == ["G", "a1"] and entries(second) == []
    assert first[0]["options"]["board"] == BOARD and second[0]["options"]["board"] == other


@pytest.mark.parametrize("later", [False, True])
def test_a_log_that_is_not_open_is_opened_again(tmp_path: Path, later: bool) -> None:
    begun(tmp_path, NEW, "a1-c3")
    kept = event_store(tmp_path)
    kept.go_on(ORIGIN)
    if later:
        # In between there was no report of the continued game.
        tell(kept, 3, "checkpoint - 0")
        assert kept.current is None and kept.progress.durable == 3
        tell(kept, 4, f"checkpoint {EPOCH} 1", NEW, "b1-a1")
    else:
        tell(kept, 3, f"checkpoint {EPOCH} 1", NEW, "b1-a1")
    (log,) = logs_of(tmp_path)
    assert entries(log) == ["a1-c3", "b1-a1"] and gaps(log) == []
    assert kept.letters == ("A", "B")


def test_a_game_that_is_not_known_has_a_new_log(tmp_path: Path) -> None:
    kept = begun(tmp_path)
    kept.lose(449)
    assert state_of(kept) == (True, None)
    tell(kept, 450, f"checkpoint {EPOCH} 300", NEW, *SETS)
    assert state_of(kept) == (False, None) and kept.progress.durable == 453
    (log,) = logs_of(tmp_path)
    assert sources(log) == [451, 452, 453] and gaps(log) == [(1, 449)]
    # Then it is known, with all its reported events.
    again = event_store(tmp_path)
    assert again.go_on(ORIGIN) == 453
    tell(again, 454, "c3-b1")
    again.lose(600)
    tell(again, 601, f"checkpoint {EPOCH} 300", NEW, *SETS)
    assert len(logs_of(tmp_path)) == 2


def test_an_unknown_game_is_not_the_one_before(tmp_path: Path) -> None:
    kept = begun(tmp_path, NEW, "a1-c3")
    kept.lose(9)
    tell(kept, 10, f"checkpoint {EPOCH} 5", NEW, "a1-c3")
    first, second = logs_of(tmp_path)
    assert gaps(first) == [(3, 9)] and gaps(second) == []
    assert entries(first) == ["a1-c3"] and sources(second) == [11, 12]


def test_after_a_lost_checkpoint_the_next_one_continues_the_game(tmp_path: Path) -> None:
    kept = begun(tmp_path, NEW, "a1-c3")
    kept.lose(3)
    # The events after the lost checkpoint look like the beginning of a game.
    tell(kept, 4, "score 1 0 0 0", NEW, *SETS)
    tell(kept, 8, f"checkpoint {EPOCH} 1", "score 1 0 0 0", NEW, *SETS, "c3-b1")
    first, second = logs_of(tmp_path)
    assert (sources(first), gaps(first)) == ([1, 2], [(3, 3)])
    assert (sources(second), gaps(second)) == ([5, 6, 7, 11, 12, 13], [])


def test_events_lost_in_mid_game_are_noted_in_its_log(tmp_path: Path) -> None:
    kept = begun(tmp_path, NEW, "a1-c3")
    kept.lose(9)
    assert kept.progress.durable == 2
    tell(kept, 10, f"checkpoint {EPOCH} 1")
    assert kept.progress.durable == 9
    tell(kept, 11, NEW, *SETS, "c3-b1")
    (log,) = logs_of(tmp_path)
    assert gaps(log) == [(3, 9)] and sources(log) == [1, 2, 12, 13, 14]
    assert kept.progress.durable == 14


@pytest.mark.parametrize("half", [[], ["score 1 0 0 0"], ["score 1 0 0 0", f"board {BOARD}"]])
def test_events_left_incomplete_by_a_gap_are_missing_too(tmp_path: Path, half: list[str]) -> None:
    kept = begun(tmp_path, NEW, f"checkpoint {EPOCH} 1", *half)
    kept.lose(9)
    tell(kept, 10, f"checkpoint {EPOCH} 1", NEW, *SETS)
    (log,) = logs_of(tmp_path)
    assert gaps(log) == [(2, 9)] and sources(log) == [1, 12, 13]


@pytest.mark.parametrize("before", ["checkpoint - 0", "resume"])
def test_lost_events_outside_a_game_are_not_missing(tmp_path: Path, before: str) -> None:
    kept = begun(tmp_path, before)
    kept.lose(9)
    tell(kept, 10, NEW)
    (log,) = logs_of(tmp_path)
    assert gaps(log) == [(2, 9)] and kept.progress.durable == 10


def test_events_after_a_gap_are_missing_until_the_game_is_known(
    tmp_path: Path,
) -> None:
    kept = begun(tmp_path, NEW, "a1-c3")
    kept.lose(3)
    tell(kept, 4, "c3-b1", "resume", "undo")
    assert kept.progress.durable == 2 and kept.progress.lost
    # For a new program, the result is the same.
    kept = event_store(tmp_path)
    assert kept.go_on(ORIGIN) == 2
    kept.lose(3)
    tell(kept, 4, "c3-b1", "resume", "undo")
    kept.lose(8)
    tell(kept, 9, "b1-a1", f"board {BOARD}", "new joggle AB board=own")
    first, second = logs_of(tmp_path)
    assert gaps(first) == [(3, 9)] and entries(first) == ["a1-c3"]
    assert sources(second) == [11] and gaps(second) == [] and kept.progress.durable == 11


@pytest.mark.parametrize(
    ("texts", "next_number"),
    [([f"checkpoint {EPOCH} 7", NEW], 12), (["checkpoint - 0", "score 1 0 0 0", NEW], 13)]
    + [([NEW], 11)],
)
def test_events_lost_between_games_are_noted_in_the_next_log(
    tmp_path: Path, texts: list[str], next_number: int
) -> None:
    kept = begun(tmp_path, NEW, "a1-c3", "resign A")
    kept.lose(9)
    for number, text in enumerate(texts, 10):
        # Until its note is on the disk, no event counts as saved.
        assert kept.progress.durable == 3
        kept.record(number, text)
    tell(kept, next_number, "a1-c3")
    first, second = logs_of(tmp_path)
    assert gaps(first) == [] and first[-1]["event"] == "end"
    assert gaps(second) == [(4, 9)] and kept.progress.durable == next_number
    tell(kept, next_number + 1, NEW)
    assert gaps(logs_of(tmp_path)[2]) == []


def test_missing_events_belong_to_one_device(tmp_path: Path) -> None:
    kept = begun(tmp_path)
    kept.lose(9)
    kept.go_on(ORIGIN._replace(device="SIM5678"))
    kept.record(1, NEW)
    (log,) = logs_of(tmp_path)
    assert gaps(log) == [] and not kept.progress.lost


def test_nothing_is_added_to_a_finished_log(tmp_path: Path) -> None:
    kept = begun(tmp_path, NEW, "a1-c3", "resign A")
    # Its end was undone, and the undo is lost.
    kept.lose(9)
    tell(kept, 10, f"checkpoint {EPOCH} 1", NEW, *SETS)
    first, second = logs_of(tmp_path)
    assert first[-1]["event"] == "end" and gaps(first) == []
    assert gaps(second) == [(4, 9)] and entries(second) == ["set turn Ann", SETS[1]]


def test_missing_events_are_noted_once(tmp_path: Path) -> None:
    kept = begun(tmp_path, NEW, "a1-c3")
    kept.lose(9)
    tell(kept, 10, "checkpoint - 0")
    again = event_store(tmp_path)
    assert again.go_on(ORIGIN) == 9
    tell(again, 10, "checkpoint - 0", NEW)
    first, second = logs_of(tmp_path)
    assert gaps(first) == [(3, 9)] and gaps(second) == []


def test_a_restored_game_continues_in_its_log(tmp_path: Path) -> None:
    begun(tmp_path, NEW, "a1-c3", "b1-a1")
    new = ORIGIN._replace(epoch=OTHER)
    kept = event_store(tmp_path)
    assert kept.go_on(new) == 0
    tell(kept, 1, f"checkpoint {EPOCH} 3", NEW)
    assert kept.progress.durable == 2 and state_of(kept) == (False, 0)
    tell(kept, 3, *SETS)
    assert state_of(kept) == (False, 2)
    (log,) = logs_of(tmp_path)
    assert survived_in(typed(log)) == {"erasure": 1} and gaps(log) == []
    assert sources(log) == [1, 2, 3, 2, 3, 4]
    # It is known after a restart. The next event ends the restoring.
    again = event_store(tmp_path)
    assert again.go_on(new) == 4 and state_of(again) == (False, 2)
    tell(again, 5, "c3-b1")
    assert state_of(again) == (False, None)
    # After the compaction of that epoch it is still the same game, without another loss.
    tell(again, 6, f"checkpoint {EPOCH} 3", NEW, *SETS)
    assert state_of(again) == (False, None)
    (log,) = logs_of(tmp_path)
    assert survived_in(typed(log)) == {"erasure": 1} and sources(log)[-3:] == [5, 8, 9]
    # No event of it is missing, so the next log has no note.
    tell(again, 10, NEW)
    assert [gaps(log) for log in logs_of(tmp_path)] == [[], []]


def test_a_wholly_restored_game_misses_no_events(tmp_path: Path) -> None:
    begun(tmp_path, NEW, "a1-c3", "b1-a1")
    kept = event_store(tmp_path)
    kept.go_on(ORIGIN._replace(epoch=OTHER))
    kept.record(1, f"checkpoint {EPOCH} 3", Times(1))
    assert kept.record(2, NEW, Times(2)) == [Incident("erasure")]
    assert kept.current and kept.current.writer.lines[-1].times == Times(2)
    # The next game is another one, which was not restored.
    kept.record(3, NEW)
    first, second = logs_of(tmp_path)
    assert gaps(first) == gaps(second) == [] and survived_in(typed(second)) == {}


def test_a_game_restored_by_another_pc_has_its_own_log(tmp_path: Path) -> None:
    # This PC has fewer events of it than the other.
    begun(tmp_path, NEW, "a1-c3")
    new = ORIGIN._replace(epoch=OTHER)
    kept = event_store(tmp_path)
    kept.go_on(new)
    tell(kept, 1, f"checkpoint {EPOCH} 3", NEW, *SETS)
    tell(kept, 5, f"checkpoint {EPOCH} 3", NEW, "c3-b1")
    first, second = logs_of(tmp_path)
    assert gaps(first) == [] and missing_in(typed(second)) == [Missing(EPOCH, 3, 3)]
    assert survived_in(typed(second)) == {"erasure": 1} and sources(second) == [2, 3, 4, 7]


def test_settings_come_with_a_log_that_is_opened_again(tmp_path: Path) -> None:
    kept = begun(tmp_path, NEW, "a1-c3")
    kept.set_settings("0104")
    kept = event_store(tmp_path)
    kept.go_on(ORIGIN._replace(epoch=OTHER))
    kept.set_settings("0103")
    tell(kept, 1, f"checkpoint {EPOCH} 2", NEW)
    (log,) = logs_of(tmp_path)
    assert settings_in(typed(log)) == ["0104", "0103"]


@pytest.mark.parametrize(
    "text", ["checkpoint", "checkpoint -", f"checkpoint {EPOCH} x", f"checkpoint  {EPOCH} 1"]
)
def test_a_malformed_checkpoint_is_a_disagreement(tmp_path: Path, text: str) -> None:
    kept = begun(tmp_path, NEW)
    with pytest.raises(Disagreement) as no:
        kept.record(2, text)
    assert str(no.value) == text


def test_a_move_before_it_is_known_how_the_game_began_is_a_disagreement(tmp_path: Path) -> None:
    kept = begun(tmp_path, NEW, "a1-c3", f"checkpoint {EPOCH} 1")
    with pytest.raises(Disagreement):
        kept.record(4, "b1-a1")


def test_while_a_journal_is_set_aside_nothing_is_recorded(tmp_path: Path) -> None:
    kept = begun(tmp_path, NEW, "a1-c3")
    kept.leave()
    assert kept.progress.durable == 0
    with pytest.raises(AssertionError):
        kept.record(3, "b1-a1")
    assert kept.go_on(ORIGIN) == 2
    tell(kept, 3, "b1-a1")
    (log,) = logs_of(tmp_path)
    assert entries(log) == ["a1-c3", "b1-a1"]


@pytest.mark.parametrize("after", ["gone", "checkpoint - 0"])
def test_a_board_is_of_the_game_that_follows_it_at_once(tmp_path: Path, after: str) -> None:
    kept = begun(tmp_path, f"board {BOARD}")
    if after == "gone":
        kept.lose(2)
    else:
        kept.record(2, after)
    with pytest.raises(Disagreement):
        kept.record(3, "new joggle AB board=own")


def test_after_a_gap_a_game_that_begins_is_not_the_one_of_the_checkpoint(tmp_path: Path) -> None:
    kept = begun(tmp_path, NEW, "a1-c3", f"checkpoint {EPOCH} 1")
    kept.lose(5)
    tell(kept, 6, NEW, "c1-c3")
    assert [entries(log) for log in logs_of(tmp_path)] == [["a1-c3"], ["c1-c3"]]


def test_a_painted_board_without_a_game_is_missing_with_what_follows(tmp_path: Path) -> None:
    kept = begun(tmp_path, NEW, f"board {BOARD}")
    kept.lose(9)
    tell(kept, 10, NEW)
    assert [gaps(log) for log in logs_of(tmp_path)] == [[(2, 9)], []]


def test_a_checkpoint_completes_its_game(tmp_path: Path) -> None:
    kept = begun(tmp_path, NEW, f"board {BOARD}", "checkpoint - 0")
    kept.lose(9)
    tell(kept, 10, NEW)
    assert [gaps(log) for log in logs_of(tmp_path)] == [[], [(4, 9)]]
    # A game that another checkpoint does not mention is not restored either.
    kept.go_on(ORIGIN._replace(epoch=OTHER))
    tell(kept, 1, f"checkpoint {EPOCH} 10", "checkpoint - 0")
    assert [type(event) for event in kept.record(3, NEW)] == [Header]


def test_a_restored_game_without_a_log_here_gets_a_new_one(tmp_path: Path) -> None:
    kept = begun(tmp_path, f"checkpoint {OTHER} 3")
    header, taken = kept.record(2, NEW)
    assert isinstance(header, Header) and taken == Incident("erasure")
    (log,) = logs_of(tmp_path)
    assert missing_in(typed(log)) == [Missing(OTHER, 1, 3)] and sources(log) == [2]
