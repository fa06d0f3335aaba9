"""Matches of Drehwurm by random typists, added to a digest; they run on MicroPython."""

from schiri_engines.drehwurm.game import Drehwurm
from schiri_engines.race import PERIOD, RaceConditions
from schiri_engines.referee_table import RefereeTable
from schiri_engines.refusals import MalformedText, Refused

from tests.vm.digest import see_contract

NAMES = ("Ann", "Ben", "Cid", "Dot", "Eva", "Fay")
ANYTHING = (
    "undo, undo, dispute hm, next, set turn NAME, foo, lay x, set hand NAME 2, set stock 2, start, "
    "set score NAME -3, set pile PILE y3 ? 4, which PILE, turned, stands, illegal, race NAME:MS, "
    "race NAME, hen y PILE, race NAME:MS NAME:MS"
)


def play_match(digest, dice, mode: str) -> None:
    options = {
        "mode": mode,
        "joker": dice.choice(("wild", "no-joker-on-joker", "number")),
        "colours": dice.choice("3456"),
        "throw-in": dice.choice(("normal", "same-colour")),
    }
    seats = 3 + dice.below(4)
    table = RefereeTable(Drehwurm(options, seats), NAMES[:seats])
    for _ in range(150):
        text = text_of(dice, table)
        try:
            entry = table.parse(text)
            if entry[0] == "which":
                digest.add(table.game.game.fitting(entry[1]))
            elif not table.is_question(entry):
                digest.add(table.try_apply(entry))
        except MalformedText as bad:
            digest.add(bad.code + bad.found + bad.wanted)
        except Refused as no:
            digest.add(no.refusal)
        see(digest, table)
        see_contract(digest, dice, table.game)
    for entry in table.entries:
        digest.add(table.text(entry))
    while table.try_apply(("undo",)) is None:
        see(digest, table)


def see(digest, table) -> None:
    match, game = table.game, table.game.game
    digest.add([table.turn, table.phase, table.outcome(), match.number, match.match_scores()])
    for field in game.FIELDS:
        digest.add(getattr(game, field))


def judge_race(digest, dice) -> None:
    opened = (PERIOD - 500 + dice.below(1000)) % PERIOD
    idle = (opened - dice.below(500)) % PERIOD
    race = RaceConditions(dice.below(6), 6, idle, opened, None)
    race.scan_ms = 1 + dice.below(5)
    pressed = [(opened - 400 + dice.below(2000), dice.below(7)) for _ in range(12)]
    digest.add(race.judge([(tick % PERIOD, seat) for tick, seat in pressed]))


def text_of(dice, table) -> str:
    """Return a command that often fits."""
    name, pile = dice.choice(table.names), str(1 + dice.below(3))
    card = dice.choice("rygbpoj") + dice.choice("0123456789")
    kind = table.phase
    if dice.below(12) == 0 or (kind == "race" and dice.below(2)):
        text = dice.choice(ANYTHING.split(", "))
        ms = str(dice.below(9))
        return text.replace("NAME", name).replace("PILE", pile).replace("MS", ms)
    if kind == "over":
        return "next"
    if kind == "count":
        return "left " + name + " " + str(dice.below(9))
    if kind == "start":
        return "start y3 b2 " + card
    if kind in ("shows", "new"):
        return kind + " " + card
    if "which" not in table.game.QUESTIONS:
        colour = dice.choice("rygbp")
        return dice.choice(
            ("turned " + pile, "passed", "end", "ate " + name + " " + colour + " 2 1 3")
        )
    fits = table.game.game.fitting(int(pile) - 1)
    if fits and dice.below(3):
        card = dice.choice(fits)
    hen = "hen " + (table.game.game.top(int(pile) - 1)[0] or "y") + " " + pile
    return dice.choice(
        ("lay " + card + " " + pile, "pass " + pile, hen, "throw " + name + " " + card)
    )
