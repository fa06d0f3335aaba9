"""Commands that take a game: ``schiri VERB GAME ...`` with the options of that game.

Decides how a game's options, which are data of its engine, become command-line options.
"""

from collections.abc import Callable, Sequence
from gettext import gettext as _
from pathlib import Path

import click
from schiri_engines.options import values_of
from schiri_engines.refusals import MalformedText
from schiri_engines.registry import names, row_of

from schiri.cli.command import Command, Group, Option
from schiri.cli.language import reader
from schiri.match_options import options_of

# The function of a command, called by click with its parameters.
Callback = Callable[..., object]  # type: ignore[explicit-any]


LONGEST_CHOICE = 20
# Also accepted besides the values: 0 hints, which is "off".
NONE_OF = {("hints-a", "0"): "off", ("hints-b", "0"): "off"}


class GameGroup(Group):
    """A command with one subcommand for each game, made when that game is named.

    Shape: ``callback`` takes the game's name, the options of a match of it, and the
    ``params`` of the command by their names.
    """

    def __init__(
        self,
        callback: Callback,
        params: Sequence[click.Parameter],
        games: Callable[[], Sequence[str]],
    ) -> None:
        name, about = callback.__name__, callback.__doc__
        super().__init__(name, help=about, subcommand_metavar="GAME [ARGS]...")
        self._callback = callback
        self._params = params
        self._games = games

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._games())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if ctx.resilient_parsing and cmd_name not in self._games():
            # Shell completion may ask for the arguments of a word that is not a game.
            return None
        check_game(cmd_name, self._games)
        if row_of(cmd_name).package:
            # A game from outside has its words with it; ours are in the catalogues.
            from schiri.prose import words_of

            words_of(cmd_name)
        spec = [(name, *values_of(words)) for name, words in options_of(cmd_name)]

        def run(**given: object) -> object:
            options = {}
            for name, _values, other in spec:
                value = given.pop(name.replace("-", "_"))
                if value is True:
                    options[name] = "on"
                elif isinstance(value, str):
                    options[name] = NONE_OF.get((name, value)) or _value_of(value, other)
            return self._callback(cmd_name, options, **given)

        return Command(
            cmd_name,
            callback=run,
            params=[*self._params, *(_option(cmd_name, *each) for each in spec)],
            help=self.help,
            short_help=cmd_name.capitalize(),
        )


def check_game(name: str, games: Callable[[], Sequence[str]] = names) -> None:
    """Raise unless a game of this name can be played here."""
    if name not in names():
        raise MalformedText("unknown-game", name, " ".join(games()))
    if name not in games():
        raise MalformedText("no-complete-board", name, " ".join(games()))


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the games with this prefix, for shell completion."""
    return [name for name in names() if name.startswith(incomplete)]


def chosen_game(ctx: click.Context, param: click.Parameter, name: str | None) -> str | None:
    if name is not None:
        check_game(name)
    return name


def game_verb(
    *params: click.Parameter, games: Callable[[], Sequence[str]] = names
) -> Callable[[Callback], GameGroup]:
    """Turn ``function(game, options, **params)`` into a command ``NAME GAME ...``."""
    return lambda function: GameGroup(function, params, games)


def _value_of(value: str, other: str) -> str:
    """Return the value of an option; a painted board may be a text file with one row on each line.

    Shape: a value that is not such a file is returned as typed.
    """
    if other != "MAP":
        return value
    try:
        path = Path(value)
        return "/".join(path.read_text(encoding="utf-8").split()) if path.is_file() else value
    except (OSError, UnicodeDecodeError):
        return value


class GameOption(Option):
    """An option of a game, described by the game's own words."""

    game = value = ""

    def described(self) -> str:
        """Return its meaning; for a flag, its meaning when it is given."""
        words = reader().words_for_errors
        said = words.pgettext("option", f"{self.game} {self.help}")
        if self.is_flag:
            return f"{said}: {words.pgettext('option', f'{self.game} {self.help}=on')}"
        if not self.value:
            return said
        return _("{option}; {value} unless given.").format(option=said, value=self.value)


def _option(game: str, name: str, values: list[str], other: str) -> click.Option:
    # A painted board is too long for a line of choices.
    short = [value for value in values if len(value) <= LONGEST_CHOICE]
    choices = "|".join([*short, other] if other else short)
    is_flag = values == ["off", "on"]
    # If it is not declared as a flag, click allows the value to be omitted.
    option = GameOption(
        [f"--{name}"], metavar=None if is_flag else choices, is_flag=is_flag or None, help=name
    )
    option.game, option.value = game, "" if is_flag or values[:1] != short[:1] else values[0]
    return option
