"""One moment, one press: which presses are carried out, and which come too late.

Decides when two presses count as one, and how long a moment is remembered.  Must not know the
effect of an intent, or what a moment consists of.
"""

from collections.abc import Callable, Set

from schiri.table import intents

# The surroundings of a game with its own moment, and how many of these are remembered.
Moment = tuple[tuple[object, ...], tuple[object, ...]]
MOST_MOMENTS = 100
# How many of each view's last actions are remembered.
MOST_DONE = 64


class Moments:
    """The last moments of a table by number, and each view's last action."""

    def __init__(self) -> None:
        self._moments: dict[int, Moment] = {0: ((), ())}
        # A throw-in is remembered separately; each with the time at which it was requested, the
        # newest last.
        self._done: dict[tuple[int, bool], tuple[intents.Offered, int]] = {}

    def number(self, moment: Moment) -> int:
        """Return the number of the current moment, a new one if it has changed.

        >>> moments = Moments()
        >>> [moments.number(((), (word,))) for word in ("a", "a", "b")]
        [1, 1, 2]
        """
        last = max(self._moments)
        if moment != self._moments[last]:
            self._moments.pop(last - MOST_MOMENTS, None)
            last += 1
            self._moments[last] = moment
        return last

    def note_done(self, sent: intents.Sent, at_ms: int) -> None:
        """Note that an intent was carried out that was sent at this time."""
        if isinstance(sent, intents.Offered):
            key = sent.view, isinstance(sent.intent, intents.ThrowIn)
            self._done.pop(key, None)
            self._done[key] = sent, at_ms
            for old in list(self._done)[:-MOST_DONE]:
                del self._done[old]

    def answer_if_late(
        self,
        sent: intents.Offered,
        at_ms: int,
        around: tuple[object, ...],
        is_late: Callable[[intents.Intent, tuple[object, ...]], bool],
    ) -> intents.Answer | None:
        """Return why an intent is not carried out, None if it is for the current moment.

        Shape: ``around`` is what surrounds the game now; ``is_late`` says whether an intent that
        was offered in a given moment of the game is too late.
        Rule: an intent that is already done and a double tap get no message.
        """
        done = self._done.values()
        soon = [each for each, ms in done if at_ms - ms < intents.ONE_PRESS_MS]
        before = [each for each in soon if sent.is_tapped and is_unmeant(sent, each)]
        if not before and sent.moment in self._moments:
            shown_around, shown = self._moments[sent.moment]
            if shown_around == around and not is_late(sent.intent, shown):
                return None
        same = [each for each, _ms in done if each.moment == sent.moment]
        is_done = any(_wanted(each.intent) == _wanted(sent.intent) for each in before + same)
        is_twice = any(each.view == sent.view for each in before)
        return intents.SAME_PRESS if is_done or is_twice else intents.TOO_LATE


def pressed(intent: intents.Intent) -> Set[object]:
    """Return a key that is equal for presses that a person takes for the same.

    >>> pressed(intents.Turn("turned")) == pressed(intents.Turn("passed"))
    True
    >>> pressed(intents.Undo()) & pressed(intents.Touch("a1", is_released=True)) == {intents.Undo}
    True
    """
    match intent:
        case intents.Turn() | intents.NewGame() | intents.Rematch() | intents.GoOn():
            return {type(intent)}
        case intents.Undo() | intents.Plug():
            return {type(intent)}
        case intents.Touch(cell, is_released):
            # A piece that is tapped twice is held.
            return {intents.Undo, cell} if is_released else {cell}
        case intents.ChooseSpot(place, is_released):
            return {intents.Undo, place} if is_released else {place}
        case intents.Enter():
            return {intent}
    return frozenset()


def is_unmeant(sent: intents.Offered, last: intents.Offered) -> bool:
    """Return whether an intent is unintended because it came so soon after another press.

    Rule: everybody may throw in at once, even as soon as a pile is turned. A throw-in makes only
    another person's undo unintended.

    >>> from functools import partial
    >>> of_one = partial(intents.Offered, moment=1, view=1)
    >>> is_unmeant(of_one(intents.Undo()), of_one(intents.Press("hold-white")))
    True
    >>> taken, moved = of_one(intents.Touch("a1")), of_one(intents.Touch("c3"))
    >>> is_unmeant(moved, taken), is_unmeant(moved._replace(view=2), taken)
    (False, True)
    """
    match sent.intent, last.intent:
        case intents.ThrowIn(), intents.ThrowIn() | intents.Turn():
            return False
        case intents.Undo(), intents.ThrowIn():
            return sent.view != last.view
        case _, intents.ThrowIn():
            return False
        case intents.Undo(), intents.Press():
            # It has just appeared where the button was, for a roll.
            return True
    return sent.view != last.view or not pressed(sent.intent).isdisjoint(pressed(last.intent))


def _wanted(intent: intents.Intent) -> object:
    """Return the purpose of an intent, regardless of who sends it and when."""
    match intent:
        case intents.Turn(word) | intents.Touch(word):
            return type(intent), word
        case intents.ChooseSpot(place, is_released):
            return intents.Undo if is_released else place
    return intent
