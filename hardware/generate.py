"""Writes the pages of this folder: one for each build, and the card for the table.

Decides which pages there are.  ``python -m hardware.generate`` writes them; a test sees that they
are what this makes.
"""

from pathlib import Path

from schiri_device.builds import NAMES, load

from hardware.card import card
from hardware.page import page

FOLDER = Path(__file__).parent
NOTE = "<!-- Made by `make hardware` from the builds' data; do not edit. -->\n\n"


def pages() -> dict[str, str]:
    """Return the text of every page by its file's name."""
    texts = {"card.md": card()}
    for name in NAMES:
        build = load(name)
        assert build
        texts[f"{name}.md"] = page(build)
    return {name: NOTE + text for name, text in texts.items()}


def main() -> None:
    """Write all pages."""
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
