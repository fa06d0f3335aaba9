"""The log: the device's events, and the game on the table that follows from them.

Decides what is on the disk when. Must not know lines, nor any game's rules.
"""

import json
import os
from typing import NamedTuple


class Record(NamedTuple):
    """A line of the log: an event, `gone N M` at number M, or settings at number 0."""

    epoch: str
    number: int
    ms: int | None
    text: str


class Game(NamedTuple):
    """The game on the table in the log, with the place of its last event."""

    epoch: str
    number: int
    board: str
    new: str
    entries: list[str]


class Log:
    """A list of records, and lines of JSON if a path is given: on the disk at once."""

    def __init__(self, path: str = "") -> None:
        self.records: list[Record] = []
        self.asides: dict[str, bytes] = {}
        self._path = path
        if path and os.path.exists(path):
            with open(path, "r+b") as file:
                data = file.read()
                # A line that was torn by a power cut was never acknowledged.
                whole = data[: data.rfind(b"\n") + 1]
                file.truncate(len(whole))
            self.records = [Record(*json.loads(line)) for line in whole.splitlines()]

    def append(self, record: Record) -> None:
        """Save a record."""
        self.records.append(record)
        self._write(self._path, json.dumps(record).encode("ascii") + b"\n")

    def store(self, crc: str, data: bytes) -> None:
        """Save the bytes of a journal that was set aside."""
        self.asides[crc] = data
        self._write(self._path and f"{self._path}.{crc}", data)

    def _write(self, path: str, data: bytes) -> None:
        if path:
            with open(path, "ab") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())

    def last(self, epoch: str) -> int:
        """Return the number of an epoch's last event that is saved or known to be gone."""
        return max((each.number for each in self.records if each.epoch == epoch), default=0)

    def settings(self) -> Record | None:
        """Return the newest settings."""
        return next((each for each in reversed(self.records) if not each.number), None)

    def game(self) -> Game | None:
        """Return the game on the table."""
        game, board = None, ""
        for epoch, number, ms, text in self.records:
            word = text.split(" ")[0]
            if word == "board":
                board = text
            elif word == "new":
                game, board = Game(epoch, number, board, text, []), ""
            elif text == "checkpoint - 0":
                game = None
            elif game and number and ms is not None:
                if word not in ("checkpoint", "score", "resume", "failed"):
                    game.entries.append(text)
                game = game._replace(epoch=epoch, number=number)
        return game
