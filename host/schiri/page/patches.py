"""The changes of a scene as HTML: regions, and single cells or lines of a grid and the history.

Must not know how a region is drawn, or who gets a patch.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from schiri.page.middle import cell_html
from schiri.page.regions import REGIONS, drawn, line_html, rules_address
from schiri.picture.lights import light_colours
from schiri.scene.compose import scene_of
from schiri.scene.participant import Participant
from schiri.scene.scene import Grid, HistoryLine, Middle, Scene
from schiri.table.state import TableState
from schiri.texts import Words

# Cached patches: pages differ in language, in rights, and in speed.
MOST_PATCHES = 32


class Patch(NamedTuple):
    """The changes of a page.

    Shape: ``put`` has the HTML of regions and cells by their ids, ``lines`` that of new lines in
    the history; ``lights`` are the colours of the device's lights, None if unchanged.
    """

    put: dict[str, str]
    lines: list[str]
    lights: list[str] | None = None


def patch_of(before: Scene | None, now: Scene, words: Words) -> Patch:
    """Return the changes of a scene; only the new parts of a grid and of the history.

    Shape: before the first scene there is None.
    Rule: parts that look the same are not sent, although their controls may act differently now.
    """
    if before is None:
        return Patch(drawn(now, words), [])
    put: dict[str, str] = {}
    lines: list[str] = []
    for region in REGIONS:
        if region.part(before) == region.part(now):
            continue
        if (
            region.id == "middle"
            and (cells := _new_cells(before.middle, now.middle, words)) is not None
        ):
            put |= cells
        elif region.id == "history" and (new := _new_lines(before.lines, now.lines)):
            lines = [line_html(line, rules_address(now)) for line in new]
        elif (html := region.draw(now, words)) != region.draw(before, words):
            put[region.id] = html
    drawn_in = "stones" if now.device and now.device.stones else "device"
    is_lit_anew = drawn_in not in put and now.device != before.device
    return Patch(put, lines, lights_of(now) if is_lit_anew else None)


def lights_of(scene: Scene) -> list[str] | None:
    """Return the colours of the device's lights, None without a device."""
    panel = scene.device
    if panel is None:
        return None
    return [*light_colours(panel.build, panel.lights.colours if panel.lights else ())]


class PageCache:
    """The scenes of a table's newest moment and the newest patches, made once for equal pages."""

    def __init__(self) -> None:
        self._table = TableState()
        self._scenes: list[tuple[Participant, Scene]] = []
        self._patches: deque[tuple[Scene | None, Scene, Patch]] = deque(maxlen=MOST_PATCHES)

    def scene_of(self, table: TableState, person: Participant) -> Scene:
        """Return the result of `scene_of`, the same object for participants with equal views."""
        if table is not self._table:
            self._table, self._scenes = table, []
        for composed, scene in self._scenes:
            if composed == person:
                return scene
        scene = scene_of(table, person)
        self._scenes.append((person, scene))
        return scene

    def patch_of(self, before: Scene | None, now: Scene, words: Words) -> Patch:
        """Return the result of `patch_of`, the same object for the same two scenes."""
        for first, second, patch in self._patches:
            if first is before and second is now:
                return patch
        patch = patch_of(before, now, words)
        self._patches.appendleft((before, now, patch))
        return patch


def _new_lines(
    before: tuple[HistoryLine, ...], now: tuple[HistoryLine, ...]
) -> tuple[HistoryLine, ...]:
    """Return the new lines of a history, none if an earlier one has changed."""
    if not before or not now:
        return ()
    kept = before[max(0, now[0].number - before[0].number) :]
    return now[len(kept) :] if kept and now[: len(kept)] == kept else ()


def _new_cells(before: Middle | None, now: Middle | None, words: Words) -> dict[str, str] | None:
    """Return the cells of a grid that look different now, None for another grid.

    Rule: the action of a cell can change without a visible change.
    """
    if not (isinstance(before, Grid) and isinstance(now, Grid)):
        return None
    if before._replace(cells=()) != now._replace(cells=()):
        return None
    was = (cell_html(before, at, words) for at in range(len(before.cells)))
    html = (cell_html(now, at, words) for at in range(len(now.cells)))
    pairs = zip(now.cells, was, html, strict=True)
    return {
        cell.id: drawn_now for cell, drawn_before, drawn_now in pairs if drawn_before != drawn_now
    }
