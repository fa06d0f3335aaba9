"""Options that the interface names and that nothing carries out yet.

Decides that they are refused in words.  An option leaves here once it does something.
"""

import click

from schiri.errors import HostError


def unbuilt(name: str, is_flag: bool = False) -> click.Option:
    """Return a hidden option that is refused where it is given.

    Raises: HostError (not-built-yet), as the command line is read.
    """

    def refuse(ctx: click.Context, param: click.Parameter, value: object) -> None:
        if value:
            raise HostError("not-built-yet", what=name)

    return click.Option([name], is_flag=is_flag, hidden=True, expose_value=False, callback=refuse)
