"""Rules with one fault are detected: a playthrough or a race has another result.

Any comparison, number, condition or statement of a game's rules may be changed; a sample of them is
tried.  Some changes have no effect on a game at a table.
"""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
from schiri_engines.registry import row_of

from tests.counts import IS_PROOF, count
from tests.engines.fresh import Engines, fresh_engines
from tests.engines.mutate import Mutant, copy_of_the_engines, guarded, mutants_of, source_with
from tests.engines.race_cases import CASES, told
from tests.games import BOARDS, CARDS, GAMES
from tests.playthroughs.rules_player import ERRORS, first_difference, scripts_of
from tests.sources import ENGINES

pytestmark = pytest.mark.nightly

SAMPLE = count(1, 20)
# A sample takes one board game and one card game.
TRIED = GAMES if IS_PROOF else [BOARDS[0], CARDS[-1]]
# Least percentage of detected mutants.
LEAST = count(65, 80)
# Members for a device, a screen or a copy. The differential tests compare them with plain rules.
NOT_AT_THE_TABLE = {"copy", "key", "position", "setup_entries"}
NOT_AT_THE_TABLE |= {"all_moves", "move_cells", "chance_outcomes"}
NOT_AT_THE_TABLE |= {"move_between", "winning_cells", "why_not_from", "free_cells", "letters"}
NOT_AT_THE_TABLE |= {"__repr__", "__eq__", "sample", "standing", "status", "preview"}

Seen = Callable[[Engines], bool]


def files_of(game: str) -> list[str]:
    return sorted(str(path.relative_to(ENGINES)) for path in (ENGINES / game).glob("*.py"))


def sample(files: list[str]) -> list[Mutant]:
    every = [mutant for file in files for mutant in mutants_of(file)]
    asked = [each for each in every if each.function.split(".")[-1] not in NOT_AT_THE_TABLE]
    return sorted(asked, key=lambda mutant: mutant.order)[:SAMPLE]


def listed(mutants: list[Mutant]) -> str:
    lines = []
    for each in mutants:
        before = guarded(ast.parse((ENGINES / each.file).read_text())).splitlines()
        after = source_with(each).splitlines()
        pairs = ((old, new) for old, new in zip(before, after, strict=False) if old != new)
        old, new = next(pairs, ("", ""))
        lines.append(f"{each.file} {each.function}: `{old.strip()}` became `{new.strip()}`")
    return "\n".join(lines)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_of_the_engines(tmp_path_factory.mktemp("engines"))


def unseen(folder: Path, mutants: list[Mutant], is_seen: Seen) -> list[Mutant]:
    found = []
    with fresh_engines(folder) as engines:
        assert not is_seen(engines), "nothing is wrong yet"
    for mutant in mutants:
        path = folder / mutant.file
        whole = path.read_text()
        path.write_text(source_with(mutant))
        try:
            with fresh_engines(folder) as engines:
                if not is_seen(engines):
                    found.append(mutant)
        except ERRORS:
            # The mutant cannot even be loaded.
            pass
        path.write_text(whole)
    return found


@pytest.mark.parametrize("game", TRIED)
def test_a_mutated_rule_changes_a_playthrough(game: str, folder: Path) -> None:
    scripts = scripts_of(row_of(game))
    mutants = sample(files_of(game))
    found = unseen(folder, mutants, lambda each: first_difference(scripts, each) is not None)
    assert len(found) * 100 <= len(mutants) * (100 - LEAST), listed(found)


def test_a_mutated_race_is_judged_differently(folder: Path) -> None:
    def is_seen(engines: Engines) -> bool:
        return any(told(engines, case) != (case.order, case.early, case.locked) for case in CASES)

    mutants = sample(["race.py"])
    found = unseen(folder, mutants, is_seen)
    assert len(found) * 100 <= len(mutants) * (100 - LEAST), listed(found)
