"""A real device at the site: recognised by its hello, without losses despite its cable."""

import asyncio
from functools import partial
from pathlib import Path

import pytest
from playwright.async_api import expect
from schiri.log.stored import read_file
from schiri.simulator.faults import FaultPlan
from schiri_device import VERSION

from tests.cli.command import typed
from tests.counts import count
from tests.faults.plans import fault_plan_of
from tests.page.browser_user import BrowserUser
from tests.page.chromium import Chromium
from tests.patience import PATIENCE_S
from tests.site.served_site import Site, Visitor
from tests.site.site_actions import cells_of, insist, moves_of, saved
from tests.site.usb import Usb, plugged

pytestmark = [pytest.mark.nightly, pytest.mark.browser, pytest.mark.serial]
# The first pull comes after the page is ready, each later one after more traffic.
FIRST_MS, APART_MS = 15_000, 3000
LINES = "#lines > li.move"


async def leave_and_take(ann: BrowserUser, usb: Usb) -> None:
    """Play without the device for a while, and with it again."""
    await ann.press("Play without the device")
    await ann.sees("Connect a device")
    assert not usb.is_open
    # The game of the device goes with it.
    await expect(ann.page.locator("#start")).to_be_visible()
    await ann.begin("Joggle", "Eva", "Gil")
    await usb.plug(False)
    await usb.plug(True)
    # A device that connects takes no game off the table.
    await ann.sees("A device is plugged in.", within="#site")
    await ann.look("site-plugged")
    await ann.press("Play with the device")
    await ann.sees("(keys5): connected")


async def board(visitor: Visitor, folder: Path) -> None:
    """Play with a device whose plug is pulled at any byte, on the page and on the device itself."""
    moves = moves_of(27, count(6, 60))
    drawn = fault_plan_of(27, count(8, 25))
    faults = (each._replace(at_ms=FIRST_MS + APART_MS * at) for at, each in enumerate(drawn.faults))
    plan = FaultPlan(27, "keys5", tuple(faults))
    async with plugged(folder, plan) as usb:
        await usb.attach(visitor.context)
        ann = await visitor.open()
        await ann.press("Connect a device")
        connected = ann.page.get_by_text("(keys5): connected").filter(visible=True)
        await expect(connected).to_have_count(1)
        await ann.open(f"Schiri {VERSION}")
        await ann.sees(f"Switch {usb.digest}", within="#site")
        await ann.open("House rules")
        await ann.page.locator("#start-option-repetition").select_option("off")
        await insist(partial(ann.press, "Play"), ann.page.locator("body.table"))
        await insist(partial(ann.press, "Begin"), ann.page.locator("#cell-a1:enabled"))
        for at, move in enumerate(moves):
            cells, lines = cells_of(move), ann.page.locator(LINES)
            if at == 2:
                # Moves made while the plug is out are on the page once it is in again.
                await usb.plug(False)
                await ann.sees("No Schiri device was found on USB.")
                usb.press(*cells)
                await usb.plug(True)
            elif at == 4:
                # The page is closed in mid-game, and opened again while the plug is out.
                await ann.page.close()
                usb.press(*cells)
                await usb.plug(False)
                ann = await visitor.open()
                await ann.sees("Connect a device")
                await usb.plug(True)
                lines = ann.page.locator(LINES)
            elif at % 2:
                usb.press(*cells)
            else:
                await insist(partial(ann.touch, *cells), lines, at + 1)
            await expect(lines).to_have_count(at + 1)
        # A few moves may be played before the plan's first pull.
        await asyncio.wait_for(usb.was_pulled.wait(), PATIENCE_S)
        # After the answering port is known, the board's other one is not opened any more.
        assert usb.opened[0] == "console"
        assert set(usb.opened[usb.opened.index("data") :]) == {"data"}, usb.opened
        await leave_and_take(ann, usb)
        await expect(ann.page.locator(LINES)).to_have_count(len(moves))
    await ann.page.goto(f"{visitor.site.url}#/games")
    await ann.follow("Switch")
    log = await saved(ann, "Save this game, to add it again", folder)
    assert typed("log", "verify", str(log)).out.startswith("ok ")
    assert [line.entry for line in read_file(log).lines if line.entry] == moves


def test_a_device_on_usb_loses_nothing(site: Site, chromium: Chromium, tmp_path: Path) -> None:
    async def visit() -> None:
        async with site.browser(chromium.browser) as visitor:
            await board(visitor, tmp_path)

    chromium.run(visit())
