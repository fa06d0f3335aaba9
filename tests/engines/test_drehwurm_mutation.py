"""Each rule of Drehwurm, deleted or bent, is missed: a playthrough or a race goes otherwise."""

from pathlib import Path

import pytest
from schiri_engines.registry import row_of

from tests.engines import drehwurm_mutations as mutations
from tests.engines.fresh import Engines, edited, fresh_engines
from tests.engines.race_cases import CASES, told
from tests.playthroughs.player import first_difference, scripts_of

Mutation = tuple[str, str, str, str]

SCRIPTS = scripts_of(row_of("drehwurm"))


def name_of(mutation: Mutation) -> str:
    return mutation[0]


def are_races_told(engines: Engines) -> bool:
    return all(told(engines, case) == (case.order, case.early, case.locked) for case in CASES)


@pytest.mark.parametrize("mutation", mutations.IN_STORIES, ids=name_of)
def test_broken_rule_changes_a_playthrough(mutation: Mutation, tmp_path: Path) -> None:
    _, *edit = mutation
    with fresh_engines(edited(tmp_path, *edit)) as engines:
        assert first_difference(SCRIPTS, engines) is not None


@pytest.mark.parametrize("mutation", mutations.IN_RACES, ids=name_of)
def test_broken_rule_changes_a_race(mutation: Mutation, tmp_path: Path) -> None:
    _, *edit = mutation
    with fresh_engines(edited(tmp_path, *edit)) as engines:
        assert not are_races_told(engines)


def test_copy_of_the_rules_changes_nothing(tmp_path: Path) -> None:
    same = mutations.ENDED
    with fresh_engines(edited(tmp_path, mutations.FULL, same, same)) as engines:
        assert first_difference(SCRIPTS, engines) is None
        assert are_races_told(engines)


def test_every_rule_is_broken_once() -> None:
    every = [*mutations.IN_STORIES, *mutations.IN_RACES]
    broken = {name_of(mutation).split()[0] for mutation in every}
    assert broken >= {f"DW-{number}" for number in range(1, 13)}
