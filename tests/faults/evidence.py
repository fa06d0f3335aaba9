"""The events in a device's journal, and their lines in the logs."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from schiri.log.lines import Log, read
from schiri.log.replay import referee_of, replay
from schiri_device.app.device import Device

from tests.log.chain import objects

if TYPE_CHECKING:
    from tests.faults.table import Evening

Place = tuple[str, int]
# Events of a device that are no entries of a game, and not logged.
SILENT = ("checkpoint", "score", "board", "failed")


class Made(NamedTuple):
    """An event as it was added to the device's journal."""

    epoch: str
    number: int
    text: str

    @property
    def place(self) -> Place:
        """Its epoch and number."""
        return self.epoch, self.number


def listen(device: Device, note: Callable[[Made, bool], None]) -> None:
    """From now on, note each event before a device's journal saves it, and whether it is a move.

    Rule: an event that only repeats the state of an earlier game is not counted again.  A second
    call for this device does nothing.
    """
    match, journal = device.match, device.journal
    if "append" in vars(journal):
        return
    append, is_carried = journal.append, [False]

    def noted(text: str, move: int | None, after_ms: int) -> int:
        if text.startswith("checkpoint "):
            is_carried[0] = not text.endswith("- 0")
        is_new = text.startswith("new ")
        # During a compaction, its image is written.
        if journal._store is not journal._image and not (is_new and is_carried[0]):
            told = text if move is None else match.game.move_text(move)
            note(Made(journal.epoch, journal.last + 1, named(told)), move is not None)
        is_carried[0] = is_carried[0] and not is_new
        return int(append(text, move, after_ms))

    journal.append = noted  # type: ignore[method-assign]


def logs_in(folder: Path) -> list[Log]:
    """Return all logs after checking that each is complete and consistent."""
    logs = [read(path.read_bytes()) for path in folder.glob("*.jsonl")]
    for log in logs:
        assert not log.torn and replay(log.lines, referee_of(log.header)) == []
    return logs


def check_logs(evening: "Evening") -> None:
    """Every event of the device is in the logs, once and in order."""
    assert evening.live.device.disagreement is None
    logs = logs_in(evening.folder)
    made = [(*each.place, each.text) for each in evening.truth if is_logged(each.text)]
    places = [(epoch, number) for epoch, number, _ in made]
    logs.sort(key=lambda log: places.index(place_of(objects(log)[0])))
    told = [told_of(event) for log in logs for event in objects(log) if event["src"] != "pc"]
    assert told == made
    referee = referee_of(logs[-1].header)
    replay(logs[-1].lines, referee)
    match = evening.device.match
    assert referee.table.game.position() == match.game.position()
    assert referee.table.outcome() == match.outcome


def place_of(event: dict[str, Any]) -> Place:
    """Return the epoch and the number of an event by its source."""
    _, epoch, number = event["src"].split(":")
    return epoch, int(number)


def told_of(event: dict[str, Any]) -> tuple[str, int, str]:
    """Return the place of a logged event, and its text in the device's form."""
    if event["event"] == "game":
        return *place_of(event), f"new {event['game']} {event['seats']}"
    return *place_of(event), event.get("entry", "resume")


def named(text: str) -> str:
    """Return the comparable part of a text: a log names every option, the device only some."""
    return " ".join(text.split()[:3]) if text.startswith("new ") else text


def is_logged(text: str) -> bool:
    """Return whether an event has its own line in a log."""
    return text.split(" ")[0] not in SILENT
