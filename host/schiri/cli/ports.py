"""``schiri ports``: the devices found on this PC."""

import sys
import time

import click

from schiri.cli.language import language_option
from schiri.device.finder import greet, our_ports
from schiri.device.port import SerialPort
from schiri.errors import Fault
from schiri.texts import _, fault_words


@click.command()
@language_option
def ports() -> int:
    """List the devices found: port, device, build, firmware, game in progress."""
    paths = our_ports()
    if not paths:
        raise Fault("no-device")
    lines: list[str] = []
    faults: list[Fault] = []
    for path in paths:
        try:
            lines += filter(None, [describe(path)])
        except Fault as fault:
            # A port that another program has open does not hide the others.
            faults.append(fault)
    for line in lines:
        print(line)
    for each in faults:
        print(fault_words(each), file=sys.stderr)
    if not lines:
        if faults:
            return faults[0].status
        raise Fault("no-device")
    return 0


def describe(path: str) -> str | None:
    """Return a device in one line, None where nobody of ours answers."""
    port = SerialPort(path)
    try:
        found = greet(port, lambda: time.monotonic_ns() // 1_000_000)
    finally:
        port.close()
    if found is None:
        return None
    device, snapshot = found
    game = snapshot.began.split(" ")[1] if snapshot and snapshot.began else _("no game")
    return f"{path}  {device.device}  {device.build}  {device.firmware}  {game}"
