"""``schiri completion``: shell completion of our commands.

Decides which shells are supported.  Must not know what is completed: each command does.
"""

import click
from click.shell_completion import get_completion_class

from schiri.cli.command import Choice, Command

# The variable in which click finds the shell's query.
VARIABLE = "_SCHIRI_COMPLETE"


@click.command(cls=Command)
@click.argument("shell", type=Choice(("bash", "zsh", "fish")))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print what a shell needs to complete commands, options and games.

    For bash: eval "$(schiri completion bash)" in ~/.bashrc; for zsh the same in ~/.zshrc; for
    fish: schiri completion fish > ~/.config/fish/completions/schiri.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    found = kind(ctx.find_root().command, {}, "schiri", VARIABLE)
    # Not its `source`, which runs a bash to check its version.
    print(found.source_template % found.source_vars())
