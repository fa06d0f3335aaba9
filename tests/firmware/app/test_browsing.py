"""Browsing by keys on the grid: the left ones go back, the right ones on, the middle one
chooses.
"""

import pytest
from schiri_device.app.menu import Browse

from tests.firmware.stage import Stage

# Direction of a key by its file, on a board of eight and of five, and for the glyphs of a menu,
# which occupy a window of the grid.
EIGHT = {"a": -1, "b": -1, "c": -1, "d": 0, "e": 0, "f": 1, "g": 1, "h": 1}
FIVE = {"a": -1, "b": -1, "c": 0, "d": 1, "e": 1}
WINDOW = {"b": -1, "c": -1, "d": 0, "e": 1, "f": 1}


@pytest.mark.parametrize(
    ("build", "presses", "files", "ranks"),
    [
        ("pads", "blue white", EIGHT, range(1, 9)),
        ("pads", "blue", WINDOW, range(2, 7)),
        ("keys5", "white", FIVE, range(1, 6)),
    ],
)
def test_a_key_steps_through_entries_by_its_column(
    build: str, presses: str, files: dict[str, int], ranks: range
) -> None:
    for file, step in files.items():
        for rank in ranks:
            stage = Stage(build)
            stage.do(f"press {presses}")
            mode = stage.device.mode
            assert isinstance(mode, Browse)
            entry = mode.at
            stage.do(f"press {file}{rank}")
            assert (stage.device.mode is mode) == (step != 0), f"{file}{rank}"
            if step:
                assert mode.at == (entry + step) % len(mode.entries), f"{file}{rank}"
