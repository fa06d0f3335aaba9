"""Files that a phone needs to keep the page on its home screen."""

import asyncio
import io
import re
from hashlib import sha256
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from httpx import ASGITransport, AsyncClient, Response
from PIL import Image, ImageChops
from schiri.games.words import GameWords
from schiri.page import files
from schiri.page.access import Access, Keys
from schiri.page.document import links
from schiri.page.files import FILES, ICONS, XMLNS, address_of, art_css, card_name, sample_svg
from schiri.page.routes import file_routes
from schiri.picture.drawing import drawing
from schiri.picture.grid import board_parts, field_parts, mark_tiles
from schiri.picture.look import WORMS
from schiri.picture.piles import card_svg, worm_svg
from schiri.scene import part_of
from schiri.scene.marks import MARKS
from schiri.scene.part import GameScene
from schiri.texts import Words
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from tests.games import GAMES
from tests.tools.screenshots import icon

KEYS = Keys("player-key", "watcher-key")
# Most difference of a picture that another version of the library has drawn.
NEAR = 8


class Browser:
    """A browser that requests files from a table's server and keeps its cookies."""

    def __init__(self, keys: Keys | None) -> None:
        files = Starlette(routes=file_routes(), middleware=[Middleware(GZipMiddleware)])
        app = Access(files, {"localhost"}, 80, (lambda: keys) if keys else None)
        transport = ASGITransport(app)
        self._http = AsyncClient(transport=transport, base_url="http://localhost")

    def get(self, path: str, encoding: str = "gzip") -> Response:
        """Ask for something."""
        return asyncio.run(self._http.get(path, headers={"accept-encoding": encoding}))


@pytest.mark.parametrize("side", ICONS)
def test_an_icon_is_what_the_sign_looks_like_and_has_no_holes(side: int) -> None:
    answer = Browser(None).get(f"/icon/{side}.png")
    assert answer.headers["content-type"] == "image/png"
    found = Image.open(io.BytesIO(answer.content))
    assert found.size == (side, side)
    drawn = Image.open(io.BytesIO(icon(side))).convert("RGBA")
    assert drawn.getchannel("A").getextrema() == (255, 255)
    differs = ImageChops.difference(found.convert("L"), drawn.convert("L"))
    assert not any(differs.histogram()[NEAR:])


def test_only_the_icons_of_the_page_are_served() -> None:
    browser = Browser(None)
    assert '<link rel="apple-touch-icon" href="/icon/180.png">' in str(links())
    manifest = browser.get("/manifest.json").json()
    assert {each["sizes"] for each in manifest["icons"]} == {"any", "192x192", "512x512"}
    assert [browser.get(each["src"]).status_code for each in manifest["icons"]] == [200] * 3
    assert manifest["start_url"] == "/"
    for path in ("/icon/64.png", "/icon/..%2Flogo.png", "/icon/x.png"):
        assert browser.get(path).is_error


@pytest.mark.parametrize("key", KEYS)
def test_an_app_on_the_first_screen_begins_with_the_key_that_it_came_with(key: str) -> None:
    browser = Browser(KEYS)
    assert browser.get("/manifest.json").status_code == 403
    assert browser.get("/icon/180.png").status_code == 403
    browser.get(f"/logo.svg?key={key}")
    assert browser.get("/manifest.json").json()["start_url"] == f"/?key={key}"


def test_a_static_file_is_kept_for_ever_under_the_address_of_this_version_alone() -> None:
    browser = Browser(None)
    found = browser.get(address_of("style.css"))
    assert found.content == FILES["style.css"] and "immutable" in found.headers["cache-control"]
    assert found.headers["content-type"].startswith("text/css")
    for path in ("/static/style.css", "/static/style.css?v=0"):
        assert browser.get(path).headers["cache-control"] == "no-store"
    assert browser.get("/static/..%2Flogo.svg").status_code == 404


def test_a_static_file_is_compressed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def compress(*_: object) -> bytes:
        raise AssertionError

    monkeypatch.setattr("starlette.middleware.gzip.GZipResponder._compress_body", compress)
    browser = Browser(None)
    for _ in range(2):
        found = browser.get(address_of("art.css"))
        assert found.content == FILES["art.css"] and found.headers["content-encoding"] == "gzip"
        assert found.headers["vary"] == "accept-encoding"
    assert files.zipped("art.css") is files.zipped("art.css")
    plain = browser.get(address_of("art.css"), "identity")
    assert plain.content == FILES["art.css"] and "content-encoding" not in plain.headers


def sample(game: str, step: int = 0) -> str | None:
    part = part_of(game)
    view = part.guide[step - 1].view if step else part.sample(game)
    return drawing(part.still(Words("en"), game, view), None)


@pytest.mark.parametrize(
    ("path", "drawn"),
    [
        ("/art/card/r3.svg", card_svg("r3")),
        ("/art/card/back.svg", card_svg("?")),
        ("/art/card/none.svg", card_svg("")),
        *((f"/art/worm/{name}.svg", worm_svg(name)) for name in WORMS),
        *((f"/samples/{game}.svg", sample(game)) for game in GAMES),
        *((f"/samples/{game}-{at}.svg", sample(game, at)) for game in GAMES for at in (1, 2, 3)),
    ],
)
def test_a_picture_by_itself_says_what_it_is(path: str, drawn: str) -> None:
    answer = Browser(None).get(path)
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text == drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    assert ElementTree.fromstring(answer.text).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize(
    "name", ["card/", "card/x", "card/r33", "worm/", "worm/x", "hen/r", "x/r3"]
)
def test_there_is_no_other_picture(name: str) -> None:
    assert Browser(None).get(f"/art/{name}.svg").status_code == 404
    for game in ("chess", "chess-1", "switch-0", "switch-4", "switch-", "switch-1-1"):
        assert Browser(None).get(f"/samples/{game}.svg").status_code == 404


@pytest.mark.parametrize(("card", "name"), [("?", "back"), ("", "none"), ("r3", "r3")])
def test_each_card_has_a_picture_of_its_name(card: str, name: str) -> None:
    assert card_name(card) == name


def test_pieces_are_drawn_by_the_style_sheet() -> None:
    art_css.cache_clear()
    style = art_css()
    # The data between the quotation marks ends neither the string nor the URL.
    drawn = re.findall(
        r'\.([afm]-[^{]+){background-image:url\("data:image/svg\+xml,([^"#\']*)"\)}', style
    )
    assert {name for name, _svg in drawn} == {
        *(f"a-{name}" for name in board_parts()),
        *(f"f-{name}" for name in field_parts()),
        *(f"m-{name}" for name in MARKS),
    }
    for name, svg in drawn:
        kind, _, part = name.partition("-")
        plain = {"a": board_parts, "f": field_parts, "m": mark_tiles}[kind]()[part]
        if kind == "m":
            assert MARKS[part].colour in plain
        assert unquote(svg) == plain.replace("<svg ", f'<svg xmlns="{XMLNS}" ')
        # Characters that need no quoting make the file smaller.
        assert "<" in svg and " " in svg
        ElementTree.fromstring(unquote(svg))


def test_an_address_has_eight_digits_of_the_hash() -> None:
    assert (
        address_of("style.css")
        == f"/static/style.css?v={sha256(FILES['style.css']).hexdigest()[:8]}"
    )


def test_a_game_without_a_sample_has_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "part_of", lambda game: GameScene(GameWords(game)))
    assert sample_svg("switch") == ""
