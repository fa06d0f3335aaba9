"""An undo of another person's move: that person is asked first, if their own view is open.

Decides whom to ask, and how long to wait.  Must not know how a move is undone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple

from schiri.table import intents
from schiri.table.state import UndoAsked

# How long the other person may think about it.
ANSWER_MS = 30_000


class _Pending(NamedTuple):
    """The open question: in which moment it was asked, until when, and what it waits for.

    Shape: ``others`` want the same, and get its answer, by their names.
    """

    asked: UndoAsked
    moment: Hashable
    until_ms: int
    respond: intents.Respond
    undo: Callable[[intents.Respond], None]
    others: tuple[tuple[str, intents.Respond], ...] = ()


class UndoRequest:
    """The question of one table, and the people who have said which view is theirs."""

    def __init__(self) -> None:
        self._people: dict[int, str] = {}
        self._pending: _Pending | None = None
        self._count = 0

    @property
    def asked(self) -> UndoAsked | None:
        return self._pending.asked if self._pending else None

    def seat(self, view: int, name: str) -> None:
        """Note whose view this is, "" for nobody's alone; who has gone is not waited for."""
        self._people.pop(view, None)
        if name:
            self._people[view] = name
        if self._pending and self._pending.asked.of not in self._people.values():
            self._close(None)

    def is_needed(self, sent: intents.Sent, owner: str) -> bool:
        """Return whether the owner of the last move must agree; programs need not ask."""
        is_here = owner in self._people.values()
        return isinstance(sent, intents.Offered) and is_here and sent.who != owner

    def ask(
        self,
        asked: tuple[str, str],
        moment: Hashable,
        at_ms: int,
        respond: intents.Respond,
        undo: Callable[[intents.Respond], None],
    ) -> None:
        """Ask for ``asked``, who wants it and whose move it is.

        Rule: one question at a time; who wants the same meanwhile waits for its answer, too.
        """
        if pending := self._pending:
            by = asked[0]
            if by in (pending.asked.by, *(name for name, _respond in pending.others)):
                respond(intents.SAME_PRESS)
            else:
                others = (*pending.others, (by, respond))
                self._pending = pending._replace(others=others)
            return
        self._count += 1
        question = UndoAsked(self._count, *asked)
        self._pending = _Pending(question, moment, at_ms + ANSWER_MS, respond, undo)

    def answer(self, sent: intents.Sent, number: int, is_allowed: bool) -> intents.Answer:
        """Take the answer of the person who was asked; nobody else can give it."""
        who = sent.who if isinstance(sent, intents.Offered) else ""
        if self.asked is None or (self.asked.number, self.asked.of) != (number, who):
            return intents.TOO_LATE
        self._close(None if is_allowed else intents.UNDO_DECLINED)
        return intents.Answer()

    def step(self, now_ms: int, moment: Hashable) -> bool:
        """Let time pass; return whether the question has ended."""
        pending = self._pending
        if pending and moment != pending.moment:
            # The game has gone on: nothing is left to be asked.
            self._close(intents.SAME_PRESS)
        elif pending and now_ms >= pending.until_ms:
            self._close(intents.UNDO_UNANSWERED)
        return self._pending is not pending

    def give_up(self) -> None:
        """End the question because the table ends."""
        if self._pending:
            self._close(intents.NO_DEVICE)

    def _close(self, refused: intents.Answer | None) -> None:
        """End the question: undo the move, or for an answer tell all who have asked."""
        pending, self._pending = self._pending, None
        assert pending
        for _name, respond in pending.others:
            # It is done once for all of them.
            respond(refused or intents.SAME_PRESS)
        if refused:
            pending.respond(refused)
        else:
            pending.undo(pending.respond)
