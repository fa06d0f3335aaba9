"""Recorded flows at the keyboard: the effect of keys, clicks and the device on a screen.

``make playthroughs`` records the output again; review the difference.
"""

from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests import golden
from tests.terminal.flow import Flow

FLOWS = sorted((Path(__file__).parent / "flows").glob("*.txt"))


@pytest.mark.parametrize("path", FLOWS, ids=lambda path: path.stem)
def test_a_screen_goes_as_recorded(path: Path) -> None:
    before = path.read_text(encoding="utf-8")
    with closing(Flow()) as flow:
        assert golden.played(before, flow) == before


if __name__ == "__main__":
    with ExitStack() as opened:
        golden.rewrite(FLOWS, lambda: opened.enter_context(closing(Flow())))
