"""A referee that replies as the command does, without a table."""

from schiri.cli.conversation import CommandReply, reply_to
from schiri.referee import Referee
from schiri.table.intents import answer_of
from schiri.texts import Words


def reply(referee: Referee, text: str) -> CommandReply:
    """Let a referee carry out a command, and return the reply in English."""
    answer = answer_of(lambda: referee.command(text))
    return reply_to(Words("en"), answer, referee.state())
