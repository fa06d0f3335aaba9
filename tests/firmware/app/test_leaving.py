"""On the way from mode to mode: what one leaves behind does not come back in the next."""

from schiri_device.app.device import Device
from schiri_device.app.menu import Menu
from schiri_device.builds import Build
from schiri_device.lights.language import (
    AGAIN_DARK,
    CAUSE,
    LAST,
    NONE,
    PUT,
    SCORE,
    TAKE,
    TURN_DARK,
    TURN_LIGHT,
)
from schiri_device.pc.requests import handle_request
from schiri_device.ticks import Edge
from schiri_engines.refusals import Refusal

from tests.each import each
from tests.firmware.world import CURSOR, KEYS5
from tests.stores import new_store


class PressedDevice:
    """A device whose buttons are pressed, a step apart."""

    def __init__(self, build: Build) -> None:
        self.device = Device(build, new_store(), bytes, ("test", "0"), 0)
        self.now_ms = 0

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self.now_ms += 100
            self.device.press(self.now_ms, self.device.build.key_of(button))
            self.device.step(self.now_ms, (), b"", 0)

    def ask(self, text: str) -> Refusal | None:
        return handle_request(self.device, self.now_ms, text)

    def cells(self) -> str:
        return self.device.match.game.cells()

    def position(self) -> str:
        return str(self.device.match.game.position())

    def marks(self) -> set[int]:
        return {meaning >> 2 for meaning in self.device.screen.painter.scene}


def test_a_stone_picked_before_a_move_from_the_pc_is_let_go() -> None:
    device = PressedDevice(KEYS5)
    device.press("white", "white", "white", "a3")
    assert handle_request(device.device, device.now_ms, "a1-c3") is None
    before = device.position()
    # It was to move to c3, which is not free any more.
    device.press("c3")
    assert device.position() == before


def test_a_stone_picked_before_the_menu_is_let_go() -> None:
    device = PressedDevice(KEYS5)
    device.press("white", "white", "white", "a3", "hold-black", "black")
    before = device.position()
    device.press("c3")
    assert device.position() == before


def test_a_second_game_that_ends_shows_its_end_and_not_the_score() -> None:
    device = PressedDevice(CURSOR)
    device.press("white", "white", "white")
    device.press("hold-black", "white", "white")
    assert device.device.mode_name == "finished"
    device.press("yellow")
    assert SCORE in device.marks()
    device.press("white", "white", "hold-black", "white", "white")
    assert device.device.mode_name == "finished"
    assert SCORE not in device.marks()


def test_whose_turn_it_is_does_not_show_in_the_menu() -> None:
    device = PressedDevice(KEYS5)
    device.press("white", "white", "white")
    assert TURN_DARK in device.marks()
    device.press("hold-black")
    device.now_ms += 60
    device.device.step(device.now_ms, (), b"", 0)
    assert TURN_DARK not in device.marks()


def test_a_press_while_nothing_is_to_be_put_right_goes_on() -> None:
    device = PressedDevice(KEYS5)
    device.press("white", "white", "white", "hold-black", "white", "white")
    assert device.device.mode_name == "finished"
    # Resigning moved no stone, so there is nothing to put right; the next press comes at once.
    device.device.press(device.now_ms, "black")
    assert device.device.mode_name == "put-right"
    device.device.press(device.now_ms, KEYS5.key_of("c3"))
    assert device.device.mode_name == "play"


def test_nobody_resigns_before_the_colours_are_chosen() -> None:
    device = PressedDevice(KEYS5)
    handle_request(device.device, 0, "new switch AB layout=free")
    device.press("white", "hold-black")
    assert device.device.mode_name == "menu"
    menu = device.device.mode
    assert isinstance(menu, Menu)
    for _ in range(len(menu.entries)):
        assert menu.entries[menu.at] != "resign"
        device.press("blue")
    device.press("black", "hold-black", "white", "white")
    assert device.device.match.outcome is None


def test_after_a_no_it_is_told_again_what_to_put_right() -> None:
    device = PressedDevice(KEYS5)
    device.press("white", "white", "white", "a1", "c3", "black")
    assert device.device.mode_name == "put-right"
    assert device.marks() & {PUT, TAKE}
    # There is nothing more to take back.
    device.press("black")
    assert CAUSE in device.marks()
    device.now_ms += 3100
    device.device.step(device.now_ms, (), b"", 0)
    assert CAUSE not in device.marks()
    assert device.marks() & {PUT, TAKE}


def test_the_way_back_from_a_game_that_a_pc_began() -> None:
    device = PressedDevice(KEYS5)
    handle_request(device.device, 0, "new switch AB layout=2")
    assert device.device.mode_name == "lay"
    device.press("black")
    # What it takes to choose another game was let go of as this one began.
    assert device.device.mode_name == "restart"


# While the real board is still to be put right

UNDONE = ("white", "white", "white", "a1", "c3", "black", "white")


def undone() -> PressedDevice:
    """Return a device whose players have one of two stones left to put right."""
    device = PressedDevice(KEYS5)
    device.press(*UNDONE)
    assert (device.device.mode_name, device.device.mode.detail()) == ("put-right", "a1b")
    return device


@each(
    "presses",
    [
        ("hold-black", "black"),
        ("hold-black", "blue", "white", "red"),
        ("hold-black", "blue", "blue", "white", "black"),
        ("hold-black", "blue", "blue", "blue", "white", "red"),
    ],
)
def test_what_is_to_be_put_right_comes_back_behind_the_menu(presses: tuple[str, ...]) -> None:
    device = undone()
    device.press(*presses)
    assert (device.device.mode_name, device.device.mode.detail()) == ("put-right", "a1b")
    device.press("a1")
    assert device.device.mode_name == "play"
    # It is right now, and stays so whatever is played.
    device.press("b1", "a1", "c3", "hold-black", "black")
    assert device.device.mode_name == "play"


def test_what_is_to_be_put_right_comes_back_behind_a_failure() -> None:
    device = undone()
    device.device.fail(device.now_ms, "TypeError")
    device.press("red")
    assert (device.device.mode_name, device.device.mode.detail()) == ("put-right", "a1b")


@each("text", ["dispute was it so?", "set turn B"])
def test_what_a_pc_says_of_the_game_leaves_it_to_be_put_right(text: str) -> None:
    device = undone()
    assert device.ask(text) is None
    assert (device.device.mode_name, device.device.mode.detail()) == ("put-right", "a1b")


def test_whoever_moves_on_a_pc_goes_on_from_how_the_board_stands() -> None:
    device = undone()
    assert device.ask("a1-c3") is None and device.device.mode_name == "play"
    device.press("hold-black", "black")
    assert device.device.mode_name == "play"


def test_once_the_lights_were_corrected_nothing_is_to_be_put_right() -> None:
    device = undone()
    device.press("hold-black", "blue", "blue", "white", "white")
    assert device.device.mode_name == "play"
    device.press("hold-black", "black")
    assert device.device.mode_name == "play"


def test_a_new_game_has_nothing_to_be_put_right() -> None:
    device = undone()
    assert device.ask("new switch AB layout=2") is None
    device.device.fail(device.now_ms, "TypeError")
    device.press("red")
    assert device.device.mode_name == "play"


# Pauses


def test_the_press_that_ends_a_pause_after_minutes_goes_on() -> None:
    device = PressedDevice(KEYS5)
    device.press("white", "white", "white", "hold-black", "blue", "blue", "blue", "white")
    assert device.device.mode_name == "pause"
    level = device.device.screen.painter.brightness
    for _ in range(100):
        device.now_ms += 5000
        device.device.step(device.now_ms, (), b"", 0)
    assert device.device.screen.painter.brightness == level == 0
    device.now_ms += 100
    device.device.step(device.now_ms, (Edge("red", True, device.now_ms),), b"", 0)
    assert device.device.mode_name == "play" and device.device.screen.painter.brightness > 0


def test_a_failure_that_wakes_the_lights_is_seen() -> None:
    device = PressedDevice(KEYS5)
    device.press("white", "white", "white")
    for _ in range(100):
        device.now_ms += 5000
        device.device.step(device.now_ms, (), b"", 0)
    assert device.device.screen.painter.brightness == 0
    device.device.fail(device.now_ms, "TypeError")
    device.now_ms += 100
    device.device.step(device.now_ms, (), b"", 0)
    assert device.device.screen.painter.brightness > 0


# The last move, where no rim tells whose turn it is


@each(
    ("moves", "marks"),
    [
        ("a1-c3", {LAST, TURN_LIGHT}),
        ("a1xa2", {LAST, TURN_LIGHT}),
        ("a1-c3 a2-a1 c3-a2 a1-c3 a2-a1 c3-a2", {LAST, AGAIN_DARK}),
    ],
)
def test_the_last_move_does_not_hide_whose_turn_it_is(moves: str, marks: set[int]) -> None:
    device = PressedDevice(KEYS5)
    device.press("white", "white", "white")
    for move in moves.split():
        device.press(move[:2], move[3:])
    assert device.marks() - {NONE} == marks
    # Nor where the board is shown again.
    device.press("hold-black", "black")
    assert device.marks() - {NONE} == marks


def test_a_rim_leaves_the_last_move_where_it_was() -> None:
    device = PressedDevice(CURSOR)
    device.press("blue", "white")
    device = PressedDevice(CURSOR)
    assert device.ask("new switch AB layout=1") is None
    device.press("white")
    assert device.ask("a1-c3") is None
    scene = device.device.screen.painter.scene
    pixels = device.device.screen.board.pixels
    lit = [cell for cell in range(25) if scene[pixels[cell]] >> 2 == LAST]
    assert lit == [0, 12]
