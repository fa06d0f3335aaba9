"""The games of one player: how many were won, against whom, the favourite game.

Decides who was an opponent, and which game is the favourite.  Must not know files or words.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from schiri.json_object import Record
from schiri.names import person_of
from schiri.stats.figures import CountedGame, PlayerFigures, Won, counted_games, figures_of, wins_of


class Meeting(Record):
    """The finished games against somebody: how many, and in how many either has won."""

    games: int
    wins: int
    losses: int


class PlayerRecord(Record):
    """The games of a player.

    Shape: ``kinds`` are the finished games and the wins of each kind of game, ``against`` those
    against each opponent, the most frequent first; ``favourite`` is the kind that was begun most
    often, of equal ones the last played.  ``latest`` are the results of the last finished games,
    "won", "drawn" or "lost", the newest last.
    """

    name: str
    figures: PlayerFigures
    favourite: str
    kinds: Mapping[str, Won]
    against: Mapping[str, Meeting]
    latest: tuple[str, ...]


# The most results of `PlayerRecord.latest`.
LATEST = 8


def record_of(name: str, games: Sequence[CountedGame]) -> PlayerRecord | None:
    """Return the games of a player, given in order of play; None for somebody without a game.

    Shape: ``name`` is in any spelling.
    """
    every = counted_games(games)
    names = {person_of(each): each for game in every for each in game.players}
    usual = names.get(person_of(name))
    if usual is None:
        return None
    played = [game for game in every if usual in game.players]
    finished = [game for game in played if game.is_over]
    # Counted from the last one on, so that of equal ones the last played is first.
    frequent = Counter(game.game for game in reversed(played)).most_common()
    return PlayerRecord(
        usual,
        figures_of(played).players[usual],
        frequent[0][0],
        {
            kind: wins_of(usual, [game for game in finished if game.game == kind])
            for kind, _ in frequent
        },
        _against(usual, finished),
        tuple(_result(usual, game) for game in finished[-LATEST:]),
    )


def _against(name: str, games: Sequence[CountedGame]) -> Mapping[str, Meeting]:
    met: dict[str, list[CountedGame]] = {}
    for game in games:
        for other in game.opponents_of(name):
            met.setdefault(other, []).append(game)
    often = sorted(met.items(), key=lambda each: (-len(each[1]), each[0].casefold()))
    return {
        other: Meeting(len(both), wins_of(name, both).wins, wins_of(other, both).wins)
        for other, both in often
    }


def _result(name: str, game: CountedGame) -> str:
    if name in game.winner:
        return "won"
    return "drawn" if game.is_draw else "lost"
