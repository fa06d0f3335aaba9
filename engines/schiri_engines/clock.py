"""The clock of a game for two sides: what each has left, entry by entry.

Decides TA-6: what a turn costs, what comes with it, what an undo restores, and the entries of a
table with a clock: ``("flag", seat)`` ends the game, ``("set", "clock", ...)`` sets the clock.
Must not know where time comes from: whoever lets the clock run says how many ms have passed, and
says nothing while TA-7 stops it.
"""

from .history import History
from .refusals import RULE_OF, MalformedText, Outcome, Refusal, refuse, seat_of
from .table import UNDO, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .game import Entry, Game, Move, Value, Words

RULE_OF["time-left"] = "TA-6"

# The forms of a clock: minutes and seconds a turn; minutes for some turns, then minutes for all
# others; seconds for each turn.
FORMS = "MIN+SEC MIN/TURNS+MIN +SEC"
MOST_MIN, MOST_TURNS, MOST_SEC = 600, 99, 3600
MOST_MS = 99_999_999
# The entries that take no time.
UNTIMED = ("undo", "set", "dispute")


class TimeControl:
    """What one side has at its start, and what comes with each of its turns.

    Shape: ``start_ms`` at the start; ``each_ms`` with each turn; ``stage_ms`` with the turn that is
    number ``stage_turn``, 0 for none; with ``is_limit`` each turn has the time of the start.
    Raises: MalformedText (bad-option).

    >>> fischer, stages, limit = TimeControl("10+5"), TimeControl("90/40+30"), TimeControl("+30")
    >>> fischer.start_ms, fischer.each_ms, stages.stage_turn, stages.stage_ms, limit.start_ms
    (600000, 5000, 40, 1800000, 30000)
    """

    def __init__(self, text: str):
        first, _, added = text.partition("+")
        minutes, slash, turns = first.partition("/")
        self.is_limit = not first
        self.each_ms = self.stage_turn = self.stage_ms = 0
        if self.is_limit:
            self.start_ms = _number(text, added, 1, MOST_SEC) * 1000
            return
        self.start_ms = _number(text, minutes, 1, MOST_MIN) * 60000
        if slash:
            self.stage_turn = _number(text, turns, 1, MOST_TURNS)
            self.stage_ms = _number(text, added, 1, MOST_MIN) * 60000
        else:
            self.each_ms = _number(text, added, 0, MOST_SEC) * 1000

    def after_turn(self, left_ms: int, turns: int) -> int:
        """Return what is left once a turn is made, the side's turn of this number."""
        if self.is_limit:
            return self.start_ms
        return left_ms + self.each_ms + (self.stage_ms if turns == self.stage_turn else 0)


def _number(whole: str, digits: str, least: int, most: int) -> int:
    # `isdigit` is true of digits that no number has here.
    is_plain = 0 < len(digits) <= 4 and not [each for each in digits if each not in "0123456789"]
    if not is_plain or not least <= int(digits) <= most:
        raise MalformedText("bad-option", whole, FORMS)
    return int(digits)


def controls_for(options: dict[str, str], seats: tuple[str, ...]) -> "list[TimeControl | None]":
    """Return the time control of each side of a game with these options, None for no limit.

    Shape: ``seats`` are the letters of the people in the order of their seats; A and C are a side.
    Empty for a game without a clock.
    Raises: MalformedText (bad-option).

    >>> first, second = controls_for({"clock": "5+3", "clock-b": "10+0"}, ("B", "A"))
    >>> first.start_ms, second.start_ms, controls_for({"clock": "off"}, ("A", "B"))
    (600000, 300000, [])
    """
    controls: list[TimeControl | None] = []
    for letter in seats[:2]:
        text = options.get("clock-a" if letter in "AC" else "clock-b", "same")
        text = options.get("clock", "off") if text == "same" else text
        controls.append(None if text == "off" else TimeControl(text))
    return controls if [each for each in controls if each] else []


class Clock:
    """The clock of two sides.

    Shape: ``left_ms`` is what each side had left after the last entry, ``turns`` how many it has
    made; ``running_ms`` is the time since that entry, of the side to move.  ``controls`` has None
    for a side without a limit.  Whoever lets it run adds to ``running_ms``.  ``spent_ms`` is what
    the last entry took, -1 for one that takes no time.

    >>> clock = Clock([TimeControl("1+2"), None])
    >>> clock.running_ms += 5000
    >>> clock.add(0, True)
    >>> clock.left_ms[0], clock.turns
    (57000, [1, 0])
    >>> clock.undo()
    >>> clock.left_ms[0], clock.turns
    (60000, [0, 0])
    """

    def __init__(self, controls: "list[TimeControl | None]"):
        self.controls = controls
        self.left_ms = [each.start_ms if each else 0 for each in controls]
        self.turns = [0] * len(controls)
        self.running_ms = 0
        self.spent_ms = -1
        # What undoes each entry: the time of its side, whether a turn ended, and the side, in one
        # number; for a clock that was set, everything.
        self._past: History[int | tuple[int, int, int, int]] = History()

    def now_ms(self, side: int) -> int:
        """Return what a side has left if it is the one to move; never less than 0."""
        return max(0, self.left_ms[side] - self.running_ms)

    def is_up(self, side: int) -> bool:
        """Tell whether the time of the side to move is up."""
        return self.controls[side] is not None and self.left_ms[side] <= self.running_ms

    def made(self, game: "Game", move: "Move", seat: int) -> None:
        """Count a move that this seat has made: a roll ends no turn unless that passes."""
        roll = game.ROLL
        self.add(seat % 2, not roll or move & roll != roll or game.turn != seat)

    def note(self, entry: "Entry", seat: int) -> None:
        """Count an entry of the table, with this seat to move."""
        kind, key = entry[0], entry[1] if len(entry) > 1 else ""  # type: ignore
        if kind == "set" and key == "clock":
            return
        running_ms = self.running_ms
        if kind in UNTIMED:
            self.running_ms = 0
        self.add(seat % 2, False)
        if kind in UNTIMED:
            self.spent_ms = -1
        if kind == "dispute":
            self.running_ms = running_ms

    def add(self, side: int, is_turn: bool) -> None:
        """Take the running time from a side for an entry; its turn may end with it."""
        left, control = self.left_ms[side], self.controls[side]
        self._past.append(left << 2 | is_turn << 1 | side)
        if control:
            left = self.now_ms(side)
        self.spent_ms, self.running_ms = self.running_ms, 0
        if is_turn:
            self.turns[side] += 1
            if control:
                left = control.after_turn(left, self.turns[side])
        self.left_ms[side] = left

    def set(self, values: "tuple[Value, ...]") -> None:
        """Set the clock by hand: what both sides have left, and their turns.

        Raises: MalformedText (bad-number).
        """
        numbers = []
        for value in values:
            text = str(value)
            is_plain = len(text) <= 8 and not [each for each in text if each not in "0123456789"]
            if not is_plain:
                raise MalformedText("bad-number", text, "0-" + str(MOST_MS))
            numbers.append(int(text))
        left, turns = self.left_ms, self.turns
        self._past.append((left[0], left[1], turns[0], turns[1]))
        self.left_ms, self.turns, self.running_ms = numbers[:2], numbers[2:], 0
        self.spent_ms = -1

    def undo(self) -> None:
        """Restore the clock of the entry before the last one: its turn begins again."""
        was = self._past.pop()
        self.running_ms, self.spent_ms = 0, -1
        if isinstance(was, tuple):
            self.left_ms, self.turns = list(was[:2]), list(was[2:])
            return
        side = was & 1
        self.left_ms[side] = was >> 2
        self.turns[side] -= was >> 1 & 1

    def set_text(self) -> str:
        """Return the entry of a table that makes this clock."""
        return " ".join(["set clock"] + [str(number) for number in self.left_ms + self.turns])


class ClockTable(Table):
    """A table around a game of two sides, with a clock.

    >>> from schiri_engines.switch.game import Switch
    >>> table = ClockTable(Switch(), ("Ann", "Ben"), Clock([TimeControl("+5")] * 2))
    >>> table.clock.running_ms = 5000
    >>> table.try_apply(table.parse("flag Ann")), table.outcome()
    (None, Outcome((1,), 'TA-6'))
    """

    clock: Clock

    def __init__(self, game: "Game", names: tuple[str, ...], clock: Clock):
        Table.__init__(self, game, names)
        self.clock = clock
        self.own_words += ("flag",)

    def why_not(self, entry: "Entry") -> Refusal | None:
        """Return None for an entry that may be made now, else the refusal.

        Rule: TA-1, TA-2, TA-3, TA-6.
        """
        refusal = Table.why_not(self, entry)
        if refusal or not isinstance(entry, tuple) or entry[0] != "flag":
            return refusal
        seat = self.game.turn
        is_up = entry == ("flag", seat) and self.clock.is_up(seat % 2)  # type: ignore[operator]
        return None if is_up else refuse("time-left")

    def try_apply(self, entry: "Entry") -> Refusal | None:
        """Apply an entry and return None, or return the refusal and change nothing.

        Raises: MalformedText (a value to set that is invalid).
        """
        refusal = Table.try_apply(self, entry)
        if refusal is None and entry != UNDO and not self.is_move(entry):
            self.clock.note(entry, self.game.turn)  # type: ignore[arg-type]  # it went on
        return refusal

    def push(self, move: "Entry") -> None:
        """Make a move that is known to be legal."""
        seat = self.game.turn
        Table.push(self, move)
        self.clock.made(self.game, move, seat)  # type: ignore[arg-type]  # it went on

    def change(self, entry: "Entry") -> None:
        """Carry out an entry of the table, also a flag and a clock that is set."""
        assert isinstance(entry, tuple)
        if entry[0] == "flag":
            seat = entry[-1]
            assert isinstance(seat, int)
            self._agreed = Outcome(self.game.opponents(seat), "TA-6")
        elif entry[0] == "set" and entry[1] == "clock":  # type: ignore[misc]  # it has a key
            self.clock.set(entry[2:])  # type: ignore[misc]
        else:
            Table.change(self, entry)

    def undo(self) -> None:
        """Take the last entry back, and its time."""
        self.clock.undo()
        Table.undo(self)

    def parse_own(self, text: str, words: list[str]) -> "Words":
        """Return the table's own entry of this text."""
        if words[0] == "flag" and len(words) == 2:
            return ("flag", seat_of(words[1], self.names))
        return Table.parse_own(self, text, words)

    def parse_set(self, text: str) -> "Words":
        """Return the entry that sets a value, of the text behind ``set``."""
        words = text.split()
        # What both sides have left, in ms, and the turns that they have made.
        if words[:1] == ["clock"] and len(words) == 5:
            return ("set",) + tuple(words)  # type: ignore[return-value]
        return Table.parse_set(self, text)


def with_names(table: Table, names: tuple[str, ...]) -> Table:
    """Return a table of the same game whose texts have these names: it only reads and writes them.

    >>> from schiri_engines.switch.game import Switch
    >>> with_names(Table(Switch()), ("Ann", "Ben")).parse("resign Ben")
    ('resign', 1)
    """
    if table.clock:
        return ClockTable(table.game, names, table.clock)
    return Table(table.game, names)
