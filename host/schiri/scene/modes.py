"""The questions of the device in a person's own words, and the controls that answer them.

A row of `MODE_TEXTS` is a mode of the device, or a mode and a step; a game's own are in its
``scene.py``.  Must not know how a control is drawn, or any game; the device decides the effect of a
button.
"""

from __future__ import annotations

from typing import NamedTuple

from schiri.scene.scene import Control, ShowStart
from schiri.table.intents import Press, Rematch, Undo
from schiri.texts import N_, Words


class ModeText(NamedTuple):
    """A question and its answers.

    Shape: ``heading`` replaces whose turn it is, unless it is ""; ``hint`` says what to do;
    ``{detail}`` is the detail of the mode.
    """

    heading: str
    hint: str
    controls: tuple[str, ...] = ()


MODE_TEXTS = {
    "choose": ModeText(
        N_("Which game?"),
        N_("The device offers {detail}. Choose here, or press New game."),
        ("take", "previous", "next", "back"),
    ),
    "options": ModeText(
        N_("How does it begin?"),
        N_("The device offers: {detail}."),
        ("take", "previous", "next", "rules", "back"),
    ),
    "rules": ModeText(
        N_("Which house rules?"),
        N_("On the device: {detail}"),
        ("change", "previous", "next", "back"),
    ),
    "menu": ModeText(
        N_("The menu of the device"),
        N_("On the device: {detail}"),
        ("take", "previous", "next", "back"),
    ),
    "paint": ModeText(
        N_("The board is being painted on the device."),
        N_("Tap a field to change its colour."),
        ("keep", "discard"),
    ),
    "lay": ModeText(
        N_("Put the pieces on the board as shown here."),
        N_("Begin when they are there. Tapping the board begins, too."),
        ("begin", "to-games"),
    ),
    "resume": ModeText(
        N_("The game goes on."),
        N_("Go on when the real board looks like this one."),
        ("go-on", "to-games"),
    ),
    "pause": ModeText(N_("Pause"), N_("The device waits."), ("go-on",)),
    "put-right": ModeText(
        N_("Put the real board right."),
        N_("Put a piece on {detail}, as shown here."),
        ("done", "undo"),
    ),
    "put-right take": ModeText(
        N_("Put the real board right."), N_("Take the piece off {detail}."), ("done", "undo")
    ),
    "play": ModeText("", N_("Tap your move on the board."), ("undo",)),
    "play warned": ModeText("", N_("Tap your move on the board."), ("anyway", "undo")),
    "play picked": ModeText(
        "", N_("Tap where it goes; tap the stone again to let it go."), ("undo",)
    ),
    "finished": ModeText("", N_("Play again, or start another game."), ("again", "undo")),
    "correct": ModeText(
        N_("The position is being corrected."),
        N_("Tap fields until the lights match the real board."),
        ("keep", "side", "discard"),
    ),
    "ask resign": ModeText(N_("Who resigns?"), "", ("resigns-light", "resigns-dark", "nobody")),
    "ask draw": ModeText(
        N_("A draw?"), N_("Both must agree."), ("agrees-light", "agrees-dark", "no")
    ),
    "aside": ModeText(
        N_("The memory of the device cannot be read."),
        N_("Connect a computer: it saves the memory. Or clear it."),
        ("clear", "leave-it"),
    ),
    "rescue": ModeText(
        N_("Clear the memory of the device?"),
        N_("Clearing needs two presses."),
        ("clear", "leave-it"),
    ),
    "failed": ModeText(
        N_("Something went wrong in the device."),
        N_("Go on: the game is restored from its memory."),
        ("go-on",),
    ),
    "compacting": ModeText(
        N_("Do not unplug the device."), N_("It is tidying its memory. Wait a moment.")
    ),
    "restart": ModeText(N_("The game is being loaded."), N_("Wait a moment.")),
    "panel": ModeText(N_("The device is the panel of a card game."), ""),
    "calibrate": ModeText(
        N_("The device calibrates its sensors."),
        N_("Put a stone on {detail}, as shown here."),
        ("measured", "stop"),
    ),
    "calibrate take": ModeText(
        N_("The device calibrates its sensors."),
        N_("Take the stone off {detail}."),
        ("measured", "stop"),
    ),
    "calibrate ready": ModeText(
        N_("The device calibrates its sensors."),
        N_("Begin with an empty board. At the end all stones lie as shown here."),
        ("measured", "stop"),
    ),
}


# The controls in English, by their ids.
CONTROLS = {
    each.id: each
    for each in (
        Control("begin", N_("Begin"), Press("white"), "b", "strong"),
        Control("as-they-lie", N_("Begin as they lie"), Press("white"), "b"),
        Control("felt", N_("That is my move"), Press("white"), "b", "strong"),
        Control("not-felt", N_("No, it is another one"), Press("black"), "x", "quiet"),
        Control("go-on", N_("Go on"), Press("white"), "b", "strong"),
        Control("done", N_("Done"), Press("white"), "b", "strong"),
        Control("take", N_("Take it"), Press("white"), "b", "strong"),
        Control("change", N_("Change it"), Press("white"), "b", "strong"),
        Control("keep", N_("Keep it"), Press("white"), "b", "strong"),
        Control("anyway", N_("Play it anyway"), Press("white"), "b"),
        Control("previous", N_("Previous"), Press("red"), "p"),
        Control("next", N_("Next"), Press("blue"), "f"),
        Control("rules", N_("House rules"), Press("yellow"), "r"),
        Control("back", N_("Back"), Press("black"), "x", "quiet"),
        # Leads to the start form here, not to the menu of the device.
        Control("to-games", N_("Back"), ShowStart(True), "x", "quiet"),
        Control("discard", N_("Discard it"), Press("black"), "x", "quiet"),
        Control("side", N_("Change the side to move"), Press("blue"), "s"),
        Control("undo", N_("Undo"), Undo(), "u"),
        Control("again", N_("Play again"), Rematch(), "a", "strong"),
        Control("nobody", N_("Nobody"), Press("red"), "x", "quiet"),
        Control("measured", N_("Go on"), Press("white"), "b", "strong"),
        Control("stop", N_("Stop"), Press("black"), "x", "quiet"),
        Control("no", N_("No"), Press("red"), "x", "quiet"),
        Control("leave-it", N_("Leave it"), Press("red"), "x", "quiet"),
        Control(
            "clear",
            N_("Clear it"),
            Press("white"),
            "c",
            question=N_("Clear the memory of the device?"),
        ),
        Control("resigns-light", N_("{name} resigns"), Press("white"), "l"),
        Control("resigns-dark", N_("{name} resigns"), Press("black"), "k"),
        Control("agrees-light", N_("{name} agrees"), Press("white"), "l"),
        Control("agrees-dark", N_("{name} agrees"), Press("black"), "k"),
    )
}
# The colours to which a pair of controls refers.
SIDES = {"light": "w", "dark": "b"}


def translated(words: Words, control: Control, name: str = "") -> Control:
    """Return a control in a person's language; ``name`` is its player."""
    label = words.say(control.label, name=name)
    question = words.gettext(control.question) if control.question else ""
    return control._replace(label=label, question=question)
