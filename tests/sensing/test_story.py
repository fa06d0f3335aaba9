"""What stones tell: each way to move them is stated by itself, with the times of a hand."""

import pytest
from schiri_device.sensing import DARK, EMPTY, UNSURE
from schiri_device.sensing.story import LET_GO_MS, LETTERS, TURN_MS, Stories
from schiri_device.ticks import PERIOD, later
from schiri_engines.grid import parse_cell
from schiri_engines.switch.game import Switch

SOON, LATE = LET_GO_MS + 50, TURN_MS + 50


class Board:
    """Stones on a board, and the game that their stories make.

    Shape: ``made`` are the texts of the moves, ``codes`` those of the refusals.
    """

    def __init__(self, position: str = "", now_ms: int = 0) -> None:
        self.game = Switch.from_position(position) if position else Switch()
        self.now_ms = now_ms
        self.made: list[str] = []
        self.codes: list[str] = []
        self.undone = 0
        self.stories = Stories(self.game)
        self.stones = bytearray(map(LETTERS.index, self.game.cells()))
        for cell, reading in enumerate(self.stones):
            self.stories.feel(now_ms, cell, reading)
        self.stories.restart(now_ms)
        self.wait(LATE)

    def wait(self, ms: int) -> None:
        for _ in range(ms // 50):
            self.now_ms = later(self.now_ms, 50)
            if self.stories.is_due(self.now_ms):
                self.stories.tell()
                self.follow()

    def follow(self) -> None:
        stories = self.stories
        for move in stories.made:
            self.made.append(self.game.move_text(move))
            self.game.push(move)
        if stories.refusal:
            self.codes.append(stories.refusal.code)
        if stories.is_undone:
            self.undone += 1
            self.game.pop()
            stories.restart(self.now_ms)

    def feel(self, name: str, reading: int) -> None:
        cell = parse_cell(name, 5)
        self.stones[cell] = reading
        self.stories.feel(self.now_ms, cell, reading)

    def carry(self, *names: str, wait_ms: int = SOON) -> None:
        """Carry stones from field to field, ``a1-c3`` each."""
        for source, target in (name.split("-") for name in names):
            reading = self.stones[parse_cell(source, 5)]
            self.feel(source, EMPTY)
            self.wait(100)
            self.feel(target, reading)
            self.wait(wait_ms)

    def exchange(self, one: str, other: str) -> None:
        first, second = self.stones[parse_cell(one, 5)], self.stones[parse_cell(other, 5)]
        self.feel(one, EMPTY)
        self.feel(other, EMPTY)
        self.wait(100)
        self.feel(one, second)
        self.feel(other, first)

    def white(self) -> None:
        if self.stories.confirm():
            self.follow()

    def black(self) -> None:
        if self.stories.deny():
            self.follow()


# Layout 1: b w b w b / w b w b w / b w . w b and so on; a1 dark, c3 free, dark to move.  a1 can be
# exchanged with b1.
PARKED_BY_OWN = ("a1-c3", "b1-a1", "c3-b1")
PARKED_BY_OTHER = ("b1-c3", "a1-b1", "c3-a1")


def test_a_stone_parked_for_a_swap_is_no_move_until_another_one_says_so() -> None:
    board = Board()
    board.carry("a1-c3")
    board.wait(60_000)
    assert (board.made, board.codes, board.stories.shown) == ([], [], (0, 12))
    board.white()
    assert board.made == ["a1-c3"]


@pytest.mark.parametrize("ways", [PARKED_BY_OWN, PARKED_BY_OTHER])
def test_a_swap_over_the_free_field_is_one_move(ways: tuple[str, ...]) -> None:
    board = Board()
    board.carry(*ways)
    assert (board.made, board.codes) == (["a1xb1"], [])


def test_a_swap_that_two_players_could_have_made_in_three_moves_is_asked_about() -> None:
    for answer, made in (("white", ["a1xb1"]), ("black", ["a1-c3", "b1-a1", "c3-b1"])):
        board = Board()
        board.carry(*PARKED_BY_OWN, wait_ms=LATE)
        assert not board.made and board.stories.is_asking and board.stories.shown == (0, 1)
        getattr(board, answer)()
        if answer == "black":
            board.white()
        assert board.made == made and not board.stories.is_asking


def test_the_next_move_tells_what_the_one_before_was() -> None:
    board = Board()
    board.carry("a1-c3", wait_ms=LATE)
    # No exchange of a1 begins so.
    board.carry("b3-a1", wait_ms=LATE)
    assert board.made == ["a1-c3"]
    board.white()
    assert board.made == ["a1-c3", "b3-a1"]


def test_two_hands_may_be_at_the_board_at_one_time() -> None:
    board = Board()
    board.feel("a1", EMPTY)
    board.wait(100)
    # The other player has a stone in the hand before this one lies.
    board.feel("b3", EMPTY)
    board.wait(100)
    board.feel("c3", LETTERS.index("b"))
    board.wait(100)
    board.feel("a1", LETTERS.index("w"))
    board.wait(LATE)
    board.white()
    assert board.made == ["a1-c3", "b3-a1"] and not board.codes


def test_a_stone_that_is_put_back_is_no_move_also_after_another_was_touched() -> None:
    board = Board()
    board.carry("e5-e5", "a1-a1", "a1-c3", "c3-a1")
    board.wait(60_000)
    assert not board.made and not board.codes and not board.stories.shown


def test_nothing_is_made_of_a_field_that_is_not_sure() -> None:
    board = Board()
    board.feel("a1", EMPTY)
    board.feel("b1", EMPTY)
    board.wait(100)
    board.feel("a1", LETTERS.index("w"))
    board.feel("b1", UNSURE)
    board.wait(60_000)
    board.white()
    assert not board.made
    board.feel("b1", LETTERS.index("b"))
    board.wait(SOON)
    assert board.made == ["a1xb1"]


def test_a_swept_board_is_put_right_or_white_says_that_it_is_a_move() -> None:
    cells = ("a1", "b1", "c1", "d1", "e1")
    for is_right in (True, False):
        board = Board()
        before = {name: board.stones[parse_cell(name, 5)] for name in cells}
        for name in cells:
            board.feel(name, EMPTY)
        if not is_right:
            # By chance they lie as after a swap.
            before["a1"], before["b1"] = before["b1"], before["a1"]
        for name in cells:
            board.wait(100)
            board.feel(name, before[name])
        board.wait(60_000)
        assert not board.made and not board.codes
        board.white()
        assert board.made == ([] if is_right else ["a1xb1"])


def test_two_stones_that_may_not_be_exchanged_are_named_until_they_are_put_back() -> None:
    for one, other, code in (("a1", "c2", "swap-no-line"), ("c1", "c2", "swap-no-majority")):
        board = Board()
        board.exchange(one, other)
        board.wait(60_000)
        assert (board.made, board.codes, board.stories.shown) == ([], [code], ())
        board.white()
        board.exchange(one, other)
        board.wait(LATE)
        assert (board.made, board.codes) == ([], [code])


def test_a_stone_of_the_other_that_may_not_be_parked_is_named() -> None:
    # c2 can be exchanged with none.
    board = Board()
    board.carry("c2-c3", wait_ms=LATE)
    assert board.codes == ["move-not-yours"]
    board.carry("c3-c2", "a1-c3")
    board.white()
    assert board.made == ["a1-c3"] and board.codes == ["move-not-yours"]


def test_a_last_move_that_is_put_back_is_undone() -> None:
    board = Board()
    board.carry("a1-c3")
    board.white()
    board.wait(LATE)
    board.carry("c3-a1")
    assert board.undone == 1 and board.game.position() == Switch().position()


def test_ticks_may_wrap_in_a_move() -> None:
    board = Board(now_ms=PERIOD - LATE - 200)
    board.carry(*PARKED_BY_OWN)
    assert board.made == ["a1xb1"]


def test_a_move_that_gives_the_game_away_waits_for_white() -> None:
    # Light is connected if dark exchanges b3 and e3.
    for is_careful in (True, False):
        board = Board("bbwbb/wwwb./bbbbw/bwwww/bbwww b")
        board.stories.is_careful = is_careful
        board.exchange("b3", "e3")
        board.wait(LATE)
        assert board.codes == ["connects-opponent"] * is_careful
        assert bool(board.made) != is_careful
        board.white()
        assert board.made == ["b3xe3"]


def test_only_the_move_of_the_device_is_made_while_it_plays() -> None:
    board = Board()
    board.stories.only = board.game.parse_move("a1xb1")
    board.exchange("c1", "b1")
    board.wait(LATE)
    assert not board.made and board.codes == ["stones-differ"]
    board.exchange("c1", "b1")
    board.exchange("a1", "b1")
    board.wait(LATE)
    assert board.made == ["a1xb1"]


def test_an_answer_that_comes_too_early_waits_for_the_move_after_it() -> None:
    board = Board()
    board.exchange("a1", "b1")
    board.wait(SOON)
    assert board.made == ["a1xb1"]
    # Nobody is so quick; but the next move, in its time, says that this one was.
    board.exchange("a2", "b2")
    board.wait(LATE)
    assert board.made == ["a1xb1"] and board.stories.shown == (5, 6)
    board.exchange("a5", "b5")
    board.wait(SOON)
    assert board.made == ["a1xb1", "a2xb2", "a5xb5"]


def test_the_next_players_fault_does_not_tell_what_the_move_before_was() -> None:
    board = Board()
    board.carry(*PARKED_BY_OWN, wait_ms=LATE)
    assert board.stories.is_asking
    # Light exchanges two that have no line in common: that excludes no story of dark's.
    board.exchange("b3", "c2")
    board.wait(LATE)
    board.exchange("b3", "c2")
    board.wait(LATE)
    assert not board.made and board.stories.is_asking
    board.white()
    assert board.made == ["a1xb1"]


def test_three_stones_in_the_air_are_a_hand_and_four_are_a_sleeve() -> None:
    for cells, made in ((("a1", "b1", "c1"), ["a1xb1"]), (("a1", "b1", "c1", "d1"), [])):
        board = Board()
        for name in cells:
            board.feel(name, EMPTY)
        board.wait(100)
        for name, letter in zip(cells, "wbbw", strict=False):
            board.feel(name, LETTERS.index(letter))
        board.wait(LATE)
        assert board.made == made
        board.white()
        assert board.made == ["a1xb1"]


def test_two_swaps_without_a_rest_between_them_are_told_apart() -> None:
    board = Board()
    board.exchange("a1", "b1")
    board.wait(100)
    board.exchange("a2", "b2")
    board.wait(LATE)
    # Light was very quick, or dark has done both: white says so.
    assert board.made == [] and len(board.stories.shown) == 4
    board.white()
    assert board.made == ["a1xb1", "a2xb2"]


def test_the_lights_are_told_what_is_lifted_and_what_differs() -> None:
    board = Board()
    board.feel("b1", EMPTY)
    assert (board.stories.lifted(), board.stories.differing()) == (1, [1])
    board.feel("a2", EMPTY)
    assert (board.stories.lifted(), board.stories.differing()) == (-1, [1, 5])


def test_stones_are_placed_in_turn_and_the_wrong_ones_are_named() -> None:
    board = Board()
    board.game = Switch({"layout": "free"})
    board.stones = bytearray(25)
    board.stories = Stories(board.game)
    for name, letter in (("a1", "b"), ("b1", "b"), ("c3", "w")):
        board.feel(name, LETTERS.index(letter))
        board.wait(SOON)
    assert board.made == ["place a1 b", "place b1 b", "place c3 w"]
    # Which one of two is whose, nobody needs to know.
    board.feel("d4", DARK)
    board.wait(100)
    board.feel("e5", DARK)
    board.wait(SOON)
    board.white()
    assert len(board.made) == 5


def test_all_stones_that_are_put_back_begin_anew() -> None:
    board = Board()
    board.carry("a3-c3")
    # The same hand goes on, and then puts everything back.
    board.exchange("c1", "d1")
    board.wait(LATE)
    board.exchange("c1", "d1")
    board.carry("c3-a3", wait_ms=LATE)
    assert not board.made
    board.exchange("a1", "b1")
    board.wait(SOON)
    assert board.made == ["a1xb1"]


def test_what_no_story_explains_needs_white_even_if_it_is_legal() -> None:
    board = Board()
    board.carry("a3-c3")
    # The same hand goes on against the rules: a3-c3 is the only story left.
    board.exchange("c1", "d1")
    board.wait(LATE)
    assert board.codes == ["swap-no-majority"]
    # It takes all of it back and makes another move, before it lets go.
    changes = "c1. d1w c1b c3. a3b a1. b1b a1w"
    for name, letter in ((each[:2], each[2]) for each in changes.split()):
        board.feel(name, LETTERS.index(letter))
        board.wait(100)
    board.wait(LATE)
    assert not board.made and board.stories.shown == (0, 1)
    board.white()
    assert board.made == ["a1xb1"]


def test_only_one_move_is_told_at_once_while_the_device_plays_the_other_side() -> None:
    board = Board()
    board.stories.most = 1
    board.carry("a1-c3", "b3-a1", wait_ms=LATE)
    board.white()
    # Nobody but the device says what light does.
    assert board.made == ["a1-c3"]


@pytest.mark.parametrize(
    ("changes", "code", "cells"),
    [
        ("a1=w c2=b", "swap-no-line", (0, 7)),
        ("c1=w c2=b", "swap-no-majority", (2, 7, 17, 22)),
        ("c2=. c3=w", "move-not-yours", (7,)),
        # More than a move: the fields that differ.
        ("a1=w b1=b c1=w d1=b e1=w a2=b", "stones-differ", (0, 1, 2, 3, 4, 5)),
        ("a1=w b1=b e5=w d5=b", "stones-differ", (0, 1, 23, 24)),
        # A stone too many.
        ("c3=b", "stones-differ", (12,)),
        # Nothing is wrong: a swap with one stone parked, one in a hand, one not sure.
        ("a1=. c3=b", "", ()),
        ("a1=. c3=b b1=. a1=w", "", ()),
        ("b1=.", "", ()),
        ("c1=?", "", ()),
    ],
)
def test_each_refusal_has_its_fields(changes: str, code: str, cells: tuple[int, ...]) -> None:
    board = Board()
    for name, letter in (change.split("=") for change in changes.split()):
        board.feel(name, LETTERS.index(letter))
        board.now_ms = later(board.now_ms, 20)
    board.wait(LATE)
    refusal = board.stories.refusal
    assert (refusal.code, refusal.cells) == (code, cells) if refusal else not code
    assert not board.made
    # It is said once, until something changes.
    board.wait(60_000)
    assert board.codes == [code] * bool(code)


def test_a_placement_is_made_or_refused_as_the_rules_say() -> None:
    # Twelve light stones lie, and eleven dark ones; b1 and c1 are free.
    letters = "b..bwbwbwbwwbwbwbwbwbwbww"
    rows = "/".join(letters[at : at + 5] for at in (20, 15, 10, 5, 0))
    for name, letter in (("b1", "b"), ("c1", "b"), ("b1", "w"), ("c1", "w")):
        board = Board()
        game = board.game = Switch({"layout": "free"})
        game.set_state("position", rows + " -")
        board.stories = Stories(game)
        for cell, reading in enumerate(map(LETTERS.index, letters)):
            board.stories.feel(board.now_ms, cell, reading)
        board.stories.restart(board.now_ms)
        board.wait(LATE)
        text = f"place {name} {letter}"
        refusal = game.why_not(game.parse_move(text))
        board.feel(name, LETTERS.index(letter))
        board.wait(SOON)
        assert board.made == [text] * (refusal is None)
        assert board.stories.refusal == refusal
        # A stone that lay there before is no placement.
        board.feel("e5", LETTERS.index("b"))
        board.feel(name, EMPTY)
        board.wait(SOON)
        assert len(board.made) < 2
