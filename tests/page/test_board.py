"""Board games on a page: begun, played by touches, refused, ended; the device; who looks on."""

from pathlib import Path

import pytest
from schiri.page.board import shown_cells
from schiri.page.elements import Tag
from schiri.page.logs.library import id_of
from schiri.table.intents import Enter, Leave, NewGame

from tests.cli.command import typed
from tests.page.browser import Pages, Tab, with_pages

pytestmark = pytest.mark.slow


async def begin(pages: Pages, tab: Tab, game: str = "switch") -> None:
    """Begin a game, as somebody at a page does."""
    await tab.click(f"game-{game}")
    await tab.write("Players, first begins", "Ann, <b>Ben</b>")
    await tab.click("play")
    await pages.wait(1000)
    while pages.state.now and pages.state.now.mode == "lay":
        await tab.click("white")


def test_switch_is_begun_played_refused_and_given_up(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann = await pages.open()
        await begin(pages, ann)
        cem = await pages.open("de", may_act=False)
        assert ann.texts(within="turn") == ["Ann (dark) is to move."]
        # A name is text, whatever stands in it.
        assert "<b>Ben</b> (light)" in ann.texts(within="seats")

        await ann.touch("a1")
        assert ann.cell("a1") == "a1, dark, picked"
        assert ann.cell("c3") == "c3, free, it may go there"
        await ann.touch("c3")
        assert ann.texts(within="turn") == ["<b>Ben</b> (light) is to move."]
        assert ann.texts(within="history")[0] == "Ann moves from a1 to c3"
        assert cem.texts(within="turn") == ["<b>Ben</b> (hell) ist am Zug."]
        assert cem.texts(within="history")[0] == "Ann zieht von a1 nach c3"
        assert ann.texts(within="unseen") == ["Ann moves from a1 to c3"]

        # The counter is not possible from there: the reason, its rule, and the cells.
        await ann.touch("c3")
        (problem,) = ann.texts(within="problem")
        assert "(SW-" in problem and problem in ann.texts(within="unseen")
        assert "the cause of the refusal" in ann.cell("c3")

        await ann.click("Take back")
        assert ann.cell("a1") == "a1, dark"
        assert ann.texts(within="problem") == []

        # Who looks on has nothing to press, and nothing to type on.
        assert cem.texts("button") == ["Groß", "Ton"]
        await cem.touch("a1")
        assert cem.cell("a1") == "a1, dunkel"

        await ann.click("<b>Ben</b> resigns.")
        await pages.wait(500)
        assert ann.texts(within="turn")[0].startswith("Ann has won.")
        assert "Play again" in ann.texts("button")
        log = pages.state.log
        assert pages.state.state and pages.state.state.over
        pages.stepped.session.close()
        assert typed("log", "verify", log).out.startswith("ok ")

    with_pages(play, tmp_path)


def test_the_device_plays_for_whom_it_was_chosen(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann = await pages.open()
        await ann.click("game-switch")
        await ann.choose("The second player is", "4")
        await begin(pages, ann)
        await ann.touch("a1", "c3")
        await pages.wait(3000)
        (hint,) = [each for each in ann.texts() if "The device moves" in each]
        first, to = hint.partition("The device moves ")[2][:5].replace("x", "-").split("-")
        colour = ann.cell(first).split(", ")[1]
        await ann.touch("a5")
        (problem,) = ann.texts(within="problem")
        assert "only the one that it shows" in problem
        await ann.click("white")
        await pages.wait(500)
        assert ann.texts(within="turn") == ["Ann (dark) is to move."]
        assert ann.cell(to).startswith(f"{to}, {colour}")

    with_pages(play, tmp_path)


def test_a_hint_is_drawn_on_the_board_and_said(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann, cem = await pages.open(), await pages.open("de", may_act=False)
        await ann.click("game-switch")
        await ann.choose("Hints for the first person", "free")
        await begin(pages, ann)
        await ann.click("Hint")
        await pages.wait(3000)
        (hint,) = [each for each in ann.texts(within="hint") if each.startswith("Hint: ")]
        assert "This move keeps the draw." in hint and hint in ann.texts(within="unseen")[0]
        move = hint.removeprefix("Hint: ")[:5]
        for cell in (move[:2], move[3:]):
            assert "the hint" in ann.cell(cell) and "der Tipp" in cem.cell(cell)
        assert any(text.startswith(f"Tipp: {move}.") for text in cem.texts(within="hint"))
        # Once something else is picked it is gone.
        await ann.touch(move[:2])
        assert "the hint" not in ann.cell(move[:2]) and "picked" in ann.cell(move[:2])

    with_pages(play, tmp_path)


def test_all_who_read_alike_are_told_once(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann = await pages.open()
        await begin(pages, ann)
        await pages.open()
        shown_cells.cache_clear()
        await ann.touch("a1")
        told = shown_cells.cache_info()
        assert told.hits > 0 and told.misses == 1

    with_pages(play, tmp_path)


def test_the_score_sheet_of_an_evening_has_each_game(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann = await pages.open()
        await begin(pages, ann)
        assert ann.texts(within="sheet") == []
        for number, said in enumerate(("resign Ann", "draw", "resign Ann")):
            if number:
                await ann.click("Play again")
                await pages.wait(1000)
                while pages.state.now and pages.state.now.mode == "lay":
                    await ann.click("white")
            pages.stepped.session.do(Enter(said))
            await pages.wait(1000)
        told = ann.texts(within="sheet")
        assert told[:5] == ["Score sheet", "game 1", "game 2", "game 3", "match"]
        rows = {tuple(told[at : at + 5]) for at in (5, 10)}
        assert rows == {("Ann", "0", "0", "0", "0"), ("<b>Ben</b>", "1", "0", "1", "2")}
        # Games of another kind are none of this match, and an end that is taken back is none.
        pages.stepped.session.do(NewGame("joggle", ("Ann", "<b>Ben</b>"), {}))
        await pages.wait(2000)
        assert pages.state.state and pages.state.state.game == "joggle"
        assert ann.texts(within="sheet") == []
        await ann.click("Ann resigns.")
        await pages.wait(1000)
        assert ann.texts(within="sheet")[:3] == ["Score sheet", "game 1", "match"]
        await ann.click("Take back")
        assert ann.texts(within="sheet")[:3] != ["Score sheet", "game 1", "match"]

    with_pages(play, tmp_path)


def test_a_new_game_begins_its_own_history_for_all_who_are_there_and_who_come(
    tmp_path: Path,
) -> None:
    async def play(pages: Pages) -> None:
        ann, cem = await pages.open(), await pages.open("de", may_act=False)
        await begin(pages, ann, "joggle")
        await ann.click("roll-red")
        await ann.click("Ann resigns.")
        await pages.wait(500)
        assert "has won" in ann.texts(within="turn")[0] and len(ann.items("history")) > 1
        await ann.click("New game")
        await begin(pages, ann)
        await ann.touch("a1", "c3")
        late = await pages.open("fr")
        for tab, begun, moved in (
            (ann, "Switch: Ann – <b>Ben</b>", "Ann moves from a1 to c3"),
            (cem, "Switch: Ann – <b>Ben</b>", "Ann zieht von a1 nach c3"),
            (late, "Switch: Ann – <b>Ben</b>", "Ann joue"),
        ):
            last, first = tab.texts("li", within="history")
            assert first.startswith(begun) and last.startswith(moved), (first, last)

    with_pages(play, tmp_path)


def test_back_from_cards_a_page_shows_what_was_played_on_the_board(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann = await pages.open()
        await begin(pages, ann)
        await ann.touch("a1", "c3")
        before = ann.texts("li", within="history")
        pages.stepped.session.do(NewGame("zwoggel", ("Ann", "Ben"), {}))
        await pages.wait()
        assert ann.texts("li", within="history") == []
        pages.stepped.session.do(Leave())
        await pages.wait(2000)
        assert ann.texts("li", within="history") == before

    with_pages(play, tmp_path)


def test_joggle_is_rolled_and_placed(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann = await pages.open()
        await begin(pages, ann, "joggle")
        assert pages.state.state and pages.state.state.phase == "roll"
        await ann.click("roll-red")
        assert "red" in ann.texts(within="turn")[0]
        # While a field is due there is nothing to roll.
        assert "joggle" not in ann.texts("button")
        red = (
            next(name for name in map(str, pages.state.board.targets)) if pages.state.board else ""
        )
        await ann.touch(red)
        assert "white" in ann.cell(red) and "the last move" in ann.cell(red)
        assert "joggle" in ann.texts("button")

    with_pages(play, tmp_path)


def test_the_device_beside_the_board_is_pressed_and_unplugged(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann = await pages.open()
        await begin(pages, ann)
        await ann.click("Menu")
        assert pages.state.now and pages.state.now.mode == "menu"
        assert any(text.startswith("Menu:") for text in ann.texts(within="hint"))
        await ann.click("black")
        assert pages.state.now and pages.state.now.mode == "play"
        await ann.click("Pull the simulated cable")
        await pages.wait(6000)
        assert ann.says("The cable is out")
        await ann.click("Take back")
        assert "No Schiri device" in ann.texts(within="problem")[0]
        await ann.click("Plug the simulated cable in")
        await pages.wait(3000)
        assert ann.says("connected") and ann.texts(within="problem") == []

    with_pages(play, tmp_path)


def test_who_comes_later_sees_the_same_and_may_ask_for_another_game(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann = await pages.open()
        await begin(pages, ann)
        await ann.touch("a1", "c3")
        ben = await pages.open("fr")
        assert ben.texts(within="history")[0].startswith("Ann")
        await ben.click("Nouvelle partie")
        assert "game-switch" and ben.says("Drehwurm")
        # What others do is shown behind it, and stays when one goes back.
        await ann.touch("b1", "a1")
        await ben.click("Retour")
        assert len(ben.texts(within="history")) == 3
        await ben.click("Nouvelle partie")
        await ben.click("game-joggle")
        await ben.click("play")
        await pages.wait(3000)
        assert pages.state.state and pages.state.state.game == "joggle"
        assert ann.cell("h8").startswith("h8")

    with_pages(play, tmp_path)


def test_who_comes_late_sees_the_game_whatever_else_could_go_on(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        pages.stepped.session.do(NewGame("zwoggel", ("Ann", "Ben"), {}))
        ann = await pages.open()
        await ann.click("New game")
        await begin(pages, ann)
        assert pages.state.offers and ann.texts(within="turn") == ["Ann (dark) is to move."]
        for may_act in (True, False):
            cem = await pages.open("de", may_act)
            assert cem.texts(within="turn") == ["Ann (dunkel) ist am Zug."]
        pages.stepped.session.do(Enter("resign <b>Ben</b>"))
        await pages.wait(500)
        # Who plays is asked for another game then, and who only looks on sees how it has ended.
        assert (await pages.open()).texts(within="turn") == []
        assert (await pages.open(may_act=False)).texts(within="turn")[0].startswith("Ann has won.")
        # Where another game shall be played than the device has, that is asked for.
        await ann.click("Take back")
        pages.game = "joggle"
        assert (await pages.open()).texts(within="turn") == []
        pages.game = "switch"
        assert (await pages.open()).texts(within="turn") == ["Ann (dark) is to move."]

    with_pages(play, tmp_path)


def test_a_page_that_floods_the_table_waits_for_its_answers(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann = await pages.open()
        await begin(pages, ann)
        sent: list[object] = []
        do = pages.stepped.session.do
        pages.stepped.session.do = lambda intent: sent.append(intent) or do(intent)  # type: ignore[method-assign,func-returns-value,assignment]
        (menu,) = ann.user.find("Menu").elements
        for _ in range(100):
            ann._trigger(menu, "click")
        assert len(sent) == 8
        await pages.wait()
        ann._trigger(menu, "click")
        assert len(sent) == 9

    with_pages(play, tmp_path)


def test_a_long_history_keeps_what_it_shows_and_drops_the_oldest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schiri.page.viewer.MOST_TOLD", 3)

    async def play(pages: Pages) -> None:
        ann = await pages.open()
        await begin(pages, ann)
        await ann.touch("a1", "c3")
        shown = ann.items("history")
        assert [item.text for item in shown][:1] == ["Ann moves from a1 to c3"]
        await ann.touch("b1", "a1")
        await ann.click("Take back")
        after = ann.items("history")
        assert [item.text for item in after] == [
            "The last entry is taken back.",
            "<b>Ben</b> moves from b1 to a1",
            "Ann moves from a1 to c3",
        ]
        # What was shown is not sent once more.
        assert after[2] is shown[0]

    with_pages(play, tmp_path)


def test_joggle_is_played_on_a_board_that_was_painted_by_touches(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann = await pages.open()
        await ann.click("game-joggle")
        assert ann.cell("a1") == "a1, green"
        await ann.click("paint-yellow")
        await ann.touch("a1", "c1")
        assert ann.cell("a1") == "a1, yellow"
        await ann.write("Players, first begins", "Ann Ben")
        await ann.click("play")
        await pages.wait(1000)
        assert pages.state.options["board"].endswith("/YRYRGRGR")
        assert ann.cell("c1").startswith("c1, yellow")
        # The goal is told in words beside its picture, for who only looks on as well.
        ben = await pages.open("de", may_act=False)
        assert ben.texts(within="goal") == ["Ziel:", "1 Rechteck"]
        assert ben.texts(within="bars") == []
        await ann.click("roll-red")
        await ann.click("Ann resigns.")
        await pages.wait(500)
        assert ben.texts(within="bars") == [
            *("Wie die Würfel fielen", "rot", "grün", "blau", "gelb", "Joggle"),
            *("weiß", "1", "0", "0", "0", "0", "schwarz", "0", "0", "0", "0", "0"),
        ]

    with_pages(play, tmp_path)


def test_whoever_looks_on_as_well_may_look_back(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann, cem = await pages.open(), await pages.open("de", may_act=False)
        await begin(pages, ann)
        for tab, look in ((ann, "Look back"), (cem, "Zurückschauen")):
            (link,) = [each for each in tab.shown() if isinstance(each, Tag) and each.text == look]
            assert link.props["href"] == f"/games/{id_of(Path(pages.state.log))}"

    with_pages(play, tmp_path)


def test_another_game_on_the_board_is_asked_for_and_the_first_one_goes_on(tmp_path: Path) -> None:
    def question(tab: Tab) -> object:
        """Return what the browser asks before the form is sent, None for nothing."""
        (form,) = [each for each in tab.shown() if "form" in each.classes]
        return form.props.get("data-ask")

    async def play(pages: Pages) -> None:
        ann = await pages.open("de")
        await ann.click("game-switch")
        assert question(ann) is None
        await ann.write("Spieler, erster beginnt", "Ann Ben")
        await ann.click("play")
        await pages.wait(1000)
        await ann.click("weiß")
        await ann.touch("a1", "c3")
        (resigning,) = ann.user.find("Ann gibt auf.").elements
        assert resigning.props["data-ask"] == "Gibt Ann wirklich auf?"
        await ann.click("Neues Spiel")
        asked = question(ann)
        assert isinstance(asked, str) and "Ann und Ben ist nicht zu Ende" in asked
        # Cards take nothing off the board.
        await ann.click("game-zwoggel")
        assert question(ann) is None
        await ann.click("game-joggle")
        assert question(ann) == asked
        await ann.click("play")
        await pages.wait(4000)
        assert pages.state.state and pages.state.state.game == "joggle"
        await ann.click("Neues Spiel")
        (offer,) = [text for text in ann.texts(within="offers") if "Switch" in text]
        assert "Ann und Ben" in offer
        await ann.click(offer)
        await pages.wait(8000)
        assert ann.texts(within="turn") == ["Ben (hell) ist am Zug."]
        assert "Ann zieht von a1 nach c3" in ann.texts("li", within="history")

    with_pages(play, tmp_path)
