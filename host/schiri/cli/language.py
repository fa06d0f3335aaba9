"""The option ``--lang``, the same on every command, and the words of whoever reads.

Decides that it is read before any other option, for those may fail in words.
"""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

import click

from schiri.languages import LANGUAGES, locale_language

if TYPE_CHECKING:
    from schiri.texts import Words

P = ParamSpec("P")
T = TypeVar("T")


class Reader:
    """Who reads what a command says: click's object of the command line.

    Shape: ``language`` is "" unless it was chosen; what is set goes before the locale.
    """

    def __init__(self) -> None:
        self.language = ""

    @property
    def words(self) -> "Words":
        """The words of the language that was chosen, or of the locale; loaded when asked for."""
        from schiri.texts import Words

        return Words(self.language or locale_language())


def reader() -> Reader:
    """Return who reads what the command at work says."""
    return click.get_current_context().ensure_object(Reader)


def _choose(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value:
        ctx.ensure_object(Reader).language = value


language_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    callback=_choose,
    expose_value=False,
    is_eager=True,
    help="Language of the prose; the user's locale unless given.",
)


def pass_words(command: "Callable[Concatenate[Words, P], T]") -> Callable[P, T]:
    """Hand the reader's words to a command as its first argument."""

    @wraps(command)
    def run(*given: P.args, **named: P.kwargs) -> T:
        return command(reader().words, *given, **named)

    return run
