"""``schiri play``: the table view.

Decides which device is played with: one on a port, or a simulated one.
"""

import sys
import time

import click

from schiri.cli.builds import build_of
from schiri.cli.games import check_game
from schiri.cli.language import language_option
from schiri.cli.unbuilt import unbuilt
from schiri.clock import local_time
from schiri.device.finder import greet, our_ports, port_opener
from schiri.device.handle import DeviceHandle, RealDevice
from schiri.errors import HostError
from schiri.last_setup import setup_path
from schiri.log.folder import log_folder
from schiri.recording.live import LiveTable
from schiri.recording.recorder import Recorder
from schiri.simulator.handle import SimulatedDevice


@click.command(params=[unbuilt("--no-browser", is_flag=True), unbuilt("--listen")])
@click.argument("game", required=False)
@click.option("--port", metavar="P", help="The device's port; found by itself unless given.")
@click.option("--sim", is_flag=True, help="Play with a simulated device.")
@click.option("--build", "build_name", metavar="B", help="Build of the simulated device.")
@click.option("--terminal", is_flag=True, help="Open the table in the terminal.")
@language_option
def play(
    game: str | None,
    port: str | None,
    sim: bool,
    build_name: str | None,
    terminal: bool,
) -> None:
    """Open the table: board, lights and buttons of a device, or of a simulated one."""
    if game is not None:
        check_game(game)
    if port and sim:
        raise click.UsageError("--port and --sim exclude each other.")
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise HostError("no-terminal")
    path = None if sim else port or next(iter(our_ports()), None)
    found = build_at(path) if path else build_name or "cursor"
    build = build_of(found)

    def open_device(live: LiveTable) -> DeviceHandle:
        return RealDevice(path, live.handle) if path else SimulatedDevice(build, live.handle)

    from schiri.terminal.app import SchiriApp

    recorder = Recorder(log_folder(), local_time)
    error = SchiriApp(build, recorder, open_device, setup_path(), game).run()
    if error:
        raise error


def build_at(path: str) -> str:
    """Return the build of the device at a port.

    Raises: HostError (port-missing, port-busy, port-failed, port-silent, version-mismatch).
    """
    port = port_opener(path)()
    try:
        found = greet(port, lambda: time.monotonic_ns() // 1_000_000)
    finally:
        port.close()
    if found is None:
        raise HostError("port-silent")
    return found[0].build
