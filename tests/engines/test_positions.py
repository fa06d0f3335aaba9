"""An accepted position can be played to its end, and only played moves can be undone.

Decides which positions are tried: those of recorded games, most of them with an error.
"""

import random
from itertools import islice
from typing import Any

import pytest
from schiri_engines.drehwurm.game import Drehwurm
from schiri_engines.joggle.game import Joggle
from schiri_engines.refusals import MalformedText, Refused
from schiri_engines.registry import game_class
from schiri_engines.switch.game import Switch
from schiri_engines.table import NEXT
from schiri_engines.zwoggel.game import Zwoggel

from tests.counts import count
from tests.engines.contract import is_leaving, recorded
from tests.engines.switch_games import DRY
from tests.games import GAMES

# Most moves until a game ends. Joggle may not end, because no player here looks for figures.
LONGEST = {"joggle": 100, "zwoggel": 400}
USUAL = 3000
LETTERS = "0123456789bwABCDRGYJ-.,/+|?:rgyj"
VALUES = "- 0 1 2 9 99 -1 A B ? b y A:3 A:3+B:4 AB BA 0,0 3,3 0,0,0 2,2,2 12,12,12 -,-,- 1/2 0/1 "
VALUES += "2/2 start turn shows new race count over place flip"

FIELD = "field=0,0:down;1,0:down;2,0:red turn=A flips=0/2 hand=0 stock=10 penalties=0,0 resigned=-"
ALL_DARK = "b.b.b/.b.b./b.b.b/.b.b./.b.b. - setup=A,A,A"
ALL_LIE = "bwbwb/wbwbw/bw.wb/wbwbw/bwbwb - setup=B,A,A"
EMPTY = "/".join(["." * 8] * 8) + " w - 0 colours=wb turn=A left=16,16"
FAST = (
    "number=1 sums=0,0,0 abandoned=0 phase=race seat=A starter=B adjusted=0,0,0 turner=C "
    "claims=- struck=- played=0,0,0 points=0,0,0 worms=0,0,0 left=-,-,-"
)
FULL = (
    "number=1 sums=0,0,0 abandoned=0 phase=turn seat=C starter=B adjusted=0,0,0 "
    "piles=y5|y3+b4/b7|?/j|? hands=12,11,12 hens=2,2,2 draw=54 eaten=-/-/- turned=1 turner=B "
    "thrown=0 awaited=- eater=-"
)
# A valid position, and invalid replacements of its parts.
WRONG: list[tuple[Any, dict[str, str], str, list[str]]] = [
    (
        Zwoggel,
        {},
        FIELD,
        [
            "penalties=0,0 > penalties=3,3",
            "penalties=0,0 > penalties=3,0",
            "resigned=- > resigned=A",
            "flips=0/2 > flips=2/2",
            "0,0:down;1,0:down;2,0:red turn=A flips=0 > 2,0:red turn=A flips=1",
            "0,0:down;1,0:down;2,0:red turn=A flips=0/2 hand=0 > - turn=A flips=2/2 hand=3",
            "stock=10 > stock=64",
        ],
    ),
    (
        Switch,
        {},
        ALL_DARK,
        [
            "A,A,A > A,A,-",
            "b. - > .. -",
            "b.b.b/.b.b./b.b.b/.b.b./.b.b. > bbbbb/bbbbb/bb.../...../.....",
            f"b.b.b/.b.b./b.b.b/.b.b./.b.b. - setup=A,A,A > {DRY} - setup=A,A,-",
        ],
    ),
    (Switch, {}, ALL_LIE, ["B,A,A > A,A,A", "B,A,A > B,A,-"]),
    (Joggle, {}, EMPTY, ["16,16 > 1,0", "16,16 > 17,15", "w - 0 > b - 0", "=wb > =wbb"]),
    (
        Drehwurm,
        {},
        FAST,
        [
            "claims=- > claims=C:5",
            "claims=- > claims=A:5+A:6",
            "claims=- > claims=-:6",
            "struck=- > struck=A",
            "turner=C > turner=-",
            "played=0,0,0 > played=3,0,0",
            "worms=0,0,0 > worms=90,1,0",
            "worms=0,0,0 > worms=-,0,0",
            "left=-,-,- > left=1,-,-",
            "phase=race > phase=over",
        ],
    ),
    (Drehwurm, {}, FAST.replace("race", "turn"), ["claims=- > claims=A:5", "-,-,- > 1,-,-"]),
    (Drehwurm, {}, FAST.replace("race", "count"), ["-,-,- > 1,2,3", "-,-,- > -1,-,-"]),
    (
        Drehwurm,
        {"mode": "full"},
        FULL,
        [
            "number=1 > number=4",
            "number=1 > number=0",
            "sums=0,0,0 > sums=0,-,0",
            "phase=turn > phase=start",
            "phase=turn > phase=new",
            "phase=turn > phase=shows",
            "piles=y5|y3+b4/b7|?/j|? > piles=-",
            "y5|y3+b4 > -|y3+b4",
            "y5|y3+b4 > y5|-",
            "y5|y3+b4 > ?|y3+b4",
            "y5|y3+b4 > o5|y3+b4",
            "j|? > j5|?",
            "hands=12,11,12 > hands=12,0,12",
            "hands=12,11,12 > hands=12,1,12",
            "hens=2,2,2 > hens=0,0,0",
            "hens=2,2,2 > hens=2,3,2",
            "draw=54 > draw=0",
            "draw=54 > draw=91",
            "turner=B > turner=-",
            "eater=- > eater=y",
            "eater=- > eater=ry",
        ],
    ),
    (
        Drehwurm,
        {"mode": "full"},
        FULL.replace("phase=turn", "phase=new").replace("y5|y3+b4", "-|-").replace("=- e", "=1 e"),
        ["draw=54 > draw=1", "awaited=1 > awaited=2", "awaited=1 > awaited=-", "j|? > ?|?"],
    ),
    (
        Drehwurm,
        {"mode": "full"},
        FULL.replace("phase=turn", "phase=shows").replace("y5|", "?|").replace("=- e", "=1 e"),
        ["awaited=1 > awaited=2", "eater=- > eater=y", "y3+b4 > -"],
    ),
]


@pytest.mark.parametrize(("kind", "options", "position", "changes"), WRONG)
def test_a_position_that_cannot_be_played_on_is_refused(
    kind: Any, options: dict[str, str], position: str, changes: list[str]
) -> None:
    assert kind.from_position(position, options).legal_moves()
    for change in changes:
        old, _, new = change.partition(" > ")
        assert position.count(old) == 1, change
        with pytest.raises((MalformedText, Refused)):
            pytest.fail(repr(kind.from_position(position.replace(old, new), options)) + change)


def changed(text: str, dice: random.Random) -> str:
    """Return a position with another letter in a word, or another value."""
    words = text.split(" ")
    at = dice.randrange(len(words))
    key, is_pair, value = words[at].rpartition("=")
    if is_pair and dice.random() < 0.5:
        value = dice.choice(VALUES.split())
    else:
        letter = dice.randrange(len(value))
        value = value[:letter] + dice.choice(LETTERS) + value[letter + dice.randrange(2) :]
    words[at] = key + is_pair + value
    return " ".join(words)


def check_it_can_be_played(game: Any, dice: random.Random) -> None:
    # A position may have a roll without a field: INTERFACE permits it.
    is_stuck = game.NAME == "joggle" and game.roll and not game.free_cells()
    for _ in range(0 if is_stuck else LONGEST.get(game.NAME, USUAL)):
        assert (game.turn is None) or 0 <= game.turn < game.seats
        moves = list(islice(iter(game.legal_moves()), dice.choice((3, 60))))
        if game.outcome():
            assert (moves, game.phase, game.turn) == ([], "over", None)
            return
        moves = [move for move in moves if not is_leaving(move)]
        assert moves, game
        game.play(dice.choice(moves))
    assert game.NAME == "joggle"


@pytest.mark.parametrize("name", GAMES)
def test_accepted_positions_are_played_to_the_end(name: str) -> None:
    dice, kind = random.Random(name), game_class(name)
    found = [(game.position(), game.options) for game in recorded(name)]
    for at in range(count(120, 4000)):
        position, options = dice.choice(found)
        # A recorded position is accepted, also at the end of a game. A changed one may be refused.
        is_recorded = at % 8 == 0
        try:
            game = kind.from_position(position if is_recorded else changed(position, dice), options)
        except (MalformedText, Refused):
            assert not is_recorded, (position, options)
            continue
        check_it_can_be_played(game, dice)


@pytest.mark.parametrize("name", GAMES)
def test_no_undo_goes_beyond_the_root(name: str) -> None:
    dice = random.Random(name)
    for game in recorded(name)[:: count(80, 1)]:
        alone = type(game).from_position(game.position(), game.options)
        roots = [(alone, 0)]
        moves = [move for move in islice(iter(alone.legal_moves()), 60) if not is_leaving(move)]
        if moves:
            played = alone.copy()
            played.push(dice.choice(moves))
            roots.append((played, 1))
            # A correction by hand makes a new root.
            put = played.copy()
            if put.turn is not None:
                put.set_state("turn", put.turn)
                roots.append((put, 0))
        for root, count_of_moves in roots:
            for _ in range(count_of_moves):
                root.pop()
            before = root.position()
            with pytest.raises(IndexError):
                root.pop()
            assert root.position() == before


def test_a_position_with_too_many_cards_is_refused() -> None:
    game = Zwoggel()
    places = [f"{x},{y}" for x in range(-3, 5) for y in range(-3, 5)]
    for place in places:
        game.set_state("square", place, "down")
    with pytest.raises(MalformedText, match="bad-card"):
        game.set_state("square", "9,9", "down")
    assert Zwoggel.from_position(game.position()) == game
    # Replacing or removing a card makes room.
    game.set_state("square", "0,0", "red")
    game.set_state("square", "1,1", "-")
    game.set_state("square", "9,9", "down")
    assert Zwoggel.from_position(game.position()) == game


def test_the_step_to_the_next_game_is_undone_once() -> None:
    over = FAST.replace("race", "over").replace("-,-,-", "1,2,3")
    match = Drehwurm.from_position(over)
    match.push(NEXT)
    clone = match.copy()
    match.pop()
    with pytest.raises(IndexError):
        match.pop()
    assert match.number == 1 and clone.number == 2
    clone.pop()
    clone.set_state("score", 0, "7")
    assert match.position() == over != clone.position()
