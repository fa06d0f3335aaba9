"""Whole matches of Drehwurm by random players, through the script interface.

Every answer is compared with the reference implementation: the same commands accepted, the same
rules named, the same states.
"""

import json
import random
from collections import Counter
from typing import Any

import pytest
from schiri.referee import Referee

from tests.counts import IS_PROOF, count
from tests.engines.drehwurm_players import NAMES, Players, options_for
from tests.engines.plain_drehwurm import No, PlainDrehwurm
from tests.referee.replying import reply

# In total about twenty-five games in a sample and many hundreds in full, for each kind of referee.
BATCHES = count(1, 2)
MATCHES = count(2, 60)
MOST = 4000

ENDINGS = {
    *("hand by lay", "hand by throw", "hand by hen", "hens by hen", "draw pile by pass"),
    *("draw pile by new", "one card left"),
}


def ask(plain: PlainDrehwurm, rng: random.Random, say: Any) -> None:
    """Ask which cards fit where; that changes nothing."""
    pile = rng.randrange(3)
    card = rng.choice((*plain.which(pile), "y3", "j", "z3", "r12"))
    legal, rule = plain.can(card, pile)
    (event,) = say(f"can {card} {pile + 1}")["events"]
    assert (event["event"], event["card"], event["pile"]) == ("can", card, pile + 1)
    assert (event["legal"], event["rule"], event["code"] is None) == (legal, rule, legal)
    (event,) = say(f"which {pile + 1}")["events"]
    assert event == {"event": "which", "pile": pile + 1, "cards": plain.which(pile)}


def play(rng: random.Random, mode: str, told: Counter[str]) -> None:
    names = list(NAMES[: rng.randint(3, 6)])
    options = options_for(rng, mode)
    plain = PlainDrehwurm(names, **{key.replace("-", "_"): value for key, value in options.items()})
    referee = Referee("drehwurm", names, options)
    players = Players(rng, plain)

    def say(text: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(json.dumps(reply(referee, text)))
        assert found["state"] == plain.state(), text
        return found

    def both_say(text: str) -> bool:
        taken, rule = True, None
        try:
            plain.say(text)
        except No as no:
            taken, rule = False, no.rule
        found = say(text)
        assert (found["ok"], found.get("rule")) == (taken, rule), text
        told[text.split()[0] if taken else f"no {found['code']}"] += 1
        return taken

    for _ in range(MOST):
        if plain.state()["over"] and rng.random() < 0.7:
            break
        both_say(players.next_command() if rng.random() > 0.0005 else "abandon")
        if mode == "full" and rng.random() < 0.05:
            ask(plain, rng, say)
    told["games"] += plain.now["number"]
    told.update(plain.endings)
    # Undo back to the root, as far as possible.
    while both_say("undo"):
        told["back"] += 1


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("mode", ["full", "fast"])
def test_matches_are_judged_as_the_rules_say(mode: str, batch: int) -> None:
    rng, told = random.Random(f"{mode} {batch}"), Counter[str]()
    for _ in range(MATCHES):
        play(rng, mode, told)
    assert told["games"] >= 3 * MATCHES
    assert told["back"] >= 20 * MATCHES
    if mode == "full":
        missing = {ending for ending in ENDINGS if not told[ending]}
        assert missing == set() if IS_PROOF else len(missing) < len(ENDINGS)
