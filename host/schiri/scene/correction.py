"""Corrections of a game by hand: its values in a form, and the commands that set them.

Must not know a game, or what may be corrected: the rules decide that.
"""

from collections.abc import Sequence
from typing import NamedTuple

from schiri.scene.participant import EDIT, Participant
from schiri.scene.scene import Control, Form, FormField, Pick, Row
from schiri.texts import Words

# The form of all values, and its first field.
FORM, TURN = "put-right", "turn"


class Correction(NamedTuple):
    """A command of ``set``, and the fields of its values.

    Shape: ``:FIELD:`` in the command stands for a value.  A command without fields is sent as it
    is, others only if one of their values was changed.
    """

    command: str
    fields: tuple[FormField, ...] = ()


def number_field(id: str, label: str, now: int, most: int, least: int = 0) -> FormField:
    """Return the field of a number that may be corrected."""
    return FormField(id, "number", label, f"{now}", most=most, least=least)


def correct(label: str) -> Control:
    """Return the control that begins a correction."""
    return Control(EDIT, label, Pick(EDIT, "on"))


def discard(words: Words) -> Control:
    """Return the control that ends a correction and changes nothing."""
    return Control(EDIT, words.gettext("Discard it"), Pick(EDIT, ""), "x", "quiet")


def correction_row(words: Words) -> Row:
    """Return what replaces the controls of a game that is corrected."""
    return Row("mode", "", (discard(words),))


def correction_form(
    corrections: Sequence[Correction], person: Participant, error: str = ""
) -> Form:
    """Return the form of all values, with what this person has sent, and its errors."""
    words, is_about = person.words, person.about == FORM
    sent, errors = (dict(person.values), dict(person.errors)) if is_about else ({}, {})
    now = [field for each in corrections for field in each.fields]
    # What is wrong most often comes first, although its command may be the last; then the cards.
    now.sort(key=lambda field: (field.id != TURN, field.kind == "number"))
    fields = tuple(
        each._replace(value=sent.get(each.id, each.value), error=errors.get(each.id, ""))
        for each in now
    )
    commands = tuple(each.command for each in corrections)
    before = tuple((each.id, each.value) for each in now)
    return Form(
        FORM, fields, words.gettext("Keep it"), commands, error=error, key="b", before=before
    )
