"""Each rule of Drehwurm, deleted or bent, is missed: some story or some race is told otherwise."""

from pathlib import Path

import pytest

from tests.engines import drehwurm_mutations as mutations
from tests.engines.drehwurm_stories import stories, tell
from tests.engines.fresh import Engines, edited, fresh_engines
from tests.engines.race_cases import CASES, told

Mutation = tuple[str, str, str, str]

STORIES = stories()


def name_of(mutation: Mutation) -> str:
    return mutation[0]


def are_stories_told(engines: Engines) -> bool:
    try:
        return all(tell(story, engines) == story.lines for story in STORIES)
    except (ArithmeticError, LookupError, TypeError, ValueError):
        # What no longer keeps to the rules may fall over its own feet.
        return False


def are_races_told(engines: Engines) -> bool:
    return all(told(engines, case) == (case.order, case.early, case.locked) for case in CASES)


@pytest.mark.parametrize("mutation", mutations.IN_STORIES, ids=name_of)
def test_broken_rule_changes_a_story(mutation: Mutation, tmp_path: Path) -> None:
    _, *edit = mutation
    with fresh_engines(edited(tmp_path, *edit)) as engines:
        assert not are_stories_told(engines)


@pytest.mark.parametrize("mutation", mutations.IN_RACES, ids=name_of)
def test_broken_rule_changes_a_race(mutation: Mutation, tmp_path: Path) -> None:
    _, *edit = mutation
    with fresh_engines(edited(tmp_path, *edit)) as engines:
        assert not are_races_told(engines)


def test_copy_of_the_rules_changes_nothing(tmp_path: Path) -> None:
    same = mutations.ENDED
    with fresh_engines(edited(tmp_path, mutations.FULL, same, same)) as engines:
        assert are_stories_told(engines)
        assert are_races_told(engines)


def test_every_rule_is_broken_once() -> None:
    every = [*mutations.IN_STORIES, *mutations.IN_RACES]
    broken = {name_of(mutation).split()[0] for mutation in every}
    assert broken >= {f"DW-{number}" for number in range(1, 13)}
