"""A page of a scripted table: what it sends, and when."""

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any, cast

from schiri.device.reports import DeviceStatus, DeviceView, Lights
from schiri.events import End
from schiri.page.broadcaster import Broadcaster
from schiri.page.live import MINE, MOST_LETTERS, MOST_SCENES, MOST_VALUES, TONES, Page, live_page
from schiri.page.patches import PageCache
from schiri.page.phones import phones
from schiri.page.request import PageRequest
from schiri.page.socket import SocketPage
from schiri.picture.lights import light_colours
from schiri.referee import Referee
from schiri.scene.viewer import MOST_LINES
from schiri.table.intents import Answer, AnswerUndo, Enter, Offered, RefusalReport, Sent, Sit, plain
from schiri.table.state import Latest, Notice, TableState, UndoAsked
from schiri.texts import Words
from schiri_device.builds.keys5 import BUILD
from starlette.types import Message

from tests.scenes.scripted import PLAYERS, moves, table_of

MOVED = Referee("switch", PLAYERS)
MOVED.command("a1-c3")
AFTER = MOVED.state()
PLAYING = DeviceView(status=DeviceStatus("play", "-", "-"))


class Scripted:
    """A table whose states a test sets."""

    def __init__(self, state: TableState) -> None:
        self.state, self.cache, self.now_ms = state, PageCache(), 0

        self.asked: list[tuple[Sent, Callable[[Answer], object]]] = []

    def do(self, intent: Sent, answered: Callable[[Answer], object]) -> None:
        self.asked.append((intent, answered))


def page_of(table: Scripted) -> Page:
    return Page(table, Words("en"), True, "", lambda: None)


def test_each_line_is_sent_and_said_once_also_past_the_limit_of_lines() -> None:
    table = Scripted(table_of([]))
    page = page_of(table)
    assert "say" not in page.message()
    for count in range(1, MOST_LINES + 2):
        table.state = table_of(moves(count))
        message: dict[str, Any] = page.message()
        assert len(message["lines"]) == len(message["say"]) == 1, count
    assert "Ann moves from a1 to c3" in message["lines"][0]
    assert message["say"] == ["Ann moves from a1 to c3"]


def test_whose_turn_it_is_is_said_once_when_it_changes() -> None:
    table = Scripted(table_of([]))
    page = page_of(table)
    page.message()
    table.state = table_of(moves(1), state=AFTER)
    said = ["Ann moves from a1 to c3", "Ben (light) is to move."]
    assert page.message()["say"] == said
    table.state = table_of(moves(2), state=AFTER)
    assert page.message()["say"] == ["Ben moves from a1 to c3"]


def test_of_another_game_only_the_last_line_is_said() -> None:
    table = Scripted(table_of(moves(5)))
    page = page_of(table)
    page.message()
    table.state = table_of(moves(4), "b.jsonl")
    assert page.message()["say"] == ["Ben moves from a1 to c3"]


def test_what_is_sent_once_is_not_sent_again() -> None:
    table = Scripted(table_of([]))
    page = page_of(table)
    frame: Any = page.message()["frame"]
    assert frame["version"] and frame["title"] == "Ann (dark) is to move. · Switch"
    page.receive('{"here": true}')
    assert (page.message(), page.message()) == ({"here": True}, {})
    table.state = table_of([], state=AFTER)
    assert page.message()["frame"] == frame | {"title": "Ben (light) is to move. · Switch"}
    assert page.message() == {}


def test_what_happened_is_said_before_a_refusal_and_an_end_is_heard_before_a_no() -> None:
    table = Scripted(table_of([]))
    page = page_of(table)
    page.message()
    one, two = moves(2)
    end = End(("Ann",), "SW-7")
    over, none = RefusalReport("game-over", "TA-3"), RefusalReport("no-hint-left", "SW-10")
    moved = " moves from a1 to c3"
    for events, refusal, said, tone in (
        ([one], None, ("Ann" + moved,), "move"),
        ([one], over, ("nothing is played after the end.",), "no"),
        ([one, two], none, ("Ben" + moved, "under House rules."), "no"),
        ([one, two, end], over, ("Ann wins!", "nothing is played after the end."), "won"),
    ):
        table.state = table_of(events)._replace(device=DeviceView(refusal=refusal))
        message: dict[str, Any] = page.message()
        assert all(map(str.endswith, message["say"], said)) and len(message["say"]) == len(said)
        assert message["tones"] == TONES[tone]
    notices = Latest((Notice("next", ("Ann",)),), 1)
    table.state = table_of([one, two, end])._replace(notices=notices)
    message = page.message()
    assert message["say"] == ["This time Ann begins."] and "tones" not in message


def test_a_message_of_a_browser_is_carried_out_as_far_as_it_is_sensible() -> None:
    table = Scripted(table_of([]))
    page = page_of(table)
    page.receive(json.dumps({"enter": "x" * (MOST_LETTERS + 1)}))
    many = {f"x{at}": "" for at in range(MOST_VALUES - 1)}
    for each in (many | {"text": "draw"}, {"text": "y" * (MOST_LETTERS + 1)}):
        page.receive(json.dumps({"submit": "command", "values": each}))
    page.receive(json.dumps({"submit": "command", "values": {"x": ""} | many | {"text": "late"}}))
    sent = [plain(each) for each, _answered in table.asked]
    asked = [each.text for each in sent if isinstance(each, Enter)]
    assert asked == ["x" * MOST_LETTERS, "draw", "y" * MOST_LETTERS]


def test_what_is_pressed_is_for_the_scene_that_the_browser_shows() -> None:
    table = Scripted(table_of(moves(1))._replace(moment=7))
    page = page_of(table)
    first: dict[str, Any] = page.message()
    table.state = table_of(moves(2))._replace(moment=8)
    second: dict[str, Any] = page.message()
    one, two = first["scene"], second["scene"]
    assert two == one + 1
    # Lights are nothing that can be pressed.
    table.state = table.state._replace(device=DeviceView(lights=Lights([(0, 0, 9)])))
    assert "scene" not in page.message()
    # In the newest one it is somebody else's, or is not there at all.
    page.viewer.scene = page.viewer.scene._replace(rows=(), forms=())
    # Of another connection's scene, as of none, nobody knows what was offered in it.
    other: dict[str, Any] = page_of(table).message()
    gone: list[dict[str, object]] = [{"scene": each} for each in (other["scene"], None, True)]
    for more in ({"scene": one}, {"scene": two}, *gone, {}):
        page.receive(json.dumps({"press": "resign-0", **more}))
        page.receive(json.dumps({"submit": "command", "values": {"text": "draw"}, **more}))
    moments = [each.moment for each, _ in table.asked if isinstance(each, Offered)]
    assert moments == [7, 7, 8, 8]
    for at in range(MOST_SCENES):
        table.state = table_of(moves(3 + at))._replace(moment=9 + at)
        page.message()
    for number in (two, two + 1):
        page.receive(json.dumps({"press": "resign-0", "scene": number}))
    assert [each.moment for each, _ in table.asked[-2:] if isinstance(each, Offered)] == [0, 9]


def test_a_page_goes_on_in_its_own_language_and_leads_to_phones_if_it_may() -> None:
    table = Scripted(table_of([]))
    for language, has_links in (("de", False), ("fr", True)):
        page = live_page(
            PageRequest("/"), table, Words(language), True, "", has_links
        ).body.decode()
        assert f'data-socket="/socket?language={language}"' in page
        assert ('href="/phones"' in page) is has_links


def test_each_code_has_its_own_link() -> None:
    page = phones(PageRequest("/phones"), Words("en"), "http://a/?key=p", "http://a/?key=w")
    codes = re.findall(r"<strong>(.*?)</strong><br><a href=\"(.*?)\">", page.body.decode())
    assert codes == [("To play", "http://a/?key=p"), ("To watch", "http://a/?key=w")]


def test_a_state_that_comes_while_a_slow_page_is_sent_to_is_sent_after_it() -> None:
    class Slow:
        def __init__(self) -> None:
            self.sent: list[dict[str, Any]] = []
            self.goes_on = asyncio.Semaphore(0)

        async def receive(self) -> Message:
            await asyncio.Event().wait()
            raise AssertionError

        async def send_text(self, text: str) -> None:
            self.sent.append(json.loads(text))
            await self.goes_on.acquire()

    async def play() -> None:
        table, wire = Scripted(table_of([])), Slow()
        page = SocketPage(cast(Broadcaster, table), Words("en"), True, "")
        running = asyncio.create_task(page.run(wire))
        for count in range(4):
            for _ in range(4):
                await asyncio.sleep(0)
            assert [len(each.get("lines", ())) for each in wire.sent] == [0, *[2] * count]
            # Two states come: the page is sent the newest one.
            for more in (1, 2):
                table.state = table_of(moves(2 * count + more))
                page.show()
            wire.goes_on.release()
        running.cancel()

    asyncio.run(play())


def test_a_page_knows_who_has_it_and_its_browser_remembers() -> None:
    table = Scripted(table_of([])._replace(device=PLAYING))
    page, other = page_of(table), page_of(table)
    assert "Who are you?" in put_by(page)["over"]
    page.receive('{"press": "who-1"}')
    message = page.message()
    assert message["who"] == "Ben" and put_of(message)["over"] == ""
    assert "(you)" in put_of(message)["seats"] and "who" not in page.message()
    # A browser that remembers is not asked, and what it says is no answer to remember.
    other.receive('{"who": "Ben"}')
    assert put_by(other)["over"] == "" and "who" not in other.message()
    other.receive('{"who": 3}')
    assert other.viewer.person.name == "Ben"


def test_the_phone_of_the_player_whose_turn_begins_shakes() -> None:
    table = Scripted(table_of([])._replace(device=PLAYING))
    pages = {name: page_of(table) for name in ("Ann", "Ben")}
    for name, page in pages.items():
        page.receive(json.dumps({"who": name}))
        page.message()
    table.state = table_of(moves(1), state=AFTER)._replace(device=PLAYING)
    ann, ben = (page.message() for page in pages.values())
    assert ben["shake"] and ben["tones"] == TONES[MINE]
    assert "shake" not in ann and ann["tones"] == TONES["move"]
    assert cast(dict[str, str], ben["frame"])["title"] == "▶ Your turn. · Switch"
    assert "data-yours" in put_of(ben)["turn"] and 'class="yours"' in put_of(ben)["seats"]
    assert "data-yours" not in put_of(ann)["turn"]


def test_a_page_asks_about_an_undo_and_is_not_waited_for_once_it_has_left() -> None:
    table = Scripted(table_of(moves(2))._replace(device=PLAYING))
    page = page_of(table)
    page.receive('{"who": "Ben"}')
    page.message()
    table.state = table.state._replace(undo=UndoAsked(7, "Ann", "Ben"))
    message = page.message()
    said = "Ann wants to undo your move."
    assert message["say"] == [said] and message["shake"] and said in put_of(message)["over"]
    assert said not in put_of(message).get("rows", "")
    page.receive('{"press": "undo-no"}')
    page.viewer.leave()
    sent = [each for each, _answered in table.asked]
    view = page.viewer._number
    assert [plain(each) for each in sent] == [
        Sit(view, "Ben"),
        AnswerUndo(7, is_allowed=False),
        Sit(view, ""),
    ]
    assert isinstance(sent[1], Offered) and sent[1].who == "Ben"
    # A spectator is nobody who could be asked.
    watching = Page(table, Words("en"), False, "", lambda: None)
    watching.receive('{"who": "Ben"}')
    watching.viewer.leave()
    assert len(table.asked) == 3 and not watching.viewer.person.name


def put_of(message: dict[str, object]) -> dict[str, str]:
    return cast(dict[str, str], message["put"])


def put_by(page: Page) -> dict[str, str]:
    return put_of(page.message())


def test_lights_are_sent_only_while_somebody_looks_at_them() -> None:
    lights = [Lights([(0, 0, blue)] * 25) for blue in range(6)]
    table = Scripted(lit(lights[0]))
    page = page_of(table)
    page.message()

    def sent(light: Lights, *received: str) -> object:
        for each in received:
            page.receive(each)
        table.state = lit(light)
        message = page.message()
        assert message.keys() <= {"lights"}
        return message.get("lights")

    assert sent(lights[1]) is None
    # The first ones are those of now, also if nothing changes.
    assert sent(lights[1], '{"drawer": true}') == [*light_colours(BUILD, lights[1].colours)]
    assert sent(lights[1]) is None
    assert sent(lights[2]) == [*light_colours(BUILD, lights[2].colours)]
    assert sent(lights[3], '{"drawer": false}') is None
    assert sent(lights[4], '{"drawer": 1}') is None


def lit(lights: Lights) -> TableState:
    table = table_of(moves(1))
    return table._replace(device=table.device._replace(build=BUILD, lights=lights))
