"""Each rule of Zwoggel, deleted or bent, is missed: a playthrough goes otherwise.

An engine with one piece of its source replaced answers otherwise than the rule book has it.
"""

from pathlib import Path

import pytest
from schiri_engines.registry import row_of

from tests.engines.fresh import edited, fresh_engines
from tests.engines.zwoggel_mutations import GAME, MUTATIONS
from tests.playthroughs.player import first_difference, scripts_of

Mutation = tuple[str, str, str, str]

SCRIPTS = scripts_of(row_of("zwoggel"))


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation[0])
def test_broken_rule_changes_a_playthrough(mutation: Mutation, tmp_path: Path) -> None:
    _, *edit = mutation
    with fresh_engines(edited(tmp_path, *edit)) as engines:
        assert first_difference(SCRIPTS, engines) is not None


def test_copy_of_the_rules_changes_nothing(tmp_path: Path) -> None:
    with fresh_engines(edited(tmp_path, GAME, "DRAWN = 3", "DRAWN = 3")) as engines:
        assert first_difference(SCRIPTS, engines) is None


def test_every_rule_is_broken_once() -> None:
    broken = {mutation[0].split()[0] for mutation in MUTATIONS}
    # ZW-10 is about looking: no command does that.
    assert broken >= {f"ZW-{number}" for number in range(1, 12)} - {"ZW-10"}
