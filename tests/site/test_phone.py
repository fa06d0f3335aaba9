"""Games of cards on a phone at the site, by taps from the first card to their end."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import expect
from schiri.log.replay import referee_after
from schiri.log.stored import read_file
from schiri.texts import Words

from tests.cli.command import typed
from tests.counts import combined
from tests.page.browser_user import PHONE, BrowserUser
from tests.page.chromium import Chromium
from tests.site.served_site import Site
from tests.site.site_actions import saved

pytestmark = [pytest.mark.nightly, pytest.mark.browser]

PLAYERS = ("Ann", "Ben", "Cem")
LOCALES = {"de": "de-DE", "fr": "fr-FR"}
# The cards to flip, each called red, and the places for new cards.
TURNS = (
    ("0,0 1,1", "-1,-1 2,2 -1,-2"),
    ("-1,-1 2,2", "-2,-3 -3,-4 2,0"),
    ("2,0 1,0", "-4,-5 -5,-4 1,0"),
    ("1,0", ""),
)
# The seats that threw in, in each game of a match, and the cards left to each.
GAMES = (("2 0", "5 0 3"), ("1", "0 4 2"), ("", "6 0 1"))
Game = Callable[[BrowserUser, Words], Awaitable[None]]


async def begin(ann: BrowserUser, words: Words, game: str, *players: str, **options: str) -> None:
    """Begin a game: only the form's own button is emphasised."""
    await ann.press_game(game)
    for at, player in enumerate(players):
        await ann.page.locator(f"#start-player-{at}").fill(player)
    for option, value in options.items():
        await ann.page.locator(f"#start-option-{option}").select_option(value)
    await ann.press(words.gettext("Play"))
    await expect(ann.page.locator("body.table")).to_be_attached()


async def zwoggel(ann: BrowserUser, words: Words) -> None:
    """Play Zwoggel until the last card is right."""
    await begin(ann, words, "Zwoggel", *PLAYERS[:2])
    await ann.look("site-zwoggel")
    offered = (f"{words.gettext('nothing')}$", words.gettext("a card may be laid there"))
    for flips, places in TURNS:
        for cell in flips.split():
            await ann.touch(cell)
            await ann.sees_at(cell, "#row-faces")
            await ann.press(words.gettext("red"))
            await ann.cell_shows(cell, *map(words.gettext, ("face down", "picked")))
        for place in places.split():
            await ann.touch(place)
            # The move may have enlarged the field.
            await ann.cell_shows(place, *offered)
    await ann.sees(words.say("{name} wins!", name="Ann"))


async def drehwurm(ann: BrowserUser, words: Words) -> None:
    """Play a match of Drehwurm, whose races are this phone's."""
    await begin(ann, words, "Drehwurm", *PLAYERS, mode="fast")
    for number, (throws, left) in enumerate(GAMES, 1):
        await ann.press(words.gettext("Laid and turned"))
        # What is pressed before the race is shown is for the pile before.
        await ann.sees(words.gettext("Nobody threw in"))
        for place, who in enumerate(throws.split(), 1):
            await ann.press_id(f"throw-{who}")
            await ann.sees(f"{place}.", within=f"#throw-{who}")
        if number == 1:
            await ann.look("site-drehwurm")
        end = "The fastest player's card stays" if throws else "Nobody threw in"
        await ann.press(words.gettext(end), words.gettext("The game has ended"))
        await ann.agree()
        label = words.gettext("Cards left of {name}")
        for name, cards in zip(PLAYERS, left.split(), strict=True):
            await ann.write(label.format(name=name), cards)
        await ann.page.get_by_label(label.format(name=PLAYERS[-1])).press("Enter")
        await ann.sees_no_line(label.format(name=PLAYERS[-1]))
        if number < len(GAMES):
            await ann.press(words.gettext("Next game"))
    # Ben has the fewest cards left of all three games.
    await ann.sees(words.say("{name} wins!", name="Ben"))


PLAYED: dict[str, Game] = {each.__name__: each for each in (zwoggel, drehwurm)}


@pytest.mark.parametrize(("game", "language"), combined([*PLAYED], [*LOCALES]))
def test_a_game_of_cards_to_its_end(
    game: str, language: str, site: Site, chromium: Chromium, tmp_path: Path
) -> None:
    words = Words(language)

    async def play() -> None:
        async with site.browser(chromium.browser, PHONE, LOCALES[language]) as visitor:
            ann = await visitor.open()
            await PLAYED[game](ann, words)
            await ann.look(f"site-{game}-over-{language}")
            await ann.page.goto(f"{visitor.site.url}#/games")
            await ann.follow("Ann")
            log = await saved(ann, words.gettext("Save this game, to add it again"), tmp_path)
            assert typed("log", "verify", str(log)).out.startswith("ok ")
            assert referee_after(read_file(log)).state().over

    chromium.run(play())
