"""In 60 columns and 20 lines nothing that is needed is cut, in any language, game and phase.

In samples each moment is looked at in one of the languages, in turn.
"""

import pytest
from rich.cells import cell_len
from schiri.languages import LANGUAGES
from schiri.table.intents import Enter, NewGame
from schiri.terminal.keys import bindings_of, key_text
from schiri.texts import Words
from textual.widgets import Static

from tests.counts import IS_PROOF
from tests.terminal.table import Scene, Seat, at_an_open_table

pytestmark = pytest.mark.slow

# The longest names that there are.
NAMES = [letter * 24 for letter in "ABCDEF"]


async def check(seat: Seat) -> None:
    """Whether everything that is shown is whole, and over nothing else, in each language."""
    table = seat.app.table
    before = table.words
    turn = LANGUAGES[seat.state.number % len(LANGUAGES)]
    for language in LANGUAGES if IS_PROOF else (turn,):
        table.words = Words(language)
        table.show_parts()
        await seat.pilot.pause()
        shown = [
            part
            for part in (*table.query(Static), table.query_one("#line"))
            if all(each.display for each in part.ancestors_with_self)
        ]
        for part in shown:
            if isinstance(part, Static) and str(part.render()).strip():
                check_whole(seat, part, language)
        regions = [part.region for part in shown]
        for at, region in enumerate(regions):
            overlapped = [each for each in regions[at + 1 :] if each.overlaps(region)]
            assert not overlapped, (language, shown[at])
    table.words = before


def check_whole(seat: Seat, part: Static, language: str) -> None:
    """Whether a part is on the screen, with all its words."""
    size, region, what = part.content_size, part.region, (language, part, str(part.render()))
    assert seat.app.screen.region.contains_region(region), what
    assert part.get_content_height(size, seat.app.size, size.width) <= size.height, what
    assert "…" not in str(part.render()), what
    assert max(map(cell_len, str(part.render()).split())) <= size.width, what
    if part.id == "keys" or (part.id == "seats" and seat.app.table.game == "drehwurm"):
        # This is a table.
        assert max(map(cell_len, str(part.render()).splitlines())) <= size.width, what


async def check_typing(seat: Seat) -> None:
    """The same while somebody types."""
    await seat.press("colon")
    assert seat.app.table.query_one("#line").region.height == 1
    await check(seat)
    # Whoever looks next lets it be laid out.
    await seat.pilot.press("escape")


def check_bar(seat: Seat) -> None:
    """Whether the bar names each key of a board, in each language."""
    table = seat.app.table
    before = table.words
    for language in LANGUAGES:
        words = table.words = Words(language)
        table.show_parts()
        for binding in bindings_of(table):
            if binding.description:
                told = words.gettext(binding.description)
                named = f"{key_text(words, table, binding)} {told}"
                assert named in seat.text("#keys"), language
    assert "u câble" in seat.text("#keys")
    table.words = before


def at_the_small_table(play: Scene, game: str, count: int, **options: str) -> None:
    """Play a scene where there is little room, with so many players."""
    at_an_open_table(play, NewGame(game, tuple(NAMES[:count]), options), size=(60, 20))


def test_switch() -> None:
    async def play(seat: Seat) -> None:
        check_bar(seat)
        await check_typing(seat)
        await seat.press("left", "left", "down", "down", "enter")
        await check(seat)
        await seat.press("u")
        await check(seat)
        await seat.press("u")
        await seat.wait(3000)
        await seat.press("m")
        await check(seat)
        await seat.press("6")
        await seat.type("a1-a1")
        await check_typing(seat)
        await seat.type("resign " + NAMES[0])
        assert "SW-11" in seat.text("#turn")
        await check_typing(seat)

    at_the_small_table(play, "switch", 2)


def test_joggle() -> None:
    async def play(seat: Seat) -> None:
        check_bar(seat)
        await check_typing(seat)
        await seat.press("5")
        await check_typing(seat)
        await seat.type("a1")
        await seat.type("a2")
        assert "TA-1" in seat.text("#problem")
        await check_typing(seat)
        await seat.type("draw")
        assert "JO-13" in seat.text("#turn")
        await check_typing(seat)

    at_the_small_table(play, "joggle", 2)


def test_zwoggel() -> None:
    async def play(seat: Seat) -> None:
        await check_typing(seat)
        for place in ("0,0", "1,0"):
            seat.do(Enter(f"flip {place} red"))
        await seat.type("flip 0,1 red")
        assert "TA-1" in seat.text("#problem")
        await check_typing(seat)
        seat.do(Enter("place 2,0 2,1 2,2"))
        for name in NAMES[:3]:
            seat.do(Enter("resign " + name))
        await seat.wait()
        assert "ZW-7" in seat.text("#turn")
        await check_typing(seat)

    at_the_small_table(play, "zwoggel", 4)


def test_drehwurm_full() -> None:
    async def play(seat: Seat) -> None:
        await check_typing(seat)
        for text in ("start y3 b7 r9", "lay b4 1"):
            await seat.type(text)
            await check_typing(seat)
        await seat.type("shows g5")
        await seat.type("lay r1 1")
        assert "DW-3" in seat.text("#problem")
        await check_typing(seat)
        await seat.type("hen g 1")
        await check_typing(seat)
        await seat.type("abandon")
        await check_typing(seat)

    at_the_small_table(play, "drehwurm", 6, mode="full")


def test_drehwurm_fast() -> None:
    async def play(seat: Seat) -> None:
        await check_typing(seat)
        await seat.press("3")
        assert seat.text("#hint").startswith(f"3 does nothing now. {NAMES[0]}, press")
        await seat.press(*"123456")
        assert "Practise" in seat.text("#hint")
        await check(seat)
        for language in LANGUAGES:
            words = seat.app.table.words = Words(language)
            seat.app.table.show_parts()
            assert seat.text("#keys").endswith(f"u {words.gettext('back')}"), language
        seat.app.table.words = Words("en")
        await seat.press("space", "1", "space", "space", *"13456")
        assert seat.text("#order").count(" ms") == 5
        await check(seat)
        await seat.press("s", "e")
        await check(seat)
        for name in NAMES:
            seat.do(Enter(f"left {name} 3"))
        await seat.wait()
        assert "DW-8" in seat.text("#turn")
        await check(seat)

    at_the_small_table(play, "drehwurm", 6, mode="fast")
