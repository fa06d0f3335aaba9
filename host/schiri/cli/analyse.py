"""``schiri analyse``: a logged game move by move, with the value of each move.

Decides what is printed.  Must not know how a value is computed.
"""

import json
import sys
from pathlib import Path

import click

from schiri.cli.command import Command
from schiri.cli.language import pass_words
from schiri.cli.log import FILE, find, summary
from schiri.log.replay import last_event
from schiri.log.stored import read_file
from schiri.texts import Words


@click.command(cls=Command)
@FILE
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@pass_words
def analyse(words: Words, file: Path, as_json: bool) -> None:
    """Show a game of Switch move by move: values, blunders, and what was better."""
    from schiri.analysis.moves import analyse as analysed
    from schiri.cli.printing import print_moves
    from schiri.stats.thinking import thinking_words, thoughts_of

    found = read_file(find(file))
    moves = analysed(found)
    if as_json:
        for each in moves:
            print(json.dumps(each.json(), ensure_ascii=False))
        return
    print(summary(words, found, last_event(found)))
    if spent := thinking_words(words, found.header.players, thoughts_of(found)):
        print(spent)
    if moves:
        print_moves(words, moves, sys.stdout)
    else:
        print(words.gettext("No moves to analyse."), file=sys.stderr)
