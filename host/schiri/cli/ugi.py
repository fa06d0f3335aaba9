"""``schiri ugi``: an arbiter's program plays with us over standard input and output.

Decides where lines come from, when to think, and who plays.  Must not know the lines of the
protocol.
"""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from queue import Empty
from secrets import randbelow

import click
from schiri_engines.refusals import MalformedText, Refused
from schiri_engines.registry import names_for

from schiri.cli.errors import explained
from schiri.cli.games import game_verb
from schiri.cli.language import pass_words
from schiri.cli.stepper import TableStepper
from schiri.cli.streams import lines_in_thread, open_script
from schiri.clock import now_ms
from schiri.device.reports import NOBODY, DeviceView
from schiri.device.table_device import PortDevice
from schiri.events import State
from schiri.last_setup import setup_path
from schiri.log.folder import log_folder, require_writable
from schiri.prose import turn_words
from schiri.prose.answers import news_words
from schiri.texts import Words
from schiri.ugi.engine import Engine
from schiri.ugi.person import Person
from schiri.ugi.players import player_of

# How long to wait for a line before a device is polled again.
WAIT_S = 0.005


@game_verb(
    click.Option(["-p", "--port"], metavar="PORT", help="The device whose people play."),
    games=names_for,
)
@pass_words
def ugi(words: Words, game: str, options: dict[str, str], port: str | None) -> None:
    """Play for an arbiter's program: the Universal Game Interface.

    With a port the person at the board is the engine, whose move the device reports.
    """

    def explain(error: MalformedText | Refused) -> str:
        return explained(words, error)[0]

    def print_due(state: State) -> None:
        print(turn_words(words, state), file=sys.stderr)

    with ExitStack() as opened:
        table = opened.enter_context(table_at(words, port)) if port else None
        player = Person(table, print_due) if table else player_of(game, randbelow)
        engine = Engine(game, options, player, explain)
        lines = lines_in_thread(open_script(None))
        while not engine.is_over:
            if table:
                table.step()
            said = engine.step(now_ms())
            with suppress(Empty):
                line = lines.get(timeout=0 if engine.is_working and not table else WAIT_S)
                at_ms = now_ms()
                said += engine.receive(line, at_ms) if line else engine.end(at_ms)
            for each in said:
                print(each, flush=True)


@contextmanager
def table_at(words: Words, port: str) -> Iterator[TableStepper]:
    """Yield the table of a device, once that is connected; its games are logged as usual."""
    require_writable(log_folder())
    with closing(TableStepper(PortDevice(port), log_folder(), setup_path())) as table:
        table.wait_for_device()
        print_news(words, NOBODY, table.device)
        table.on_state = lambda was: print_news(words, was.device, table.device)
        yield table


def print_news(words: Words, was: DeviceView, now: DeviceView) -> None:
    for news in news_words(words, was, now):
        print(news, file=sys.stderr)
