"""``schiri demo``: whole games that play themselves.

Decides where they are shown and how quickly.  Must not know which move is next.
"""

import signal
import threading
from collections.abc import Callable

import click
from schiri_device.builds.cursor import BUILD
from schiri_engines.registry import names

from schiri.cli.command import Command
from schiri.cli.games import chosen_game, complete_game
from schiri.cli.language import pass_words
from schiri.cli.play import PAGE, open_session, show_page, view_here
from schiri.demo import Demo, Tell
from schiri.errors import HostError
from schiri.events import Event
from schiri.last_setup import NONE
from schiri.log.folder import log_folder, require_writable
from schiri.prose.events import history_words, is_silent
from schiri.simulator.threaded import SimulatedDevice
from schiri.texts import Words

# The demo's logs are not people's games: lists and statistics skip this folder.
FOLDER = "demo"
# How long each move is shown, and the end of the last game.
MOVE_S, END_S = 0.6, 4.0
# Without a view the demo only waits for the device.
BRIEF_S = 0.01


@click.command(cls=Command)
@click.argument("game", required=False, callback=chosen_game, shell_complete=complete_game)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    help="Dice, cards and moves, but those of the device.",
)
@click.option("--terminal", is_flag=True, help="Show it in the terminal.")
@click.option("--no-browser", is_flag=True, help="Only print the address of the page.")
@pass_words
def demo(words: Words, game: str | None, seed: int, terminal: bool, no_browser: bool) -> None:
    """Show a whole game of each kind that plays itself, on a simulated device.

    It opens as `schiri play` does; with neither a browser nor a terminal it is told line by line.
    It ends by itself with the paths of the logs.
    """
    if terminal and no_browser:
        raise HostError("page-or-terminal")
    view = PAGE if no_browser else view_here(terminal)
    folder = log_folder() / FOLDER
    require_writable(folder)
    session = open_session(SimulatedDevice(BUILD), folder, folder / "setups.json", NONE)
    games = (game,) if game else tuple(names())
    show = Show(Demo(session, games, seed, None if view else teller(words)), view)
    if view == PAGE:
        show.start(lambda: signal.raise_signal(signal.SIGINT))
        show_page(words, session, None, None, opens_browser=not no_browser)
    elif view:
        from schiri.terminal.app import SchiriApp

        app = SchiriApp(words, session)
        show.start(lambda: app.call_from_thread(app.exit))
        app.run()
    else:
        session.start()
        show.play()
    show.stop()
    session.close()
    if error := session.state.fault or show.error:
        raise error
    if not view:
        print()
    for path in show.demo.logs:
        print(path)


def teller(words: Words) -> Tell:
    """Return what prints the events of a game, under the game's name."""
    last = [""]

    def notify(game: str, event: Event) -> None:
        if game != last[0]:
            last[0] = game
            print(f"\n{game.capitalize()}", flush=True)
        if not is_silent(event):
            print(history_words(words, game, event), flush=True)

    return notify


class Show:
    """A demonstration in its own thread, or in the caller's.

    Shape: ``error`` is the error that has ended it.
    """

    def __init__(self, demo: Demo, view: str) -> None:
        self.demo = demo
        self.error: HostError | None = None
        self._move_s, self._end_s = (MOVE_S, END_S) if view else (BRIEF_S, 0.0)
        self._is_left = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, close: Callable[[], object]) -> None:
        """Begin; ``close`` ends the view after the last game.

        A person who joins keeps the table.
        """

        def run() -> None:
            is_over = self.play() or self.error is not None
            if is_over and not self._is_left.wait(self._end_s):
                close()

        self._thread = threading.Thread(target=run, name="demo", daemon=True)
        self._thread.start()

    def play(self) -> bool:
        """Play all games; return False if ended early."""
        try:
            return self.demo.run(lambda: self._is_left.wait(self._move_s))
        except HostError as error:
            self.error = error
            return False

    def stop(self) -> None:
        self._is_left.set()
        if self._thread:
            self._thread.join()
