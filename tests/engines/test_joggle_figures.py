"""When a goal of Joggle is reached: the engine's packing against another search.

On boards built for it, of which 20 to 80 percent have the goal, and on every shape of a few cells;
the shares are printed after the run.
"""

import random
from collections.abc import Callable

import pytest
from schiri_engines.joggle.figures import PLACES, figures_around, goal_places, is_complete
from schiri_engines.joggle.game import Joggle
from schiri_engines.joggle.notation import PLACE_OF, cell_of

from tests.counts import count
from tests.engines import joggle_boards as boards
from tests.engines import plain_figures as figures
from tests.engines import plain_joggle as plain

BUILT = count(1_600, 1_000_000) // len(plain.GOALS)
# Unchanged, mirrored either way, and rotated.
IMAGES = 4
LARGEST = count(8, 12)
# Number of shapes of 1, 2, 3 ... cells, in all orientations, on a board of eight by eight.
SHAPES = [1, 2, 6, 19, 63, 216, 760, 2725, 9908, 36380, 134208, 494483]
NEEDED = {
    goal: sum({"R": 6, "S": 4}[kind] for kind in figures.kinds_of(goal)) for goal in plain.GOALS
}

each_goal = pytest.mark.parametrize("goal", plain.GOALS)


# Each rank of marbles by its bits, by colour.
RANKS = {
    colour: [bytes(colour * (bits >> at & 1) for at in range(8)) for bits in range(256)]
    for colour in (1, 2)
}


def marbles_on(cells: int, colour: int = 1) -> list[int]:
    """Return the engine's board with marbles of a colour on these cells, others around."""
    marbles, place = [0] * PLACES, PLACE_OF[0]
    while cells:
        marbles[place : place + 8] = RANKS[colour][cells & 255]
        cells, place = cells >> 8, place + 10
    return marbles


def bits_at(places: tuple[int, ...]) -> int:
    return sum(1 << cell_of(place) for place in places)


@each_goal
def test_a_goal_is_found_on_exactly_the_boards_that_have_it(
    goal: str, record_property: Callable[[str, object], None]
) -> None:
    rng = random.Random(goal)
    named = Joggle({"goal": goal}).goal
    standing = 0
    for number in range(BUILT // IMAGES):
        built = boards.built(rng, goal)
        # All images of a board have the goal, or none has it.
        stands = boards.is_packed(boards.found_in(built), goal)
        for cells in boards.images(built):
            colour = 1 + number % 2
            packed = bits_at(goal_places(marbles_on(cells, colour), colour, named))
            assert (packed != 0) == stands, f"{cells:x}"
            if packed:
                # The cells shown as the goal form one, without an additional marble.
                assert packed & ~cells == 0 and packed.bit_count() == NEEDED[goal]
                assert boards.is_packed(boards.found_in(packed), goal)
        standing += stands
    share = round(100 * standing / (BUILT // IMAGES))
    record_property(
        "occurrences",
        {f"% of boards with {goal}": [share, 20], f"% without {goal}": [100 - share, 20]},
    )
    assert 20 <= share <= 80


def test_goal_is_found_on_every_shape() -> None:
    sizes = []
    for size, shapes in boards.shapes(LARGEST):
        sizes.append(len(shapes))
        goals = [goal for goal in plain.GOALS if NEEDED[goal] <= size]
        named = [Joggle({"goal": goal}).goal for goal in goals]
        standing = 0
        for shape in shapes:
            marbles, found = marbles_on(shape), boards.found_in(shape)
            is_hopeless = False
            for goal, parsed in zip(goals, named):
                # If figures are missing, the result is the same for all such goals.
                if any(len(found[kind]) < number for kind, number in parsed.items()):
                    if is_hopeless:
                        continue
                    is_hopeless = True
                stands = boards.is_packed(found, goal)
                assert (goal_places(marbles, 1, parsed) != ()) == stands, f"{goal} {shape:x}"
                standing += stands
        assert (standing > 0) == bool(goals)
    assert sizes == SHAPES[:LARGEST]


@each_goal
def test_both_searches_agree_with_the_plain_statement(goal: str) -> None:
    rng = random.Random(goal)
    said = set()
    for _ in range(count(50, 1000)):
        cells = boards.built(rng, goal)
        own = frozenset(cell for cell in figures.CELLS if cells & boards.BITS[cell])
        stands = figures.is_packed(own, goal)
        found = boards.found_in(cells)
        for kind in "RS":
            masks = [mask for mask in boards.MASKS[kind] if mask & ~cells == 0]
            assert sorted(found[kind]) == sorted(masks)
        assert stands == boards.is_packed(found, goal)
        said.add(stands)
    assert said == {True, False}


@pytest.mark.parametrize("kinds", ["R", "S", "RS"])
def test_figures_around_a_place_are_all_there_are(kinds: str) -> None:
    rng = random.Random(kinds)
    goal = "".join("1" + kind for kind in kinds)
    said = set()
    for _ in range(count(15, 300)):
        cells = boards.built(rng, goal)
        marbles = marbles_on(cells)
        # Marbles of the other colour and free fields are equally useless for a figure.
        for at in range(64):
            if not cells >> at & 1:
                marbles[PLACE_OF[at]] = rng.choice((0, 2))
        own = frozenset(cell for cell in figures.CELLS if cells & boards.BITS[cell])
        for cell, place in zip(figures.CELLS, PLACE_OF):
            made = [each for each in figures.figures(own | {cell}, goal) if cell in each]
            assert is_complete(marbles, place, 1, kinds) == bool(made)
            around = [
                figures.CELLS[cell_of(each)] for each in figures_around(marbles, place, 1, kinds)
            ]
            assert sorted(around) == list(figures.union([*made, frozenset({cell})]))
            said.add(bool(made))
    assert said == {True, False}


def test_figures_do_not_reach_around_the_edge() -> None:
    # The last files of two ranks and the first files of the next ones.
    for cells in (0x8181, 0x018180, 0xC0C00303 << 4, 0x81 | 0x81 << 56, 0xC000C003):
        for goal in ("1R", "2S"):
            stands = boards.is_packed(boards.found_in(cells & boards.FULL), goal)
            packed = goal_places(marbles_on(cells & boards.FULL), 1, Joggle({"goal": goal}).goal)
            assert (packed != ()) == stands
    assert goal_places(marbles_on(0x8181), 1, {"S": 1}) == ()
