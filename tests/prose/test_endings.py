"""The end of a game is described by its causes, each once."""

from dataclasses import replace
from datetime import datetime

import pytest
from schiri.events import End, State
from schiri.games import adapter_of
from schiri.languages import LANGUAGES
from schiri.prose import end_words
from schiri.prose.events import event_words
from schiri.referee import Referee
from schiri.scene import part_of
from schiri.scene.reader import Reader
from schiri.table.state import Latest, PlayedGame, TableState
from schiri.texts import Words

from tests.golden import steps
from tests.playthroughs.rules_player import RulesPlayer, scripts
from tests.tools.texts.collected import ending_codes

TWO, THREE = ("Ann", "Ben"), ("Ann", "Ben", "Cem")
GOAL = "set position " + "......../" * 5 + "....b.b./www.b.b./www.b.b. w - 12"
GIVEN = (
    "set position .ww.bbbw/b.wwwbbb/.wbbwwb./..bwwb../.b.w..../..w.w.../.w....b./....wbb. w J 32"
)
GIVES = {"swap-may-complete-opponent": "on", "goal": "2S"}
FAST = (*(f"left {name} 2" for name in THREE),)

# The game, its options, its players, their entries, and the cause of its end, in English.
GAMES = {
    "resigned": ("switch", {}, TWO, ("a1-c3", "resign Ben"), "Ben resigned (house rule)."),
    "agreed": ("switch", {}, TWO, ("a1-c3", "draw"), "Agreed by Ann and Ben (house rule)."),
    "connected-other": (
        "switch",
        {},
        TWO,
        ("set position bbbbb/wwwbb/wwbww/wbbww/w.bwb b", "c3xc4"),
        "Ann's move connected the stones of Ben.",
    ),
    "connected-both": (
        "switch",
        {},
        TWO,
        ("set position bbbbb/bbwww/bbwww/wbb.b/wwwww b", "e2xa2"),
        "Ann's move connected both colours, and that counts for Ben.",
    ),
    "lie-connected": (
        "switch",
        {},
        TWO,
        ("set position bbbbb/bbwww/bbwww/bbb.w/wwwww b",),
        "The stones of Ann lie connected.",
    ),
    "counter-alone": (
        "switch",
        {},
        TWO,
        ("set position wwbbb/bw.ww/bwbww/bbbbw/bbwww b", "b1-c4", "e4xc4"),
        "Ben's counter connected light alone.",
    ),
    "counter-nothing": (
        "switch",
        {},
        TWO,
        ("set position bbbbw/bbbbw/bwwwb/bbww./wwwww b", "b4xe4", "d3xa3"),
        "Ann connected first; Ben's counter connected nothing.",
    ),
    "counter-both": (
        "switch",
        {},
        TWO,
        ("set position bbbbw/bbwbb/bbwww/bwwww/wbw.w b", "b1xb2", "e5xe4"),
        "Ann connected first; after Ben's counter both are connected.",
    ),
    "SW-9": (
        "switch",
        {},
        TWO,
        ("a1-c3", "b1-a1", "c3-b1") * 4,
        "The same position stood for the third time (house rule).",
    ),
    "goal-completed": (
        "joggle",
        {},
        TWO,
        tuple(
            f"J:{cell}"
            for cell in ("a1", "h1", "a2", "h3", "b1", "h5", "b2", "h7", "c1", "f1", "c2")
        ),
        "Ann reached the goal: 1 rectangle.",
    ),
    "goal-lies": ("joggle", {}, TWO, (GOAL,), "The goal is reached on the board: 1 rectangle."),
    "goal-given": (
        "joggle",
        {**GIVES, "teams": "on"},
        (*THREE, "Dan"),
        (GIVEN, "set turn Cem", "J:d5xf1"),
        "Cem's swap gave Ben, Dan the goal: 2 squares.",
    ),
    "out-third": (
        "zwoggel",
        {},
        TWO,
        (
            "set penalties Ann 2",
            "set square 0,0 red",
            "set square 1,0 red",
            "set square 2,0 down",
            "flip 2,0 red",
        ),
        "Ann took a third penalty card; only Ben is left.",
    ),
    "out-resigned": (
        "zwoggel",
        {},
        TWO,
        ("resign Ann",),
        "Ann resigned; only Ben is left (house rule).",
    ),
    "others-out": ("zwoggel", {}, TWO, ("set penalties Ann 3",), "Everybody else is out."),
    "fewest-penalties": (
        "zwoggel",
        {},
        TWO,
        (
            "set penalties Ann 2",
            "set penalties Ben 1",
            "set stock 0",
            *(f"set square {place} green" for place in ("0,0", "1,0", "0,1")),
            "set square 1,1 -",
        ),
        "No card is left face down; the fewest: Ben with 1 penalty card (house rule).",
    ),
    "hand-empty": (
        "drehwurm",
        {},
        THREE,
        ("end", "left Ann 2", "left Ben 0", "left Cem 0"),
        "The hand of Ben and Cem is empty.",
    ),
    "hens-played": (
        "drehwurm",
        {},
        THREE,
        (*(f"ate {name} y 1 0 0" for name in ("Ben", "Cem", "Ann") * 2), *FAST),
        "All hens are played.",
    ),
    "game-called": ("drehwurm", {}, THREE, ("end", *FAST), "The game was declared over."),
    "deck-empty": (
        "drehwurm",
        {"mode": "full"},
        THREE,
        ("start y3 b7 r9", "set stock 1", "pass 1"),
        "The draw pile is used up.",
    ),
    "highest-sum": (
        "drehwurm",
        {},
        THREE,
        ("end", *FAST, "next") * 2 + ("ate Ann y 1 0 0", "end", *FAST),
        "The game was declared over. All games of the match count; the most: Ann with -3 points.",
    ),
    "abandoned": ("drehwurm", {}, THREE, ("abandon",), "The match was abandoned (house rule)."),
}


def ended(code: str) -> tuple[State, End, str]:
    game, options, names, entries, told = GAMES[code]
    referee = Referee(game, names, options)
    for entry in entries[:-1]:
        referee.command(entry)
    last = referee.command(entries[-1])[-1]
    assert isinstance(last, End)
    return referee.state(), last, told


def test_each_cause_is_told_once_it_has_ended_a_game(subtests: pytest.Subtests) -> None:
    for code in GAMES:
        with subtests.test(code=code):
            state, end, told = ended(code)
            assert code in [cause.code for cause in end.causes] and state.causes == end.causes
            words = Words("en")
            first = event_words(words, state.game, end).splitlines()[0] if end.kind == "end" else ""
            sentence = end_words(words, state.game, state)
            assert sentence == first or not first
            assert sentence.endswith(f" {told} ({end.rule})")


def test_each_cause_has_words_and_names_who_it_is_about(subtests: pytest.Subtests) -> None:
    for language in LANGUAGES:
        for code in GAMES:
            with subtests.test(language=language, code=code):
                state, end, _told = ended(code)
                sentence = end_words(Words(language), state.game, end)
                assert "{" not in sentence
                for cause in end.causes:
                    assert Words(language).pgettext("ending", cause.code) != cause.code
                    assert all(name in sentence for name in cause.names)


def recorded_causes() -> set[str]:
    """Return the causes by which the games of playthroughs end."""
    found: set[str] = set()
    for path in scripts():
        player = RulesPlayer()
        for step in steps(path.read_text()):
            if step.is_command:
                player(step.text)
            if player.table and player.table.outcome():
                adapter = adapter_of(player.table.game.NAME)
                found |= {cause.code for cause in adapter.causes(player.table)}
    return found


def test_no_cause_is_without_a_game() -> None:
    assert set(GAMES) <= ending_codes()
    missing = ending_codes() - set(GAMES)
    assert not missing or missing <= recorded_causes()


def test_causes_are_found_in_playthroughs() -> None:
    assert {"resigned", "agreed", "goal-lies", "SW-9"} <= recorded_causes()


def test_the_sheet_of_traps_counts_what_its_heads_say() -> None:
    state, end, _told = ended("out-third")
    game = PlayedGame(state, TWO, {}, "", 0, Latest((end,), 1), True)
    reader = Reader(Words("en"), datetime.min)
    (sheet,) = part_of("zwoggel").sheets(TableState(played=game), state, reader)
    assert sheet.heads == ("survived", "sprung", "laid")
    assert sheet.rows == (("Ann", (0, 1, 0)), ("Ben", (0, 0, 0)))


def test_an_end_without_causes_names_winner_and_rule() -> None:
    _state, end, _told = ended("resigned")
    assert end_words(Words("en"), "switch", replace(end, causes=())) == "Ann has won. (SW-11)"


def test_causes_are_written_nowhere() -> None:
    state, end, _told = ended("resigned")
    assert "causes" not in end.json() and "causes" not in state.json()
    assert End.parse(end.json()) == end and State.parse({**state.json(), "causes": 3}).causes == ()
