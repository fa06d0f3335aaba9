"""The style of pages, what a browser does by itself, and the sign of Schiri.

Decides only that: the files beside this one have it.
"""

from pathlib import Path

FOLDER = Path(__file__).parent
READING = FOLDER / "logs"
STYLE = (FOLDER / "style.css").read_text("utf-8") + (READING / "reading.css").read_text("utf-8")
SCRIPT = (FOLDER / "script.js").read_text("utf-8") + (READING / "reading.js").read_text("utf-8")
LOGO = (FOLDER / "logo.svg").read_text("utf-8")
# For what takes no SVG as an icon: its side in pixels, and the file; ``make screenshots`` draws it.
ICONS = {side: FOLDER / "icons" / f"{side}.png" for side in (180, 192, 512)}
# The colours of the bar of a phone, by day and by night.
LIGHT, DARK = "#f4ecdd", "#1c1712"
HEAD = f"""<style>{STYLE}</style>
<link rel="manifest" href="/manifest.json" crossorigin="use-credentials">
<link rel="apple-touch-icon" href="/icon/180.png">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="{LIGHT}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="{DARK}">"""
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
