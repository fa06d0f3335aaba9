"""A scene as HTML, in regions, each of which shows its part of the scene.

Escapes by construction. Must not know a game, the viewer, or how a region reaches a browser.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

import htpy as h
from htpy import Element, Node
from markupsafe import Markup

from schiri.page.controls import art, control_html, row_html
from schiri.page.forms import form_html
from schiri.page.middle import middle_html
from schiri.page.stones import stones_html
from schiri.page.text import is_long, set_text
from schiri.picture.lights import lights_svg
from schiri.prose import field_signs
from schiri.prose.clock import LOW_MS, clock_digits
from schiri.scene.board import DIE, REAL_DIE
from schiri.scene.scene import Control, Die, Form, HistoryLine, Message, Row, Scene, Seat, Sheet
from schiri.texts import Words, signed

# The row whose controls are in the header, the one in the message, and those over the players.
TOP, WHY, UNDO_ASKED = "top", "why", "undo-asked"
OVER = (UNDO_ASKED, "who")
# The row of the form of commands.
COMMAND = "command"
# The rows that are not among the controls below the middle.
ELSEWHERE = (TOP, WHY, *OVER, DIE, REAL_DIE)


def drawn(scene: Scene, words: Words) -> dict[str, str]:
    """Return all regions of a page, by their ids."""
    return {region.id: region.draw(scene, words) for region in REGIONS}


def regions_of(scene: Scene, words: Words) -> Iterator[Element]:
    """Yield the regions of a page as elements, for a whole page."""
    for id, html in drawn(scene, words).items():
        yield h.section(id=id)[Markup(html)]


def _top(scene: Scene, words: Words) -> str:
    """Return the header: its controls, and the link to the rules."""
    rules = h.a(".button.quiet.icon.rules", href=rules_address(scene))[words.gettext("Rules")]
    return _html(_controls(scene, TOP), rules)


def _controls(scene: Scene, row_id: str) -> Node:
    return map(control_html, _controls_of(scene, row_id))


def _controls_of(scene: Scene, row_id: str) -> list[Control]:
    return [each for row in _rows_of(scene, row_id) for each in row.controls]


def _rows_of(scene: Scene, row_id: str) -> list[Row]:
    return [row for row in scene.rows if row.id == row_id]


def rules_address(scene: Scene) -> str:
    """Return where the rules of the game are that is played, or is chosen to be played."""
    game = scene.game or next((form.game for form in scene.forms), "")
    return f"/rules/{game}" if game else "/rules"


# Players take turns: their seats look one way or the other.
@lru_cache(256)
def _seats(seats: tuple[Seat, ...], words: Words) -> str:
    if not seats:
        return ""
    return _html(
        h.ul(".seats", aria_label=words.gettext("Players"))[(_seat(seat, words) for seat in seats)]
    )


def _seat(seat: Seat, words: Words) -> Element:
    """Return a player."""
    return h.li(class_=_seat_class(seat), aria_current="true" if seat.is_turn else None)[
        art(f"a-{seat.piece}") if seat.piece else None,
        h.span(".name")[
            h.span(".won", role="img", aria_label=words.gettext("has won"))["★"]
            if seat.has_won
            else None,
            seat.name,
            # The piece shows the colour.
            h.span(".unseen")[f" ({seat.colour})"] if seat.colour else None,
            [" ", h.span(".you")[words.gettext("(you)")]] if seat.is_you else None,
        ],
        h.span(".note")[seat.note] if seat.note else None,
        _clock(seat, words),
    ]


def _clock(seat: Seat, words: Words) -> Node:
    """Return the clock of a player: the page counts down while it runs, and says what is left."""
    if seat.left_ms is None:
        return None
    name = "{name}"
    return h.span(
        class_=["clock", *(["low"] if seat.left_ms < LOW_MS else [])],
        role="timer",
        aria_live="off",
        data_ends=None if seat.ends_ms is None else str(seat.ends_ms),
        data_sign=words.decimal_sign,
        data_say=words.gettext("{name}: {seconds} seconds left").replace(name, seat.name),
    )[clock_digits(words, seat.left_ms)]


def _seat_class(seat: Seat) -> list[str]:
    """Return how a seat looks: that of the winner, of a person whose turn it is here, or usual.

    Shape: a long name needs two lines above its note.
    """
    is_yours = seat.is_you and seat.is_turn
    look = "winner" if seat.has_won else "yours" if is_yours else ""
    # There is little room beside a clock.
    is_full = is_long(seat.name) or (seat.note != "" and seat.left_ms is not None)
    return [*filter(None, [look]), *(["long"] if is_full else [])]


def _over(scene: Scene, _words: Words) -> str:
    """Return questions to this person, which lie over the players and move nothing."""
    return _html(map(row_html, _over_rows(scene)))


def _over_rows(scene: Scene) -> list[Row]:
    return [row for row in scene.rows if row.id in OVER and not row.is_folded]


def _turn(scene: Scene, words: Words) -> str:
    """Return whose turn it is, and the facts about the whole game."""
    return _html(
        h.h1(
            ".turn",
            data_over="true" if scene.is_over else None,
            data_yours="true" if scene.is_yours else None,
        )[
            _roll(scene.die, words) if scene.die and scene.die.face else None,
            set_text(scene.heading),
        ],
        h.p(".goal")[scene.note] if scene.note else None,
    )


def _banner(scene: Scene, _words: Words) -> str:
    """Return the banner over the middle; who hears the page hears its line of the history."""
    line = scene.banner
    if line is None:
        return ""
    return _html(
        h.p(id=f"banner-{line.number}", class_=f"banner is-{line.tone}", aria_hidden="true")[
            set_text(line.cheer)
        ]
    )


def _roll(die: Die, words: Words) -> Element:
    """Return the side of the die that was rolled; text beside it says what it shows."""
    side = f"die g-{die.face}"
    return h.span(id=f"die-{die.number}", class_=side, aria_hidden="true")[
        _sign(die.face, die, words)
    ]


def _sign(face: str, die: Die, words: Words) -> str:
    return dict(die.sides)[face] or field_signs(words).get(face, face)


def _die(scene: Scene, words: Words) -> str:
    """Return the large die over the middle: it is rolled by a touch, and then shows the roll.

    The faces of a real die are folded below it.
    """
    die = scene.die
    if die is None:
        return ""
    if die.face:
        rolled = h.div(".rolled", id=f"rolled-{die.number}", aria_hidden="true")
        return _html(rolled[_cube(die, words)])
    return _html(
        (control_html(each, _cube(die, words)) for each in _controls_of(scene, DIE)),
        (
            h.details(id=f"fold-{row.id}")[h.summary[row.label], row_html(row._replace(label=""))]
            for row in _rows_of(scene, REAL_DIE)
        ),
    )


def _cube(die: Die, words: Words) -> Element:
    """Return the six sides of a die, the rolled one in front; the last face is there twice."""
    faces = [face for face, _sign in die.sides]
    faces = sorted([*faces, *faces[-1:] * 6][:6], key=lambda face: face != die.face)
    return h.span(".cube", aria_hidden="true")[
        (h.i(class_=f"g-{face}")[_sign(face, die, words)] for face in faces)
    ]


def _said(scene: Scene, _words: Words) -> str:
    """Return the changing texts: a refusal or notice, and what to do now."""
    message = _message_here(scene)
    return _html(
        _message_html(message, scene) if message else None,
        h.p(".hint")[set_text(scene.hint)] if scene.hint else None,
    )


def _middle(scene: Scene, words: Words) -> str:
    return _html(middle_html(scene.middle, words))


def _message_here(scene: Scene) -> Message | None:
    """Return the message, None if a form shows it itself."""
    message = scene.message
    form = scene.form(message.about) if message else None
    is_in_form = form and (form.error or any(field.error for field in form.fields))
    return None if is_in_form else message


def _message_html(message: Message, scene: Scene) -> Element:
    """Return a refusal or notice, with a link to its rule."""
    rule = h.p(".reason")[
        set_text(message.reason),
        " ",
        h.a(".button.whole", href=f"{rules_address(scene)}#{message.rule}")[f"§ {message.rule}"],
    ]
    return h.div(class_=["message", message.kind])[
        h.p[set_text(message.text)],
        _controls(scene, WHY),
        rule if message.reason else None,
    ]


def _below(scene: Scene, words: Words) -> str:
    """Return the controls; a finished game has a link to its pages."""
    back = h.p[_look_back(words)] if scene.is_over else None
    return _html(map(row_html, _shown_rows(scene)), back)


def _look_back(words: Words) -> Element:
    return h.a(".button.quiet", href="/games/now")[words.gettext("Look back")]


def _shown_rows(scene: Scene) -> list[Row]:
    return [row for row in scene.rows if row.id not in ELSEWHERE and not row.is_folded]


def _sheets(scene: Scene, _words: Words) -> str:
    return _html(map(_sheet_html, scene.sheets))


def _sheet_html(sheet: Sheet) -> Element:
    """Return figures in rows and columns."""
    return h.table(".sheet")[
        h.caption[sheet.caption],
        h.thead[h.tr[h.td, (h.th(scope="col")[head] for head in sheet.heads)]],
        h.tbody[
            (
                h.tr[h.th(scope="row")[name], (h.td[signed(figure)] for figure in figures)]
                for name, figures in sheet.rows
            )
        ],
    ]


# A history has hundreds of lines, and all of them are drawn for each page that opens.
@lru_cache(1024)
def line_html(line: HistoryLine, rules: str) -> str:
    """Return a line of the history, with a link to its rule; ``rules`` is the page of the rules."""
    entry = str(line.entry) if line.entry else None
    rule = h.a(".rule", href=f"{rules}#{line.rule}")[f"§ {line.rule}"] if line.rule else None
    return str(
        h.li(id=f"line-{line.number}", class_=line.tone or None, value=entry)[
            set_text(line.text), " " if rule else None, rule
        ]
    )


def _history(scene: Scene, words: Words) -> str:
    if not scene.lines:
        return ""
    rules = rules_address(scene)
    lines = Markup("".join(line_html(line, rules) for line in reversed(scene.lines)))
    return _html(
        h.h2[words.gettext("What happened")],
        h.ol("#lines.history", tabindex="0")[lines],
        h.p[_look_back(words)],
    )


def _device(scene: Scene, words: Words) -> str:
    """Return the device in a drawer, or a line with the device that answers."""
    panel = scene.device
    if panel is None:
        return _html(h.p(".hint")[scene.device_note] if scene.device_note else None)
    caps = [each for each in panel.buttons if each.icon.kind == "cap"]
    stick = [each for each in panel.buttons if each.icon.kind == "way"]
    others = [each for each in panel.buttons if each not in (*caps, *stick)]
    lights = panel.lights.colours if panel.lights else ()
    # On a board that feels its stones they are around these.
    picture = None if panel.stones else lights_svg(panel.build, lights)
    return _html(
        h.details("#drawer.more")[
            h.summary[
                h.span[words.gettext("The device")],
                " ",
                h.small[panel.label] if panel.label else None,
            ],
            h.div(".device")[
                h.div("#lights.lights", aria_hidden="true")[Markup(picture)] if picture else None,
                h.div(".caps")[map(control_html, caps)] if caps else None,
                h.div(".stick")[map(control_html, stick)] if stick else None,
                h.div(".row")[map(control_html, others)] if others else None,
            ],
        ]
    )


def _more(scene: Scene, words: Words) -> str:
    """Return rare actions: folded controls with their forms, and the forms of commands."""
    return _html(
        h.details(id=f"fold-{row.id}", class_="more")[
            h.summary[row.label],
            h.div(".row")[map(control_html, row.controls)] if row.controls else None,
            (_form(form, words) for form in scene.forms if form.row == row.id),
            _notation(scene) if row.id == COMMAND else None,
        ]
        for row in scene.rows
        if row.is_folded
    )


def _forms(scene: Scene, words: Words) -> str:
    """Return the forms of this moment; some are opened by a summary of their own."""
    return _html(_form(form, words) for form in _shown_forms(scene))


def _form(form: Form, words: Words) -> Element:
    """Return a form; its title opens it, if it has one."""
    html = form_html(form, words)
    if not form.title:
        return html
    return h.details(".more", id=f"fold-{form.id}")[h.summary[form.title], html]


def _notation(scene: Scene) -> Element:
    """Return the forms of commands with their meanings."""
    return h.dl[((h.dt[each], h.dd[set_text(meaning)]) for each, meaning in scene.notation)]


def _shown_forms(scene: Scene) -> list[Form]:
    """Return the forms that belong to no folded row."""
    return [form for form in scene.forms if not form.row]


def _html(*nodes: Node) -> str:
    return str(h.fragment[nodes])


class Region(NamedTuple):
    """A region of a page: the part of a scene that it shows, and how."""

    id: str
    part: Callable[[Scene], object]
    draw: Callable[[Scene, Words], str]


def _device_part(scene: Scene) -> object:
    panel = scene.device
    if panel is None:
        return scene.device_note
    return panel.label, panel.build, panel.buttons, panel.stones is None


def _stones(scene: Scene, _words: Words) -> str:
    """Return the board of the device with its stones, where they are known."""
    return _html(stones_html(scene.device)) if scene.device else ""


def _turn_part(scene: Scene) -> object:
    return scene.heading, scene.note, scene.is_over, scene.is_yours, scene.die


REGIONS = (
    Region("top", lambda scene: (_rows_of(scene, TOP), rules_address(scene)), _top),
    Region("seats", lambda scene: scene.seats, lambda scene, words: _seats(scene.seats, words)),
    Region("over", _over_rows, _over),
    Region("turn", _turn_part, _turn),
    Region("banner", lambda scene: scene.banner, _banner),
    Region("middle", lambda scene: scene.middle, _middle),
    Region("stones", lambda scene: scene.device and scene.device.stones, _stones),
    Region("die", lambda scene: (scene.die, _rows_of(scene, DIE), _rows_of(scene, REAL_DIE)), _die),
    # Below the middle, so that a longer text does not move the cells that players tap.
    Region("said", lambda scene: (scene.hint, _message_here(scene), scene.game), _said),
    Region("rows", lambda scene: (_shown_rows(scene), scene.is_over), _below),
    Region("forms", _shown_forms, _forms),
    Region("sheets", lambda scene: scene.sheets, _sheets),
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
