"""``schiri record``: every event of a device into logs, one file a game.

Decides what is printed, and which errors end it.  Must not know which events are in which log.
"""

import signal
import sys
import time
from contextlib import closing
from pathlib import Path

import click

from schiri.cli.builds import PORT_HELP
from schiri.cli.command import Command
from schiri.cli.language import pass_words
from schiri.cli.stepper import WAIT_S
from schiri.clock import local_time, now_ms
from schiri.device.client import RESTART_MS
from schiri.device.connection import Connection
from schiri.device.reports import DeviceStatus, RefusalReport, Report, SetAside
from schiri.device.table_device import PortDevice
from schiri.errors import HostError
from schiri.events import Event, Header
from schiri.log.folder import log_folder, require_writable
from schiri.prose.answers import news_words, notice_words, refusal_line
from schiri.prose.events import event_text
from schiri.recording.device_sync import DeviceSync
from schiri.recording.event_store import EventStore
from schiri.table.device_game import PANEL
from schiri.table.state import Notice
from schiri.texts import DISK_ERRORS, Words

# Wait for a missing port; these errors are final.
FINAL = ("port-busy", "port-denied", "port-failed")


@click.command(cls=Command)
@click.option("-p", "--port", metavar="PORT", help=PORT_HELP)
@click.option(
    "-o", "--output", "folder", type=click.Path(path_type=Path), help="Folder for the logs."
)
@pass_words
def record(words: Words, port: str | None, folder: Path | None) -> None:
    """Record every event of a device until stopped; survives unplugging."""
    folder = folder or log_folder()
    require_writable(folder)
    recorder, ending = Recorder(words, PortDevice(port), folder), Ending()
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, ending.end)
        print(words.gettext("Waiting for a device. Ctrl-C ends."), file=sys.stderr)
        with closing(recorder):
            while not ending.is_due:
                recorder.wait()
    except KeyboardInterrupt:
        return
    except HostError as error:
        if error.code in DISK_ERRORS:
            print(words.kept(), file=sys.stderr)
        raise


class Ending:
    """Ends a command at the end of a round, because Python could swallow an exception.

    Shape: a second signal ends it at once, for example while its output blocks.
    """

    def __init__(self) -> None:
        self.is_due = False

    def end(self, number: int, _frame: object) -> None:
        self.is_due = True
        signal.signal(number, signal.default_int_handler)


class Recorder:
    """The recording of a device, each event printed as it is written."""

    def __init__(self, words: Words, device: PortDevice, folder: Path) -> None:
        self._words = words
        self._connection = Connection(
            device.open_port,
            silent_ms=device.silent_ms,
            tries_others=device.tries_others,
        )
        self._sync = DeviceSync(EventStore(folder, local_time), self._connection.client)

    def wait(self) -> None:
        """Do one round, and wait a moment for more.

        Raises: HostError (the port or the log cannot be used).
        """
        for report in self._connection.poll(now_ms()):
            self._handle(report)
        if not self._connection.is_open:
            error = self._connection.error
            if error and error.code in FINAL:
                raise error
            time.sleep(WAIT_S)
        self._connection.wait()

    def close(self) -> None:
        self._connection.close()
        self._sync.store.close()

    def _handle(self, report: Report) -> None:
        was, store = self._sync.device, self._sync.store
        events = self._sync.handle(report, self._connection.client.received_ms)
        for news in news_words(self._words, was, self._sync.device):
            print(news, file=sys.stderr)
        if isinstance(report, SetAside) and self._sync.set_aside:
            why, path = self._sync.set_aside
            self._notice("set-aside", why, path)
        elif isinstance(report, RefusalReport):
            # Not an event: standard output has only events of the log.
            print(refusal_line(self._words, report), file=sys.stderr)
        elif isinstance(report, DeviceStatus) and report.mode == PANEL:
            # A program that ended during a card game has left it as a panel.
            self._connection.client.ask("panel off", busy_ms=RESTART_MS)
        while store.torn:
            self._notice("torn", store.torn.pop(0))
        for event in events:
            self._print(event)

    def _print(self, event: Event) -> None:
        current = self._sync.store.current
        if isinstance(event, Header) and current:
            print(current.writer.path, flush=True)
        else:
            game = current.referee.game if current else ""
            print(event_text(self._words, game, event), flush=True)

    def _notice(self, code: str, *about: str | Path) -> None:
        notice = Notice(code, tuple(map(str, about)))
        print(notice_words(self._words, notice), file=sys.stderr)
