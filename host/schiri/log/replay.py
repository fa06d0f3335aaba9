"""A log played again: the same entries through the same referee must give the same events.

Decides when a replay agrees.  Must not know files.
"""

from collections.abc import Callable

from schiri_engines.refusals import MalformedText, Refused

from schiri.events import Event
from schiri.games import adapter_of
from schiri.log.lines import BrokenLog
from schiri.log.notes import is_note
from schiri.log.times import TIMES
from schiri.referee import Referee
from schiri.referee.referee import DIE

# What no replay brings about.
ENVELOPE_KEYS = ("n", "at", "src", "proof", *TIMES)


def referee_of(header: Event) -> Referee:
    """Return a referee at the start of the game that a log's header names.

    Raises: BrokenLog (log-bad-header).
    """
    try:
        return Referee(header["game"], header["players"], header["options"])
    except (KeyError, TypeError, MalformedText, Refused) as error:
        cause = error if isinstance(error, MalformedText | Refused) else None
        raise BrokenLog(1, "log-bad-header", cause) from error


def replay(
    events: list[Event], referee: Referee, tell: Callable[[Event], None] | None = None
) -> list[Event]:
    """Play a log's events again and return what its last entry brought about but is not there.

    Shape: ``tell`` is called with each event once it is found true.  A note stands between
    entries, and brings about nothing.
    Raises: BrokenLog (log-refused, log-disagrees, log-bad-field).
    """
    due: list[Event] = []
    for event in events[1:]:
        if "proof" in event:
            _check_proof(event, referee)
        if "entry" in event and not due:
            try:
                due = referee.command(event["entry"], event.get("origin", DIE))
            except (MalformedText, Refused) as error:
                raise BrokenLog(event["n"], "log-refused", error) from error
        if not (due.pop(0) == _without_envelope(event) if due else is_note(event)):
            raise BrokenLog(event["n"], "log-disagrees")
        if tell:
            tell(event)
    return due


def _check_proof(event: Event, referee: Referee) -> None:
    """Raise `BrokenLog` unless an entry is just what its proof comes to."""
    try:
        claims = adapter_of(referee.game).claims_of(event["proof"], referee)
    except ValueError as error:
        raise BrokenLog(event["n"], "log-bad-field") from error
    if claims != event.get("entry"):
        raise BrokenLog(event["n"], "log-disagrees")


def _without_envelope(event: Event) -> Event:
    return {key: value for key, value in event.items() if key not in ENVELOPE_KEYS}
