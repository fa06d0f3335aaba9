"""``schiri certify``: a device's self-test against the published budget.

Decides how checks are printed, and when a person is asked.  Must not know the limits, or how to
measure.
"""

import json
import sys
from contextlib import closing
from queue import Empty

import click

from schiri.certify.budget import FAILED, SKIPPED, Check, checks, number_text
from schiri.certify.parts import SKIP_ALL, Inspection, Parts, skipped_parts
from schiri.certify.talk import SIMULATED, Talk
from schiri.cli.builds import PORT_HELP, build_of
from schiri.cli.command import Command
from schiri.cli.language import pass_words
from schiri.cli.streams import lines_in_thread
from schiri.clock import now_ms
from schiri.device.reports import Connected
from schiri.device.table_device import PortDevice
from schiri.texts import N_, Words


@click.command(cls=Command)
@click.option("-p", "--port", metavar="PORT", help=PORT_HELP)
@click.option("-j", "--json", "as_json", is_flag=True, help="One object for programs.")
@pass_words
def certify(words: Words, port: str | None, as_json: bool) -> int:
    """Test a device: its times, its memory, the link, and with your help its lights and buttons."""
    with closing(Talk(PortDevice(port).open_port, now_ms)) as talk:
        device = talk.greet()
        said = words.say("Testing {device}; this takes a few seconds.", device=device.device)
        print(said, file=sys.stderr)
        parts = inspect(words, talk, device)
        figures = talk.figures()
    is_simulated = bool(figures.pop(SIMULATED, 0))
    found = checks(figures, parts, build_of(device.build))
    if as_json:
        print(json.dumps(report(device, found, is_simulated)))
    else:
        for check in found:
            print(check.line() + (" simulated" if is_simulated else ""))
    for check in found:
        if check.verdict == FAILED and check.limit.name.startswith("field."):
            print(weak_field(words, check), file=sys.stderr)
    if any(check.verdict == SKIPPED for check in found):
        text = words.gettext("A check marked “skipped” was not made.")
        print(text, file=sys.stderr)
    return 1 if any(check.verdict == FAILED for check in found) else 0


def inspect(words: Words, talk: Talk, device: Connected) -> Parts:
    """Measure the device, and ask the person in front of it about its parts."""
    build = build_of(device.build)
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stderr.isatty()):
        talk.measure()
        return skipped_parts(build)
    inspection = Inspection(words, talk, Typing(), build)
    # Load its modules first: loading would make a step too long.
    inspection.begin()
    talk.measure()
    inspection.look_at_pixels()
    inspection.press_buttons()
    inspection.end()
    return inspection.found


def weak_field(words: Words, check: Check) -> str:
    """Return what is wrong with a field, in words."""
    text = N_("The sensor of {cell} has a margin of {margin}; it needs {needed}.")
    margin, needed = number_text(check.value or 0), number_text(check.limit.value)
    cell = check.limit.name.partition(".")[2]
    return words.say(text, cell=cell, margin=margin, needed=needed)


def report(device: Connected, found: list[Check], is_simulated: bool) -> dict[str, object]:
    return {
        "device": device.device,
        "build": device.build,
        "firmware": device.firmware,
        "simulated": is_simulated,
        "ok": not any(check.verdict == FAILED for check in found),
        "checks": [check.data() for check in found],
    }


class Typing:
    """Typed input, read in a thread of its own during the conversation with the device."""

    def __init__(self) -> None:
        self._lines = lines_in_thread(sys.stdin)
        self._line: str | None = None
        self._has_ended = False

    def print(self, words: str) -> None:
        print(words, file=sys.stderr, flush=True)

    def has_typed(self) -> bool:
        if self._line is None and not self._has_ended:
            try:
                self._line = self._lines.get_nowait()
            except Empty:
                return False
            self._has_ended = not self._line
        return True

    def typed(self) -> str:
        line, self._line = self._line, None
        return line.strip().lower() if line else SKIP_ALL
