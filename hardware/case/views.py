"""The pictures of a case: assembled, and its parts one above the other with their names.

Decides the colour of each part, and how far it is lifted.  A picture carries a digest of its
contents, so that a stale one is found without drawing it again.
"""

import hashlib
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo

from hardware.case import render
from hardware.case.bought import bought
from hardware.case.measures import mm
from hardware.case.parts import box, case, clips, stone
from hardware.case.places import CasePlaces
from hardware.case.render import Drawing, Shown

PRINTED = {
    "base": "#56687f",
    "bezel": "#efe9dc",
    "grid": "#3a3f48",
    "clip": "#e07f3c",
    "window5": "#3f4a5c",
    "window8": "#3f4a5c",
    "tray": "#4a5260",
    "stone": "#3b3f47",
    "rails": "#4a5260",
}
# From the bottom to the top: the part, how far it is lifted, and its name.
LIFTED = {
    "base": (0, "base"),
    "pico": (34, "Pico"),
    "main": (34, "board of all the rest"),
    "multiplexers": (34, "multiplexers"),
    "clip": (78, "four clips"),
    "tray": (100, "tray"),
    "pixels": (116, "pixels"),
    "sensors": (132, "sensors"),
    "rails": (100, "rails"),
    "tiles": (122, "four tiles"),
    "silicone": (166, "pads of silicone"),
    "matrix": (104, "matrix"),
    "grid": (140, "grid"),
    "controls": (140, "board of the buttons"),
    "sheet": (170, "sheet of paper"),
    "bezel": (205, "bezel"),
    "window5": (248, "insert 5 by 5"),
    "window8": (312, "insert 8 by 8"),
    "keys": (252, "keys"),
    "felt": (232, "felt"),
    "magnet": (244, "magnet"),
    "stone": (256, "24 stones"),
}
# Half the side of the grid from which on the parts are lifted further apart.
WIDE = 62.0
ASSEMBLED, APART, MARGIN = (760, 600), (640, 1180), 210
# Parts with their label on the left; the others have it on the right.
AT_LEFT = ("controls", "pico")
# The colours of lit pixels on the sheet: two for the chequered cells, one for the rim.
LIGHTS = ("#ffb02e", "#58a6ff", "#46d37c")
# Dark and light stones.
COLOURS = "#3b3f47", "#f6f3ea"


def assembled(places: CasePlaces) -> list[Shown]:
    """Return the solids of a case as on a table, with its lights on."""
    solids = [
        Shown(part.solid if part.name != "clip" else clips(places), PRINTED[part.name])
        for part in case(places.build.name)
        if part.name not in ("window8", "stone")
    ]
    solids += [Shown(each.solid, each.colour) for each in bought(places)]
    return solids + _lights(places) + _stones(places)


def _stones(places: CasePlaces) -> list[Shown]:
    """Return all stones of a game as it begins, and lights at the free field."""
    if places.field.under != "sensors":
        return []
    found, size, side = [], places.build.size, places.field.pitch - 1.5
    free = size**2 // 2
    for pixel in range(size**2):
        if pixel in (free, free - 1, free + 1, free - size, free + size):
            lit = LIGHTS[2] if pixel == free else LIGHTS[0]
            found.append(Shown(box(side, side, 0, 0.05, places.middle_of(pixel)), lit, shines=True))
        if pixel != free:
            found.append(Shown(stone(places, pixel), COLOURS[pixel % 2]))
    return found


def _lights(places: CasePlaces) -> list[Shown]:
    """Return lights that are on, as they are seen on the sheet."""
    if not places.has_window:
        return []
    found, top = [], -mm("bezel")
    width, first = places.build.size, places.build.window
    for pixel in range(width**2):
        row, column = pixel // width - first // width, pixel % width - first % width
        is_cell = 0 <= row < 5 and 0 <= column < 5
        colour = LIGHTS[(row + column) % 2] if is_cell else LIGHTS[2]
        if is_cell or (row == -1 and 0 <= column < 5):
            spot = box(7.6, 7.6, top, top + 0.05, places.middle_of(pixel))
            found.append(Shown(spot, colour, shines=True))
    return found


def lifted(places: CasePlaces, name: str) -> float:
    """Return how far a part is lifted: more in a case that is larger than most."""
    return LIFTED[name][0] * max(1.0, places.frame / WIDE)


def apart(places: CasePlaces) -> dict[str, list[Shown]]:
    """Return the solids of the parts one above the other, by their names in ``LIFTED``."""
    found: dict[str, list[Shown]] = {}
    for part in case(places.build.name):
        solid = part.solid if part.name != "clip" else clips(places)
        found.setdefault(part.name, []).append(
            Shown(solid, PRINTED[part.name], lifted(places, part.name))
        )
    for each in bought(places):
        found.setdefault(each.group, []).append(
            Shown(each.solid, each.colour, lifted(places, each.group))
        )
    return found


def digest(places: CasePlaces) -> str:
    """Return a digest of what the pictures of a build show, and of how they are drawn."""
    lines = [Path(module).read_text(encoding="utf-8") for module in (__file__, render.__file__)]
    groups = [assembled(places), *apart(places).values()]
    for shown in groups:
        for each in shown:
            # No length ends in such a way that it could be rounded otherwise elsewhere.
            edges = [f"{10 * edge + 0.3137:.0f}" for edge in each.solid.bounding_box()]
            lines.append(" ".join([f"{each.solid.volume():.0f}", each.colour, *edges]))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def views(places: CasePlaces) -> dict[str, bytes]:
    """Return the pictures of a build's case as PNG files, by the end of their names."""
    whole = Drawing(assembled(places), *ASSEMBLED).image()
    made = {"case": whole, "parts": _named(places)}
    info = PngInfo()
    info.add_text("digest", digest(places))
    files = {}
    for name, image in made.items():
        data = BytesIO()
        few = image.quantize(256, kmeans=2, dither=Image.Dither.NONE)
        few.save(data, "PNG", optimize=True, pnginfo=info)
        files[name] = data.getvalue()
    return files


def _named(places: CasePlaces) -> Image.Image:
    """Return the picture of the parts, each with its name beside it."""
    groups = apart(places)
    called = {name: text for name, (_height, text) in LIFTED.items()}
    if places.field.under == "tiles":
        called["grid"] = "frame"
    drawing = Drawing([each for group in groups.values() for each in group], *APART)
    image = drawing.image()
    whole = Image.new("RGB", (image.width + 2 * MARGIN, image.height), "white")
    whole.paste(image, (MARGIN, 0))
    pen, font = ImageDraw.Draw(whole), ImageFont.load_default(20)
    # The right corner of this board is hidden by the one beside it.
    left = AT_LEFT + (("main",) if "multiplexers" in groups else ())
    for at_left in (True, False):
        found = [
            (*_corner(drawing, groups[name], at_left), called[name])
            for name in groups
            if (name in left) == at_left
        ]
        side, edge = (-1, MARGIN) if at_left else (1, whole.width - MARGIN)
        line = 0.0
        for y, x, name in sorted(found):
            line = max(y, line + 26)
            begin = (x + MARGIN + 6 * side, y)
            pen.line([begin, (edge - 30 * side, line), (edge, line)], "#8a8f98", 2)
            pen.text((edge + 6 * side, line), name, "#30343a", font, "rm" if at_left else "lm")
    return whole


def _corner(drawing: Drawing, shown: list[Shown], at_left: bool) -> tuple[float, float]:
    """Return where a name points to: the outermost corner at one side, how far down and right."""
    points = []
    for each in shown:
        left, front, _low, right, back, high = each.solid.bounding_box()
        corner = (left, front) if at_left else (right, back)
        points.append((*corner, high + each.lifted))
    seen = drawing.at(np.array(points))
    x, y, _near = seen[seen[:, 0].argmin() if at_left else seen[:, 0].argmax()]
    return float(y), float(x)
