"""The stories in ``zwoggel_stories.txt``, one case of the rule book each, and how they are told.

A line is what is typed, and after the arrow what must come of it: phase, turn, flips left and
stock, then the news; or ``no``, a code and the places that cause it.  A line without an arrow only
has to be accepted.  Stories are for whole and for edited engines.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.engines.fresh import Engines


class Story(NamedTuple):
    """What it is about, for whom, with which options, and the lines that are typed and told."""

    about: str
    names: tuple[str, ...]
    options: dict[str, str]
    lines: list[str]


def read_stories() -> Iterator[Story]:
    """Yield every story of the file."""
    _, *texts = Path(__file__).with_suffix(".txt").read_text().split("\n== ")
    for text in texts:
        about, people, *lines = text.strip().splitlines()
        _, names, *pairs = people.split()
        options = dict(pair.split("=") for pair in pairs)
        played = [each for line in lines for each in STAGES.get(line, [line])]
        yield Story(about, tuple(names), options, played)


def told(engines: Engines, story: Story) -> Iterator[str]:
    """Yield the lines of a story as these engines tell it."""
    game = engines("zwoggel").Zwoggel(story.options, len(story.names))
    table = engines("table").Table(game, story.names)
    for line in story.lines:
        text, arrow, _ = line.partition(" => ")
        # What the rules let stand must not be refused, told or not.
        answer = tell(engines, table, text)
        is_refused = not arrow and answer.startswith("no ")
        yield f"{text} => {answer}" if arrow or is_refused else text


def tell(engines: Engines, table: Any, text: str) -> str:
    """Make an entry, or not, and say what comes of it."""
    if text == "traps":
        counts = ["/".join(str(number) for number in each) for each in table.game.traps]
        return " ".join(" ".join(pair) for pair in zip(table.names, counts, strict=True))
    try:
        no = table.try_apply(table.parse(text))
    except engines("refusals").Refused as refused:
        no = refused.refusal
    except engines("refusals").MalformedText as bad:
        return f"no {bad.code} {bad.found}"
    if no:
        return " ".join(["no", no.code, *(place(each) for each in no.cells)])
    game, end = table.game, table.outcome()
    if end:
        winners = "+".join(table.names[seat] for seat in end.winners)
        lines = [f"over {winners} {end.rule}"]
    else:
        lines = [f"{table.phase} {table.names[table.turn]} {game.flips_left} {game.stock}"]
    if table.entries and table.is_move(table.entries[-1]) and text != "undo":
        lines += [news(table.names, *each) for each in game.effects]
    return ", ".join(lines)


def place(pair: tuple[int, int]) -> str:
    return f"{pair[0]},{pair[1]}"


def news(names: tuple[str, ...], kind: str, *facts: Any) -> str:
    """Return a piece of news in short."""
    if kind == "three":
        rows = [" ".join(place(each) for each in row) for row in facts[2]]
        return f"{names[facts[0]]} {facts[1]} " + " / ".join(rows)
    if kind == "penalty":
        return f"{names[facts[0]]} takes {place(facts[1])}: {facts[2]}"
    if kind == "out":
        return f"{names[facts[0]]} out {facts[1]}"
    if kind == "aside":
        return f"aside {facts[1]}"
    return kind


STAGES = {
    # Two red cards in a row, and a third place to be turned up.
    "@pair": ["set square 0,0 red", "set square 1,0 red", "set square 2,0 down"],
    # 8 by 8 places but for the last two, no three of a colour among them; the square is face down.
    "@crowd": [
        f"set square {x},{y} {'red' if (x // 2 + y) % 2 else 'green'}"
        for y in range(8)
        for x in range(8)
        if (x > 1 or y > 1) and (x < 6 or y < 7)
    ],
}
STORIES = list(read_stories())
