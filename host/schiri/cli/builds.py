"""Builds by their typed names."""

from collections.abc import Callable
from gettext import gettext as _

import click
from click.decorators import FC
from schiri_device.builds import NAMES, Build, load
from schiri_engines.refusals import MalformedText

from schiri.cli.command import Choice

# Builds that are designed and cannot be soldered yet.
PLANNED = ("feel5",)
PORT_HELP = "The port of the device; found by itself unless given."


class BuildChoice(Choice):
    """One of the builds; a planned build has its own error."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        if value not in PLANNED:
            return super().get_invalid_choice_message(value, ctx)
        text = _("The build {build} is not there yet; there are {builds}.")
        return text.format(build=value, builds=", ".join(NAMES))


def build_option(required: bool = False) -> Callable[[FC], FC]:
    return click.option(
        "-b",
        "--build",
        "build_name",
        type=BuildChoice(NAMES),
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
