"""Hints and games against the device, beyond the recorded sessions."""

import random
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from schiri.games.switch.values import lost_positions
from schiri_device.app.match import RESERVE
from schiri_device.app.play import Play
from schiri_device.games import opponent, switch_opponent
from schiri_device.games.joggle import JoggleDeviceAdapter
from schiri_device.games.opponent import Opponent
from schiri_device.journal import Journal
from schiri_device.ticks import Edge
from schiri_engines.refusals import Refusal
from schiri_engines.solver import best_move, lost
from schiri_engines.solver.best_move import BestMove
from schiri_engines.solver.values import value_of, worth_of_move
from schiri_engines.switch.movegen import stones_of

from tests.firmware.stage import STEP_MS, Stage

Patch = pytest.MonkeyPatch
# Longest thinking time of the device, in steps.
MOST_STEPS = 3000 // STEP_MS
NEARLY_WON = "wbbwb/bwwwb/wwbwb/ww.bb/bwbwb w"
# The cells of the running light, once around the board.
IN_TURN = [file + "1" for file in "abcde"] + ["e2", "e3", "e4"]
IN_TURN += [file + "5" for file in "edcba"] + ["a4", "a3", "a2"]


def playing(options: str = "hints-a=1 hints-b=off", seed: int = 1) -> Stage:
    """Return a device at the first move of a game, with a PC."""
    stage = Stage("keys5", seed)
    for line in ("press white white white", "plug", f"ask new switch AB layout=1 {options}"):
        stage.do(line)
    stage.do("press white")
    assert stage.device.mode_name == "play"
    return stage


def asked(stage: Stage) -> list[str]:
    """Ask for a hint and wait for it; return the device's lines meanwhile."""
    told = stage.do("hold yellow") + stage.do("wait 3000")
    return [line for line in told if line.startswith("< ")]


def game_of(stage: Stage) -> Any:
    """Return the game on the table."""
    return stage.device.match.game


def shown(stage: Stage) -> str:
    """Let the device think; return the move that it shows, or "" if it is not to move."""
    for _ in range(MOST_STEPS):
        detail = stage.device.mode.detail()
        if detail != "thinking":
            return detail if len(detail) == 5 else ""
        stage.step([])
    raise AssertionError("it never ends")


def light_of(stage: Stage) -> str:
    """Return the cells with the light of a hint or a search."""
    rows = [[row[at] for at in range(0, 15, 3)] for row in stage.see()[:5]]
    lit = [(x, y) for y in range(5) for x in range(5) if rows[y][x] == "h"]
    return " ".join("abcde"[x] + "54321"[y] for x, y in lit)


def full(*_: object) -> Any:
    """Find no memory."""
    raise MemoryError


@pytest.fixture
def opened(monkeypatch: Patch) -> list[BinaryIO]:
    """The files that the device has opened."""
    found: list[BinaryIO] = []

    def noted(name: str, how: str) -> BinaryIO:
        found.append(Path(name).open("rb"))  # noqa: SIM115  # the device closes it
        return found[-1]

    monkeypatch.setattr(switch_opponent, "open", noted, raising=False)
    return found


# Hints


def test_a_missing_or_damaged_file_refuses_a_hint(
    monkeypatch: Patch, tmp_path: Path, opened: list[BinaryIO]
) -> None:
    stage = playing()
    path = tmp_path / "switch.lost"
    monkeypatch.setattr(lost, "path_of_file", lambda: str(path))
    assert asked(stage) == ["< refused no-solution - -"]
    path.write_bytes(b"nonsense")
    assert asked(stage) == ["< refused no-solution - -"]
    assert [file.closed for file in opened] == [True]
    assert stage.device.match.hints == ()


def test_a_full_heap_closes_the_file_and_refuses_a_hint(
    monkeypatch: Patch, opened: list[BinaryIO]
) -> None:
    stage = playing()
    assert asked(stage) == ["< event 3 hints 1 0"]
    stage.device.match.hints = ()
    monkeypatch.setattr(lost.LostPositions, "__init__", full)
    assert asked(stage) == ["< refused no-memory - -"]
    assert [file.closed for file in opened] == [True, True]


def test_a_hint_needs_room_in_the_journal(monkeypatch: Patch) -> None:
    mode = playing("hints-a=free").device.mode
    for room, refusal in ((RESERVE, None), (RESERVE - 1, Refusal("memory-full", "-"))):
        monkeypatch.setattr(Journal, "room", lambda _, room=room: room)
        assert isinstance(mode, Play) and Opponent(mode).why_no_hint() == refusal


def test_a_pc_that_shows_the_lights_gets_the_hint() -> None:
    stage = playing()
    stage._to_say.append("lights")
    stage.do("wait 500")
    assert [line for line in asked(stage) if line.startswith("< now")] == ["< now play a1-c3= -"]


def test_during_a_search_one_light_runs_round_the_board(monkeypatch: Patch) -> None:
    monkeypatch.setattr(BestMove, "go_on", lambda *_: False)
    stage = playing()
    stage.step([Edge("yellow", True, stage.ticks())])
    # Until the hold, own stones are lit: they may move.
    while len(light_of(stage)) > len("a1"):
        stage.step([])
    lights: list[str] = []
    while "c1" not in lights[-1:] or len(lights) < len(IN_TURN) * 6:
        lights.append(light_of(stage))
        stage.step([])
    # It moves at every sixth slice. The first light waits for the first slice.
    steps = [(cell, len(list(same))) for cell, same in groupby(lights[:-1])]
    assert steps[0][0] == "a1"
    assert steps[1:] == [(cell, 6) for cell in [*IN_TURN, "a1", "b1"][1:]]


# The device as a player


@pytest.mark.parametrize(("level", "seed"), [(1, 1), (4, 2)])
def test_a_whole_game_against_the_device(level: int, seed: int) -> None:
    """Against an opponent who moves at random. The perfect device does not lose."""
    stage, chance = playing(f"device-b={level}", seed), random.Random(seed)
    played, match = 0, stage.device.match
    while match.outcome is None and played < 60:
        if move := shown(stage):
            # With white, or by pressing its cells like an own move.
            stage.do("press white" if played % 4 else f"press {move[:2]} {move[3:]}")
            played += 1
            continue
        game, before = game_of(stage), len(match.table.entries)
        cells = game.move_cells(chance.choice(game.legal_moves()))
        stage.do("press " + " ".join(map(game.cell_text, cells)))
        if len(match.table.entries) == before:
            # It was a warning.
            stage.do("press white")
    assert played > 1
    assert match.outcome
    if level == 4:
        assert match.outcome.winners in ((), (1,))
    assert stage.device.mode_name == "finished"


def test_a_correction_restarts_the_search() -> None:
    stage = playing("device-b=4")
    stage.do("press a1 c3")
    assert shown(stage)
    stage.do(f"ask set position {NEARLY_WON}")
    assert stage.device.mode.detail() == "thinking"
    move, game = shown(stage), game_of(stage)
    now = stones_of(game.cells(), "w"), stones_of(game.cells(), "b"), game.free_cell()
    values = lost_positions()
    worth = worth_of_move(values, *now, game.parse_move(move))
    assert worth == value_of(values, *now) > 0


@pytest.mark.parametrize(
    ("code", "lets_fail"),
    [
        ("no-solution", lambda patch: patch.setattr(lost, "path_of_file", lambda: "none")),
        ("no-memory", lambda patch: patch.setattr(BestMove, "go_on", full)),
    ],
)
def test_if_the_device_cannot_search_people_move_for_it(
    monkeypatch: Patch, code: str, lets_fail: Callable[[Patch], None]
) -> None:
    stage = playing("device-b=4")
    lets_fail(monkeypatch)
    assert f"< refused {code} - -" in stage.do("press a1 c3") + stage.do("wait 100")
    stage.do("wait 3500")
    stage.do("press b1 a1")
    assert len(stage.device.match.table.entries) == 2


@pytest.mark.parametrize(("level", "sight"), [(1, 2), (2, 3), (3, 6), (4, 100)])
def test_each_level_searches_its_own_depth(level: int, sight: int, monkeypatch: Patch) -> None:
    searches: list[tuple[object, ...]] = []

    class Noted(BestMove):
        def __init__(self, *given: Any) -> None:
            searches.append(given)
            BestMove.__init__(self, *given)

    monkeypatch.setattr(best_move, "BestMove", Noted)
    stage = playing(f"device-b={level}")
    stage.do("press a1 c3")
    assert shown(stage)
    letters = game_of(stage).cells()
    [(_, *stones, sees, _start)] = searches
    assert stones == [stones_of(letters, "w"), stones_of(letters, "b"), letters.index(".")]
    assert sees == sight


def test_among_equal_moves_the_choice_varies() -> None:
    found = set()
    for wait_ms in (5, 15, 45, 70):
        stage = playing("device-b=1")
        stage.do(f"wait {wait_ms}")
        stage.do("press a1 c3")
        found.add(shown(stage))
    assert len(found) > 1


def test_while_a_refusal_is_lit_no_light_runs_round(monkeypatch: Patch) -> None:
    monkeypatch.setattr(BestMove, "go_on", lambda *_: False)
    stage = playing("device-b=4")
    stage.do("press a1 c3")
    mode = stage.device.mode
    assert isinstance(mode, Play)
    stage.do("press b1")
    for _ in range(50):
        assert mode.is_lit() and not light_of(stage)
        stage.step([])


# Joggle


def joggling(options: str, seats: str = "AB", seed: int = 1) -> Stage:
    """Return a device at the first roll of a game of Joggle, with a PC."""
    stage = Stage("pads", seed)
    stage.do("press white white white")
    for _ in range(2):
        # The second time Joggle is loaded.
        for line in ("plug", f"ask new joggle {seats} {options}", "wait 1000"):
            stage.do(line)
    assert stage.device.mode_name == "dice"
    return stage


def opponent_of(stage: Stage) -> Opponent:
    mode = stage.device.mode
    assert isinstance(mode, Play) and isinstance(mode.opponent, Opponent)
    return mode.opponent


def answered(stage: Stage) -> str:
    """Let the device roll and think; return the move that it shows, "" if it is not to move."""
    for _ in range(MOST_STEPS):
        opponent = opponent_of(stage)
        if opponent.answer >= 0:
            return stage.device.mode.detail()
        if not opponent.is_mine:
            return ""
        stage.step([])
    raise AssertionError("it never ends")


@pytest.mark.parametrize(
    ("options", "seats", "seed"),
    [
        ("device-b=1", "AB", 1),
        ("goal=2S extreme=on device-b=3", "AB", 2),
        ("goal=2S teams=on no-field=pass device-b=2", "ABCD", 3),
        ("goal=2S swap-may-complete-opponent=on device-a=3 device-b=3", "AB", 4),
    ],
)
def test_a_whole_game_of_joggle_against_the_device(options: str, seats: str, seed: int) -> None:
    """Against people who move by chance; the device rolls for itself."""
    stage, chance = joggling(options, seats, seed), random.Random(seed)
    match, played = stage.device.match, 0
    while match.outcome is None and played < 120:
        played += 1
        if move := answered(stage):
            # With white, or by pressing its cells like an own move.
            text = move.removesuffix("!").replace("x", "-").replace("-", " ")
            stage.do("press white" if played % 4 else f"press {text}")
        elif game_of(stage).phase == "roll":
            stage.do("hold white")
        else:
            game = game_of(stage)
            cells = game.move_cells(chance.choice(game.legal_moves()))
            stage.do("press " + " ".join(map(game.cell_text, cells)))
    assert match.outcome
    if "device-a" not in options:
        assert match.outcome.winners[0] % 2 == 1
    assert stage.device.mode_name == "finished"


@pytest.mark.parametrize("level", "123")
def test_without_time_the_device_makes_the_first_legal_move_it_finds(
    level: str, monkeypatch: Patch
) -> None:
    """As with a clock that has almost run out, or after a step that took long."""
    monkeypatch.setattr(opponent, "MOST_MS", 0)
    stage = joggling(f"device-a={level} device-b={level}")
    for _ in range(6):
        assert answered(stage)
        assert game_of(stage).why_not(opponent_of(stage).answer) is None
        stage.do("press white")
    assert shown(playing(f"device-a={level}"))


def test_the_device_waits_for_the_face_of_a_real_die() -> None:
    stage = joggling("device-b=2")
    stage.do("press red")
    stage.do("press " + game_of(stage).cell_text(game_of(stage).free_cells()[0]))
    stage.do("wait 500")
    assert (game_of(stage).phase, stage.device.mode.detail()) == ("roll", "-")
    stage.do("press blue")
    move = answered(stage)
    assert len(move) == len("d4!") and game_of(stage).roll == "B"
    other = next(cell for cell in ("a1", "c1") if cell != move[:2])
    assert "< refused device-to-move - " + move[:2] in stage.do("press " + other)
    stage.do("press white")
    stage.do("hold white")
    stage.do("press " + game_of(stage).cell_text(game_of(stage).free_cells()[0]))
    assert answered(stage)


def test_a_hint_at_joggle_says_how_likely_a_win_is() -> None:
    stage = joggling("hints-a=1")
    assert "< refused" not in " ".join(stage.do("hold yellow"))
    board = "/".join([*["........"] * 5, "b.b.....", "ww......", "www....."])
    for rows, sign in ((board, "+"), ("/".join(["........"] * 8), "=")):
        turns = 7 - 7 * (sign == "=")
        stage.device.match.hints = ()
        stage.do(f"ask set position {rows} w J {turns}")
        assert "< event" in "".join(asked(stage))
        assert stage.device.mode.detail()[-1] == sign
    stage.do("press a1")
    assert stage.device.mode.detail() == "-"


def test_a_board_without_room_says_what_it_needs(monkeypatch: Patch) -> None:
    """A Pico's drive lacks the module: people play both sides."""
    monkeypatch.setattr(JoggleDeviceAdapter, "OPPONENT", "schiri_device.games.missing")
    stage = joggling("device-b=2 hints-a=1")
    said = stage.do("ask new joggle AB device-b=2 hints-a=1")
    assert "< refused needs-pico-2 - -" in said
    mode = stage.device.mode
    assert isinstance(mode, Play) and mode.opponent is None
    for press in ("red", "b1"):
        stage.do("press " + press)
    assert (game_of(stage).turns, game_of(stage).side) == (1, "b")
