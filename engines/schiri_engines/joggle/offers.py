"""What a device offers of Joggle: its goals as pictures, its options, and how the dice fell.

Decides nothing about what is legal.
"""

from .fields import DEFAULT, SIZE, parse_board

STARTS = tuple([{"goal": goal} for goal in ("1R", "4S", "2S", "3S", "1R1S", "1R2S", "2R", "2R1S")])
CHOICES = ("extreme", "no-field", "swap-may-complete-opponent", "teams")
STAND_IN = parse_board(DEFAULT)

# The lowest left field of each figure in a picture, and how far each kind reaches.
CORNERS = ((0, 5), (4, 5), (0, 1), (4, 1))
REACH = {"R": (3, 2), "S": (2, 2)}


def sample(start: dict) -> str:
    """Return a picture of a goal, to choose from: its figures, one in each quarter of the board.

    >>> sample({"goal": "1R1S"}).count("w")
    10
    """
    goal = start["goal"]
    letters = ["."] * (SIZE * SIZE)
    kinds = "".join([goal[at + 1] * int(goal[at]) for at in range(0, len(goal), 2)])
    for number in range(len(kinds)):
        file, rank = CORNERS[number]
        wide, high = REACH[kinds[number]]
        for cell in range(wide * high):
            letters[SIZE * (rank + cell // wide) + file + cell % wide] = "w"
    return "".join(letters)
