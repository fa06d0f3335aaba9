"""Values of moves: each follows from the next one, and the last from the end of the game."""

import json
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from schiri.analysis.moves import MoveAnalysis, analyse
from schiri.analysis.words import summary
from schiri.errors import HostError
from schiri.log.lines import Log, read
from schiri.log.steps import steps_of
from schiri.texts import Words
from schiri_engines.switch.game import Switch

from tests.cli.command import typed
from tests.counts import count
from tests.log.typed_games import JOGGLE, SWITCH, Game, write_log

LONGEST = 18


def log_of(path: Path, *commands: str, **options: str) -> Log:
    game = Game("switch", ["Ann", "Ben"], options, list(commands))
    return read(write_log(path, game).read_bytes())


def random_game(seed: int) -> tuple[list[str], str]:
    """Return the first moves of a random game, and the colour that has won by then."""
    chance = Random(seed)
    game = Switch()
    moves: list[str] = []
    while len(moves) < LONGEST and not game.outcome():
        move = chance.choice(list(game.legal_moves()))
        moves.append(game.move_text(move))
        game.push(move)
    outcome = game.outcome()
    return moves, game.colours[outcome.winners[0]] if outcome and outcome.winners else ""


def ending(seed: int, plies: int) -> list[str]:
    """Return the last plies of a random game, after a command that sets the position before
    them.
    """
    moves, _ = random_game(seed)
    game = Switch()
    for move in moves[:-plies]:
        game.push(game.parse_move(move))
    return [f"set position {game.board_text()}", *moves[-plies:]]


def seen_from_before(value: int) -> int:
    return 0 if not value else 1 - value if value < 0 else -1 - value


# Seed 6 ends with a counter after 14 moves.
@pytest.mark.parametrize("seed", range(6, 6 + count(1, 6)))
def test_each_value_follows_from_the_value_after_it(seed: int, tmp_path: Path) -> None:
    winner = random_game(seed)[1]
    first, *texts = ending(seed, count(5, 12))
    found = analyse(log_of(tmp_path / "log", first, *texts))
    assert [each.move for each in found] == texts
    for each, then in pairwise(found):
        assert each.after == seen_from_before(then.before)
        assert {each.side, then.side} == {"b", "w"}
    if winner:
        assert found[-1].after == (1 if found[-1].side == winner else -1)
    # A side that could win or draw and loses has made a blunder.
    for side in "bw":
        own = [each for each in found if each.side == side]
        if winner and side != winner and own[0].before >= 0:
            assert any(each.blunder.endswith("loss") for each in own)
    for each in found:
        assert not each.blunder or each.better
        assert each.move not in each.better


def test_better_moves_are_those_of_the_best_value(tmp_path: Path) -> None:
    for seed in range(count(1, 4)):
        texts = random_game(seed)[0][: count(1, LONGEST)]
        game = Switch()
        for each in analyse(log_of(tmp_path / str(seed), *texts)):
            best = typed("engine", "best", "switch", game.board_text()).lines
            value = best[0].split(" ", 1)[1]
            named = [line.split()[0] for line in best if line.split(" ", 1)[1] == value]
            assert sorted(each.better or named) == sorted(named)
            assert (each.move in named) is (not each.better)
            game.push(game.parse_move(each.move))


def test_undone_moves_are_marked_and_keep_their_numbers(tmp_path: Path) -> None:
    commands = ["a1-c3", "dispute who?", "undo", "undo", "a1-c3"]
    found = analyse(log_of(tmp_path / "log", *commands))
    assert [(each.number, each.by, each.move, each.is_undone) for each in found] == [
        (1, "Ann", "a1-c3", True),
        (5, "Ann", "a1-c3", False),
    ]
    assert summary(Words("en"), "Ann", found).startswith("Ann: 1 of 1 move was the best,")


def test_a_correction_is_no_move_and_what_comes_after_it_is_analysed(tmp_path: Path) -> None:
    position = Switch().board_text().split()[0]
    commands = ["a1-c3", f"set position {position} w", "b1-c3"]
    found = analyse(log_of(tmp_path / "log", *commands))
    assert [(each.move, each.side) for each in found] == [("a1-c3", "b"), ("b1-c3", "w")]


def test_a_free_set_up_has_no_values(tmp_path: Path) -> None:
    assert analyse(log_of(tmp_path / "log", "place a1 b", "place c3 w", layout="free")) == []


def test_only_switch_can_be_analysed(tmp_path: Path) -> None:
    with pytest.raises(HostError) as refused:
        analyse(read(write_log(tmp_path / "log", JOGGLE).read_bytes()))
    assert refused.value.code == "not-solved"
    assert typed("analyse", str(tmp_path / "log")).status == 2


def test_a_log_that_would_take_hours_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_log(tmp_path / "log", SWITCH)
    for module in ("analysis.moves", "log.steps"):
        monkeypatch.setattr(f"schiri.{module}.MOST_LINES", 5)
    told = typed("analyse", str(path))
    assert (told.status, told.out) == (2, "") and "6" in told.err
    with pytest.raises(HostError):
        steps_of(read(path.read_bytes()))


@pytest.mark.parametrize(
    ("before", "after", "blunder"),
    [
        (3, 5, ""),
        (3, 0, "win to draw"),
        (3, -4, "win to loss"),
        (0, -4, "draw to loss"),
        (-8, -2, ""),
        (0, 0, ""),
    ],
)
def test_a_blunder_gives_away_a_win_or_a_draw(before: int, after: int, blunder: str) -> None:
    assert MoveAnalysis(1, "Ann", "b", "a1-c3", before, after, ()).blunder == blunder


# Texts as a user types them


def test_a_game_is_shown_move_by_move(tmp_path: Path) -> None:
    first, *texts = ending(6, 3)
    path = write_log(tmp_path / "log", SWITCH._replace(commands=[first, *texts]))
    lines = [json.loads(line) for line in typed("analyse", str(path), "--json").lines]
    assert any(each["blunder"] for each in lines)
    shown = typed("analyse", str(path), "--lang", "de")
    assert shown.status == 0
    assert [each["move"] for each in lines] == texts
    for each in lines:
        row = next(line for line in shown.lines if line.split()[:1] == [str(each["entry"])])
        columns = [shown.lines[1].index(name) for name in ("Zug", "Davor", "Danach")]
        assert [row[at : at + 8].strip() for at in columns] == [
            each[key] for key in ("move", "before", "after")
        ]
        assert ("Patzer" in row) is bool(each["blunder"])
