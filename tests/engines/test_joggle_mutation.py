"""Each rule of Joggle, deleted or bent, is missed: a number of the table or a story changes.

An engine with one piece of its source replaced counts and tells otherwise than the rules do.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.counts import count
from tests.engines import joggle_mutations as mutations
from tests.engines import joggle_stories as stories
from tests.engines.fresh import Engines, edited, fresh_engines
from tests.engines.joggle_table import TABLE, endings_of, sequences

Mutation = tuple[str, str, str, str]

TOLD: dict[stories.Story, str] = {
    stories.seats_story: """
        wbwb 2
        R:d5: roll 1 b - 1 7,8,8,8 [7, 8, 8, 8]
        R:f3: roll 2 w - 2 7,7,8,8 [7, 7, 8, 8]
        R: roll 3 b - 3 7,7,8,8 [7, 7, 8, 8] in vain
        R: roll 0 w - 4 7,7,8,8 [7, 7, 8, 8] in vain
        J:a1: roll 1 b - 5 6,7,8,8 [6, 7, 8, 8]
        J:b1: roll 2 w - 6 6,6,8,8 [6, 6, 8, 8]
        J:f2: roll 2 w - 30 0,0,8,8 [0, 0, 8, 8]
        J:g2: roll 3 b - 31 0,0,7,8 [0, 0, 7, 8]
        J:h2: roll 2 w - 34 0,0,7,7 [0, 0, 7, 7] 0 is skipped 1 is skipped
        J:e4: roll 2 w - 58 0,0,1,1 [0, 0, 1, 1] 0 is skipped 1 is skipped
        23012301230123012301230123012323232323232323
        J: move 0 w J 60 0,0,0,0 [0, 0, 0, 0]
        742 moves
        w - 58 0,0,1,1
        w - 54 0,0,2,2
        back [8, 8, 8, 8]
    """,
    stories.rolls_story: """
        reroll
        d4: wrong-phase
        R: move 0 b R 0 [16, 16]
        R: wrong-phase
        d5: roll 1 w - 1 [15, 16]
        R:f3: roll 0 b - 2 [15, 15]
        R: roll 0 b - 2 [15, 15] in vain
        R:a1: wrong-phase
        J: move 0 b J 2 [15, 15]
        J:a1: wrong-phase
        G: wrong-phase
        a1: roll 1 w - 3 [14, 15]
        ......../......../......../...b..../......../.....w../......../........ b J 2
        pass
        d4: wrong-phase
        R: move 0 b R 0 [16, 16]
        R: wrong-phase
        d5: roll 1 w - 1 [15, 16]
        R:f3: roll 0 b - 2 [15, 15]
        R: roll 1 w - 3 [15, 15] in vain
        R:a1: wrong-phase
        J: move 0 b J 4 [15, 15]
        J:a1: wrong-phase
        G: wrong-phase
        a1: roll 1 w - 5 [14, 15]
        ......../......../......../...b..../......../.....w../......../........ b J 4
        R 16 b1 d1 f1 True
        G 16 a1 c1 e1 True
        B 16 a2 c2 e2 True
        Y 16 b2 d2 f2 True
        J 64 a1 b1 c1 True
    """,
    stories.start_story: """
        w - 0 0 wb [16, 16]
        b - 0 0 bw [16, 16]
        bad-turn b=0 w=0 TURN=1 b+w=1
        b J 1 1 wb [15, 16]
        b J 1 1 wb [16, 15]
        bad-turn b=0 w=2 TURN=2 b+w=2
        bad-count b=0 w=17 b<=16 w<=16
        - - 32 None bw [0, 0]
        - - 99 None wb [0, 0]
        bad-turn b=16 w=16 TURN=31 b+w=31
        skipped-side b w
        w - 9 1 bw [16, 16]
        bad-turn b=0 w=3 TURN=4 b+w<=4
        w - 4 0 wb [14, 16]
        skipped-side w b
        - - 41 None wb [0, 16]
        w - 0 8,8,8,8 0 wbwb [8, 8, 8, 8]
        bad-supplies - 8,8,8,8
        bad-supplies 8,8,8,8 -
        bad-supplies 9,8,7,8 >=8,8,8,8
        bad-supplies 8,8,8 8,8,8,8
        bad-supplies 8,8,7,8 >=7,8,8,8
        b - 3 8,8,7,8 3 wbwb [8, 8, 7, 8]
        bad-supplies 8,7,7,8 1+3=15 2+4=16
        bad-supplies 9,8,6,8 8,8,8,8
        skipped-side w b
        - - 0 None wb [16, 16]
        bad-position ......./......../......../........ - J 0 ROWS b|w|- R|G|B|Y|J|- TURN [n,n,n,n]
        wb (2, 2) w - 0
        bw (2, 2) b - 0
        wbwb (4, 4) w - 0
        bwbw (4, 4) b - 0
        ('resign', 0) None Outcome((1,), 'JO-13')
        ('resign', 0) None Outcome((1, 3), 'JO-13')
        ('resign', 1) None Outcome((0,), 'JO-13')
        ('resign', 1) None Outcome((0, 2), 'JO-13')
        ('draw',) None Outcome((), 'JO-13')
        ('draw',) None Outcome((), 'JO-13')
    """,
    stories.by_hand_story: """
        J: 0 w J 0 [16, 16]
        set turn A: 0 w - 0 [16, 16]
        J: 0 w J 0 [16, 16]
        a1: 1 b - 1 [15, 16]
        set turn A: 0 w - 1 [15, 16]
        J: 0 w J 1 [15, 16]
        c1: 1 b - 2 [14, 16]
        set turn B: 1 b - 2 [14, 16]
        J: 1 b J 2 [14, 16]
        1 b - 2 [14, 16] None
        1 b - 10 [6, 16] None
        1 ww....../......../......../......../......../......../......../........ b - 2
        J: 0 w J 0 8,8,8,8 [8, 8, 8, 8]
        set turn A: 0 w - 0 8,8,8,8 [8, 8, 8, 8]
        J: 0 w J 0 8,8,8,8 [8, 8, 8, 8]
        a1: 1 b - 1 7,8,8,8 [7, 8, 8, 8]
        set turn A: 0 w - 1 7,8,8,8 [7, 8, 8, 8]
        J: 0 w J 1 7,8,8,8 [7, 8, 8, 8]
        c1: 1 b - 2 6,8,8,8 [6, 8, 8, 8]
        set turn B: 1 b - 2 6,8,8,8 [6, 8, 8, 8]
        J: 1 b J 2 6,8,8,8 [6, 8, 8, 8]
        1 b - 2 7,8,7,8 [7, 8, 7, 8] None
        bad-supplies 1+3=6 2+4=16
        1 ......../......../......../......../......../......../......../w.w..... b J 2 6,8,8,8
        0 w - 0 [16, 16] None
        None - - 12 [10, 10] Outcome((1,), 'JO-7')
        1 b - 0 [16, 16] None
        None - - 12 [10, 10] Outcome((1,), 'JO-7')
        bad-position ROWS b|w R|G|B|Y|J|- TURN [n,n,n,n]
        bad-position ROWS b|w R|G|B|Y|J|- TURN [n,n,n,n]
    """,
    stories.reasons_story: """
        game-over 24783 0
        wrong-phase 49596 0
        no-usable-field 8256 0
        place-too-late 448 0
        place-on-marble 124 124
        place-other-colour 49 49
        figure-too-early 2 12
        marble-move-too-early 16384 0
        marble-move-from-free 14336 14336
        marble-move-not-yours 7168 7168
        marble-move-onto-marble 3584 3584
        marble-move-other-colour 1136 1136
        marble-swap-too-early 16384 0
        marble-swap-no-joggle 12288 0
        marble-swap-from-free 8192 8192
        marble-swap-not-yours 4096 4096
        marble-swap-with-free 2048 2048
        marble-swap-own 1024 1024
        swap-completes 91 496
        swap-completes-other 23 110
        swap-breaks 432 1978
        pressed 3007 193
    """,
}

TOLD_BY = [
    (mutations.IN_SEATS, stories.seats_story),
    (mutations.IN_ROLLS, stories.rolls_story),
    (mutations.AT_THE_START, stories.start_story),
    (mutations.BY_HAND, stories.by_hand_story),
    (mutations.IN_REASONS, stories.reasons_story),
]


def whole(module: str) -> Any:
    return import_module("schiri_engines." + module)


def tells_as_the_rules_do(story: stories.Story, engines: Engines) -> bool:
    return " ".join(story(engines)).split() == TOLD[story].split()


def first_difference(engines: Engines) -> str | None:
    """Return what differs from the table first, looking at the cheapest numbers first."""
    for row in TABLE:
        if sequences(engines, row, 1) != row.perft[0]:
            return f"perft 1 of {row.position}"
        try:
            if endings_of(engines, row, 1) != row.endings:
                return f"endings of {row.position}"
        except RecursionError:
            return f"a ply of {row.position} does not end"
    for row in TABLE:
        if row.has_one_left and sequences(engines, row, 2) != row.perft[1]:
            return f"perft 2 of {row.position}"
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
    same = (mutations.GAME, mutations.BARS, mutations.BARS)
    with fresh_engines(edited(tmp_path, *same)) as engines:
        assert first_difference(engines) is None


@pytest.mark.parametrize("story", TOLD, ids=lambda story: story.__name__)
def test_story_is_told_as_the_rules_want_it(story: stories.Story) -> None:
    assert " ".join(story(whole)).split() == TOLD[story].split()


@pytest.mark.parametrize(
    ("mutation", "story"),
    [
        pytest.param(mutation, story, id=mutation[0])
        for several, story in TOLD_BY
        for mutation in several
    ],
)
def test_broken_rule_changes_a_story(
    mutation: Mutation, story: stories.Story, tmp_path: Path
) -> None:
    _, *edit = mutation
    with fresh_engines(edited(tmp_path, *edit)) as engines:
        assert not tells_as_the_rules_do(story, engines)


def test_every_rule_is_broken_once() -> None:
    every = [mutations.IN_PLAY, *(several for several, _ in TOLD_BY)]
    broken = {mutation[0].split()[0] for several in every for mutation in several}
    assert broken >= {f"JO-{number}" for number in range(1, 14)}
