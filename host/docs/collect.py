"""Collects the pages of the documentation site: ``python host/docs/collect.py FOLDER``.

Decides which pages there are: the tree's own, at their own paths, so that a link holds on both, and
a page of the API for each public module of the rules.  Must not know how a page is drawn.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from schiri_engines.registry import names

ROOT = Path(__file__).parent.parent.parent
ENGINES = ROOT / "engines"
# Files that pages show or link to, besides one another.
LINKED = (".jpg", ".net", ".png", ".stl", ".svg")
SETTINGS = "zensical.toml"
# The placeholder of the pages of the API.
HERE = "    # The pages of the API.\n"
# Read on GitHub alone.
OMITTED = (".github/", "tests/tools/mutants/")
# By what people look for: the contract, a game, the table around it.
API = (
    "game",
    "programs",
    "registry",
    *[f"{game}.game" for game in names()],
    "table",
    "refusals",
    "race",
    "perft",
)


def pages() -> list[str]:
    """Return the paths of all files of the tree that the site has."""
    listed = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()
    return [path for path in listed if path.endswith((".md", *LINKED)) and is_shown(path)]


def is_shown(path: str) -> bool:
    """Return whether the site has this file.

    >>> is_shown("README.md"), is_shown(".github/SECURITY.md")
    (True, False)
    """
    return not path.startswith(OMITTED)


def api(module: str) -> str:
    """Return the page of a module.

    >>> api("switch.game").splitlines()[0]
    '# schiri_engines.switch.game'
    """
    return f"# schiri_engines.{module}\n\n::: schiri_engines.{module}\n"


def settings() -> str:
    """Return the configuration of the site, with each page of the API in its list."""
    text = Path(__file__).with_name(SETTINGS).read_text(encoding="utf-8")
    listed = [
        f'    {{ "{module.removesuffix(".game")}" = "api/{module}.md" }},\n' for module in API
    ]
    return text.replace(HERE, "".join(listed))


def collect(folder: Path) -> None:
    """Write configuration and pages of the site into a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    for path in pages():
        page = folder / "pages" / path
        page.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, page)
    for module in API:
        page = folder / "pages" / "api" / f"{module}.md"
        page.parent.mkdir(exist_ok=True)
        page.write_text(api(module), encoding="utf-8")
    (folder / SETTINGS).write_text(settings(), encoding="utf-8")
    shutil.copy(Path(__file__).with_name("doctests.py"), folder)


if __name__ == "__main__":
    collect(Path(sys.argv[1]))
