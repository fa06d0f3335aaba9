"""Each rule of Switch, deleted or bent, is missed: a number of the table or a story changes.

An engine with one piece of its source replaced counts and tells otherwise than the rules do.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.counts import count
from tests.engines import switch_mutations as mutations
from tests.engines import switch_stories as stories
from tests.engines.fresh import Engines, edited, fresh_engines
from tests.engines.switch_table import TABLE, endings_of, sequences

Mutation = tuple[str, str, str, str]

TOLD: dict[stories.Story, str] = {
    stories.set_up_story: """
        010101010101010101010101
        place c3 b: place-used-up a1,c1,e1,b2,d2,a3,e3,b4,d4,a5,c5,e5
        place a1 w: place-occupied a1
        place e4 w: choose 1  bwbwb/wbwbw/bw.wb/wbwbw/bwbwb -
        choose w: play 0 bw bwbwb/wbwbw/bw.wb/wbwbw/bwbwb b
        choose b: play 0 wb bwbwb/wbwbw/bw.wb/wbwbw/bwbwb w
        e1-c3: move-not-yours e1
        e4-c3: play 1 wb bwbwb/wbwb./bwwwb/wbwbw/bwbwb b
    """,
    stories.void_story: """
        place b3 b: place-connects a2,b2,c2,d2,a3,b3,d3,a4,b4,c4,d4,e4
        place e5 w: place 0  void ...../...../...../...../..... -
        place c3 w: place-connects a2,b2,c2,d2,a3,c3,d3,a4,b4,c4,d4,e4
        place e5 b: place 0  void ...../...../...../...../..... -
    """,
    stories.repetition_story: """
        1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3Outcome((), 'SW-9')
        back 2 2 2 2 2 3Outcome((), 'SW-9')
        back 1 2 2 2 2 2 2 2 2 2 2 3Outcome((), 'SW-9')
        back 1
        exchanged 1 wbwbw/bwbwb/wb.bw/bwbwb/wbwbw w
        off: None True
    """,
    stories.start_story: """
        bad-count b=13 w=12
        bad-count b=11 w=12
        bad-count b=13 w=0
        bwbwb/wbwbw/bw.wb/wbwbw/bwbwb b 0 bw
        wbwwb/bwbbw/bw.wb/wbbwb/bwwbw b 0 bw
        wbwbw/wbwbw/wb.wb/bwbwb/bwbwb b 0 bw
        layout-connected SW-10
        layout-connected SW-10
        bwbwb/wbwbw/bw.wb/wbwbw/bwbwb w 0 wb
        ('resign', 0) None Outcome((1,), 'SW-11')
        ('resign', 1) None Outcome((0,), 'SW-11')
        ('draw',) None Outcome((), 'SW-11')
    """,
    stories.reasons_story: """
        wrong-phase 2/0
        move-from-free 25/25 move-not-yours 300/300 move-onto-stone 288/288
        swap-from-free 25/25 swap-not-yours 300/300 swap-with-free 12/12
        swap-same-colour 144/144 swap-no-line 88/176 swap-no-majority 32/152
        careful 0 pressed 36 most 5
        wrong-phase 2/0
        move-from-free 25/25 move-not-yours 300/300 move-onto-stone 288/288
        swap-from-free 25/25 swap-not-yours 300/300 swap-with-free 12/12
        swap-same-colour 144/144 swap-no-line 107/214 swap-no-majority 10/50
        careful 1 pressed 39 most 4
        wrong-phase 2/0
        move-from-free 25/25 move-not-yours 300/300 move-onto-stone 288/288
        swap-from-free 25/25 swap-not-yours 300/300 swap-with-free 12/12
        swap-same-colour 144/144 swap-no-line 104/208 swap-no-majority 16/80
        careful 0 pressed 36 most 5
        game-over 1252/0
        careful 0 pressed 0 most 0
    """,
}

TOLD_BY = [
    (mutations.IN_SET_UP, (stories.set_up_story, stories.void_story)),
    (mutations.IN_REPETITION, (stories.repetition_story,)),
    (mutations.AT_THE_START, (stories.start_story,)),
    (mutations.IN_REASONS, (stories.reasons_story,)),
]


def whole(module: str) -> Any:
    return import_module("schiri_engines." + module)


def tells_as_the_rules_do(story: stories.Story, engines: Engines) -> bool:
    return " ".join(story(engines)).split() == TOLD[story].split()


def first_difference(engines: Engines) -> str | None:
    """Return what differs from the table first, looking at the cheapest numbers first."""
    for depth in (1, 2, 3):
        for row in TABLE:
            if sequences(engines, row.position, depth) != row.perft[depth - 1]:
                return f"perft {depth} of {row.position}"
            if depth == 2 and endings_of(engines, row.position, depth) != row.endings:
                return f"endings of {row.position}"
    return None


def name_of(mutation: Mutation) -> str:
    return mutation[0]


@pytest.mark.parametrize("mutation", mutations.IN_PLAY[:: count(2, 1)], ids=name_of)
def test_broken_rule_changes_a_number(mutation: Mutation, tmp_path: Path) -> None:
    _, *edit = mutation
    with fresh_engines(edited(tmp_path, *edit)) as engines:
        assert first_difference(engines) is not None


@pytest.mark.slow
def test_copy_of_the_rules_changes_no_number(tmp_path: Path) -> None:
    with fresh_engines(edited(tmp_path, mutations.GAME, mutations.DUE, mutations.DUE)) as engines:
        assert first_difference(engines) is None


@pytest.mark.parametrize("story", TOLD, ids=lambda story: story.__name__)
def test_story_is_told_as_the_rules_want_it(story: stories.Story) -> None:
    assert " ".join(story(whole)).split() == TOLD[story].split()


@pytest.mark.parametrize(
    ("mutation", "told"),
    [
        pytest.param(mutation, told, id=mutation[0])
        for several, told in TOLD_BY
        for mutation in several
    ],
)
def test_broken_rule_changes_a_story(
    mutation: Mutation, told: tuple[stories.Story, ...], tmp_path: Path
) -> None:
    _, *edit = mutation
    with fresh_engines(edited(tmp_path, *edit)) as engines:
        assert not all(tells_as_the_rules_do(story, engines) for story in told)


def test_every_rule_is_broken_once() -> None:
    every = [mutations.IN_PLAY, *(several for several, _ in TOLD_BY)]
    broken = {mutation[0].split()[0] for several in every for mutation in several}
    assert broken >= {f"SW-{number}" for number in range(1, 12)}
