"""A step of a log in words: what happened, by which rule, when, and who has what.

Decides the sentences that every view of a replay says.  Must not know how they are laid out.
"""

from collections.abc import Sequence
from datetime import tzinfo

from schiri.events import End, Event, Header
from schiri.games import adapter_of
from schiri.prose import state_lines, title_of, turn_words
from schiri.prose.history import agreed_words, history_words, told_words
from schiri.prose.moments import moment_words
from schiri.prose.rulebook import has_rule, rule_words
from schiri.replayer.steps import Step
from schiri.texts import Words


def step_words(words: Words, header: Header, event: Event) -> str:
    """Return what has happened, with the entry as it is typed; of the header, who plays what."""
    if isinstance(event, Header):
        return title_of(event.game, event.players)
    return told_words(words, header.game, event)


def short_words(words: Words, header: Header, event: Event) -> str:
    """Return what has happened in a line."""
    return history_words(words, header.game, event).splitlines()[0]


def why_words(words: Words, header: Header, event: Event) -> str:
    """Return the rule by which something has come about, in words, "" where none is named.

    Shape: of the beginning it is what was agreed on.
    """
    if isinstance(event, Header):
        return "\n".join(agreed_words(words, event))
    rule = getattr(event, "rule", None)
    if rule is None or not has_rule(header.game, rule):
        return ""
    return f"{rule} {rule_words(words, header.game, rule)}"


def stands_words(words: Words, header: Header, step: Step, is_drawn: bool) -> list[str]:
    """Return what is not drawn: what everybody has, or where nothing is drawn, all of it."""
    if not is_drawn:
        return state_lines(words, step.state)
    adapter = adapter_of(header.game)
    notes = [(name, adapter.seat_note(words, step.state, name)) for name in header.players]
    return [f"{name}: {note}" for name, note in notes if note]


def due_words(words: Words, step: Step) -> str:
    """Return who must do what; an ending says the same itself."""
    return "" if isinstance(step.event, End) else turn_words(words, step.state)


def place_words(words: Words, steps: Sequence[Step], step: Step, zone: tzinfo | None = None) -> str:
    """Return which entry of how many a step is, and when it was, in the time of a zone."""
    place = words.gettext("Entry {number} of {count}, {moment}")
    moment, count = moment_words(words, step.at, zone), steps[-1].number
    return place.format(number=step.number, count=count, moment=moment)
