"""Texts that both ends know: how a game begins."""

import pytest
from schiri_device.link.lines import new_text, parse_new

PAINTED = "/".join(["RGBYRYGB", "YBGRGBRY"] * 4)


@pytest.mark.parametrize(
    ("name", "options", "seats", "text"),
    [
        ("switch", {}, ("A", "B"), "new switch AB"),
        ("switch", {"start": "w", "layout": "2"}, ("B", "A"), "new switch BA layout=2 start=w"),
        ("joggle", {"goal": "1R", "board": PAINTED}, ("A", "B"), "new joggle AB board=own goal=1R"),
        ("joggle", {"teams": "on"}, ("B", "C", "D", "A"), "new joggle BCDA teams=on"),
    ],
)
def test_the_beginning_of_a_game_is_a_text(
    name: str, options: dict[str, str], seats: tuple[str, ...], text: str
) -> None:
    assert new_text(name, options, seats) == text
    # The board is a separate event.
    kept = {key: "own" if key == "board" else value for key, value in options.items()}
    assert parse_new(text) == (name, kept, seats)


def test_the_value_of_an_option_is_all_after_the_first_equals_sign() -> None:
    assert parse_new("new switch AB a=b=c d") == ("switch", {"a": "b=c", "d": ""}, ("A", "B"))
