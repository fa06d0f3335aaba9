"""The program of a table is killed and restarted: open pages reconnect by themselves."""

import signal
import sys
from pathlib import Path

import pytest

from tests.cli.command import typed
from tests.cli.running import Running
from tests.page.browser_user import PHONE, BrowserUser, opened
from tests.page.chromium import Chromium

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(sys.platform == "win32", reason="there no signal asks a program to end"),
]


def begun(logs: Path, where: str = "127.0.0.1:0", *more: str) -> Running:
    """Start the program, for phones as well."""
    command = ("play", "--sim", "--no-browser", "--listen", where, *more)
    return Running(*command, SCHIRI_LOGS=str(logs))


def test_pages_of_a_killed_program_find_the_one_that_is_begun_anew(
    chromium: Chromium, tmp_path: Path
) -> None:
    async def play(ann: BrowserUser, killed: Running, where: str) -> None:
        await ann.begin("Switch", "Ann", "Ben")
        await ann.sees("Tap a stone, then where it goes.")
        await ann.touch("c1", "d1")
        await ann.sees("Ann swaps c1 and d1", within=".history")
        killed.send(signal.SIGKILL)
        await ann.sees("Schiri does not answer.")
        with begun(tmp_path, where) as again:
            # The simulated device has lost power as well; nobody has a board that must match.
            await ann.sees_nothing_of("Schiri does not answer.", within="body")
            ann.complaints.clear()
            await ann.sees("Tap a stone, then where it goes.")
            await ann.touch("a4", "b4")
            await ann.sees("Ben swaps a4 and b4", within=".history")
            await ann.open("Resign, dispute, put right")
            await ann.press("Ann resigns")
            await ann.agree()
            await ann.sees("Ben wins!")
            assert ann.asked == ["Does Ann really resign?"]
            # The moves before the kill and after the restart form one game.
            (log,) = tmp_path.glob("*.jsonl")
            assert typed("log", "verify", str(log)).out.startswith("ok ")
            assert again.stop(signal.SIGTERM).status == 0

    async def scene() -> None:
        with begun(tmp_path) as killed:
            url = killed.out.line().removeprefix("url: ")
            where = url.split("/")[2]
            async with opened(chromium.browser, url, PHONE, "dark", "en-GB") as ann:
                await play(ann, killed, where)
                ann.complaints.clear()

    chromium.run(scene())


def test_a_page_of_a_link_that_has_ended_says_so(chromium: Chromium, tmp_path: Path) -> None:
    async def scene() -> None:
        with begun(tmp_path) as first:
            url = first.out.line().removeprefix("url: ")
            where = url.split("/")[2]
            async with opened(chromium.browser, url, PHONE, "light", "en-GB") as ann:
                await ann.connected()
                assert first.stop(signal.SIGTERM).status == 0
                await ann.sees("This page continues as soon as it does.")
                with begun(tmp_path, where, "--new-keys") as again:
                    new = again.out.line().removeprefix("url: ")
                    await ann.sees("This link is no longer valid.")
                    await ann.sees("Open the new link to go on.")
                    await ann.sees_nothing_of("Schiri does not answer.", within="body")
                    await ann.page.goto(new)
                    await ann.sees("A new game")
                    ann.complaints.clear()
                    assert again.stop(signal.SIGTERM).status == 0

    chromium.run(scene())
