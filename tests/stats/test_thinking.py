"""The time that people think: that of the player to move, without what was undone."""

from dataclasses import replace
from pathlib import Path

from schiri.log.lines import Log, read
from schiri.log.replay import referee_after
from schiri.stats.figures import counted_game, figures_of
from schiri.stats.thinking import Thought, thinking_words, thoughts_of
from schiri.texts import Words

from tests.cli.command import typed
from tests.log.typed_games import SWITCH, write_log, write_timed
from tests.page.reading import Reading

NAMES = ["Ann", "Oma Erna"]
MOVES = [("a1-c3", 41_000), ("a2-a1", 30_000), ("undo", 9000), ("a2-a1", 65_000), ("draw", 8000)]
GAME = SWITCH._replace(players=NAMES, options={"clock": "5+3"})
SAID = "Bedenkzeit: Ann 0:49, Oma Erna 1:05. Am längsten überlegt: Oma Erna, Zug 4, 1:05."


def timed(path: Path, *more: tuple[str, int]) -> Log:
    return read(write_timed(path / "a.jsonl", GAME, [*MOVES, *more]).read_bytes())


def test_an_entry_takes_the_time_of_the_player_to_move(tmp_path: Path) -> None:
    log = timed(tmp_path)
    found = thoughts_of(log)
    who = [(1, "Ann", 41_000), (4, "Oma Erna", 65_000), (5, "Ann", 8000)]
    assert found == [Thought(*each) for each in who]
    assert thinking_words(Words("de"), NAMES, found) == SAID
    left = read(write_timed(tmp_path / "b.jsonl", GAME, MOVES[:-1]).read_bytes())
    spent = sum(each.ms for each in thoughts_of(left))
    clock = referee_after(left).clock()
    assert clock and spent == 2 * (300_000 + 3000) - sum(clock.values())


def test_the_time_that_runs_out_was_thought(tmp_path: Path) -> None:
    game = GAME._replace(options={"clock": "+30"})
    log = read(write_timed(tmp_path / "a.jsonl", game, [("flag Ann", 30_000)]).read_bytes())
    assert thoughts_of(log) == [Thought(1, "Ann", 30_000)]


def test_a_game_without_a_clock_has_no_times(tmp_path: Path) -> None:
    log = read(write_log(tmp_path / "a.jsonl", SWITCH).read_bytes())
    assert thoughts_of(log) == [] and thinking_words(Words("de"), NAMES, []) == ""
    assert figures_of([counted_game(log)]).players["Ann"].thinking is None


def test_statistics_add_up_the_games_of_a_person(tmp_path: Path) -> None:
    game = counted_game(timed(tmp_path))
    other = game.thoughts[0]._replace(by="oma erna", ms=70_000)
    again = counted_game(read(write_timed(tmp_path / "b", GAME, MOVES[:1]).read_bytes()))
    players = figures_of([game, again]).players
    assert players["Ann"].json()["thinking"] == {
        "games": 2,
        "total_ms": 90_000,
        "longest_ms": 41_000,
    }
    spelled = replace(game, players=("Ann", "oma erna"), winner=(), colours={}, thoughts=[other])
    erna = figures_of([game, spelled, game]).players["Oma Erna"].thinking
    assert erna and (erna.games, erna.longest_ms) == (3, 70_000)


def test_every_view_of_a_log_says_it(tmp_path: Path) -> None:
    path = write_timed(tmp_path / "a.jsonl", GAME, MOVES)
    reading = Reading(tmp_path, "de")
    assert reading.replay(path).says(SAID) and reading.replay(path, "/analysis").says(SAID)
    at_start, after = reading.replay(path, "?at=0"), reading.replay(path, "?at=1")
    assert at_start.says("Auf der Uhr: Ann 5:00, Oma Erna 5:00")
    assert after.says("Auf der Uhr: Ann 4:22, Oma Erna 5:00")
    player = reading.open("/statistics/player?name=Ann").texts("li", within="facts")
    assert player[-3:-1] == ["0:49 überlegt, nach der Uhr", "0:41 am längsten überlegt"]
    assert reading.open("/statistics").says("Spiele mit Uhr")
    assert SAID in typed("--lang", "de", "analyse", str(path)).out
    assert "0:49" in typed("--lang", "de", "log", "stats", str(path)).out
