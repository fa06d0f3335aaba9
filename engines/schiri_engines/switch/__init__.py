"""Switch, by Hartmut Kommerell: two players, twelve stones each, one free field.

Decides SW-1 to SW-10: `board_games.stones` what a set of stones is and what may be moved,
`board_games.free_setup` how it may start, `board_games.switch` turns and ends; here is what only a
PC needs of it, a device never.
"""

from ..board_games import stones, switch
from ..board_games.free_setup import FreeSetup
from ..history import History
from ..options import chosen_options
from ..refusals import Outcome

# The free set-up refuses as well: a PC knows all codes before it is asked for one.
__all__ = ["FreeSetup", "Switch"]


class Switch(switch.Switch):
    """One game of Switch, with all that a PC asks it.

    >>> game = Switch({"layout": "1"})
    >>> game.position()
    'bwbwb/wbwbw/bw.wb/wbwbw/bwbwb b'
    >>> game.why_not(game.parse_move("a1xb2"))
    Refusal('swap-same-colour', 'SW-5', (6,))
    """

    # perft does not count repetition.
    PERFT_OPTIONS = {"repetition": "off"}
    IN_SCRIPT: dict = {}
    QUESTIONS = ()

    @property
    def counter(self) -> bool:
        """Whether the move that is due is a counter (SW-7)."""
        return self._playing and self._is_counter_due() and not self.outcome()

    @staticmethod
    def parse_moves(text: str) -> list:
        """Return the moves that a text names: here always one.

        Raises: MalformedText (bad-move, bad-cell).

        >>> len(Switch.parse_moves("a1-c3"))
        1
        """
        return [stones.parse_move(text)]

    def plies(self):
        """Return an iterator over what counts as one ply each: every legal move."""
        return iter(self.legal_moves())

    @classmethod
    def from_position(cls, text: str, options: dict | None = None):
        """Return the game that stands at this position, its history beginning here.

        Raises: MalformedText (bad-option, bad-position, bad-count and those of `parse_rows`),
        Refused (layout-connected, where a layout is named as well).

        >>> Switch.from_position("bwbwb/wbwbw/bw.wb/wbwbw/bwbwb w").turn
        1
        """
        chosen = chosen_options(cls.OPTIONS, options or {})
        if chosen["layout"] != "free":
            stones.letters_of_layout(chosen["layout"])  # no layout is an error all the same
        letters, side = stones.parse_position(text)
        stones.check_counts(letters)
        game = cls({"repetition": chosen["repetition"]})
        to_move = "b" if side == "-" else side
        game._begin(letters, to_move, 0 if to_move == chosen["start"] else 1)
        if side == "-":
            game._playing, game._closed = False, Outcome((), "TA-2")
        return game

    def copy(self):
        """Return an independent game in the same state, history included."""
        clone = self.fork()
        clone._closed, clone._playing = self._closed, self._playing
        if hasattr(self, "_setup"):
            clone._setup = self._setup.fork()
            clone._setup._past = History(self._setup._past)
        if self.colours:
            clone._first = self._first
            clone._stack, clone._seen = History(self._stack), History(self._seen)
            clone._counter, clone._countered = self._counter, self._countered
        return clone


GAME = Switch
