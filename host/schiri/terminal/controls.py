"""Controls with their keys, the focused one in reverse; a click presses a control.

Decides their text and keys.  Must not know what a control does.
"""

from collections.abc import Sequence
from textwrap import wrap

from rich.style import Style
from rich.text import Text
from textual.events import Click
from textual.message import Message

from schiri.scene.scene import Control, DevicePanel, Form, Icon, Pick, Race, Row, Scene
from schiri.terminal.lights import CAP_COLOURS
from schiri.terminal.widgets import QuietStatic

# The form of the command line; the prefix of the id of a control that opens a form.
LINE, FORM = "command", "form-"
# The signs at the end of a label.
SIGNS = ("?", "!", ":", ".", "…")
# The labels of keys that have no letter.
KEY_NAMES = {"space": "␣", "enter": "⏎", "escape": "Esc", "ctrl+r": "^r"}


def shown_rows(scene: Scene, is_more: bool, is_device: bool) -> tuple[Row, ...]:
    """Return the visible rows; folded ones only if "more" is open.

    Rule: the device's panel replaces all others, unless the game is played on it by moving stones.
    """
    rows = tuple(row for row in scene.rows if row.controls and (is_more or not row.is_folded))
    if is_device and scene.device:
        return (*(rows if scene.device.stones else ()), *_device_rows(scene.device))
    return rows


def _device_rows(panel: DevicePanel) -> tuple[Row, ...]:
    """Return the rows of a device: on a board that feels its stones those come before buttons."""
    rows, stones = [Row("device", panel.label, ())], panel.stones
    if stones:
        beside = (each._replace(icon=Icon()) for each in stones.beside)
        controls = tuple(each for each in (*beside, *stones.controls) if each.key)
        # A sentence ends a row.
        rows += [Row("stones", "", controls), Row("hand", stones.hands, ())]
    return (*rows, Row("buttons", "", panel.buttons))


def reachable(rows: Sequence[Row], scene: Scene) -> list[Control]:
    """Return the controls that keys can reach: the visible ones, and the seats of a race."""
    controls = [each for row in rows for each in row.controls]
    if isinstance(scene.middle, Race):
        controls += [runner.press for runner in scene.middle.runners if runner.press]
    return [each for each in controls if each.action is not None]


def form_row(scene: Scene, is_more: bool) -> Row:
    """Return a control that opens each form; those without a key only if "more" is open."""
    forms = [form for form in scene.forms if form.id != LINE and (form.key or is_more)]
    return Row("forms", "", tuple(map(_form_control, forms)))


def _form_control(form: Form) -> Control:
    """Return the control that opens a form, with its title or the name of its first field."""
    label = form.title or form.fields[0].label
    # Any action makes it pressable; the table opens the form instead.
    return Control(FORM + form.id, label, Pick("form", form.id), form.key)


class ControlsView(QuietStatic):
    """Rows of controls; a click presses a control."""

    DEFAULT_CSS = "ControlsView { height: auto; }"

    class Pressed(Message):
        """A control was clicked."""

        def __init__(self, id: str) -> None:
            super().__init__()
            self.id = id

    def __init__(self, id: str) -> None:
        super().__init__("", id=id)
        # The ids of the shown controls, and their places: line, first column, the one after it.
        self.spots: list[tuple[str, int, int, int]] = []

    def show(self, rows: Sequence[Row], chosen: str, width: int) -> None:
        """Show controls in lines of this width; a key stays with its label.

        Shape: ``chosen`` is the id of the focused one.
        """
        lines, self.spots = [Text()], []
        for row in rows:
            if lines[-1] and row.label:
                lines.append(Text())
            if row.label and not row.controls:
                # A sentence; where it wraps counts for clicks below.
                lines[-1:] = [Text(part, "dim") for part in wrap(row.label, max(1, width))]
            elif row.label:
                lines[-1].append(f"{headed(row.label)} ", "dim")
            for control in row.controls:
                said = control_text(control, control.id == chosen)
                if lines[-1] and lines[-1].cell_len + said.cell_len > width:
                    lines.append(Text())
                first = lines[-1].cell_len
                self.spots.append((control.id, len(lines) - 1, first, first + said.cell_len))
                lines[-1].append(said).append("  ")
            if row.label:
                lines.append(Text())
        for line in lines:
            line.rstrip()
        self.update(Text("\n").join(line for line in lines if line))

    def on_click(self, event: Click) -> None:
        for id, line, first, end in self.spots:
            if event.y == line and first <= event.x < end:
                self.post_message(self.Pressed(id))


def headed(label: str) -> str:
    """Return the label of a row, with a colon unless it ends with a sign of its own.

    >>> [headed(label) for label in ("Pile", "Who are you?", "Then Ben turns:")]
    ['Pile:', 'Who are you?', 'Then Ben turns:']
    """
    return label if label.endswith(SIGNS) else f"{label}:"


def control_text(control: Control, is_chosen: bool) -> Text:
    """Return a control: its key in the colour of its cap, and its label."""
    style, icon = "bold" if control.weight == "strong" else "", control.icon
    if control.action is None and not control.is_on:
        style = "dim"
    if control.is_on:
        style = "bold underline"
    if is_chosen:
        style += " reverse"
    text, key = Text(), KEY_NAMES.get(control.key, control.key)
    if key:
        front, back = CAP_COLOURS[icon.name] if icon.kind == "cap" else ("", "")
        text.append(key, Style(color=front, bgcolor=back) if front else "bold").append(" ")
    # The directions of a stick are signs, because there is little room for words.
    return text.append(icon.name if icon.kind == "way" else control.label, style.strip())
