"""Events as a device writes them: in ASCII, with letters for the names of its players.

Decides which of them are entries, and what fits into a line of the link.  Must not know files.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from schiri_device.link.events import BOARD, CHECKPOINT, NEW, NOTES
from schiri_device.link.lines import ORIGINS, OWN_BOARD, new_text, parse_new
from schiri_engines.clock import with_names
from schiri_engines.options import chosen_options
from schiri_engines.refusals import SEAT_LETTERS, MalformedText, Refused
from schiri_engines.table import Table

from schiri.command_table import CommandTable
from schiri.events import Entry
from schiri.match_options import options_of
from schiri.names import check_texts
from schiri.referee import DEVICE, DIE, STONES, WHITE, Referee

# The longest request of a device: a position of Joggle grows with its turns.
LONGEST_TEXT = 118
# The longest beginning of a game: its `restore` still fits into a line.
LONGEST_NEW = 126 - len("restore 89abcdef 99999") + len("new")
# The escape of a non-ASCII letter, a control character or a backslash in a line of the link.
ESCAPE = re.compile(r"\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|[nrt\\])")
# The time of an entry on the clock is behind it.
SPENT = re.compile(r"(.*) ms=([0-9]{1,9})", re.DOTALL)
# What logs call the origins of the link.
ORIGINS_IN_LOGS = (DIE, DEVICE, STONES, WHITE)
# A number as a device writes it and a log can have it.
NUMBER = re.compile("[0-9]{1,18}")


def begin_game(text: str, board: str, names: Mapping[str, str]) -> tuple[Referee, str]:
    """Return the game that a ``new`` event begins, and the letters of its players in seat order.

    Shape: ``board`` is the painted board of the preceding event.
    Raises: MalformedText, Refused, ValueError (another event).
    """
    if text.count(" ") < 2:
        raise ValueError(text)
    game, options, seats = parse_new(text)
    if options.get("board") == OWN_BOARD:
        options["board"] = board
    players = [names.get(letter, letter) for letter in seats]
    return Referee(game, players, options, seats="".join(seats)), "".join(seats)


def checkpoint_in(text: str) -> tuple[str, int]:
    """Return the epoch and the number of the event that a ``checkpoint`` names.

    Raises: ValueError (it says something else).

    >>> checkpoint_in("checkpoint 89abcdef 7")
    ('89abcdef', 7)
    """
    _, epoch, digits = text.split(" ")
    return epoch, number_in(digits)


def hint_counts(text: str, names: Mapping[str, str]) -> dict[str, int]:
    """Return the hints of each player from a ``hints`` event.

    Shape: ``names`` has the name of each letter; the event counts in the order of the letters.
    Raises: ValueError (another event).

    >>> hint_counts("hints 0 2", {"B": "Ben", "A": "Ann"})
    {'Ann': 0, 'Ben': 2}
    """
    _, *digits = text.split(" ")
    pairs = zip(sorted(names), digits, strict=True)
    return {names[letter]: number_in(word) for letter, word in pairs}


def number_in(word: str) -> int:
    """Return the number that a word is.

    Raises: ValueError (also for a text that `int` accepts but no device writes).

    >>> number_in("07")
    7
    """
    if not NUMBER.fullmatch(word):
        raise ValueError(word)
    return int(word)


def origin_of(text: str) -> tuple[str, str]:
    """Return how an entry came about, as logs have it, and its text alone.

    >>> origin_of("rolled R"), origin_of("sensed a1-c3"), origin_of("a1-c3")
    (('device', 'R'), ('stones', 'a1-c3'), ('die', 'a1-c3'))
    """
    for words, origin in zip(ORIGINS, ORIGINS_IN_LOGS, strict=True):
        if words and text.startswith(words):
            return origin, text.removeprefix(words)
    return DIE, text


def timed(text: str) -> tuple[str, int | None]:
    """Return the text of an entry without its time on the clock, and that time in ms, or None.

    >>> timed("a1-c3 ms=5230"), timed("a1-c3")
    (('a1-c3', 5230), ('a1-c3', None))
    """
    found = SPENT.fullmatch(text)
    return (found[1], int(found[2])) if found else (text, None)


def first_senseless(events: Iterable[tuple[int, str, int]]) -> tuple[int, str] | None:
    """Return the number and text of the first event that our rules cannot follow, or None.

    Shape: each event is its number, its text, and the number of unreadable events before it.
    Rule: after unreadable events the game is unknown until it is stated again.
    """
    referee: Referee | None = None
    is_known, board, seats = True, "", ""
    for number, text, gap in events:
        word, _, rest = text.partition(" ")
        is_known = is_known and not gap
        try:
            if word == CHECKPOINT:
                referee, is_known = None, True
            elif word == BOARD:
                board = rest
            elif word == NEW:
                (referee, seats), is_known = begin_game(text, board, {}), True
            elif word not in NOTES and is_known:
                if referee is None:
                    return number, text
                table, (made, spent_ms) = referee.table, timed(text)
                letters = with_names(table, tuple(seats))
                entry = entry_of(letters, origin_of(made)[1])
                if table.clock and spent_ms is not None:
                    table.clock.running_ms = spent_ms
                if referee.table.try_apply(entry):
                    return number, text
        except (MalformedText, Refused, ValueError):
            return number, text
    return None


def requests_for(game: str, seats: int, options: Mapping[str, str]) -> list[str]:
    """Return the requests that begin a game.

    Rule: defaults are left out, because lines are short; a painted board comes before its game.
    Raises: MalformedText (text-too-long: with every house rule, a clock of each person may not
    fit).

    >>> requests_for("switch", 2, {"layout": "2", "start": "b"})
    ['new switch AB layout=2']
    >>> requests_for("switch", 2, {"device-b": "4", "hints-b": "3"})
    ['new switch AB device-b=4']
    """
    usual = chosen_options(options_of(game), {})
    changed = {name: value for name, value in options.items() if value != usual[name]}
    for name in [name for name in changed if name.startswith("device-")]:
        # The device needs no hints.
        changed.pop(name.replace("device-", "hints-"), None)
    requests = []
    if "board" in changed:
        requests.append(f"{BOARD} {changed['board']}")
    text = new_text(game, changed, SEAT_LETTERS[:seats])
    if len(text) > LONGEST_NEW:
        raise MalformedText("text-too-long", text, str(LONGEST_NEW))
    return [*requests, text]


def requests_of(table: CommandTable, letters: Sequence[str], text: str) -> list[str]:
    """Return a command at this table as a device takes it.

    Shape: a roll written together with its move is two requests.
    """
    requests = []
    entries = table.parse_all(text)
    check_texts(entries)
    if len(entries) > 1:
        # A command is carried out completely or not at all, but a device takes one request at a
        # time.
        trial = Table(table.game.copy(), table.names)
        for entry in entries:
            trial.apply(entry)
    for entry in entries:
        request = with_names(table, tuple(letters)).text(entry)
        request = request.encode("unicode_escape").decode("ascii")
        if len(request) > LONGEST_TEXT:
            raise MalformedText("text-too-long", text, str(LONGEST_TEXT))
        requests.append(request)
    return requests


def entry_of(table: Table, text: str) -> Entry:
    try:
        # A backslash that begins no escape stays a backslash.
        unescaped = ESCAPE.sub(lambda found: found[0].encode().decode("unicode_escape"), text)
        # Half a surrogate pair cannot be written.
        unescaped.encode()
        entry = table.parse(unescaped)
    except (UnicodeError, MalformedText):
        entry = table.parse(text)
    check_texts([entry])
    return entry
