"""Whole games of Zwoggel by random players, through the script interface: referee and reference.

Both answer each command. The occurrences of each rule, refusal and ending are printed after the
run, and a minimum of each is required.  A sample plays each of the options once, and requires no
rare occurrences.
"""

import random
from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest
from schiri.referee import Referee
from schiri_engines.refusals import RULE_OF
from schiri_engines.zwoggel.game import Zwoggel

from tests.counts import count
from tests.engines import plain_zwoggel as plain
from tests.engines.lockstep import check_met
from tests.engines.zwoggel_players import Players
from tests.referee.replying import reply

OPTIONS = list(product((True, False), (None, 8), (False, True)))
GROUPS = count(1, 4)
# In full, each option is on in five hundred games, and off in as many.
GAMES = count(len(OPTIONS), 1000) // GROUPS
LONGEST = 400

# Minimum in a hundred games.
LEAST = {
    **{f"no {code}": 2 for code, rule in RULE_OF.items() if rule.startswith("ZW")},
    **{f"no {code}": 2 for code in ("game-over", "wrong-phase")},
    "no lay-outside": 0.5,
    **{f"no {code}": 1 for code in ("bad-move", "bad-place", "bad-number")},
    "no bad-card": 0.3,
    **{f"no {code}": 1 for code in ("unknown-key", "unknown-name", "nothing-to-undo")},
    **{f"event {kind}": 5 for kind in ("three", "penalty", "out", "stock", "set", "dispute")},
    "no unknown-command": 1,
    "event aside": 1,
    "event end": 20,
    "event flip": 1000,
    "event place": 300,
    "end ZW-7": 20,
    "end ZW-9": 2,
    "shared": 1,
    "moves": 3000,
    "event resign": 30,
    "taken back": 2000,
}


def options_of(rules: plain.Rules) -> dict[str, str]:
    return {
        "no-fill-holes": "off" if rules.may_fill_holes else "on",
        "frame": "8x8" if rules.frame else "none",
        "trip-ends-turn": "on" if rules.trip_ends_turn else "off",
    }


class Lockstep:
    """One game in both implementations; ``states`` are the reference ones from the start."""

    def __init__(self, rules: plain.Rules, names: tuple[str, ...], seen: Counter[str]) -> None:
        self.referee = Referee("zwoggel", names, options_of(rules))
        self.states = [plain.start(names, rules)]
        self.seen = seen

    def type(self, text: str) -> None:
        found: dict[str, object] = {**reply(self.referee, text)}
        if text == "undo":
            self._undo(found)
        else:
            self._compare(found, text)
        assert found["state"] == plain.state(self.states[-1]), text

    def _undo(self, found: dict[str, object]) -> None:
        if len(self.states) > 1:
            self.states.pop()
            assert found["events"] == [{"event": "undo", "entry": "undo"}]
            self.seen["taken back"] += 1
        else:
            assert (found["code"], found["rule"]) == ("nothing-to-undo", "TA-3")
            self.seen["no nothing-to-undo"] += 1

    def _compare(self, found: dict[str, object], text: str) -> None:
        before = self.states[-1]
        due = plain.play(before, text)
        if not isinstance(due, plain.Game):
            assert not found["ok"] and (found["code"], found["rule"]) == due, text
            self.seen[f"no {due[0]}"] += 1
            return
        assert found["ok"], (text, found)
        self.states.append(due)
        self.seen["moves"] += 1
        events = found["events"]
        assert isinstance(events, list)
        for event in events:
            self.seen[f"event {event['event']}"] += 1
        assert events[0]["entry"] == " ".join(text.split())
        self._compare_events(events, before, due, text)

    def _compare_events(
        self, events: list[dict[str, object]], before: plain.Game, due: plain.Game, text: str
    ) -> None:
        told = {str(event["event"]): event for event in events}
        sprang = text.startswith("flip") and due.flips[-1].sprang
        assert ("three" in told) == ("penalty" in told) == sprang
        if sprang:
            _, place, colour = text.split()
            x, y = (int(word) for word in place.split(","))
            rows = plain.threes(before.field, (x, y), colour)
            cells = told["three"]["cells"]
            assert isinstance(cells, list)
            # A row of four is two triples: the same places in two orders.
            lying = {read(cell) for row in cells for cell in row}
            near = {(px, py) for px, py in lying if max(abs(px - x), abs(py - y)) <= 2}
            assert near == {each for row in rows for each in row}
            assert {before.field[each] for each in lying - {(x, y)}} == {colour}
            assert all(len(row) >= 3 and place in row for row in cells)
            assert told["penalty"]["hole"] == place
            assert told["penalty"]["count"] == due.penalties[before.turn]
        newly_out = set(plain.players_in(before)) - set(plain.players_in(due))
        if not text.startswith("set"):
            assert ({told["out"]["by"]} if "out" in told else set()) == newly_out
            assert ("stock" in told) == (before.stock > due.stock == 0)
        end = plain.ending(due)
        assert ("end" in told) == (end is not None)
        if end:
            assert (told["end"]["winner"], told["end"]["rule"]) == end
            assert told["end"]["traps"] == plain.traps(due)
            self.seen[f"end {end[1]}"] += 1
            self.seen["shared"] += len(end[0]) > 1


def read(text: str) -> plain.Place:
    x, y = (int(word) for word in text.split(","))
    return x, y


def play_a_game(number: int, seen: Counter[str]) -> None:
    """Play a game to its end, sometimes beyond it, and undo all of it."""
    rng = random.Random(number)
    rules = plain.Rules(*OPTIONS[number % len(OPTIONS)])
    assert Zwoggel.seats_for(options_of(rules)) == (2, 4)
    names = ("A", "B", "C", "D")[: rng.choice((2, 3, 4))]
    both = Lockstep(rules, names, seen)
    players = Players(rng, rng.choice((0.0, 0.3, 0.6)), rng.choice((0.0, 0.1, 1.0)))
    if rng.random() < 0.3:
        both.type(f"set stock {rng.choice((1, 3, 6))}")
    if rules.frame and rng.random() < 0.1:
        for text in players.crowd():
            both.type(text)
    for _ in range(LONGEST):
        both.type(players.text(both.states[-1]))
        if plain.ending(both.states[-1]) and rng.random() < 0.7:
            break
    while len(both.states) > 1:
        both.type("undo")
    both.type("undo")


@pytest.mark.parametrize("group", range(GROUPS))
def test_games(group: int, record_property: Callable[[str, object], None]) -> None:
    seen: Counter[str] = Counter()
    for number in range(group * GAMES, (group + 1) * GAMES):
        play_a_game(number, seen)
    check_met(seen, LEAST, GAMES / 100, "zwoggel", record_property)
