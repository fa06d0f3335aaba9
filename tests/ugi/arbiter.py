"""A small arbiter: it lets two engines of the Universal Game Interface play, and checks them.

Shape: it applies the rules itself, and asks both engines for their view of each position.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from schiri.ugi.engine import Engine
from schiri.ugi.players import player_of
from schiri_engines import programs
from schiri_engines.game import BoardGame
from schiri_engines.refusals import Outcome
from schiri_engines.registry import game_class

# An engine's answer to a line: its lines up to the one that completes it.
Ask = Callable[[str], list[str]]
RESULTS = {(0,): "p1win", (1,): "p2win", (): "draw"}


class Stepped:
    """An engine in this process, whose clock advances with each step of its thinking."""

    def __init__(self, game: str, seed: int = 1, **options: str) -> None:
        self.now_ms = 0
        self.engine = Engine(game, options, player_of(game, Random(seed).randrange), str)

    def __call__(self, line: str) -> list[str]:
        said = self.engine.receive(line, self.now_ms)
        while self.engine.is_working:
            self.now_ms += 1
            said += self.engine.step(self.now_ms)
        return said


class Played(NamedTuple):
    """A move of an engine: the game before it, its text, and the game after it."""

    before: BoardGame
    text: str
    after: BoardGame


def play(
    engines: tuple[Ask, Ask], game: BoardGame, position: str, go: str, roll: Callable[[], str]
) -> Iterator[Played]:
    """Play a game to its end; yield each move of an engine.  An illegal move raises Refused.

    Shape: ``roll`` returns the arbiter's roll, or "" if the engines roll themselves.
    """
    moves: list[str] = []
    while not game.outcome():
        if programs.chance_outcomes(game) and (rolled := roll()):
            game.after(rolled)
            moves.append(rolled)
            continue
        line = f"position {position}" + " moves" * bool(moves)
        answers = []
        for ask in engines:
            assert ask(" ".join([line, *moves])) == []
            answers.append([ask(f"query {what}")[0] for what in ("p1turn", "gameover", "result")])
        first = str(game.turn == 0).lower()
        assert answers == [[f"response {word}" for word in (first, "false", "none")]] * 2
        assert game.turn is not None
        word, text = engines[game.turn](go)[-1].split()
        assert word == "bestmove"
        before = game.copy()
        for move in programs.parse_moves(game, text):
            game.play(move)
        moves.append(text)
        yield Played(before, text, game)
    outcome = game.outcome()
    assert isinstance(outcome, Outcome)
    for ask in engines:
        ask(f"position {position} moves {' '.join(moves)}")
        assert ask("query gameover") == ["response true"]
        assert ask("query result") == [f"response {RESULTS[outcome.winners]}"]
        assert ask(go)[-1] == "bestmove 0000"


def opening(game: str, random: Random, plies: int) -> BoardGame:
    """Return a game after this many random moves, restarted if they end it."""
    while True:
        found = game_class(game)()
        assert isinstance(found, BoardGame)
        for _ in range(plies):
            moves = found.legal_moves()
            if moves:
                found.push(random.choice(moves))
        if not found.outcome():
            return type(found).from_position(found.position())
