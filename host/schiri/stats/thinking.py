"""The time that people think, in games with a clock.

Decides whose time an entry took, and its words.  Must not know how a clock runs.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from schiri.events import EntryMade
from schiri.json_object import Record
from schiri.log.lines import Log
from schiri.log.replay import NumberedLine, referee_of, replay_lines
from schiri.log.steps import undone_entries
from schiri.prose.clock import duration_digits
from schiri.texts import Words


class Thought(NamedTuple):
    """The time before an entry: its number in the log, and who was to move."""

    number: int
    by: str
    ms: int


class Thinking(Record):
    """The time of a player in games with a clock; ``longest_ms`` is the most before one entry."""

    games: int
    total_ms: int
    longest_ms: int


def thoughts_of(log: Log) -> list[Thought]:
    """Return the time before each entry that was not undone, empty for a game without a clock.

    Rule: an entry takes the time of the player to move, also a flag fall or a resignation.
    Raises: BrokenLog (as `schiri.log.replay.replay_lines`).
    """
    referee = referee_of(log.header)
    table = referee.table
    if not table.clock:
        return []
    lines: list[NumberedLine] = []
    thoughts: list[Thought] = []
    turn = table.turn
    for each in replay_lines(log.lines, referee):
        lines.append(each)
        event = each.event
        if turn is not None and isinstance(event, EntryMade) and event.spent_ms is not None:
            thoughts.append(Thought(each.number, referee.names[turn], event.spent_ms))
        turn = table.turn
    undone = undone_entries(lines)
    return [each for each in thoughts if each.number not in undone]


def thinking_of(games: Iterable[Sequence[Thought]]) -> Mapping[str, Thinking]:
    """Return the time of each player who had a clock.

    >>> found = thinking_of([[Thought(1, "Ann", 9000), Thought(2, "Ben", 500)], []])
    >>> found["Ann"]
    Thinking(games=1, total_ms=9000, longest_ms=9000)
    """
    times: dict[str, list[list[int]]] = {}
    for game in games:
        own: dict[str, list[int]] = {}
        for each in game:
            own.setdefault(each.by, []).append(each.ms)
        for name, spent in own.items():
            times.setdefault(name, []).append(spent)
    return {
        name: Thinking(len(each), sum(map(sum, each)), max(map(max, each)))
        for name, each in times.items()
    }


def thinking_words(words: Words, names: Sequence[str], thoughts: Sequence[Thought]) -> str:
    """Return the time of each player of a game and the longest thought, "" without any.

    >>> thoughts = [Thought(1, "Ann", 41_000), Thought(2, "Ben", 7000), Thought(3, "Ann", 20_000)]
    >>> thinking_words(Words("en"), ["Ann", "Ben"], thoughts)
    'Time to think: Ann 1:01, Ben 0:07. The longest: Ann, move 1, 0:41.'
    """
    if not thoughts:
        return ""
    found = thinking_of([thoughts])
    totals = [
        f"{name} {duration_digits(found[name].total_ms if name in found else 0)}" for name in names
    ]
    longest = max(thoughts, key=lambda each: each.ms)
    return words.say(
        "Time to think: {times}. The longest: {name}, move {number}, {time}.",
        times=", ".join(totals),
        name=longest.by,
        number=longest.number,
        time=duration_digits(longest.ms),
    )
