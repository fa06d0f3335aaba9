"""Limits of a printer, checked on a solid in its position on the bed."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from manifold3d import CrossSection, JoinType, Manifold

# The steepest overhang: 45 degrees, plus the deviation of a circle of straight sides.
STEEPEST = -np.cos(np.radians(45)) - 0.003
# Most area that rounding a corner of 45 degrees or more removes, in square millimetres.
CORNER = 0.45


class Bridge(NamedTuple):
    """A flat overhang: its longer side, and whether it is supported at all of its ends."""

    height: float
    span: float
    is_held: bool


def slopes(solid: Manifold) -> tuple[list[float], dict[float, CrossSection]]:
    """Return the overhangs: heights of slanting ones, and the flat ones."""
    mesh = solid.to_mesh64()
    corners = np.asarray(mesh.vert_properties)[:, :3][np.asarray(mesh.tri_verts)]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    down = normals[:, 2] / np.maximum(areas, 1e-12)
    hangs = (areas > 1e-6) & (down < STEEPEST) & (corners[:, :, 2].max(axis=1) > 0.01)
    is_flat = hangs & (down < -0.9999)
    slanting = sorted(set(np.round(corners[hangs & ~is_flat, 0, 2], 2).tolist()))
    flat: dict[float, list[object]] = {}
    for triangle in corners[is_flat]:
        # Seen from above, an underside has the opposite orientation.
        flat.setdefault(round(float(triangle[0, 2]), 3), []).append(triangle[::-1, :2])
    return slanting, {height: CrossSection(found) for height, found in flat.items()}


def bridges(solid: Manifold) -> Iterator[Bridge]:
    for height, flat in slopes(solid)[1].items():
        below = solid.slice(height - 0.05)
        for piece in flat.decompose():
            left, front, right, back = piece.bounds()
            held = (below ^ piece.offset(0.3, JoinType.Miter)).hull()
            free = (piece - held).area()
            span = max(right - left, back - front)
            yield Bridge(height, span, free < 0.05 * piece.area())


def thin(solid: Manifold, least: float) -> list[tuple[float, float]]:
    """Return the walls that are too thin: height and area of each place."""
    mesh = solid.to_mesh64()
    heights = sorted(set(np.round(np.asarray(mesh.vert_properties)[:, 2], 2).tolist()))
    found = []
    for low, high in pairwise(heights):
        section = solid.slice((low + high) / 2)
        radius = least / 2 - 0.02
        kept = section.offset(-radius, JoinType.Miter).offset(radius, JoinType.Round, 2.0, 16)
        for piece in (section - kept).decompose():
            if piece.area() > CORNER:
                found.append((round((low + high) / 2, 2), round(piece.area(), 2)))
    return found


def shallow(solid: Manifold, least: float, step: float) -> list[tuple[float, float, float]]:
    """Return the floors that are too thin, sampled from below in a raster: x, y, and thickness."""
    left, front, low, right, back, high = solid.bounding_box()
    found = []
    for x in np.arange(left + 0.37, right, step):
        for y in np.arange(front + 0.41, back, step):
            hits = [hit.position[2] for hit in solid.ray_cast((x, y, low - 1), (x, y, high + 1))]
            for enter, leave in zip(hits[::2], hits[1::2]):
                if leave - enter < least:
                    found.append((round(float(x), 2), round(float(y), 2), round(leave - enter, 2)))
    return found


def gap(one: CrossSection, other: CrossSection, step: float = 0.05) -> float:
    """Return the distance of two outlines, in whole steps and at most 3."""
    steps = 0
    while steps * step < 3:
        grown = one.offset((steps + 1) * step, JoinType.Round, 2.0, 32)
        if (grown ^ other).area() > 1e-6:
            break
        steps += 1
    return round(steps * step, 2)
