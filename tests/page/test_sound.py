"""What is heard at a page: the device's tones, once somebody wants them."""

from pathlib import Path

import pytest
from nicegui import ui
from schiri.page.sound import TONES
from schiri_device.lights import language

from tests.page.browser import Pages, with_pages
from tests.page.test_board import begin

pytestmark = pytest.mark.slow


def test_a_page_has_the_tones_of_the_device() -> None:
    assert {name: language.TONES[name] for name in TONES} == TONES


def test_only_who_has_turned_sound_on_hears_moves_refusals_and_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []

    async def play(pages: Pages) -> None:
        ann = await pages.open()
        await begin(pages, ann)
        await pages.open("de", may_act=False)
        monkeypatch.setattr(
            "nicegui.Client.run_javascript",
            lambda client, code, **_more: heard.append(code),
        )
        await ann.touch("a1", "c3")
        assert heard == []
        (sound,) = ann.user.find("sound").elements
        ann._trigger(sound, "click", True)
        await pages.wait(0)
        assert isinstance(sound, ui.element) and sound.props["aria-pressed"] == "true"
        await ann.touch("b1", "a1")
        # A refusal that still stands is not heard once more.
        await ann.touch("b1", "b1")
        await ann.click("<b>Ben</b> resigns.")
        await pages.wait(500)

    with_pages(play, tmp_path)
    # The end leads to the head of the table as well.
    tones = [code for code in heard if not code.startswith("schiriLeadTo")]
    assert [code.removeprefix("schiriTones(") for code in tones] == [
        "[[880, 40]])",
        "[[220, 90], [180, 120]])",
        "[[660, 120], [880, 120], [1320, 240]])",
    ]
