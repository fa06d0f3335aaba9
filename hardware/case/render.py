"""Pictures of solids, without any help of a graphics card.

Decides how solids are looked at and lit.  What is nearest is found pixel by pixel, at twice
the size; edges are drawn where faces meet at an angle or one hides another.  Must not know what
the solids are.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from manifold3d import Manifold
from numpy.typing import NDArray
from PIL import Image, ImageFilter

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
FINER = 2
# How far one has gone around to the right, and how far up.
TURN, TILT = np.radians(-28.0), np.radians(38.0)
LIGHT = np.array((-0.45, -0.5, 0.75)) / np.linalg.norm((-0.45, -0.5, 0.75))
# The share of the picture's width and height that the solids fill.
FILLED = 0.94


class Shown(NamedTuple):
    """A solid as it is shown: its colour, how far it is lifted, and whether it shines."""

    solid: Manifold
    colour: str
    lifted: float = 0
    shines: bool = False


def view() -> Floats:
    """Return the rotation from a solid's coordinates to right, up and towards the eye."""
    turned = ((np.cos(TURN), -np.sin(TURN), 0), (np.sin(TURN), np.cos(TURN), 0), (0, 0, 1))
    tilted = ((1, 0, 0), (0, np.sin(TILT), np.cos(TILT)), (0, -np.cos(TILT), np.sin(TILT)))
    return np.asarray(np.array(tilted) @ np.array(turned), dtype=float)


class Drawing:
    """Solids, drawn as large as fits into a width and a height.

    Units: pixels of the picture, from its top left.
    """

    def __init__(self, shown: Sequence[Shown], width: int, height: int):
        self.size = width, height
        self.shown = shown
        corners, owners = [], []
        for number, each in enumerate(shown):
            mesh = each.solid.to_mesh()
            points = np.asarray(mesh.vert_properties, dtype=float)[:, :3]
            corners.append((points + (0, 0, each.lifted))[np.asarray(mesh.tri_verts)])
            owners.append(np.full(len(mesh.tri_verts), number))
        self.corners, self.owners = np.concatenate(corners), np.concatenate(owners)
        seen = self.corners.reshape(-1, 3) @ view().T
        low, high = seen.min(0), seen.max(0)
        self.middle = (low + high) / 2
        self.scale = FILLED * min(width / (high[0] - low[0]), height / (high[1] - low[1]))

    def at(self, points: Floats) -> Floats:
        """Return where points are in the picture, and how near they are, in millimetres."""
        seen = points @ view().T - self.middle
        flat = np.array(self.size) / 2 + seen[..., :2] * self.scale * (1, -1)
        return np.concatenate((flat, seen[..., 2:]), axis=-1)

    def image(self) -> Image.Image:
        """Return the picture, on white."""
        sides = self.corners[:, 1:] - self.corners[:, :1]
        normals = np.cross(sides[:, 0], sides[:, 1])
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
        seen = self.at(self.corners) * (FINER, FINER, 1)
        is_front = normals @ view()[2] > 1e-9
        faces, depth = _nearest(seen, is_front, FINER * self.size[0], FINER * self.size[1])
        image = self._painted(faces, depth, normals)
        return image.resize(self.size, Image.Resampling.LANCZOS)

    def _painted(self, faces: Whole, depth: Floats, normals: Floats) -> Image.Image:
        """Return the picture of the nearest faces, with light, edges and a shadow below."""
        colours = np.array([_rgb(each.colour) for each in self.shown])
        shines = np.array([each.shines for each in self.shown])
        is_solid, owners = faces >= 0, self.owners[faces]
        facing = normals[faces]
        bright = 0.5 + 0.4 * np.clip(facing @ LIGHT, 0, 1) + 0.16 * np.clip(facing[..., 2], 0, 1)
        deeper = np.where(is_solid, _around(depth) - depth, 0)
        bright -= np.clip(deeper / 60, 0, 0.22) * np.clip(2 - deeper / 18, 0, 1)
        is_lit = shines[owners] & is_solid
        bright[is_lit] = 1
        rgb = colours[owners] * bright[..., None]
        rgb[_edges(faces, depth, normals, owners) & ~is_lit] *= 0.5
        rgb = 1 - (1 - rgb) * (1 - 0.5 * _glow(rgb * is_lit[..., None]))
        paper = 1 - 0.3 * _shadow(is_solid)[..., None]
        rgb = np.where(is_solid[..., None], rgb, paper)
        return Image.fromarray((np.clip(rgb, 0, 1) * 255).astype(np.uint8))


def _rgb(colour: str) -> list[float]:
    return [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]


def _nearest(
    seen: Floats, is_front: NDArray[np.bool_], wide: int, tall: int
) -> tuple[Whole, Floats]:
    """Return the triangle that is nearest at each pixel, -1 for none, and how near it is."""
    faces = np.full((tall, wide), -1, dtype=np.int64)
    depth = np.full((tall, wide), -np.inf)
    for number in np.flatnonzero(is_front):
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = seen[number].tolist()
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        left, right = int(min(ax, bx, cx)), int(max(ax, bx, cx)) + 1
        above, below = int(min(ay, by, cy)), int(max(ay, by, cy)) + 1
        if abs(area) < 1e-9:
            continue
        xs = np.arange(left, right + 1) + 0.5
        ys = (np.arange(above, below + 1) + 0.5)[:, None]
        second = ((xs - ax) * (cy - ay) - (ys - ay) * (cx - ax)) / area
        third = ((bx - ax) * (ys - ay) - (by - ay) * (xs - ax)) / area
        near = az + second * (bz - az) + third * (cz - az)
        window = (slice(above, below + 1), slice(left, right + 1))
        inside = (second >= 0) & (third >= 0) & (second + third <= 1) & (near > depth[window])
        depth[window][inside] = near[inside]
        faces[window][inside] = number
    return faces, depth


def _edges(faces: Whole, depth: Floats, normals: Floats, owners: Whole) -> NDArray[np.bool_]:
    """Return where an edge is drawn: on the face at the left of it, or above."""
    found = np.zeros(faces.shape, dtype=bool)
    for here, there in (
        ((slice(None), slice(-1)), (slice(None), slice(1, None))),
        ((slice(-1), slice(None)), (slice(1, None), slice(None))),
    ):
        one, other = faces[here], faces[there]
        bend = np.einsum("ijk,ijk->ij", normals[one], normals[other]) < 0.8
        with np.errstate(invalid="ignore"):
            jump = np.abs(depth[here] - depth[there]) > 1.5
        differs = (owners[here] != owners[there]) | (other < 0) | bend | jump
        found[here] |= (one != other) & (one >= 0) & differs
    return found


def _soft(values: Floats, radius: float) -> Floats:
    """Return values from 0 to 1 as they are around each pixel."""
    image = Image.fromarray((values * 255).astype(np.uint8))
    blurred = image.filter(ImageFilter.GaussianBlur(radius * FINER))
    return np.asarray(blurred, dtype=float) / 255


def _around(depth: Floats) -> Floats:
    """Return the mean depth around each pixel: a pixel that is deeper than that is darker."""
    is_solid = np.isfinite(depth)
    low, high = float(depth[is_solid].min()), float(depth[is_solid].max())
    return _soft((np.where(is_solid, depth, low) - low) / (high - low), 14) * (high - low) + low


def _glow(lit: Floats) -> Floats:
    """Return the light around what shines."""
    return np.stack([_soft(lit[..., channel], 5) for channel in range(3)], axis=-1)


def _shadow(is_solid: NDArray[np.bool_]) -> Floats:
    """Return a shadow, a little below what throws it."""
    return _soft(np.roll(is_solid, 8 * FINER, axis=0).astype(float), 9)
