"""``schiri record``: every event of a device into logs, one file a game.

Decides what is printed meanwhile, and which errors end it.  Must not know which log has what.
"""

import signal
import sys
import time
from pathlib import Path
from types import FrameType

import click

from schiri.cli.builds import PORT_HELP
from schiri.cli.command import Command
from schiri.cli.language import language_option, pass_words
from schiri.clock import local_time, now_ms
from schiri.device.actions import Action
from schiri.device.connection import Connection
from schiri.device.finder import PortFinder
from schiri.device.reports import Connected, DeviceRefusal, Lost, Report, SetAside
from schiri.errors import HostError
from schiri.events import Header
from schiri.log.folder import log_folder, require_writable
from schiri.prose.answers import connected_words, disagreement_words, refusal_line
from schiri.prose.history import told_words
from schiri.prose.notes import aside_words, torn_words
from schiri.recording.recorder import Recorder
from schiri.recording.recording import Recording
from schiri.table.answers import refusal_told
from schiri.texts import DISK_ERRORS, Words

# How long a port that is open may say nothing before it counts as not ours.
SILENT_MS = 5000
WAIT_S = 0.2
# A port that is not there is waited for; these are not going to change.
FINAL = ("port-busy", "port-failed")


@click.command(cls=Command)
@click.option("-p", "--port", metavar="PORT", help=PORT_HELP)
@click.option(
    "-o", "--output", "folder", type=click.Path(path_type=Path), help="Folder for the logs."
)
@language_option
@pass_words
def record(words: Words, port: str | None, folder: Path | None) -> int:
    """Record every event of a device until stopped; survives unplugging."""
    folder = folder or log_folder()
    require_writable(folder)
    printer = Printer(words, folder)
    connection = Connection(
        PortFinder(port).open,
        printer.handle,
        silent_ms=SILENT_MS,
        tries_others=port is None,
    )
    try:
        signal.signal(signal.SIGTERM, interrupt)
        print(words.gettext("Waiting for a device. Ctrl-C ends."), file=sys.stderr)
        printer.run(connection)
    except KeyboardInterrupt:
        return 0
    except HostError as error:
        if error.code in DISK_ERRORS:
            print(words.kept(), file=sys.stderr)
        raise
    finally:
        printer.tell_torn()
        connection.close()
    return 0


def interrupt(signum: int, frame: FrameType | None) -> None:
    """Stop as Ctrl-C does."""
    raise KeyboardInterrupt


class Printer:
    """Prints what happens while events are recorded."""

    def __init__(self, words: Words, folder: Path) -> None:
        self._words = words
        self.recorder = Recorder(folder, local_time)
        self._recording = Recording(self.recorder)
        self._disagreement: str | None = None

    def run(self, connection: Connection) -> None:
        """Record until interrupted.

        Raises: HostError (port-busy, port-failed, port-silent, and what a log raises).
        """
        while True:
            if not connection.poll(now_ms()):
                if connection.error and connection.error.code in FINAL:
                    raise connection.error
                time.sleep(WAIT_S)

    def handle(self, report: Report, received_ms: int) -> tuple[Action, ...]:
        """Record a report and print what has happened; return what is to be done."""
        events, actions = self._recording.handle(report, received_ms)
        device, referee = self._recording.device, self._recording.referee
        if isinstance(report, Connected):
            print(connected_words(self._words, report), file=sys.stderr)
        elif isinstance(report, Lost):
            print(self._words.gettext("The device is gone; waiting for it."), file=sys.stderr)
        elif isinstance(report, SetAside) and device.set_aside:
            print(aside_words(self._words, *device.set_aside), file=sys.stderr)
        elif isinstance(report, DeviceRefusal):
            # It is no event: what is on standard output is in the log.
            print(refusal_line(self._words, refusal_told(report)), file=sys.stderr)
        self.tell_torn()
        if device.disagreement and device.disagreement != self._disagreement:
            self._disagreement = device.disagreement
            print(disagreement_words(self._words, self._disagreement), file=sys.stderr)
        game = referee.game if referee else ""
        for event in events:
            if isinstance(event, Header) and self.recorder.current:
                print(self.recorder.current.writer.path, flush=True)
            else:
                print(told_words(self._words, game, event), flush=True)
        return actions

    def tell_torn(self) -> None:
        """Print which logs were put right."""
        for path in self.recorder.torn:
            print(torn_words(self._words, path), file=sys.stderr)
        self.recorder.torn.clear()
