"""The places of a build's parts in its case, seen from the front.

Decides places and outlines from the build's data and the measures.  Must not know any shape.
The field of lights is in the middle of the coordinates, x to the right, y away from the player,
and z upwards from the face of the bezel, so that all of the case lies below 0.
Units: millimetres.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from schiri_device.builds import COLOURED, NAMES, STICK, Build, load

from hardware.case.measures import mm

Point = tuple[float, float]
# The radius of a post for an M3 screw, and of the posts that the whole case hangs together by.
POST, CORNER_POST = 3.25, 4.0
# The board of the buttons and the board of all the rest, in holes of the raster: both can be cut
# from one of 10 by 15 cm.  Screws go through the second hole from each edge, at each corner.
CONTROL_HOLES, MAIN_HOLES = (33, 17), (20, 28)


class LightField(NamedTuple):
    """The layers under the bezel at the lights.

    Shape: ``under`` is what shines: a matrix, keys with a pixel under each, tiles of pads, or
    fields with a sensor and a pixel under each.
    ``board`` and ``thickness`` are of what carries the lights and is held by clips; ``height`` is
    from the bezel down to the pixels' board, ``relief`` what walls between the lights leave free
    above it for parts and wires, ``columns`` and ``rows`` where the coloured buttons are on their
    board, and ``stick`` where the stick is, in steps of the raster: the legs of a button of 12 mm
    are five steps apart along, and two across.
    """

    under: Literal["matrix", "keys", "tiles", "sensors"]
    pitch: float
    board: float
    thickness: float
    height: float
    relief: float
    columns: tuple[float, ...]
    rows: tuple[float, ...] = (3.5, -3.5)
    stick: float = 0


# A build needs a row here to have a case, and a row needs its build.
FIELDS = {
    "cursor": LightField(
        "matrix",
        mm("matrix pitch"),
        mm("matrix side"),
        mm("matrix thickness"),
        height=8.0,
        relief=1.6,
        columns=(-3, 4, 11),
        stick=-12,
    ),
    "keys5": LightField(
        "keys",
        mm("key pitch"),
        5 * mm("key pitch"),
        thickness=3.0,
        height=9.0,
        relief=4.0,
        columns=(-10, 0, 10),
    ),
    "pads": LightField(
        "tiles",
        mm("tile pitch"),
        2 * mm("tile side"),
        mm("tile thickness") + mm("tile below"),
        height=mm("pad web"),
        relief=0,
        columns=(-10, 0, 10),
    ),
    "feel5": LightField(
        "sensors",
        mm("field pitch"),
        # A little less than the fields, so that the case fits on most printers.
        5 * mm("field pitch") - 0.6,
        thickness=3.0,
        height=9.0,
        relief=0,
        columns=(-10, 0, 10),
    ),
}
# Stones of Switch: one field is free.
STONES = 24
# Each pixel of `feel5` is beside the sensor, and not below the stone.
BESIDE = 8.0
CASES = tuple(name for name in NAMES if name in FIELDS)


def square(across: float, along: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle around the middle.

    >>> square(2, 4)
    ((-1.0, -2.0), (-1.0, 2.0), (1.0, -2.0), (1.0, 2.0))
    """
    return tuple((x * across / 2, y * along / 2) for x in (-1, 1) for y in (-1, 1))


@dataclass(frozen=True)
class CasePlaces:
    """The places of all parts of one build."""

    build: Build
    field: LightField

    @cached_property
    def has_window(self) -> bool:
        """Whether the bezel is open above the lights, for one of two inserts."""
        return self.field.under == "matrix"

    def middle_of(self, pixel: int) -> Point:
        """Return the middle of a pixel of the grid: 0 is at the bottom left.

        >>> places_of("keys5").middle_of(0), places_of("keys5").middle_of(12)
        ((-38.1, -38.1), (0.0, 0.0))
        """
        row, column = divmod(pixel, self.build.size)
        edge = (self.build.size - 1) / 2
        return ((column - edge) * self.field.pitch, (row - edge) * self.field.pitch)

    @cached_property
    def opening(self) -> float:
        """Half the side of the bezel's opening."""
        return self.build.size * self.field.pitch / 2 + 1.5

    @cached_property
    def frame(self) -> float:
        """Half the outer side of the grid: it holds the board of the lights."""
        board = self.field.board / 2 + mm("clearance")
        return max(board, self.opening if self.has_window else 0) + 1.5

    @cached_property
    def pocket(self) -> float:
        """Half the side of the room for the grid, between ribs of the bezel."""
        return self.frame + mm("clearance")

    @cached_property
    def clips(self) -> tuple[Point, ...]:
        """The posts left and right of the grid, whose clips hold grid and board."""
        return square(2 * (self.pocket + 2.6), self.frame * 1.25)

    @cached_property
    def controls(self) -> Point:
        """The middle of the buttons' board."""
        half = CONTROL_HOLES[1] * mm("raster") / 2
        return 0.0, -(self.pocket + mm("rib") + 1 + half)

    @cached_property
    def control_screws(self) -> tuple[Point, ...]:
        """The screws of the buttons' board."""
        return tuple(self.on_controls(x, y) for x, y in _screws(CONTROL_HOLES))

    def on_controls(self, column: float, row: float) -> Point:
        """Return the place of a hole of the buttons' board, counted from its middle."""
        return self.controls[0] + column * mm("raster"), self.controls[1] + row * mm("raster")

    @cached_property
    def buttons(self) -> dict[str, Point]:
        """Every button that has a hole of its own: a stick is one, by the name of its press."""
        found: dict[str, Point] = {}
        coloured: Iterator[tuple[float, float]] = (
            (column, row) for row in self.field.rows for column in self.field.columns
        )
        for at, name in enumerate(self.build.buttons):
            if name == "press":
                found[name] = self.on_controls(self.field.stick, 0)
            elif name not in STICK:
                is_coloured = name in COLOURED
                found[name] = (
                    self.on_controls(*next(coloured)) if is_coloured else self.middle_of(at)
                )
        return found

    def pixel_of(self, pixel: int) -> Point:
        """Return the middle of a pixel's board, which is beside the sensor if there is one."""
        x, y = self.middle_of(pixel)
        away = BESIDE if self.field.under == "sensors" else 0.0
        return x + away, y + away

    @cached_property
    def inner(self) -> tuple[float, float, float, float]:
        """The room inside: left, bottom, right, top."""
        lip = mm("clearance") + mm("rib")
        side = max(
            self.pocket + mm("rib") + 2 * CORNER_POST + 0.7,
            CONTROL_HOLES[0] * mm("raster") / 2 + 2 * CORNER_POST + 0.9,
        )
        top = self.pocket + mm("rib") + lip - 0.2
        bottom = self.controls[1] - CONTROL_HOLES[1] * mm("raster") / 2 - lip - 0.6
        return -side, bottom, side, top

    @cached_property
    def corner_posts(self) -> tuple[Point, ...]:
        """The posts in the corners: their screws hold bezel and base together."""
        left, bottom, right, top = self.inner
        away = CORNER_POST + 0.5
        return tuple(
            (x, y) for x in (left + away, right - away) for y in (bottom + away, top - away)
        )

    @cached_property
    def feet(self) -> tuple[Point, ...]:
        """The feet, beside the screws of the corners."""
        return tuple((x * 0.86, y - 13 if y > 0 else y + 13) for x, y in self.corner_posts)

    @cached_property
    def pico(self) -> Point:
        """The middle of the Pico, whose USB socket looks through the wall at the back."""
        left, _bottom, _right, top = self.inner
        x = left + 2 * CORNER_POST + 1.5 + mm("pico width") / 2
        return x, top - mm("usb overhang") - 0.2 - mm("pico length") / 2

    @cached_property
    def pico_screws(self) -> tuple[Point, ...]:
        """The screws of the Pico."""
        corners = square(mm("pico holes across"), mm("pico holes along"))
        return tuple((self.pico[0] + x, self.pico[1] + y) for x, y in corners)

    @cached_property
    def main(self) -> Point:
        """The middle of the board of all the rest."""
        across, along = (holes * mm("raster") for holes in MAIN_HOLES)
        x = self.pico[0] + mm("pico width") / 2 + 3 + across / 2
        return x, self.inner[3] - 3 - along / 2

    @cached_property
    def multiplexers(self) -> Point:
        """The middle of the board of the multiplexers, right of the board of all the rest."""
        return self.main[0] + MAIN_HOLES[0] * mm("raster") + 3, self.main[1]

    @cached_property
    def board_screws(self) -> tuple[Point, ...]:
        """The screws of all boards on the floor."""
        step = mm("raster")
        boards = (self.main, self.multiplexers) if self.build.sensors else (self.main,)
        screws = _screws(MAIN_HOLES)
        return tuple((at[0] + x * step, at[1] + y * step) for at in boards for x, y in screws)

    @cached_property
    def piezo(self) -> Point:
        """The middle of the piezo, glued over holes of the floor."""
        return self.inner[2] - 26, self.controls[1]

    @cached_property
    def sheet(self) -> float:
        """How thick the sheet on the grid is: keys need none."""
        return mm("sheet") if self.has_window else 0.0

    @cached_property
    def ceiling(self) -> float:
        """The height at which the grid ends: at the sheet, or below the skin over the fields."""
        if self.field.under == "sensors":
            return -mm("skin")
        return -mm("bezel") - self.sheet

    @cached_property
    def sensor_top(self) -> float:
        """The height of the marked side of the sensors."""
        return mm("felt") + mm("magnet inset") - mm("magnet distance") + mm("sensor element")

    @cached_property
    def board_face(self) -> float:
        """The height of the face of the board of the lights."""
        return -(mm("bezel") + self.sheet + self.field.height)

    @cached_property
    def clip_face(self) -> float:
        """The height at which the posts of the clips end: the board protrudes 0.2 mm more."""
        return self.board_face - self.field.thickness + 0.2

    @cached_property
    def control_face(self) -> float:
        """The height of the face of the buttons' board."""
        return mm("button proud") - mm("button height")

    @cached_property
    def floor(self) -> float:
        """The height of the floor inside: all boards have room one above the other."""
        stack = mm("clip") + mm("m3 washer head") + 0.8
        below = mm("standoff") + mm("perfboard thickness") + mm("parts height")
        return self.clip_face - stack - below

    @cached_property
    def bottom(self) -> float:
        """The height of the underside of the case."""
        return self.floor - mm("floor")


def _screws(holes: tuple[int, int]) -> tuple[Point, ...]:
    """Return the screws of a board, in steps of the raster from its middle."""
    return square(holes[0] - 3, holes[1] - 3)


def places_of(name: str) -> CasePlaces:
    """Return the places of a build that has a case.

    Raises: KeyError for a build without.
    """
    build = load(name)
    if build is None:
        raise KeyError(name)
    return CasePlaces(build, FIELDS[name])
