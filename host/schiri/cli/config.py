"""``schiri config``: the settings of this user.

Decides how they are shown.  Must not know their valid values.
"""

import click
from schiri_engines.refusals import MalformedText

from schiri.cli.command import Command
from schiri.config import READERS, change, config_path, settings


@click.command(cls=Command)
@click.argument("key", required=False, metavar="[KEY]")
@click.argument("value", required=False, metavar="[VALUE]")
@click.option("-u", "--unset", is_flag=True, help="Leave KEY to what it is without a setting.")
@click.option("--path", is_flag=True, help="Print where the settings are kept.")
def config(key: str | None, value: str | None, unset: bool, path: bool) -> None:
    """Show the settings, or one, or set it: language, names, logs, game.

    Options override settings.
    """
    if path:
        print(config_path())
        return
    if key is not None and key not in READERS:
        raise MalformedText("unknown-setting", key, " ".join(READERS))
    if unset and (key is None or value is not None):
        raise MalformedText("bad-setting", value or "", " ".join(READERS))
    if key is not None and (unset or value is not None):
        change(key, value)
        return
    found = settings()
    for each in READERS if key is None else [key]:
        print(found.text(each) if key else f"{each} {found.text(each)}")
