"""The match: the game on the table, the score, and the journal of both.

Decides how an entry becomes an event and an event an entry: the journal is replayed in the same way
after a power cut and after a compaction.  Must not know lights, buttons or the link.
"""

from schiri_engines.game_rows import board_game, load
from schiri_engines.refusals import SEAT_LETTERS, MalformedText, Outcome, Refusal, Refused
from schiri_engines.table import Table

from .. import tidy
from ..journal import STEP_MS, Journal, JournalReader
from ..link.lines import OWN_BOARD, new_text, parse_new
from ..ticks import difference, later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from schiri_engines.game import BoardGame, Entry

    from .game_clock import GameClock


# With fewer slots left than this the journal is compacted at the end of a turn: the longest text of
# a PC takes 26, a new game with board and score 30.
RESERVE = 32
# The slots that a turn may still take then.
TURN_ROOM = 4
_TIDY_EVERY = 32
# The origin of no game.
NO_GAME = "- 0"
NO_SCORE = "score 0 0 0 0"


class Match:
    """A game in progress, its journal, and the score of the evening.

    Shape: ``loaded`` is the name of the one game in memory: events of other games are skipped.
    ``table`` is None before the first game, ``game`` the one on it; ``seats`` are the letters of
    the people in the order of the game's seats, so that a rematch can exchange sides; ``outcome``
    is how the game ended, None while it goes on; ``options`` are those with which it began, of the
    rules and of the match; ``wins`` counts the games each of them has won; ``origin`` names the
    event with which the game began, its epoch and number; ``left`` is the name of a game of another
    kind that was left; ``hints`` has the event that counts the hints of this game, if any,
    ``hinted`` its number; ``is_resumed`` means that a power cut is still to be reported;
    ``clock`` is that of the table, or None;
    ``boot_ms`` is the time of the epoch's clock when the device began to run, None if that was
    before the epoch.
    """

    hints: tuple[str, ...]

    def __init__(self, journal: Journal, loaded: str, now_ms: int):
        self.journal = journal
        self.loaded = loaded
        self.seats: tuple[str, ...] = SEAT_LETTERS[:2]
        # The tick of the last event in the journal, and the whole minutes before that tick.
        self._event_ms = now_ms
        self._minutes = 0
        self.boot_ms: int | None = None
        self.forget()

    def forget(self) -> None:
        """Forget the game, and the score."""
        self.clock: GameClock | None = None
        self.table: Table[BoardGame] = None  # type: ignore[assignment]  # until the first game
        self.game: BoardGame = None  # type: ignore[assignment]
        self.outcome: Outcome | None = None
        self.wins: dict[str, int] = {}
        # The score that the journal has; with another game in memory it alone is replayed.
        self._saved_score = ""
        self.origin = self.left = ""
        # Events before a `new` that belong to it: its board and its origin.
        self._board = ""
        self._began = ""
        # The number of the event that counted the last hint.
        self.hinted = -1
        # Whether an event of this game cannot be read: then its position is unknown.
        self.is_torn = False
        self.is_resumed = False
        # The time of the last event in the epoch.
        self._at_ms = 0
        self.text = ""

    def seats_for(self, name: str, options: dict[str, str]) -> tuple[str, ...]:
        """Return the letters of a game's players: those of the match, if there are enough."""
        count = board_game(name).seats_for(options)[1]
        return self.seats if len(self.seats) == count else SEAT_LETTERS[:count]

    @staticmethod
    def new_game(name: str, options: dict[str, str]) -> "BoardGame":
        """Return a new game with these options; those of the match are only checked.

        Raises: MalformedText (unknown-game, unknown-option, bad-option), Refused.

        >>> Match.new_game("switch", {"layout": "2", "hints-a": "3"}).options["layout"]
        '2'
        """
        from ..games import adapter_of

        adapter, rules = adapter_of(name), board_game(name)
        given = dict(options)
        given.pop("clock-a", None)
        given.pop("clock-b", None)
        for option, words in adapter.MATCH_OPTIONS:
            values = words.split(" ")
            # A clock checks its own text.
            if given.pop(option, values[0]) not in values and option != "clock":
                raise MalformedText("bad-option", options[option], words)
        if "clock" in " ".join(options):
            try:
                load(adapter.CLOCK).table_for(None, SEAT_LETTERS, options)
            except ImportError:
                raise Refused(Refusal("clock-needs-pico-2", "-")) from None
        return rules(given)

    # Events

    def start(
        self,
        now_ms: int,
        name: str,
        options: dict[str, str],
        seats: tuple[str, ...],
        origin: str = "",
    ) -> None:
        """Begin a game.

        Shape: ``origin`` is an event of a game that did not begin here.
        Raises: MalformedText (unknown-game, bad-option), Refused.
        """
        game = self.new_game(name, options)
        self.is_resumed = False
        if origin or self._began:
            # A board whose `new` was never written must not count for this game.
            self.record(now_ms, "checkpoint " + (origin or NO_GAME), None)
        # The board is a separate event, because lines are short.
        if "board" in options:
            self.record(now_ms, "board " + options["board"], None)
        self.record(now_ms, new_text(name, options, seats), None)
        self.origin = origin or f"{self.journal.epoch} {self.journal.last}"
        self._began = ""
        self._begin(game, name, options, seats, bool(origin))

    def do(self, now_ms: int, entry: "Entry") -> Refusal | None:
        """Apply an entry; return None, or the refusal.

        Raises: MalformedText (an invalid value to set).
        """
        table = self.table
        is_move = table.is_move(entry)
        if self.clock:
            self.clock.run(now_ms)
        needed = RESERVE
        if is_move or entry == ("undo",) or entry[0] == "flag":  # type: ignore[index]
            needed = TURN_ROOM
        if self.journal.room() < needed:
            return Refusal("memory-full", "-")
        refusal = table.try_apply(entry)
        if refusal is None:
            self.record(now_ms, "" if is_move else table.text(entry), entry)
            self._did(entry)
            self._refresh_outcome()
        return refusal

    def push(self, now_ms: int, move: int, how: int = 0) -> None:
        """Make a legal move; ``how`` it came about is a number of `link.lines.ORIGINS`."""
        if self.clock:
            self.clock.run(now_ms)
        self.table.push(move)
        self._is_carried = False
        self.record(now_ms, "", move, how)
        self._refresh_outcome()

    def record_failure(self, now_ms: int, text: str) -> None:
        """Save an error: once if it repeats, and only if there is room."""
        text = "failed " + text
        if text != self.text and self.journal.room() >= RESERVE:
            self.record(now_ms, text, None)

    def record_score(self, now_ms: int) -> None:
        """Save the score: the games before are no longer replayed."""
        text = self.score_text()
        if text != self._saved_score and self.journal.room() >= RESERVE // 2:
            # A win that was saved may have been taken back.
            self.record(now_ms, text or NO_SCORE, None)
            self._saved_score = text

    def seat_of(self, side: str) -> int:
        return self.game.colours.index(side)

    def wait(self, now_ms: int) -> None:
        """Count the time, so that a wrap of the ticks between two events is noticed."""
        if difference(now_ms, self._event_ms) >= 60000:
            self._event_ms = later(self._event_ms, 60000)
            self._minutes += 1

    def epoch_ms(self, now_ms: int) -> int:
        """Return the time of the epoch's clock, by which its events are reported."""
        return self._at_ms + self._waited(now_ms)

    def _waited(self, now_ms: int) -> int:
        return difference(now_ms, self._event_ms) + 60000 * self._minutes

    def record(self, now_ms: int, text: str, entry: "Entry | None", how: int = 0) -> None:
        """Write an event to the journal, after a note of a power cut that is due."""
        journal = self.journal
        after = max(self._waited(now_ms), 0)
        kept = 0
        if self.is_resumed:
            self.is_resumed = False
            if self.outcome is None:
                kept = journal.append("resume", None, after)
        move: int | None = None if text else entry  # type: ignore[assignment]  # an int
        if self.clock and entry is not None:
            self.clock.save(journal)
        kept += journal.append(text, move, after - kept, how)
        self._at_ms += kept
        self.text = text
        # The rounding error is added to the next time, so that errors do not add up.
        self._event_ms, self._minutes = later(now_ms, kept - after), 0

    # Restoring from the journal

    def resume(self, is_resumed: bool) -> None:
        """Restore the match from the journal.

        Shape: ``is_resumed`` means that a power cut is to be reported if there is a game.
        Raises: MalformedText, Refused and others (a journal that makes no sense).
        """
        self._replay()
        if self.table:
            self._refresh_outcome()
            self.is_resumed = is_resumed and len(self.table.entries) > 0

    def recover(self, now_ms: int) -> None:
        """Restore the match from the journal, which may have half of an event: its wait.

        Raises: as `resume` does.
        """
        at_ms = self.epoch_ms(now_ms)
        self.resume(self.is_resumed)
        self._minutes, rest = divmod(max(at_ms - self._at_ms, 0), 60000)
        self._event_ms = later(now_ms, -rest)

    def start_epoch(self, now_ms: int) -> None:
        """Begin a new epoch, in which nothing has happened."""
        self.journal.start_epoch()
        self.forget()
        self.boot_ms = None
        self._event_ms, self._minutes = now_ms, 0

    def compacting(self, now_ms: int) -> "Iterator[None]":
        """Compact the journal in steps. The game goes on from its position; undo ends there."""
        at_ms = self.epoch_ms(now_ms)
        for _ in self.journal.compacting(self.checkpoint(), at_ms // STEP_MS):
            yield
        was_resumed = self.is_resumed
        clock = self.clock
        self.table = self.game = None  # type: ignore[assignment]
        tidy()
        self.resume(was_resumed)
        # A game that is over is not kept, nor is its clock.
        if clock and self.clock:
            self.clock.running_ms = clock.running_ms
        self._event_ms, self._minutes = later(now_ms, -(at_ms % STEP_MS)), 0

    def checkpoint(self) -> tuple[str, ...]:
        """Return the texts of events that state everything, for a reader without history."""
        table, score = self.table, self.score_text()
        texts: tuple[str, ...] = (score,) if score else ()
        if table is None or self.outcome:
            return ("checkpoint " + NO_GAME,) + texts
        if "board" in self.options:
            texts += ("board " + self.options["board"],)
        texts += (new_text(self.game_name, self.options, self.seats),) + self.hints
        if len(table.entries):
            entries = table.game.setup_entries(table.turn)  # type: ignore[arg-type]  # it goes on
            texts += tuple([table.text(entry) for entry in entries])
            if self.clock:
                texts += (self.clock.set_text(),)
        return ("checkpoint " + self.origin,) + texts

    def score_text(self) -> str:
        """Return the event that saves the score, nothing without a win."""
        counts = [str(self.wins.get(letter, 0)) for letter in SEAT_LETTERS[:4]]
        return "score " + " ".join(counts) if counts != ["0"] * len(counts) else ""

    def _replay(self) -> None:
        self.forget()
        reader = JournalReader(self.journal)
        while reader.next():
            self.text = reader.text
            if reader.gap:
                # The lost events are unknown, and so is their game.
                self._leave()
                self.is_torn, self._board, self._began = True, "", ""
            if reader.spent_ms >= 0 and self.clock:
                self.clock.running_ms = reader.spent_ms
            if reader.move < 0:
                self._apply(reader.text, reader.number)
            elif self.table:
                self.table.push(reader.move)
                self._is_carried = False
            elif not self.left:
                self.is_torn = True  # its `new` makes no sense
            if self.table and reader.number % _TIDY_EVERY == 0:
                # Lists that grow with the game need large free pieces.
                tidy()
        # With the wait before an event that was not written.
        self._at_ms = reader.at * STEP_MS

    def _apply(self, text: str, number: int) -> None:
        """Apply an event of the journal that is no move."""
        word, _, rest = text.partition(" ")
        if word == "checkpoint":
            self._leave()
            self._began = "" if rest == NO_GAME else rest
        elif word == "score":
            if self.table:
                self._refresh_outcome()
            for letter, count in zip(SEAT_LETTERS, rest.split(" ")):
                self.wins[letter] = int(count)
            self._saved_score = self.score_text()
        elif word == "board":
            self._board = rest
        elif word == "hints":
            self.hints = (text,)
        elif word == "new":
            self._apply_new(text, number)
        elif word not in ("resume", "failed") and self.table:
            entry = self.table.parse(text)
            self.table.try_apply(entry)
            self._did(entry)

    def _apply_new(self, text: str, number: int) -> None:
        self._leave()
        name, options, seats = parse_new(text)
        if options.get("board") == OWN_BOARD:
            options["board"] = self._board
        self.origin = self._began or f"{self.journal.epoch} {number}"
        is_carried = bool(self._began)
        self._board = self._began = ""
        self.is_torn = False
        if name == self.loaded:
            self._begin(self.new_game(name, options), name, options, seats, is_carried)
        else:
            self.left = name

    def _leave(self) -> None:
        """Count a finished game, and forget it."""
        if self.table:
            self._refresh_outcome()
        self.clock = None
        self.table = self.game = self.outcome = None  # type: ignore[assignment]

    def _begin(
        self,
        game: "BoardGame",
        name: str,
        options: dict[str, str],
        seats: tuple[str, ...],
        is_carried: bool,
    ) -> None:
        # Objects from now on live long: collect first, so that they do not fragment the heap.
        tidy()
        # Whether the next entries only state the position of an older game.
        self._is_carried = is_carried
        self.game_name, self.options, self.seats = name, options, seats
        self.table, self.game = Table(game, seats), game
        if "clock" in " ".join(options):
            # Few games have one: loaded on demand.
            from ..games import adapter_of

            self.table = load(adapter_of(name).CLOCK).table_for(game, seats, options) or self.table
        self.clock = self.table.clock  # type: ignore[assignment]  # of this class
        self.outcome, self.left = None, ""
        self.hints = ()

    def _did(self, entry: "Entry") -> None:
        """Seal entries that only state a position: they cannot be undone."""
        is_set = isinstance(entry, tuple) and entry[0] == "set"
        self._is_carried = self._is_carried and is_set
        if self._is_carried:
            self.table.seal()

    def _refresh_outcome(self) -> None:
        """Update the game on the table, and whether it has ended."""
        self.game = self.table.game
        outcome = self.table.outcome()
        if outcome is not self.outcome:
            self._count_wins(-1)
            self.outcome = outcome
            self._count_wins(1)

    def _count_wins(self, step: int) -> None:
        """Add the game's outcome to the score, or subtract it."""
        for seat in self.outcome.winners if self.outcome else ():
            letter = self.seats[seat]
            self.wins[letter] = self.wins.get(letter, 0) + step
