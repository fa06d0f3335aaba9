"""A referee that replies as the command does, without a table."""

from schiri.cli.conversation import reply_json
from schiri.json_object import JsonObject
from schiri.referee import Referee
from schiri.table.intents import answer_of
from schiri.texts import Words


def reply(referee: Referee, text: str) -> JsonObject:
    """Let a referee carry out a command, and return the reply in English."""
    answer = answer_of(lambda: referee.command(text))
    return reply_json(Words("en"), answer, referee.state())
