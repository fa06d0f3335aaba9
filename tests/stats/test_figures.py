"""Figures from logs: wins, streaks, times, starters, races, dice."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from schiri.export.bgstats import play_of
from schiri.log.lines import BrokenLog, Log, read, span_of
from schiri.log.writer import Clock
from schiri.stats.figures import DiceLuck, Figures, Races, Won, counted_game, figures_of

from tests.log.chain import AT, event, forged, header
from tests.log.typed_games import JOGGLE, PILES, RACES, SWITCH, ZWOGGEL, Game, write_log


def clocks(*, minutes: int) -> Clock:
    """Return a clock that advances by this many minutes at each read."""
    moments: Iterator[datetime] = (AT + timedelta(minutes=minutes * n) for n in range(10**6))
    return lambda: next(moments)


def log_of(path: Path, game: Game, *commands: str, minutes: int = 1) -> Log:
    found = game._replace(commands=list(commands)) if commands else game
    return read(write_log(path, found, clocks(minutes=minutes)).read_bytes())


def figures(path: Path, games: Sequence[tuple[Game, str]]) -> Figures:
    logs = [log_of(path / str(n), game, *told.split(";")) for n, (game, told) in enumerate(games)]
    return figures_of([counted_game(log) for log in logs])


def test_wins_draws_and_streaks_are_counted_in_the_order_of_the_games(tmp_path: Path) -> None:
    ends = ["resign Ben", "resign Ben", "draw", "resign Ben", "resign Ann", "a1-c3"]
    found = figures(tmp_path, [(SWITCH, end) for end in ends])
    assert (found.games, found.finished) == (6, 5)
    ann, ben = found.players["Ann"], found.players["Ben"]
    assert (ann.games, ann.finished, ann.wins, ann.draws) == (6, 5, 3, 1)
    assert (ann.streak, ann.longest_streak) == (0, 2)
    assert (ben.wins, ben.draws, ben.streak, ben.longest_streak) == (1, 1, 1, 1)


def test_spellings_of_one_name_are_one_person(tmp_path: Path) -> None:
    spelled = ["Zoë", "zoe\u0308", "Zoë", "ZOË", "Zoë"]
    won = counted_game(log_of(tmp_path / "log", SWITCH, "a1-c3", "resign Ben"))
    ended = [
        replace(won, players=(name, "Ben"), winner=(name,), starter=name, colours={name: "b"})
        for name in spelled
    ]
    found = figures_of(ended)
    assert list(found.players) == ["Ben", "Zoë"]
    zoe = found.players["Zoë"]
    assert (zoe.games, zoe.wins, zoe.longest_streak, zoe.began) == (5, 5, 5, Won(5, 5))
    assert zoe.colours == {"b": Won(5, 5)}


def test_the_player_of_the_first_move_began(tmp_path: Path) -> None:
    ends = ["a1-c3;resign Ben", "a1-c3;resign Ann", "resign Ben"]
    found = figures(tmp_path, [(SWITCH, end) for end in ends])
    assert found.players["Ann"].began == Won(2, 1)
    assert found.players["Ben"].began == Won(0, 0)
    assert found.kinds["switch"].begun == Won(2, 1)


def test_the_dice_of_a_hundred_games_are_counted(tmp_path: Path) -> None:
    game = counted_game(log_of(tmp_path / "log", JOGGLE, "R:d1", "resign Ann"))
    rolls = {"Ann": Counter({"R": 30, "G": 20, "B": 20, "Y": 20, "J": 90})}
    dice = figures_of([replace(game, rolls=rolls) for _ in range(100)]).players["Ann"].dice
    assert dice and dice.rolls["J"] == 9000 and dice.joggles == dice.uneven == 0.0


def test_an_undone_first_move_names_no_starter(tmp_path: Path) -> None:
    assert counted_game(log_of(tmp_path / "log", SWITCH, "a1-c3", "undo")).starter is None


def test_wins_are_counted_by_colour(tmp_path: Path) -> None:
    found = figures(tmp_path, [(SWITCH, "resign Ben"), (JOGGLE, "resign Ben")])
    assert found.players["Ann"].colours == {"b": Won(1, 1), "w": Won(1, 1)}
    assert found.players["Ben"].colours == {"b": Won(1, 0), "w": Won(1, 0)}
    zwoggel = figures_of([counted_game(log_of(tmp_path / "zwoggel", ZWOGGEL))])
    assert zwoggel.players["Ann"].colours == {}


def test_the_duration_is_from_the_first_to_the_last_event(tmp_path: Path) -> None:
    logs = [log_of(tmp_path / str(n), SWITCH, "draw", minutes=n) for n in (1, 2, 30)]
    kind = figures_of([counted_game(log) for log in logs]).kinds["switch"]
    # The draw and the end are written together, the header before them.
    assert (kind.median_s, kind.longest_s) == (2 * 60, 30 * 60)


@pytest.mark.parametrize(
    ("times", "seconds"),
    [(["20:00:00", "20:00:30", "21:00:00"], 3600), (["20:00:00", "19:59:59", "20:01:00"], 60)]
    + [(["20:00:00", "17:00:00", "20:05:00"], None), (["08:00:00", "08:01:00", "20:02:00"], None)],
)
def test_a_game_has_no_duration_if_the_clock_was_set(
    times: list[str], seconds: float | None
) -> None:
    moments = [f"2026-01-31T{time}.000Z" for time in times]
    made = event(2, by="Ann", entry="a1-c3"), event(3, "resign", entry="resign Ann")
    lines = [{**each, "when": when} for each, when in zip(made, moments[1:], strict=True)]
    end = event(4, "end", winner=["Ben"], rule="SW-11")
    log = read(forged([header(when=moments[0]), *lines, end]))
    assert span_of(log.lines)[1] == (seconds and timedelta(seconds=seconds))
    kind = figures_of([counted_game(log)]).kinds["switch"]
    assert (kind.finished, kind.median_s, kind.longest_s) == (1, seconds, seconds)
    assert play_of(log).minutes == (seconds or 0) // 60


def test_an_unfinished_game_has_no_duration(tmp_path: Path) -> None:
    kind = figures(tmp_path, [(SWITCH, "a1-c3")]).kinds["switch"]
    assert (kind.games, kind.finished, kind.median_s, kind.longest_s) == (1, 0, None, None)


def test_an_abandoned_match_is_no_draw(tmp_path: Path) -> None:
    found = figures_of([counted_game(log_of(tmp_path / "log", RACES))])
    assert found.finished == 1 and found.players["Ann"].draws == found.kinds["drehwurm"].draws == 0


def test_races_are_counted_with_wins_and_times(tmp_path: Path) -> None:
    commands = ["turned", "race Ann:320 Cem:250", "turned", "race Ben:190 Ann:100", "stands"]
    found = figures_of([counted_game(log_of(tmp_path / "log", RACES, *commands))])
    assert found.players["Ann"].races == Races(2, 1, 100, 210)
    assert found.players["Cem"].races == Races(1, 1, 250, 250)
    undone = figures_of([counted_game(log_of(tmp_path / "other", RACES, *commands, "undo"))])
    assert undone.players["Ann"].races == Races(2, 0, 100, 210)
    piles = figures_of([counted_game(log_of(tmp_path / "third", PILES))])
    assert piles.players["Ann"].races is None


def test_dice_are_counted_by_face_without_undone_rolls(tmp_path: Path) -> None:
    log = log_of(tmp_path / "log", JOGGLE, "J", "undo", "R:d1", "J", "c3", "J")
    found = figures_of([counted_game(log)])
    dice = found.players["Ann"].dice
    assert dice is not None and dice.rolls == {"R": 1, "G": 0, "B": 0, "Y": 0, "J": 1}
    assert dice.joggles == round(1 - (2 / 3) ** 2, 4)
    ben = found.players["Ben"].dice
    assert isinstance(ben, DiceLuck) and ben.rolls["J"] == 1


def test_without_games_the_figures_are_empty() -> None:
    assert figures_of([]) == Figures(0, 0, {}, {}, ())


def test_a_log_that_the_rules_do_not_agree_with_is_not_counted() -> None:
    with pytest.raises(BrokenLog):
        counted_game(read(forged([header(), event(2, by="Ann", entry="a1-a2")])))
