"""On the way from mode to mode: what one leaves behind does not come back in the next."""

from schiri_device.app.device import Device
from schiri_device.app.table import Menu
from schiri_device.builds import Build
from schiri_device.lights.language import CAUSE, PUT, SCORE, TAKE, TURN_DARK
from schiri_device.pc.requests import handle_request

from tests.firmware.world import CURSOR, KEYS5


class PressedDevice:
    """A device whose buttons are pressed, a step apart."""

    def __init__(self, build: Build) -> None:
        self.device = Device(build, bytearray(b"\xff" * 4096), bytes, ("test", "0"), 0)
        self.now_ms = 0

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self.now_ms += 100
            self.device.press(self.now_ms, button)
            self.device.step(self.now_ms, (), b"", 0)

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
    device.device.press(device.now_ms, "c3")
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
