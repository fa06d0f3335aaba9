"""The end of a game is described by its causes, each once."""

import re
from dataclasses import replace
from datetime import datetime

import pytest
from schiri.events import End, State
from schiri.languages import LANGUAGES
from schiri.prose import end_words
from schiri.prose.events import event_words
from schiri.referee import Referee
from schiri.scene import part_of
from schiri.scene.participant import Participant
from schiri.table.state import GameSnapshot, Latest
from schiri.texts import Words

from tests.tools.texts.collected import ending_codes

GOAL = "set position " + "......../" * 5 + "....b.b./www.b.b./www.b.b. w - 12"
GIVEN = (
    "set position .ww.bbbw/b.wwwbbb/.wbbwwb./..bwwb../.b.w..../..w.w.../.w....b./....wbb. w J 32"
)
GIVES = {"swap-may-complete-opponent": "on", "goal": "2S"}
FAST = (*(f"left {name} 2" for name in ("Ann", "Ben", "Cem")),)

TURNED_UP = ("set square 0,0 red", "set square 1,0 red", "set square 2,0 down", "flip 2,0 red")
GREEN = [f"set square {place} green" for place in ("0,0", "1,0", "0,1")]
JOGGLES = ["J:a1", "J:h1", "J:a2", "J:h3", "J:b1", "J:h5"]
JOGGLES += ["J:b2", "J:h7", "J:c1", "J:f1", "J:c2"]
EATEN = [f"ate {name} y 1 0 0" for name in ("Ben", "Cem", "Ann") * 2]

CALLED = "The players ended the game."
# By game and cause: the entries of its players, and what is then said of the cause.
ENDS: dict[str, dict[str, tuple[str, ...]]] = {
    "switch": {
        "resigned": ("a1-c3", "resign Ben", "Ben resigned."),
        "agreed": ("a1-c3", "draw", "Agreed by Ann and Ben."),
        "connected-other": (
            *("set position bbbbb/wwwbb/wwbww/wbbww/w.bwb b", "c3xc4"),
            "Ann has connected the stones of Ben.",
        ),
        "connected-both": (
            *("set position bbbbb/bbwww/bbwww/wbb.b/wwwww b", "e2xa2"),
            "Ann's move connects both colours, and that counts for Ben.",
        ),
        "lie-connected": (
            "set position bbbbb/bbwww/bbwww/bbb.w/wwwww b",
            "Ann's stones hang together.",
        ),
        "counter-alone": (
            *("set position wwbbb/bw.ww/bwbww/bbbbw/bbwww b", "b1-c4", "e4xc4"),
            "The last move helped: only Ben's stones hang together.",
        ),
        "counter-nothing": (
            *("set position bbbbw/bbbbw/bwwwb/bbww./wwwww b", "b4xe4", "d3xa3"),
            "Ann's stones were the first to hang together, and Ben's last move did not help.",
        ),
        "counter-both": (
            *("set position bbbbw/bbwbb/bbwww/bwwww/wbw.w b", "b1xb2", "e5xe4"),
            "Ann was first; after Ben's last move the stones of both hang together.",
        ),
        "SW-9": (
            *("a1-c3", "b1-a1", "c3-b1") * 4,
            "The same position stood for the third time.",
        ),
    },
    "joggle": {
        "goal-completed": (*JOGGLES, "Ann has made it: 1 rectangle."),
        "goal-lies": (GOAL, "The goal is reached on the board: 1 rectangle."),
        "goal-given": (
            *(GIVEN, "set turn Cem", "J:d5xf1"),
            "Cem's swap gave Ben, Dan the goal: 2 squares.",
        ),
    },
    "zwoggel": {
        "out-third": (
            *("set penalties Ann 2", *TURNED_UP),
            "Ann took a third penalty card; only Ben is left.",
        ),
        "out-resigned": ("resign Ann", "Ann resigned; only Ben is left."),
        "others-out": ("set penalties Ann 3", "Everybody else is out."),
        "fewest-penalties": (
            *("set penalties Ann 2", "set penalties Ben 1", "set stock 0", *GREEN),
            "set square 1,1 -",
            "All cards are turned up. Fewest penalties: Ben, 1 penalty card.",
        ),
    },
    "drehwurm": {
        "hand-empty": (
            *("end", "left Ann 2", "left Ben 0", "left Cem 0"),
            "The hand of Ben and Cem is empty.",
        ),
        "hens-played": (*EATEN, *FAST, "All hens are played."),
        "game-called": ("end", *FAST, CALLED),
        "deck-empty": ("start y3 b7 r9", "set stock 1", "pass 1", "The draw pile is used up."),
        "highest-sum": (
            *("end", *FAST, "next") * 2,
            *("ate Ann y 1 0 0", "end", *FAST),
            f"{CALLED} All games of the match count; the most: Ann with −3 points.",
        ),
        "abandoned": ("abandon", "The match was abandoned."),
    },
}
CAUSES = {code: game for game, ends in ENDS.items() for code in ends}
# What is not usual for its game.
OPTIONS = {"goal-given": {**GIVES, "teams": "on"}, "deck-empty": {"mode": "full"}}
NAMES = {"goal-given": 4, "drehwurm": 3}


def ended(code: str) -> tuple[State, End, str]:
    game = CAUSES[code]
    names = ("Ann", "Ben", "Cem", "Dan")[: NAMES.get(code) or NAMES.get(game, 2)]
    referee = Referee(game, names, OPTIONS.get(code, {}))
    *entries, told = ENDS[game][code]
    last = [referee.command(entry) for entry in entries][-1][-1]
    assert isinstance(last, End)
    return referee.state(), last, told


def test_each_cause_that_ends_a_game_is_in_the_words_of_the_end(subtests: pytest.Subtests) -> None:
    # Commands take no time: tests of the clock have that end.
    assert set(CAUSES) == ending_codes() - {"time-up"}
    for code in CAUSES:
        with subtests.test(code=code):
            state, end, told = ended(code)
            assert code in [cause.code for cause in end.causes] and state.causes == end.causes
            words = Words("en")
            first = event_words(words, state.game, end).splitlines()[0] if end.kind == "end" else ""
            sentence = end_words(words, state.game, state)
            assert sentence.endswith(f" {told}")
            # A log names the rule, and says if it is ours.
            named = first.removeprefix(sentence)
            assert not first or re.fullmatch(rf" \({end.rule}(, [a-z ]*house rule)?\)", named)
            for language in LANGUAGES:
                said = end_words(Words(language), state.game, end)
                assert "{" not in said
                for cause in end.causes:
                    assert Words(language).pgettext("ending", cause.code) != cause.code
                    assert all(name in said for name in cause.names)


def test_the_sheet_of_traps_counts_what_its_heads_say() -> None:
    state, end, _told = ended("out-third")
    game = GameSnapshot(state, ("Ann", "Ben"), {}, "", 0, Latest((end,), 1), True)
    person = Participant(Words("en"), datetime.min)
    (sheet,) = part_of("zwoggel").sheets(game, person)
    assert sheet.heads == ("survived", "sprung", "laid")
    assert sheet.rows == (("Ann", (0, 1, 0)), ("Ben", (0, 0, 0)))


def test_an_end_without_causes_names_winner_and_rule() -> None:
    _state, end, _told = ended("resigned")
    assert end_words(Words("en"), "switch", replace(end, causes=())) == "Ann wins!"


def test_causes_are_not_written_to_a_log() -> None:
    state, end, _told = ended("resigned")
    assert "causes" not in end.json() and "causes" not in state.json()
    assert End.parse(end.json()) == end and State.parse({**state.json(), "causes": 3}).causes == ()
