"""``schiri demo``: games that play by themselves, end, and leave logs that verify."""

import json
import random
import subprocess
from pathlib import Path

import pytest
from schiri.demo import NAMES, OPTIONS, PLAYERS, Demo, next_command
from schiri.device.reports import DeviceView
from schiri.referee import Referee
from schiri.table.intents import Answer, Intent, NewGame, RefusalReport
from schiri.table.state import TableState

from tests.cli.command import command_line, environment, typed
from tests.counts import IS_PROOF
from tests.games import GAMES
from tests.patience import PATIENCE_S

SAMPLE = ["zwoggel"]


@pytest.mark.parametrize("game", GAMES if IS_PROOF else SAMPLE)
def test_a_whole_game_is_printed_line_by_line_and_its_log_verifies(game: str) -> None:
    ran = subprocess.run(
        command_line("demo", game),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment(),
        timeout=PATIENCE_S,
        check=False,
    )
    *told, log = ran.stdout.splitlines()
    assert (ran.returncode, ran.stderr) == (0, "") and len(told) > 10
    assert told[1] == game.capitalize() and "demo" in Path(log).parts
    assert typed("log", "verify", log).out.startswith("ok ")
    assert "unfinished" not in typed("log", "verify", log).out
    with Path(log).open(encoding="utf-8") as lines:
        header = json.loads(next(lines))
    assert header["game"] == game and set(header["players"]) <= set(NAMES)
    # A demo does not appear among the finished games.
    assert log not in typed("log", "list").out


@pytest.mark.parametrize("game", [name for name in GAMES if name != "switch"])
def test_games_follow_from_the_seed_and_end(game: str) -> None:
    def played(seed: int) -> list[str]:
        referee = Referee(game, NAMES[: PLAYERS.get(game, 2)], OPTIONS.get(game, {}))
        chance = random.Random(seed)
        commands: list[str] = []
        while not referee.state().over and len(commands) < 1000:
            commands.append(next_command(referee, DeviceView(), chance))
            referee.command(commands[-1])
        assert referee.state().over and referee.state().winner
        return commands

    assert played(1) == played(1) != played(2)


class Refusing:
    """A table where another person has started a game meanwhile."""

    def __init__(self) -> None:
        self.asked: list[Intent] = []
        self.state = TableState(device=DeviceView(connected=object()))  # type: ignore[arg-type]

    def do(self, intent: Intent) -> "Refusing":
        self.asked.append(intent)
        return self

    def result(self, timeout: float) -> Answer:
        return Answer(refusal=RefusalReport("wrong-phase", "TA-1"))


def test_a_demo_ends_if_a_person_has_a_game() -> None:
    table = Refusing()
    demo = Demo(table, ("joggle",), 1)  # type: ignore[arg-type]
    assert demo.run(lambda: False) is False
    assert demo.logs == [] and [type(intent) for intent in table.asked] == [NewGame]
