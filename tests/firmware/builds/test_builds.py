"""Builds: every pin exists and is used once, and the chain runs through the grid as documented."""

import ast
from importlib.resources import files
from itertools import product

import pytest
from schiri.deploy.drive import BOARDS, BoardKind
from schiri.panels import CARD_CONTROLS
from schiri_device.builds import COLOURED, NAMES, Build, load

from hardware.circuit.pixel_order import pixel_order
from tests.firmware.world import BUILDS, built, wires

# The pins at the edge of each board. The others are used on the board itself.
PICO = {f"GP{number}" for number in (*range(23), 26, 27, 28)}
FEATHER = {
    *("SDA", "SCL", "SCK", "MOSI", "MISO", "RX", "TX"),
    *(f"D{number}" for number in (5, 6, *range(9, 14))),
    *(f"A{number}" for number in range(6)),
}
AT_THE_EDGE = {"pico2": PICO, "pico2w": PICO, "pico": PICO, "feather": FEATHER}
by_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
by_name = pytest.mark.parametrize("build", BUILDS)


def test_each_build_has_controls_for_cards() -> None:
    assert list(CARD_CONTROLS) == list(NAMES)


def stub_of(board: BoardKind) -> ast.Module:
    """Return CircuitPython's published data about a board."""
    stub = files("board_definitions").joinpath(board.id).joinpath("__init__.pyi")
    return ast.parse(stub.read_text())


def pins_on(stub: ast.Module) -> set[str]:
    """Return the pins that CircuitPython knows on a board."""
    return {
        node.target.id
        for node in stub.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        if ast.unparse(node.annotation) == "microcontroller.Pin"
    }


def lines_of(build: Build) -> list[int]:
    groups = [lines for group in build.keys for lines in group[1:]]
    lights = build.tiles[0] if build.tiles else [build.pixel_line]
    selects, measures, _ = build.sensors or ((), (), b"")
    keys = (line for lines in groups for line in lines)
    return [*lights, build.tone_line, *keys, *selects, *measures]


@by_name
@by_board
def test_every_line_of_a_build_is_a_pin_of_its_own(board: BoardKind, build: Build) -> None:
    pins = [board.pins.split()[line] for line in lines_of(build)]
    assert len(set(pins)) == len(pins)


@by_board
def test_a_board_has_these_pins_and_memory_for_the_journal(board: BoardKind) -> None:
    pins = board.pins.split()
    stub, about = stub_of(board), ast.get_docstring(stub_of(board)) or ""
    assert set(pins) <= pins_on(stub) & AT_THE_EDGE[board.name]
    assert f"board_id: {board.id}\n" in about
    assert [size for size in (4096, 8192) if f"NVM size: {size}\n" in about]
    used = ("keypad", "neopixel_write", "nvm", "pwmio", "supervisor", "watchdog")
    assert all(f" {name}," in about for name in used)


def test_the_recommended_board_is_first_and_no_two_share_an_id() -> None:
    assert [board.name for board in BOARDS] == ["pico2", "pico2w", "pico", "feather"]
    assert len({board.id for board in BOARDS}) == len(BOARDS)
    # In the name of a bundle a hyphen is what divides.
    assert all(board.name.isalnum() for board in BOARDS)
    assert [board.name for board in BOARDS if board.is_small] == ["pico"]
    # A bus needs certain pins of a Pico.
    assert BOARDS[0].pins.split()[4:6] == ["GP4", "GP5"]
    assert BOARDS[3].pins.split()[4:6] == ["SDA", "SCL"]


def test_the_builds_have_the_lines_of_their_pages() -> None:
    assert lines_of(built("cursor")) == [0, 13, *range(2, 13)]
    assert lines_of(built("keys5")) == [0, 18, *range(2, 18)]
    assert lines_of(built("pads")) == [5, 4, 13, *range(6, 12)]
    assert lines_of(built("feel5")) == [0, 12, *range(6, 12), *range(2, 6), 20, 21]


@pytest.mark.parametrize("board", [board for board in BOARDS if not board.is_small])
def test_the_measuring_lines_are_pins_that_measure(board: BoardKind) -> None:
    pins = [board.pins.split()[line] for line in (20, 21)]
    # On a Pico these are the three pins of its converter.
    assert set(pins) <= ({"GP26", "GP27", "GP28"} if "pico" in board.id else {"A4", "A5"})
    assert " analogio," in (ast.get_docstring(stub_of(board)) or "")


def test_every_cell_has_a_channel_of_its_own() -> None:
    for build in BUILDS:
        if build.sensors:
            selects, measures, channels = build.sensors
            assert len(set(channels)) == len(channels) == build.size**2
            assert max(channels) < len(measures) << len(selects)


@by_name
def test_every_button_is_scanned_once(build: Build) -> None:
    # Each of its names has a contact.
    assert list(wires(build)) == list(build.buttons)
    assert len(set(wires(build).values())) == len(build.buttons)
    assert build.buttons[-6:] == COLOURED


@by_name
def test_the_chain_visits_every_pixel_once(build: Build) -> None:
    assert sorted(build.order) == list(range(build.size**2))


@by_name
def test_a_board_has_its_place_in_the_grid_of_pixels(build: Build) -> None:
    for size in (5, 8):
        places = build.pixels_of(size)
        if size > build.size:
            assert places == b""
            continue
        pixels = [build.order.index(place) for place in places]
        rows, columns = zip(*[divmod(pixel, build.size) for pixel in pixels])
        assert list(zip(rows, columns)) == list(
            product(range(rows[0], rows[0] + size), range(columns[0], columns[0] + size))
        )


@by_name
def test_the_lights_take_400_of_a_usb_ports_500_ma_at_most(build: Build) -> None:
    assert build.budget_ma <= 400


def test_builds_are_loaded_by_their_names() -> None:
    assert [built(name).name for name in NAMES] == list(NAMES)
    assert load("curser") is None


def picture(size: int, is_serpentine: bool, turns: int, is_mirrored: bool) -> list[list[int]]:
    """Return the places on the chain by their layout on the table, from the top: a plain
    statement.
    """
    rows = [list(range(row * size, (row + 1) * size)) for row in range(size)]
    if is_serpentine:
        rows = [row[::-1] if number % 2 else row for number, row in enumerate(rows)]
    if is_mirrored:
        rows = [row[::-1] for row in rows]
    for _ in range(turns):
        rows = [list(column) for column in zip(*rows[::-1])]
    return rows


@pytest.mark.parametrize("size", [2, 3, 5, 8])
def test_the_pixel_order_is_that_of_the_picture(size: int) -> None:
    for is_serpentine, turns, is_mirrored in product([False, True], range(4), [False, True]):
        rows = picture(size, is_serpentine, turns, is_mirrored)
        # Pixels are numbered like cells: from the bottom left, row by row.
        expected = [place for row in rows[::-1] for place in row]
        assert list(pixel_order(size, is_serpentine, turns, is_mirrored)) == expected


def test_a_turn_is_clockwise() -> None:
    assert picture(2, False, 1, False) == [[2, 0], [3, 1]]


def test_the_order_of_pixels_is_that_of_each_build() -> None:
    assert built("cursor").order == pixel_order(8)
    # In serpentine: row 2 from the top runs back, so that b4 is the 9th and e4 the 6th.
    keys5 = built("keys5")
    assert keys5.order == pixel_order(5, is_serpentine=True)
    place = dict(zip(keys5.buttons, keys5.order))
    assert [place[cell] for cell in ("a5", "e5", "e4", "b4", "a4", "a3")] == [0, 4, 5, 8, 9, 10]
    # One tile after the other, each from its top left.
    pads = built("pads")
    place = dict(zip(pads.buttons, pads.order))
    corners = [place[cell] for cell in ("a8", "d8", "d5", "e8", "h5", "a4", "d1", "e4", "h1")]
    assert corners == [0, 3, 15, 16, 31, 32, 47, 48, 63]
