"""A log as steps: each line with the state after it, and its sentences for every view.

Decides the contents of a step.  Must not know its layout.
"""

from collections.abc import Iterable, Sequence
from datetime import tzinfo
from typing import NamedTuple

from schiri.events import End, EntryMade, Event, Header, State
from schiri.games import rulings_of
from schiri.log.lines import BrokenLog, Log
from schiri.log.replay import NumberedLine, referee_of, replay_lines, require_short
from schiri.prose import state_lines, title_of, turn_words, words_of
from schiri.prose.clock import clock_words
from schiri.prose.events import agreed_words, event_text, history_words
from schiri.prose.moments import moment_words
from schiri.prose.rulebook import has_rule, rule_words
from schiri.texts import Words
from schiri.views import Drawable

# A position is stored for each line, so longer logs cannot be stepped through.
MOST_LINES = 20_000


class ReplayStep(NamedTuple):
    """A line of a log: its time, its event, and the state after it.

    Shape: ``number`` counts the entries up to it; ``view`` is the part that is drawn.
    """

    number: int
    at: str
    event: Event
    state: State
    view: Drawable


def steps_of(log: Log) -> list[ReplayStep]:
    """Return the steps of a log, that of its header first.

    Raises: BrokenLog (as `schiri.log.replay.replay`).
    """
    steps, broken = steps_until(log)
    if broken:
        raise broken
    return steps


def steps_until(log: Log) -> tuple[list[ReplayStep], BrokenLog | None]:
    """Return the steps of a log until the rules disagree, and the place where they do.

    Raises: BrokenLog (log-bad-header), HostError (log-too-long).
    """
    require_short(len(log.lines), MOST_LINES)
    referee = referee_of(log.header)
    rulings = rulings_of(referee.game)
    steps: list[ReplayStep] = []
    try:
        for line, number, at in replay_lines(log.lines, referee):
            state = referee.state()
            view = rulings.view(referee.table) or state
            steps.append(ReplayStep(number, at, line.event, state, view))
    except BrokenLog as broken:
        return steps, broken
    return steps, None


def undone_entries(steps: Iterable[ReplayStep | NumberedLine]) -> frozenset[int]:
    """Return the numbers of the entries that were undone later, the undos left out."""
    standing, undone = list[int](), set[int]()
    for step in steps:
        if not isinstance(step.event, EntryMade):
            continue
        if step.event.word != "undo":
            standing.append(step.number)
        elif standing:
            undone.add(standing.pop())
    return frozenset(undone)


class StepWords(NamedTuple):
    """A step in words.

    Shape: ``why`` is the rule of its event, for the header the options; ``state`` is the part of
    the state that is not drawn, and the clock; ``turn`` whose turn it is to do what; each may
    be "". ``place`` has the number of the entry, the number of all entries, and the time.
    """

    event: str
    why: str
    state: str
    turn: str
    place: str


def step_words(
    words: Words,
    header: Header,
    steps: Sequence[ReplayStep],
    at: int,
    is_drawn: bool,
    has_entry: bool = True,
    zone: tzinfo | None = None,
) -> StepWords:
    """Return one of the steps in words; for the header, the game and its players.

    Shape: ``has_entry`` adds the entry in its typed form; ``zone`` is that of the time.
    """
    step = steps[at]
    if isinstance(step.event, Header):
        event = title_of(header.game, header.players)
    else:
        event = (event_text if has_entry else history_words)(words, header.game, step.event)
    # The sentence of an end contains this already.
    turn = "" if isinstance(step.event, End) else turn_words(words, step.state)
    moment, count = moment_words(words, step.at, zone), steps[-1].number
    return StepWords(
        event,
        _why_words(words, header, step.event),
        _state_words(words, header, step.state, is_drawn),
        turn,
        words.say(
            "Step {number} of {count}, {moment}", number=step.number, count=count, moment=moment
        ),
    )


def short_words(words: Words, header: Header, event: Event) -> str:
    """Return the event in one line."""
    return history_words(words, header.game, event).splitlines()[0]


def _why_words(words: Words, header: Header, event: Event) -> str:
    if isinstance(event, Header):
        return "\n".join(agreed_words(words, event))
    rule = getattr(event, "rule", None)
    if rule is None or not has_rule(header.game, rule):
        return ""
    return f"{rule} {rule_words(words, header.game, rule)}"


def _state_words(words: Words, header: Header, state: State, is_drawn: bool) -> str:
    own = words_of(header.game)
    if is_drawn:
        notes = [(name, own.seat_note(words, state, name)) for name in header.players]
        lines = [f"{name}: {note}" for name, note in notes if note]
    else:
        lines = state_lines(words, state)
    return "\n".join([*lines, *([clock_words(words, state.clock)] if state.clock else [])])
