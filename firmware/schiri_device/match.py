"""The match: the game on the table, who has won how often, and the journal of it all.

Decides how an entry becomes an event.  Must not know lights, buttons or the link.
"""

from schiri_engines.board_games import board_game
from schiri_engines.refusals import Outcome
from schiri_engines.seats import LETTERS
from schiri_engines.table import Table

from .journal import Journal
from .link.lines import OWN
from .reader import Reader
from .ticks import elapsed, later

# With less room than this the journal is begun anew at the end of a turn.
RESERVE = 256
# What tells one roll from another: the side of the die, and whose die it was.
ROLL_NUMBER = 15


class Match:
    """A game in progress, its journal, and the score of the evening.

    Shape: ``table`` is None before the first game; ``seats`` are the letters of the people in
    the order of the game's seats, so that a rematch can exchange sides; ``outcome`` is
    how the game ended, None while it goes on; ``wins`` counts the games each of them has won;
    ``boot_ms`` is what the clock of the epoch showed when the device began to run, below 0 where
    that was before the epoch.
    """

    def __init__(self, journal: Journal, now_ms: int):
        self.journal = journal
        self.table: Table = None  # type: ignore[assignment]  # until the first game
        self.game_name = ""
        self.options: dict = {}
        self.seats: tuple = LETTERS[:2]
        self.wins: dict = {}
        self.outcome: Outcome | None = None
        # The tick of the last event as it was journalled, and the minutes it is farther back.
        self._event_ms = now_ms
        self._minutes = 0
        self._told_ms = 0
        self.boot_ms = 0
        self.begin_epoch()
        self.boot_ms = self._told_ms if journal.last else -1

    @property
    def game(self):
        """The game itself."""
        return self.table.game

    def seats_for(self, name: str, options: dict) -> tuple:
        """Return the letters of the people of a game: those who play already, if they suffice."""
        count = board_game(name).seats_for(options)[1]
        return self.seats if len(self.seats) == count else LETTERS[:count]

    def start(self, now_ms: int, name: str, options: dict, seats: tuple) -> None:
        """Begin a game.

        Raises: MalformedText (unknown-game, bad-option), Refused.
        """
        game = board_game(name)(options)
        self.game_name, self.options, self.seats = name, options, seats
        self.table = Table(game, seats)
        self.outcome = None
        self._keep_start(now_ms)

    def renew(self, now_ms: int) -> None:
        """Begin the journal anew in the midst of a game, which goes on from its position."""
        self.journal.erase()
        if self.table:
            self._keep_start(now_ms)
            if self.outcome is None:
                self.do(now_ms, ("set", "position", self.game.position()))

    def do(self, now_ms: int, entry):
        """Make an entry; return None, or the refusal.

        Raises: MalformedText (where a value to set is no such value).
        """
        refusal = self.table.do(entry)
        if refusal is None:
            if self.table.is_move(entry):
                self._keep(now_ms, "", entry)
            else:
                self._keep(now_ms, self.table.text(entry), None)
        return refusal

    def play(self, now_ms: int, move: int) -> None:
        """Make a move that is known to be legal."""
        self.table.push(move)
        self._keep(now_ms, "", move)

    def seat_of(self, side: str) -> int:
        """Return the seat that has this colour."""
        return self.game.colours.index(side)

    def epoch_ms(self, now_ms: int) -> int:
        """Return what the clock of the epoch shows: that by which its events are told."""
        return self._told_ms + self._waited(now_ms)

    def begin_epoch(self) -> None:
        """Read the time of the last event in the journal anew."""
        reader = Reader(self.journal, board_game)
        event = told = reader.read()
        while event:
            told, event = event, reader.read()
        told_ms = told[1] if told else 0
        # The clock was set, and with it what it showed at the start.
        self.boot_ms += told_ms - self._told_ms
        self._told_ms = told_ms

    def wait(self, now_ms: int) -> None:
        """Count the time, so that the ticks between two events never wrap unseen."""
        if elapsed(now_ms, self._event_ms) >= 60000:
            self._event_ms = (self._event_ms + 60000) % (1 << 29)
            self._minutes += 1

    def _waited(self, now_ms: int) -> int:
        return elapsed(now_ms, self._event_ms) + 60000 * self._minutes

    def _keep_start(self, now_ms: int) -> None:
        """Journal that the game began; its board is an event of its own, for lines are short."""
        if "board" in self.options:
            self._keep(now_ms, "board " + self.options["board"], None)
        self._keep(now_ms, new_text(self.game_name, self.options, self.seats), None)

    def _keep(self, now_ms: int, text: str, move: int | None) -> None:
        """Journal what has been done, and look whether it ended the game."""
        after = self._waited(now_ms)
        roll = self.table.game.ROLL
        if roll and move is not None and move & roll == roll:
            kept = self.journal.append_roll(move & ROLL_NUMBER, move, max(after, 0))
        else:
            kept = self.journal.append(text, move, max(after, 0))
        self._told_ms += kept
        # What the journal rounds off is added to the next time, so that it never adds up.
        self._minutes, rest = divmod(after - kept, 60000)
        self._event_ms = later(now_ms, -rest)
        before, self.outcome = self.outcome, self.table.outcome()
        if self.outcome is not before:
            self._count(before, -1)
            self._count(self.outcome, 1)

    def _count(self, outcome, step: int) -> None:
        for seat in outcome.winners if outcome else ():
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
