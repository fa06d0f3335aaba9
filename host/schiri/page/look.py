"""What a browser is served besides pages: style, scripts, icons, the manifest.

Decides their addresses, and how long a browser keeps them.  Must not know what a page shows.
"""

from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from schiri.page.access import KEY, KEY_OF
from schiri.page.art import art_css

FOLDER = Path(__file__).parent
LOGO = (FOLDER / "logo.svg").read_text("utf-8")
# For what takes no SVG as an icon: its side in pixels, and the file; ``make screenshots`` draws it.
ICONS = {side: FOLDER / "icons" / f"{side}.png" for side in (180, 192, 512)}
FILES = {path.name: path.read_bytes() for path in (FOLDER / "static").iterdir() if path.is_file()}
FILES["art.css"] = art_css().encode()
KINDS = {".css": "text/css", ".js": "text/javascript"}
# An address has the version of the file in it: what is there never changes.
FOR_EVER = {"cache-control": "max-age=31536000, immutable"}
# The colours of the bar of a phone, by day and by night.
LIGHT, DARK = "#f4ecdd", "#1c1712"
MANIFEST = {
    "name": "Schiri",
    "short_name": "Schiri",
    "start_url": "/",
    "display": "standalone",
    "background_color": LIGHT,
    "theme_color": LIGHT,
    "icons": [
        {"src": "/logo.svg", "sizes": "any", "type": "image/svg+xml"},
        {"src": "/icon/192.png", "sizes": "192x192", "type": "image/png"},
        {"src": "/icon/512.png", "sizes": "512x512", "type": "image/png"},
    ],
}


def address_of(name: str) -> str:
    """Return the address of one of the static files.

    >>> address_of("style.css").startswith("/static/style.css?v=")
    True
    """
    return f"/static/{name}?v={sha256(FILES[name]).hexdigest()[:8]}"


def look_routes() -> list[BaseRoute]:
    """Return the routes of static files, icons and manifest."""
    return [
        Route("/static/{name}", _static),
        Route("/logo.svg", _logo),
        Route("/icon/{side}.png", _icon),
        Route("/manifest.json", _manifest),
    ]


def _static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in FILES:
        return Response(status_code=HTTPStatus.NOT_FOUND)
    # Who asks for another version than this one has it now, and asks again the next time.
    is_this = str(request.url).endswith(address_of(name))
    kept = FOR_EVER if is_this else None
    return Response(FILES[name], media_type=KINDS[Path(name).suffix], headers=kept)


def _logo(_request: Request) -> Response:
    return Response(LOGO, media_type="image/svg+xml")


def _icon(request: Request) -> Response:
    # As text: a number may have more digits than Python reads.
    side = request.path_params["side"]
    path = next((path for each, path in ICONS.items() if str(each) == side), None)
    return FileResponse(path) if path else Response(status_code=HTTPStatus.NOT_FOUND)


def _manifest(request: Request) -> Response:
    # An app on a phone's first screen has no cookie of the browser's: it begins with the key.
    key = request.scope.get(KEY_OF)
    return JSONResponse(MANIFEST | {"start_url": f"/?{KEY}={key}" if key else "/"})
