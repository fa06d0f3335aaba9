"""Our commands, beyond click's: help and errors in the reader's language.

Decides the form of help, and suggestions for a misspelt word.  Must not know any command.  Their
words and click's own are in a separate catalogue.
"""

import inspect
import re
import sys
from collections.abc import Iterator, Sequence
from copy import copy
from gettext import gettext as _

import click

from schiri.cli.language import CommandReader, reader, speak
from schiri.languages import LANGUAGES

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
# The text after one of these is detail.
SHORT_END = re.compile(r"\s*[:;.](?:\s|$)")


def write_debug_log(ctx: click.Context, param: click.Parameter, is_wanted: bool) -> None:
    if is_wanted:
        from schiri.debug_log import log_path, write_all

        # It may come before or after the command.
        if write_all():
            print(log_path(), file=sys.stderr)


LANGUAGE = click.Option(
    ["--lang"],
    type=click.Choice(LANGUAGES),
    expose_value=False,
    help="Language of the prose; what is set, or the locale's, unless given.",
)
DEBUG = click.Option(
    ["--debug"],
    is_flag=True,
    expose_value=False,
    callback=write_debug_log,
    help="Write all that happens to the debug log.",
)


class Command(click.Command):
    """A command whose help and errors are in the reader's language."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters of the command, the common ones last."""
        *own, help_option = super().get_params(ctx)
        return [*own, LANGUAGE, DEBUG, help_option]

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: object,
    ) -> click.Context:
        """Read the command line; after an error read it again in the reader's language.

        Rule: click makes its sentences when it fails, and most commands load no words before that.
        """
        try:
            return super().make_context(info_name, [*args], parent, **extra)
        except click.UsageError:
            found = parent.find_object(CommandReader) if parent else extra.get("obj")
            who = found if isinstance(found, CommandReader) else CommandReader()
            speak(who.words_for_errors.language)
            return super().make_context(info_name, args, parent, **extra)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        speak(reader().words_for_errors.language)
        super().format_help(ctx, formatter)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for paragraph in paragraphs(self.help):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(_(paragraph))

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first sentence of the description, up to a colon or semicolon."""
        first = self.short_help or next(paragraphs(self.help), "")
        return SHORT_END.split(_(first), maxsplit=1)[0]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        records = []
        for each in self.get_params(ctx):
            if isinstance(each, click.Option):
                spoken = copy(each)
                # Do not look up an empty text: gettext would return the catalogue's header.
                plain = _(each.help) if each.help else ""
                spoken.help = each.described() if isinstance(each, Option) else plain
                records.append(spoken.get_help_record(ctx))
        with formatter.section(_("Options")):
            formatter.write_dl([record for record in records if record])
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)


class Group(Command, click.Group):
    """A command with subcommands; suggests similar names for a misspelt one."""

    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command of this name; raise with suggestions if there is none."""
        name = args[0]
        if self.get_command(ctx, name) is None and not ctx.resilient_parsing:
            speak(reader().words_for_errors.language)
            message = _('There is no command "{name}".').format(name=name)
            raise click.UsageError(" ".join([message, *meant(name, self.list_commands(ctx))]), ctx)
        return super().resolve_command(ctx, args)


class Option(click.Option):
    """An option that describes itself."""

    def described(self) -> str:
        raise NotImplementedError


class Choice(click.Choice[str]):
    """One of several words; suggests similar words for a misspelt one."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """Return the error, the valid choices, and suggestions."""
        message = super().get_invalid_choice_message(value, ctx)
        return " ".join([message, *meant(str(value), self.choices)])


def meant(typed: str, choices: Sequence[str]) -> Iterator[str]:
    """Yield the question "Did you mean ...?" if there is a similar word."""
    # Slow to load, and needed only after an error.
    from difflib import get_close_matches

    for name in get_close_matches(typed.lower(), choices, n=1):
        yield _("Did you mean {name}?").format(name=name)


def paragraphs(text: str | None) -> Iterator[str]:
    """Yield the paragraphs of a help text, each as one line.

    >>> list(paragraphs('''First.
    ...
    ... Second,
    ... and on.'''))
    ['First.', 'Second, and on.']
    """
    for paragraph in inspect.cleandoc(text or "").split("\n\n"):
        if paragraph:
            yield " ".join(paragraph.split())
