"""A corrected position of Joggle: players have changed the marbles.

Decides about what no light shows: the roll, the turns, and the marbles that partners have left.
"""

from schiri_engines.grid import rows_text
from schiri_engines.joggle.movegen import can_be_played

TYPE_CHECKING = False
if TYPE_CHECKING:
    from schiri_engines.joggle.game import Joggle

SIZE = 8
# All marbles, and those of one colour.
MARBLES, EACH_COLOUR = 32, 16


def position_with(game: "Joggle", letters: str, side: str) -> str:
    """Return the position of a game with these marbles: turns and supplies follow from them.

    A roll stays if a field of it can still be used.
    Raises: MalformedText (as `set_state` of the rules).
    """
    words = game.board_text().split(" ")
    words[:2] = rows_text(letters, SIZE), side
    words[3] = str(_turns_with(game, int(words[3]), letters))
    if len(words) > 4:
        left = [int(word) for word in words[4].split(",")]
        _share(left, [EACH_COLOUR - letters.count(colour) for colour in game.colours[:2]])
        words[4] = ",".join([str(count) for count in left])
    if game.roll:
        clone = game.copy()
        clone.set_state("position", " ".join(words))
        if clone.roll and not can_be_played(clone, clone.roll):
            words[2] = "-"
    return " ".join(words)


def _turns_with(game: "Joggle", turns: int, letters: str) -> int:
    """Return the turns of a game with these marbles: one more for each marble more."""
    before = game.cells()
    lying = len(letters) - letters.count(".")
    turns += lying - len(before) + before.count(".")
    # While every turn places a marble, turns and marbles are equal.
    is_complete = EACH_COLOUR in (letters.count("b"), letters.count("w"))
    return lying if lying < MARBLES and not is_complete and not game.passes else turns


def _share(left: list[int], due: list[int]) -> None:
    """Split a team's remaining marbles between its two seats.

    The seat with more left gives, the one with fewer gets; of equal ones the first gives, because
    it places first.
    """
    for team in range(2):
        first, second = team, team + 2
        missing = due[team] - left[first] - left[second]
        while missing:
            step = 1 if missing > 0 else -1
            is_first = left[first] >= left[second] if step < 0 else left[first] < left[second]
            left[first if is_first else second] += step
            missing -= step
