"""Compiles the gettext catalogues: a build hook, and a command for editors of catalogues.

Run as ``python host/catalogues.py``; that needs Babel alone.
"""

from datetime import UTC, datetime
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

TEXTS = Path(__file__).parent / "schiri" / "texts"
# Babel writes the minute of the build where a header has no date: no two releases would be equal.
CREATED = datetime(1970, 1, 1, tzinfo=UTC)


def compile_catalogues() -> None:
    """Write a ``.mo`` file beside every ``.po`` file."""
    for path in sorted(TEXTS.glob("*/LC_MESSAGES/*.po")):
        with path.open("rb") as source:
            catalogue = read_po(source, abort_invalid=True)
        catalogue.creation_date = CREATED
        with path.with_suffix(".mo").open("wb") as target:
            write_mo(target, catalogue)


def get_build_hook() -> type:
    """Return the hook that hatchling asks this file for, to be called before every build."""
    # It is there while something is built, and only then.
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    class CatalogueHook(BuildHookInterface):
        def initialize(self, version: str, build_data: dict) -> None:
            compile_catalogues()

    return CatalogueHook


if __name__ == "__main__":
    compile_catalogues()
