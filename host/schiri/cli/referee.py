"""``schiri referee``: the referee in the terminal, typed or from a script.

Decides the seats, and whether a new game begins or the device's game goes on.  In a script nothing
is random; at the prompt the first player is drawn by lot.
"""

import os
import random
from contextlib import closing, nullcontext
from pathlib import Path

import click
from schiri_engines.options import chosen_options
from schiri_engines.refusals import MalformedText, Refusal, Refused
from schiri_engines.registry import game_class, row_of

from schiri.cli.conversation import Conversation
from schiri.cli.games import game_verb
from schiri.cli.language import pass_words
from schiri.cli.stepper import TableStepper
from schiri.cli.streams import open_script
from schiri.config import settings
from schiri.device.table_device import NoDevice, PortDevice
from schiri.errors import HostError
from schiri.events import Header
from schiri.games.race import MODE, WITHOUT_RACES, has_races
from schiri.last_setup import Setup, setup_path
from schiri.last_setup import load as load_setups
from schiri.log.folder import log_folder, require_writable
from schiri.log.stored import going_on, read_file
from schiri.match_options import options_of
from schiri.referee import Referee
from schiri.table.device_game import PANEL
from schiri.table.intents import NewGame
from schiri.table.seating import seated
from schiri.table.state import TableState
from schiri.texts import Words


@game_verb(
    click.Option(["-n", "--players"], metavar="A,B", help="Names; in a script the first starts."),
    click.Option(["-p", "--port"], metavar="PORT", help="The device to play with."),
    click.Option(["-s", "--script"], metavar="FILE|-", help="Commands, one a line."),
    click.Option(["-j", "--json", "as_json"], is_flag=True, help="Answer each command in JSON."),
    click.Option(["-l", "--log", "log"], type=click.Path(path_type=Path), help="Keep a log here."),
)
@pass_words
def referee(
    words: Words,
    game: str,
    options: dict[str, str],
    players: str | None,
    port: str | None,
    script: str | None,
    as_json: bool,
    log: Path | None,
) -> None:
    """Referee a game: whose turn it is, what is legal, who has won."""
    names = players.split(",") if players is not None else []
    # Before anything is written: a game does not begin without its script.
    lines = open_script(script)
    is_for_people = script is None and not as_json
    if is_for_people:
        usual = settings().names
        # The names from the settings, as many as can play.
        names = names or list(usual[: game_class(game).seats_for(options)[-1]])
        setups = load_setups(setup_path(), Setup(usual))
        names = [setups.spelling(name) for name in names]
    if script is None:
        was, names = names, seating_order(names, log)
        # A resumed log's options already use its seating.
        options = seated(options, log is None and names != was)
    if script is not None and has_races(chosen_options(options_of(game), {})):
        # A script presses no keys, but contains each card.
        options = {MODE: WITHOUT_RACES, **options}
    judge = Referee(game, names, options)
    if script is not None and judge.is_timed:
        # A script takes no time.
        raise MalformedText("clock-in-script", "--clock", "off")
    if port is None:
        table = TableStepper(NoDevice(), None, None)
    else:
        folder = log.parent if log else log_folder()
        require_writable(folder)
        table = TableStepper(PortDevice(port), folder, setup_path())
    # With a device or a clock, a separate thread waits for typed lines, so its file stays open.
    is_polled = port is not None or judge.is_timed
    with nullcontext(lines) if is_polled else lines, closing(table):
        if port is None:
            begin_new(table, judge, log)
        else:
            may_join = is_for_people and players is None and log is None
            begin_with_device(table, judge, log, options if may_join else None)
        table.take_events()
        conversation = Conversation(
            words,
            table,
            lines,
            is_for_people=is_for_people,
            as_json=as_json,
            has_device=port is not None,
        )
        conversation.run()


def seating_order(names: list[str], log: Path | None) -> list[str]:
    """Return the names in seat order, starting with one drawn by lot, or as in the log."""
    if log and os.path.isfile(log):
        with going_on(log):
            players = list(read_file(log).header.players)
        return players if sorted(players) == sorted(names or players) else names
    first = random.randrange(len(names) or 1)
    return names[first:] + names[:first]


def begin_with_device(
    table: TableStepper, judge: Referee, log: Path | None, joining: dict[str, str] | None
) -> None:
    """Wait for the device, and begin or resume the game.

    Shape: an unfinished game on the device is resumed if it has the options in ``joining``.
    """
    table.wait_for_device()
    size, build = row_of(judge.game).size, table.device.build
    if size > build.size:
        raise HostError("build-too-small", build=build.name, game=judge.game)
    if size and log and log.exists():
        require_log(table.state, judge, log)
    elif not (size and joining is not None and can_join(table.state, judge.game, joining)):
        begin_new(table, judge, log)
    while not size and (status := table.device.status) and status.mode != PANEL:
        # From here on the device's clock counts, so no race becomes void.
        table.wait()


def can_join(state: TableState, game: str, options: dict[str, str]) -> bool:
    """Return whether the device has this game unfinished, with these options."""
    return (
        state.game is not None
        and not state.game.state.over
        and state.game.state.game == game
        and all(state.game.options.get(name) == value for name, value in options.items())
    )


def require_log(state: TableState, judge: Referee, log: Path) -> None:
    """Raise unless the device's unfinished game is the one in a log.

    Raises: HostError (log-different, log-finished).
    """
    game, ours = state.game, (judge.game, judge.names, judge.options)
    if game is None or Path(game.log) != log:
        raise HostError("log-different", path=log)
    if (game.state.game, game.players, game.options) != ours:
        raise HostError("log-different", path=log)
    if game.state.over:
        raise HostError("log-finished", path=log)


def begin_new(table: TableStepper, judge: Referee, log: Path | None) -> None:
    """Begin the game; the game before is in its log."""
    table.take_events()
    options, path = dict(judge.options), str(log or "")
    answer = table.do(NewGame(judge.game, tuple(judge.names), options, "named", path))
    if error := answer.error or answer.malformed:
        raise error
    if answer.refusal:
        raise Refused(Refusal(answer.refusal.code, answer.refusal.rule))
    while not any(isinstance(event, Header) for event in table.events):
        if table.state.game and table.state.game.is_kept_here:
            return
        # The device restarts with the other game in memory.
        table.wait()
