"""The questions of the device in a person's own words, and the controls that answer them.

A row of `MODES` is a mode of the device, or a mode and a step; a game's own are in its
``scene.py``.  Must not know how a control is drawn, nor any game; the device decides the effect of
a button.
"""

from __future__ import annotations

from typing import NamedTuple

from schiri.scene.scene import Control, ShowStart
from schiri.table.intents import Press, Rematch, Undo
from schiri.texts import N_, Words


class Prompt(NamedTuple):
    """A question and its answers.

    Shape: ``heading`` replaces whose turn it is, unless it is ""; ``hint`` says what to do;
    ``{detail}`` is the detail of the mode.
    """

    heading: str
    hint: str
    controls: tuple[str, ...] = ()


MODES = {
    "choose": Prompt(
        N_("Which game?"),
        N_("The device offers {detail}. Choose here, or press New game."),
        ("take", "previous", "next", "back"),
    ),
    "options": Prompt(
        N_("How does it begin?"),
        N_("The device offers: {detail}."),
        ("take", "previous", "next", "rules", "back"),
    ),
    "rules": Prompt(
        N_("Which house rules?"),
        N_("On the device: {detail}"),
        ("change", "previous", "next", "back"),
    ),
    "menu": Prompt(
        N_("The menu of the device"),
        N_("On the device: {detail}"),
        ("take", "previous", "next", "back"),
    ),
    "paint": Prompt(
        N_("The board is being painted on the device."),
        N_("Tap a field to change its colour."),
        ("keep", "discard"),
    ),
    "lay": Prompt(
        N_("Put the pieces on the board as shown here."),
        N_("Begin when they are there. Tapping the board begins, too."),
        ("begin", "to-games"),
    ),
    "resume": Prompt(
        N_("The game goes on."),
        N_("Go on when the real board looks like this one."),
        ("go-on", "to-games"),
    ),
    "pause": Prompt(N_("Pause"), N_("The device waits."), ("go-on",)),
    "put-right": Prompt(
        N_("Put the real board right."),
        N_("Put a piece on {detail}, as shown here."),
        ("done", "undo"),
    ),
    "put-right take": Prompt(
        N_("Put the real board right."), N_("Take the piece off {detail}."), ("done", "undo")
    ),
    "play": Prompt("", N_("Tap your move on the board."), ("undo",)),
    "play warned": Prompt("", N_("Tap your move on the board."), ("anyway", "undo")),
    "play picked": Prompt(
        "", N_("Tap where it goes; tap the stone again to let it go."), ("undo",)
    ),
    "finished": Prompt("", N_("Play again, or start another game."), ("again", "undo")),
    "correct": Prompt(
        N_("The position is being corrected."),
        N_("Tap fields until the lights match the real board."),
        ("keep", "side", "discard"),
    ),
    "ask resign": Prompt(N_("Who resigns?"), "", ("resigns-light", "resigns-dark", "nobody")),
    "ask draw": Prompt(
        N_("A draw?"), N_("Both must agree."), ("agrees-light", "agrees-dark", "no")
    ),
    "aside": Prompt(
        N_("The memory of the device cannot be read."),
        N_("Connect a computer: it saves the memory. Or clear it."),
        ("clear", "leave-it"),
    ),
    "rescue": Prompt(
        N_("Clear the memory of the device?"),
        N_("Clearing needs two presses."),
        ("clear", "leave-it"),
    ),
    "failed": Prompt(
        N_("Something went wrong in the device."),
        N_("Go on: the game is restored from its memory."),
        ("go-on",),
    ),
    "compacting": Prompt(
        N_("Do not unplug the device."), N_("It tidies its memory. Wait a moment.")
    ),
    "restart": Prompt(N_("The game is being loaded."), N_("Wait a moment.")),
    "panel": Prompt(N_("The device is the panel of a card game."), ""),
}


# The controls in English, by their ids.
CONTROLS = {
    each.id: each
    for each in (
        Control("begin", N_("Begin"), Press("white"), "b", "strong"),
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
        # To where a game is chosen here, and not to the menu of the device.
        Control("to-games", N_("Back"), ShowStart(True), "x", "quiet"),
        Control("discard", N_("Discard it"), Press("black"), "x", "quiet"),
        Control("side", N_("Change the side to move"), Press("blue"), "s"),
        Control("undo", N_("Undo"), Undo(), "u"),
        Control("again", N_("Play again"), Rematch(), "a", "strong"),
        Control("nobody", N_("Nobody"), Press("red"), "x", "quiet"),
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
# The colours that a pair of controls is about.
SIDES = {"light": "w", "dark": "b"}


def translated(words: Words, control: Control, name: str = "") -> Control:
    """Return a control in a person's own words; ``name`` is whose it is."""
    label = words.gettext(control.label).format(name=name)
    question = words.gettext(control.question) if control.question else ""
    return control._replace(label=label, question=question)
