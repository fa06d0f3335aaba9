"""Writes what is made of the builds: a page, pictures and a netlist of each; and the common pages.

Decides which files there are.  ``python -m hardware.generate`` writes them; a test sees that they
are what this makes.
"""

from pathlib import Path

from schiri_device.builds import NAMES, Build, load

from hardware.card import card
from hardware.circuit import circuit_of
from hardware.electrical import netlist
from hardware.guide import guide
from hardware.page import page
from hardware.schematic import schematic
from hardware.shopping import shopping
from hardware.wiring import wiring

FOLDER = Path(__file__).parent
NOTE = "<!-- Made by `make hardware` from the builds' data; do not edit. -->\n\n"


def pages() -> dict[str, str]:
    """Return the text of every page by its file's name."""
    texts = {"README.md": guide(builds()), "card.md": card(), "parts.md": shopping()}
    for build in builds():
        texts[f"{build.name}.md"] = page(build)
    return {name: NOTE + text for name, text in texts.items()}


def pictures() -> dict[str, str]:
    """Return schematic and wiring of every build by their files' names."""
    made = {f"{build.name}.svg": schematic(build) for build in builds()}
    return made | {f"{build.name}-wiring.svg": wiring(build) for build in builds()}


def builds() -> list[Build]:
    """Return all builds."""
    return [build for name in NAMES if (build := load(name))]


def netlist_of(build: Build) -> str:
    """Return the netlist of a build, for KiCad."""
    return netlist(circuit_of(build), build.name)


def main() -> None:
    """Write all files."""
    made = pages() | pictures()
    made |= {f"{build.name}.net": netlist_of(build) for build in builds()}
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
