"""What the logs of an evening hold, set against what the device did."""

from schiri.log.lines import Log, read
from schiri.log.replay import referee_of, replay

from tests.faults.table import Evening


def check_logs(evening: Evening) -> None:
    """Every event of the device is in the logs, once and in order; the last log replays."""
    assert evening.live.disagreement is None
    logs = sorted((read(path.read_bytes()) for path in evening.folder.glob("*.jsonl")), key=first)
    assert not any(log.torn for log in logs)
    told = [told_of(event) for log in logs for event in log.events if event["src"] != "pc"]
    made = [" ".join(text.split()[:3]) if is_start(text) else text for text in evening.truth]
    assert told == list(enumerate(made, 1))
    referee = referee_of(logs[-1].events[0])
    assert replay(logs[-1].events, referee) == []
    match = evening.device.match
    if match.table:
        assert referee.table.game.position() == match.game.position()
        assert referee.table.outcome() == match.outcome


def first(log: Log) -> int:
    """Return the number of the event that a log begins with."""
    return number_of(log.events[0]["src"])


def number_of(source: str) -> int:
    """Return the number of an event by its source."""
    return int(source.rpartition(":")[2])


def told_of(event: dict[str, object]) -> tuple[int, str]:
    """Return the number of a logged event, and its text as a device tells it."""
    number = number_of(str(event["src"]))
    if event["event"] == "game":
        return number, f"new {event['game']} {event['seats']}"
    return number, str(event["entry"])


def is_start(text: str) -> bool:
    """Tell whether a game began there; its log names every option, the device only some."""
    return text.startswith("new ")
