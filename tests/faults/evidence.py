"""What the logs of an evening hold, set against what the device did."""

from typing import Any

from schiri.log.lines import read
from schiri.log.replay import referee_of, replay

from tests.faults.table import Evening

# Events of a device that are no entries of a game, and in no log.
SILENT = ("after", "score", "board")


def check_logs(evening: Evening) -> None:
    """Every event of the device is in the logs, once and in order; the last log replays."""
    assert evening.live.disagreement is None
    logs = [read(path.read_bytes()) for path in evening.folder.glob("*.jsonl")]
    made = [(*each.place, named(each.text)) for each in evening.truth if is_logged(each.text)]
    places = [(epoch, number) for epoch, number, _ in made]
    logs.sort(key=lambda log: places.index(place_of(log.events[0])))
    assert not any(log.torn for log in logs)
    told = [told_of(event) for log in logs for event in log.events if event["src"] != "pc"]
    assert told == made
    referee = referee_of(logs[-1].events[0])
    assert replay(logs[-1].events, referee) == []
    match = evening.device.match
    assert referee.table.game.position() == match.game.position()
    assert referee.table.outcome() == match.outcome


def place_of(event: dict[str, Any]) -> tuple[str, int]:
    """Return the epoch and the number of an event by its source."""
    _, epoch, number = event["src"].split(":")
    return epoch, int(number)


def told_of(event: dict[str, Any]) -> tuple[str, int, str]:
    """Return the place of a logged event, and its text as a device tells it."""
    if event["event"] == "game":
        return *place_of(event), f"new {event['game']} {event['seats']}"
    return *place_of(event), event.get("entry", "resume")


def named(text: str) -> str:
    """Return a text as far as it is compared: a log names every option, the device only some."""
    return " ".join(text.split()[:3]) if text.startswith("new ") else text


def is_logged(text: str) -> bool:
    """Tell whether an event stands in a log by itself."""
    return text.split(" ")[0] not in SILENT
