"""Evenings in a real browser, by taps on a phone and clicks on a laptop: whole games, and reading.

One browser plays one game after the other, as people do. Opening a new page costs more time than
most of a game.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import expect
from schiri.table.intents import NewGame, Press, Touch
from schiri.table.state import TableState

from tests.cli.command import typed
from tests.counts import IS_PROOF
from tests.game_now import game_of
from tests.page.browser_user import LAPTOP, PHONE, BrowserUser, Scheme, Size
from tests.page.chromium import Chromium
from tests.page.keyboard import Keyboard
from tests.page.served_table import Served, served

pytestmark = pytest.mark.browser

Scene = Callable[[Served, BrowserUser, Scheme], Awaitable[None]]
# A name is always text, even if it contains markup.
BEN = "<img/src=x/onerror=a()>"


BORDERS = "(all) => all.map((each) => getComputedStyle(each).borderTopStyle)"
# Delay of each animation.
DELAYS = "(marks) => marks.map((each) => parseFloat(each.style.animationDelay) || 0)"


def verify(table: Served) -> None:
    """Check that the log of the game is complete and ends with a result."""
    assert game_of(table.state).state.over
    assert typed("log", "verify", game_of(table.state).log).out.startswith("ok ")


async def lay(table: Served, user: BrowserUser | Keyboard) -> None:
    """Confirm that the stones match the position shown."""
    await table.until(lambda state: bool(state.game) and not state.is_opening)
    while table.state.device.status and table.state.device.status.mode == "lay":
        await user.press("Begin")
        await table.until(lambda state: state.device.status and state.device.status.mode != "lay")


def is_played(game: str) -> Callable[[TableState], bool]:
    """Return a condition: this game is being played."""
    return lambda state: state.game is not None and state.game.state.game == game


async def switch(table: Served, ann: BrowserUser, scheme: Scheme) -> None:
    """Play Switch with a spectator in another language, a reload, and a sleeping phone."""
    await ann.sees("A new game")
    await ann.look("start")
    await ann.begin("Switch", "Ann", BEN)
    await lay(table, ann)
    await ann.sees("Ann (dark) is to move.")
    # A spectator sees the same in their own language, and has no buttons.
    ben = await table.user(LAPTOP, scheme, "de-DE", table.server.watch_url)
    await ben.sees("Ann (dunkel) ist am Zug.")
    await ben.connected()
    await ann.touch("c1")
    await ann.cell_says("d1", "d1, light, it may go there")
    await ann.glance("switch")
    await ann.touch("d1")
    await ben.hears("Ann tauscht c1 und d1")
    await ben.tries("a4", "b4")
    await ben.glance("switch-watched")
    # An illegal move is refused with its rule. A reload leaves the game unchanged.
    await ann.touch("c3")
    await ann.sees_refusal()
    await ann.open("Resign, dispute, put right")
    await ann.look("switch-refused")
    await ann.page.reload()
    await ann.sees(f"{BEN} (light) is to move.")
    # A sleeping phone shows that it is disconnected. After waking it shows the moves made
    # meanwhile.
    await ann.close_the_lid()
    await ann.look("asleep")
    for cell in ("a4", "b4"):
        await table.do(Touch(cell))
    await ann.open_the_lid()
    await ann.sees("Ann (dark) is to move.")
    await ann.touch("e5", "c3", "e2", "b2", "d4", "d3")
    # A losing move brings a warning, but is allowed.
    await ben.hears("verlierst")
    await ann.page.emulate_media(reduced_motion="no-preference")
    await ann.press("Play it anyway")
    await ben.sees("gewinnt!")
    # The win is drawn along its line, stone by stone. With reduced motion it is shown at once.
    delays = await ann.page.locator(".is-won > .m-won").evaluate_all(DELAYS)
    assert len(set(delays)) > 2 and min(delays) == 0
    assert not any(await ben.page.locator(".is-won > .m-won").evaluate_all(DELAYS))
    await ann.page.emulate_media(reduced_motion="reduce")
    await ben.leave()
    await ann.sees("Play again")
    await ann.sees("Look back", within="#rows")
    await expect(ann.page.get_by_role("link", name="Look back")).to_have_count(1)
    await ann.glance("switch-over")
    verify(table)


async def joggle(table: Served, ann: BrowserUser, _scheme: Scheme) -> None:
    """Play Joggle, and unplug the cable in mid-game."""
    await ann.ask_anew()
    await ann.press_game("Joggle")
    await ann.open("House rules")
    await ann.look("rules")
    await ann.begin("Joggle", "Ann", "Ben")
    await lay(table, ann)
    await ann.sees("Ann (white)", within=".turn")
    # The first rectangle of six wins.
    cells = "a1 a8 b1 c8 c1 e8 a2 g8 b2 b6 c2"
    for cell in cells.split():
        if cell == "a2":
            await ann.glance("joggle")
            await ann.press("Big")
            await ann.look("big")
            await ann.press("Big")
            await ann.open("The device")
            await ann.look("device")
            await ann.press("Pull the simulated cable")
            await table.until(lambda state: not state.device.is_plugged)
            table.wait(6000)
            await ann.sees("The cable is unplugged, and the device continues by itself.")
            await ann.glance("unplugged")
            table.device_presses("white")
            await ann.press("Plug the simulated cable in")
            await table.until(lambda state: state.device.is_plugged)
            table.wait(3000)
            await ann.sees("Pull the simulated cable")
        else:
            await ann.rolled("joggle")
        await ann.sees("Tap a marked field", within=".hint")
        await expect(ann.page.locator(".turn .die")).to_have_count(1)
        await ann.touch(cell)
        await ann.cell_shows(cell, "free")
    await ann.sees("Ann wins!")
    await ann.look("joggle-over")
    verify(table)


# A browser with a local voice and a voice from another company's server.
VOICES = """() => {
  const voices = [{ lang: "en-GB", localService: false }, { lang: "en-GB", localService: true }];
  window.spoken = [];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  Object.defineProperty(window, "speechSynthesis", { value: {
    getVoices: () => voices,
    speak: (said) => window.spoken.push([said.text, voices.indexOf(said.voice)]),
    cancel: () => window.spoken.push("silence"),
  } });
}"""


async def voice(table: Served, ann: BrowserUser, _scheme: Scheme) -> None:
    """Have events read aloud by a local voice of the browser. Nothing is sent elsewhere."""
    await table.do(NewGame("switch", ("Ann", "Ben"), {}))
    await table.do(Press("white"))
    await ann.page.add_init_script(f"({VOICES})()")
    await ann.page.reload()
    await ann.connected()
    await ann.press("Read aloud")
    await ann.touch("a1", "c3")
    await ann.hears("moves from a1 to c3")
    # A repeated refusal is shown twice: a screen reader skips unchanged text.
    for count, cell in ((1, "c1"), (2, "e1")):
        await ann.touch(cell)
        refused = ann.page.locator("#live p").filter(has_text="stone")
        await expect(refused).to_have_count(count)
    spoken = await ann.page.evaluate("window.spoken")
    assert {voice for _text, voice in spoken} == {1}
    assert "moves from a1 to c3" in spoken[0][0] and spoken[-2] == spoken[-1]
    await ann.press("Read aloud")
    assert (await ann.page.evaluate("window.spoken"))[-1] == "silence"


async def painting(table: Served, ann: BrowserUser, _scheme: Scheme) -> None:
    """Paint a custom board, and undo a stroke."""
    await ann.ask_anew()
    await ann.press_game("Joggle")
    await ann.page.locator("#start-option-board").select_option("MAP")
    box = ann.page.locator("[data-paint]")
    await expect(box).to_be_visible()
    value = ann.page.locator("[data-paint] input")
    before = await value.input_value()
    for cell in ("a8", "b8"):
        await ann.paint(cell)
    await expect(value).not_to_have_value(before)
    painted = await value.input_value()
    assert painted.startswith("RR") and painted[2:] == before[2:]
    await ann.look("painting")
    await ann.press("Undo", "Undo")
    await expect(value).to_have_value(before)


async def cards(_table: Served, ann: BrowserUser, _scheme: Scheme) -> None:
    """Begin Drehwurm with all cards, each of which is a button."""
    await ann.begin("Drehwurm", "Ann", "Ben", "Cem", mode="full")
    for colour, value in (("yellow", "3"), ("blue", "7"), ("red", "9")):
        await ann.press(colour)
        await expect(ann.page.locator(f'[id="value-{value}"]')).to_contain_text(colour)
        await ann.press_id(f"value-{value}")
        if value != "9":
            await ann.sees(value, within="#row-colours .label")
    await ann.sees("Draw, and turn pile")
    await ann.press("green")
    await ann.sees("Play the hen (green) on pile")
    await ann.look("drehwurm-full")


async def put_right(table: Served, ann: BrowserUser) -> None:
    """Put a card, the stock and the turn right, and undo it; no command is typed."""
    await ann.open("Resign, dispute, put right")
    await ann.press("Put the game right")
    await ann.sees("Tap places until they match the table.")
    # Face up, red.
    await ann.touch("1,0")
    await ann.cell_says("1,0", "1,0, red")
    await ann.look("put-right")
    await ann.write("Penalty cards of Ann", "7")
    await ann.press("Keep it")
    await ann.sees_nothing_of("Ann turns up a card.", within=".turn")
    await ann.write("Penalty cards of Ann", "1")
    await ann.press("Keep it")
    await ann.sees("Penalties: 1", within="#seats")
    await ann.cell_says("1,0", "1,0, red")
    await expect(ann.page.locator("#put-right")).to_have_count(0)
    await ann.press_id("undo")
    await ann.sees_nothing_of("Penalties: 1", within="#seats")
    # Two equal presses at once would be one.
    table.wait(500)
    await ann.press_id("undo")
    await ann.cell_says("1,0", "1,0, face down")


async def zwoggel(table: Served, ann: BrowserUser, _scheme: Scheme) -> None:
    """Play Zwoggel to its end."""
    turns = (
        "0,0 1,1 : -1,-1 2,2 -1,-2",
        "-1,-1 2,2 : -2,-3 -3,-4 2,0",
        "2,0 1,0 : -4,-5 -5,-4 1,0",
        "1,0 :",
    )
    await ann.begin("Zwoggel", "Ann", "Ben")
    await put_right(table, ann)
    for turn in turns:
        flips, _sign, places = turn.partition(" :")
        for cell in flips.split():
            await ann.touch(cell)
            await ann.sees_at(cell, "#row-faces")
            await ann.press("red")
            await ann.cell_shows(cell, "face down", "picked")
        for place in places.split():
            await ann.touch(place)
            # The move may have enlarged the field.
            await ann.cell_shows(place, "nothing$", "may be laid")
        if turn == turns[1]:
            await ann.glance("zwoggel")
            await ann.press("Larger", "Smaller")
    await ann.sees("Ann wins!")
    # A card that can no longer be touched looks like a card, not like a disabled button.
    spots = ann.page.locator('.cell[aria-disabled="true"]')
    borders = await spots.evaluate_all(BORDERS)
    assert set(borders) == {"none"}
    await ann.look("zwoggel-over")
    verify(table)


async def undo_a_throw(table: Served, ann: BrowserUser) -> None:
    """Undo a throw-in: the race goes on, and the same player may throw in again."""
    await ann.presses_down("throw-0")
    await ann.sees("1.", within="#throw-0")
    await ann.press_id("undo")
    await ann.sees_nothing_of("1.", within="#throw-0")
    table.wait(500)
    assert game_of(table.state).state.phase == "race"
    await ann.sees("Who throws in?", within=".turn")
    await ann.presses_down("throw-0")
    await ann.sees("1.", within="#throw-0")
    await ann.press_id("undo")
    await ann.sees_nothing_of("1.", within="#throw-0")


async def drehwurm(table: Served, ann: BrowserUser, scheme: Scheme) -> None:
    """Play a match of Drehwurm, with races on the device and on the phone."""
    await ann.begin("Drehwurm", "Ann", "Ben", "Cem", mode="fast")
    await table.until(is_played("drehwurm"))
    # Each player chooses a button of the device, and they practise once.
    table.device_presses("red", "blue", "green", "press", "red", "press")
    # A page opened later does not repeat earlier news.
    await ann.sees("From here on it counts.", within=".message.note")
    await ann.look("drehwurm-notice")
    await ann.page.reload()
    await ann.connected()
    await ann.sees("Laid and turned")
    await ann.sees_nothing_of("From here on it counts.", within=".message")
    for number in (1, 2, 3):
        await ann.press("Laid and turned")
        await ann.sees("Nobody threw in")
        if number == 2:
            await undo_a_throw(table, ann)
        if number == 1:
            # On a page, pressing a name is like pressing the device. No finger has to be lifted.
            await ann.presses_down("throw-2")
            await ann.sees("1.", within="#throw-2")
            table.device_presses("blue")
        else:
            table.device_presses("blue", "green")
        if number == 1:
            await ann.sees("apart", within=".race")
            await ann.look("drehwurm-race")
            if IS_PROOF:
                ben = await table.user(PHONE, scheme, "fr-FR", table.server.watch_url)
                await ben.sees("Cem", within=".race")
                await ben.look("drehwurm-race-watched")
        await ann.press("The fastest player's card stays", "The game has ended")
        await ann.agree()
        for name in ("Ann", "Ben", "Cem"):
            await ann.write(f"Cards left of {name}", "4")
        # Enter in a field does the same.
        await ann.page.get_by_label("Cards left of Cem").press("Enter")
        await ann.sees_no_line("Cards left of Cem")
        if number < 3:
            await ann.press("Next game")
    await ann.glance("drehwurm-over")
    verify(table)


async def keyboard(table: Served, ann: BrowserUser, _scheme: Scheme) -> None:
    """Play Switch by keyboard only, and then begin Zwoggel."""
    keys = Keyboard(ann.page)
    await ann.connected()
    # A mouse press shows no focus ring. The first Tab shows it.
    await keys.key("Tab")
    if table.state.game:
        await keys.press("New game")
    await keys.go("Switch")
    await keys.key("Space")
    for number, name in ((1, "Ann"), (2, "Ben")):
        await keys.go(f"Player {number}")
        await keys.type(name)
    await keys.key("Enter")
    if await ann.page.locator("#start[data-ask]").count():
        await keys.key("Enter")
    await expect(ann.page.locator("body.table")).to_be_attached()
    await keys.stands_somewhere()
    await table.until(lambda state: not state.is_opening)
    await lay(table, keys)
    await ann.sees("Ann (dark) is to move.")
    moves = (("c1", "d1"), ("a4", "b4"), ("e5", "c3"), ("e2", "b2"))
    for count, cells in enumerate(moves, 1):
        await keys.cells(*cells)
        await expect(ann.page.locator("#lines > li.move")).to_have_count(count)
    await keys.cells("d4", "d3")
    await keys.press("Play it anyway")
    await ann.sees("Ben wins!")
    verify(table)
    await keys.press("New game")
    await keys.go("Zwoggel")
    await keys.press("Zwoggel", "Play")
    if await ann.page.locator("#question[open]").count():
        await keys.key("Enter")
    for cell in ("0,0", "1,1"):
        await keys.cells(cell)
        await keys.press("red")
        await ann.cell_shows(cell, "face down", "picked")
        await keys.stands_somewhere()
    # Each makes the field larger.
    for cell in ("-1,-1", "2,2", "-1,-2"):
        await keys.cells(cell)
        await ann.cell_shows(cell, "nothing$", "may be laid")
        await keys.stands_at(cell)


async def typing(table: Served, ann: BrowserUser, _scheme: Scheme) -> None:
    """Type while something happens at the table: the typed text stays."""
    await ann.ask_anew()
    player = ann.page.locator("#start-player-0")
    await player.fill("Xaver")
    # A click that is still on its way while a person types.
    await ann.page.evaluate("document.querySelectorAll('button.game')[1].click()")
    await player.press_sequentially("ia")
    game = ann.page.locator("button.game").nth(1)
    await expect(game).to_have_attribute("aria-pressed", "true")
    await expect(player).to_have_value("Xaveria")
    await expect(player).to_be_focused()
    # The names stay when another game is chosen, wherever the form shows them.
    for name, other in (("Zoe", "drehwurm"), ("Yves", "switch"), ("Will", "joggle")):
        second = ann.page.locator("#start-player-1")
        await second.fill(name)
        await ann.press_game(other)
        await expect(second).to_have_value(name)
        await expect(player).to_have_value("Xaveria")
    await table.do(NewGame("switch", ("Ann", "Ben"), {}))
    await table.do(Press("white"))
    await ann.open("Resign, dispute, put right")
    await ann.open("We do not agree")
    dispute = ann.page.get_by_label("What is disputed")
    await dispute.fill("was that")
    await table.do(Touch("a1"))
    await table.do(Touch("c3"))
    await ann.hears("moves from a1 to c3")
    await expect(dispute).to_have_value("was that")
    await expect(dispute).to_be_focused()
    # Refused text stays, accepted text is cleared, and each message is beside its field.
    await ann.open("Type a command")
    command = ann.page.get_by_label("A command")
    await command.fill("c3-a1")
    await command.press("Enter")
    await expect(ann.page.locator("#command .problem")).to_be_visible()
    await expect(command).to_have_value("c3-a1")
    await command.fill("b1-a1")
    await command.press("Enter")
    await ann.hears("moves from b1 to a1")
    await expect(command).to_have_value("")
    # What it asked for is done, so it is folded; also without a message that goes.
    await ann.open("Type a command")
    await command.fill("undo")
    await command.press("Enter")
    await expect(command).to_have_value("")
    await expect(dispute).to_have_value("was that")


async def reading(_table: Served, ann: BrowserUser, _scheme: Scheme) -> None:
    """Read finished games by links and keys, and in another language."""
    await ann.follow("Games played")
    await ann.sees("Ann")
    await ann.look("games")
    # Each picture has loaded: the final position of a game.
    await expect(ann.page.locator("a.kept img").first).to_have_js_property("complete", True)
    assert await ann.page.locator("a.kept img").first.evaluate("(each) => each.naturalWidth > 0")
    await ann.follow("Switch")
    last = await ann.page.locator(".turn").inner_text()
    await ann.page.keyboard.press("ArrowLeft")
    await expect(ann.page.locator(".turn")).not_to_have_text(last)
    await ann.follow("1. Ann")
    await ann.look("replay")
    # The browser's Back does not return through each step of a game.
    await ann.page.go_back()
    await ann.sees("Who has played")
    await ann.follow("Switch")
    await ann.follow("The value of each move")
    await ann.sees("the best")
    await ann.look("analysis")
    await ann.follow("Statistics")
    await ann.sees("Who wins")
    await ann.look("statistics")
    await ann.follow("Deutsch")
    await ann.follow("Partien")
    await ann.sees("Wer mitgespielt hat")


ALL: tuple[Scene, ...] = (
    switch, joggle, zwoggel, drehwurm, cards, keyboard, typing, voice, painting,
    reading,
)  # fmt: skip
EVENINGS: list[tuple[Size, Scheme, tuple[Scene, ...]]] = (
    [(PHONE, "light", ALL), (LAPTOP, "dark", ALL)]
    if IS_PROOF
    else [(PHONE, "light", (switch, joggle, zwoggel, drehwurm))]
)


def name_of(given: object) -> str:
    """Return the name of a parameter."""
    if isinstance(given, str):
        return given
    if isinstance(given, tuple) and callable(given[0]):
        return "+".join(scene.__name__ for scene in given)
    return "phone" if given == PHONE else "laptop"


@pytest.mark.parametrize(("size", "scheme", "scenes"), EVENINGS, ids=name_of)
def test_an_evening(
    chromium: Chromium, tmp_path: Path, size: Size, scheme: Scheme, scenes: tuple[Scene, ...]
) -> None:
    async def play() -> None:
        async with served(tmp_path, chromium.browser) as table:
            ann = await table.user(size, scheme)
            for scene in scenes:
                await scene(table, ann, scheme)

    chromium.run(play())
