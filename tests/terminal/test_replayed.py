"""What a history at the table said, a replay of its log says afterwards: the same sentences."""

import re
from pathlib import Path

import pytest
from schiri.table.intents import Enter, NewGame
from schiri.terminal.history import EventLog
from schiri_engines.registry import row_of

from tests.cli.command import typed
from tests.log.games import GAMES, Game, by_kind
from tests.terminal.table import ANSWER_MS, Seat, at_the_table

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", GAMES, ids=by_kind)
def test_a_replay_says_what_the_history_said(game: Game, tmp_path: Path) -> None:
    said: list[str] = []

    async def play(seat: Seat) -> None:
        for command in game.commands:
            seat.do(Enter(command))
        await seat.wait()
        said.extend(told.words for told in seat.app.table.query_one(EventLog)._told)

    begun = NewGame(game.name, tuple(game.players), game.options)
    pace_ms = ANSWER_MS if row_of(game.name).size else 0
    at_the_table(play, tmp_path, begun, language="de", pace_ms=pace_ms)
    (path,) = (tmp_path / "logs").glob("*.jsonl")
    ran = typed("log", "replay", str(path), "--no-step", "--lang", "de")
    assert ran.status == 0
    *_, state = ran.lines
    rest, matched = ran.out.removesuffix(f"{state}\n"), 0
    # The first one is the beginning, which a replay does not tell; a history has notices besides.
    for sentence in said[1:]:
        line = rf"[ \d]{{4}}  {re.escape(sentence)}( \([^\n]*\))?\n"
        if found := re.match(line, rest):
            rest, matched = rest[found.end() :], matched + 1
    assert rest == "" and matched >= len(game.commands)
