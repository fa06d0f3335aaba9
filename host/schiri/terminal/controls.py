"""Controls as text: each with its key, the one that Tab has come to in reverse.

Decides how they are written and which key is whose.  Must not know what a control does.
"""

from collections.abc import Iterator, Sequence

from rich.style import Style
from rich.text import Text

from schiri.scene.scene import Control, Row, Scene
from schiri.terminal.lights import CAP_COLOURS

# How keys are called that have no letter.
KEY_NAMES = {"space": "␣", "enter": "⏎", "escape": "Esc", "ctrl+r": "^r"}


def shown_rows(scene: Scene, is_more: bool, is_device: bool) -> tuple[Row, ...]:
    """Return the rows that are shown: those that are folded only where more is wanted.

    Rule: the device has its place instead of all others.
    """
    if is_device and scene.device:
        return (Row("device", scene.device.label, scene.device.buttons),)
    return tuple(row for row in scene.rows if row.controls and (is_more or not row.is_folded))


def reachable(rows: Sequence[Row], scene: Scene) -> Iterator[Control]:
    """Yield what a key may press: what is shown, and the places of a race."""
    for row in rows:
        yield from (each for each in row.controls if each.action is not None)
    middle = scene.middle
    for runner in getattr(middle, "runners", ()):
        if runner.press and runner.press.action is not None:
            yield runner.press


def controls_text(rows: Sequence[Row], chosen: str, width: int) -> Text:
    """Return the controls in lines of so many columns; a key stays with its label.

    Shape: ``chosen`` is the id of the one that Tab has come to.
    """
    lines = [Text()]
    for row in rows:
        if lines[-1]:
            lines.append(Text())
        if row.label:
            lines[-1].append(f"{row.label}: ", "dim")
        for control in row.controls:
            said = control_text(control, control.id == chosen)
            if lines[-1] and lines[-1].cell_len + said.cell_len > width:
                lines.append(Text())
            lines[-1].append(said).append("  ")
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)


def control_text(control: Control, is_chosen: bool) -> Text:
    """Return a control: its key in the colour of its cap, and its label."""
    style = "bold" if "strong" in control.style else ""
    words = control.style.split()
    cap = words[words.index("cap") + 1] if "cap" in words else ""
    if control.action is None and not control.is_on:
        style = "dim"
    if control.is_on:
        style = "bold underline"
    if is_chosen:
        style += " reverse"
    text, key = Text(), KEY_NAMES.get(control.key, control.key)
    if key:
        front, back = CAP_COLOURS.get(cap, ("", ""))
        text.append(key, Style(color=front, bgcolor=back) if front else "bold").append(" ")
    return text.append(control.label, style.strip())
