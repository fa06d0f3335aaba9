"""Compiles the gettext catalogues: a build hook, and a command for whoever edits them."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TEXTS = Path(__file__).parent / "schiri" / "texts"


def compile_catalogues() -> None:
    """Write a ``.mo`` file beside every ``.po`` file."""
    for path in sorted(TEXTS.glob("*/LC_MESSAGES/*.po")):
        with path.open("rb") as source:
            catalogue = read_po(source, abort_invalid=True)
        with path.with_suffix(".mo").open("wb") as target:
            write_mo(target, catalogue)


class CatalogueHook(BuildHookInterface):
    """Compiles before every build, editable ones included."""

    def initialize(self, version: str, build_data: dict) -> None:
        compile_catalogues()
