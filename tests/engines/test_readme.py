"""The examples of the library's page run."""

import doctest
import re

import pytest
from schiri_engines.game import Game

from tests.games import GAMES
from tests.sources import ROOT


def test_the_examples_run() -> None:
    failed, tried = doctest.testfile(str(ROOT / "engines/README.md"), module_relative=False)
    assert tried > 10 and failed == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_program_of_ten_lines_plays_each_game(game: str) -> None:
    page = (ROOT / "engines/README.md").read_text()
    lines = re.search("    >>> import random\n(    (>>>|\\.\\.\\.) .*\n)+", page)[0]  # type: ignore[index]
    program = re.sub(r"^    .{3} ", "", lines, flags=re.MULTILINE)
    said: dict[str, Game] = {}
    exec(program.replace('"joggle")({"goal": "1R"}', f'"{game}")('), said)  # type: ignore[arg-type]
    played = said["game"]
    assert (played.NAME, bool(played.outcome())) == (game, True)
