"""The events that devices have made, and their lines in the logs."""

from pathlib import Path
from typing import Any

from schiri.events import Missing
from schiri.log.annotations import missing_in
from schiri.log.lines import Log, read
from schiri.log.replay import referee_of, replay

from tests.log.chain import objects
from tests.rig import EntryMade, Rig

# Events of a device that are no entries of a game, and not logged.
SILENT = ("checkpoint", "score", "board", "failed")


def is_logged(made: EntryMade) -> bool:
    """Return whether an event has its own line in a log."""
    return made.text.split(" ")[0] not in SILENT


def logs_in(folder: Path) -> list[Log]:
    """Return all logs after checking that each is complete and consistent."""
    logs = [read(path.read_bytes()) for path in folder.glob("*.jsonl")]
    for log in logs:
        assert not log.torn and replay(log.lines, referee_of(log.header)) == []
    return logs


def told_by(log: Log) -> list[dict[str, Any]]:
    """Return the events of a log that a device has reported."""
    return [event for event in objects(log) if event["src"] != "pc"]


def check_logs(rig: Rig, most_missing: int = 0) -> list[Missing]:
    """Check that every event is in the logs once and in order, but those noted as missing.

    The last log ends at the position on the table. Return the notes.
    """
    assert rig.live.device.disagreement is None, rig.live.device.disagreement
    logs = logs_in(rig.folder)
    notes = [note for log in logs for note in missing_in(log.events)]
    missing = {(note.epoch, at) for note in notes for at in range(note.first, note.last + 1)}
    assert sum(1 + note.last - note.first for note in notes) <= most_missing
    made = [each for each in rig.made if is_logged(each)]
    order = {each.source: at for at, each in enumerate(made)}
    told = [event for log in logs for event in told_by(log)]
    assert len({event["src"] for event in told}) == len(told)
    # After a compaction a snapshot is logged besides: if the PC has the game, only its settings.
    besides = {text_of(event).split(" ")[0] for event in told if event["src"] not in order}
    snapshot = {"new", "set"} if notes else {"set"}
    assert besides <= (snapshot if rig.device.journal.first > 1 else set())
    # Two devices may take turns with their logs.
    told_of = [[event for event in told_by(log) if event["src"] in order] for log in logs]
    in_order = sorted(filter(None, told_of), key=lambda events: order[events[0]["src"]])
    found = [(event["src"], text_of(event)) for events in in_order for event in events]
    expected = [
        (each.source, told_as(each.text, rig.names))
        for each in made
        if (each.epoch, each.number) not in missing
    ]
    assert sorted(found, key=device_of) == sorted(expected, key=device_of)
    check_position(rig, logs)
    return notes


def check_position(rig: Rig, logs: list[Log]) -> None:
    """The log with the device's last event ends at the position on its table."""
    match: Any = rig.device.match
    start = f"{rig.device.identity[0]}:{rig.device.journal.epoch}:"
    if match.table is None:
        return

    def last_in(log: Log) -> int:
        sources = [event["src"] for event in told_by(log) if event["src"].startswith(start)]
        return max((int(each.removeprefix(start)) for each in sources), default=0)

    log = max(logs, key=last_in)
    referee = referee_of(log.header)
    replay(log.lines, referee)
    table = referee.table
    assert table.game.position() == match.game.position()
    assert (table.turn, table.outcome()) == (match.table.turn, match.outcome)
    assert getattr(table.game, "colours", ()) == match.game.colours
    assert log.is_finished == (match.outcome is not None)


def device_of(told: tuple[str, str]) -> str:
    """Return the device by the source of an event and its text."""
    return told[0].partition(":")[0]


def text_of(event: dict[str, Any]) -> str:
    """Return a logged event in the device's form."""
    if event["event"] == "game":
        return f"new {event['game']} {event['seats']}"
    return str(event.get("entry", "resume"))


def told_as(text: str, names: dict[str, str]) -> str:
    """Return the comparable part of a text: a log names all options and people, a device some."""
    words = text.split(" ")
    if words[0] in ("resign", "set"):
        return " ".join(names.get(word, word) for word in words)
    return " ".join(words[:3] if words[0] == "new" else words)
