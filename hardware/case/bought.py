"""The parts that a case holds, as simple solids: for pictures, and to check the room.

Decides how the parts look that are not printed.  Their positions are in `places`.
"""

from typing import NamedTuple

from manifold3d import Manifold
from schiri_device.builds import COLOURED

from hardware.case.measures import mm
from hardware.case.parts import all_of, box, rod
from hardware.case.places import CONTROL_HOLES, MAIN_HOLES, CasePlaces, Point
from hardware.circuit.looks import CAPS

BOARD, METAL, DARK = "#2f7d5b", "#c9ccd1", "#33363c"


class BoughtPart(NamedTuple):
    """A bought part: its group, its colour, and its solid."""

    group: str
    colour: str
    solid: Manifold


def bought(places: CasePlaces) -> list[BoughtPart]:
    """Return all that is bought for a build."""
    kinds = {"matrix": _matrix, "keys": _keys, "tiles": _tiles, "sensors": _sensors}
    return [*kinds[places.field.under](places), *_controls(places), *_below(places)]


def _board(holes: tuple[int, int], at: Point, face: float) -> Manifold:
    step = mm("raster")
    return box(holes[0] * step, holes[1] * step, face - mm("perfboard thickness"), face, at)


def _matrix(places: CasePlaces) -> list[BoughtPart]:
    face, side = places.board_face, places.field.board
    pixel = mm("pixel side")
    return [
        BoughtPart("matrix", "#26282d", box(side, side, face - places.field.thickness, face)),
        BoughtPart(
            "matrix",
            "#f6f3e6",
            all_of(
                box(pixel, pixel, face, face + mm("pixel height"), places.middle_of(at))
                for at in range(places.build.size**2)
            ),
        ),
        BoughtPart(
            "sheet",
            "#f7f5ee",
            box(2 * places.frame, 2 * places.frame, -mm("bezel") - places.sheet, -mm("bezel")),
        ),
    ]


def _keys(places: CasePlaces) -> list[BoughtPart]:
    found = []
    for name, at in list(places.buttons.items())[: places.build.size**2]:
        hole, body = mm("key hole") - 0.1, mm("key body")
        cap = Manifold.batch_hull((box(18, 18, 3.5, 7, at), box(13, 13, 11, 12, at)))
        light = (ord(name[0]) + int(name[1])) % 2
        found += [
            BoughtPart("keys", "#ffd27a" if light else "#eef0f2", cap),
            BoughtPart("keys", DARK, box(hole, hole, -mm("key below plate"), 0, at)),
            BoughtPart("keys", DARK, box(body, body, 0, 3, at)),
        ]
        found += _pixel(places, at)
    return found


def _pixel(places: CasePlaces, at: Point) -> list[BoughtPart]:
    face = places.board_face
    board = rod(mm("pixel board") / 2, face - mm("pixel board thickness"), face, at)
    return [
        BoughtPart("pixels", "#f1efe6", board),
        BoughtPart("pixels", "#ffe9a8", box(5, 5, face, face + mm("pixel height"), at)),
    ]


def _sensors(places: CasePlaces) -> list[BoughtPart]:
    """Return the sensors, lying on their seats with their legs bent, and the pixels beside them."""
    found = []
    top, thick = places.sensor_top, mm("sensor thickness")
    below = places.board_face - places.field.thickness - 4
    for pixel in range(places.build.size**2):
        x, y = places.middle_of(pixel)
        body = box(mm("sensor width"), mm("sensor length"), top - thick, top, (x, y))
        bend, middle = y - mm("sensor length") / 2 - mm("sensor legs"), top - thick / 2
        legs = [
            box(0.45, mm("sensor legs"), middle - 0.2, middle + 0.2, (x + leg, bend + 0.9))
            + box(0.45, 0.45, below, middle + 0.2, (x + leg, bend))
            for leg in (-1.27, 0, 1.27)
        ]
        found += [
            BoughtPart("sensors", DARK, body),
            BoughtPart("sensors", METAL, all_of(legs)),
            *_pixel(places, places.pixel_of(pixel)),
        ]
    low = mm("felt") + mm("magnet inset")
    # The stone is on the last field.
    magnet = rod(mm("magnet") / 2, low, low + mm("magnet height"), (x, y))
    felt = rod(mm("stone") / 2 - 1, 0, mm("felt"), (x, y))
    return [*found, BoughtPart("magnet", METAL, magnet), BoughtPart("felt", "#2f5d43", felt)]


def _tiles(places: CasePlaces) -> list[BoughtPart]:
    face, side, pad = places.board_face, places.field.board, mm("pad side")
    found = [
        BoughtPart("tiles", "#26282d", box(side, side, face - mm("tile thickness"), face)),
        BoughtPart("silicone", "#e3e6ea", box(side, side, face, face + mm("pad web"))),
    ]
    for pixel in range(places.build.size**2):
        colour = "#ffd27a" if pixel in _cells(places) else "#eef0f2"
        at = places.middle_of(pixel)
        solid = box(pad, pad, face + mm("pad web"), face + mm("pad height"), at)
        found.append(BoughtPart("silicone", colour, solid))
    return found


def _cells(places: CasePlaces) -> set[int]:
    """Return every other pixel of a board of 5 by 5, like a chequer board."""
    width, first = places.build.size, places.build.window
    return {
        first + row * width + column
        for row in range(5)
        for column in range(5)
        if (row + column) % 2
    }


def _controls(places: CasePlaces) -> list[BoughtPart]:
    face = places.control_face
    board = _board(CONTROL_HOLES, places.controls, face)
    for at in places.control_screws:
        board -= rod(mm("m3 hole") / 2, face - 5, face + 1, at)
    found = [BoughtPart("controls", "#b98a4a", board)]
    for name, at in places.buttons.items():
        if name == "press":
            top = mm("button proud")
            side = mm("stick body")
            cap = rod(1.6, face + 5, top - 1, at) + rod(mm("stick cap") / 2, top - 1, top + 1.5, at)
            found += [
                BoughtPart("controls", DARK, box(side, side, face, face + 5, at)),
                BoughtPart("controls", "#55585f", cap),
            ]
        elif name in COLOURED:
            side, radius = mm("button body"), mm("button cap") / 2
            high = face + mm("button body height")
            cap = rod(radius, high, mm("button proud") - 0.6, at) + rod(
                radius, mm("button proud") - 0.6, mm("button proud"), at, to=radius - 0.6
            )
            found += [
                BoughtPart("controls", DARK, box(side, side, face, high, at)),
                BoughtPart("controls", CAPS[name], cap),
            ]
    return found


def _below(places: CasePlaces) -> list[BoughtPart]:
    floor = places.floor + mm("standoff")
    x, y = places.pico
    pico = box(mm("pico width"), mm("pico length"), floor, floor + mm("pico thickness"), (x, y))
    for at in places.pico_screws:
        pico -= rod(mm("pico hole") / 2, floor - 1, floor + 2, at)
    high = floor + mm("pico thickness")
    edge = y + mm("pico length") / 2 + mm("usb overhang")
    socket = box(7.5, 5.6, high, high + mm("usb height"), (x, edge - 2.8))
    main = floor + mm("perfboard thickness")
    middle_x, middle_y = places.main
    # Tiles have a level shifter and capacitors of their own.
    chip, can = [
        BoughtPart("main", DARK, box(19, 7, main, main + 5, (middle_x, middle_y + 12))),
        BoughtPart("main", "#304878", box(12, 8, main, main + 8, (middle_x + 10, middle_y - 22))),
    ]
    at = places.multiplexers
    board = BoughtPart("multiplexers", "#b98a4a", _board(MAIN_HOLES, at, main))
    chips = [
        BoughtPart("multiplexers", DARK, box(15, 32, main, main + 9, (at[0] + x, at[1])))
        for x in (-11.43, 11.43)
    ]
    return [
        *([board, *chips] if places.build.sensors else []),
        BoughtPart("pico", BOARD, pico),
        BoughtPart("pico", METAL, socket),
        BoughtPart("pico", DARK, box(7, 7, high, high + 1, (x, y - 4))),
        BoughtPart("main", "#b98a4a", _board(MAIN_HOLES, places.main, main)),
        *([] if places.build.tiles else [chip, can]),
        BoughtPart("main", DARK, box(10, 15, main, main + 4.6, (middle_x - 12, middle_y - 14))),
        BoughtPart("main", "#e8c020", box(8, 3, main, main + 9, (middle_x - 12, middle_y - 27))),
        BoughtPart("main", "#c04030", box(5, 3, main, main + 6, (middle_x + 10, middle_y - 4))),
    ]
