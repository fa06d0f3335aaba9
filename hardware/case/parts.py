"""The printed parts of a case, as solids, each where it belongs when all is assembled.

Decides shapes.  Where things lie is in `places`, how large they are in `measures`.  Every part can
be printed without supports, with ``up`` as the face that lies away from the bed.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
from manifold3d import CrossSection, JoinType, Manifold
from schiri_device.builds import COLOURED
from trimesh import Trimesh
from trimesh.exchange.stl import export_stl

from hardware.case.measures import mm
from hardware.case.places import CORNER_POST, POST, STONES, CasePlaces, Point, places_of, square


def around(radius: float) -> int:
    """Return the number of sides for a circle: enough to be round, few enough for small files."""
    return 16 if radius < 2 else 24 if radius < 6 else 40


class PrintedPart(NamedTuple):
    """A printed part: its solid in the assembled case, and how it is printed.

    Shape: ``up`` is -1 for a part that is printed with its face on the bed, ``needed`` how many of
    it a case has.
    """

    name: str
    what: str
    solid: Manifold
    up: Literal[1, -1] = 1
    needed: int = 1


def box(x: float, y: float, low: float, high: float, at: Point = (0, 0)) -> Manifold:
    """Return a box around a place, between two heights."""
    return Manifold.cube((x, y, high - low)).translate((at[0] - x / 2, at[1] - y / 2, low))


def rod(
    radius: float, low: float, high: float, at: Point = (0, 0), to: float = -1, sides: int = 0
) -> Manifold:
    """Return an upright cylinder, or a cone of radius ``to`` at its upper end."""
    solid = Manifold.cylinder(high - low, radius, to, sides or around(radius))
    return solid.translate((at[0], at[1], low))


def all_of(solids: Iterable[Manifold]) -> Manifold:
    """Return all solids as one."""
    return sum(solids, Manifold())


def outline(places: CasePlaces, away: float) -> CrossSection:
    """Return the outline of the room inside, grown by a distance, with round corners."""
    left, bottom, right, top = places.inner
    radius = mm("corner") - mm("wall") + away
    core = CrossSection.square(
        (right - left + 2 * (away - radius), top - bottom + 2 * (away - radius))
    )
    placed = core.translate((left - away + radius, bottom - away + radius))
    return placed.offset(radius, JoinType.Round, circular_segments=around(6))


def plate(
    places: CasePlaces, low: float, high: float, chamfered: Literal["low", "high"]
) -> Manifold:
    """Return a plate as large as the case, its outer edge broken on one side."""
    whole, cut = outline(places, mm("wall")), mm("chamfer")
    small = whole.offset(-cut, JoinType.Round, circular_segments=around(6))
    narrow = (low, low + cut) if chamfered == "low" else (high - cut, high)
    wide = (low + cut, high) if chamfered == "low" else (low, high - cut)
    layers = (
        small.extrude(narrow[1] - narrow[0]).translate((0, 0, narrow[0])),
        whole.extrude(wide[1] - wide[0]).translate((0, 0, wide[0])),
    )
    return Manifold.batch_hull(layers)


def post(at: Point, low: float, high: float, radius: float, pilot: float, deep: float) -> Manifold:
    """Return a post that ends at ``low`` with a pilot hole for a screw from there."""
    return rod(radius, low, high, at) - rod(pilot / 2, low - 1, low + deep, at)


def bezel(places: CasePlaces) -> Manifold:
    """Return the bezel: the face, with everything that hangs on it."""
    under, pocket = -mm("bezel"), places.pocket
    solid = plate(places, under, 0, "high")
    inside = outline(places, -mm("clearance"))
    lip = inside - inside.offset(-mm("rib"), JoinType.Round, circular_segments=around(6))
    solid += lip.extrude(mm("lip") + 0.1).translate((0, 0, under - mm("lip")))
    rib = 2 * (pocket + mm("rib"))
    solid += box(rib, rib, under - mm("lip"), under + 0.1)
    solid += all_of(rod(POST, places.clip_face, under + 0.1, at) for at in places.clips)
    solid -= box(2 * pocket, 2 * pocket, places.bottom, max(under, places.ceiling))
    solid -= all_of(
        rod(mm("m3 pilot") / 2, places.clip_face - 1, places.clip_face + 8, at)
        for at in places.clips
    )
    for at in places.control_screws:
        face = places.control_face
        solid += post(at, face, under + 0.1, POST, mm("m3 pilot"), under - face - 0.2)
    for at in places.corner_posts:
        solid += post(at, places.floor + 0.2, under + 0.1, CORNER_POST, mm("m3 pilot"), 14)
    solid -= all_of(holes(places))
    return solid - grooves(places) if places.field.under == "sensors" else solid


def grooves(places: CasePlaces) -> Manifold:
    """Return the lines around the fields, cut into the face with slopes of 45 degrees."""
    size, pitch = places.build.size, places.field.pitch
    deep, long = mm("groove"), size * pitch
    # A triangle that points down, and reaches above the face.
    sharp = CrossSection([[(-deep - 1, 1), (0, -deep), (deep + 1, 1)]])
    along = sharp.extrude(long).rotate((90, 0, 0)).translate((0, long / 2, 0))
    found = []
    for at in range(size + 1):
        away = (at - size / 2) * pitch
        found += [along.translate((away, 0, 0)), along.rotate((0, 0, 90)).translate((0, away, 0))]
    # Where lines cross, points that nearly coincide would leave a file that is not watertight.
    return all_of(found).simplify(0.001)


def holes(places: CasePlaces) -> list[Manifold]:
    """Return what is cut out of the bezel: for each button, and for the insert."""
    under = -mm("bezel")
    found = []
    if places.has_window:
        found.append(box(2 * places.opening, 2 * places.opening, under - 1, 1))
    for name, at in places.buttons.items():
        if name == "press":
            wide = mm("stick cap") / 2 + mm("stick travel") + mm("loose")
            found += [rod(wide, under - 1, 1, at), rod(wide, -1.5, 0, at, to=wide + 1.5)]
        elif name in COLOURED:
            found.append(rod(mm("button cap") / 2 + mm("loose"), under - 1, 1, at))
        elif places.field.under == "tiles":
            pad = mm("pad side") + 2 * mm("loose")
            found.append(box(pad, pad, under - 1, 1, at))
        else:
            body = mm("key body") + 2 * mm("clearance")
            found.append(box(mm("key hole"), mm("key hole"), under - 1, 1, at))
            found.append(box(body, body, under - 1, -mm("key plate"), at))
    return found


def base(places: CasePlaces) -> Manifold:
    """Return the base: floor and walls, standoffs, and the way out for the cable."""
    floor, top = places.floor, -mm("bezel")
    solid = plate(places, places.bottom, floor, "low")
    walls = outline(places, mm("wall")) - outline(places, 0)
    solid += walls.extrude(top - floor + 0.1).translate((0, 0, floor - 0.1))
    high, low = mm("standoff"), floor - 0.1
    for at in places.board_screws:
        solid += rod(POST, low, floor + high, at) - rod(
            mm("m3 pilot") / 2, floor, floor + high + 1, at
        )
    for at in places.pico_screws:
        solid += rod(2.2, low, floor + high, at) - rod(
            mm("m2 pilot") / 2, floor, floor + high + 1, at
        )
    for at in places.corner_posts:
        hole, head, bottom = mm("m3 hole") / 2, mm("m3 head") / 2, places.bottom
        solid -= rod(hole, bottom - 1, floor + 1, at, sides=24)
        solid -= rod(head, bottom, bottom + head - hole, at, to=hole, sides=24)
    for at in places.feet:
        solid -= rod(mm("foot") / 2 + mm("clearance"), places.bottom - 1, places.bottom + 0.8, at)
    x, y = places.piezo
    for column, row in ((0, 0), (4, 0), (-4, 0), (2, 3.5), (-2, 3.5), (2, -3.5), (-2, -3.5)):
        solid -= rod(1, places.bottom - 1, floor + 1, (x + column, y + row))
    return solid - cable(places)


def cable(places: CasePlaces) -> Manifold:
    """Return the way out for the cable, through the wall at the back."""
    middle = places.floor + mm("standoff") + mm("pico thickness") + mm("usb height") / 2
    half, wide = mm("plug height") / 2, mm("plug width")
    at = (places.pico[0], places.inner[3] + mm("wall") / 2)
    return box(wide, mm("wall") + 1, middle - half, middle + half, at)


def grid(places: CasePlaces) -> Manifold:
    """Return the grid: a frame around the board of the lights, and walls between them.

    Shape: the silicone on tiles does without walls.
    """
    field, wall = places.field, mm("least wall")
    low, top, face = places.clip_face, places.ceiling, places.board_face
    solid = box(2 * places.frame, 2 * places.frame, low, top)
    board = field.board + 2 * mm("clearance")
    if field.under == "tiles":
        return solid - box(board, board, low - 1, top + 1)
    cell = field.pitch - wall
    solid -= all_of(
        box(cell, cell, low - 1, top + 1, places.middle_of(pixel))
        for pixel in range(places.build.size**2)
    )
    lights = places.build.size * field.pitch - wall
    solid -= box(lights, lights, low - 1, face + field.relief)
    return solid - box(board, board, low - 1, face)


def insert(places: CasePlaces, size: int) -> Manifold:
    """Return the insert for a board of this size: a square for each cell, a dot for each light
    of the rim."""
    under, side = -mm("bezel"), 2 * (places.opening - mm("clearance"))
    cut = mm("chamfer")
    small = box(side - 2 * cut, side - 2 * cut, -cut, 0)
    solid = Manifold.batch_hull((small, box(side, side, under, -cut)))
    width = places.build.size
    first = places.build.window if size < width else 0
    cell = places.field.pitch - mm("least wall")
    for pixel in range(width**2):
        row, column = divmod(pixel, width)
        is_cell = 0 <= row - first // width < size and 0 <= column - first % width < size
        at = places.middle_of(pixel)
        # A dot is wider at the face: it is seen from the side as well.
        dot = rod(2.2, under - 1, 1, at, sides=20) + rod(2.2, -1, 0, at, to=3.2, sides=20)
        solid -= box(cell, cell, under - 1, 1, at) if is_cell else dot
    return solid


def tray(places: CasePlaces) -> Manifold:
    """Return the tray: a place for each pixel's board, and a way for its wires."""
    field, board = places.field, mm("pixel board") / 2 + mm("clearance")
    face = places.board_face
    solid = box(field.board, field.board, face - field.thickness, face)
    for pixel in range(places.build.size**2):
        at = places.pixel_of(pixel)
        solid -= rod(board, face - mm("pixel board thickness"), face + 1, at)
        solid -= rod(board - 1.2, face - field.thickness - 1, face + 1, at, sides=16)
    if field.under == "sensors":
        seats, ways = zip(*(sensor_seat(places, at) for at in range(places.build.size**2)))
        solid = solid + all_of(seats) - all_of(ways)
    return solid


def sensor_seat(places: CasePlaces, pixel: int) -> tuple[Manifold, Manifold]:
    """Return the seat of a sensor, and what is cut out of it: its place, and a way for its legs."""
    (x, y), wall, room = places.middle_of(pixel), mm("least wall"), mm("clearance")
    face, under = places.board_face, places.sensor_top - mm("sensor thickness")
    wide, back = mm("sensor width") + 2 * room, mm("sensor length") / 2 + room
    # The legs go down between the body and a wall of the seat.
    bent = -mm("sensor length") / 2 - mm("sensor legs")
    front = bent - 0.8

    def cut(begin: float, end: float, low: float, high: float, wider: float = 0) -> Manifold:
        return box(wide + wider, end - begin, low, high, (x, y + (begin + end) / 2))

    seat = cut(front - wall, back + wall, face - 1, under + 0.8, 2 * wall)
    legs = cut(front, bent + 0.8, face - places.field.thickness - 1, under + 1)
    return seat, legs + cut(bent, back, under, under + 1)


def stone(places: CasePlaces, pixel: int = -1) -> Manifold:
    """Return a stone on a field, on its felt: the hole for its magnet is below."""
    at = places.middle_of(pixel % places.build.size**2)
    low, cut = mm("felt"), mm("chamfer")
    radius, high = mm("stone") / 2, low + mm("stone height")
    solid = rod(radius, low, high - cut, at) + rod(radius, high - cut, high, at, to=radius - cut)
    hole, deep = mm("magnet") / 2 + mm("magnet room"), mm("magnet inset") + mm("magnet height")
    return solid - rod(hole, low - 1, low + deep, at)


def rails(places: CasePlaces) -> Manifold:
    """Return the rails under tiles: they carry all edges, and leave room for joints and parts."""
    side, edge, joint = mm("tile side"), mm("tile edge"), mm("tile joint")
    low = places.board_face - places.field.thickness
    high = low + mm("tile below")
    solid = box(places.field.board, places.field.board, low, high)
    for at in square(side, side):
        solid -= box(side - 2 * edge, side - 2 * edge, low - 1, high + 1, at)
        solid -= box(joint, side + 2 * edge, high - 2, high + 1, at)
        solid -= box(side + 2 * edge, joint, high - 2, high + 1, at)
    return solid


def clip(places: CasePlaces) -> Manifold:
    """Return the first of the clips: screwed to its post, it reaches over grid and board."""
    (x, y), face = places.clips[0], places.clip_face - 0.2
    inner = -(places.field.board / 2 - 2.5)
    ends = (
        rod(POST, face - mm("clip"), face, (x, y)),
        box(1, 5, face - mm("clip"), face, (inner, y)),
    )
    return Manifold.batch_hull(ends) - rod(
        mm("m3 hole") / 2, face - mm("clip") - 1, face + 1, (x, y)
    )


def clips(places: CasePlaces) -> Manifold:
    """Return all clips, each at its post."""
    first, y = clip(places), places.clips[0][1]
    placed = [first.translate((0, at[1] - y, 0)) for at in places.clips if at[0] < 0]
    return all_of([*placed, *(each.mirror((1, 0, 0)) for each in placed)])


@lru_cache
def case(name: str) -> tuple[PrintedPart, ...]:
    """Return the printed parts of a build's case."""
    places = places_of(name)
    is_tiled = places.field.under == "tiles"
    parts = [
        PrintedPart("base", "base", base(places)),
        PrintedPart("bezel", "bezel", bezel(places), up=-1),
        PrintedPart(
            "grid", "frame" if is_tiled else "grid between the lights", grid(places), up=-1
        ),
        PrintedPart("clip", "clip", clip(places), needed=4),
    ]
    if places.has_window:
        for size in (5, places.build.size):
            what = f"insert for boards of {size} by {size}"
            parts.append(PrintedPart(f"window{size}", what, insert(places, size), up=-1))
    elif is_tiled:
        parts.append(PrintedPart("rails", "rails under the tiles", rails(places)))
    elif places.field.under == "sensors":
        parts.append(PrintedPart("tray", "tray of sensors and pixels", tray(places)))
        both = PrintedPart("stone", "stone: 12 dark, 12 light", stone(places), -1, STONES)
        parts.append(both)
    else:
        parts.append(PrintedPart("tray", "tray of the pixels", tray(places)))
    return tuple(parts)


def printed(part: PrintedPart) -> Manifold:
    """Return a part as it lies on the bed, in its middle."""
    solid = part.solid if part.up == 1 else part.solid.rotate((180, 0, 0))
    left, front, low, right, back, _high = solid.bounding_box()
    return solid.translate((-(left + right) / 2, -(front + back) / 2, -low))


def stl(part: PrintedPart) -> bytes:
    """Return a part as a binary STL file, the same bytes each time.

    Units: millimetres, as slicers take them.
    """
    # Corners that are one once they are rounded must be one before.
    mesh = printed(part).simplify(0.001).to_mesh64()
    points = np.round(np.asarray(mesh.vert_properties)[:, :3], 4)
    triangles = np.asarray(mesh.tri_verts, dtype=np.int64)
    # Each triangle begins with its least corner, and they are in order, however they were made.
    least = triangles.argmin(axis=1)
    turned = np.take_along_axis(triangles, (least[:, None] + np.arange(3)) % 3, axis=1)
    order = np.lexsort(points[turned].reshape(-1, 9).T)
    return export_stl(Trimesh(points, turned[order], process=False))
