"""The links in the tree's pages are valid: each leads to an existing file or heading."""

import re
import subprocess
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.sources import ROOT

LISTED = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True).split("\0")
PAGES = [path for path in LISTED if path.endswith(".md")]
BLOCK = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
CODE = re.compile(rf"{BLOCK.pattern}|`[^`\n]*`", BLOCK.flags)
LINK = re.compile(r"\]\(<?([^)\s>]+)>?\)|(?:src|href)=\"([^\"]+)\"")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


@cache
def anchors(path: Path) -> set[str]:
    """Return the headings of a page, as GitHub names them in an address."""
    text = re.sub(
        r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    names: set[str] = set()
    for title in HEADING.findall(text):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", title).strip().lower()
        name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        names.add(name if name not in names else f"{name}-1")
    return names


def broken(page: str) -> list[str]:
    """Return the broken links of a page, without those to other sites."""
    path = ROOT / page
    text = CODE.sub("", path.read_text(encoding="utf-8"))
    found = []
    for link in ("".join(groups) for groups in LINK.findall(text)):
        if re.match(r"\w+:", link):
            continue
        file, _, anchor = unquote(link).partition("#")
        target = (path.parent / file).resolve() if file else path
        is_there = target.exists() and target.is_relative_to(ROOT)
        if not is_there or (anchor and anchor not in anchors(target)):
            found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    assert broken(page) == []
