"""A press takes the path that ARCHITECTURE.md names, with few calls."""

import re

from tests.firmware.call_trace import call_traces
from tests.sources import ROOT

# Each call takes some 0.1 ms on a Pico.
MOST_CALLS = {"step": 12, "pick": 38, "move": 57}
MOST_CALLS |= {"place": 59, "pick a marble": 23, "move a marble": 53}


def test_a_move_passes_the_files_that_the_page_names() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    line = text.partition("Between edge and frame a move of Switch passes")[2].partition("\n")[0]
    named = set(re.findall(r"`([\w/]+\.py)`", line))
    files, _ = call_traces()["move"]
    assert {path for path in files if "/switch/" not in path} == named
    assert len([path for path in files if "/switch/" in path]) == 2
    assert len([path for path in files if not path.startswith("schiri_engines/")]) <= 12


def test_a_press_takes_no_more_calls_than_it_did() -> None:
    found = {name: calls for name, (_, calls) in call_traces().items()}
    assert all(found[name] <= most for name, most in MOST_CALLS.items()), found
