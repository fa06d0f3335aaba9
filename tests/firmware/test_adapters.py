"""A device's adapter of a game offers the entries of its rules."""

import pytest
from schiri_device.games import adapter_of
from schiri_engines.options import values_of
from schiri_engines.registry import game_class

from tests.games import BOARDS


@pytest.mark.parametrize("name", BOARDS)
def test_an_option_that_is_chosen_at_the_start_can_have_each_of_its_values(name: str) -> None:
    options = dict(game_class(name).OPTIONS)
    offered: dict[str, list[str]] = {}
    for preset in adapter_of(name).PRESETS.replace("-", "").split():
        for option, value in (pair.split("=") for pair in preset.split(",")):
            offered.setdefault(option, []).append(value)
    # Other forms of text can only be typed on a PC.
    assert {option: {*values} for option, values in offered.items()} == {
        option: {*values_of(options[option])[0]} for option in offered
    }
