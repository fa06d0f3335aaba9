"""Writes the pages, pictures, netlists and printed parts: common ones here, a folder a build.

Decides which files there are, and where.  ``python -m hardware.generate`` writes them; a test sees
that they are what this makes.
"""

from pathlib import Path

from schiri.languages import LANGUAGES
from schiri_device.builds import NAMES, Build, load

from hardware.case.legend import legend
from hardware.case.perfboard import perfboards
from hardware.case.places import CASES, places_of
from hardware.circuit.circuit import circuit_of
from hardware.circuit.electrical import netlist
from hardware.circuit.wiring import wiring
from hardware.pages.assembly import assembly
from hardware.pages.card import card
from hardware.pages.card import file_of as card_of
from hardware.pages.guide import guide
from hardware.pages.page import page
from hardware.pages.shopping import shopping

FOLDER = Path(__file__).parent
NOTE = "<!-- Made by `make hardware` from the builds' data; do not edit. -->\n\n"


def pages() -> dict[str, str]:
    """Return the text of every page by its file's name."""
    texts = {"README.md": guide(builds()), "parts.md": shopping()}
    texts |= {card_of(language): card(language) for language in LANGUAGES}
    texts["case.md"] = assembly()
    for build in builds():
        texts[f"{build.name}/README.md"] = page(build)
    return {name: NOTE + text for name, text in texts.items()}


def pictures() -> dict[str, str]:
    """Return schematic, wiring and boards of every build by their files' names."""
    # Loaded only for pictures: the library is slow to import.
    from hardware.circuit.schematic import schematic

    made = {file_of(build.name, "schematic.svg"): schematic(build) for build in builds()}
    made |= {file_of(build.name, "wiring.svg"): wiring(build) for build in builds()}
    return made | {
        file_of(name, "perfboard.svg"): perfboards(
            places_of(name), circuit_of(places_of(name).build)
        )
        for name in CASES
    }


def legends() -> dict[str, str]:
    """Return the legend of every build that has a case, in every language, by its file's name."""
    return {
        file_of(name, f"legend-{language}.svg"): legend(places_of(name), language)
        for name in CASES
        for language in LANGUAGES
    }


def file_of(build: str, what: str) -> str:
    """Return where a file of a build is: in its folder, and its name says so once downloaded.

    >>> file_of("pads", "rails.stl")
    'pads/pads-rails.stl'
    """
    return f"{build}/{build}-{what}"


def builds() -> list[Build]:
    """Return all builds."""
    return [build for name in NAMES if (build := load(name))]


def netlist_of(build: Build) -> str:
    """Return the netlist of a build, for KiCad."""
    return netlist(circuit_of(build), build.name)


def shapes() -> dict[str, bytes]:
    """Return the printed parts of each case by their files' names."""
    # The libraries of solids are slow to import.
    from hardware.case.parts import case, stl

    return {file_of(name, f"{part.name}.stl"): stl(part) for name in CASES for part in case(name)}


def case_pictures() -> dict[str, bytes]:
    """Return the pictures of each case by their files' names: they take a minute."""
    from hardware.case.views import views

    return {
        file_of(name, f"{view}.png"): data
        for name in CASES
        for view, data in views(places_of(name)).items()
    }


def main() -> None:
    """Write all files."""
    made = pages() | pictures() | legends()
    made |= {f"{build.name}/{build.name}.net": netlist_of(build) for build in builds()}
    for build in builds():
        (FOLDER / build.name).mkdir(exist_ok=True)
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
    for name, data in (shapes() | case_pictures()).items():
        (FOLDER / name).write_bytes(data)


if __name__ == "__main__":
    main()
