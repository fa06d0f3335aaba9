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
from schiri.deploy.compiler import FORMATS
from schiri.deploy.contents import carry_out, new_drive, survey
from schiri.deploy.drive import (
    IDS,
    Drive,
    find_drive,
    identify,
    require_board,
    require_build,
    require_memory,
)
from schiri.deploy.install import Volume
from schiri.errors import HostError
from schiri.texts import Words


@click.command(cls=Command)
@click.argument("drive", required=False, envvar="SCHIRI_DRIVE", metavar="[DRIVE]")
@build_option(required=True)
@click.option("--board", type=Choice(list(IDS)), help="Refuse every other board.")
@click.option("--bundle", metavar="FILE", help="Install this release bundle, a zip or a folder.")
@click.option("--editable", is_flag=True, help="Copy the sources, to change them on the drive.")
@click.option("--dry-run", is_flag=True, help="List what would be done, and write nothing.")
@pass_words
def deploy(
    words: Words,
    drive: str | None,
    build_name: str,
    board: str | None,
    bundle: str | None,
    editable: bool,
    dry_run: bool,
) -> None:
    """Put the device's program on a CIRCUITPY drive.

    DRIVE is where it is mounted; else SCHIRI_DRIVE says it, else it is looked for.
    """
    if bundle is not None and editable:
        raise HostError("bundle-or-editable")
    build = build_of(build_name)
    found = identify(Path(drive) if drive else find_drive())
    require_board(found, board)
    require_build(found, build)
    volume = Volume(found.path)
    if bundle is None:
        new = from_sources(words, build, found, editable)
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
            words.gettext("From then on it restarts when a file of its drive is saved.")
            if editable
            else words.gettext("To write to it again, hold black while you plug it in."),
        ]
    print(*said, sep="\n", file=sys.stderr)


def from_sources(
    words: Words, build: Build, drive: Drive, is_editable: bool
) -> Mapping[str, bytes]:
    """Return the files of a new drive, from the sources installed here."""
    if is_editable or drive.major not in FORMATS:
        require_memory(drive)
    if not libraries.are_there():
        print(
            words.gettext("Downloading the compiler and the libraries (only once)."),
            file=sys.stderr,
        )
        libraries.fetch(libraries.library_folder())
    return new_drive(build, drive.major, drive.board, is_editable)
