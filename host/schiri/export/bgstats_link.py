"""A log as a link that passes one play to the app BG Stats on a phone.

Decides the form of that link: the one that the maker of BG Stats describes on the page "Push plays
to BG Stats from other apps or websites" (bgstatsapp.com, under "support").
"""

import json
from collections.abc import Iterator
from datetime import UTC
from urllib.parse import quote

from schiri.export.bgstats import TIME, game_id, play_id, play_of, player_id
from schiri.log.lines import Log
from schiri.texts import Words

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
# BG Stats stores manual matches under this name: it must never change.
SOURCE = "Schiri"


def export(words: Words, log: Log) -> Iterator[str]:
    """Yield the link, which is one line; its times are in UTC, as documented."""
    play = play_of(log)
    players = [
        {
            "name": name,
            "sourcePlayerId": player_id(name),
            # Stated for all players, because the app assumes no default.
            "startPlayer": seat == 0,
            "winner": name in play.winner,
            **({"score": play.scores[name]} if name in play.scores else {}),
        }
        for seat, name in enumerate(play.players)
    ]
    data = {
        "sourceName": SOURCE,
        "sourcePlayId": play_id(log),
        "playDate": play.begin.astimezone(UTC).strftime(TIME),
        "durationMin": play.minutes,
        "comments": play.comments,
        "game": {
            "name": play.game,
            "sourceGameId": game_id(play.game),
            "highestWins": True,
            "noPoints": not play.scores,
        },
        "players": players,
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    yield f"{ADDRESS}{quote(text, safe='')}\n"
