"""For whom a scene is made: their language, what they may do, what they have chosen and were told.

Must not know how a scene is made of it.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from schiri.scene.scene import HistoryLine
from schiri.table.intents import Answer, Refusal
from schiri.table.state import TableState
from schiri.texts import Words

DONE = Answer()


class Reader(NamedTuple):
    """One person at a view.

    Shape: ``may_act`` is whether they play, or only watch.  ``is_asking`` is whether they are asked
    what to play; ``game`` is what was asked for when they came.  ``picks`` are their choices by
    name.  ``answer`` is what came of the last thing they did, with the control or form ``about``
    which it is; of a form ``values`` are what was sent, and ``errors`` what is wrong with its
    fields; ``is_explained`` is whether they want to know why it was refused.  ``found`` was noticed
    last beside the game.  ``sent`` counts what was done.  ``now`` is the time here.
    """

    words: Words
    now: datetime
    may_act: bool = True
    is_asking: bool = False
    game: str = ""
    picks: tuple[tuple[str, str], ...] = ()
    answer: Answer = DONE
    about: str = ""
    errors: tuple[tuple[str, str], ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    is_explained: bool = False
    found: str = ""
    sent: int = 0
    lines: tuple[HistoryLine, ...] = ()

    def pick(self, name: str) -> str:
        """Return what is chosen under a name, "" for nothing."""
        return dict(self.picks).get(name, "")

    def with_pick(self, name: str, value: str) -> Reader:
        """Return the reader with a choice made, or with "" or the same value forgotten.

        Rule: what was chosen under ``NAME-...`` depends on it, and is forgotten either way.

        >>> reader = Reader(Words("en"), datetime.min).with_pick("card", "y3")
        >>> reader.pick("card"), reader.with_pick("card", "y3").pick("card")
        ('y3', '')
        """
        is_set = bool(value) and self.pick(name) != value
        kept = [
            each for each in self.picks if each[0] != name and not each[0].startswith(f"{name}-")
        ]
        return self._replace(picks=(*kept, *([(name, value)] if is_set else [])))

    def refusal(self, state: TableState) -> Refusal | None:
        """Return what was refused to this person, or what the device shows as refused."""
        return self.answer.refusal or state.refusal
