"""A scene as HTML: regions change separately, and typed text is never markup."""

import re
from pathlib import Path
from typing import Any

import pytest
from schiri.device.reports import Lights
from schiri.languages import LANGUAGES
from schiri.page.patches import PageCache, patch_of
from schiri.page.regions import drawn, regions_of
from schiri.scene.scene import (
    Cell,
    Control,
    DevicePanel,
    Die,
    Explain,
    Form,
    FormField,
    Grid,
    HistoryLine,
    Icon,
    Lines,
    Message,
    Piles,
    PileView,
    Race,
    Row,
    Runner,
    Scene,
    Seat,
    Sheet,
    StoneBoard,
)
from schiri.table.intents import Touch, Undo
from schiri.texts import Words
from schiri_device.builds.cursor import BUILD
from schiri_device.builds.feel5 import BUILD as FEELING

from tests.page.browser import Pages, with_pages

EN = Words("en")
EVIL = "<script>alert('x')</script>\"&"
CELLS = tuple(Cell(name, "", "", (), f"{name}, free", Touch(name)) for name in ("a2", "b2"))
BOARD = Grid("board", "The board", ("a", "b"), ("1",), CELLS)
UNDO = Row("mode", "", (Control("undo", "Undo", Undo()),))
LINES = (HistoryLine(1, "Begun"), HistoryLine(2, "Ann moves", tone="move"))
SCENE = Scene(
    "en",
    "table",
    "switch",
    "log 1",
    "Switch",
    "Ann is to move.",
    "Tap a stone.",
    seats=(Seat("Ann", "b", "1 win", True), Seat("Ben", "w")),
    middle=BOARD,
    rows=(UNDO,),
    lines=LINES,
)


def test_lights_around_stones_are_sent_alone_and_stones_without_the_rest() -> None:
    stones = StoneBoard("The board", 1, (Control("stone-a1", "a1, free", None),), ())
    dark, lit = (Lights([(value, 0, 0)] * 25) for value in (0, 90))
    panel = DevicePanel("A device", FEELING, dark, stones=stones)
    before = SCENE._replace(device=panel)
    patch = patch_of(before, SCENE._replace(device=panel._replace(lights=lit)), EN)
    assert not patch.put and patch.lights and len(set(patch.lights)) == 1
    # The stones are drawn with their lights; the drawer has none, and stays.
    held = panel._replace(stones=stones._replace(hand="b", hands="In the hand"), lights=lit)
    patch = patch_of(before, SCENE._replace(device=held), EN)
    assert list(patch.put) == ["stones"] and patch.lights is None
    assert "lights" not in drawn(before, EN)["device"]
    # A new button is in the drawer: the lights around the stones are sent.
    pressed = panel._replace(lights=lit, buttons=(Control("dev-red", "red", Undo()),))
    patch = patch_of(before, SCENE._replace(device=pressed), EN)
    assert list(patch.put) == ["device"] and patch.lights


def test_a_patch_is_made_once_for_pages_that_show_the_same() -> None:
    cache, now, last = PageCache(), SCENE._replace(heading="Ben"), SCENE._replace(rows=())
    patch = cache.patch_of(SCENE, now, EN)
    assert cache.patch_of(SCENE, now, EN) is patch and patch == patch_of(SCENE, now, EN)
    first = cache.patch_of(None, now, EN)
    assert cache.patch_of(None, now, EN) is first == (drawn(now, EN), [], None)
    for before, after in ((now, SCENE), (now, last), (SCENE, last)):
        assert cache.patch_of(before, after, EN) == patch_of(before, after, EN)


def test_the_seat_of_a_winner_says_so_to_everybody() -> None:
    won = Seat("Ann", "b", has_won=True)
    html = drawn(SCENE._replace(seats=(won, Seat("Ben", "w"))), Words("de"))["seats"]
    assert html.count('class="winner"') == 1 and html.count('aria-label="hat gewonnen">★') == 1


def test_what_looks_the_same_is_not_sent_again() -> None:
    held = tuple(cell._replace(action=Touch(cell.name, held="a2")) for cell in CELLS)
    undo = UNDO._replace(controls=(Control("undo", "Undo", Touch("a2")),))
    now = SCENE._replace(middle=BOARD._replace(cells=held), rows=(undo,))
    assert patch_of(SCENE, now, EN) == ({}, [], None)
    # A cell that does nothing any more looks so.
    idle = held[0]._replace(action=None), held[1]
    assert list(patch_of(now, now._replace(middle=BOARD._replace(cells=idle)), EN).put) == [
        "cell-a2"
    ]


def test_unchanged_regions_are_not_sent_again() -> None:
    assert patch_of(SCENE, SCENE._replace(), EN) == ({}, [], None)
    now = SCENE._replace(heading="Ben is to move.")
    assert list(patch_of(SCENE, now, EN).put) == ["turn"]
    now = SCENE._replace(seats=SCENE.seats[::-1], rows=())
    assert list(patch_of(SCENE, now, EN).put) == ["seats", "rows"]


FACES = (("R", ""), ("J", "★"))
BUTTON = Control("dev-red", "red", Undo(), icon=Icon("cap", "red"))
PANEL = DevicePanel("Schiri A", BUILD, None, (BUTTON,))
TYPED = Row("command", "Type a command", (), is_folded=True)
FULL = SCENE._replace(
    message=Message("refusal", "No.", rule="SW-4", reason="A stone."),
    die=Die(FACES, "R", 7),
    note="Goal: 4S",
    forms=(Form("command", (), "Do it", row="command"),),
    rows=(UNDO, TYPED),
    sheets=(Sheet("Score sheet", ("game 1", "match"), (("Ann", (1, 1)),)),),
    device=PANEL,
    notation=(("a1-c3", "move"),),
)
OTHER = Row("top", "", (Control("ask", "New game", Undo()),))
CHANGES: dict[str, Any] = {
    "heading": "Ben",
    "hint": "Wait.",
    "is_over": True,
    "game": "joggle",
    "seats": SCENE.seats[::-1],
    "message": None,
    "rows": (UNDO._replace(controls=()), TYPED, OTHER),
    "forms": (Form("counts", (), "Do it"), Form("command", (), "Do", row="command")),
    "sheets": (Sheet("Score sheet", ("game 1", "match"), (("Ann", (0, 0)),)),),
    "device": PANEL._replace(label="Schiri B"),
    "note": "Goal: 1R",
    "notation": (("a1xa4", "swap"),),
    "die": Die(FACES, "R", 8),
}


@pytest.mark.parametrize("name", CHANGES)
def test_each_region_that_a_change_concerns_is_sent_again(name: str) -> None:
    now = FULL._replace(**{name: CHANGES[name]})
    before, after = drawn(FULL, EN), drawn(now, EN)
    concerned = {id: html for id, html in after.items() if html != before[id]}
    assert concerned and concerned == patch_of(FULL, now, EN).put


def test_what_is_drawn_once_for_all_is_drawn_in_each_language() -> None:
    cards = BOARD._replace(look="cards", cells=(CELLS[0]._replace(field="R"), CELLS[1]))
    pages = [drawn(FULL._replace(middle=cards), Words(each)) for each in LANGUAGES]
    for id in ("top", "seats", "middle", "history", "device"):
        assert len({page[id] for page in pages}) == len(LANGUAGES), id
    signs = [re.findall(r"<b aria-hidden=\"true\">(.*?)</b>", page["middle"]) for page in pages]
    assert len({*map(tuple, signs)}) > 1


def test_of_a_board_the_cells_are_sent_that_are_new() -> None:
    moved = CELLS[1]._replace(piece="b", marks=("last",))
    now = SCENE._replace(middle=BOARD._replace(cells=(CELLS[0], moved)))
    put = patch_of(SCENE, now, EN).put
    assert list(put) == ["cell-b2"] and 'class="a-b"' in put["cell-b2"]
    # A different board is sent as a whole.
    now = SCENE._replace(middle=BOARD._replace(rows=("2",)))
    assert list(patch_of(SCENE, now, EN).put) == ["middle"]


def test_of_the_history_lines_are_sent_that_are_new() -> None:
    third = HistoryLine(3, "Ben moves", tone="move")
    patch = patch_of(SCENE, SCENE._replace(lines=(*LINES, third)), EN)
    assert (patch.put, len(patch.lines)) == ({}, 1) and "Ben moves" in patch.lines[0]
    # A line that has changed, as that of an undone entry, is drawn with all others.
    struck = LINES[-1]._replace(tone="undone")
    assert list(patch_of(SCENE, SCENE._replace(lines=(*LINES[:-1], struck, third)), EN).put) == [
        "history"
    ]
    # Dropped lines do not change that. Another game has its own history.
    assert len(patch_of(SCENE, SCENE._replace(lines=(LINES[1], third)), EN).lines) == 1
    assert list(patch_of(SCENE, SCENE._replace(lines=(third,)), EN).put) == ["history"]


def test_nothing_that_somebody_typed_is_markup() -> None:
    field = FormField("text", "name", EVIL, EVIL, choices=((EVIL, EVIL),), note=EVIL, error=EVIL)
    control = Control(EVIL, EVIL, Undo(), icon=Icon("card", "x"), question=EVIL, note=EVIL)
    evil = SCENE._replace(
        heading=EVIL,
        hint=EVIL,
        note=EVIL,
        device_note=EVIL,
        seats=(Seat(EVIL, "b", EVIL),),
        message=Message("refusal", EVIL, rule=EVIL, reason=EVIL),
        middle=BOARD._replace(label=EVIL, cells=(CELLS[0]._replace(label=EVIL), CELLS[1])),
        rows=(Row("mode", EVIL, (control,)), Row("end", EVIL, (control,), is_folded=True)),
        forms=(Form("f", (field,), EVIL, error=EVIL, question=EVIL),),
        lines=(HistoryLine(1, EVIL),),
        notation=((EVIL, EVIL),),
    )
    for html in drawn(evil, EN).values():
        assert "<script" not in html and "alert('" not in html and "style=" not in html


def test_controls_without_an_action_are_disabled() -> None:
    off = Row("mode", "", (Control("undo", "Undo", None),))
    assert "aria-disabled" in drawn(SCENE._replace(rows=(off,)), EN)["rows"]
    assert "aria-disabled" not in drawn(SCENE, EN)["rows"]


def test_a_message_about_a_form_stands_in_the_form_alone() -> None:
    field = FormField("text", "text", "A command", error="No such command.")
    form = Form("command", (field,), "Do it", row="command")
    wrong = Message("refusal", "No such command.", about="command")
    now = drawn(SCENE._replace(message=wrong, forms=(form,), rows=(TYPED,)), EN)
    assert "No such" not in now["said"] and "No such" in now["more"]
    assert 'aria-describedby="command-text-error"' in now["more"]
    assert "No such" in drawn(SCENE._replace(message=wrong), EN)["said"]


def test_a_refusal_is_explained_where_it_stands_with_the_way_to_its_rule() -> None:
    why = Row("why", "", (Control("why", "Why not?", Explain(True), is_on=False),))
    refused = Message("refusal", "Not yours. (SW-4)", rule="SW-4")
    now = SCENE._replace(message=refused, rows=(why, UNDO))
    page = drawn(now, EN)
    assert 'id="why"' in page["said"] and 'id="why"' not in page["rows"]
    assert "#SW-4" not in page["said"]
    explained = now._replace(message=refused._replace(reason="Move: put any stone."))
    said = drawn(explained, EN)["said"]
    assert "Move: put any stone." in said and 'href="/rules/switch#SW-4"' in said
    assert list(patch_of(now, explained, EN).put) == ["said"]


def test_a_choice_is_pressed_or_not() -> None:
    row = Row("g", "", (Control("a", "A", None, is_on=True), Control("b", "B", None)))
    html = drawn(SCENE._replace(rows=(row,)), EN)["rows"]
    # A chosen one does nothing, and is not off.
    assert html.count("aria-pressed") == html.count("aria-disabled") == 1


def test_the_rules_are_those_of_the_game_that_is_played_or_chosen() -> None:
    form = Form("start", (), "Play", game="zwoggel")
    start = SCENE._replace(name="start", game="", forms=(form,))
    for scene, address in (
        (SCENE, "/rules/switch"),
        (start, "/rules/zwoggel"),
        (start._replace(forms=()), "/rules"),
    ):
        assert f'href="{address}"' in drawn(scene, EN)["top"]
    assert "top" in patch_of(start, start._replace(forms=()), EN).put


def test_frequent_actions_come_before_the_history() -> None:
    eaten = Form("eaten", (), "Do it", ("ate",), "A hen ate a pile")
    dispute = Form("dispute", (), "Keep", ("dispute",), "We do not agree", row="end")
    end = Row("end", "End", (), is_folded=True)
    page = drawn(SCENE._replace(rows=(UNDO, end), forms=(eaten, dispute)), EN)
    shown = {id for id, html in page.items() if "fold-eaten" in html}
    last = {id for id, html in page.items() if 'id="dispute"' in html}
    order = [*page]
    assert (shown, last) == ({"forms"}, {"more"})
    assert order.index("forms") < order.index("history") < order.index("more")


def test_a_page_that_is_shown_first_has_all_regions() -> None:
    shown = [f'<section id="{id}">{html}</section>' for id, html in drawn(SCENE, EN).items()]
    assert [str(each) for each in regions_of(SCENE, EN)] == shown


@pytest.mark.parametrize(
    ("language", "face", "own", "sign"),
    [
        ("en", "R", "", "R"),
        ("de", "R", "", "Ro"),
        ("de", "J", "★", "★"),
        ("de", "3", "", "3"),
        ("de", "R", "r", "r"),
    ],
)
def test_the_die_lies_beside_whose_turn_it_is(
    language: str, face: str, own: str, sign: str
) -> None:
    turn = drawn(SCENE._replace(die=Die(((face, own),), face, 7)), Words(language))["turn"]
    die = f'<span id="die-7" class="die g-{face}" aria-hidden="true">{sign}</span>'
    assert turn.startswith(f'<h1 class="turn">{die}')


def test_regions_that_no_recorded_page_has() -> None:
    runners = (Runner("Ann", "red", is_early=True), Runner("Ben", "blue", place=1, time="0,31 s"))
    race = drawn(SCENE._replace(middle=Race("Race", runners, False)), Words("de"))["middle"]
    assert race == (
        '<div class="race" role="group" aria-label="Race">'
        '<div class="runner"><i class="c-red"></i><span class="name">Ann</span>'
        "<small>zu früh</small></div>"
        '<div class="runner"><i class="c-blue"></i><span class="name">Ben</span>'
        "<small>1. 0,31 s</small></div></div>"
    )
    tie = (Runner("Ann", "red", place=1, is_tie=True, time="0,31 s"), Runner("Ben", "blue"))
    race = drawn(SCENE._replace(middle=Race("Race", tie, False)), EN)["middle"]
    assert "<small>1.= 0,31 s</small>" in race and race.count("<small>") == 1
    lines = drawn(SCENE._replace(middle=Lines(("a", "b"))), EN)["middle"]
    assert lines == '<pre class="lines">a\nb</pre>'
    empty = PileView(2, "", "?", 0, "2: -/? (0)", "Pile 2")
    piles = drawn(SCENE._replace(middle=Piles("Piles", (empty,), 0)), EN)["middle"]
    assert 'class="under"' not in piles and piles.count("/art/card/none.svg") == 2
    for rows in ("RG", "/".join(["X" * 8] * 8), "/".join(["R" * 5] * 5)):
        painted = FormField("board", "map", "Board", rows, error="Eight rows. (JO-2)")
        form = drawn(SCENE._replace(forms=(Form("start", (painted,), "Play"),)), EN)["forms"]
        assert 'value="BYBYBYBY/GRGRGRGR' in form
    own = "/".join(["RGBY" * 2] * 8)
    scene = SCENE._replace(forms=(Form("start", (painted._replace(value=own),), "Play"),))
    form = drawn(scene, EN)["forms"]
    assert f'value="{own}"' in form
    wrong = (
        '<p class="problem" id="start-board-error">Eight rows. <span class="whole">(JO-2)</span>'
    )
    assert wrong in form


def test_fields_have_the_values_and_limits_of_the_scene() -> None:
    fields = (
        FormField("on", "check", "On", "on"),
        FormField("off", "check", "Off", "off"),
        FormField("board", "map", "Board", shown_if=("off", "on")),
        FormField("left", "number", "Left", "3", most=0),
        FormField("rule", "text", "Rule", error="No.", is_folded=True),
    )
    asked = Form("f", fields, "Do it", question="Really?")
    form = drawn(SCENE._replace(forms=(asked,)), EN)["forms"]
    # House rules are open if one of them is wrong.
    assert 'data-ask="Really?"' in form and 'id="f-rules" open>' in form
    assert re.findall("<input .*?>", form)[:2] == [
        '<input id="f-on" name="on" type="checkbox" value="on" checked>',
        '<input id="f-off" name="off" type="checkbox" value="on">',
    ]
    hidden = '<div id="f-board-field" class="field" data-if="f-off" data-is="on" hidden>'
    assert hidden in form and 'value="3" inputmode="numeric" data-least="0" data-most="0"' in form
    wide = Sheet("Score sheet", (*"123456789",), (("Ann", (*range(9),)),))
    figures = re.findall(r"<td>(\d)</td>", drawn(SCENE._replace(sheets=(wide,)), EN)["sheets"])
    assert figures == [*"012345678"]


def test_a_page_follows_stones_and_the_lights_around_them(tmp_path: Path) -> None:
    async def story(pages: Pages) -> None:
        # Each is checked against a fresh rendering at the end.
        ann, ben = await pages.open(), await pages.open("de", may_act=False)
        values = {"player-0": "Ann", "player-1": "Ben"}
        await ann.send(submit="start", values=values)
        await pages.wait(1500)
        await ann.press("beside-b", "stone-a1", "lay-stones")
        await pages.wait(1000)
        # They are in view, whatever else of the device is.
        await ben.send(drawer=False)
        lit = len([message for message in ben.messages if "lights" in message])
        await ann.press("stone-a1")
        await pages.wait(600)
        assert lit < len([message for message in ben.messages if "lights" in message])
        assert "In der Hand: dunkler Stein" in ben.text("stones")
        await ben.press("stone-b1")
        assert "heller" not in ben.text("stones").split("Hand")[1]

    with_pages(story, tmp_path, "feel5")
