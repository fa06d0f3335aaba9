"""The modules that a device loads for the rules: one board game, and nothing that only a PC
needs.
"""

import subprocess
import sys

import pytest

from tests.games import BOARDS, per_game
from tests.sources import ROOT

LOAD = """
import sys
sys.path.insert(0, {path!r})
from schiri_engines.game_rows import board_game
from schiri_engines import table
one = table.Table(board_game({name!r})({options!r}))
{then}
print(*sorted(name for name in sys.modules if name.startswith("schiri_engines.")))
"""
# All uses of a game: moves, an undo, corrections, and another position.
PLAY = """
for _ in range(3):
    one.try_apply(one.game.legal_moves()[0])
one.try_apply(("undo",))
one.try_apply(one.parse("set turn B"))
one.try_apply(one.parse("set position " + one.game.board_text()))
for entry in one.game.setup_entries(one.turn):
    assert one.try_apply(one.parse(one.text(entry))) is None
"""
COMMON = "game game_rows grid history options refusals table"
OWN = per_game(
    {
        "switch": "switch switch.notation switch.movegen switch.game",
        "joggle": "joggle joggle.figures joggle.movegen joggle.notation joggle.game joggle.setup",
    },
    BOARDS,
)
# Additional modules for some options.
MORE = {"switch": [({"layout": "free"}, "switch.setup")]}
CASES = [(name, *case) for name in BOARDS for case in [({}, ""), *MORE.get(name, [])]]


@pytest.mark.parametrize("then", ["", PLAY])
@pytest.mark.parametrize(("name", "options", "more"), CASES)
def test_a_board_game_loads_only_the_modules_that_a_device_needs(
    name: str, options: dict[str, str], more: str, then: str
) -> None:
    script = LOAD.format(path=str(ROOT / "engines"), name=name, options=options, then=then)
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    wanted = {f"schiri_engines.{each}" for each in f"{COMMON} {OWN[name]} {more}".split()}
    assert set(ran.stdout.split()) == wanted
