"""A scene as HTML, in regions, each of which is sent again only when its part of the scene changed.

Escapes by construction.  Must not know a game, who looks, nor how a region reaches a browser.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import htpy as h
from htpy import BaseElement, Element, Node
from markupsafe import Markup
from schiri_engines.grid import cell_text, parse_rows
from schiri_engines.refusals import MalformedText

from schiri.page.files import card_name
from schiri.page.text import set_text
from schiri.picture.lights import light_colours, lights_svg
from schiri.prose import field_signs
from schiri.scene.scene import (
    Cell,
    Control,
    Field,
    Form,
    Grid,
    HistoryLine,
    Lines,
    Message,
    Middle,
    Piles,
    PileView,
    Race,
    Roll,
    Row,
    Runner,
    Scene,
    Seat,
    Sheet,
)
from schiri.texts import Words

# The row whose controls stand in the header, and the one that stands in the message.
TOP, WHY = "top", "why"
# Marks of a field of cards that are pictures of another name in `art_css`.
FIELD_MARKS = {"chosen": "plus", "picked": "a-picked", "cause": "a-cause", "target": "open"}
# A word in the style of a control that the next word belongs to.
WITH_NAME = ("cap", "card", "worm", "game", "way", "stone")
# So many patches are at hand: pages differ in language, in what they may do, and in who is slow.
MOST_PATCHES = 32
# A board that is painted: how large it is, and its colours, which are those of buttons.
SIZE = 8
COLOURS = {"R": "red", "G": "green", "B": "blue", "Y": "yellow"}
USUAL = ("GRGRGRGR" + "BYBYBYBY") * 4
SIGNS = {"up": "▲", "left": "◀", "press": "●", "right": "▶", "down": "▼"}


class Patch(NamedTuple):
    """What is new on a page.

    Shape: ``put`` has the HTML of regions and cells by their ids, ``lines`` of lines that are new
    in the history; ``lights`` are the colours of the device's lights, None where they are as they
    were.
    """

    put: dict[str, str]
    lines: list[str]
    lights: list[str] | None = None


def drawn(scene: Scene, words: Words) -> dict[str, str]:
    """Return all regions of a page, by their ids."""
    return {region.id: region.draw(scene, words) for region in REGIONS}


def patch_of(before: Scene, now: Scene, words: Words) -> Patch:
    """Return what is new in a scene; of a grid and of the history the parts that are new."""
    put: dict[str, str] = {}
    lines: list[str] = []
    for region in REGIONS:
        if region.part(before) == region.part(now):
            continue
        if region.id == "middle" and (cells := _new_cells(before.middle, now.middle, words)):
            put |= cells
        elif region.id == "history" and _is_longer(before.lines, now.lines):
            upto = before.lines[-1].number
            lines = [line_html(line) for line in now.lines if line.number > upto]
        else:
            put[region.id] = region.draw(now, words)
    lights = None
    if "device" not in put and now.device and before.device:
        was, colours = lights_of(before), lights_of(now)
        lights = list(colours) if colours != was else None
    return Patch(put, lines, lights)


class SharedPatches:
    """The newest patches, each made once for all pages that go from one scene to the same next."""

    def __init__(self) -> None:
        self._made: deque[tuple[Scene, Scene, Patch]] = deque(maxlen=MOST_PATCHES)

    def of(self, before: Scene, now: Scene, words: Words) -> Patch:
        """Return what `patch_of` does."""
        for first, second, patch in self._made:
            if first is before and second is now:
                return patch
        patch = patch_of(before, now, words)
        self._made.appendleft((before, now, patch))
        return patch


def _new_cells(before: Middle | None, now: Middle | None, words: Words) -> dict[str, str]:
    """Return the cells that are new on a grid, none where it is another grid."""
    if not (isinstance(before, Grid) and isinstance(now, Grid)):
        return {}
    if replace(before, cells=()) != replace(now, cells=()):
        return {}
    pairs = enumerate(zip(before.cells, now.cells, strict=True))
    return {new.id: _cell_html(now, at, words) for at, (old, new) in pairs if old != new}


def _is_longer(before: tuple[HistoryLine, ...], now: tuple[HistoryLine, ...]) -> bool:
    return bool(before) and before[-1] in now


def lights_of(scene: Scene) -> tuple[str, ...]:
    """Return the colours of the lights of a device."""
    if scene.device is None:
        return ()
    lights = scene.device.lights
    return light_colours(scene.device.build, lights.colours if lights else ())


# Controls


def control_html(control: Control, **more: str | None) -> Element:
    """Return a button."""
    classes, art, label, sign = _styled(control)
    if control.is_on is not None:
        more["aria_pressed"] = "true" if control.is_on else "false"
    return h.button(
        id=control.id,
        class_=classes,
        type="button",
        data_ask=control.question or None,
        aria_disabled="true" if control.action is None and not control.is_on else None,
        aria_label=label if sign else None,
        **more,
    )[art, sign or h.span[label], h.small[control.note] if control.note else None]


def _styled(control: Control) -> tuple[str, Node, str, str]:
    """Return the classes of a control, its picture, its label, and a sign in its place or ""."""
    classes: list[str] = []
    art: Node = None
    sign = ""
    words = iter(control.style.split())
    for word in words:
        classes.append(word)
        name = next(words, "") if word in WITH_NAME else ""
        match word:
            case "cap":
                classes.append(f"c-{name}")
            case "stone":
                art = _art(f"a-{name}")
            case "card" | "worm":
                art = h.img(src=f"/art/{word}/{card_name(name)}.svg", alt="")
            case "game":
                art = h.img(src=f"/samples/{name}.svg", alt="")
            case "way":
                sign = SIGNS.get(name, name)
    return " ".join(classes), art, control.label, sign


def _art(*names: str) -> Node:
    return [h.i(class_=name) for name in names]


def row_html(row: Row, words: Words) -> Element:
    """Return controls that belong together."""
    return h.div(
        id=f"row-{row.id}",
        class_="row",
        role="group" if row.label else None,
        aria_label=row.label or None,
        data_cell=row.cell or None,
    )[h.p(".label")[row.label] if row.label else None, map(control_html, row.controls)]


# Regions


@lru_cache(256)
def _rows(rows: tuple[Row, ...], words: Words) -> str:
    return _text(row_html(row, words) for row in rows)


def _top(scene: Scene, words: Words) -> str:
    """Return what stands in the header: the controls there, and the way to the rules."""
    controls = (control_html(each) for row in scene.rows if row.id == TOP for each in row.controls)
    rules = h.a(".button.quiet.icon.rules", href=_rules_address(scene))[words.gettext("Rules")]
    return _text([controls, rules])


def _rules_address(scene: Scene) -> str:
    """Return where the rules of the game are that is played, or is chosen to be played."""
    chosen = (
        each.style.removeprefix("game ")
        for row in scene.rows
        for each in row.controls
        if each.is_on and each.style.startswith("game ")
    )
    game = scene.game or next(chosen, "")
    return f"/rules/{game}" if game else "/rules"


def _below(scene: Scene, words: Words) -> str:
    """Return what can be pressed; a game that is over leads to what it was worth."""
    back = h.p[_look_back(words)] if scene.is_over else None
    return _rows(_shown_rows(scene), words) + _text(back)


def _look_back(words: Words) -> Element:
    return h.a(".button.quiet", href="/games/now")[words.gettext("Look back")]


def _shown_rows(scene: Scene) -> tuple[Row, ...]:
    return tuple(row for row in scene.rows if row.id not in (TOP, WHY) and not row.is_folded)


@lru_cache(256)
def _seats(seats: tuple[Seat, ...], words: Words) -> str:
    if not seats:
        return ""
    return _text(
        h.ul(".seats", aria_label=words.gettext("Players"))[
            (
                h.li(aria_current="true" if seat.is_turn else None)[
                    _art(f"a-{seat.piece}") if seat.piece else None,
                    h.span(".name")[seat.name],
                    h.span(".note")[seat.note] if seat.note else None,
                ]
                for seat in seats
            )
        ]
    )


def _turn(scene: Scene, words: Words) -> str:
    """Return whose turn it is, and what holds for the whole game."""
    return _text(
        [
            h.h1(".turn", data_over="true" if scene.is_over else None)[
                _die(scene.roll, words) if scene.roll else None, scene.heading
            ],
            h.p(".goal")[scene.note] if scene.note else None,
        ]
    )


def _said(scene: Scene, _words: Words) -> str:
    """Return what comes and goes: what was refused or found, and what to do now."""
    message = _message_here(scene)
    return _text(
        [
            _message_html(message, scene) if message else None,
            h.p(".hint")[set_text(scene.hint)] if scene.hint else None,
        ]
    )


def _die(roll: Roll, words: Words) -> Element:
    """Return the die as it lies; what it shows is said beside it."""
    sign = field_signs(words).get(roll.face, "★")
    return h.span(id=f"die-{roll.number}", class_=f"die g-{roll.face}", aria_hidden="true")[sign]


def _message_here(scene: Scene) -> Message | None:
    """Return the message, None for one that a form says itself."""
    message = scene.message
    if message and any(_is_wrong(form) for form in scene.forms if form.id == message.about):
        return None
    return message


def _is_wrong(form: Form) -> bool:
    return bool(form.error) or any(field.error for field in form.fields)


def _message_html(message: Message, scene: Scene) -> Element:
    """Return what is wrong or was found, with the rule one touch away."""
    rule = h.p(".reason")[
        set_text(message.reason),
        " ",
        h.a(".button.whole", href=f"{_rules_address(scene)}#{message.rule}")[f"§ {message.rule}"],
    ]
    return h.div(class_=["message", message.kind])[
        h.p[set_text(message.text)],
        (control_html(each) for row in scene.rows if row.id == WHY for each in row.controls),
        rule if message.reason else None,
    ]


def _cell_html(grid: Grid, at: int, words: Words) -> str:
    """Return a cell of a grid as a button."""
    wood = (at % len(grid.columns) + at // len(grid.columns)) % 2
    return _cell_text(grid.cells[at], grid.look, wood, words)


# Few cells differ, and each page of a table shows them.
@lru_cache(2048)
def _cell_text(cell: Cell, look: str, wood: int, words: Words) -> str:
    if look == "board":
        parts = [f"a-{cell.piece or 'free'}", *(f"a-{mark}" for mark in cell.marks)]
        ground = f"g-{cell.field or wood}"
    else:
        parts = [f"f-{'down' if 'chosen' in cell.marks else cell.piece or 'spot'}"]
        parts += [_field_mark(mark) for mark in cell.marks]
        ground = "spot"
    sign = field_signs(words).get(cell.field, cell.field)
    return str(
        h.button(
            id=cell.id,
            class_=["cell", ground, *(f"is-{mark}" for mark in cell.marks)],
            type="button",
            tabindex="-1",
            aria_label=cell.label,
            aria_disabled="true" if cell.action is None else None,
        )[_art(*parts), h.b(aria_hidden="true")[sign] if sign else None]
    )


def _field_mark(mark: str) -> str:
    name = FIELD_MARKS.get(mark, mark)
    return name if name.startswith("a-") else f"f-{name}"


@lru_cache(32)
def _middle(middle: Middle | None, words: Words) -> str:
    match middle:
        case Grid():
            return _text(_grid(middle, words))
        case Piles():
            return _text(_piles(middle))
        case Race():
            return _text(_race(middle, words))
        case Lines(lines):
            return _text(h.pre(".lines")["\n".join(lines)])
    return ""


def _grid(grid: Grid, words: Words) -> Node:
    cells = "".join(_cell_html(grid, at, words) for at in range(len(grid.cells)))
    sides = {"data_columns": str(len(grid.columns)), "data_rows": str(len(grid.rows))}
    plate = h.div(class_=["plate", grid.look], **sides)[
        _edge("ranks", grid.rows),
        h.div("#cells.cells", role="group", aria_label=grid.label, **sides)[Markup(cells)],
        _edge("files", grid.columns),
    ]
    if grid.look == "board":
        return plate
    smaller, larger = words.gettext("Smaller"), words.gettext("Larger")
    return [
        h.div("#cloth.cloth")[plate],
        h.div(".row.zoom")[
            h.button(".quiet", type="button", data_zoom="0.8", aria_label=smaller)["−"],
            h.button(".quiet", type="button", data_zoom="1.25", aria_label=larger)["+"],
        ],
    ]


def _edge(name: str, labels: Iterable[str]) -> Element:
    return h.div(class_=name, aria_hidden="true")[(h.span[label] for label in labels)]


def _piles(piles: Piles) -> Element:
    def card(text: str, classes: str) -> BaseElement:
        return h.img(class_=classes, src=f"/art/card/{card_name(text)}.svg", alt="")

    def pile(each: PileView) -> Element:
        return h.figure[
            card(each.under, "under") if each.cards else None,
            card(each.top, "upper"),
            h.figcaption(aria_hidden="true")[f"{each.number}", h.small[f"× {each.cards}"]],
            h.span(".unseen")[each.label],
        ]

    return h.div(".felt.piles", role="group", aria_label=piles.label)[
        map(pile, piles.piles),
        h.figure(".stock")[
            card("?" if piles.draw else "", "upper"), h.figcaption[h.small[f"× {piles.draw}"]]
        ],
    ]


def _race(race: Race, words: Words) -> Node:
    return h.div(".race", role="group", aria_label=race.label, data_open=race.is_open)[
        (_runner(runner, words) for runner in race.runners),
        h.p(".hint")[race.note] if race.note else None,
    ]


def _runner(runner: Runner, words: Words) -> Element:
    """Return who races: a large field to press, or where nothing can be pressed a flat line."""
    took = ""
    if runner.place:
        took = f"{runner.place}.{'=' * runner.is_tie} {runner.ms} ms"
    elif runner.is_early:
        took = words.gettext("too early")
    inner = [h.span(".name")[runner.name], h.small[took] if took else None]
    if runner.press is None:
        return h.div(".runner")[h.i(class_=f"c-{runner.colour}"), inner]
    return h.button(
        id=runner.press.id,
        class_=["racer", f"c-{runner.colour}"],
        type="button",
        data_race="true",
        aria_disabled="true" if runner.press.action is None else None,
    )[inner]


@lru_cache(64)
def _sheets(sheets: tuple[Sheet, ...], words: Words) -> str:
    return _text(map(sheet_html, sheets))


def sheet_html(sheet: Sheet) -> Element:
    """Return figures in rows and columns."""
    return h.table(".sheet")[
        h.caption[sheet.caption],
        h.thead[h.tr[h.td, (h.th(scope="col")[head] for head in sheet.heads)]],
        h.tbody[
            (
                h.tr[h.th(scope="row")[name], (h.td[str(figure)] for figure in figures)]
                for name, figures in sheet.rows
            )
        ],
    ]


def line_html(line: HistoryLine) -> str:
    """Return a line of the history."""
    return _line(line)


@lru_cache(1024)
def _line(line: HistoryLine) -> str:
    return str(h.li(id=f"line-{line.number}", class_=line.tone or None)[set_text(line.text)])


def _history(scene: Scene, words: Words) -> str:
    if not scene.lines:
        return ""
    lines = Markup("".join(line_html(line) for line in reversed(scene.lines)))
    return _text(
        [
            h.h2[words.gettext("What happened")],
            h.ol("#lines.history", tabindex="0", reversed=True)[lines],
            h.p[_look_back(words)],
        ]
    )


def _device(scene: Scene, words: Words) -> str:
    """Return the device in a drawer, or a line that says which one answers."""
    panel = scene.device
    if panel is None:
        return _text(h.p(".hint")[scene.device_note] if scene.device_note else None)
    caps = [each for each in panel.buttons if each.style.startswith("cap")]
    stick = [each for each in panel.buttons if each.style.startswith("way")]
    others = [each for each in panel.buttons if each not in (*caps, *stick)]
    lights = panel.lights.colours if panel.lights else ()
    return _text(
        h.details("#drawer.more")[
            h.summary[h.span[words.gettext("The device")], " ", h.small[panel.label]],
            h.div(".device")[
                h.div("#lights.lights", aria_hidden="true")[
                    Markup(lights_svg(panel.build, lights))
                ],
                h.div(".caps")[map(control_html, caps)] if caps else None,
                h.div(".stick")[map(control_html, stick)] if stick else None,
                h.div(".row")[map(control_html, others)] if others else None,
            ],
        ]
    )


def _more(scene: Scene, words: Words) -> str:
    """Return what is done seldom: folded controls with their forms, and what can be typed."""
    return _text(
        h.details(id=f"fold-{row.id}", class_="more")[
            h.summary[row.label],
            h.div(".row")[map(control_html, row.controls)] if row.controls else None,
            (form_html(form, words) for form in scene.forms if form.fold == row.id),
            _notation(scene),
        ]
        for row in scene.rows
        if row.is_folded
    )


def _notation(scene: Scene) -> Node:
    return h.dl[((h.dt[form], h.dd[set_text(meaning)]) for form, meaning in scene.notation)]


def _forms(scene: Scene, words: Words) -> str:
    """Return the forms of this moment; some are opened by a summary of their own."""
    return _text(
        h.details(".more", id=f"fold-{form.id}")[h.summary[form.fold], form_html(form, words)]
        if form.fold
        else form_html(form, words)
        for form in _shown_forms(scene)
    )


def _shown_forms(scene: Scene) -> list[Form]:
    """Return the forms that belong to no row which is folded."""
    folds = {row.id for row in scene.rows if row.is_folded}
    return [form for form in scene.forms if form.fold not in folds]


# Forms


def form_html(form: Form, words: Words) -> Element:
    """Return a form, its house rules folded."""
    values = {field.id: field.value for field in form.fields}
    shown = [field_html(form, field, values, words) for field in form.fields if not field.is_folded]
    folded = [field_html(form, field, values, words) for field in form.fields if field.is_folded]
    is_open = any(field.error for field in form.fields if field.is_folded)
    return h.form(
        id=form.id,
        class_="form",
        data_version=str(form.version),
        data_ask=form.question or None,
        novalidate=True,
    )[
        h.div(".fields")[shown],
        h.details(".more", id=f"{form.id}-rules", open=is_open)[
            h.summary[words.gettext("House rules")], h.div(".fields")[folded]
        ]
        if folded
        else None,
        h.p(".problem", id=f"{form.id}-error")[set_text(form.error)] if form.error else None,
        h.button(".strong", type="submit")[form.submit],
    ]


def field_html(form: Form, field: Field, values: dict[str, str], words: Words) -> Element:
    """Return a field with its label, and what is wrong with it."""
    id = f"{form.id}-{field.id}"
    hides: dict[str, str | bool] = {}
    if field.shown_if:
        other, value = field.shown_if
        hides = {
            "data_if": f"{form.id}-{other}",
            "data_is": value,
            "hidden": values.get(other) != value,
        }
    if field.kind == "map":
        return h.div(".field", **hides)[_painting(id, field, words)]
    label = h.span[field.label]
    kind = "checkbox" if field.kind == "check" else field.kind
    error = h.p(".problem", id=f"{id}-error")[set_text(field.error)] if field.error else None
    return h.div(class_=["field", f"is-{kind}"], **hides)[
        h.label(for_=id)[label], _input(id, field), error, _proposed(id, field)
    ]


def _input(id: str, field: Field) -> BaseElement:
    wrong = {
        "aria_invalid": "true" if field.error else None,
        "aria_describedby": f"{id}-error" if field.error else None,
    }
    if field.kind == "choice":
        return h.select(id=id, name=field.id, **wrong)[
            (
                h.option(value=value, selected=value == field.value)[text]
                for value, text in field.choices
            )
        ]
    if field.kind == "check":
        return h.input(
            id=id, name=field.id, type="checkbox", value="on", checked=field.value == "on"
        )
    return h.input(
        id=id,
        name=field.id,
        type="text",
        value=field.value,
        inputmode="numeric" if field.kind == "number" else None,
        list=f"{id}-list" if field.kind == "name" and field.choices else None,
        placeholder=field.note if field.kind == "text" and field.note != field.label else None,
        autocomplete="off",
        autocapitalize="words" if field.kind == "name" else "off",
        spellcheck="false",
        maxlength="300",
        **wrong,
    )


def _proposed(id: str, field: Field) -> Element | None:
    if field.kind != "name" or not field.choices:
        return None
    return h.datalist(id=f"{id}-list")[(h.option(value=value) for value, _text in field.choices)]


def _painting(id: str, field: Field, words: Words) -> Element:
    """Return a painted board; its rows, the top one first, are the value of a hidden input."""
    letters, signs = _painted(field.value) or USUAL, field_signs(words)
    rows = [letters[at : at + SIZE] for at in range(0, SIZE * SIZE, SIZE)][::-1]
    names = {letter: words.pgettext("button", colour) for letter, colour in COLOURS.items()}

    def cell(at: int) -> Element:
        rank, file = SIZE - 1 - at // SIZE, at % SIZE
        letter = letters[rank * SIZE + file]
        name = cell_text(rank * SIZE + file, SIZE)
        return h.button(
            class_=["cell", f"g-{letter}"],
            type="button",
            tabindex="0" if at == 0 else "-1",
            aria_label=f"{name}, {names[letter]}",
            data_cell=name,
        )[h.b(aria_hidden="true")[signs[letter]]]

    return h.div(".paint", data_paint=id)[
        h.p(".label")[field.label],
        h.div(".row", role="group", aria_label=words.gettext("Colour"))[
            (
                h.button(
                    class_=["cap", f"c-{COLOURS[letter]}"],
                    type="button",
                    data_letter=letter,
                    data_sign=signs[letter],
                    aria_pressed="true" if letter == "R" else "false",
                )[name]
                for letter, name in names.items()
            ),
            h.button(".quiet", type="button", data_unpaint="true")[words.gettext("Take back")],
        ],
        h.div(".plate.board", data_columns=str(SIZE), data_rows=str(SIZE))[
            h.div(".cells", data_columns=str(SIZE), role="group", aria_label=field.label)[
                map(cell, range(SIZE * SIZE))
            ]
        ],
        h.input(id=id, name=field.id, type="hidden", value="/".join(rows)),
        h.p(".problem", id=f"{id}-error")[set_text(field.error)] if field.error else None,
    ]


def _painted(rows: str) -> str:
    """Return the colours of a board from a1 on, "" where rows are none.

    >>> _painted("/".join(["RGBYRGBY"] * 8))[:4], _painted("R")
    ('RGBY', '')
    """
    try:
        return parse_rows(rows, SIZE, "".join(COLOURS))
    except MalformedText:
        return ""


def _text(node: Node) -> str:
    return str(h.fragment[node])


class Region(NamedTuple):
    """A region of a page: the part of a scene that it shows, and how."""

    id: str
    part: Callable[[Scene], object]
    draw: Callable[[Scene, Words], str]


def _device_part(scene: Scene) -> object:
    panel = scene.device
    return (panel.label, panel.build, panel.buttons) if panel else scene.device_note


REGIONS = (
    Region(
        "top",
        lambda scene: ([row for row in scene.rows if row.id == TOP], _rules_address(scene)),
        _top,
    ),
    Region("seats", lambda scene: scene.seats, lambda scene, words: _seats(scene.seats, words)),
    Region("turn", lambda scene: (scene.heading, scene.note, scene.is_over, scene.roll), _turn),
    Region("middle", lambda scene: scene.middle, lambda scene, words: _middle(scene.middle, words)),
    # Below the middle, so that what is said moves nothing that is touched.
    Region("said", lambda scene: (scene.hint, _message_here(scene), scene.game), _said),
    Region("rows", lambda scene: (_shown_rows(scene), scene.is_over), _below),
    Region("forms", _shown_forms, _forms),
    Region("sheets", lambda scene: scene.sheets, lambda s, words: _sheets(s.sheets, words)),
    Region("history", lambda scene: scene.lines, _history),
    Region("device", _device_part, _device),
    Region(
        "more",
        lambda scene: (
            [row for row in scene.rows if row.is_folded],
            [form for form in scene.forms if form not in _shown_forms(scene)],
            scene.notation,
        ),
        _more,
    ),
)


def regions_of(scene: Scene, words: Words) -> Iterator[Element]:
    """Yield the regions of a page as elements, for a page that is shown first."""
    for id, html in drawn(scene, words).items():
        yield h.section(id=id)[Markup(html)]
