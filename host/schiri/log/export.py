"""A log in other forms: words, JSON, a table of cells, and what the app BG Stats reads.

Decides those forms.  Must not know files.
"""

import csv
import io
import json
from datetime import datetime
from uuid import NAMESPACE_URL, uuid5

from schiri.games import adapter_of
from schiri.log.lines import Log
from schiri.log.notes import is_note
from schiri.log.replay import referee_of, replay
from schiri.log.times import happened
from schiri.prose import event_words
from schiri.texts import Words


def export_text(words: Words, log: Log, form: str) -> str:
    """Return a log in one of the `FORMS`."""
    return FORMS[form](words, log)


def _text(words: Words, log: Log) -> str:
    game = log.header.game
    began, *moments = happened(log.lines)
    lines = [f"{game}  {began}  {', '.join(log.header.players)}"]
    told = zip(moments, log.events[1:], strict=True)
    lines += [f"{moment}  {event_words(words, game, event)}" for moment, event in told]
    return "\n".join(lines) + "\n"


def _json(words: Words, log: Log) -> str:
    return json.dumps([line.json for line in log.lines], ensure_ascii=False, indent=1) + "\n"


def _csv(words: Words, log: Log) -> str:
    columns = ["n", "at", "src", "event", "by", "entry", "winner", "rule"]
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for line, moment in zip(log.lines, happened(log.lines), strict=True):
        won = line.json.get("winner")
        winner = " ".join(map(str, won)) if isinstance(won, list) else ""
        writer.writerow({**line.json, "at": moment, "winner": winner})
    return out.getvalue()


def _bgstats(words: Words, log: Log) -> str:
    """Return one play in the form of BG Stats' own exports, which it imports as well."""
    header = log.header
    told = zip(log.events, happened(log.lines), strict=True)
    moments = [moment for event, moment in told if not is_note(event)]
    referee = referee_of(header)
    replay(log.lines, referee)
    state = referee.state()
    scores = adapter_of(referee.game).scores(state)
    begin, end = (datetime.fromisoformat(moment) for moment in (moments[0], moments[-1]))
    game = header.game.capitalize()
    players = header.players
    play = {
        "uuid": str(uuid5(NAMESPACE_URL, f"schiri:{log.lines[0].at}:{header.game}")),
        "gameRefId": 1,
        "playDate": begin.astimezone().strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": round((end - begin).total_seconds() / 60),
        "comments": "" if log.is_finished else "unfinished",
        "playerScores": [
            {
                "playerRefId": seat,
                "seatOrder": seat,
                "startPlayer": seat == 1,
                "winner": name in state.winner,
                "score": str(scores.get(name, "")),
            }
            for seat, name in enumerate(players, 1)
        ],
    }
    return (
        json.dumps(
            {
                "games": [
                    {
                        "id": 1,
                        "uuid": str(uuid5(NAMESPACE_URL, f"schiri:{game}")),
                        "name": game,
                        "highestWins": True,
                        "noPoints": not scores,
                        "cooperative": False,
                    }
                ],
                "players": [
                    {
                        "id": seat,
                        "uuid": str(uuid5(NAMESPACE_URL, f"schiri:player:{name}")),
                        "name": name,
                        "isAnonymous": False,
                    }
                    for seat, name in enumerate(players, 1)
                ],
                "locations": [],
                "plays": [play],
            },
            ensure_ascii=False,
            indent=1,
        )
        + "\n"
    )


FORMS = {"text": _text, "json": _json, "csv": _csv, "bgstats": _bgstats}
