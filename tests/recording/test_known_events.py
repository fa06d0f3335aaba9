"""A device's events in the logs: the last one of an epoch, and the log of a game."""

from pathlib import Path
from typing import Any

import pytest
from schiri.events import End, Event, Incident, Missing, event_of
from schiri.log.index import LoggedNumbers, numbers_in
from schiri.log.lines import UNTIMED, Line
from schiri.recording.event_store import KnownEvents, sets_since_restore

DEV, EPOCH, OTHER = "DEV1", "89abcdef", "01234567"
A, B, C = Path("a"), Path("b"), Path("c")
Logs = list[tuple[Path, LoggedNumbers]]


def event(number: int, entry: str = "", epoch: str = EPOCH, device: str = DEV) -> dict[str, Any]:
    told = {"src": f"{device}:{epoch}:{number}", "event": "move"}
    return {**told, "entry": entry} if entry else told


def last_reported(logs: Logs, device: str, epoch: str) -> tuple[int, Path | None]:
    return KnownEvents(lambda origin: logs, device).last_reported(epoch)


def game_of(logs: Logs, device: str, epoch: str, number: int) -> Path | None:
    return KnownEvents(lambda origin: logs, device).game_of(epoch, number)


def whole_game_of(logs: Logs, number: int) -> Path | None:
    return KnownEvents(lambda origin: logs, DEV).whole_game_of(EPOCH, number)


def of_pc(note: Event) -> dict[str, Any]:
    return {**note.json(), "src": "pc"}


def line(told: dict[str, Any]) -> Line:
    return Line(1, "", told["src"], event_of(told, [End]), UNTIMED, told)


def log(*events: dict[str, Any] | int) -> LoggedNumbers:
    """Return the numbers of these events; a number stands for an event of the epoch."""
    of_device = [each if isinstance(each, dict) else event(each) for each in events]
    return numbers_in(map(line, of_device))


def test_the_last_event_is_that_of_any_log_whatever_their_order() -> None:
    logs = [(A, log(1, 2, 9)), (B, log(10, 12, 11)), (C, log(3, 4))]
    for order in (logs, logs[::-1]):
        assert last_reported(order, DEV, EPOCH) == (12, B)
    assert last_reported([], DEV, EPOCH) == (0, None)
    # If two logs have it, the first.
    assert last_reported([(B, log(3)), (C, log(3)), (A, log(3))], DEV, EPOCH) == (3, B)
    # Events of other devices or of the PC do not count.
    others = log(event(20, epoch=OTHER), event(21, device="DEV2"), of_pc(Incident("pc")))
    assert last_reported([(B, others), (C, log(3))], DEV, EPOCH) == (3, C)
    assert last_reported([(B, others)], DEV, EPOCH) == (0, None)
    assert last_reported([(B, others)], DEV, OTHER) == (20, B)


def test_a_loss_counts_as_reported_only_with_later_events_of_its_epoch() -> None:
    noted = log(1, of_pc(Missing(EPOCH, 2, 9)), of_pc(Missing(OTHER, 3, 70)))
    assert last_reported([(A, noted), (B, log(5))], DEV, EPOCH) == (9, A)
    assert last_reported([(A, log(11, of_pc(Missing(EPOCH, 2, 9))))], DEV, EPOCH) == (11, A)
    # Another device's log notes that device's losses.
    foreign = log(event(1, device="DEV2"), of_pc(Missing(EPOCH, 2, 9)))
    assert last_reported([(A, foreign)], DEV, EPOCH) == (0, None)


@pytest.mark.parametrize(
    ("number", "path"), [(2, None), (3, A), (4, A), (6, A), (7, B), (9, B), (10, None)]
)
def test_a_game_belongs_to_the_log_with_events_before_and_after_it(
    number: int, path: Path | None
) -> None:
    logs = [(A, log(3, 6, 4)), (C, log(event(2, epoch=OTHER))), (B, log(7, 9))]
    assert game_of(logs, DEV, EPOCH, number) == path
    assert game_of(logs, "DEV2", EPOCH, number) is None


def test_a_log_with_the_event_itself_is_preferred() -> None:
    logs = [(A, log(3, 9)), (B, log(5))]
    assert (game_of(logs, DEV, EPOCH, 5), game_of(logs, DEV, EPOCH, 6)) == (B, A)


def test_a_game_is_complete_only_in_the_log_with_the_last_event() -> None:
    note = of_pc(Incident("pc"))
    for events, path in (((1, 2, of_pc(Missing(EPOCH, 3, 4)), note), None), ((1, 2, note), A)):
        assert whole_game_of([(A, log(*events))], 2) == path


def test_the_last_event_of_a_device_bounds_only_its_epoch() -> None:
    logs = [(A, log(3, 9)), (B, log(event(20, epoch=OTHER)))]
    known = KnownEvents(lambda origin: logs, DEV, EPOCH, 5)
    assert known.last_reported(EPOCH) == (0, None) and known.last_reported(OTHER) == (20, B)


@pytest.mark.parametrize(
    ("entries", "count"),
    [
        ([], None),
        (["set turn Ann"], None),
        (["erasure"], 0),
        (["left", "set turn Ann"], 1),
        (["a1-c3", "erasure", "set turn Ann"], 1),
        (["erasure", "set turn Ann", "power", "set position x"], 2),
        (["erasure", "set turn Ann", "a1-c3"], None),
        (["erasure", "a1-c3", "set turn Ann"], None),
        (["erasure", "set turn Ann", "erasure"], 0),
        (["erasure", "set turn Ann", "elsewhere", "set turn Ann"], None),
        (["erasure", "settle"], None),
    ],
)
def test_events_since_the_last_restore_are_counted(entries: list[str], count: int | None) -> None:
    events = [event(1)]
    for number, text in enumerate(entries, 2):
        if text in ("erasure", "left", "power"):
            events.append({**event(number), **Incident(text).json()})
        elif text == "elsewhere":
            events.append({**event(number, epoch=OTHER), **Incident("erasure").json()})
        else:
            events.append(event(number, text))
    assert sets_since_restore([line(each) for each in events], DEV, EPOCH) == count
