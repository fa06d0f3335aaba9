"""Notes of the site on a phone: no word of a button is broken, and nothing is out of view."""

import pytest
from schiri.languages import LANGUAGES
from schiri.site.words import SAID
from schiri.texts import Words

from tests.page.browser_user import SMALLEST_PX
from tests.page.chromium import Chromium
from tests.page.test_phone import BROKEN
from tests.sources import ROOT

pytestmark = pytest.mark.browser

SCHIRI = ROOT / "host/schiri"
STYLES = (SCHIRI / "page/static/style.css", SCHIRI / "site/web/site.css")
# The texts of notes, and the button beside each.
NOTES = {"failed": "reload", "plugged": "take"}
NOTE = """<p class="site-note told">{said}<button>{button}</button>
<button class="quiet close">×</button></p>"""
WIDTH = "document.documentElement.scrollWidth"


def document(words: Words) -> str:
    notes = [
        NOTE.format(said=words.gettext(SAID[said]), button=words.gettext(SAID[button]))
        for said, button in NOTES.items()
    ]
    styles = "".join(path.read_text("utf-8") for path in STYLES)
    return f"<style>{styles}</style><aside id=site><div id=news>{''.join(notes)}</div></aside>"


@pytest.mark.parametrize("language", LANGUAGES)
def test_notes_stay_whole_on_a_phone(language: str, chromium: Chromium) -> None:
    async def look() -> None:
        assert chromium.browser
        page = await chromium.browser.new_page()
        await page.set_content(document(Words(language)))
        for width in range(SMALLEST_PX, 460, 10):
            await page.set_viewport_size({"width": width, "height": 740})
            assert not await page.evaluate(BROKEN), width
            assert await page.evaluate(WIDTH) <= width
        await page.close()

    chromium.run(look())
