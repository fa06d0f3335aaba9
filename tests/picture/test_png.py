"""Pictures as PNG, and what is said where the library for them is missing."""

import sys

import pytest
from schiri.errors import HostError
from schiri.games.board import BoardView
from schiri.picture.board import board_svg
from schiri.picture.png import png_of

SVG = board_svg(BoardView(5, "b" * 25))


def test_a_png_is_as_large_as_its_drawing_twice() -> None:
    png = png_of(SVG)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
    assert f'width="{width // 2}"' in SVG and f'height="{height // 2}"' in SVG


def test_without_the_library_the_line_that_installs_it_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(HostError) as caught:
        png_of(SVG)
    assert caught.value.code == "extra-missing"
    assert "pip install resvg-py" in str(caught.value.details["command"])
