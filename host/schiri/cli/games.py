"""Commands that take a game: ``schiri VERB GAME ...`` with the options of that game.

Decides how a game's options, which are data of its engine, become options of the command line.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import click
from schiri_engines.options import values_of
from schiri_engines.refusals import MalformedText
from schiri_engines.registry import game_class, names, row_of

from schiri.cli.language import language_option

# What click calls with the parameters that were declared to it.
Callback = Callable[..., object]  # type: ignore[explicit-any]


class GameGroup(click.Group):
    """A command with one subcommand a game, made when that game is named.

    Shape: ``callback`` takes the game's name, its options as the engine takes them, and the
    ``params`` of the command by their names.
    """

    def __init__(
        self,
        name: str,
        callback: Callback,
        params: Sequence[click.Parameter],
        games: Callable[[], Sequence[str]] = names,
    ) -> None:
        super().__init__(name, help=callback.__doc__, subcommand_metavar="GAME [ARGS]...")
        self._callback = callback
        self._params = params
        self._games = games

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._games())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        check_game(cmd_name, self._games)
        if row_of(cmd_name).package:
            # A game from outside brings its words along; ours are in the catalogues.
            from schiri.games import adapter_of

            adapter_of(cmd_name)
        spec = [(name, *values_of(words)) for name, words in game_class(cmd_name).OPTIONS]

        def run(**given: object) -> object:
            options = {}
            for name, _values, other in spec:
                value = given.pop(name.replace("-", "_"))
                if value is True:
                    options[name] = "on"
                elif isinstance(value, str):
                    options[name] = _value_of(value, other)
            return self._callback(cmd_name, options, **given)

        command = click.Command(
            cmd_name,
            callback=run,
            params=[*self._params, *(_option(*each) for each in spec)],
            help=self._callback.__doc__,
            short_help=cmd_name.capitalize(),
        )
        return language_option(command)


def check_game(name: str, games: Callable[[], Sequence[str]] = names) -> None:
    """Raise unless a game of this name can be played here.

    Raises: MalformedText (unknown-game, no-complete-board).
    """
    if name not in names():
        raise MalformedText("unknown-game", name, " ".join(games()))
    if name not in games():
        raise MalformedText("no-complete-board", name, " ".join(games()))


def game_verb(
    *params: click.Parameter, games: Callable[[], Sequence[str]] = names
) -> Callable[[Callback], GameGroup]:
    """Turn ``function(game, options, **params)`` into a command ``NAME GAME ...``."""

    def decorate(function: Callback) -> GameGroup:
        return language_option(GameGroup(function.__name__, function, params, games))

    return decorate


def _value_of(value: str, other: str) -> str:
    """Return the value of an option; a painted board may lie in a text file, a row a line.

    Shape: what cannot be read as such a file is taken as it was typed.
    """
    if other != "MAP":
        return value
    try:
        path = Path(value)
        return "/".join(path.read_text(encoding="utf-8").split()) if path.is_file() else value
    except (OSError, UnicodeDecodeError):
        return value


def _option(name: str, values: list[str], other: str) -> click.Option:
    if values == ["off", "on"]:
        return click.Option([f"--{name}"], is_flag=True)
    words = [*values, other] if other else values
    return click.Option([f"--{name}"], metavar="|".join(words), help=f"Default: {values[0]}.")
