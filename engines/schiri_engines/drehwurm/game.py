"""Drehwurm, by Axel Hennig: three to six players, a match of as many games.

Decides DW-10 and DW-11, and the options; must not know how a single game is played.  `cards` has
the cards and what fits on what, `rules` the common rules of the games of a match.  The referee in
`full` gets each card, the one in `fast` gets races and eaten piles.  DW-12 is in `race`.

Hands are hidden: legal moves and position hold what the table knows.  The question which cards fit
on a pile is answered at any time.
"""

from ..game import Game, check_player_count
from ..options import chosen_options, values_of
from ..refusals import SEAT_LETTERS, MalformedText, Outcome, Refusal, refuse
from ..table import NEXT
from . import notation
from .cards import Deck
from .fast import FastGame
from .full import FullGame
from .notation import ABANDON, parse_number
from .position import MATCH, fields_text, form_of, parse_fields
from .rules import best
from .validation import can_stand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..game import Words

LONGEST_OPTION = 60000


SEATS = (3, 6)


class Drehwurm(Game):
    """One match.

    Shape: ``game`` is the one that is played, ``number`` counts them from 1; ``sums`` has each
    player's points of the games before it.
    Raises: MalformedText (bad-option, bad-number).

    >>> match = Drehwurm({"mode": "full"}, 3).after("start y3 b7 j", "lay b4 1", "shows r2")
    >>> match.turn, match.phase, match.why_not(match.parse_move("throw B g3"))
    (2, 'turn', Refusal('who-turned', 'DW-6', ()))
    """

    NAME = "drehwurm"
    OPTIONS: tuple[tuple[str, str], ...] = (
        ("mode", "fast full"),
        ("colours", "5 3 4 6"),
        ("joker", "wild no-joker-on-joker number"),
        ("throw-in", "normal same-colour"),
        ("throw-in-s", "0 N"),
        ("false-start-ms", "300 N"),
        ("lockout-ms", "1000 N"),
    )
    # Resigning is a move: it ends the game for all, without a winner.
    RESIGN_RULE = ""
    DRAW_RULES = ("DW-11",)

    @staticmethod
    def seats_for(_options: dict[str, str]) -> tuple[int, int]:
        return SEATS

    def __init__(self, options: dict[str, str] | None = None, seats: int = SEATS[0]):
        chosen = chosen_options(self.OPTIONS, options or {})
        for name, words in self.OPTIONS:
            if values_of(words)[1] == "N":
                parse_number(chosen[name], 0, LONGEST_OPTION)
        self.options = chosen
        self.seats = seats
        check_player_count(seats, SEATS)
        self._is_full = chosen["mode"] == "full"
        self._forms = notation.FULL if self._is_full else notation.FAST
        self._deck = Deck(int(chosen["colours"]), chosen["joker"], chosen["throw-in"])
        self.number = 1
        self.sums: tuple[int, ...] = (0,) * seats
        # Whether the game was abandoned, and whether that was stated.
        self.is_abandoned = self._was_abandoned = False
        self.game = self._new_game()
        self.QUESTIONS = self.game.QUESTIONS
        self.SET_KEYS = self.game.SET_KEYS
        # The game before this one, and the sums before that.
        self._before: tuple[FullGame | FastGame, tuple[int, ...]] | None = None

    def _new_game(self) -> FullGame | FastGame:
        """Return the next game; the dealer's left neighbour starts it.  Rule: DW-10."""
        kind = FullGame if self._is_full else FastGame
        return kind(self._deck, self.seats, self.number % self.seats)

    # The state

    @property
    def turn(self) -> int | None:
        return None if self.is_abandoned else self.game.turn

    @property
    def phase(self) -> str:
        """That of the game: "over" also between two of them."""
        return "over" if self.is_abandoned else self.game.phase

    def match_scores(self) -> tuple[int, ...]:
        """Return the sums, with the game that is played once it has ended."""
        if self.game.phase != "over":
            return self.sums
        return tuple([one + more for one, more in zip(self.sums, self.game.scores())])

    def outcome(self) -> Outcome | None:
        """Return None, or how the match ended.  Rule: DW-10, DW-11."""
        if self.is_abandoned:
            return Outcome((), "DW-11")
        if self.game.phase != "over" or self.number < self.seats:
            return None
        return Outcome(best(self.match_scores()), "DW-10")

    def game_outcome(self) -> Outcome | None:
        """Return how the game just played ended, None in the midst of one.  Rule: DW-8."""
        return Outcome(best(self.game.scores()), "DW-8") if self.game.phase == "over" else None

    def why_not(self, move: "Words") -> Refusal | None:
        """Return None for a move that may be made now, else the refusal."""
        if self.outcome():
            return refuse("game-over")
        if move == NEXT:
            return None if self.game.phase == "over" else refuse("wrong-phase")
        if move == ABANDON:
            return None
        if not notation.is_move(self._forms, move, self.seats):
            return refuse("wrong-phase")
        return self.game.why_not(move)

    def legal_moves(self) -> "Iterator[Words]":
        """Return an iterator over the moves that the referee would accept: it sees no hand.

        Shape: every entry with each card, colour, pile and player, without questions.  0 stands for
        any number or race time; a race is one claim; optional piles are omitted.
        """
        over = self.outcome()
        if over:
            return
        if self.game.phase == "over":
            yield NEXT
        for word in sorted(self._forms):
            if self.game.is_due(word):
                for values in notation.combinations(self._forms[word], self._deck, self.seats):
                    move = notation.move_of(word, values)
                    if self.game.why_not(move) is None:
                        yield move
        yield ABANDON

    # Playing

    def push(self, move: "Words") -> None:
        """Make a move that may be made."""
        if move == ABANDON:
            self.is_abandoned = True
        elif move == NEXT:
            self._before = (self.game, self.sums)
            self.sums = self.match_scores()
            self.number += 1
            self.game = self._new_game()
        else:
            self.game.push(move)

    def pop(self) -> None:
        """Take the last move back; the step to this game only where it has made none."""
        if self.is_abandoned and not self._was_abandoned:
            self.is_abandoned = False
        elif self.game.past:
            self.game.pop()
        else:
            if not self._before:
                raise IndexError
            self.game, self.sums = self._before
            self._before = None
            self.number -= 1

    # Texts

    def parse_move(self, text: str, names: tuple[str, ...] = SEAT_LETTERS) -> "Words":
        """Return the move of this text.

        Raises: MalformedText (unknown-command and those of the values), Refused (unknown-name).
        """
        return notation.parse_move(self._forms, text, names)

    def move_text(self, move: "Words", names: tuple[str, ...] = SEAT_LETTERS) -> str:
        """Return a move's text; the inverse of `parse_move`."""
        return notation.move_text(self._forms, move, names)

    def position(self) -> str:
        """Return the state as words, see `position`."""
        match = (self.number, self.sums, self.is_abandoned)
        return fields_text(MATCH + self.game.FIELDS, match + self.game.state())

    @classmethod
    def from_position(cls, text: str, options: dict[str, str] | None = None) -> "Drehwurm":
        """Return the match that stands at this position, its history beginning here.

        Raises: MalformedText (bad-option, bad-position, bad-worm, bad-number).

        >>> match = Drehwurm({"mode": "full"}, 3).after("start y3 b7 j", "lay b4 1")
        >>> Drehwurm.from_position(match.position(), {"mode": "full"}) == match
        True
        """
        sums = [word for word in text.split(" ") if word[:5] == "sums="]
        seats = len(sums[0].split(",")) if sums else 0
        if not SEATS[0] <= seats <= SEATS[1]:
            raise MalformedText("bad-position", text, "sums=N,N,N[,N,N,N] ...")
        match = cls(options, seats)
        values = parse_fields(MATCH + match.game.FIELDS, text, seats)
        number, scores = values["number"], values["sums"]
        assert isinstance(number, int) and isinstance(scores, tuple)
        match.number, match.sums = number, scores
        match.is_abandoned = match._was_abandoned = bool(values["abandoned"])
        match.game.take_state(values)
        if not 1 <= number <= seats or None in scores or not can_stand(match.game):
            raise MalformedText("bad-position", text, form_of(MATCH + match.game.FIELDS))
        return match

    # For the table

    def set_state(self, key: str, *values: int | str) -> None:
        """Change the state of the game that is played by hand.

        Raises: Refused, MalformedText.  Rule: TA-5.
        """
        self.game.set_state(key, *values)
        # From here on it is the root.
        self.game.past, self._before = [], None

    def copy(self) -> "Drehwurm":
        clone = Drehwurm(self.options, self.seats)
        clone.number, clone.sums = self.number, self.sums
        clone.is_abandoned, clone._was_abandoned = self.is_abandoned, self._was_abandoned
        clone.game = self.game.copy()
        if self._before:
            clone._before = (self._before[0].copy(), self._before[1])
        return clone


GAME = Drehwurm
