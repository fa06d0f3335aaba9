"""A whole game of each kind in Firefox and in WebKitGTK, on the program's page and on the site.

Chromium has tests of its own, in ``tests/page`` and ``tests/site``.
"""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from schiri.log.replay import verified
from schiri.log.stored import read_file
from schiri.site.words import SAID

from tests.browsers.driver import Driver
from tests.browsers.firefox import Firefox
from tests.browsers.games import GAMES, play
from tests.browsers.webkit import WebKit
from tests.cli.running import Started
from tests.page.browser_user import LAPTOP, OVERHANG, PHONE, Size
from tests.site.served_site import Site
from tests.sources import ROOT

pytestmark = pytest.mark.nightly


OPENED: dict[str, Callable[[], Driver]] = {"firefox": Firefox, "webkit": WebKit}
# What only Chromium has is told by these notes of the site, each only where it is missing.
NOTES = ("no-drive", "no-serial", "memory")
# WebKitGTK stores nothing for a test.
LACKS = {"firefox": {"no-drive"}, "webkit": {*NOTES}}
CLICK = """(text) =>
  [...document.querySelectorAll("button")].find((each) => each.textContent === text).click()"""
in_each = pytest.mark.parametrize(
    "engine", [pytest.param(name, marks=pytest.mark.browser(name)) for name in OPENED]
)
# Pictures of the ends of games, for people to look at. They are never committed.
PICTURES = ROOT / "build" / "browsers"


def play_all(page: Driver, url: str, name: str, size: Size) -> None:
    """Play a whole game of each kind."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.resize(size)
    page.go(url)
    page.find("body[data-connected]")
    for number, game in enumerate(GAMES):
        if number:
            page.press("#ask")
        play(page, game)
        # A scrollbar makes the page narrower than the window.
        wide = page.call(OVERHANG)
        assert not wide, (game, wide)
        (PICTURES / f"{name}-{game}.png").write_bytes(page.picture())
    assert page.call("() => complaints") == []


@in_each
def test_whole_games_are_played_on_the_page(engine: str, tmp_path: Path) -> None:
    with Started("play", "--sim", "--no-browser", SCHIRI_LOGS=str(tmp_path)) as running:
        url = running.out.line().partition(": ")[2]
        with OPENED[engine]() as page:
            play_all(page, url, f"{engine}-page", PHONE)
        assert running.stop(signal.SIGTERM).status == 0
    logs = [read_file(path, verified) for path in sorted(tmp_path.rglob("*.jsonl"))]
    assert {log.header.game for log in logs} == {*GAMES}
    assert len(logs) == len(GAMES)


@in_each
def test_whole_games_are_played_on_the_site(engine: str, site: Site) -> None:
    with OPENED[engine]() as page:
        play_all(page, site.url, f"{engine}-site", LAPTOP)
        page.sees(SAID["install"], within="#site")
        page.call(CLICK, SAID["install"])
        page.sees(SAID["no-drive"], within="#site")
        said = page.call("() => document.querySelector('#site').innerText")
        assert {name for name in NOTES if SAID[name] in said} == LACKS[engine]
