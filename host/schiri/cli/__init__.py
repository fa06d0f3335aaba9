"""The commands: one verb a file, imported on demand.

Decides the exit status and how errors look; this is the only place where they become text.
"""

import io
import sys
import threading

import click

from schiri.cli.command import SETTINGS, Group
from schiri.cli.errors import drop_output, exit_status

VERBS = (
    *("analyse", "certify", "completion", "config", "demo", "deploy", "engine", "journal", "log"),
    *("play", "ports", "record", "referee", "rules", "sim", "solve", "ugi"),
)


class Verbs(Group):
    """The verbs, each imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line; options that are not ours belong to `play`."""
        try:
            return super().parse_args(ctx, [*args])
        except click.NoSuchOption:
            return super().parse_args(ctx, ["play", *args])

    def invoke(self, ctx: click.Context) -> object:
        """Carry out the command; a closed pipe is not an error, unlike in click."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            drop_output()
            ctx.exit(0)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        from importlib import import_module

        command: click.Command = getattr(import_module(f"schiri.cli.{cmd_name}"), cmd_name)
        return command


@click.group(cls=Verbs, invoke_without_command=True, context_settings=SETTINGS)
@click.version_option(None, "-V", "--version", package_name="schiri")
@click.pass_context
def schiri(ctx: click.Context) -> None:
    """The referee for board games and card games.

    Without a command it finds a device on USB, or starts a simulated one, and opens the table.
    """
    if ctx.invoked_subcommand is None:
        from schiri.cli.play import play

        ctx.invoke(play)


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Programs get UTF-8; a terminal shows characters that it cannot print as escapes.
            encoding = stream.encoding if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")
    threading.excepthook = write_down
    sys.exit(exit_status(schiri))


def write_down(thread: threading.ExceptHookArgs) -> None:
    """Log the error that has ended a thread, because a full-screen view may hide it."""
    from schiri.debug_log import bug

    if thread.exc_value:
        bug(thread.exc_value)
