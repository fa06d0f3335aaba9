"""The plans of the perforated boards: each part has a place, and no two parts overlap."""

from itertools import combinations, product

import pytest
from schiri_device.builds import COLOURED

from hardware.case.perfboard import LEGS, MUX_RAILS, MUX_SPOTS, RAILS, SPOTS, Spot, control_holes
from hardware.case.places import CASES, CONTROL_HOLES, MAIN_HOLES, places_of
from hardware.circuit.circuit import circuit_of
from hardware.circuit.kinds import KINDS
from tests.firmware.world import FEEL5

# Parts that are elsewhere: in the case, under the field, or on the board of the buttons.
ELSEWHERE = {"pico", "matrix", "pixel", "tile", "stick", "button", "key", "diode", "piezo"}
ELSEWHERE |= {"sensor", "capacitor-sensor"}
LEGS_OF = {"shifter": 14}


def covered(spot: Spot) -> set[tuple[int, int]]:
    left, first, right, last = spot.body
    return {(x, y) for x in range(left, right + 1) for y in range(first, last + 1)}


def test_every_part_has_its_place_and_a_hole_for_each_leg() -> None:
    circuit = circuit_of(FEEL5)
    several = {f"{part.kind} {part.label}": part.kind for part in circuit.parts.values()}
    assert set(SPOTS) | {several[name] for name in MUX_SPOTS} | ELSEWHERE == set(KINDS)
    assert {name for name, kind in several.items() if "mux" in kind} == set(MUX_SPOTS)
    for name, spot in (SPOTS | MUX_SPOTS).items():
        kind = several.get(name, name)
        legs = LEGS_OF.get(kind, len(KINDS[kind].legs))
        assert len(set(spot.legs)) == legs, name
        assert set(spot.legs) <= covered(spot), name


def test_the_legs_of_a_multiplexer_are_as_far_apart_as_its_footprint_says() -> None:
    assert KINDS["mux"].footprint.endswith("DIP-24_W15.24mm")
    for name in ("mux 1", "mux 2"):
        legs = MUX_SPOTS[name].legs
        # Pin 1 at the top left, 12 below, 13 across, 24 across from 1.
        left, top = legs[0]
        assert (legs[11], legs[12], legs[23]) == (
            (left, top + 11),
            (left + 6, top + 11),
            (left + 6, top),
        )


@pytest.mark.parametrize(("spots", "rails"), [(SPOTS, RAILS), (MUX_SPOTS, MUX_RAILS)])
def test_parts_are_apart_from_each_other_from_rails_and_from_screws(
    spots: dict[str, Spot], rails: dict[str, int]
) -> None:
    wide, high = MAIN_HOLES
    ends = [(1, 2, 3, size - 2, size - 1, size) for size in (wide, high)]
    corners = set(product(*ends))
    for one, other in combinations(spots, 2):
        assert not covered(spots[one]) & covered(spots[other]), (one, other)
    for spot in spots.values():
        holes = covered(spot)
        assert all(1 <= x <= wide and 1 <= y <= high for x, y in holes)
        assert not holes & corners
        assert not {y for _, y in holes} & set(rails.values())


@pytest.mark.parametrize("name", CASES)
def test_buttons_have_their_legs_in_holes(name: str) -> None:
    places = places_of(name)
    for button in set(places.buttons) & set(COLOURED):
        column, row = control_holes(places, button)
        for right, down in LEGS:
            hole = column + right, row + down
            assert hole == pytest.approx((round(hole[0]), round(hole[1])))
            assert 1 < hole[0] < CONTROL_HOLES[0] and 1 < hole[1] < CONTROL_HOLES[1]
