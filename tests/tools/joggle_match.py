"""Matches between the levels of Joggle's opponent, and a search for better weights.

``python -m tests.tools.joggle_match levels [GAMES] [GOAL...] [--seed N]`` lets each level play the
one below, and the lowest a player who moves by chance; ``weights`` with the same arguments changes
the weights of level 3 by chance, and keeps what wins between two who see only their own moves.
Each side begins half of the games, and has each colour in half of them.  The same seed plays the
same games.
"""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from schiri_engines.joggle.evaluation import OTHER, OWN
from schiri_engines.joggle.game import Joggle
from schiri_engines.joggle.notation import DIE, ROLL
from schiri_engines.joggle.roll_search import RollSearch

if TYPE_CHECKING:
    from schiri_engines.joggle.roll_search import Weights

GOALS = Joggle.OPTIONS[0][1].split()
# A game without a win by then counts as half a win for each side.
MOST_TURNS = 1000
# Steps of the search for weights, and the share of wins from which other weights are kept.
TRIED, BETTER = 20, 0.53
# The faces of the die.
FACES = DIE + DIE[-1]
# The player who moves by chance, as a level.
BY_CHANCE = 0

# Chooses a move after a roll.
Player = Callable[[Joggle, random.Random], int]


def player_of(level: int, weights: Weights | None = None) -> Player:
    """Return the player of a level."""

    def found(game: Joggle, chance: random.Random) -> int:
        if level == BY_CHANCE:
            return chance.choice(game.legal_moves())
        search = RollSearch(game, level, chance.randrange(1 << 28), weights)
        while not search.go_on():
            pass
        return search.move

    return found


def played(players: Sequence[Player], options: dict[str, str], chance: random.Random) -> Joggle:
    """Return a game of these players, the first of whom begins, after its end.

    Raises: Refused (a player makes an illegal move).
    """
    game = Joggle(options)
    while not game.end and game.turns < MOST_TURNS:
        game.push(ROLL | DIE.index(chance.choice(FACES)))
        if game.roll:
            game.play(players[game.seat % 2](game, chance))
    return game


def share_of(first: Player, second: Player, goal: str, games: int, seed: int) -> float:
    """Return the share of games that the first player wins."""
    chance, points = random.Random(seed), 0.0
    for number in range(games):
        begins = number % 2
        players = (second, first) if begins else (first, second)
        game = played(players, {"goal": goal, "start": "wb"[number // 2 % 2]}, chance)
        points += game.end.winners[0] % 2 == begins if game.end else 0.5
    return points / games


def levels(games: int, goals: Sequence[str], seed: int) -> Iterator[str]:
    """Yield a line for each pair of levels and goal."""
    for goal in goals:
        for low, high in pairwise((BY_CHANCE, 1, 2, 3)):
            share = share_of(player_of(high), player_of(low), goal, games, seed)
            yield f"{goal}: level {high} beats {low or 'chance'} in {100 * share:.1f} %"


def changed(weights: Weights, chance: random.Random) -> Weights:
    """Return other weights: one is changed, and they stay convex."""
    own, other = map(list, weights)
    while True:
        side, at = chance.choice((own, other)), chance.randrange(1, len(own))
        before = side[at]
        side[at] = round(before * chance.choice((0.5, 0.7, 1.4, 2)))
        steps = [more - less for less, more in pairwise(side)]
        if steps == sorted(steps):
            return tuple(own), tuple(other)
        side[at] = before


def weights(games: int, goals: Sequence[str], seed: int) -> Iterator[str]:
    """Yield a line for each change that was tried."""
    for goal in goals:
        chance = random.Random(seed)
        best: Weights = (OWN, OTHER)
        for number in range(TRIED):
            tried = changed(best, chance)
            # Other games each time, so that no luck is kept.
            players = player_of(2, tried), player_of(2, best)
            share = share_of(*players, goal, games, seed + number)
            if share >= BETTER:
                best = tried
            yield f"{goal}: {tried} {100 * share:.1f} %{' is kept' if tried is best else ''}"


def main() -> None:
    """Print the lines of a command."""
    commands = {each.__name__: each for each in (levels, weights)}
    parser = ArgumentParser(prog="joggle_match")
    parser.add_argument("command", choices=commands)
    parser.add_argument("games", type=int, nargs="?", default=2000)
    parser.add_argument("goals", nargs="*", default=GOALS)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for line in commands[asked.command](asked.games, asked.goals, asked.seed):
        print(line, flush=True)


if __name__ == "__main__":
    main()
