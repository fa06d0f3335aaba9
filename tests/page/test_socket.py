"""A page's websocket without a browser: patches, tones, and invalid messages."""

import asyncio
import json
from pathlib import Path

import pytest
from schiri.games.drehwurm.card_game import RaceView
from schiri.page.access import PLAY, WATCH
from schiri.page.connections import MOST_MESSAGE_BYTES
from schiri.page.live import SHAKING, TONES
from schiri.page.socket import SocketPage
from schiri.prose import words_of
from schiri.scene.viewer import LATE
from schiri.table.intents import NewGame, Plug, Press
from schiri.texts import Words
from schiri_device.lights import language
from schiri_engines.registry import names
from starlette.types import Message

from tests.game_now import game_of
from tests.page.browser import Pages, Tab, with_pages
from tests.patience import PATIENCE_S

# How many letters a field takes.
MOST_TYPED = 300


async def begin(pages: Pages, tab: Tab) -> None:
    """Begin Switch, as its form does."""
    await tab.send(submit="start", values={"player-0": "Ann", "player-1": "Ben"})
    await pages.wait(1500)
    await tab.press("begin")
    await pages.wait(1500)


def test_a_page_has_the_tones_of_the_device() -> None:
    shared = {name: tones for name, tones in TONES.items() if name in language.TONES}
    assert shared == {name: language.TONES[name] for name in ("move", "no", "won", "drawn")}


def test_each_cheer_has_a_tone_and_shakes_a_phone() -> None:
    cheers = [tone for game in names() for tone, _sentence in words_of(game).cheers.values()]
    assert {*cheers, "fast", "won", "drawn", LATE} == SHAKING and TONES.keys() > SHAKING


def test_patches_add_up_to_the_scene(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann, ben = await pages.open(), await pages.open("de", may_act=False)
        await begin(pages, ann)
        for cells in (("a1", "c3"), ("b1", "a1"), ("c3", "c3")):
            await ann.touch(*cells)
            assert "Ann" in ann.text("seats") and "Ben" in ben.text("seats")
        # A move by another player changes a few cells, one history line, and the side to move.
        (moved,) = [each for each in ben.messages[1:] if "zieht von a1" in str(each.get("say"))]
        assert {"cell-a1", "cell-c3", "turn"} <= set(moved["put"]) and "middle" not in moved["put"]
        assert len(str(moved)) < 10_000 and len(moved["lines"]) == 1

    with_pages(play, tmp_path)


def test_each_hears_what_happened_and_what_was_refused_to_them_as_often_as_it_was(
    tmp_path: Path,
) -> None:
    async def play(pages: Pages) -> None:
        ann, ben = await pages.open(), await pages.open()
        await begin(pages, ann)
        ann.messages.clear()
        for _ in range(2):
            await ann.send(enter="c3-a1")
            await pages.wait(1500)
        said = [text for each in ann.messages for text in each.get("say", ())]
        assert len(said) == 2 and said[0] == said[1] and said[0] in ann.text("said", "more")
        tones = [each["tones"] for each in ann.messages if "tones" in each]
        assert tones == [[list(tone) for tone in TONES["no"]]] * 2
        assert said[0] not in ben.text("said", "more")

    with_pages(play, tmp_path)


def test_the_reason_of_a_refusal_is_heard_without_the_sound_of_a_no(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann, ben = await pages.open(), await pages.open(may_act=False)
        await begin(pages, ann)
        await ann.touch("b1")
        # A spectator may ask as well. Only their own page gets the explanation.
        for tab in (ann, ben):
            tab.messages.clear()
            await tab.press("why")
            (said,) = [each["say"] for each in tab.messages if "say" in each]
            assert "put any stone of your colour" in said[0] and len(said) == 1
            assert not any("tones" in each for each in tab.messages)
            assert "put any stone" in tab.text("said")
        await ann.press("why")
        assert "put any stone" not in ann.text("said") and "put any stone" in ben.text("said")
        # The next refusal is explained once a person asks for it.
        await ann.touch("d1")
        assert "put any stone" not in ben.text("said") and "only a stone of your own" in ben.text(
            "said"
        )

    with_pages(play, tmp_path)


def test_spectators_do_nothing_whatever_they_send(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann, eve = await pages.open(), await pages.open(may_act=False)
        await begin(pages, ann)
        before = game_of(pages.state).events.upto
        ids = [each.id for each in ann.scene.controls()]
        ids += ["cell-a1", "cell-c3", "resign-0", "draw", "undo", "dev-white", "again", "ask"]
        for id in ids:
            await eve.send(press=id)
        for form in ("start", "dispute", "command"):
            await eve.send(submit=form, values={"text": "draw", "player-0": "Eve"})
        await eve.send(enter="draw")
        await pages.wait(1500)
        assert game_of(pages.state).events.upto == before and not pages.state.device.refusal
        assert "data-ask" not in eve.regions["rows"] and "<form" not in str(eve.regions)
        assert eve.regions["middle"].count('aria-disabled="true"') == 25

    with_pages(play, tmp_path)


def test_a_form_whose_fields_are_full_is_no_message_that_is_too_long(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann, sizes = await pages.open(), []
        for game in names():
            await ann.press(f"game-{game}")
            form = ann.scene.form("start")
            assert form
            # Letters of any language take no more for each of the places in a field.
            longest = "\u20ac" * MOST_TYPED
            values = {
                field.id: max((value for value, _ in field.choices), key=len, default=field.value)
                if field.kind in ("choice", "check", "map")
                else longest
                for field in form.fields
            }
            message = {"submit": form.id, "values": values, "scene": 10**9}
            sizes.append(len(json.dumps(message, ensure_ascii=False).encode()))
        assert MOST_MESSAGE_BYTES[PLAY] // 2 < max(sizes) < MOST_MESSAGE_BYTES[PLAY]
        assert f'maxlength="{MOST_TYPED}"' in ann.regions["forms"]
        # A page that looks on sends presses and heartbeats.
        press = {"press": max((each.id for each in ann.scene.controls()), key=len), "at": 10**9}
        assert 2 * len(json.dumps({**press, "scene": 10**9})) < MOST_MESSAGE_BYTES[WATCH]

    with_pages(play, tmp_path)


def test_a_form_begins_the_game_that_it_shows(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann = await pages.open()
        values = {"player-0": "Ann", "player-1": "Ben"}
        shown = ann.messages[-1]["scene"]
        await ann.press("game-zwoggel")
        # A slow page has not shown the other form yet.
        await ann.send(submit="start", values=values, scene=shown)
        await pages.wait(1500)
        assert game_of(pages.state).state.game == "switch"

    with_pages(play, tmp_path)


def test_only_what_the_scene_offers_is_done(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann = await pages.open()
        # At the start there is no board, and nothing to undo.
        for id in ("cell-a1", "undo", "resign-0", "start", "", "dev-white"):
            await ann.send(press=id)
        await ann.send(submit="command", values={"text": "draw"})
        assert pages.state.game is None

    with_pages(play, tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "1", "null", "[]", "[" * 20_000, '"press"', "{}", '{"press": 1}', '{"press": []}',
        '{"press": {"id": "x"}}', '{"submit": "start"}', '{"submit": "start", "values": 1}',
        '{"submit": 1, "values": {}}', '{"submit": "start", "values": {"player-0": 1}}',
        '{"submit": "start", "values": {"player-0": "' + "x" * 60_000 + '"}}',
        '{"enter": null}', '{"enter": "' + "9" * 60_000 + '"}', '{"enter": "\\ud800"}',
        '{"enter": "\\u0000"}', '{"press": 1e999}', "9" * 6000, '{"here": 1}',
    ],
    ids=lambda text: text[:30],
)  # fmt: skip
def test_nothing_that_is_sent_is_a_fault_of_the_program(text: str, tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        pages.stepped.session.do(NewGame("switch", ("Ann", "Ben"), {}))
        await pages.wait(2000)
        pages.stepped.session.do(Press("white"))
        await pages.wait(1500)
        ann = await pages.open()
        before = game_of(pages.state).events.upto
        ann._sent.put_nowait(text)
        await pages.wait(1500)
        assert game_of(pages.state).events.upto == before
        await ann.touch("a1", "c3")
        await pages.wait(1500)
        assert game_of(pages.state).events.upto > before and "a1" in ann.text("history")

    with_pages(play, tmp_path)


@pytest.mark.parametrize("no_time", [None, "90310", 90_310.5, True, [90_310], 1 - 2**53])
def test_a_press_counts_from_when_it_was_pressed_on_the_page(
    no_time: object, tmp_path: Path
) -> None:
    async def play(pages: Pages) -> None:
        race = NewGame("drehwurm", ("Ann", "Ben", "Cem"), {"mode": "fast"})
        pages.stepped.session.do(race)
        pages.stepped.session.do(Plug(False))
        await pages.wait(3000)
        phone = await pages.open()
        await phone.send(press="turned", at=90_000)
        await pages.wait(500)
        await phone.send(press="throw-0", at=90_310)
        # A press with an invalid time counts from its arrival.
        await phone.send(press="throw-2", at=no_time)
        cards = game_of(pages.state).cards
        assert isinstance(cards, RaceView)
        (first, ms, _tie), (second, later, _) = cards.order
        assert (first, ms, second) == (0, 310, 2) and later > 800
        await phone.press("turned")

    with_pages(play, tmp_path)


def test_a_ping_is_answered(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann = await pages.open(may_act=False)
        ann.messages.clear()
        await ann.send(here=True)
        assert ann.messages == [{"here": True}]

    with_pages(play, tmp_path)


def test_form_errors_stand_at_their_field_and_typed_text_stays(
    tmp_path: Path,
) -> None:
    async def play(pages: Pages) -> None:
        ann = await pages.open()
        await ann.send(submit="start", values={"player-0": "Ann", "player-1": "Ann"})
        await pages.wait(1500)
        form = ann.regions["forms"]
        assert pages.state.game is None and form.count("aria-invalid") == 1
        assert form.count('value="Ann"') >= 2 and "aria-describedby" in form

    with_pages(play, tmp_path)


def test_a_socket_that_the_server_closes_by_itself_ends_its_page_alone(tmp_path: Path) -> None:
    """It does so after a malformed frame; the page is told later."""

    class Closed:
        async def receive(self) -> Message:
            await asyncio.Event().wait()
            raise AssertionError

        async def send_text(self, text: str) -> None:
            raise RuntimeError("Unexpected ASGI message 'websocket.send'")

    async def play(pages: Pages) -> None:
        page = SocketPage(pages.broadcaster, Words("en"), True, "")
        async with asyncio.timeout(PATIENCE_S):
            await page.run(Closed())

    with_pages(play, tmp_path)
