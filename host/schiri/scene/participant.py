"""The person who sees a scene: language, rights, choices, and the last answer.

Must not know how a scene is made.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from schiri.device.reports import DeviceView, RefusalReport
from schiri.scene.scene import HistoryLine
from schiri.table.intents import Answer
from schiri.texts import Words

# The choice that says who a person is, and its value for a view that all players share: no name
# has a colon.
WHO, EVERYBODY = "who", ":"
# The choice to correct the game by hand; ``edit-...`` are its pieces in this person's view alone.
EDIT = "edit"


class Participant(NamedTuple):
    """One person at a view.

    Shape: ``may_act`` says whether they play or only watch. ``is_asking`` says whether they are
    asked what to play; ``game`` is the one that they opened the view for.  ``picks`` are their
    choices by name.  ``answer`` is the result of their last action, and ``about`` its control or
    form; of a form ``values`` are those that were sent, and ``errors`` those of its fields;
    ``is_explained`` says whether they want the reason of a refusal.  ``found`` is the last notice.
    ``sent`` counts forms.  ``now`` is the local time.
    """

    words: Words
    now: datetime
    may_act: bool = True
    is_asking: bool = False
    game: str = ""
    picks: tuple[tuple[str, str], ...] = ()
    answer: Answer = Answer()
    about: str = ""
    errors: tuple[tuple[str, str], ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    is_explained: bool = False
    found: str = ""
    sent: int = 0
    lines: tuple[HistoryLine, ...] = ()

    def pick(self, name: str) -> str:
        """Return the choice of a name, or ""."""
        return dict(self.picks).get(name, "")

    @property
    def name(self) -> str:
        """The name that this person has given, "" for all who share the view.

        >>> person = Participant(Words("en"), datetime.min)
        >>> person.with_pick(WHO, "Ann").name, person.with_pick(WHO, EVERYBODY).name
        ('Ann', '')
        """
        return self.pick(WHO).removeprefix(EVERYBODY)

    def with_pick(self, name: str, value: str) -> Participant:
        """Return the person with a choice; "" or the same value removes it.

        Rule: choices of ``NAME-...`` depend on it, and are removed either way.

        >>> person = Participant(Words("en"), datetime.min).with_pick("card", "y3")
        >>> person.pick("card"), person.with_pick("card", "y3").pick("card")
        ('y3', '')
        """
        is_set = bool(value) and self.pick(name) != value
        kept = [
            each for each in self.picks if each[0] != name and not each[0].startswith(f"{name}-")
        ]
        return self._replace(picks=(*kept, *([(name, value)] if is_set else [])))

    def refusal(self, device: DeviceView) -> RefusalReport | None:
        """Return the refusal of this person's action, or the one that the device shows."""
        return self.answer.refusal or device.refusal
