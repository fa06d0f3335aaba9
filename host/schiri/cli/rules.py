"""``schiri rules``: the rules of a game in the reader's language, each with its source.

Decides their layout in a terminal.  Must not know which rules there are.
"""

import click

from schiri.cli.command import Command
from schiri.cli.games import complete_game
from schiri.cli.language import pass_words
from schiri.cli.streams import wrapped
from schiri.prose.rulebook import find_rule, ids_of, legend_words, rule_words, table_ids
from schiri.texts import Words

MOST_COLUMNS = 100
# The width of the longest id and two spaces.
INDENT = 7


@click.command(cls=Command)
@click.argument("game", shell_complete=complete_game)
@click.argument("rule", metavar="[ID]", required=False)
@pass_words
def rules(words: Words, game: str, rule: str | None) -> None:
    """Read the rules of a game, or one of them; house rules are marked."""
    if rule is not None:
        print(paragraph(words, game, find_rule(game, rule)))
        return
    own = ids_of(game)
    print(wrapped(words.pgettext("title", game), most=MOST_COLUMNS))
    print(wrapped(legend_words(words), most=MOST_COLUMNS))
    print("", *(paragraph(words, game, each) for each in own), sep="\n")
    heading = words.gettext("At the table, in every game")
    print("", wrapped(heading, most=MOST_COLUMNS), "", sep="\n")
    print(*(paragraph(words, game, each) for each in table_ids()), sep="\n")


def paragraph(words: Words, game: str, rule: str) -> str:
    return wrapped(f"{rule:{INDENT}}{rule_words(words, game, rule)}", INDENT, MOST_COLUMNS)
