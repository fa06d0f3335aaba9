"""Rows of games from outside: each has an unused name, and a possible size."""

import pytest
from schiri_engines import game_rows, registry
from schiri_engines.registry import GameRow


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (GameRow("joggle", 8, "mine"), "joggle is taken"),
        (GameRow("mine", 9, "mine"), "no board has the size 9"),
        (GameRow("mine", -1, "mine"), "no board has the size -1"),
    ],
)
def test_a_row_that_cannot_be_is_refused(row: GameRow, why: str) -> None:
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
