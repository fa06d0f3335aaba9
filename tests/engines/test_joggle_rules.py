"""Disputed cases of Joggle, each set up by hand."""

import pytest
from schiri_engines.joggle.game import Joggle
from schiri_engines.refusals import Outcome

from tests.engines import plain_joggle as plain
from tests.engines.joggle_differential import reason

# No two marbles of a colour are above each other on two of these ranks: they form no figure.
SPREAD = {
    "w": [file + rank for rank in "8642" for file in "hfdb"] + ["a8", "c8", "e8", "g8"],
    "b": [file + rank for rank in "7531" for file in "geca"] + ["b7", "d7", "f7", "h7"],
}
MOSTLY_YELLOW = "/".join(["RYYYYYYY"] + ["YYYYYYYY"] * 7)


def laid(white: str, black: str, tail: str = "w J 32", **options: str) -> Joggle:
    """Return a game with these marbles, and with the others where they form no figure."""
    board = dict.fromkeys(white.split(), "w") | dict.fromkeys(black.split(), "b")
    marbles = min(int(tail.split()[2]), 32)
    for colour, number in (("w", (marbles + 1) // 2), ("b", marbles // 2)):
        taken = [cell for cell in plain.CELLS if cell in board]
        cells = [cell for cell in SPREAD[colour] if not is_near(cell, taken)]
        cells += [cell for cell in SPREAD[colour] if cell not in taken]
        lie = [cell for cell, letter in board.items() if letter == colour]
        more = list(dict.fromkeys(cells))[: number - len(lie)]
        board |= dict.fromkeys(more, colour)
    rows = plain.write_rows(plain.empty() | board)
    game: Joggle = Joggle.from_position(f"{rows} {tail}", {**options})
    return game


def is_near(cell: str, cells: list[str]) -> bool:
    return any(abs(ord(cell[0]) - ord(c[0])) < 2 > abs(int(cell[1]) - int(c[1])) for c in cells)


def why(game: Joggle, text: str) -> plain.Why | None:
    return reason(game.why_not(game.parse_move(text)))


def play(game: Joggle, *texts: str) -> Joggle:
    for text in texts:
        for move in game.parse_moves(text):
            assert game.why_not(move) is None, text
            game.push(move)
    return game


SQUARE = ("a1", "a2", "b1", "b2")

# Figures that count


def test_in_6er_joggle_a_swap_may_complete_a_square() -> None:
    marbles = ("a1 a2 b1 f8", "b2 d5")
    assert why(laid(*marbles, goal="2S"), "f8xb2") == ("JO-9", SQUARE)
    assert why(laid(*marbles, goal="1R"), "f8xb2") is None
    assert why(laid(*marbles, goal="1R1S"), "f8xb2") == ("JO-9", SQUARE)


def test_in_joggle_4x4_a_swap_may_take_a_marble_out_of_what_is_no_square() -> None:
    marbles = ("a1 a2 b1 b2 c1 c2", "d5 e5")
    assert why(laid(*marbles, goal="2S"), "c1xd5") == ("JO-10", ("b1", "b2", "c1", "c2"))
    # For rectangles it is the whole block; six marbles are already the goal of 6er Joggle.
    six = ("a1", "a2", "b1", "b2", "c1", "c2")
    assert why(laid(*marbles, goal="2R"), "c1xd5") == ("JO-10", six)
    assert laid(*marbles, goal="1R").outcome() == Outcome((0,), "JO-7")


def test_a_marble_in_two_figures_lights_both() -> None:
    game = laid("a1 a2 b1 b2 c1 c2", "d5 e5", goal="2S")
    assert why(game, "b1xd5") == ("JO-10", ("a1", "a2", "b1", "b2", "c1", "c2"))
    assert why(game, "a1xd5") == ("JO-10", SQUARE)


def test_a_figure_inside_a_larger_shape_is_completed_all_the_same() -> None:
    game = laid("a1 a2 b1 b2 c1 f8", "c2 d5", goal="2S")
    assert why(game, "f8xc2") == ("JO-9", ("b1", "b2", "c1", "c2"))
    # One swap completes two squares at once, with the marble between them.
    game = laid("a1 a2 b1 c1 c2 f8", "b2 d5", goal="3S")
    assert why(game, "f8xb2") == ("JO-9", ("a1", "a2", "b1", "b2", "c1", "c2"))


def test_squares_that_overlap_are_no_two_squares() -> None:
    game = laid("a1 a2 b1 b2 c1 f8", "h1 e5", "w J 32", goal="2S")
    assert play(game, "f8-c2").outcome() is None
    game = laid("a1 a2 b1 b2 c1 c2 d1 f8", "h1 e5", "w J 32", goal="2S")
    assert play(game, "f8-d2").outcome() == Outcome((0,), "JO-7")
    assert {game.cell_text(cell) for cell in game.winning_cells()} == {
        file + rank for file in "abcd" for rank in "12"
    }


# Swaps of neighbouring marbles


def test_a_swap_of_neighbours_completes_nothing_with_the_marble_it_gives() -> None:
    # The marble that leaves a2 would be the fourth.
    assert why(laid("a1 a2 b1 f8", "b2 e5", goal="2S"), "a2xb2") is None
    # From c2, the fourth marble is another one.
    assert why(laid("a1 a2 b1 c2", "b2 e5", goal="2S"), "c2xb2") == ("JO-9", SQUARE)


def test_a_swap_of_neighbours_may_complete_the_others_figure() -> None:
    game = laid("c2 f8", "b2 c1 d1 d2 e5", goal="2S")
    assert why(game, "c2xb2") == ("JO-9", ("c1", "c2", "d1", "d2"))
    agreed = laid("c2 f8", "b2 c1 d1 d2 e5", goal="2S", **{"swap-may-complete-opponent": "on"})
    assert why(agreed, "c2xb2") is None
    # Without its fourth marble it is no figure.
    assert why(game, "c2xd2") is None


def test_a_player_who_gets_the_goal_by_a_swap_wins() -> None:
    options = {"goal": "1R", "swap-may-complete-opponent": "on"}
    game = laid("c2 f8", "a1 a2 b1 b2 c1 e5", **options)
    assert play(game, "c2xe5").outcome() == Outcome((1,), "JO-7")
    game.pop()
    assert (game.outcome(), game.position().split()[1:3]) == (None, ["w", "J"])


# Ordinary moves


def test_a_marble_leaves_a_finished_square_and_comes_back() -> None:
    game = laid("a1 a2 b1 b2", "e5", goal="2S")
    assert why(game, "b2xe5") == ("JO-10", SQUARE)
    before = game.position()
    play(game, "b2-h7", "J:e5-e6", "J")
    # While it is away, no other marble may take its place by a swap, and the rest is not protected.
    assert why(game, "b1xe6") is None
    play(game, "h7-b2")
    assert game.outcome() is None and game.position().split("/")[-1].startswith("ww")
    play(game, "J:e6-e5")
    assert game.position().split()[0] == before.split()[0]
    assert why(play(game, "J"), "b2xe5") == ("JO-10", SQUARE)


def test_a_marble_does_not_stay_where_it_is() -> None:
    assert why(laid("a1", "e5"), "a1-a1") == ("JO-4", ("a1",))
    assert why(laid("a1", "e5"), "a1xa1") == ("JO-8", ("a1",))


# Extreme, and the last placement


def test_the_last_placement_may_win() -> None:
    game = laid("a1 a2 b1 b2 c1", "e5", "b J 31", goal="1R", start="w")
    play(game, "h1")
    assert game.all_placed() and game.outcome() is None
    game = laid("h7", "a1 a2 b1 b2 c1 e5", "b J 31", goal="1R")
    assert play(game, "c2").outcome() == Outcome((1,), "JO-7")


@pytest.mark.parametrize("turns", [29, 31])
def test_in_extreme_no_placement_completes_a_figure_not_even_the_last(turns: int) -> None:
    marbles = ("h7", "a1 a2 b1 b2 c1 e5")
    game = laid(*marbles, f"b J {turns}", goal="1R", extreme="on")
    six = ("a1", "a2", "b1", "b2", "c1", "c2")
    assert why(game, "c2") == ("JO-11", six)
    assert why(laid(*marbles, f"b J {turns}", goal="1R"), "c2") is None
    # A square is no figure of this goal, but it is one of another goal.
    marbles = ("h7", "a1 a2 b1 e5")
    assert why(laid(*marbles, f"b J {turns}", goal="1R", extreme="on"), "b2") is None
    game = laid(*marbles, f"b J {turns}", goal="1R2S", extreme="on")
    assert why(game, "b2") == ("JO-11", SQUARE)


def test_in_extreme_moves_complete_figures_once_all_lie() -> None:
    game = laid("a1 a2 b1 b2 c1 f8", "e5", goal="1R", extreme="on")
    assert play(game, "f8-c2").outcome() == Outcome((0,), "JO-7")


def test_in_extreme_a_colour_with_barred_fields_only_is_rolled_again() -> None:
    board = "/".join(["Y" * 8] * 6 + ["YRYYYYYY", "Y" * 8])
    game = laid("h7", "a1 a2 b1 e5", "b - 31", goal="2S", extreme="on", board=board)
    play(game, "R")
    assert (game.phase, game.turn, game.roll_had_no_field()) == ("roll", 1, True)
    game = laid("h7", "a1 a2 b1 e5", "b R 31", goal="2S", extreme="on", board=board)
    assert (game.phase, game.legal_moves(), why(game, "b2")) == ("move", [], ("JO-5", ()))
    # For the other goals no field is barred.
    assert why(laid("h7", "a1 a2 b1 e5", "b R 31", goal="1R", board=board), "b2") is None


# Seats without marbles


def test_a_side_that_is_out_is_skipped_until_all_marbles_lie() -> None:
    game = Joggle({"no-field": "pass", "board": MOSTLY_YELLOW, "goal": "4S"})
    cells = iter([cell for cell in SPREAD["w"] + SPREAD["b"] if cell != "a8"])
    play(game, "R:a8", "R")
    # Black finds no free red field, and white runs out of marbles first.
    while game.left()[0]:
        play(game, "Y:" + next(cells))
        assert game.position().split()[1] == "b"
        if game.left()[0]:
            play(game, "R")
    assert (game.left(), game.turn, game.skipped()) == ([0, 16], 1, [])
    turns = int(game.position().split()[3])
    play(game, "Y:" + next(cells))
    # White's turn passed without a roll, and counts.
    assert (game.turn, game.skipped(), game.position().split()[3]) == (1, [0], str(turns + 2))
    play(game, "R")
    assert (game.turn, game.skipped(), game.roll_had_no_field()) == (1, [0], True)
    while game.left()[1] > 1:
        play(game, "Y:" + next(cells))
    play(game, "Y:" + next(cells))
    assert (game.all_placed(), game.turn, game.skipped()) == (True, 0, [])
    assert play(game, "J").phase == "move"


def test_a_game_that_is_over_skips_nobody() -> None:
    lie = dict.fromkeys(["a1", "a2", "b1", "b2", "c1"], "b")
    lie |= dict.fromkeys([file + rank for file in plain.FILES for rank in "86"], "w")
    rows = plain.write_rows(plain.empty() | lie)
    game = Joggle.from_position(f"{rows} b Y 33", {"no-field": "pass", "board": MOSTLY_YELLOW})
    assert game.left() == [0, 11]
    play(game, "c2")
    assert (game.outcome(), game.skipped()) == (Outcome((1,), "JO-7"), [])
    assert game.position().split()[1:] == ["-", "-", "34"]


# Two goals at once


@pytest.mark.parametrize(("side", "winner"), [("w", 1), ("b", 0)])
def test_where_both_have_the_goal_the_one_who_moved_last_has_won(side: str, winner: int) -> None:
    turns = 32 if side == "w" else 33
    game = laid("a1 a2 b1 b2 c1 c2", "f7 f8 g7 g8 h7 h8", f"{side} - {turns}", goal="1R")
    assert game.outcome() == Outcome((winner,), "JO-7")
    assert game.colours == "wb"


def test_four_seats_play_as_two_teams() -> None:
    game = Joggle({"teams": "on", "goal": "1R"})
    cells = ["a1", "h8", "a2", "h7", "b1", "g8", "b2", "g7", "c1", "f8"]
    seats = []
    for cell in cells:
        seats.append(game.turn)
        play(game, "J:" + cell)
    assert seats == [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]
    assert game.left() == [5, 5, 6, 6]
    assert play(game, "J:c2").outcome() == Outcome((0, 2), "JO-7")
    assert (game.opponents(0), game.opponents(3)) == ((1, 3), (0, 2))
