"""Short stories of Drehwurm: commands, and after each what it changed or which rule it broke.

Decides how a story is told; what the rules want is in the files beside this one, each line
``command -> what changed``.  They are told to whole engines and to edited ones.
"""

from pathlib import Path
from typing import Any, NamedTuple

from tests.engines.fresh import Engines

ARROW = "->"


class Story(NamedTuple):
    """Commands with what comes of them.

    Shape: ``begins`` are the number of players and options; ``lines`` are pairs.
    """

    title: str
    begins: str
    lines: list[tuple[str, str]]


def file_of(mode: str) -> Path:
    """Return the file of the stories of one kind of referee."""
    return Path(__file__).with_name(f"drehwurm_{mode}_stories.txt")


def stories() -> list[Story]:
    """Return every story: in a file for each kind of referee, empty lines between them."""
    return [
        read_story(text, f"mode={mode}")
        for mode in ("full", "fast")
        for text in file_of(mode).read_text().split("\n\n")
    ]


def read_story(text: str, mode: str) -> Story:
    """Return the story of this text: a title, who plays with which options, then the lines."""
    title, begins, *lines = text.strip().splitlines()
    pairs = [line.split(ARROW, 1) for line in lines]
    return Story(
        title.strip("# "), f"{begins} {mode}", [(one.strip(), two.strip()) for one, two in pairs]
    )


def tell(story: Story, engines: Engines) -> list[tuple[str, str]]:
    """Return a story's commands with what these engines make of them."""
    seats, *pairs = story.begins.split()
    options = dict(pair.split("=") for pair in pairs)
    match = engines("drehwurm").Drehwurm(options, int(seats))
    table = engines("table").Table(match, engines("table").SEAT_LETTERS[: int(seats)])
    seen = fields(table)
    told = []
    for command, _ in story.lines:
        said = say(table, command, engines("refusals"))
        after = fields(table)
        told.append((command, said or changes(seen, after)))
        seen = after
    return told


def say(table: Any, command: str, refusals: Any) -> str:
    """Carry out a command and return what is said to it, if anything."""
    try:
        entry = table.parse(command)
        if table.is_question(entry):
            return answer(table.game.game, entry)
        no = table.try_apply(entry)
    except refusals.Refused as refused:
        no = refused.refusal
    except refusals.MalformedText as bad:
        return f"malformed {bad.code}"
    return f"no {no.code} {no.rule}" if no else ""


def answer(game: Any, question: Any) -> str:
    """Return what is answered to a question."""
    if question[0] == "which":
        return " ".join(game.fitting(question[1])) or "none"
    no = game.why_no_fit(*question[1:])
    return f"no {no.code} {no.rule}" if no else "yes"


def changes(before: dict[str, str], after: dict[str, str]) -> str:
    """Return what is different, in words."""
    different = [key for key in after if before.get(key) != after[key]]
    return " ".join(f"{key}={after[key]}" for key in different) or "nothing"


def fields(table: Any) -> dict[str, str]:
    """Return everything that can be seen, each thing as a word."""
    match, game = table.game, table.game.game
    outcome = table.outcome() or match.game_outcome()
    turn = table.turn
    seen = {
        "phase": table.phase,
        "turn": "-" if turn is None else table.names[turn],
        "number": str(match.number),
        "starter": table.names[game.starter],
        "scores": numbers(game.scores()),
        "match": numbers(match.match_scores()),
        "won": "".join(table.names[seat] for seat in outcome.winners) if outcome else "-",
        "rule": outcome.rule if outcome else "-",
        "over": "yes" if table.outcome() else "no",
    }
    return {**seen, **(cards if game.QUESTIONS else claims)(table.names, game)}


def cards(names: tuple[str, ...], game: Any) -> dict[str, str]:
    """Return what the full referee sees."""
    piles = {
        str(number): f"{(top or '-')[-1]}/{(under or '-')[-1]}/{len(top) + len(under)}"
        for number, (top, under) in enumerate(game.piles, 1)
    }
    eaten = [
        f"{name}:{hen}{points}/{worms}"
        for name, meals in zip(names, game.eaten, strict=True)
        for hen, points, worms in meals
    ]
    return {
        **piles,
        "hands": numbers(game.hands),
        "hens": numbers(game.hens),
        "draw": str(game.draw),
        "eaten": ",".join(eaten) or "-",
    }


def claims(names: tuple[str, ...], game: Any) -> dict[str, str]:
    """Return what the fast referee sees."""
    order = [f"{names[seat]}{ms}{'=' if tie else ''}" for seat, ms, tie in game.order()]
    return {"order": ",".join(order) or "-", "stood": names[game.stood] if game.stood >= 0 else "-"}


def numbers(values: Any) -> str:
    """Return numbers as one word."""
    return ",".join(map(str, values))
