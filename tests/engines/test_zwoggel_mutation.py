"""Each rule of Zwoggel, deleted or bent, is missed: a story is told otherwise.

An engine with one piece of its source replaced tells otherwise than the rule book has it.
"""

from pathlib import Path

import pytest

from tests.engines.fresh import Engines, edited, fresh_engines
from tests.engines.zwoggel_mutations import GAME, MUTATIONS
from tests.engines.zwoggel_stories import STORIES, told

Mutation = tuple[str, str, str, str]


def first_difference(engines: Engines) -> str | None:
    """Return what the first story is about that is told otherwise, or that cannot be told."""
    for story in STORIES:
        try:
            # Line by line: beyond the first difference broken rules may go on for ever.
            for line, wanted in zip(told(engines, story), story.lines, strict=True):
                if line != wanted:
                    return story.about
        except (AttributeError, IndexError, TypeError, ValueError):
            return story.about
    return None


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation[0])
def test_broken_rule_changes_a_story(mutation: Mutation, tmp_path: Path) -> None:
    _, *edit = mutation
    with fresh_engines(edited(tmp_path, *edit)) as engines:
        assert first_difference(engines) is not None


def test_copy_of_the_rules_changes_no_story(tmp_path: Path) -> None:
    with fresh_engines(edited(tmp_path, GAME, "DRAWN = 3", "DRAWN = 3")) as engines:
        assert first_difference(engines) is None


def test_every_rule_is_broken_once() -> None:
    broken = {mutation[0].split()[0] for mutation in MUTATIONS}
    # ZW-10 is about looking: no command does that.
    assert broken >= {f"ZW-{number}" for number in range(1, 12)} - {"ZW-10"}
