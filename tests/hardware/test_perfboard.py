"""The plans of the perforated boards: each part has a place, and no two parts overlap."""

from itertools import combinations, product

import pytest
from schiri_device.builds import COLOURED

from hardware.case.perfboard import LEGS, RAILS, SPOTS, control_holes
from hardware.case.places import CASES, CONTROL_HOLES, MAIN_HOLES, places_of
from hardware.circuit.kinds import KINDS

# Parts that are elsewhere: in the case, under the field, or on the board of the buttons.
ELSEWHERE = {"pico", "matrix", "pixel", "tile", "stick", "button", "key", "diode", "piezo"}


def covered(kind: str) -> set[tuple[int, int]]:
    left, first, right, last = SPOTS[kind].body
    return {(x, y) for x in range(left, right + 1) for y in range(first, last + 1)}


def test_every_part_has_its_place_and_a_hole_for_each_leg() -> None:
    assert set(SPOTS) | ELSEWHERE == set(KINDS)
    for kind, spot in SPOTS.items():
        legs = 14 if kind == "shifter" else len(KINDS[kind].legs)
        assert len(set(spot.legs)) == legs, kind
        assert set(spot.legs) <= covered(kind), kind


def test_parts_are_apart_from_each_other_from_rails_and_from_screws() -> None:
    wide, high = MAIN_HOLES
    ends = [(1, 2, 3, size - 2, size - 1, size) for size in (wide, high)]
    corners = set(product(*ends))
    for one, other in combinations(SPOTS, 2):
        assert not covered(one) & covered(other), (one, other)
    for kind in SPOTS:
        holes = covered(kind)
        assert all(1 <= x <= wide and 1 <= y <= high for x, y in holes)
        assert not holes & corners
        assert not {y for _, y in holes} & set(RAILS.values())


@pytest.mark.parametrize("name", CASES)
def test_buttons_have_their_legs_in_holes(name: str) -> None:
    places = places_of(name)
    for button in set(places.buttons) & set(COLOURED):
        column, row = control_holes(places, button)
        for right, down in LEGS:
            hole = column + right, row + down
            assert hole == pytest.approx((round(hole[0]), round(hole[1])))
            assert 1 < hole[0] < CONTROL_HOLES[0] and 1 < hole[1] < CONTROL_HOLES[1]
