"""Random players of Zwoggel: their commands, steered so that every rule occurs.

Decides the next command; must not decide whether it is legal.
"""

import random

from tests.engines import plain_zwoggel as plain

NONSENSE = [
    "",
    "flip",
    "flip 0,0",
    "flip 0,0 blue",
    "flip 0 0 red",
    "flip 0,0,0 red",
    "flip +1,0 red",
    "flip 01,0 red",
    "flip 1_0,0 red",
    "flip ²,0 red",
    "flip 0,1234567890 red",
    "flip 0,0 red now",
    "place",
    "place here",
    "place 0,0 1",
    "resign",
    "resign Zoe",
    "resign A B",
    "draw",
    "set",
    "set colour red",
    "set turn",
    "set turn Zoe",
    "set stock 61",
    "set stock -1",
    "set stock 3 3",
    "set square 0,0 blue",
    "set square 100,0 red",
    "set square 0;0 red",
    "set penalties A 4",
    "set penalties Zoe 1",
    "dispute",
    "can 0,0",
]
FAR = ["flip 1000000,-1000000 red", "place 1000000,0 0,1000000 7,7", "flip -999999999,0 green"]


class Players:
    """Players who type commands; ``wild`` is the share of commands that may be illegal.

    Shape: ``clumsy`` is the share of flips that complete a three, if one can.
    """

    def __init__(self, rng: random.Random, wild: float, clumsy: float) -> None:
        self.rng = rng
        self.wild = wild
        self.clumsy = clumsy

    def text(self, game: plain.Game) -> str:
        rng = self.rng
        if rng.random() < self.wild:
            return self._anything(game)
        if plain.ending(game):
            return rng.choice(["undo", "flip 0,0 red", "dispute it"])
        if game.drawn:
            return self._laying(game)
        return self._flip(game)

    def crowd(self) -> list[str]:
        """Return commands that fill an 8x8 frame except for a few places."""
        rng = self.rng
        places = [f"{x},{y}" for x in range(-3, 5) for y in range(-3, 5)]
        rng.shuffle(places)
        cards = ["down", "down", "red", "green"]
        return [f"set square {place} {rng.choice(cards)}" for place in places[rng.randint(1, 6) :]]

    def _flip(self, game: plain.Game) -> str:
        rng = self.rng
        place = rng.choice(sorted(p for p, what in game.field.items() if what == "down"))
        colours = ["red", "green"]
        rng.shuffle(colours)
        if rng.random() < self.clumsy:
            colours.sort(key=lambda colour: not plain.threes(game.field, place, colour))
        else:
            colours.sort(key=lambda colour: bool(plain.threes(game.field, place, colour)))
        return f"flip {place[0]},{place[1]} {colours[0]}"

    def _laying(self, game: plain.Game) -> str:
        field, words = {**game.field}, ["place"]
        while len(words) <= game.drawn and (places := [*plain.open_places(game, field)]):
            # Usually close to the first cards, as people play.
            near = sorted(places, key=lambda place: (max(map(abs, place)), place))
            place = self.rng.choice(self.rng.choice((near[:3], near[:9], near, near[-4:])))
            field[place] = "down"
            words.append(f"{place[0]},{place[1]}")
        return " ".join(words)

    def _anything(self, game: plain.Game) -> str:
        rng = self.rng
        name = rng.choice(game.names)
        place = f"{rng.randint(-4, 5)},{rng.randint(-4, 5)}"
        colour = rng.choice(["red", "green"])
        return rng.choice(
            [
                *["undo"] * 8,
                *[f"flip {place} {colour}"] * 8,
                *[self._shorter(game)] * 2,
                *[self._nearly(game)] * 6,
                " ".join(["place"] + [f"{rng.randint(-3, 4)},{rng.randint(-3, 4)}"] * 2),
                f"{self._laying(game)} {place}",
                f"place {place}",
                *[f"resign {name}"] * 2,
                f"dispute {name} looked",
                f"set turn {name}",
                f"set stock {rng.choice((0, 1, 2, 3, 6, 60))}",
                *[f"set square {place} {rng.choice(('down', 'red', 'green', '-'))}"] * 3,
                f"set penalties {name} {rng.randint(0, 3)}",
                rng.choice(NONSENSE),
                rng.choice(FAR),
            ]
        )

    def _nearly(self, game: plain.Game) -> str:
        """Return a placement in which one place may be a hole, occupied or beyond the frame."""
        rng = self.rng
        x, y = rng.choice(sorted(game.field) or [(0, 0)])
        holes = sorted(place for place, what in game.field.items() if what == "hole")
        if holes and rng.random() < 0.5:
            x, y = rng.choice(holes)
        elif game.rules.frame and rng.random() < 0.5:
            x, y = rng.choice((max, min))(game.field, default=(0, 0))
            x += rng.choice((-1, 1))
        words = self._laying(game).split()[: max(1, game.drawn)]
        words.insert(rng.randint(1, len(words)), f"{x},{y}")
        return " ".join(words)

    def _shorter(self, game: plain.Game) -> str:
        """Return a placement that leaves a card out."""
        words = self._laying(game).split()
        return " ".join(words[:-1]) if len(words) > 2 else " ".join(words)
