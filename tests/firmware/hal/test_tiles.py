"""Tiles: they match their own library on the bus, and no failure stops a game.

The bus and its chips are plain models, see `busio` in `fakes/` and `seesaw`. Their answers are
right if the library works with them.
"""

import random
from typing import TYPE_CHECKING, Any

import pytest
from schiri_device.ticks import Edge

from hardware.circuit.tiles import ANSWERED, ASKED
from tests.counts import count
from tests.firmware.stage import Stage
from tests.firmware.world import PADS, Here, World, name_of, wires

if TYPE_CHECKING:
    from schiri_device.hal.tiles import Tiles

ADDRESSES = (0x2E, 0x2F, 0x30, 0x31)
WAYS = wires(PADS)
TURN_US = 1000
RISING, FALLING = 3, 2


def made() -> "Tiles":
    """Return the tiles of the world, as the program uses them."""
    from schiri_device.hal.chip import ticks_ms
    from schiri_device.hal.tiles import Tiles

    Here.world.ends_ms = 10**7
    return Tiles(PADS, ticks_ms).scan()


@pytest.fixture
def tiles(world: World) -> "Tiles":
    """The tiles of the world, after their first questions."""
    tiles = made()
    turns(world, tiles, 20)
    return tiles


def theirs() -> Any:
    """Return the same tiles through their library."""
    import board
    import busio
    from adafruit_neotrellis.multitrellis import MultiTrellis
    from adafruit_neotrellis.neotrellis import NeoTrellis

    bus = busio.I2C(board.GP5, board.GP4)
    tiles = [NeoTrellis(bus, addr=address, auto_write=False) for address in ADDRESSES]
    return MultiTrellis([tiles[:2], tiles[2:]])


def turns(world: World, tiles: "Tiles", ms: int) -> list[Edge]:
    """Run the loop for a while; return the edges."""
    edges: list[Edge] = []
    end_us = world.now_us + 1000 * ms
    while world.now_us < end_us:
        edges += tiles.read()
        tiles.show()
        world.spend(TURN_US)
    return edges


def frame(seed: int) -> bytearray:
    """Return a frame of random colours."""
    return bytearray(random.Random(seed).randbytes(3 * 64))


def lit(world: World) -> bytes:
    """Return the bytes of all pixels."""
    return b"".join(tile.lit for tile in world.tiles)


def named(edges: list[Edge]) -> list[tuple[str, bool]]:
    return [(name_of(PADS, edge.key), edge.pressed) for edge in edges]


def tap(world: World, tiles: "Tiles", button: str) -> list[tuple[str, bool]]:
    """Press a button for as long as a person does."""
    world.contacts.add(WAYS[button])
    edges = turns(world, tiles, 40)
    world.contacts.remove(WAYS[button])
    return named(edges + turns(world, tiles, 40))


def test_the_library_shows_the_same_frame(world: World) -> None:
    library, colours = theirs(), frame(1)
    for pixel, place in enumerate(PADS.order):
        green, red, blue = colours[3 * place : 3 * place + 3]
        library.color(pixel % 8, 7 - pixel // 8, (red, green, blue))
    library.show()
    assert lit(world) == colours
    other = World()
    world.tiles = other.tiles
    world.restart()
    tiles = made()
    tiles.submit(colours)
    turns(world, tiles, 20)
    assert lit(world) == colours


def test_the_library_sees_the_same_presses(world: World) -> None:
    library = theirs()
    seen: list[tuple[str, bool]] = []
    for pixel in range(64):
        x, y = pixel % 8, 7 - pixel // 8
        for edge in (RISING, FALLING):
            library.activate_key(x, y, edge)
        library.set_callback(
            x, y, lambda x, y, edge: seen.append(("abcdefgh"[x] + str(8 - y), edge))
        )
    buttons = [PADS.buttons[at] for at in range(0, 64, 5)]
    for button in buttons:
        world.contacts.add(WAYS[button])
        world.spend(20_000)
        library.sync()
        world.contacts.remove(WAYS[button])
        world.spend(20_000)
        library.sync()
    assert seen == [(button, edge) for button in buttons for edge in (RISING, FALLING)]
    world.restart()
    tiles = made()
    turns(world, tiles, 20)
    ours = [edge for button in buttons for edge in tap(world, tiles, button)]
    assert ours == [(button, edge == RISING) for button, edge in seen]


def test_every_pad_is_reported_by_its_buttons_name(world: World, tiles: "Tiles") -> None:
    for button in PADS.buttons:
        assert tap(world, tiles, button) == [(button, True), (button, False)]


def test_presses_before_the_first_light_do_nothing(world: World) -> None:
    made()
    world.restart()
    for way in list(WAYS.values())[:64]:
        world.contacts.add(way)
    tiles = made()
    world.spend(30_000)
    world.contacts.clear()
    world.spend(30_000)
    assert [tile.events for tile in world.tiles if not tile.events] == []
    assert turns(world, tiles, 200) == []
    assert tap(world, tiles, "c3") == [("c3", True), ("c3", False)]


def test_only_what_has_changed_goes_over_the_bus(world: World, tiles: "Tiles") -> None:
    colours = frame(2)
    tiles.submit(colours)
    turns(world, tiles, 20)
    before = len(world.tiles[2].commands)
    # A pixel of the last row of the third tile.
    colours[3 * 47] ^= 1
    tiles.submit(colours)
    turns(world, tiles, 20)
    commands = [data for data in world.tiles[2].commands[before:] if data[0] == 0x0E]
    assert [data[:4] for data in commands] == [b"\x0e\x04\x00\x24", b"\x0e\x05"]
    assert lit(world) == colours
    assert tiles.show() is False, "there is nothing new"


def test_a_scan_takes_the_stated_time(world: World, tiles: "Tiles") -> None:
    """A question has three bytes and an answer five, including the address."""
    world.transfers.clear()
    turns(world, tiles, 400)
    passed = world.transfers
    # As the page says, which counts the address as well.
    assert {count + 1 for _, count in passed} == {ASKED, ANSWERED}
    rounds = len(passed) // 8
    # Not before the chip has its answer ready, in turns of 1 ms each.
    assert 400 / rounds <= 7


@pytest.mark.parametrize("button", ["a1", "e8", "red"])
def test_a_press_is_seen_in_time(world: World, tiles: "Tiles", button: str) -> None:
    """The model's chip scans every 10 ms. After that it takes at most two rounds of questions."""
    latest = 0
    for late_us in range(0, 10_000, 900):
        world.spend(late_us)
        pressed_us = world.now_us
        world.contacts.add(WAYS[button])
        tiles.submit(frame(late_us))
        while not turns(world, tiles, 1):
            pass
        latest = max(latest, world.now_us - pressed_us)
        world.contacts.clear()
        turns(world, tiles, 60)
    assert latest <= 30_000


def test_a_lost_tile_is_reported_once_and_works_again_when_plugged_in(
    world: World, tiles: "Tiles"
) -> None:
    colours = frame(3)
    tiles.submit(colours)
    turns(world, tiles, 30)
    for _ in range(2):
        world.tiles[2].pull()
        with pytest.raises(OSError, match="no answer of tile 3"):
            turns(world, tiles, 1000)
        # Everything else works, and the error is not repeated.
        assert tap(world, tiles, "h8") == [("h8", True), ("h8", False)]
        assert tap(world, tiles, "a1") == []
        colours[0] ^= 1
        colours[3 * 40] ^= 1
        tiles.submit(colours)
        turns(world, tiles, 3000)
        world.tiles[2].plug()
        turns(world, tiles, 2500)
        assert lit(world) == colours
        assert tap(world, tiles, "a1") == [("a1", True), ("a1", False)]


def test_a_key_held_on_a_lost_tile_is_released(world: World, tiles: "Tiles") -> None:
    world.contacts.add(WAYS["a1"])
    assert named(turns(world, tiles, 40)) == [("a1", True)]
    world.tiles[2].pull()
    turns(world, tiles, 20)
    world.contacts.clear()
    world.tiles[2].plug()
    turns(world, tiles, 100)
    assert tap(world, tiles, "a1") == [("a1", True), ("a1", False)]


def test_without_any_tile_there_is_no_bus_until_one_is_plugged_in(world: World) -> None:
    for tile in world.tiles:
        tile.pull()
    tiles = made()
    colours = frame(4)
    tiles.coming_up()
    with pytest.raises(OSError, match="no answer of tile 1"):
        turns(world, tiles, 1000)
    tiles.submit(colours)
    assert tap(world, tiles, "red") == [("red", True), ("red", False)]
    for tile in world.tiles:
        tile.plug()
    turns(world, tiles, 2500)
    assert lit(world) == colours
    assert tap(world, tiles, "a1") == [("a1", True), ("a1", False)]


@pytest.mark.parametrize("seed", range(3))
def test_noise_on_the_bus_does_not_stop_the_game(world: World, tiles: "Tiles", seed: int) -> None:
    colours, dice = frame(5), random.Random(seed)
    world.spoil = lambda tile: dice.random() < 0.05
    seen: list[Edge] = []
    for at in range(40):
        colours[at] ^= 255
        tiles.submit(colours)
        seen += turns(world, tiles, 20)
        assert seen == [], "nobody has pressed anything"
    world.spoil = lambda tile: False
    turns(world, tiles, 100)
    assert lit(world) == colours
    assert tap(world, tiles, "e4") == [("e4", True), ("e4", False)]


def test_no_frame_comes_while_a_tile_is_busy_with_an_answer(world: World, tiles: "Tiles") -> None:
    colours, dice = frame(5), random.Random(1)
    for _ in range(600):
        world.glance_us = dice.randrange(1, 300)
        world.spend(dice.randrange(100, 3000))
        assert not tiles.read()
        if dice.random() < 0.4:
            # Only one tile changes: data for other tiles would give it time.
            colours[dice.randrange(4) * 48] ^= 255
            tiles.submit(colours)
        tiles.show()
        # A tile that misses a command is set up again, and presses up to then are lost.
        assert sum(tiles._misses) == 0


def test_a_chip_that_repeats_itself_presses_once(world: World, tiles: "Tiles") -> None:
    world.tiles[0].events.extend([RISING] * 60)
    assert named(turns(world, tiles, 400)) == [("a8", True)]
    # Numbers without a key, and edges that were not requested.
    noise = [number << 2 | edge for number in range(64) for edge in range(2)]
    noise += [number << 2 | 3 for number in range(64) if number > 31 or number & 4]
    world.tiles[1].events.extend(noise)
    assert turns(world, tiles, 400) == []


def test_the_alarm_is_shown_whatever_fails(world: World) -> None:
    tiles = made()
    world.tiles[3].pull()
    tiles.alarm()
    assert lit(world)[: 3 * 48] == b"\x06\x0d\x00" * 48


class Pads(Stage):
    """A device with its tiles, and players who react to its lights; the time is the world's."""

    def __init__(self, world: World) -> None:
        self.world, self.tiles = world, made()
        super().__init__("pads")

    def ticks(self) -> int:
        from schiri_device.hal.chip import ticks_ms

        return ticks_ms()

    def tap(self, button: str, for_ms: int) -> None:
        """Press a button and release it."""
        self.world.contacts.add(WAYS[button])
        self.run(for_ms)
        self.world.contacts.remove(WAYS[button])
        self.run(for_ms)
        while self.device.mode_name == "restart":
            self.run(for_ms)

    def run(self, for_ms: int) -> None:
        """Run the loop for a while."""
        end_us = self.world.now_us + 1000 * for_ms
        while self.world.now_us < end_us:
            self.step(list(self.tiles.read()))

    def step(self, edges: list[Edge]) -> None:
        """Let the device make one step, and show its lights."""
        output = self.device.output
        super().step(edges)
        if output.is_fresh:
            self.tiles.submit(output.frame)
        self.tiles.show()
        self.world.spend(TURN_US)

    def play(self, moves: int) -> int:
        """Play random moves; return the number of moves made."""
        dice = random.Random(7)
        for made in range(moves):
            game, entries = self.device.match.game, self.device.match.table.entries
            if game.outcome():
                return made
            if self.device.mode_name == "dice" and game.phase == "roll":
                self.do_press(dice.choice(["red", "green", "blue", "yellow", "white"]))
            else:
                before = len(entries)
                for cell in game.move_cells(dice.choice(sorted(game.legal_moves()))):
                    place = self.device.screen.board.pixels[cell]
                    self.do_press(PADS.buttons[PADS.order.index(place)])
                if len(entries) == before:
                    self.do_press("white")
            while self.tiles._waiting:
                # Wait while the tiles still have commands to process.
                self.run(1)
            assert lit(self.world) == bytes(self.device.screen.painter.frame)
        return moves


@pytest.mark.parametrize(("name", "moves"), [("switch", 300), ("joggle", count(70, 150))])
def test_a_game_is_played_on_the_pads(world: World, name: str, moves: int) -> None:
    pads = Pads(world)
    pads.do_choose(name)
    pads.do_press("white white white")
    assert pads.device.match.loaded == name
    assert pads.play(moves) >= 60 or pads.device.match.game.outcome()
    if name == "switch":
        assert pads.device.match.game.outcome() and pads.device.mode_name == "finished"
