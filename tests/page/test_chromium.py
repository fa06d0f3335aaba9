"""Whole games in a real browser, by taps on a phone and clicks on a laptop; what everybody sees."""

from pathlib import Path

import pytest

from tests.cli.command import typed
from tests.counts import IS_PROOF
from tests.page.chromium import Chromium
from tests.page.served import LAPTOP, PHONE, Scheme, Served, Someone, served

pytestmark = [pytest.mark.slow, pytest.mark.browser]

Size = tuple[int, int]
# A name is text, whatever stands in it.
BEN = "<img/src=x/onerror=a()>"
ALL = [(size, scheme) for size in (PHONE, LAPTOP) for scheme in ("light", "dark")]


def on_screens(size: Size, scheme: Scheme) -> pytest.MarkDecorator:
    """Try a test on a screen, in a proof on all."""
    return pytest.mark.parametrize(("size", "scheme"), ALL if IS_PROOF else [(size, scheme)])


def verify(table: Served) -> None:
    """See that the log of what was played is whole, and has its end."""
    log = table.state.log
    assert table.state.state and table.state.state.over
    table.stepped.session.close()
    assert typed("log", "verify", log).out.startswith("ok ")


async def lay(table: Served, someone: Someone) -> None:
    """Say to the device that the stones lie as it shows them."""
    while table.state.now and table.state.now.mode == "lay":
        await someone.press("white")
        table.wait()


@on_screens(PHONE, "light")
def test_switch(chromium: Chromium, tmp_path: Path, size: Size, scheme: Scheme) -> None:
    async def play() -> None:
        async with served(tmp_path, chromium.browser) as table:
            ann = await table.someone(size, scheme)
            await ann.sees("A new game")
            await ann.look("start")
            await ann.begin("Switch", "Players, first begins", f"Ann {BEN}")
            await ann.sees("Ann (dark) is to move.")
            await lay(table, ann)
            # Who looks on sees the same, in words of their own, and has nothing to press.
            ben = await table.someone(LAPTOP, scheme, "de-DE", table.server.watch_url)
            await ben.sees("Ann (dunkel) ist am Zug.")
            await ann.touch("c1")
            await ann.cell_says("d1", "d1, light, it may go there")
            await ann.look("switch")
            await ann.touch("d1")
            await ben.hears("Ann tauscht c1 und d1")
            await ben.tries("a4", "b4")
            await ben.look("switch-watched")
            # What is not legal is refused with its rule; the game is as it was after a reload.
            await ann.touch("c3")
            await ann.sees("(SW-", within=".problem")
            await ann.look("switch-refused")
            await ann.page.reload()
            await ann.sees(f"{BEN} (light) is to move.")
            await ann.touch("a4", "b4", "e5", "c3", "e2", "b2", "d4", "d3")
            # Whoever would lose by it is warned, and may do it all the same.
            await ben.hears("verlieren")
            await ann.touch("d3")
            await ben.sees("hat gewonnen")
            await ann.sees("Play again")
            await ann.look("switch-over")
            verify(table)

    chromium.run(play())


@on_screens(LAPTOP, "dark")
def test_joggle(chromium: Chromium, tmp_path: Path, size: Size, scheme: Scheme) -> None:
    async def play() -> None:
        async with served(tmp_path, chromium.browser) as table:
            ann = await table.someone(size, scheme)
            await ann.begin("Joggle", "Players, first begins", "Ann Ben")
            await ann.sees("Ann (white)")
            await lay(table, ann)
            # The first rectangle of six wins.
            cells = "a1 a8 b1 c8 c1 e8 a2 g8 b2 b6 c2"
            for cell in cells.split():
                await ann.press("joggle")
                await ann.sees("joggle", within=".turn")
                if cell == "a2":
                    await ann.look("joggle")
                await ann.touch(cell)
            await ann.sees("Ann has won")
            await ann.look("joggle-over")
            verify(table)

    chromium.run(play())


@on_screens(PHONE, "dark")
def test_zwoggel(chromium: Chromium, tmp_path: Path, size: Size, scheme: Scheme) -> None:
    turns = (
        "0,0 1,1 : -1,-1 2,2 -1,-2",
        "-1,-1 2,2 : -2,-3 -3,-4 2,0",
        "2,0 1,0 : -4,-5 -5,-4 1,0",
        "1,0 :",
    )

    async def play() -> None:
        async with served(tmp_path, chromium.browser) as table:
            ann = await table.someone(size, scheme)
            await ann.begin("Zwoggel", "Players, first begins", "Ann Ben")
            for turn in turns:
                flips, _sign, places = turn.partition(" :")
                for cell in flips.split():
                    await ann.touch(cell)
                    await ann.press("red")
                    await ann.cell_shows(cell, "face down", "picked")
                for place in places.split():
                    await ann.touch(place)
                    # The field may have grown by it.
                    await ann.cell_shows(place, "nothing$")
                if turn == turns[1]:
                    await ann.look("zwoggel")
            await ann.sees("Ann has won")
            await ann.look("zwoggel-over")
            verify(table)

    chromium.run(play())


@on_screens(LAPTOP, "light")
def test_drehwurm(chromium: Chromium, tmp_path: Path, size: Size, scheme: Scheme) -> None:
    async def play() -> None:
        async with served(tmp_path, chromium.browser) as table:
            ann = await table.someone(size, scheme)
            await ann.begin("Drehwurm", "Players, first deals", "Ann Ben Cem", Referee="fast")
            ben = await table.someone(PHONE, scheme, "fr-FR", table.server.watch_url)
            # Each chooses a button of the device, and they practise once.
            table.device_presses("red", "blue", "green", "press", "red", "press")
            # Who comes now is told nothing that was news before.
            await ann.sees("From here on it counts.", within=".problem[data-notice]")
            await ann.page.reload()
            await ann.sees("Laid and turned")
            await ann.sees_nothing_of("From here on it counts.", within=".problem")
            for number in (1, 2, 3):
                await ann.press("Laid and turned")
                await ann.sees("The fastest card stays")
                table.device_presses("blue", "green")
                if number == 1:
                    await ann.look("drehwurm-race")
                    await ben.look("drehwurm-race-watched")
                await ann.press("The fastest card stays", "The game has ended")
                for name in ("Ann", "Ben", "Cem"):
                    await ann.write(f"Cards left of {name}", "4")
                    await ann.press("Do it")
                    await ann.sees_no_line(f"Cards left of {name}")
                if number < 3:
                    await ann.press("Next game")
            await ann.look("drehwurm-over")
            verify(table)

    chromium.run(play())
