"""The match: the game on the table, who has won how often, and the journal of it all.

Decides how an entry becomes an event, and an event an entry: what the journal holds is folded into
the match by one road, after a power cut as after an erasure.  Must not know lights, buttons or the
link.
"""

from schiri_engines.board_games import board_game
from schiri_engines.refusals import Outcome, refuse
from schiri_engines.seats import LETTERS
from schiri_engines.table import Table

from .journal import Journal
from .link.lines import OWN
from .loading import tidy
from .slots import FIRST, ROLLS, SLOT
from .ticks import elapsed, later

# With fewer slots left than this the journal is begun anew at the end of a turn: the longest text
# that a PC may send takes 21.
RESERVE = 22
MANY = 0x7FFF
TIDY_EVERY = 32


class Match:
    """A game in progress, its journal, and the score of the evening.

    Shape: ``table`` is None before the first game; ``seats`` are the letters of the people in
    the order of the game's seats, so that a rematch can exchange sides; ``outcome`` is
    how the game ended, None while it goes on; ``wins`` counts the games each of them has won;
    ``place`` is where the game's first event is in the journal, ``first`` the number of that;
    ``base_end`` is that of the last event that only says where a game of an older epoch stood;
    ``is_resumed`` tells that a power cut is still to be told; ``boot_ms`` is what the clock of the
    epoch showed when the device began to run, below 0 where that was before the epoch.
    """

    def __init__(self, journal: Journal, now_ms: int):
        self.journal = journal
        self.game_name = ""
        self.options: dict = {}
        self.seats: tuple = LETTERS[:2]
        # The tick of the last event as it was journalled, and the minutes it is farther back.
        self._event_ms = now_ms
        self._minutes = 0
        self.boot_ms = 0 if journal.last else -1
        self.forget()

    def forget(self) -> None:
        """Know of no game."""
        self.table: Table = None  # type: ignore[assignment]  # until the first game
        self.outcome: Outcome | None = None
        self.wins: dict = {}
        self.place = FIRST
        self.first = 1
        self._board = ""
        self.base_end = 0
        # Whether the next entry only says where a game stood that an older epoch began, and how
        # many events of that one are told anew behind it.
        self._is_carried = False
        self._copies = 0
        # How many entries must stand before the next move, for else the history began elsewhere
        # for us than for a PC that has seen all of it.
        self._pinned = 0
        self.is_resumed = False
        # The time of the last event in the epoch.
        self._told_ms = 0
        self.text = ""

    @property
    def game(self):
        """The game itself."""
        return self.table.game

    def seats_for(self, name: str, options: dict) -> tuple:
        """Return the letters of the people of a game: those who play already, if they suffice."""
        count = board_game(name).seats_for(options)[1]
        return self.seats if len(self.seats) == count else LETTERS[:count]

    # What happens

    def start(self, now_ms: int, name: str, options: dict, seats: tuple, after: str = "") -> None:
        """Begin a game.

        Shape: ``after`` says of which epoch the game comes, where it does not begin here.
        Raises: MalformedText (unknown-game, bad-option), Refused.
        """
        game = board_game(name)(options)
        journal = self.journal
        self.is_resumed = False
        if after:
            self._keep(now_ms, after, None)
        self.place, self.first = journal.end, journal.last + 1
        # Its board is an event of its own, for lines are short.
        if "board" in options:
            self._keep(now_ms, "board " + options["board"], None)
        self._keep(now_ms, new_text(name, options, seats), None)
        self._begin(game, name, options, seats, bool(after))

    def do(self, now_ms: int, entry):
        """Make an entry; return None, or the refusal.

        Raises: MalformedText (where a value to set is no such value).
        """
        table = self.table
        is_move = table.is_move(entry)
        if not is_move and entry[0] != "undo" and self.journal.room() < RESERVE:
            return refuse("wrong-phase")
        refusal = table.why_not(entry)
        if refusal is None and is_move:
            self._pin(now_ms)
        refusal = refusal or table.do(entry)
        if refusal is None:
            self._keep(now_ms, "" if is_move else table.text(entry), entry)
            self._did(entry)
            self._look()
        return refusal

    def _pin(self, now_ms: int) -> None:
        """Let the history for repetition begin where it does for a PC that has seen all of it."""
        table = self.table
        if len(table.entries) >= self._pinned:
            return
        if table.phase == "play" and table.game.repetition:
            self.do(now_ms, ("set", "position", table.game.position()))

    def play(self, now_ms: int, move: int) -> None:
        """Make a move that is known to be legal."""
        self._pin(now_ms)
        self.table.push(move)
        self._keep(now_ms, "", move)
        self._is_carried = False
        self._look()

    def tell_failure(self, now_ms: int, text: str) -> None:
        """Keep what has failed, once for as often as it does so, and as far as there is room."""
        text = "failed " + text
        if text != self.text and self.journal.room() >= RESERVE:
            self._keep(now_ms, text, None)

    def seat_of(self, side: str) -> int:
        """Return the seat that has this colour."""
        return self.game.colours.index(side)

    def wait(self, now_ms: int) -> None:
        """Count the time, so that the ticks between two events never wrap unseen."""
        if elapsed(now_ms, self._event_ms) >= 60000:
            self._event_ms = (self._event_ms + 60000) % (1 << 29)
            self._minutes += 1

    def epoch_ms(self, now_ms: int) -> int:
        """Return what the clock of the epoch shows: that by which its events are told."""
        return self._told_ms + self._waited(now_ms)

    def _waited(self, now_ms: int) -> int:
        return elapsed(now_ms, self._event_ms) + 60000 * self._minutes

    def _keep(self, now_ms: int, text: str, entry) -> None:
        """Journal what has been done, and before it that a power cut has been survived."""
        journal = self.journal
        after = max(self._waited(now_ms), 0)
        kept = 0
        if self.is_resumed:
            self.is_resumed = False
            if self.outcome is None:
                kept = journal.append("resume", None, after)
        roll = self.table.game.ROLL if self.table else 0
        if text:
            kept += journal.append(text, None, after - kept)
        elif roll and entry & roll == roll:
            kept += journal.append_roll(entry & (ROLLS - 1), entry, after - kept)
        else:
            kept += journal.append("", entry, after - kept)
        self._told_ms += kept
        self.text = text
        # What the journal rounds off is added to the next time, so that it never adds up.
        self._minutes, rest = divmod(after - kept, 60000)
        self._event_ms = later(now_ms, -rest)

    # What is known of it

    def resume(self, is_resumed: bool) -> None:
        """Come back to where the journal says that the match is.

        Shape: ``is_resumed`` tells that a power cut is to be told, if there is a game.
        Raises: MalformedText, Refused (where what it says makes no sense).
        """
        told_ms = self._told_ms
        self.fold(self.journal.last + 1)
        # The clock was set, and with it what it showed at the start.
        self.boot_ms += self._told_ms - told_ms
        if self.table:
            self._look()
            self.is_resumed = is_resumed

    def fold(self, stop: int, look=None) -> None:
        """Take all events before this number.

        Shape: ``look`` is called before each of them, and behind the last one, with its number and
        its place.
        """
        self.forget()
        journal, place, number = self.journal, FIRST, 1
        while True:
            if look:
                look(number, place)
            event = journal.event(place) if number < stop else None
            if event is None:
                return
            text, move, roll, after, behind = event
            self._told_ms += after
            self.text = text
            if roll >= 0:
                move = self.table.game.ROLL | roll
            if move is None:
                # A roll that nobody has played has the rest of its slot to itself.
                self.take(text, place + -place % SLOT, number)
            else:
                self.table.push(move)
                self._is_carried = False
            place, number = behind, number + 1
            if number % TIDY_EVERY == 0:
                # What grows with the game must find a piece that is large enough.
                tidy()

    def take(self, text: str, place: int, number: int) -> None:
        """Take what the journal says next."""
        word, _, rest = text.partition(" ")
        if word == "after":
            numbers = rest.split(" ")
            self._copies = int(numbers[2])
            self.base_end = int(numbers[3]) - self._copies
        elif word == "score":
            for letter, count in zip(LETTERS, rest.split(" ")):
                self.wins[letter] = int(count)
        elif word == "board":
            self._board, self.place, self.first = rest, place, number
        elif word == "new":
            if self.table:
                self._look()
            name, options, seats = parse_new(text)
            if options.get("board") == OWN:
                options["board"] = self._board
            if not self._board:
                self.place, self.first = place, number
            self._board = ""
            self._begin(board_game(name)(options), name, options, seats, number <= self.base_end)
            # Where a game stands that a PC has given back is in that PC's log as well.
            self._pinned = MANY if number < self.base_end else 0
        elif word not in ("resume", "failed"):
            if self._copies and number > self.base_end:
                self._is_carried = False
            entry = self.table.parse(text)
            self.table.do(entry)
            self._did(entry)

    def _begin(self, game, name: str, options: dict, seats: tuple, is_carried: bool) -> None:
        self._is_carried, self._pinned = is_carried, 0
        self.game_name, self.options, self.seats = name, options, seats
        self.table = Table(game, seats)
        self.outcome = None

    def _did(self, entry) -> None:
        """Let nobody take back what only says where a game stood."""
        table = self.table
        is_set = not table.is_move(entry) and entry[0] == "set"
        self._is_carried = self._is_carried and is_set
        if self._is_carried:
            table.seal()
        elif is_set and entry[1] == "position" and len(table.entries) <= self._pinned:
            self._pinned = len(table.entries)

    def _look(self) -> None:
        """Look whether what was done has ended the game."""
        outcome = self.table.outcome()
        if outcome is not self.outcome:
            self.count_wins(-1)
            self.outcome = outcome
            self.count_wins(1)

    def count_wins(self, step: int) -> None:
        """Add the game's outcome to the score, or take it off again."""
        for seat in self.outcome.winners if self.outcome else ():
            letter = self.seats[seat]
            self.wins[letter] = self.wins.get(letter, 0) + step


def new_text(name: str, options: dict, seats: tuple) -> str:
    """Return the text of the event that a game began.

    >>> new_text("switch", {"layout": "2"}, ("B", "A"))
    'new switch BA layout=2'
    """
    words = ["new", name, "".join(seats)]
    words += [key + "=" + (OWN if key == "board" else options[key]) for key in sorted(options)]
    return " ".join(words)


def parse_new(text: str) -> tuple:
    """Return the name, the options and the seats; the inverse of `new_text`."""
    words = text.split(" ")
    options = {}
    for word in words[3:]:
        key, _, value = word.partition("=")
        options[key] = value
    return words[1], options, tuple(words[2])
