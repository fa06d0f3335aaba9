"""In 60 columns and 20 lines no needed text is cut, in any language, game and phase.

A sample checks each state in one of the languages, in turn.
"""

from itertools import cycle

from rich.cells import cell_len
from schiri.languages import LANGUAGES
from schiri.table.intents import Enter, NewGame
from schiri.texts import Words
from textual.widgets import Static

from tests.counts import IS_PROOF
from tests.terminal.seat import Scene, Seat, at_an_open_table

# The longest names allowed.
NAMES = [letter * 24 for letter in "ABCDEF"]
# Parts that must be complete. A history and the controls beside a grid are shown as room permits.
READ = ("title", "turn", "hint", "problem", "keys", "line")

TURNS = cycle(LANGUAGES)


async def check(seat: Seat) -> None:
    """Check that each text is complete and overlaps no other one, in each language."""
    table, before = seat.app.table, seat.app.words
    turn = next(TURNS)
    for language in LANGUAGES if IS_PROOF else (turn,):
        seat.speak(Words(language))
        seat.app.viewer.see(seat.state)
        table.show()
        await seat.pilot.pause()
        shown = [
            part
            for part in (*table.query(Static), table.query_one("#line"))
            if part.id in READ and all(each.display for each in part.ancestors_with_self)
        ]
        for part in shown:
            if isinstance(part, Static) and str(part.render()).strip():
                check_whole(seat, part, language)
        regions = [part.region for part in shown]
        for at, region in enumerate(regions):
            overlapped = [each for each in regions[at + 1 :] if each.overlaps(region)]
            assert not overlapped, (language, shown[at])
        names = table.query_one("#seats", Static)
        assert "…" not in str(names.render()), language
    seat.speak(before)
    seat.app.viewer.see(seat.state)
    table.show()


def check_whole(seat: Seat, part: Static, language: str) -> None:
    """Check that a part is on the screen, with all its words."""
    size, region, what = part.content_size, part.region, (language, part, str(part.render()))
    assert seat.app.screen.region.contains_region(region), what
    assert part.get_content_height(size, seat.app.size, size.width) <= size.height, what
    assert "…" not in str(part.render()), what
    assert max(map(cell_len, str(part.render()).split())) <= size.width, what


async def check_typing(seat: Seat) -> None:
    """Check the same during typing."""
    await seat.press("colon")
    assert seat.app.table.query_one("#line").region.height == 1
    await check(seat)
    await seat.pilot.press("escape")


def at_the_small_table(play: Scene, game: str, count: int, **options: str) -> None:
    """Play a scene in a small terminal, with this many players."""
    at_an_open_table(play, NewGame(game, tuple(NAMES[:count]), options), size=(60, 20))


def test_switch() -> None:
    async def play(seat: Seat) -> None:
        await check(seat)
        await check_typing(seat)
        await seat.press("left", "left", "down", "down", "enter")
        await check(seat)
        await seat.type("a1-a1")
        await check_typing(seat)
        await seat.type("resign " + NAMES[0])
        assert "resigned" in seat.text("#turn")
        await check_typing(seat)

    at_the_small_table(play, "switch", 2)


def test_joggle() -> None:
    async def play(seat: Seat) -> None:
        await check_typing(seat)
        await seat.press("j")
        await check_typing(seat)
        await seat.type("a1")
        await seat.type("a2")
        assert seat.text("#problem")
        await check_typing(seat)
        # The reason is shown in full until the key is pressed again.
        refused = seat.text("#problem")
        await seat.press("w")
        await check(seat)
        reason = seat.text("#problem").removeprefix(refused).strip()
        assert reason.startswith("House rule: ") and len(reason) > 40
        await seat.press("w")
        assert seat.text("#problem") == refused
        await seat.type("draw")
        assert "draw" in seat.text("#turn")
        await check_typing(seat)

    at_the_small_table(play, "joggle", 2)


def test_zwoggel() -> None:
    async def play(seat: Seat) -> None:
        await check_typing(seat)
        for place in ("0,0", "1,0"):
            seat.do(Enter(f"flip {place} red"))
        await seat.type("flip 0,1 red")
        assert seat.text("#problem")
        await check_typing(seat)
        seat.do(Enter("place 2,0 2,1 2,2"))
        for name in NAMES[:3]:
            seat.do(Enter("resign " + name))
        await seat.wait()
        assert "wins!" in seat.text("#turn")
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
        assert seat.text("#problem")
        await check_typing(seat)
        await seat.press("w")
        await check(seat)
        # All actions for a card are visible; the list of players is hidden.
        await seat.press("b", "4")
        check_whole(seat, seat.app.table.query_one("#controls", Static), "en")
        assert not seat.app.table.query_one("#seats").display
        await seat.press("b")
        assert seat.app.table.query_one("#seats").display
        await seat.type("abandon")
        await check_typing(seat)

    at_the_small_table(play, "drehwurm", 6, mode="full")


def test_drehwurm_fast() -> None:
    async def play(seat: Seat) -> None:
        await check_typing(seat)
        await seat.press("3")
        assert seat.text("#problem").startswith("Too early: ")
        await seat.press("space", *"13456")
        assert seat.text("#seats").count(" s") == 5
        await check(seat)
        await seat.press("s", "e", "enter")
        await check(seat)
        for name in NAMES:
            seat.do(Enter(f"left {name} 3"))
        await seat.wait()
        assert "win" in seat.text("#turn")
        await check(seat)

    at_the_small_table(play, "drehwurm", 6, mode="fast")
