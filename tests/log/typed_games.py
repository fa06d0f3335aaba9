"""Short games of each kind, as their players typed them: the contents of logs."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from schiri.log.logged import LoggedReferee
from schiri.log.writer import Clock, LogWriter, header_of
from schiri.referee import Referee
from schiri_engines.registry import game_class

from tests.games import beside
from tests.log.chain import clock


class Game(NamedTuple):
    """A game: its players, options and typed commands."""

    name: str
    players: list[str]
    options: dict[str, str]
    commands: list[str]


def opening(name: str) -> list[str]:
    game, texts = game_class(name)({}, 2), []
    for _ in range(3):
        move = next(iter(game.legal_moves()))
        texts.append(game.move_text(move, ("Ann", "Ben")))
        game.push(move)
    return texts


SWITCH = Game("switch", ["Ann", "Ben"], {}, ["a1-c3", "dispute who?", "undo", "resign Ann"])
JOGGLE = Game("joggle", ["Ann", "Ben"], {}, ["R:d1", "J", "c3", "B", "a2", "draw"])
ZWOGGEL = Game(
    "zwoggel",
    ["Ann", "Ben", "Cem"],
    {},
    ["flip 0,0 red", "flip 1,1 green", "place 2,0 -1,0 2,2", "flip 1,0 red", "flip 2,0 red"],
)
PILES = Game(
    "drehwurm",
    ["Ann", "Ben", "Cem"],
    {"mode": "full"},
    ["start y3 b7 j", "lay b4 1", "shows y5", "throw Ann b4", "hen b 2", "shows r5", "new g3"],
)
RACES = Game(
    "drehwurm",
    ["Ann", "Ben", "Cem"],
    {"mode": "fast"},
    ["turned", "race Ann:320 Cem:250", "illegal", "turned", "race Ben:190", "abandon"],
)
GAMES = [SWITCH, JOGGLE, ZWOGGEL, PILES, RACES]
GAMES += [Game(game, ["Ann", "Ben"], {}, opening(game)) for game in beside(GAMES)]
by_kind = [f"{game.name}-{game.options.get('mode', '')}".rstrip("-") for game in GAMES]


def referee_for(game: Game) -> Referee:
    return Referee(game.name, game.players, game.options)


def moments(game: Game) -> Iterator[Referee]:
    referee = referee_for(game)
    yield referee
    for command in game.commands:
        referee.command(command)
        yield referee


def write_log(path: Path, game: Game, clock: Clock = clock) -> Path:
    referee = referee_for(game)
    logged = LoggedReferee(referee, LogWriter(path, header_of(referee), clock))
    for command in game.commands:
        logged.command(command)
    logged.writer.close()
    return path


def write_timed(path: Path, game: Game, commands: list[tuple[str, int]]) -> Path:
    """Write a game with a clock: each command with the ms that it took."""
    referee = referee_for(game)
    logged = LoggedReferee(referee, LogWriter(path, header_of(referee), clock))
    for command, spent_ms in commands:
        logged.apply(referee.table.parse_all(command), "pc", spent_ms=spent_ms)
    logged.writer.close()
    return path
