"""``schiri play``: the table, on a page in the browser or in the terminal.

Decides which device is played with: one on a port, or a simulated one; and which view opens.
"""

import os
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from secrets import randbelow

import click
from schiri_device.builds import Build
from schiri_engines.registry import row_of

from schiri.cli.builds import PORT_HELP, build_of, build_option
from schiri.cli.command import Command
from schiri.cli.games import chosen_game, complete_game
from schiri.cli.language import pass_words
from schiri.clock import local_time, now_ms
from schiri.config import settings
from schiri.device.finder import is_there
from schiri.device.table_device import PortDevice, TableDevice
from schiri.errors import HostError
from schiri.last_setup import Setup, setup_path
from schiri.log.folder import log_folder, require_writable
from schiri.page.address import Address, parse_address, parse_name
from schiri.simulator.flash import open_flash
from schiri.simulator.threaded import SimulatedDevice
from schiri.table.session import TableSession
from schiri.table.worker import TableWorker
from schiri.texts import N_, Words

PAGE, TERMINAL = "page", "terminal"
NO_BROWSER = N_("No page can be opened here: the table opens in the terminal.")
# Text browsers cannot run the page.
IN_TERMINAL = ("www-browser", "links", "elinks", "lynx", "w3m")


@click.command(cls=Command)
@click.argument("game", required=False, callback=chosen_game, shell_complete=complete_game)
@click.option("-p", "--port", metavar="PORT", help=PORT_HELP)
@click.option("--sim", is_flag=True, help="Play with a simulated device.")
@build_option()
@click.option("--terminal", is_flag=True, help="Open the table in the terminal.")
@click.option("--no-browser", is_flag=True, help="Only print the address of the page.")
@click.option(
    "--listen", metavar="HOST:PORT", help="Let phones in the network open the page there too."
)
@click.option(
    "--host",
    "hosts",
    metavar="NAME",
    multiple=True,
    help="Allow a name of a router or a proxy that leads to the page.",
)
@click.option("--new-keys", is_flag=True, help="Make new links for phones; the old ones end.")
@pass_words
def play(
    words: Words,
    game: str | None,
    port: str | None,
    sim: bool,
    build_name: str | None,
    terminal: bool,
    no_browser: bool,
    listen: str | None,
    hosts: Sequence[str],
    new_keys: bool,
) -> None:
    """Open the table: board, lights and buttons of a device, or of a simulated one.

    It opens as a page in the browser where there is one, else in the terminal. With neither, the
    page is served and its address printed. The links for phones stay the same from one start to the
    next.
    """
    mine = settings()
    game = game or mine.game or None
    if port and sim:
        raise HostError("port-or-sim")
    build = build_of(build_name or "cursor")
    if game is not None and (sim or build_name) and row_of(game).size > build.size:
        raise HostError("build-too-small", build=build.name, game=game)
    if terminal and (no_browser or listen or hosts):
        raise HostError("page-or-terminal")
    # The address for other devices, None if only this PC can reach the page.
    address = parse_address(listen) if listen else None
    allowed = [parse_name(each) for each in hosts]
    view = PAGE if no_browser or listen or hosts else view_here(terminal) or PAGE
    # Before any question: a game that cannot be logged must not begin.
    folder = log_folder()
    require_writable(folder)
    device = device_for(port, build, sim)
    usual = Setup(mine.names, mine.game or Setup().game)
    session = open_session(device, folder, setup_path(), usual)
    if view == PAGE:
        from schiri.page.access import keys_path, renew_keys

        if new_keys:
            renew_keys(keys_path())
        show_page(words, session, game, address, allowed, opens_browser=not no_browser)
    else:
        if not terminal:
            print(words.gettext(NO_BROWSER), file=sys.stderr)
        show_terminal(words, session, game)


def device_for(port: str | None, build: Build, sim: bool) -> TableDevice:
    """Return the device on a port, or the simulated one if none is given or found."""
    if port is None:
        is_real = not sim and is_there(now_ms)
        return PortDevice(None, build) if is_real else simulated(build)
    named = PortDevice(port, build)
    named.open_first()
    return named


def open_session(device: TableDevice, folder: Path, memory: Path, usual: Setup) -> TableSession:
    """Return the session of a table; logs go to ``folder``, ``memory`` is the file of setups."""
    worker = TableWorker(device, folder, local_time, memory, randbelow, usual)
    return TableSession(device, worker, now_ms)


def show_page(
    words: Words,
    session: TableSession,
    game: str | None,
    address: Address | None,
    allowed: Sequence[str] = (),
    *,
    opens_browser: bool,
) -> None:
    """Serve the table's pages until the program ends."""
    from schiri.debug_log import print_failures
    from schiri.page.server import PageServer

    # A terminal view has no room for the links.
    print_failures()
    server = PageServer(words, session, game, address, allowed)

    def begun() -> None:
        print(f"url: {server.url}", flush=True)
        print(words.gettext("Open this link to play."), file=sys.stderr, flush=True)
        if server.watch_url:
            print_links(words, server.url, server.watch_url, server.links())
        print(words.gettext("Ctrl-C ends."), file=sys.stderr, flush=True)
        if opens_browser and has_browser():
            webbrowser.open(server.url_to_open())

    server.run(begun)
    error = server.bug or session.state.fault
    if error:
        raise error


def print_links(words: Words, url: str, watch_url: str, links: Sequence[Address]) -> None:
    """Print the link for phones as a code to scan, and the link for spectators.

    Shape: ``links`` are the addresses of this PC; the page shows the codes of all but the first.
    Rule: no code for an address that a phone cannot reach.
    """
    import segno

    first, *others = links
    if not first.is_here:
        print(words.gettext("Scan this with a phone in the same network:"), file=sys.stderr)
        segno.make(url).terminal(out=sys.stderr, compact=True)
    print(words.say("To watch only: {url}", url=watch_url), file=sys.stderr, flush=True)
    if others:
        text = N_("More addresses of this computer; the page has their codes: {list}")
        found = ", ".join(each.text for each in others)
        print(words.say(text, list=found), file=sys.stderr, flush=True)


def show_terminal(words: Words, session: TableSession, game: str | None) -> None:
    """Show the table in the terminal until the user leaves it."""
    from schiri.terminal.app import SchiriApp

    app = SchiriApp(words, session, game)
    app.run()
    session.close()
    error = app.bug or session.state.fault
    if error:
        raise error


def view_here(terminal: bool) -> str:
    """Return the view that can be opened here, "" for none; ``terminal`` is what the user asked."""
    is_terminal = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    if terminal and not is_terminal:
        raise HostError("no-terminal")
    if has_browser() and not terminal:
        return PAGE
    return TERMINAL if is_terminal else ""


def has_browser() -> bool:
    is_linux = sys.platform.startswith("linux")
    if is_linux and not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")):
        return False
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    return Path(getattr(browser, "name", "")).name not in IN_TERMINAL


def simulated(build: Build) -> SimulatedDevice:
    """Return a simulated device with its stored journal: nobody has a real board beside it."""
    store = open_flash(log_folder() / "devices", build.name)
    return SimulatedDevice(build, store=store, has_board=False)
