"""A simulated device as the panel of card games: its presses play, its lights follow."""

from pathlib import Path

import pytest
from schiri.games.zwoggel.screen import ZwoggelScreen
from schiri.terminal.lights import LightsPanel, light_sign
from schiri_device.lights.language import BASES

from tests.terminal.table import SWITCH, ZWOGGEL, Seat, at_an_open_table, at_the_table
from tests.terminal.test_drehwurm import entries_of, play

pytestmark = pytest.mark.slow


async def settle(seat: Seat, for_ms: int = 500) -> None:
    """Let device and screen answer each other."""
    for _ in range(for_ms // 50):
        await seat.wait(50)


async def push(seat: Seat, *buttons: str) -> None:
    """Press buttons of the device."""
    for button in buttons:
        seat.device.press(button)
        await settle(seat, 200)


async def see(seat: Seat) -> set[str]:
    """Return the letters of the picture that the device shows."""
    await settle(seat)
    panel = seat.device.simulator.device.panel
    assert panel
    return set(panel.picture)


def test_races_on_the_device() -> None:
    async def scene(seat: Seat) -> None:
        await settle(seat)
        assert "Ann, press the button" in seat.text("#hint")
        await push(seat, "blue", "blue", "press", "red", "black")
        assert "Practise once" in seat.text("#hint")
        await push(seat, "press", "black")
        assert seat.text("#order").startswith("Cid ")
        await push(seat, "press")
        assert await see(seat) == {".", "r"}
        await push(seat, "press", "black", "blue", "red")
        assert [words.split()[0] for words in seat.text("#order").split(", ")] == ["Cid", "Ann"]
        assert await see(seat) == {".", "b", "u", "o"}
        await push(seat, "down")
        assert await see(seat) == {".", "u", "o"}

    entries = entries_of(play(scene))
    assert [entry.split(":")[0] for entry in entries] == [
        "turned",
        "race Cid",
        "race Ann",
        "illegal",
    ]


def test_a_device_that_was_away_voids_the_race() -> None:
    async def scene(seat: Seat) -> None:
        await settle(seat)
        await push(seat, "red", "green", "blue", "press", "press", "press")
        seat.device.cable.pull()
        await seat.wait(4000)
        await settle(seat)
        assert seat.device.simulator.device.mode_name == "choose"
        seat.device.cable.plug()
        await settle(seat, 2000)
        assert seat.device.simulator.device.mode_name == "panel"
        assert "void" in seat.text("#problem")
        await push(seat, "press", "red")

    assert [entry.split(":")[0] for entry in entries_of(play(scene))] == [
        "turned",
        "turned",
        "race Ann",
    ]


def test_a_turn_of_zwoggel_on_the_device_alone() -> None:
    async def scene(seat: Seat) -> None:
        assert isinstance(seat.app.screen, ZwoggelScreen)
        assert await see(seat) == {".", "b"}
        await push(seat, "red", "right", "up", "green")
        assert await see(seat) == {".", "b", "r", "G"}
        await push(seat, "right", "white", "down", "white")
        assert await see(seat) == {".", "b", "r", "G", "o"}
        await push(seat, "down", "white")
        assert "Ann: place 2,1 2,0 2,-1" in seat.log()

    at_an_open_table(scene, ZWOGGEL, pace_ms=0)


def test_lights_differ_without_colour_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def scene(seat: Seat) -> None:
        await seat.wait(2000)
        shown = str(seat.app.table.query_one(LightsPanel).render()).split()
        # Dark and light stones, and whose turn it is; nobody has to tell shades of grey.
        assert len(shown) == 64 and len(set(shown)) >= 3 and "··" in shown
        assert "██" not in shown

    at_the_table(scene, tmp_path, SWITCH)


def test_each_button_has_a_sign_of_its_own() -> None:
    pure = ((90, 0, 0), (90, 90, 0), (0, 90, 0), (0, 0, 90), (90, 90, 90), (0, 0, 0))
    assert len({light_sign(rgb, 90) for rgb in pure}) == len(pure)
    # As seen, the pieces and the link's light are none of them, and differ.
    assert len({light_sign((*rgb,), 104) for rgb in BASES}) == len(BASES)
