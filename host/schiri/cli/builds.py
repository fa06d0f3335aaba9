"""Builds by the names that are typed for them."""

from collections.abc import Callable
from typing import TypeVar

import click
from schiri_device.builds import NAMES, Build, load
from schiri_engines.refusals import MalformedText

Decorated = TypeVar("Decorated", bound=Callable[..., object])  # type: ignore[explicit-any]
PORT_HELP = "The port of the device; found by itself unless given."


def complete_build(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the builds that begin so, for a shell that completes."""
    return [name for name in NAMES if name.startswith(incomplete)]


def build_option(name: str, required: bool = False) -> Callable[[Decorated], Decorated]:  # type: ignore[explicit-any]
    """Return the option ``--build``, which a command takes under this name."""
    return click.option(
        "-b",
        "--build",
        name,
        metavar="|".join(NAMES),
        required=required,
        help="How the device is soldered.",
        shell_complete=complete_build,
    )


def build_of(name: str) -> Build:
    """Return the build of this name.

    Raises: MalformedText (unknown-build).
    """
    build = load(name)
    if build is None:
        raise MalformedText("unknown-build", name, " ".join(NAMES))
    return build
