"""``schiri record``: every event of a device into logs, one file a game.

Decides what is printed, and which errors end it.  Must not know which events are in which log.
"""

import signal
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import click

from schiri.cli.builds import PORT_HELP
from schiri.cli.command import Command
from schiri.cli.language import pass_words
from schiri.cli.stepper import TableStepper
from schiri.device.reports import Connected, Lost, RefusalReport, Report, SetAside
from schiri.device.table_device import PortDevice
from schiri.errors import HostError
from schiri.events import Event, Header
from schiri.log.folder import log_folder, require_writable
from schiri.prose.answers import connected_words, disagreement_words, notice_words, refusal_line
from schiri.prose.events import event_text
from schiri.recording.device_sync import DeviceSync
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
    printer, ending = Printer(words), Ending()
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, ending.end)
        print(words.gettext("Waiting for a device. Ctrl-C ends."), file=sys.stderr)
        with closing(TableStepper(PortDevice(port), folder, None, printer.print)) as table:
            table.on_state = lambda _was: raise_final(table.state.device.missing)
            while not ending.is_due:
                table.wait()
                # They are printed as they are heard.
                table.take_events()
    except KeyboardInterrupt:
        return
    except HostError as error:
        if error.code in DISK_ERRORS:
            print(words.kept(), file=sys.stderr)
        raise


class Ending:
    """Ends a command at the end of a round: Python could swallow an exception.

    Shape: a second signal ends it at once, for example while its output blocks.
    """

    def __init__(self) -> None:
        self.is_due = False

    def end(self, number: int, _frame: object) -> None:
        self.is_due = True
        signal.signal(number, signal.default_int_handler)


def raise_final(error: HostError | None) -> None:
    """Raise why the port cannot be opened, where waiting does not help."""
    if error and error.code in FINAL:
        raise error


class Printer:
    def __init__(self, words: Words) -> None:
        self._words = words
        self._disagreement: str | None = None

    def print(self, report: Report, events: Sequence[Event], sync: DeviceSync) -> None:
        device, store, referee = sync.device, sync.store, sync.referee
        if isinstance(report, Connected):
            print(connected_words(self._words, report), file=sys.stderr)
        elif isinstance(report, Lost):
            print(self._words.gettext("The device is gone; waiting for it."), file=sys.stderr)
        elif isinstance(report, SetAside) and device.set_aside:
            why, path = device.set_aside
            self._notice("set-aside", why, path)
        elif isinstance(report, RefusalReport):
            # It is no event: standard output has only events of the log.
            print(refusal_line(self._words, report), file=sys.stderr)
        for path in store.torn:
            self._notice("torn", path)
        if device.disagreement and device.disagreement != self._disagreement:
            self._disagreement = device.disagreement
            print(disagreement_words(self._words, self._disagreement), file=sys.stderr)
        game = referee.game if referee else ""
        for event in events:
            if isinstance(event, Header) and store.current:
                print(store.current.writer.path, flush=True)
            else:
                print(event_text(self._words, game, event), flush=True)

    def _notice(self, code: str, *about: str | Path) -> None:
        notice = Notice(code, tuple(map(str, about)))
        print(notice_words(self._words, notice), file=sys.stderr)
