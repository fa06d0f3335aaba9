"""``schiri ports``: the devices found on this PC.

Decides what is printed for each.  Must not know how a device is found.
"""

import sys
from contextlib import closing

import click

from schiri.cli.command import Command
from schiri.cli.errors import explained
from schiri.cli.language import pass_words
from schiri.clock import now_ms
from schiri.device.finder import greet, our_ports
from schiri.device.port import SerialPort
from schiri.errors import HostError
from schiri.texts import Words


@click.command(cls=Command)
@pass_words
def ports(words: Words) -> int:
    """List the devices found: port, device, build, firmware, game in progress."""
    lines: list[str] = []
    errors: list[HostError] = []
    for path in our_ports():
        try:
            lines += filter(None, [describe(words, path)])
        except HostError as error:
            # A port that another program has open does not hide the others.
            errors.append(error)
    for line in lines:
        print(line)
    for each in errors:
        print(explained(words, each)[0], file=sys.stderr)
    if not (lines or errors):
        raise HostError("no-device")
    return 0 if lines else errors[0].status


def describe(words: Words, path: str) -> str | None:
    """Return a device in one line, None if no Schiri device answers."""
    with closing(SerialPort(path)) as port:
        found = greet(port, now_ms)
    if found is None:
        return None
    device, snapshot = found
    game = snapshot.began.split(" ")[1] if snapshot and snapshot.began else words.gettext("no game")
    return f"{path}  {device.device}  {device.build}  {device.firmware}  {game}"
