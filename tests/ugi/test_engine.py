"""The engine line by line: the effect of each, refusals, and limits."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from schiri.ugi.engine import FORMS
from schiri.ugi.expectimax import Expectimax
from schiri.ugi.player import Limits, Position
from schiri.ugi.players import figures_of
from schiri_engines import programs
from schiri_engines.game import BoardGame
from schiri_engines.joggle.game import Joggle
from schiri_engines.joggle.notation import DIE

from tests.counts import count
from tests.ugi.arbiter import Stepped

BLACK_WINS = "bbbbb/bbbbb/bb.ww/wwwww/wwwww"
# A white figure lacks the marble on b3; black has three marbles, and one or two more.
NEARLY = "......../b....{}/......../...b..b./......../w......./ww....../ww......"


def test_the_engine_prints_its_name_and_options() -> None:
    first, *rest, last = Stepped("joggle")("ugi")
    assert first.startswith("id name Schiri joggle ") and last == "ugiok"
    assert "option name goal type combo default 1R var 1R var 4S" in " ".join(rest)
    assert "option name extreme type combo default off var off var on" in rest
    assert "option name layout type string default 1" in Stepped("switch")("ugi")
    assert "option name Variety type check default false" in rest
    assert "option name Seed type spin default 0 min 0 max 2147483647" in rest


START = "bwbwb/wbwbw/bw.wb/wbwbw/bwbwb"
ENDLESS = " moves" + " b1-c3 a1-b1 c3-a1 b1-c3 a1-b1 c3-a1" * 3
SAID = [
    ("isready", ["readyok"]),
    ("uginewgame", []),
    ("stop", []),
    ("", []),
    ("position startpos", []),
    ("position startpos moves a1-c3 b1-a1", []),
    ("query p1turn", ["response true"]),
    ("position startpos moves a1-c3", []),
    ("query p1turn", ["response false"]),
    ("uginewgame", []),
    ("query p1turn", ["response true"]),
    ("query gameover", ["response false"]),
    ("query result", ["response none"]),
    ("position startpos moves " + "a1-c3 b1-a1 c3-b1 " * 4, []),
    ("query result", ["response draw"]),
    (f"position fen {BLACK_WINS} b", []),
    ("query result", ["response p1win"]),
    ("query p1turn", ["response false"]),
    ("query gameover", ["response true"]),
    # An option of the player leaves the position, as a wrong line does.
    ("setoption name Variety value true", []),
    ("setoption name Seed value 2147483647", []),
    ("query gameover", ["response true"]),
    ("setoption name Variety value on", ["info string"]),
    ("setoption name Seed value 2147483648", ["info string"]),
    ("setoption name Seed value -1", ["info string"]),
    ("position startpos moves a1-c3 a1-c3", ["info string"]),
    ("position startpos moves nonsense", ["info string"]),
    ("position fen ./. b", ["info string"]),
    ("setoption name layout value 9/9", ["info string"]),
    ("setoption name layout value free", ["info string"]),
    ("setoption name unknown value 1", ["info string"]),
    ("query result", ["response p1win"]),
    ("go", ["info string", "bestmove 0000"]),
    ("setoption name start value w", []),
    ("position startpos moves b1-c3", []),
    ("position startpos moves a1-c3", ["info string"]),
    ("query p1turn", ["response false"]),
    # An option leaves the others as they are, and begins again.
    ("setoption name repetition value off", []),
    ("query p1turn", ["response true"]),
    *((line, []) for line in (f"position startpos{ENDLESS}", f"position fen {START} w{ENDLESS}")),
    ("query result", ["response none"]),
    *(
        (line, ["info string"])
        for line in ("go depth", "go depth x", "go fast", "query", "nonsense")
    ),
    *((line, ["info string"]) for line in ("query", "position", "position fen", "ugi ugi")),
    ("position here", ["info string"]),
]


def test_each_line_is_answered() -> None:
    ask = Stepped("switch")
    for line, expected in SAID:
        said = ask(line)
        assert len(said) == len(expected), (line, said)
        assert all(one.startswith(other) for one, other in zip(said, expected, strict=True)), line


def test_during_a_search_other_lines_wait_and_stop_ends_it() -> None:
    ask = Stepped("joggle")
    engine = ask.engine
    assert engine.receive("go infinite", 0) == [] and engine.is_working
    assert engine.receive("isready", 0) == ["readyok"]
    assert engine.receive("position startpos moves R:b1", 0) == []
    assert engine.receive("query p1turn", 0) == []
    assert engine.step(10**9) == []
    *_, best, answer = engine.receive("stop", 0)
    assert best.startswith("bestmove ") and answer == "response false"
    assert not engine.is_thinking


def test_an_unlimited_search_answers_only_after_stop() -> None:
    engine = Stepped("switch").engine
    assert engine.receive("go infinite", 0) == engine.step(0) == []
    assert engine.is_thinking and not engine.is_working
    assert engine.receive("stop", 0)[-1].startswith("bestmove ")


@pytest.mark.parametrize(("line", "is_over"), [("go depth 2", False), ("go infinite", True)])
def test_at_the_end_of_input_a_due_move_is_printed(line: str, is_over: bool) -> None:
    ask = Stepped("joggle")
    ask.engine.receive("position startpos moves R", 0)
    ask.engine.receive(line, 0)
    said = ask.engine.end(0)
    assert ask.engine.is_over == is_over
    assert (said + ask("isready"))[-1] != "" and ask.engine.is_over


def test_limits_end_the_search() -> None:
    ask = Stepped("joggle")
    ask("position startpos moves R")
    told = {line: ask(line)[0].split() for line in ("go depth 1", "go depth 2", "go nodes 1")}
    assert [words[2] for words in told.values()] == ["1", "2", "1"]
    ask.engine.receive("go nodes 20", 0)
    assert ask.engine.step(0) != []


@pytest.mark.parametrize(
    ("limits", "for_ms"),
    [
        ("", 1000),
        ("movetime 40", 40),
        ("movetime 40 p1time 2000", 40),
        ("movetime 900 p1time 2000 p2time 20", 100),
        ("p1time 2000 p1inc 100", 175),
        # Some time is left for the way of the move.
        ("p1time 90 p1inc 1000", 40),
        ("p1time -2000", 0),
    ],
)
def test_a_search_ends_at_the_first_of_its_limits(limits: str, for_ms: int) -> None:
    ask = Stepped("joggle")
    ask("position startpos moves R")
    ask.engine.receive("go " + limits, 100)
    assert ask.engine.step(99 + for_ms) == []
    assert ask.engine.step(100 + for_ms)[-1].startswith("bestmove ")


@pytest.mark.parametrize("limits", ["infinite", "depth 4", "nodes 1000", "p2time 20"])
def test_without_a_time_limit_the_engine_searches_on(limits: str) -> None:
    ask = Stepped("joggle")
    ask("position startpos moves R")
    ask.engine.receive("go " + limits, 0)
    assert ask.engine.step(10**9) == [] and ask.engine.is_working


@pytest.mark.parametrize("seat", range(4))
def test_the_first_and_the_third_of_four_seats_are_the_first_player(seat: int) -> None:
    ask = Stepped("joggle", 1, teams="on", **{"no-field": "pass"})
    ask("position startpos moves " + " ".join(["R:b1", "R:d1", "R:f1"][:seat] + ["R"]))
    assert ask("query p1turn") == [f"response {seat in (0, 2)}".lower()]
    ask.engine.receive("go p1time 1000 p1inc 100 p2time 2000 p2inc 200", 0)
    for_ms = 250 if seat % 2 else 125
    assert ask.engine.step(for_ms - 1) == [] and ask.engine.step(for_ms) != []


@pytest.mark.parametrize("lines", [["quit"], ["go infinite", "quit"]])
def test_quit_prints_a_due_move_and_ends_at_once(lines: list[str]) -> None:
    engine = Stepped("joggle").engine
    said = [each.split()[0] for line in lines for each in engine.receive(line, 0)]
    assert said[-1:] == ["bestmove"][: len(lines) - 1] and engine.is_over


@pytest.mark.parametrize("start", ["R", "J", ""])
def test_moves_are_written_as_in_the_position(start: str) -> None:
    ask = Stepped("joggle")
    ask(f"position startpos moves {start}" if start else "position startpos")
    (best,) = [line for line in ask("go depth 1") if line.startswith("bestmove ")]
    text = best.split()[1]
    assert (":" in text) == (not start)
    game = Joggle().after(*[start] * bool(start))
    for move in programs.parse_moves(game, text):
        game.play(move)


@pytest.mark.parametrize(("black", "side", "turn"), [("b.b", "w", 10), ("b..", "b", 9)])
def test_the_engine_wins_or_prevents_the_opponents_win(black: str, side: str, turn: int) -> None:
    ask = Stepped("joggle")
    assert ask(f"position fen {NEARLY.format(black)} {side} J {turn}") == []
    assert ask("go depth 2")[-1] == "bestmove b3"


def plain_value(game: BoardGame, side: str, depth: int) -> float:
    if game.outcome():
        return programs.returns(game)[game.colours.index(side)]
    if not depth:
        return figures_of(game, side)
    total = weights = 0.0
    for roll, weight in programs.chance_outcomes(game):
        rolled = game.copy()
        rolled.play(roll)
        if rolled.phase != "move":
            continue
        best = max if rolled.side == side else min
        values = []
        for move in rolled.legal_moves():
            after = rolled.copy()
            after.play(move)
            values.append(plain_value(after, side, depth - 1))
        total += weight * best(values)
        weights += weight
    return total / weights


def test_the_worth_of_a_move_is_that_of_a_plain_statement() -> None:
    random = Random(5)
    for _ in range(count(1, 10)):
        game = Joggle().after("R")
        while len(game.legal_moves()) > 4 or game.turns < 27:
            game.push(random.choice(game.legal_moves()))
            if game.outcome():
                game = Joggle()
            if not game.roll:
                game.after(random.choice(DIE))
        player = Expectimax(random.randrange, figures_of)
        player.begin(Position(game.options, "", (), game), Limits(depth=2))
        while not player.step(0):
            pass
        after = {}
        for move in game.legal_moves():
            copy = game.copy()
            copy.play(move)
            after[game.move_text(move)] = plain_value(copy, game.side, 1)
        found = player.found()
        assert after[found.text] == max(after.values())
        assert f"score cp {round(1000 * max(after.values()))} " in found.info or len(after) == 1


WORDS = st.sampled_from([*FORMS, *" ".join(FORMS.values()).split(), "a1-c3", "-1", "b", "\0", "é"])


@settings(max_examples=count(50, 2000), deadline=None)
@given(st.lists(st.one_of(st.lists(WORDS, max_size=6).map(" ".join), st.text(max_size=20))))
def test_nonsense_is_answered_and_nothing_breaks(lines: list[str]) -> None:
    ask = Stepped("switch")
    for line in lines:
        ask(line)
    ask("stop")
    assert ask("isready") == ["readyok"]
