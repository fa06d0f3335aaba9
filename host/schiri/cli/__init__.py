"""The commands: one verb a file, imported when it is asked for.

Decides the exit status and how errors look; this is the only place where they become text.
"""

import io
import sys
import threading

import click

from schiri.cli.command import SETTINGS, Group
from schiri.cli.errors import GONE, drop_output, exit_status
from schiri.cli.language import language_option

VERBS = {
    "analyse": "analyse.analyse",
    "certify": "certify.certify",
    "completion": "completion.completion",
    "config": "config.config",
    "demo": "demo.demo",
    "deploy": "deploy.deploy",
    "engine": "engine.engine",
    "journal": "journal.journal",
    "log": "log.log",
    "play": "play.play",
    "ports": "ports.ports",
    "record": "record.record",
    "referee": "referee.referee",
    "rules": "rules.rules",
    "sim": "sim.sim",
    "solve": "solve.solve",
}


class Verbs(Group):
    """The verbs, each imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(VERBS)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line; options that are not ours are those of `play`."""
        try:
            return super().parse_args(ctx, [*args])
        except click.NoSuchOption:
            return super().parse_args(ctx, ["play", *args])

    def invoke(self, ctx: click.Context) -> object:
        """Carry out the command; a reader that has gone is no error that click shall tell."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            drop_output()
            ctx.exit(GONE)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        from importlib import import_module

        module, name = VERBS[cmd_name].split(".")
        command: click.Command = getattr(import_module(f"schiri.cli.{module}"), name)
        return command


@click.group(cls=Verbs, invoke_without_command=True, context_settings=SETTINGS)
@language_option
@click.version_option(None, "-V", "--version", package_name="schiri")
@click.pass_context
def schiri(ctx: click.Context) -> None:
    """The referee for Switch, Joggle, Zwoggel and Drehwurm.

    Without a command it finds a device on USB, or starts a simulated one, and opens the table.
    """
    if ctx.invoked_subcommand is None:
        from schiri.cli.play import play

        ctx.invoke(play)


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Programs read UTF-8; a screen shows what it can, the rest as escapes.
            encoding = stream.encoding if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")
    threading.excepthook = write_down
    sys.exit(exit_status(schiri))


def write_down(thread: threading.ExceptHookArgs) -> None:
    """Write down what has ended a thread: a screen may be in the way of telling it."""
    from schiri.debug_log import bug

    if thread.exc_value:
        bug(thread.exc_value)
