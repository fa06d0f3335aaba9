"""How what rules, texts and devices say of something that is not done becomes an answer.

Decides that every refusal has one form, whoever refused.  Must not know words.
"""

from collections.abc import Callable

from schiri_engines import refusals
from schiri_engines.refusals import MalformedText, Refused

from schiri.cells import location_text
from schiri.device.reports import DeviceRefusal
from schiri.errors import HostError
from schiri.events import Event
from schiri.table.intents import Answer, Refusal

# What is answered where a device was asked and is gone since: it may have done it all the same.
NO_ANSWER = Answer(error=HostError("no-answer"))
# What is answered to whoever asks where no device answers, or for what is not done at this table.
NO_DEVICE = Answer(error=HostError("no-device"))
NOT_HERE = Answer(refusal=Refusal("wrong-phase", "TA-1"))


def refusal_of(refusal: refusals.Refusal, size: int) -> Refusal:
    """Return a refusal of the rules, with its cells by name.

    >>> refusal_of(refusals.Refusal("move-onto-stone", "SW-4", (5,)), 5)
    Refusal(code='move-onto-stone', rule='SW-4', cells=('a2',))
    """
    cells = tuple(location_text(cell, size) for cell in refusal.cells)
    return Refusal(refusal.code, refusal.rule, cells)


def refusal_told(refusal: DeviceRefusal) -> Refusal:
    """Return a refusal of a device.

    >>> refusal_told(DeviceRefusal("cell-empty", "SW-4", "c3,a1")).cells
    ('c3', 'a1')
    """
    cells = tuple(refusal.cells.split(",")) if refusal.cells != "-" else ()
    return Refusal(refusal.code, refusal.rule if refusal.rule != "-" else "", cells)


def answer_to(error: Refused | MalformedText) -> Answer:
    """Return the answer that says why something is not done."""
    if isinstance(error, Refused):
        return Answer(refusal=refusal_of(error.refusal, error.size))
    return Answer(malformed=error)


def answer_of(act: Callable[[], list[Event]]) -> Answer:
    """Return what came of an act: its events, or why it is not done.

    Raises: HostError, as the act does.
    """
    try:
        return Answer(tuple(act()))
    except (Refused, MalformedText) as error:
        return answer_to(error)
