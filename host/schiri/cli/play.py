"""``schiri play``: the table view.

Decides which device is played with: one on a port, or a simulated one.
"""

import sys
import time
from secrets import randbelow

import click
from schiri_device.builds import Build
from schiri_engines.registry import row_of

from schiri.cli.builds import PORT_HELP, build_of, build_option
from schiri.cli.command import Command
from schiri.cli.games import check_game, complete_game
from schiri.cli.language import language_option, pass_words
from schiri.cli.unbuilt import unbuilt
from schiri.clock import local_time
from schiri.config import settings
from schiri.device.finder import is_there
from schiri.device.handle import PortDevice
from schiri.errors import HostError
from schiri.last_setup import Setup, setup_path
from schiri.log.folder import log_folder, require_writable
from schiri.simulator.flash_file import open_flash
from schiri.simulator.handle import SimulatedDevice
from schiri.table.session import TableSession
from schiri.table.worker import TableWorker
from schiri.texts import Words


@click.command(cls=Command, params=[unbuilt("--no-browser", is_flag=True), unbuilt("--listen")])
@click.argument("game", required=False, shell_complete=complete_game)
@click.option("-p", "--port", metavar="PORT", help=PORT_HELP)
@click.option("--sim", is_flag=True, help="Play with a simulated device.")
@build_option("build_name")
@click.option("--terminal", is_flag=True, help="Open the table in the terminal.")
@language_option
@pass_words
def play(
    words: Words,
    game: str | None,
    port: str | None,
    sim: bool,
    build_name: str | None,
    terminal: bool,
) -> None:
    """Open the table: board, lights and buttons of a device, or of a simulated one."""
    mine = settings()
    game = game or mine.game or None
    if game is not None:
        check_game(game)
    if port and sim:
        raise HostError("port-or-sim")
    build = build_of(build_name or "cursor")
    if game is not None and (sim or build_name) and row_of(game).size > build.size:
        raise HostError("build-too-small", build=build.name, game=game)
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise HostError("no-terminal")
    # Before anything is asked: a game that cannot be logged is not begun.
    require_writable(log_folder())
    is_real = not sim and (port is not None or is_there(now_ms))
    device = PortDevice(port, build) if is_real else simulated(build)

    from schiri.terminal.app import SchiriApp

    usual = Setup(mine.names, mine.game or Setup().game)
    worker = TableWorker(device, log_folder(), local_time, now_ms, setup_path(), randbelow, usual)
    session = TableSession(device, worker, now_ms)
    app = SchiriApp(words, session, game)
    app.run()
    session.close()
    error = app.bug or session.state.fault
    if error:
        raise error


def simulated(build: Build) -> SimulatedDevice:
    """Return a simulated device that has what was played with it before.

    Raises: HostError (file-unwritable).
    """
    return SimulatedDevice(build, store=open_flash(log_folder() / "devices", build.name))


def now_ms() -> int:
    """Return the time of a clock that only goes on."""
    return time.monotonic_ns() // 1_000_000
