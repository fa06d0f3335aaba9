"""The case: it can be printed, it fits together, and every hole matches the build's data."""

from itertools import combinations

import numpy as np
import pytest
from manifold3d import CrossSection, Manifold
from schiri_device.builds import COLOURED, STICK

from hardware.case.bought import bought
from hardware.case.measures import mm
from hardware.case.parts import PrintedPart, box, case, clips, printed, rails, rod
from hardware.case.places import CASES, FIELDS, CasePlaces, places_of
from hardware.pages.assembly import BOARDS, CLIPPING, CLOSING, PICO, screws
from tests.counts import count
from tests.hardware.printing import bridges, gap, shallow, slopes, thin

pytestmark = pytest.mark.nightly

PARTS = {
    "cursor": ("base", "bezel", "grid", "clip", "window5", "window8"),
    "keys5": ("base", "bezel", "grid", "clip", "tray"),
    "pads": ("base", "bezel", "grid", "clip", "rails"),
    "feel5": ("base", "bezel", "grid", "clip", "tray", "stone"),
}
PARTS = {name: PARTS[name] for name in CASES}
by_part = pytest.mark.parametrize(
    ("build", "name"), [(build, name) for build in PARTS for name in PARTS[build]]
)
by_case = pytest.mark.parametrize("places", [places_of(name) for name in CASES], ids=CASES)
# Parts with bridges, and their spans: no other part has a flat overhang.
BRIDGES = {"base": {mm("foot") + 0.5, mm("plug width")}}
# What carries the lights, if it is printed.
UNDER = {"keys": "tray", "tiles": "rails", "sensors": "tray"}
# The places of the matrix's pixels, by its maker's model.
FIRST, STEP = -31.115, 8.89


def part_of(build: str, name: str) -> PrintedPart:
    return next(part for part in case(build) if part.name == name)


def of(places: CasePlaces, name: str) -> Manifold:
    return part_of(places.build.name, name).solid


def test_every_case_has_its_parts() -> None:
    assert {build: tuple(part.name for part in case(build)) for build in CASES} == PARTS


@by_part
def test_a_part_is_one_body_and_can_be_printed_without_supports(build: str, name: str) -> None:
    solid = printed(part_of(build, name))
    assert len(solid.decompose()) == 1
    left, front, low, right, back, _high = solid.bounding_box()
    assert low == 0
    assert max(right - left, back - front) <= mm("bed") - 10
    assert solid.slice(0.01).area() > 40
    assert slopes(solid)[0] == []
    found = list(bridges(solid))
    assert all(bridge.is_held for bridge in found)
    assert all(bridge.span < mm("longest bridge") for bridge in found)
    spans = {round(bridge.span, 1) for bridge in found}
    assert spans == {round(span, 1) for span in BRIDGES.get(name, set())}


@by_part
def test_walls_and_floors_are_thick_enough(build: str, name: str) -> None:
    solid = printed(part_of(build, name))
    assert thin(solid, mm("least wall")) == []
    assert shallow(solid, mm("least wall"), count(4, 2)) == []


def test_unprintable_shapes_are_found() -> None:
    wall = box(20, 0.4, 1, 9) + box(20, 20, 0, 1.5)
    assert thin(wall, 1.2) and not thin(box(20, 1.3, 0, 9), 1.2)
    assert shallow(box(20, 20, 0, 1.1), 1.2, 5) and not shallow(box(20, 20, 0, 1.2), 1.2, 5)
    steep, fine = rod(2, 0, 2, to=5), rod(2, 0, 3, to=5)
    assert slopes(steep)[0] and not slopes(fine)[0]
    shelf = box(5, 20, 0, 10) + box(12, 20, 8, 10, at=(5, 0))
    assert [bridge.is_held for bridge in bridges(shelf)] == [False]
    gate = shelf + box(5, 20, 0, 10, at=(10, 0))
    assert [(bridge.is_held, round(bridge.span, 2)) for bridge in bridges(gate)] == [(True, 20)]


@by_case
def test_nothing_intersects_when_all_is_assembled(places: CasePlaces) -> None:
    solids = {part.name: part.solid for part in case(places.build.name) if part.name != "window8"}
    solids["clip"] = clips(places)
    for each in bought(places):
        solids[each.group] = solids.get(each.group, Manifold()) + each.solid
    assert len(solids) >= 9
    for one, other in combinations(solids, 2):
        assert (solids[one] ^ solids[other]).volume() < 1e-3, (one, other)


@by_case
def test_joined_parts_have_the_right_clearance(places: CasePlaces) -> None:
    low, above = -mm("bezel") - 1, of(places, "bezel")
    pairs = [(above.slice(low), of(places, "base").slice(low))]
    pairs.append((above.slice(low - 1), of(places, "grid").slice(low - 1)))
    lights = {each.group: each.solid for each in bought(places) if each.colour == "#26282d"}
    board = places.clip_face + 0.5
    under = UNDER.get(places.field.under)
    held = of(places, under) if under else lights["matrix"]
    pairs.append((of(places, "grid").slice(board), held.slice(board)))
    face = above.slice(-1.6)
    if places.has_window:
        pairs += [(face, of(places, f"window{size}").slice(-1.6)) for size in (5, 8)]
    for name, at in places.buttons.items():
        pad = mm("pad side")
        if name in COLOURED:
            pairs.append((face, rod(mm("button cap") / 2, -3, 0, at).slice(-1.6)))
        elif places.field.under == "tiles":
            pairs.append((face, box(pad, pad, -3, 0, at).slice(-1.6)))
    assert len(pairs) >= 9
    # The outline with fewer corners is grown until it touches the other one.
    assert all(0.2 <= gap(*sorted(pair, key=CrossSection.num_vert)) <= 0.4 for pair in pairs)
    if "press" in places.buttons:
        stick = rod(mm("stick cap") / 2, -3, 0, places.buttons["press"]).slice(-1.6)
        assert mm("stick travel") + 0.2 <= gap(face, stick) <= mm("stick travel") + 0.5


Box = tuple[float, float, float, float]


def holes_of(section: CrossSection) -> list[Box]:
    """Return the outline of each hole: left, front, right, back."""
    found = []
    for contour in section.to_polygons():
        x, y = np.asarray(contour).T
        if x @ np.roll(y, -1) < y @ np.roll(x, -1):
            found.append((float(x.min()), float(y.min()), float(x.max()), float(y.max())))
    return found


def hole_at(holes: list[Box], x: float, y: float) -> Box | None:
    around = [each for each in holes if each[0] < x < each[2] and each[1] < y < each[3]]
    return min(around, key=lambda each: each[2] - each[0], default=None)


def is_centred(hole: Box | None, x: float, y: float, wide: float) -> bool:
    if hole is None:
        return False
    left, front, right, back = hole
    middle = ((left + right) / 2, (front + back) / 2)
    return middle == pytest.approx((x, y), abs=0.02) and right - left == pytest.approx(
        wide, abs=0.1
    )


@by_case
def test_each_button_has_its_hole_and_no_hole_is_left_over(places: CasePlaces) -> None:
    build, face = places.build, holes_of(of(places, "bezel").slice(-1.49))
    assert set(places.buttons) == {"press"} & set(build.buttons) | (set(build.buttons) - set(STICK))
    cell = mm("pad side") + 2 * mm("loose") if places.field.under == "tiles" else mm("key hole")
    wide = {"press": mm("stick cap") + 2 * (mm("stick travel") + mm("loose"))}
    wide |= dict.fromkeys(COLOURED, mm("button cap") + 2 * mm("loose"))
    for name, (x, y) in places.buttons.items():
        assert is_centred(hole_at(face, x, y), x, y, wide.get(name, cell)), name
    assert len(face) == len(places.buttons) + places.has_window


@by_case
def test_the_buttons_are_read_as_the_build_counts_them(places: CasePlaces) -> None:
    coloured = [name for name in places.build.buttons if name in COLOURED]
    at = {name: places.buttons[name] for name in coloured}
    assert sorted(at, key=lambda name: (-at[name][1], at[name][0])) == coloured
    # Each of the four legs has a hole of the raster. The raster's middle hole is the board's
    # middle.
    for x, y in at.values():
        for across, along in ((-1, -2.5), (1, 2.5)):
            hole = (x - places.controls[0]) / 2.54 + across, (y - places.controls[1]) / 2.54 + along
            assert [abs(step - round(step)) < 1e-6 for step in hole] == [True, True]
    if "press" in places.buttons:
        assert all(places.buttons["press"][0] < x - 15 for x, _y in at.values())
    pitch = {"keys": 19.05, "tiles": 15.0}.get(places.field.under, 0)
    for name in set(places.buttons) - set(at) - {"press"}:
        file, rank, edge = "abcdefgh".index(name[0]), int(name[1]) - 1, (places.build.size - 1) / 2
        assert places.buttons[name] == pytest.approx((pitch * (file - edge), pitch * (rank - edge)))


def test_the_matrix_shines_through_the_cells_of_grid_and_inserts() -> None:
    places = places_of("cursor")
    build = places.build
    # The chain begins at the top left and runs along the rows: by the build's page.
    chain = [(FIRST + STEP * (at % 8), -FIRST - STEP * (at // 8)) for at in range(64)]
    cell = STEP - mm("least wall")
    for size in (5, 8):
        cells = {chain[at] for at in build.pixels_of(size)}
        openings = holes_of(of(places, f"window{size}").slice(-1.6))
        assert len(openings) == 64
        for x, y in chain:
            hole = hole_at(openings, x, y)
            assert is_centred(hole, x, y, cell if (x, y) in cells else 4.4), (x, y)
    cells_of_grid = holes_of(of(places, "grid").slice(-5))
    assert all(is_centred(hole_at(cells_of_grid, x, y), x, y, cell) for x, y in chain)
    assert len(cells_of_grid) == 64
    # The page says that the wider rim is at the right and at the top.
    assert build.window % 8 < 8 - 5 - build.window % 8
    assert build.window // 8 < 8 - 5 - build.window // 8


def test_tiles_lie_on_rails_with_room_for_what_joins_them() -> None:
    places = CasePlaces(places_of("cursor").build, FIELDS["pads"])
    rail, tiles = rails(places), places.board_face - mm("tile thickness")
    assert rail.bounding_box()[5] == pytest.approx(tiles)
    for x, y in ((0, 30), (30, 0), (-60, 30), (30, -60)):
        joint = Manifold.cube((14, 14, 1.9), True).translate((x, y, tiles - 1))
        assert (joint ^ rail).volume() == 0
    for x, y in ((0, 0), (59, 59), (0, 12), (-59, 12)):
        assert rod(0.5, tiles - 2, tiles - 0.1, (x, y)).volume() == pytest.approx(
            (rod(0.5, tiles - 2, tiles - 0.1, (x, y)) ^ rail).volume()
        )


def test_each_key_has_its_light_in_a_cell_of_its_own() -> None:
    places = places_of("keys5")
    cells = holes_of(of(places, "grid").slice(-5))
    tray = holes_of(of(places, "tray").slice(places.board_face - 0.5))
    for name in places.build.buttons[:25]:
        x, y = places.buttons[name]
        assert is_centred(hole_at(cells, x, y), x, y, mm("key pitch") - mm("least wall"))
        assert is_centred(hole_at(tray, x, y), x, y, mm("pixel board") + 2 * mm("clearance"))
    assert len(cells) == len(tray) == 25


def test_each_sensor_is_under_the_middle_of_its_field_and_has_a_light_beside_it() -> None:
    places = places_of("feel5")
    cells = holes_of(of(places, "grid").slice(-5))
    sensors = [each.solid for each in bought(places) if each.group == "sensors"][::2]
    pixels = [each.solid for each in bought(places) if each.group == "pixels"][::2]
    assert len(cells) == len(sensors) == len(pixels) == 25
    stone, seat = of(places, "stone"), of(places, "tray")
    for at, (sensor, pixel) in enumerate(zip(sensors, pixels)):
        x, y = 30.0 * (at % 5 - 2), 30.0 * (at // 5 - 2)
        assert is_centred(hole_at(cells, x, y), x, y, mm("field pitch") - mm("least wall"))
        left, front, _low, right, back, _high = sensor.bounding_box()
        assert ((left + right) / 2, (front + back) / 2) == pytest.approx((x, y))
        assert sensor.min_gap(seat, 1) < 0.01
        # A light shines past the stone.
        left, front, _low, right, back, _high = pixel.bounding_box()
        middle = np.hypot((left + right) / 2 - x, (front + back) / 2 - y)
        assert middle > mm("stone") / 2
        assert x - 15 < left and right < x + 15 and y - 15 < front and back < y + 15
    assert stone.bounding_box()[3] - stone.bounding_box()[0] == mm("stone")


def test_a_magnet_is_as_far_from_its_sensor_as_the_sums_say() -> None:
    places = places_of("feel5")
    groups = {each.group: each.solid for each in bought(places)[::-1]}
    magnet, sensor = groups["magnet"].bounding_box(), groups["sensors"].bounding_box()
    element = sensor[5] - mm("sensor element")
    assert magnet[2] - element == pytest.approx(8.0)
    # The magnet does not protrude, and felt and face are between.
    assert magnet[2] > of(places, "stone").bounding_box()[2] == pytest.approx(mm("felt"))
    assert groups["felt"].bounding_box()[2] == 0
    column = rod(1, -2, 0, places.middle_of(7)) ^ of(places, "bezel")
    assert column.bounding_box()[2] == pytest.approx(-mm("skin"))


def test_the_lines_of_the_board_are_around_its_fields() -> None:
    places = places_of("feel5")
    bezel = of(places, "bezel")
    for x, y in ((15, 0), (-75, 20), (0, 75), (40, -45)):
        depth = -(rod(0.02, -2, 0, (x, y)) ^ bezel).bounding_box()[5]
        assert depth == pytest.approx(mm("groove"), abs=0.03), (x, y)
    assert (rod(1, -1, 0, (7, 8)) - bezel).volume() == 0


@by_case
def test_the_plug_reaches_the_pico(places: CasePlaces) -> None:
    base, pico = of(places, "base"), [each for each in bought(places) if each.group == "pico"]
    socket = pico[1].solid.bounding_box()
    x, z = (socket[0] + socket[3]) / 2, (socket[2] + socket[5]) / 2
    plug = Manifold.cube((mm("plug width") - 0.1, 20, mm("plug height") - 0.1), True)
    assert (plug.translate((x, socket[4] + 10.1, z)) ^ base).volume() == 0
    assert (plug.translate((x + 1, socket[4] + 10.1, z)) ^ base).volume() > 0
    assert 0 < places.inner[3] - socket[4] < 1
    # The Pico is on its posts, and their holes are under its own.
    board = pico[0].solid
    for at in places.pico_screws:
        needle = rod(0.7, places.floor + 1, places.floor + 10, at)
        assert (needle ^ (base + board)).volume() == 0


@by_case
def test_screws_reach_the_posts_of_the_bezel(places: CasePlaces) -> None:
    both = of(places, "base") + of(places, "bezel")
    for at in places.corner_posts:
        assert (rod(1.2, places.bottom - 1, places.floor + 12, at) ^ both).volume() == 0
        assert (rod(2.0, places.bottom - 1, places.floor + 12, at) ^ both).volume() > 20
    for at in places.clips:
        assert (
            rod(1.2, places.clip_face - 6, places.clip_face + 5, at) ^ (both + clips(places))
        ).volume() == 0
    for at in places.control_screws:
        assert (rod(1.2, places.control_face - 6, places.control_face + 4, at) ^ both).volume() == 0


@by_case
def test_screws_are_long_enough_and_not_too_long(places: CasePlaces) -> None:
    """The thread of each screw engages in plastic for at least three pitches."""
    board, posts = mm("perfboard thickness"), mm("standoff")
    rise = {"M3": 0.5, "M2": 0.4}
    under = -mm("bezel") - 0.2 - places.control_face
    for size, length, through, deep in (
        ("M3", CLOSING, mm("floor") + 0.2, 14),
        ("M3", CLIPPING, mm("clip") + 0.2, 8),
        ("M3", BOARDS, board, min(posts, under)),
        ("M2", PICO, mm("pico thickness"), posts),
    ):
        assert 3 * rise[size] < length - through < deep, (size, length)
    text = " ".join(what for _, what, _ in screws())
    assert all(f"x {length}," in text for length in (CLOSING, CLIPPING, BOARDS, PICO))


@by_case
def test_every_board_lies_on_a_printed_part(places: CasePlaces) -> None:
    by_group: dict[str, Manifold] = {}
    for each in bought(places):
        by_group.setdefault(each.group, each.solid)
    for group, under in (("controls", "bezel"), ("main", "base"), ("pico", "base")):
        assert by_group[group].min_gap(of(places, under), 1) < 0.01, group
    printed_under = UNDER.get(places.field.under)
    held = of(places, printed_under) if printed_under else by_group["matrix"]
    assert clips(places).min_gap(held, 1) < 0.01
