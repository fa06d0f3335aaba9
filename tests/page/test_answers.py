"""What comes of something that is done below the board: beside its line, or brought into view."""

from pathlib import Path

import pytest
from nicegui import ui
from schiri.page import elements, view
from schiri.page.elements import Line

from tests.page.browser import Pages, Tab, label_of, with_pages

pytestmark = pytest.mark.slow
COMMAND, DISPUTE = "A command", "What is not agreed on"


@pytest.fixture
def led(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what pages bring into view: the label of a line, else the class."""
    found: list[str] = []

    def lead_to(element: ui.element) -> None:
        found.append(label_of(element) if isinstance(element, Line) else element.classes[0])

    for module in (elements, view):
        monkeypatch.setattr(module, "lead_to", lead_to)
    return found


def typed(tab: Tab, label: str) -> Line:
    """Return the line with a label."""
    (found,) = [each for each in tab.shown() if isinstance(each, Line) and label_of(each) == label]
    return found


async def begin(pages: Pages, game: str = "switch") -> Tab:
    ann = await pages.open()
    await ann.click(f"game-{game}")
    await ann.click("play")
    await pages.wait(2000)
    await ann.click("white")
    await pages.wait(2000)
    return ann


def test_what_was_typed_stays_and_its_refusal_stands_beside_it(
    tmp_path: Path, led: list[str]
) -> None:
    async def play(pages: Pages) -> None:
        ann = await begin(pages)
        led.clear()
        await ann.write(COMMAND, "c3-a1")
        await ann.submit(COMMAND)
        await pages.wait(1500)
        line = typed(ann, COMMAND)
        assert line.value == "c3-a1" and "(SW-" in line.wrong.text and led == [COMMAND]
        # It is said once, and to whoever looks on not at all.
        assert len(ann.texts(within="problem")) == 1
        # What is done is emptied, and nothing is wrong any more.
        await ann.write(COMMAND, "a1-c3")
        await ann.submit(COMMAND)
        await pages.wait(1500)
        assert line.value == "" and ann.texts(within="problem") == []
        # Each line has its own; what is typed on while the answer is on its way stays.
        await ann.write(DISPUTE, "was that")
        await ann.submit(DISPUTE)
        await ann.write(DISPUTE, "was that so")
        await pages.wait(1500)
        assert typed(ann, DISPUTE).value == "was that so"
        await ann.write(COMMAND, "zzz")
        await ann.submit(COMMAND)
        assert line.wrong.text and not typed(ann, DISPUTE).wrong.text

    with_pages(play, tmp_path)


def test_the_answer_to_a_hint_and_the_end_are_brought_into_view(
    tmp_path: Path, led: list[str]
) -> None:
    async def play(pages: Pages) -> None:
        ann = await begin(pages)
        ben = await pages.open()
        led.clear()
        await ann.click("Hint")
        await pages.wait(3000)
        # No hint for anybody, who has not agreed on one: only Ann is led to it.
        assert ben.texts(within="problem") and led == ["problem"]
        await ann.click(f"{pages.state.players[0]} resigns.")
        await pages.wait(1500)
        assert led == ["problem", "whose"]
        # Once: whatever comes later leads nobody anywhere.
        await ben.click("Take back")
        await pages.wait(1500)
        await ben.touch("c3")
        await pages.wait(1500)
        assert led == ["problem", "whose"]

    with_pages(play, tmp_path)


def test_what_the_device_has_refused_does_not_stand_on_the_form(tmp_path: Path) -> None:
    async def play(pages: Pages) -> None:
        ann = await begin(pages)
        await ann.click("Hint")
        await pages.wait(3000)
        (told,) = ann.texts(within="problem")
        await ann.click("New game")
        assert ann.says("A new game") and ann.texts(within="problem") == []
        await ann.click("Back")
        assert ann.texts(within="problem") == [told]

    with_pages(play, tmp_path)
