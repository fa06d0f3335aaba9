"""A replay of a log has the same sentences as the history at the table."""

import re

import pytest
from schiri.table.intents import Enter, NewGame
from schiri.terminal.widgets import EventLog
from schiri_engines.registry import row_of

from tests.cli.command import typed
from tests.game_now import game_of
from tests.log.typed_games import GAMES, Game, by_kind
from tests.terminal.seat import ANSWER_MS, Seat, at_an_open_table


@pytest.mark.parametrize("game", GAMES, ids=by_kind)
def test_a_replay_has_the_sentences_of_the_history(game: Game) -> None:
    said: list[str] = []

    async def play(seat: Seat) -> None:
        for command in game.commands:
            seat.do(Enter(command))
        await seat.wait()
        said.extend(words for words, _form, _number in seat.app.table.query_one(EventLog)._told)

    begun = NewGame(game.name, tuple(game.players), game.options)
    pace_ms = ANSWER_MS if row_of(game.name).size else 0
    seat = at_an_open_table(play, begun, language="de", pace_ms=pace_ms)
    ran = typed("log", "replay", game_of(seat.state).log, "--no-step", "--lang", "de")
    assert ran.status == 0
    *_, state = ran.lines
    rest, matched = ran.out.removesuffix(f"{state}\n"), 0
    # A replay does not contain the first sentence, the beginning. A history also has notices.
    for sentence in said[1:]:
        # Additional sentences about an ending follow below it.
        first, *others = map(re.escape, sentence.split("\n"))
        more = "".join(rf"\n {{6}}{each}" for each in others)
        # Beside the sentence a replay has the entry, or the rule.
        line = rf"[ \d]{{4}}  {first}( \([^\n]*\))?{more}\n"
        if found := re.match(line, rest):
            rest, matched = rest[found.end() :], matched + 1
    assert rest == "" and matched >= len(game.commands)
