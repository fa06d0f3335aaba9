"""The edge cases of Zwoggel's rule book, one by one, and everything taken back to the root."""

from importlib import import_module
from typing import Any

import pytest
from schiri.cli.referee import answer
from schiri.referee import Referee

from tests.engines.zwoggel_stories import STORIES, Story, told

each_story = pytest.mark.parametrize("story", STORIES, ids=lambda story: story.about)


def whole(module: str) -> Any:
    return import_module("schiri_engines." + module)


@each_story
def test_story_is_told_as_the_rule_book_wants_it(story: Story) -> None:
    assert list(told(whole, story)) == story.lines


@each_story
def test_everything_is_taken_back(story: Story) -> None:
    referee = Referee("zwoggel", story.names, story.options)
    states = [referee.state()]
    for line in story.lines:
        text = line.partition(" => ")[0]
        found = answer(referee, referee, text)
        if text == "undo":
            states.pop()
        elif found["ok"]:
            states.append(found["state"])
        assert found["state"] == states[-1]
    while len(states) > 1:
        referee.command("undo")
        states.pop()
        assert referee.state() == states[-1]


def test_there_is_a_story_of_every_rule_of_play() -> None:
    rules = {story.about.split()[0] for story in STORIES}
    # ZW-1 is what they all begin with; no command looks at a card again (ZW-10).
    assert rules >= {f"ZW-{number}" for number in (2, 3, 4, 5, 6, 7, 8, 9, 11)}
