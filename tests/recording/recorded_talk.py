"""A live table, and a device whose lines a test writes."""

from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path

from schiri.device.reports import Report
from schiri.events import Event
from schiri.recording.device_sync import DeviceSync
from schiri.recording.event_store import EventStore
from schiri_engines.registry import row_of

from tests.closing import alone_in
from tests.link.scripted_peer import EPOCH, Talk
from tests.log.chain import AT
from tests.recording.test_event_store import NAMES


class RecordedTalk(Talk):
    """A conversation whose reports a live table handles.

    Shape: ``told`` are the handled reports, ``came`` the events of the last one; ``moved`` is the
    change of the PC's time of day since the link was opened.
    """

    RULES = row_of("switch").digest

    def __init__(self, folder: Path, epoch: str = EPOCH, first: int = 1, last: int = 0) -> None:
        self.told: list[Report] = []
        self.came: list[Event] = []
        self.moved = timedelta()
        self.folder = folder
        super().__init__(epoch, first, last)

    @cached_property
    def live(self) -> DeviceSync:
        store = alone_in(self.folder, EventStore(self.folder, self.time_of_day, NAMES))
        return DeviceSync(store, self.client)

    def time_of_day(self) -> datetime:
        """Return the time of day by the PC's clock."""
        return AT + timedelta(milliseconds=self.now_ms) + self.moved

    def tell(self, *texts: str) -> list[Report]:
        reports = []
        for text in texts:
            for report in super().tell(text):
                reports.append(report)
                self.handle(report)
        return reports

    def handle(self, report: Report) -> None:
        """Let the table handle a report."""
        self.came = self.live.handle(report, self.client.received_ms)
        self.told.append(report)

    def tell_events(self, first: int, *texts: str) -> None:
        """Send events, numbered from the first on."""
        for number, text in enumerate(texts, first):
            self.tell(f"event {number} {number * 10} {text}")

    def said_of(self, word: str) -> list[str]:
        """Return the PC's new lines that begin with this word."""
        return [text for text in self.take() if text.startswith(word)]

    def asked_in(self, for_ms: int) -> list[str]:
        """Let time pass; return the requests to the device meanwhile."""
        return [text for text in self.wait(for_ms) if text.startswith("ask ")]

    def answer(self, text: str = "ok") -> str:
        """Answer the pending request; return its text."""
        (asked,) = self.said_of("ask ")
        _, request, what = asked.split(" ", 2)
        self.tell(f"answer {request} {text}")
        return what
