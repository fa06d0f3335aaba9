"""Games of cards on a page: Zwoggel by touches, Drehwurm by buttons, fast and full."""

from pathlib import Path

import pytest
from schiri.games.drehwurm.words import FullState

from tests.page.browser import Pages, Tab, with_pages

pytestmark = pytest.mark.slow


async def begin(tab: Tab, game: str, players: str, **options: str) -> None:
    """Begin a game of cards."""
    await tab.click(f"game-{game}")
    label = "Players, first deals" if game == "drehwurm" else "Players, first begins"
    await tab.write(label, players)
    for option, value in options.items():
        await tab.choose(option, value)
    await tab.click("play")


def test_zwoggel_is_turned_up_and_laid_by_touches(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann = await pages.open()
        await begin(ann, "zwoggel", "Ann Ben")
        ben = await pages.open("de", may_act=False)
        assert ann.cell("0,0") == "0,0, face down"
        assert "red" not in ann.texts("button")
        # Where no card lies there is nothing to turn up.
        await ann.touch("2,0")
        assert "(ZW-" in ann.texts(within="problem")[0]
        assert "the cause of the refusal" in ann.cell("2,0")
        await ann.touch("0,0")
        assert ann.texts(within="problem") == []
        assert ann.cell("0,0") == "0,0, face down, picked"
        # What one is about to turn up nobody else sees.
        assert ben.cell("0,0") == "0,0, verdeckt"
        await ann.click("shows-red")
        assert ann.cell("0,0").startswith("0,0, red") and ben.cell("0,0").startswith("0,0, rot")
        # Nor is what is open already.
        await ann.touch("0,0")
        assert "(ZW-" in ann.texts(within="problem")[0] and "red" not in ann.texts("button")
        assert ann.cell("2,1") == "2,1, nothing"
        await ann.touch("1,1")
        await ann.click("shows-green")
        assert pages.state.state and pages.state.state.phase == "place"
        # Where a card may be laid is marked, as far as the next one would reach.
        assert ann.cell("2,1") == "2,1, nothing, a card may be laid there"
        await ann.touch("2,1")
        assert "a card will be laid there" in ann.cell("2,1")
        assert ann.cell("3,1") == "3,1, nothing, a card may be laid there"
        # Where a card lies there is no room for one.
        await ann.touch("0,0")
        assert "(ZW-" in ann.texts(within="problem")[0]
        assert "the cause of the refusal" in ann.cell("0,0")
        await ann.click("Take back")
        assert ann.cell("2,1") == "2,1, nothing, a card may be laid there"
        await ann.touch("2,1", "2,0", "2,-1")
        assert ann.texts(within="turn")[0].startswith("Ben")
        assert ben.texts(within="history")[0].startswith("Ann")

        # What became of the traps is told once memory is of no more use.
        assert ben.texts(within="sheet") == []
        await ann.click("Ann resigns.")
        assert ben.texts(within="sheet") == [
            *("Fallen", "überstanden", "ausgelöst", "gelegt"),
            *("Ann", "0", "0", "0", "Ben", "0", "0", "0"),
        ]

    with_pages(play, tmp_path)


def test_drehwurm_fast_says_what_happened_in_buttons(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann = await pages.open()
        await begin(ann, "drehwurm", "Ann Ben Cem", Referee="fast")
        await ann.click("turned")
        # Nobody throws in on a page: not by a button, nor by one of the device.
        fastest = {f"The fastest player's card {how}" for how in ("was illegal", "stays")}
        said = set(ann.texts("button"))
        assert not {"Ann", "Ben", "red", "blue", *fastest} & said and "Nobody threw in" in said
        await ann.write("A command", "race Ann:310 Cem:400")
        await ann.submit("A command")
        assert "Ann 310 ms, Cem 400 ms" in ann.texts(within="hint")[0]
        said = set(ann.texts("button"))
        assert fastest <= said and "Nobody threw in" not in said
        await ann.click("illegal")
        await ann.click("stands")
        assert pages.state.state and pages.state.state.phase == "turn"
        await ann.write("Worms of its colour", "3")
        await ann.write("Jokers", "1")
        await ann.write("Other worms", "2")
        await ann.submit("Worms of its colour")
        assert ann.texts(within="history")[0].startswith("Cem eats a pile")
        await ann.click("end")
        await ann.write("Cards left of Ben", "x")
        await ann.write("Cards left of Cem", "99")
        await ann.submit("Cards left of Cem")
        # What is no number of cards is refused beside each line, and nothing of it is said.
        assert ann.texts(within="problem") == ["Enter a number from 0 to 66."] * 3
        assert pages.state.state.phase == "count"
        for who in ("Ann", "Ben", "Cem"):
            await ann.write(f"Cards left of {who}", "4")
        await ann.submit("Cards left of Cem")
        await pages.wait()
        assert pages.state.state.phase == "over" and "Next game" in ann.texts("button")
        assert ann.texts(within="sheet") == [
            *("Score sheet", "points", "match"),
            *("Ann", "-4", "-4", "Ben", "-4", "-4", "Cem", "9", "9"),
        ]
        await ann.click("next")
        assert ann.says("Game 2 of 3")
        # What each game has brought stays, and is there for who comes now and reads another tongue.
        heads, cem = ["Punktetafel", "Partie 1", "Punkte", "Runde"], ["Cem", "9", "0", "9"]
        told = (await pages.open("de", may_act=False)).texts(within="sheet")
        assert (told[:4], told[-4:]) == (heads, cem)
        # Taken back, it is the game that was just played again.
        await ann.click("Take back")
        assert ann.texts(within="sheet")[:3] == ["Score sheet", "points", "match"]
        assert ann.texts(within="sheet")[-3:] == ["Cem", "9", "9"]

    with_pages(play, tmp_path)


def test_drehwurm_full_enters_cards_by_colour_and_value(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        async def card(colour: str, value: str) -> None:
            await ann.click(f"colour-{colour}")
            await ann.click(f"value-{value}")

        ann = await pages.open()
        await begin(ann, "drehwurm", "Ann Ben Cem", Referee="full")
        for colour, value in ("y3", "b7", "r9"):
            await card(colour, value)
        state = pages.state.state
        assert isinstance(state, FullState) and state.phase == "turn"
        assert [pile.top for pile in state.piles] == ["y3", "b7", "r9"]
        await ann.click("which-1")
        (fits,) = [text for text in ann.texts(within="history") if text.startswith("On pile 1:")]
        said = [each.split() for each in fits.partition(": ")[2].split(", ")]
        legal = next((each[0][0], each[1]) for each in said if each[0] in ("green", "blue"))
        # What does not fit is refused, with its rule.
        await card("b", "1")
        await ann.click("lay-b1-1")
        assert "(DW-" in ann.texts(within="problem")[0]
        await card(*legal)
        await ann.click(f"lay-{''.join(legal)}-1")
        assert pages.state.state and pages.state.state.phase == "shows"
        await card("g", "5")
        state = pages.state.state
        assert isinstance(state, FullState) and state.piles[0].top == "g5"
        assert ann.texts(within="problem") == []

    with_pages(play, tmp_path)
