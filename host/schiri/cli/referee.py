"""``schiri referee``: the referee in the terminal, typed or from a script.

Decides how commands are read and answered.  In a script nothing is random; people at the
prompt draw lots for who starts.
"""

import os
import random
import sys
from contextlib import closing, nullcontext
from pathlib import Path

import click
from schiri_device.builds.cursor import BUILD
from schiri_engines.registry import game_class

from schiri.cli.conversation import Conversation
from schiri.cli.games import game_verb
from schiri.cli.language import pass_words
from schiri.cli.referee_begin import Wanted, begin
from schiri.cli.replies import open_script
from schiri.cli.stepper import TableStepper
from schiri.config import settings
from schiri.device.handle import NoDevice, PortDevice
from schiri.errors import HostError
from schiri.last_setup import setup_path
from schiri.log.folder import log_folder, require_writable
from schiri.log.lines import BrokenLog
from schiri.log.stored import read_file
from schiri.referee import Referee
from schiri.table.lots import seated
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
    # Before anything is written: without its script a game does not begin.
    lines = open_script(script)
    is_for_people = script is None and not as_json
    if is_for_people:
        names = names or usual_names(game, options)
    if script is None:
        was, names = names, seating_order(names, log)
        # Of a log whose game goes on the options are as they were at its seats.
        options = seated(options, log is None and names != was)
    chosen = options if script is None else {**game_class(game).IN_SCRIPT, **options}
    judge = Referee(game, names, chosen)
    may_join = is_for_people and players is None and log is None
    wanted = Wanted(judge, options, may_join, is_for_people, as_json, log, port)
    if port is None:
        table = TableStepper(NoDevice(), None, None)
    else:
        folder = log.parent if log else log_folder()
        require_writable(folder)
        table = TableStepper(PortDevice(port, BUILD), folder, setup_path())
    # A line of a device's people is waited for in a thread of its own, whose file stays open.
    with nullcontext(lines) if port else lines, closing(table):
        begin(table, wanted)
        for notice in table.state.notices:
            if notice.code == "torn":
                text = words.gettext("The last line of the log was cut off; it is left out.")
                print(text, file=sys.stderr)
        Conversation(words, table, wanted, lines).run()


def usual_names(game: str, options: dict[str, str]) -> list[str]:
    """Return the names that are set for every evening, as many of them as can play."""
    return list(settings().names[: game_class(game).seats_for(options)[-1]])


def seating_order(names: list[str], log: Path | None) -> list[str]:
    """Return the names as they sit, from one drawn by lot on, or as a log has them."""
    if log and os.path.isfile(log):
        try:
            seated = list(read_file(log).header.players)
        except BrokenLog as broken:
            raise HostError("log-not-ours", path=log) from broken
        return seated if sorted(seated) == sorted(names or seated) else names
    first = random.randrange(len(names) or 1)
    return names[first:] + names[:first]
