"""What the device waits for, in a person's own words, and the controls that answer it.

A row of `MODES` is a mode of the device, or a mode and what is due in it.  Must not know how a
control is drawn; what a button does the device decides.
"""

from __future__ import annotations

from typing import NamedTuple

from schiri.prose import choice_words
from schiri.prose.answers import HINTS
from schiri.scene.scene import Action, Ask, Control, Pick, Row
from schiri.table.intents import Enter, Press, Rematch, Undo
from schiri.texts import N_, Words


class Mode(NamedTuple):
    """What is asked and what answers it.

    Shape: ``heading`` takes the place of whose turn it is, "" where that is asked; ``hint`` says
    what to do; ``{detail}`` is what the device is at.
    """

    heading: str
    hint: str
    controls: tuple[str, ...] = ()


MODES = {
    "choose": Mode(
        N_("Which game?"),
        N_("The device offers {detail}. Choose here, or press New game."),
        ("take", "previous", "next", "back"),
    ),
    "options": Mode(
        N_("How does it begin?"),
        N_("The device offers: {detail}."),
        ("take", "previous", "next", "rules", "back"),
    ),
    "rules": Mode(
        N_("Which house rules?"),
        N_("On the device: {detail}"),
        ("change", "previous", "next", "back"),
    ),
    "menu": Mode(
        N_("The menu of the device"),
        N_("On the device: {detail}"),
        ("take", "previous", "next", "back"),
    ),
    "paint": Mode(
        N_("The board is being painted on the device."),
        N_("Tap a field to change its colour."),
        ("keep", "discard"),
    ),
    "lay": Mode(
        N_("Put the pieces on the board as shown here."),
        N_("Begin when they are there. Tapping the board begins, too."),
        ("begin", "to-games"),
    ),
    "resume": Mode(
        N_("The game goes on."),
        N_("Go on when the real board looks like this one."),
        ("go-on", "to-games"),
    ),
    "pause": Mode(N_("Pause"), N_("The device waits."), ("go-on",)),
    "put-right": Mode(
        N_("Put the real board right."),
        N_("Put a piece on {detail}, as shown here."),
        ("done", "undo"),
    ),
    "put-right take": Mode(
        N_("Put the real board right."), N_("Take the piece off {detail}."), ("done", "undo")
    ),
    "play": Mode("", N_("Tap a stone, then where it goes."), ("hint", "undo")),
    "play warned": Mode("", N_("Tap a stone, then where it goes."), ("anyway", "hint", "undo")),
    "play picked": Mode(
        "", N_("Tap where it goes; tap the stone again to let it go."), ("hint", "undo")
    ),
    "play device": Mode(
        N_("The device moves {detail}."), N_("Make this move on the real board."), ("done", "undo")
    ),
    "play thinking": Mode(N_("The device is thinking."), N_("Wait a moment."), ("undo",)),
    # What is shown is not asked for again.
    **{f"play {code}": Mode("", text, ("undo",)) for code, text in HINTS.items()},
    "place": Mode("", N_("Choose a stone, then tap a free field."), ("undo",)),
    "place choose": Mode("", N_("Choose your colour."), ("undo",)),
    "dice": Mode("", N_("Roll the die, or tap what you rolled."), ("undo",)),
    "dice roll": Mode("", N_("Roll the die, or tap what you rolled."), ("undo",)),
    "dice place": Mode("", N_("Tap a field that glows: your marble goes there."), ("undo",)),
    "dice move": Mode("", N_("Tap a marble of yours, then where it goes."), ("undo",)),
    "dice picked": Mode("", N_("Tap where it goes; tap the marble again to let it go."), ("undo",)),
    "finished": Mode("", N_("Play again, or start another game."), ("again", "undo")),
    "correct": Mode(
        N_("The position is being corrected."),
        N_("Tap fields until the lights match the real board."),
        ("keep", "side", "discard"),
    ),
    "ask resign": Mode(N_("Who resigns?"), "", ("resigns-light", "resigns-dark", "nobody")),
    "ask draw": Mode(N_("A draw?"), N_("Both must agree."), ("agrees-light", "agrees-dark", "no")),
    "aside": Mode(
        N_("The memory of the device cannot be read."),
        N_("Connect a computer: it saves the memory. Or clear it."),
        ("clear", "leave-it"),
    ),
    "rescue": Mode(
        N_("Clear the memory of the device?"),
        N_("Clearing needs two presses."),
        ("clear", "leave-it"),
    ),
    "failed": Mode(
        N_("Something went wrong in the device."),
        N_("Go on: the game is restored from its memory."),
        ("go-on",),
    ),
    "keep": Mode(N_("Do not unplug the device."), N_("It tidies its memory. Wait a moment."), ()),
    "restart": Mode(N_("The game is being loaded."), N_("Wait a moment."), ()),
    "panel": Mode(N_("The device is the panel of a card game."), "", ()),
}


class Meaning(NamedTuple):
    """A control: its label, the terminal's key, its style and what it does."""

    label: str
    key: str
    style: str
    action: Action
    question: str = ""


CONTROLS = {
    "begin": Meaning(N_("Begin"), "b", "strong", Press("white")),
    "go-on": Meaning(N_("Go on"), "b", "strong", Press("white")),
    "done": Meaning(N_("Done"), "b", "strong", Press("white")),
    "take": Meaning(N_("Take it"), "b", "strong", Press("white")),
    "change": Meaning(N_("Change it"), "b", "strong", Press("white")),
    "keep": Meaning(N_("Keep it"), "b", "strong", Press("white")),
    "anyway": Meaning(N_("Play it anyway"), "b", "", Press("white")),
    "previous": Meaning(N_("Previous"), "p", "", Press("red")),
    "next": Meaning(N_("Next"), "f", "", Press("blue")),
    "rules": Meaning(N_("House rules"), "r", "", Press("yellow")),
    "back": Meaning(N_("Back"), "x", "quiet", Press("black")),
    # To where a game is chosen here, and not to the menu of the device.
    "to-games": Meaning(N_("Back"), "x", "quiet", Ask(True)),
    "discard": Meaning(N_("Discard it"), "x", "quiet", Press("black")),
    "side": Meaning(N_("Change the side to move"), "s", "", Press("blue")),
    "hint": Meaning(N_("Hint"), "h", "", Press("hold-yellow")),
    "undo": Meaning(N_("Undo"), "u", "", Undo()),
    "again": Meaning(N_("Play again"), "a", "strong", Rematch()),
    "nobody": Meaning(N_("Nobody"), "x", "quiet", Press("red")),
    "no": Meaning(N_("No"), "x", "quiet", Press("red")),
    "leave-it": Meaning(N_("Leave it"), "x", "quiet", Press("red")),
    "clear": Meaning(
        N_("Clear it"), "c", "", Press("white"), N_("Clear the memory of the device?")
    ),
    "resigns-light": Meaning(N_("{name} resigns"), "l", "", Press("white")),
    "resigns-dark": Meaning(N_("{name} resigns"), "k", "", Press("black")),
    "agrees-light": Meaning(N_("{name} agrees"), "l", "", Press("white")),
    "agrees-dark": Meaning(N_("{name} agrees"), "k", "", Press("black")),
}
# The colours that a pair of controls is about.
SIDES = {"light": "w", "dark": "b"}
# The sides of the die: their letters, the buttons that say so, the terminal's keys.
DIE = (("R", "red"), ("G", "green"), ("B", "blue"), ("Y", "yellow"), ("J", "white"))


def mode_of(mode: str, step: str) -> Mode:
    """Return what is asked in a mode in which something is due.

    >>> mode_of("play", "picked").heading, mode_of("lay", "play").controls
    ('', ('begin', 'to-games'))
    """
    return MODES.get(f"{mode} {step}") or MODES.get(mode) or Mode("", "")


def control(words: Words, id: str, name: str = "") -> Control:
    """Return a control of `CONTROLS` in words; ``name`` is whose it is."""
    label, key, style, action, question = CONTROLS[id]
    asked = words.gettext(question) if question else ""
    said = words.gettext(label)
    return Control(id, said.format(name=name), action, key, style, asked)


def row_of_mode(words: Words, asked: Mode, names: dict[str, str]) -> Row:
    """Return the controls that answer what the device waits for.

    Shape: ``names`` has the player of each colour, where colours are chosen.
    """
    found = []
    for id in asked.controls:
        colour = SIDES.get(id.rpartition("-")[2], "")
        name = names.get(colour) or words.pgettext("colour", f"switch {colour}")
        found.append(control(words, id, name))
    return Row("mode", "", tuple(found))


def die_row(words: Words) -> Row:
    """Return a control for each side of the die, and one that lets the device roll."""
    rolls = Control("rolls", words.gettext("Roll"), Press("hold-white"), "space", "strong")
    sides = [
        Control(
            f"roll-{letter}",
            words.gettext("joggle") if letter == "J" else words.pgettext("button", button),
            Press(button),
            letter.lower(),
            f"cap {button}",
        )
        for letter, button in DIE
    ]
    return Row("die", words.gettext("Rolled"), (rolls, *sides))


def stones_row(words: Words, phase: str, picked: str) -> Row:
    """Return the two colours of a free set-up: of the next stone, or to be chosen for good."""
    found = []
    for key, colour in (("1", "b"), ("2", "w")):
        action: Action = Enter(f"choose {colour}") if phase == "choose" else Pick("stone", colour)
        is_on = None if phase == "choose" else picked == colour
        label = words.pgettext("colour", f"switch {colour}")
        style = f"stone {colour}"
        found.append(Control(f"stone-{colour}", label, action, key, style, is_on=is_on))
    return Row("stones", words.gettext("Your stone"), tuple(found))


def detail_words(words: Words, mode: str, detail: str) -> str:
    """Return what a mode is at in words.

    >>> detail_words(Words("en"), "menu", "sound=1"), detail_words(Words("en"), "put-right", "c3b")
    ('sound on', 'c3')
    """
    if mode == "put-right":
        return detail[:-1]
    if mode == "menu":
        return words.pgettext("menu", detail)
    if mode == "rules":
        return choice_words(words, detail)
    if mode == "choose":
        return detail.capitalize()
    return detail.rstrip("+-=?")
