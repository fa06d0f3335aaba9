"""Writes what is made of the builds: a page and a netlist for each, and the card for the table.

Decides which files there are.  ``python -m hardware.generate`` writes them; a test sees that they
are what this makes.
"""

from pathlib import Path

from schiri_device.builds import NAMES, Build, load

from hardware.card import card
from hardware.circuit import circuit_of
from hardware.electrical import netlist
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


def netlist_of(build: Build) -> str:
    """Return the netlist of a build, for KiCad."""
    return netlist(circuit_of(build), build.name)


def main() -> None:
    """Write all files."""
    netlists = {f"{name}.net": netlist_of(build) for name in NAMES if (build := load(name))}
    for name, text in {**pages(), **netlists}.items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
