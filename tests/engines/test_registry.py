"""Rows of games from outside: each has an unused name, and a possible size."""

import pytest
from schiri_engines import game_rows, registry
from schiri_engines.drehwurm.game import Drehwurm
from schiri_engines.joggle.game import Joggle
from schiri_engines.registry import GameRow, game_class
from schiri_engines.switch.game import Switch
from schiri_engines.zwoggel.game import Zwoggel

from tests.games import per_game


def test_a_name_that_is_written_out_has_the_type_of_its_class() -> None:
    # The types are what is tested: without them the attributes are unknown to mypy.
    switch: type[Switch] = game_class("switch")
    joggle: type[Joggle] = game_class("joggle")
    zwoggel: type[Zwoggel] = game_class("zwoggel")
    drehwurm: type[Drehwurm] = game_class("drehwurm")
    kinds = {kind.NAME: kind for kind in (switch, joggle, zwoggel, drehwurm)}
    assert [per_game(kinds)[name] for name in kinds] == [switch, joggle, zwoggel, drehwurm]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (GameRow("joggle", 8, "mine"), "joggle is taken"),
        (GameRow("mine", 9, "mine"), "no board has the size 9"),
        (GameRow("mine", -1, "mine"), "no board has the size -1"),
    ],
)
def test_an_invalid_row_is_refused(row: GameRow, why: str) -> None:
    before = registry.rows()
    with pytest.raises(ValueError, match=f"^{why}$"):
        registry.add(row)
    assert registry.rows() == before


def test_a_row_is_added_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_rows, "ROWS", list(registry.rows()))
    for size in (0, registry.LARGEST_SIZE):
        row = GameRow(f"mine{size}", size, "mine")
        registry.add(row)
        assert registry.rows()[-1] is row
        with pytest.raises(ValueError, match="is taken"):
            registry.add(row)
