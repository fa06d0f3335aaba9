"""``schiri deploy``: installs the firmware on a drive.

Decides what is printed, and the advice after it.  Must not know what belongs on a drive.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

import click
from schiri_device.builds import Build

from schiri.cli.builds import build_of, build_option
from schiri.cli.command import Choice, Command
from schiri.cli.language import pass_words
from schiri.deploy import libraries
from schiri.deploy.bundle import read_bundle, require_fit
from schiri.deploy.contents import carry_out, new_drive, survey
from schiri.deploy.drive import BOARDS, find_drive, identify, require_board
from schiri.deploy.install import Volume
from schiri.texts import Words


@click.command(cls=Command)
@click.argument("drive", required=False, envvar="SCHIRI_DRIVE", metavar="[DRIVE]")
@build_option(required=True)
@click.option("--board", type=Choice(list(BOARDS)), help="Refuse every other board.")
@click.option("--bundle", metavar="FILE", help="Install this release bundle, a zip or a folder.")
@click.option("--dry-run", is_flag=True, help="List what would be done, and write nothing.")
@pass_words
def deploy(
    words: Words,
    drive: str | None,
    build_name: str,
    board: str | None,
    bundle: str | None,
    dry_run: bool,
) -> None:
    """Put the device's program on a CIRCUITPY drive.

    DRIVE is where it is mounted; else SCHIRI_DRIVE says it, else it is looked for.
    """
    build = build_of(build_name)
    found = identify(Path(drive) if drive else find_drive())
    require_board(found, build, board)
    volume = Volume(found.path)
    if bundle is None:
        new = compiled(words, build, found.major)
    else:
        release = read_bundle(Path(bundle))
        require_fit(release, build, found)
        new = release.files
    todo = survey(volume, build, new)
    if not (dry_run or todo.is_done):
        label = words.gettext("Writing")
        with click.progressbar(length=len(todo.written), label=label, file=sys.stderr) as bar:
            carry_out(todo, volume, build, new, lambda path: bar.update(1))
    for line in todo.lines():
        print(line)
    if dry_run:
        said = [words.gettext("Nothing was written.")]
    elif todo.is_done:
        said = [words.gettext("The device has this program already.")]
    else:
        said = [
            words.gettext("Done. Eject the drive, unplug the device and plug it in again."),
            words.gettext("To write to it again, hold black while you plug it in."),
        ]
    print(*said, sep="\n", file=sys.stderr)


def compiled(words: Words, build: Build, major: int) -> Mapping[str, bytes]:
    """Return the files of a new drive, from the sources that are installed here."""
    if not libraries.are_there():
        print(words.gettext("Fetching the compiler and the libraries, once."), file=sys.stderr)
        libraries.fetch(libraries.library_folder())
    return new_drive(build, major)
