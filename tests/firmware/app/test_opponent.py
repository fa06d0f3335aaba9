"""Games of Switch against the device, played by presses."""

import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from schiri.games.switch.values import lost_positions
from schiri_device.games.switch_play import SwitchPlay
from schiri_engines.solver import best_move, lost
from schiri_engines.solver.best_move import BestMove
from schiri_engines.solver.values import value_of, worth_of_move
from schiri_engines.switch.rules import SwitchRules
from schiri_engines.switch.stones import stones_of

from tests.firmware.app.test_hints import light_of
from tests.firmware.stage import STEP_MS, Stage

# Longest thinking time of the device, in steps.
MOST_STEPS = 3000 // STEP_MS
NEARLY_WON = "wbbwb/bwwwb/wwbwb/ww.bb/bwbwb w"


def against(level: int, layout: str = "1", seed: int = 1) -> Stage:
    """Return a device that plays for B, at the first move of a game, with a PC that follows."""
    stage = Stage("keys5", seed)
    for line in ("press white white white", "plug"):
        stage.do(line)
    stage.do(f"ask new switch AB layout={layout} device-b={level}")
    stage.do("press white")
    assert stage.device.mode_name == "play"
    return stage


def game_of(stage: Stage) -> SwitchRules:
    """Return the game on the table."""
    game = stage.device.match.game
    assert isinstance(game, SwitchRules)
    return game


def shown(stage: Stage) -> str:
    """Let the device think; return the move that it shows, or "" if it is not to move."""
    for _ in range(MOST_STEPS):
        detail = stage.device.mode.detail()
        if detail != "thinking":
            return detail if len(detail) == 5 else ""
        stage.step([])
    raise AssertionError("it never ends")


def press_move(stage: Stage, move: int) -> None:
    """Press the cells of a move, and white to confirm a warning."""
    game = game_of(stage)
    before = len(stage.device.match.table.entries)
    names = [game.cell_text(cell) for cell in game.move_cells(move)]
    stage.do("press " + " ".join(names))
    if len(stage.device.match.table.entries) == before:
        stage.do("press white")


@pytest.mark.parametrize(("level", "seed"), [(1, 1), (4, 2)])
def test_a_whole_game_against_the_device(level: int, seed: int) -> None:
    """Against an opponent who moves at random. The perfect device does not lose."""
    stage, chance = against(level, seed=seed), random.Random(seed)
    played, match = 0, stage.device.match
    while match.outcome is None and played < 60:
        if move := shown(stage):
            # With white, or by pressing its cells like an own move.
            stage.do("press white" if played % 4 else f"press {move[:2]} {move[3:]}")
            played += 1
        else:
            press_move(stage, chance.choice(game_of(stage).legal_moves()))
    assert played > 1
    assert match.outcome
    if level == 4:
        assert match.outcome.winners in ((), (1,))
    assert stage.device.mode_name == "finished"


def test_a_correction_restarts_the_search() -> None:
    stage = against(4)
    stage.do("press a1 c3")
    assert shown(stage)
    stage.do(f"ask set position {NEARLY_WON}")
    assert stage.device.mode.detail() == "thinking"
    move, game = shown(stage), game_of(stage)
    now = stones_of(game.cells(), "w"), stones_of(game.cells(), "b"), game.free_cell()
    values = lost_positions()
    worth = worth_of_move(values, *now, game.parse_move(move))
    assert worth == value_of(values, *now) > 0


def test_without_the_lost_positions_people_move_for_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(lost, "path_of_file", lambda: str(tmp_path / "none"))
    stage = against(4)
    assert "< refused no-solution - -" in stage.do("press a1 c3") + stage.do("wait 100")
    stage.do("wait 3500")
    stage.do("press b1 a1")
    assert len(stage.device.match.table.entries) == 2


def test_where_memory_does_not_suffice_people_move_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = against(4)

    def fail(*_: object) -> bool:
        raise MemoryError

    monkeypatch.setattr(BestMove, "go_on", fail)
    told = stage.do("press a1 c3") + stage.do("wait 100")
    assert "< refused no-memory - -" in told
    stage.do("wait 3500")
    stage.do("press b1 a1")
    assert len(stage.device.match.table.entries) == 2


def test_a_full_heap_at_the_import_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = against(1)

    class Full(ModuleType):
        def __getattr__(self, name: str) -> object:
            raise MemoryError

    monkeypatch.setitem(sys.modules, "schiri_device.games.seeking", Full("seeking"))
    assert "< refused no-memory - -" in stage.do("press a1 c3") + stage.do("wait 100")


@pytest.mark.parametrize(("level", "sight"), [(1, 2), (2, 3), (3, 6), (4, 100)])
def test_each_level_sees_so_many_plies(
    level: int, sight: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches: list[tuple[object, ...]] = []

    class Noted(BestMove):
        def __init__(self, *given: Any) -> None:
            searches.append(given)
            BestMove.__init__(self, *given)

    monkeypatch.setattr(best_move, "BestMove", Noted)
    stage = against(level)
    stage.do("press a1 c3")
    assert shown(stage)
    letters = game_of(stage).cells()
    [(_, *stones, sees, _start)] = searches
    assert stones == [stones_of(letters, "w"), stones_of(letters, "b"), letters.index(".")]
    assert sees == sight


def test_of_equal_moves_it_is_another_one_at_another_time() -> None:
    found = set()
    for wait_ms in (5, 15, 45, 70):
        stage = against(1)
        stage.do(f"wait {wait_ms}")
        stage.do("press a1 c3")
        found.add(shown(stage))
    assert len(found) > 1


def test_while_a_refusal_is_lit_no_light_runs_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BestMove, "go_on", lambda *_: False)
    stage = against(4)
    stage.do("press a1 c3")
    mode = stage.device.mode
    assert isinstance(mode, SwitchPlay)
    stage.do("press b1")
    for _ in range(50):
        assert mode.is_lit() and not light_of(stage)
        stage.step([])
