"""The games of one player."""

from collections import Counter
from dataclasses import replace

from schiri.stats.figures import CountedGame, Won
from schiri.stats.player import LATEST, Meeting, record_of

GAME = CountedGame(
    "switch", ("Ann", "Ben"), True, False, ("Ann",), "Ann", None, {}, (), Counter(), {}
)
LOST = replace(GAME, winner=("Ben",))
DRAWN = replace(GAME, winner=(), is_draw=True)


def test_games_are_counted_by_opponent_and_kind() -> None:
    third = replace(GAME, game="zwoggel", players=("Cem", "ann", "Ben"), winner=("Cem",))
    going = replace(GAME, is_over=False, winner=(), players=("Ann", "Dora"))
    found = record_of("ANN", [GAME, GAME, LOST, DRAWN, third, going])
    assert found and found.name == "Ann" and found.favourite == "switch"
    figures = found.figures
    assert (figures.games, figures.finished, figures.wins, figures.draws) == (6, 5, 2, 1)
    assert figures.longest_streak == 2
    assert found.kinds == {"switch": Won(4, 2), "zwoggel": Won(1, 0)}
    # In a game of three, who has won beats both.
    assert found.against == {"Ben": Meeting(5, 2, 1), "Cem": Meeting(1, 0, 1)}
    assert [*found.against] == ["Ben", "Cem"]
    assert found.latest == ("won", "won", "lost", "drawn", "lost")


def test_a_partner_is_no_opponent() -> None:
    four = replace(GAME, players=("Ann", "Ben", "Cem", "Dora"), winner=("Ann", "Cem"))
    found = record_of("Ann", [replace(four, are_teams=True)])
    assert found and found.against == {"Ben": Meeting(1, 1, 0), "Dora": Meeting(1, 1, 0)}


def test_of_equally_frequent_games_the_last_one_is_the_favourite() -> None:
    joggle = replace(GAME, game="joggle")
    for games, favourite in (([GAME, joggle], "joggle"), ([joggle, GAME], "switch")):
        found = record_of("Ann", games)
        assert found and found.favourite == favourite


def test_only_the_last_results_are_named() -> None:
    found = record_of("Ben", [LOST, *[GAME] * LATEST])
    assert found and found.latest == ("lost",) * LATEST


def test_somebody_without_a_game_has_no_record() -> None:
    assert record_of("Dora", [GAME]) is None
    # A game without a move is none.
    assert record_of("Ann", [replace(GAME, is_over=False, starter=None)]) is None
