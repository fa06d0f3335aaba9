"""A log as an export of the app BG Stats: a file with one play, its game and its players.

Decides the contents of that file.  The maker of BG Stats has published no description of these
files: the keys are those of its own exports (``BGStatsExport.json``, ``.bgsplay``), as other
programs read and write them.  The link that `schiri.export.bgstats_link` makes is documented.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5

from schiri.events import OfMatch
from schiri.log.lines import Log, span_of
from schiri.log.replay import referee_after
from schiri.texts import Words

TIME = "%Y-%m-%d %H:%M:%S"


class LoggedPlay(NamedTuple):
    """The part of a log that BG Stats stores.

    Shape: ``minutes`` are 0 if its duration is unknown; ``scores`` is empty in games without;
    ``comments`` says whether it is unfinished.
    """

    game: str
    players: tuple[str, ...]
    begin: datetime
    minutes: int
    winner: tuple[str, ...]
    scores: Mapping[str, int]
    comments: str


def play_of(log: Log) -> LoggedPlay:
    """Return the play of a log.

    Raises: BrokenLog (the rules disagree).
    """
    header = log.header
    begin, duration = span_of(log.lines)
    state = referee_after(log).state()
    return LoggedPlay(
        header.game.capitalize(),
        header.players,
        begin,
        round(duration.total_seconds() / 60) if duration else 0,
        state.winner,
        state.match if isinstance(state, OfMatch) else {},
        "" if log.is_finished else "unfinished",
    )


def play_id(log: Log) -> str:
    """Return a unique id for the play of a log."""
    return str(uuid5(NAMESPACE_URL, f"schiri:{log.lines[0].at}:{log.header.game}"))


def game_id(game: str) -> str:
    """Return a unique id for a game."""
    return str(uuid5(NAMESPACE_URL, f"schiri:{game}"))


def player_id(name: str) -> str:
    """Return a unique id for a player, from the name."""
    return str(uuid5(NAMESPACE_URL, f"schiri:player:{name}"))


def export(words: Words, log: Log) -> Iterator[str]:
    """Yield a file with one play."""
    play = play_of(log)
    game = {
        "id": 1,
        "uuid": game_id(play.game),
        "name": play.game,
        "highestWins": True,
        "noPoints": not play.scores,
        "cooperative": False,
    }
    players = [
        {"id": seat, "uuid": player_id(name), "name": name, "isAnonymous": False}
        for seat, name in enumerate(play.players, 1)
    ]
    played = {
        "uuid": play_id(log),
        "gameRefId": 1,
        "playDate": play.begin.astimezone().strftime(TIME),
        "durationMin": play.minutes,
        "comments": play.comments,
        "playerScores": [
            {
                "playerRefId": seat,
                "seatOrder": seat,
                "startPlayer": seat == 1,
                "winner": name in play.winner,
                "score": str(play.scores.get(name, "")),
            }
            for seat, name in enumerate(play.players, 1)
        ],
    }
    found = {"games": [game], "players": players, "locations": [], "plays": [played]}
    yield json.dumps(found, ensure_ascii=False, indent=1) + "\n"
