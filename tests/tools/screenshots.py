"""Screenshots for the README, and icons: ``make screenshots`` writes them.

Decides the game and the position of each screenshot.  The pages decide the rest.
"""

import os
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import resvg_py
from schiri.page.files import ICONS, LOGO
from schiri.table.intents import Enter, NewGame, Press, Touch

from tests.page.browser_user import PHONE, Scheme, Size
from tests.page.chromium import Chromium
from tests.page.served_table import Served, served
from tests.sources import ROOT

FOLDER = ROOT / "host" / "pictures"
Scene = Callable[[Served], Awaitable[None]]
# Joggle after eleven marbles, each with its die roll.
JOGGLE = (
    "white:d4 red:f5 green:e5 blue:c6 yellow:d6 white:e4 white:d5 red:f3 white:e6 yellow:b4 red:d3"
)
SWITCH = ("c1", "d1", "a4", "b4", "e5", "c3", "e2", "b2", "d4")


async def board(table: Served) -> None:
    """Play Joggle until the board has something to show."""
    await table.do(NewGame("joggle", ("Ann", "Ben"), {}))
    await table.do(Press("white"))
    for turn in JOGGLE.split():
        side, _sign, cell = turn.partition(":")
        await table.do(Press(side))
        await table.do(Touch(cell))


async def race(table: Served) -> None:
    """Let three people race on a device."""
    await table.do(NewGame("drehwurm", ("Ann", "Ben", "Cem"), {"mode": "fast"}))
    table.device_presses("red", "blue", "green", "press", "red", "press")
    for first, second in (("red", "green"), ("blue", "red")):
        await table.do(Enter("turned"))
        table.device_presses(first, second)
        if first == "red":
            await table.do(Enter("stands"))


async def phone(table: Served) -> None:
    """Play Switch until a stone is picked."""
    await table.do(NewGame("switch", ("Ann", "Ben"), {}))
    await table.do(Press("white"))
    for cell in SWITCH:
        await table.do(Touch(cell))


SCENES: dict[str, tuple[Scene, Size, Scheme]] = {
    "board": (board, (1280, 860), "light"),
    "race": (race, (1280, 860), "light"),
    "phone": (phone, PHONE, "dark"),
}


async def draw(chromium: Chromium) -> None:
    """Write a picture of each scene."""
    for name, (scene, size, scheme) in SCENES.items():
        with tempfile.TemporaryDirectory() as folder:
            async with served(Path(folder), chromium.browser) as table:
                await scene(table)
                user = await table.user(size, scheme)
                await user.sees("Ann")
                # The page's shades would make a PNG of it three times as large.
                path = FOLDER / f"{name}.jpg"
                await user.page.screenshot(path=path, type="jpeg", quality=85)


def icon(side: int) -> bytes:
    """Return the icon of Schiri as PNG. Phones round its corners themselves and show no black
    ones.
    """
    svg = LOGO.replace('height="64" rx="14"', 'height="64"')
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=side, height=side))


def main() -> None:
    """Write the pictures."""
    for side, path in ICONS.items():
        path.write_bytes(icon(side))
    os.environ["LANGUAGE"] = "en"
    FOLDER.mkdir(exist_ok=True)
    chromium = Chromium()
    chromium.run(draw(chromium))
    chromium.close()


if __name__ == "__main__":
    main()
