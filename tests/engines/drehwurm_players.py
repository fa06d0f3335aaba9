"""Random players of Drehwurm: their next command, usually legal, sometimes anything.

Decides which command comes; judges nothing.  Each match has its own temper, so that every way to
end a game is reached.
"""

import random
from collections.abc import Callable
from typing import Any

from tests.engines.plain_drehwurm import ALL_COLOURS, PlainDrehwurm

JOKERS = ("wild", "no-joker-on-joker", "number")
NAMES = ("Ann", "Ben", "Cid", "Dot", "Eva", "Fay")
# The tempers of players: their weights for laying, drawing, hens and throwing in.
TEMPERS = ((9, 1, 1, 0.9), (20, 0.1, 1, 0.4), (1, 9, 2, 0.1), (2, 2, 9, 0.3), (6, 2, 1, 0.05))
NOISE = (
    *("foo", "lay", "lay y3", "lay y3 4", "lay y3 0", "lay Y3 1", "lay y3 1 1", "throw Zoe y3"),
    *("start y3 y3", "hen yy 1", "hen 1 y", "pass", "pass x", "new ?", "shows -", "undo undo"),
    *("next 1", "abandon now", "set", "set turn", "set turn Zoe", "set bread 3", "set hand Ann x"),
    *("set hand Ann 93", "set stock -1", "set stock 91", "set pile 1 ? y3 2", "set pile 4 y3 y3 2"),
    *("set pile 1 y3 - 2", "set pile 1 y3 b4 1", "set score Ann 1000", "dispute", "resign Ann"),
    *("draw", "race", "race Ann", "race Ann:", "race Ann:-1", "race Ann:1:1", "race Ann:536870912"),
    *("race Zoe:5", "ate Ann y 1 1", "ate Ann y 1 1 x", "ate Ann yy 1 1 1", "left Ann", "left x 1"),
    *("left Ann 106", "turned 4", "passed 1 1", "illegal 1", "stands 1", "end 1", "lay y3333 1"),
)


def options_for(rng: random.Random, mode: str) -> dict[str, str]:
    return {
        "mode": mode,
        "colours": rng.choice("3456"),
        "joker": rng.choice(JOKERS),
        "throw-in": rng.choice(("normal", "same-colour")),
    }


class Players:
    """The people at one table.

    Shape: ``plain`` has the state that they see.
    """

    def __init__(self, rng: random.Random, plain: PlainDrehwurm) -> None:
        self.rng = rng
        self.plain = plain
        self.temper = rng.choice(TEMPERS)

    def next_command(self) -> str:
        dice = self.rng.random()
        if dice < 0.04:
            return "undo"
        if dice < 0.10:
            return self.anything()
        if dice < 0.115:
            return self.correction()
        if self.plain.now["phase"] == "over":
            return "next"
        return self.full() if self.plain.full else self.fast()

    # Cards

    def card(self) -> str:
        if self.rng.random() < 0.08:
            return "j" + (self.rng.choice("123456789") if self.plain.joker == "number" else "")
        return self.rng.choice(self.plain.colours) + self.rng.choice("123456789")

    def near(self, top: str) -> str:
        """Return a card that often fits on this one."""
        if top == "j" or self.rng.random() < 0.2:
            return self.card()
        value = (int(top[1]) + self.rng.choice((0, 7))) % 9 + 1
        return f"{self.rng.choice(self.plain.colours)}{value}"

    # Commands

    def full(self) -> str:
        rng, now = self.rng, self.plain.now
        if now["phase"] == "start":
            return f"start {self.card()} {self.card()} {self.card()}"
        if now["phase"] in ("shows", "new"):
            return f"{now['phase']} {self.card()}"
        lay, draw, hen, throw = self.temper
        window = now["window"]
        if window and not window["used"] and rng.random() < throw:
            top = now["piles"][window["pile"]]["up"][-1]
            card = self.near(top)
            if self.plain.same_colour and rng.random() < 0.8:
                card = top[0] + card[1:]
            others = [name for name in self.plain.names if name != window["by"]]
            return f"throw {rng.choice(others)} {card}"
        pile = rng.randrange(3)
        top = now["piles"][pile]["up"][-1]
        me = now["turn"]
        # They cannot lay cards that they do not have.
        weights = (lay * (now["hands"][me] > now["hens"][me]), draw, hen * (now["hens"][me] > 0))
        kind = rng.choices(("lay", "pass", "hen"), weights)[0]
        if kind == "pass":
            return f"pass {pile + 1}"
        if kind == "hen":
            colour = top[0] if top[0] != "j" else rng.choice(self.plain.colours)
            return f"hen {colour} {pile + 1}"
        return f"lay {self.near(top)} {pile + 1}"

    def fast(self) -> str:
        rng, now = self.rng, self.plain.now
        if now["phase"] == "count":
            name = rng.choice([name for name in self.plain.names if name not in now["left"]])
            return f"left {name} {rng.randrange(13)}"
        words = ["turned", "turned 2", "passed 1", "passed"]
        if now["phase"] == "race":
            words += [self.claims(), self.claims(), "illegal", "stands", "stands"]
        else:
            counts = " ".join(str(rng.randrange(5)) for _ in "123")
            words += [f"ate {now['turn']} {rng.choice(self.plain.colours)} {counts}"] * 2
        if rng.random() < 0.01:
            words = ["end"]
        return rng.choice(words)

    def claims(self) -> str:
        names = self.rng.sample(self.plain.names, self.rng.randint(1, len(self.plain.names) - 1))
        base = self.rng.randrange(1000)
        return "race " + " ".join(f"{name}:{base + self.rng.randrange(3)}" for name in names)

    def correction(self) -> str:
        rng = self.rng
        name = rng.choice(self.plain.names)
        under = "?" if rng.random() < 0.3 else self.card()
        makers: list[Callable[[], str]] = [
            lambda: "dispute who was first?",
            lambda: f"set turn {name}",
            lambda: f"set score {name} {rng.randint(-20, 60)}",
            lambda: f"set hand {name} {rng.choice((0, 1, 2, 7, 12))}",
            lambda: f"set stock {rng.choice((0, 1, 2, 3, 20))}",
            lambda: f"set pile {rng.randint(1, 3)} {self.card()} {under} {rng.randint(2, 6)}",
        ]
        return rng.choice(makers)()

    def anything(self) -> str:
        """Return a command that may not fit the phase, or may be malformed."""
        rng = self.rng
        if rng.random() < 0.4:
            return rng.choice(NOISE)
        card = rng.choice(
            (
                self.card(),
                "j",
                f"j{rng.randrange(12)}",
                rng.choice(ALL_COLOURS + "z") + "3",
                "y0",
                "y12",
            )
        )
        name, pile = rng.choice((*self.plain.names, "Zoe")), rng.randint(1, 3)
        colour = rng.choice(ALL_COLOURS + "jz")
        ms: Any = rng.randrange(2000)
        return rng.choice(
            (
                *(f"lay {card} {pile}", f"throw {name} {card}", f"throw {name} {colour}"),
                *(f"hen {colour} {pile}", f"pass {pile}", f"shows {card}", f"new {card}"),
                *(f"start {card} {card} y3", "next", "turned", f"passed {pile}", "illegal"),
                *(f"race {name}:{ms}", f"race {name}:{ms} {name}:{ms}", "stands", "end"),
                *(f"ate {name} {colour} 1 0 2", f"ate {name} y 90 0 1", f"left {name} 3"),
            )
        )
