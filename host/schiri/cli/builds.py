"""Builds by their typed names."""

from collections.abc import Callable

import click
from click.decorators import FC
from schiri_device.builds import NAMES, Build, load
from schiri_engines.refusals import MalformedText

from schiri.cli.command import Choice

PORT_HELP = "The port of the device; found by itself unless given."


def build_option(required: bool = False) -> Callable[[FC], FC]:
    return click.option(
        "-b",
        "--build",
        "build_name",
        type=Choice(NAMES),
        metavar="|".join(NAMES),
        required=required,
        help="How the device is soldered.",
    )


def build_of(name: str) -> Build:
    """Return the build of this name."""
    build = load(name)
    if build is None:
        raise MalformedText("unknown-build", name, " ".join(NAMES))
    return build
