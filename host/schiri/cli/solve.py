"""``schiri solve``: computes every position of Switch, or checks the shipped values.

Decides what is printed.  Must not know how a value is computed.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

import click
from platformdirs import user_cache_path

from schiri.cli.command import Command
from schiri.cli.language import pass_words
from schiri.errors import HostError, install_line
from schiri.texts import N_, Words

MODULES = ("numba", "numpy")


@click.command(cls=Command)
@click.argument("game", type=click.Choice(["switch"]))
@click.option("-o", "--output", "folder", metavar="FOLDER", help="Where the values are kept.")
@click.option("--check", is_flag=True, help="Compute each value once more from all that follow.")
@pass_words
def solve(words: Words, game: str, folder: str | None, check: bool) -> int:
    """Compute the value of every position of Switch; what was broken off goes on.

    Prints the statistics of the game, one NAME VALUE a line.
    """
    if not all(map(find_spec, MODULES)):
        raise HostError("extra-missing", command=install_line(*MODULES))
    from schiri.solve.folder import DIGEST, SolutionFolder
    from schiri.solve.lost_file import encode, losses_of, lost_classes
    from schiri.solve.solution import Values, statistics
    from schiri.solve.solution import check as count_wrong
    from schiri.solve.solution import solve as compute

    solution = SolutionFolder(Path(folder) if folder else user_cache_path("schiri"))

    def progress(values: Values, plies: int) -> None:
        solution.save(values, plies)
        said = N_("Plies before the end: {plies}; positions that are decided: {count}")
        print(words.say(said, plies=plies, count=f"{(values != 0).sum():,}"), file=sys.stderr)

    values = solution.values()
    if values is None:
        values = compute(progress, *solution.saved())
        solution.finish(values, encode(lost_classes(values), DIGEST))
    for line in statistics(values):
        print(line)
    if check:
        losses, lies = losses_of(solution.lost(), values)
        wrong, wrong_by_losses = count_wrong(values, losses)
        print("mismatches", wrong)
        print("mismatches_of_file", wrong_by_losses + lies)
        return 1 if wrong or wrong_by_losses or lies else 0
    return 0
