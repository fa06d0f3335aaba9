"""Writes what is made of the builds: of each a page, pictures, a netlist and a case; common pages.

Decides which files there are.  ``python -m hardware.generate`` writes them; a test sees that they
are what this makes.
"""

from pathlib import Path

from schiri.languages import LANGUAGES
from schiri_device.builds import NAMES, Build, load

from hardware.assembly import assembly
from hardware.card import card
from hardware.case import case, stl
from hardware.circuit import circuit_of
from hardware.electrical import netlist
from hardware.guide import guide
from hardware.legend import legend
from hardware.page import page
from hardware.places import CASES, places_of
from hardware.shopping import shopping
from hardware.views import views
from hardware.wiring import wiring

FOLDER = Path(__file__).parent
NOTE = "<!-- Made by `make hardware` from the builds' data; do not edit. -->\n\n"


def pages() -> dict[str, str]:
    """Return the text of every page by its file's name."""
    texts = {"README.md": guide(builds()), "card.md": card(), "parts.md": shopping()}
    texts["case.md"] = assembly()
    for build in builds():
        texts[f"{build.name}.md"] = page(build)
    return {name: NOTE + text for name, text in texts.items()}


def pictures() -> dict[str, str]:
    """Return schematic and wiring of every build by their files' names."""
    # Who wants no picture need not wait for what draws it.
    from hardware.schematic import schematic

    made = {f"{build.name}.svg": schematic(build) for build in builds()}
    return made | {f"{build.name}-wiring.svg": wiring(build) for build in builds()}


def legends() -> dict[str, str]:
    """Return the legend of every build that has a case, in every language, by its file's name."""
    return {
        f"legend/{name}-{language}.svg": legend(places_of(name), language)
        for name in CASES
        for language in LANGUAGES
    }


def builds() -> list[Build]:
    """Return all builds."""
    return [build for name in NAMES if (build := load(name))]


def netlist_of(build: Build) -> str:
    """Return the netlist of a build, for KiCad."""
    return netlist(circuit_of(build), build.name)


def shapes() -> dict[str, bytes]:
    """Return the printed parts of each case by their files' names."""
    return {f"{name}-{part.name}.stl": stl(part) for name in CASES for part in case(name)}


def case_pictures() -> dict[str, bytes]:
    """Return the pictures of each case by their files' names: they take a minute."""
    return {
        f"{name}-{view}.png": data
        for name in CASES
        for view, data in views(places_of(name)).items()
    }


def main() -> None:
    """Write all files."""
    made = pages() | pictures() | legends()
    made |= {f"{build.name}.net": netlist_of(build) for build in builds()}
    for folder in ("case", "legend"):
        (FOLDER / folder).mkdir(exist_ok=True)
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
    for name, data in (shapes() | case_pictures()).items():
        (FOLDER / "case" / name).write_bytes(data)


if __name__ == "__main__":
    main()
