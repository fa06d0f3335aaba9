"""A scene as readable text, a line for each thing, so that a difference is easily seen."""

from collections.abc import Iterator

from schiri.scene.scene import (
    Cell,
    Control,
    Form,
    Grid,
    Lines,
    Middle,
    Piles,
    Race,
    Row,
    Scene,
    Sheet,
)

SIGNS = {"": ".", "down": "#", "red": "R", "green": "G", "hole": "x"}


def printed(scene: Scene) -> dict[str, tuple[str, ...]]:
    """Return the lines of each part of a scene, without the drawing of a device."""
    message = scene.message
    said = f"{message.kind}: {message.text}" if message else "-"
    if message and message.about:
        said += f" <{message.about}>"
    return {
        "title": (f"{scene.name} | {scene.title}",),
        "heading": (
            scene.heading
            + (f" [{scene.die.face}]" if scene.die and scene.die.face else "")
            + (" (over)" if scene.is_over else ""),
        ),
        "hint": (scene.hint,),
        "note": (scene.note,),
        "banner": (f"{scene.banner.tone}: {scene.banner.cheer}" if scene.banner else "",),
        "message": (said,),
        "rule": (f"{message.rule} {message.reason}".strip() if message else "",),
        "seats": tuple(
            (
                f"{'> ' if seat.is_turn else ''}{'★ ' if seat.has_won else ''}"
                f"{seat.named} [{seat.piece}] {seat.note}"
                f"{'' if seat.left_ms is None else f' {seat.left_ms} ms'}"
                f"{' running' if seat.ends_ms is not None else ''}"
            ).rstrip()
            for seat in scene.seats
        ),
        "middle": tuple(middle_lines(scene.middle)),
        "rows": tuple(row_line(row) for row in scene.rows),
        "forms": tuple(line for form in scene.forms for line in form_lines(form)),
        "sheets": tuple(line for sheet in scene.sheets for line in sheet_lines(sheet)),
        "device": (device_line(scene),),
        "stones": tuple(stone_lines(scene)),
        "line": tuple(
            f"{' / '.join(each.text.split(chr(10)))} {each.tone}".rstrip()
            for each in scene.lines[-1:]
        ),
    }


def middle_lines(middle: Middle | None) -> Iterator[str]:
    match middle:
        case Grid():
            across = len(middle.columns)
            for at, row in enumerate(middle.rows):
                cells = middle.cells[at * across : (at + 1) * across]
                yield f"{row:>3} " + " ".join(SIGNS.get(each.piece, each.piece) for each in cells)
            yield "    " + " ".join(middle.columns)
            yield from (f"{name}: {marks}" for name, marks in marks_of(middle.cells))
        case Piles():
            yield middle.label
            yield from (each.label for each in middle.piles)
            yield f"draw {middle.draw}"
        case Race():
            yield f"{middle.label} {'open' if middle.is_open else 'closed'} {middle.left_s}"
            for runner in middle.runners:
                press = control_text(runner.press) if runner.press else "-"
                marks = f"{runner.place}. {runner.ms} ms" if runner.place else ""
                tie = " tie" if runner.is_tie else ""
                early = " early" if runner.is_early else ""
                yield f"{runner.name} {runner.colour} {marks}{tie}{early} {press}"
            if middle.note:
                yield middle.note
        case Lines():
            yield from middle.lines


def stone_lines(scene: Scene) -> Iterator[str]:
    """Yield the stones of a simulated board; a free field on which one can be put is ``+``."""
    stones = scene.device.stones if scene.device else None
    if stones is None:
        return
    signs = [each.icon.name or ("+" if each.action else ".") for each in stones.fields]
    for at in range(0, len(signs), stones.columns):
        yield " ".join(signs[at : at + stones.columns])
    yield stones.fields[0].label
    yield from (control_text(each) for each in (*stones.beside, *stones.controls))
    if stones.hands:
        yield stones.hands


def marks_of(cells: tuple[Cell, ...]) -> Iterator[tuple[str, str]]:
    for mark in sorted({mark for each in cells for mark in each.marks}):
        yield mark, " ".join(each.name for each in cells if mark in each.marks)


def control_text(control: Control) -> str:
    on = {True: "*", False: "", None: ""}[control.is_on]
    off = "" if control.action is not None else "(off)"
    key = f"/{control.key}" if control.key else ""
    asks = "?" if control.question else ""
    return f"{on}{control.id}{key}{off}{asks}={control.label!r}"


def row_line(row: Row) -> str:
    folded = " folded" if row.is_folded else ""
    return f"{row.id} {row.label!r}{folded}: " + ", ".join(map(control_text, row.controls))


def form_lines(form: Form) -> Iterator[str]:
    error = f" ERROR {form.error}" if form.error else ""
    yield f"{form.id} -> {form.submit!r}{error}" + (" ?" if form.question else "")
    if form.note:
        yield f"  {form.note}"
    yield from (f"  {at}. {text}" for at, text in enumerate(form.guide, 1))
    for field in form.fields:
        choices = "|".join(value for value, _text in field.choices)
        shown = f" if {'='.join(field.shown_if)}" if field.shown_if else ""
        wrong = f" ERROR {field.error}" if field.error else ""
        folded = " folded" if field.is_folded else ""
        yield f"  {field.id} {field.kind} {field.label!r}={field.value[:20]!r} {choices[:60]}" + (
            f"{shown}{folded}{wrong}"
        )


def sheet_lines(sheet: Sheet) -> Iterator[str]:
    yield f"{sheet.caption}: {' | '.join(sheet.heads)}"
    yield from (f"  {name}: {' '.join(map(str, figures))}" for name, figures in sheet.rows)


def device_line(scene: Scene) -> str:
    if scene.device is None:
        return "-"
    on = [each.id for each in scene.device.buttons if each.action is not None]
    return f"{scene.device.label}: {' '.join(on)}"
