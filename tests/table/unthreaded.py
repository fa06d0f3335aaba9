"""A whole game on the board and a part of one of cards, in a program that cannot start threads.

Run as a program, with a folder for the logs: the ban lasts until the program ends.
"""

import _thread
import builtins
import sys
import threading
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.game_now import game_of

FORBIDDEN = ("threading", "_thread", "queue", "socket", "concurrent", "asyncio", "multiprocessing")
OURS = ("schiri", "schiri_device", "schiri_engines")
STEP_MS = 10
PATIENCE_MS = 20_000


def forbid() -> None:
    """Forbid new threads, and imports of thread modules in our code."""
    through = builtins.__import__

    def checked(
        name: str, names: Mapping[str, object] | None = None, *more: Any, **others: Any
    ) -> ModuleType:
        whose = str((names or {}).get("__name__", "")).split(".")[0]
        if whose in OURS and name.split(".")[0] in FORBIDDEN:
            raise ImportError(f"{whose} imports {name}")
        return through(name, names, *more, **others)

    def refuse(*_: object, **__: object) -> None:
        raise RuntimeError("there are no threads here")

    for owner, name, other in (
        (builtins, "__import__", checked),
        (_thread, "start_new_thread", refuse),
        (threading.Thread, "start", refuse),
    ):
        setattr(owner, name, other)
    for name in ("queue", "socket", "concurrent.futures", "asyncio"):
        sys.modules[name] = None  # type: ignore[assignment]


def play(folder: Path) -> None:
    """Play with a worker that is stepped here."""
    from random import Random

    from schiri.log.stored import read_file
    from schiri.referee import Referee
    from schiri.simulator.stepped import SteppedDevice
    from schiri.table.intents import Answer, ChooseSpot, Enter, Intent, Leave, NewGame, Press
    from schiri.table.worker import TableWorker
    from schiri_device.builds import load

    now_ms = 0

    def clock_ms() -> int:
        nonlocal now_ms
        now_ms += STEP_MS
        device.step(now_ms)
        return now_ms

    def clock() -> datetime:
        return datetime(2026, 1, 31, 18, tzinfo=UTC) + timedelta(milliseconds=now_ms)

    def do(intent: Intent) -> Answer:
        answers: list[Answer] = []
        until_ms = now_ms + PATIENCE_MS
        worker.carry_out(intent, now_ms, answers.append)
        while not answers or not worker.state.device.connected:
            assert now_ms < until_ms, intent
            worker.step(clock_ms())
        worker.step(clock_ms())
        return answers[0]

    build = load("cursor")
    assert build is not None
    device = SteppedDevice(build, seed=1, device="SIMTEST")
    worker = TableWorker(device, folder, clock, folder / "last.json", lambda _count: 0)
    while not worker.state.device.connected and now_ms < PATIENCE_MS:
        worker.step(clock_ms())
    assert do(NewGame("switch", ("Ann", "Ben"), {"layout": "1"})).is_done and do(Press("white"))
    ours, random = Referee("switch", ["Ann", "Ben"], {"layout": "1"}), Random(1)
    while not ours.state().over:
        move = ours.table.text(random.choice([*ours.table.game.legal_moves()]))
        answer = do(Enter(move))
        if answer.refusal and answer.refusal.code == "connects-opponent":
            # The device asks for a confirmation of the resignation.
            continue
        assert answer.is_done, (move, answer)
        ours.command(move)
        state = game_of(worker.state).state
        assert (state.over, state.turn) == (ours.state().over, ours.state().turn)
    log = read_file(Path(game_of(worker.state).log))
    moves = [line.entry for line in log.lines if line.entry]
    assert log.is_finished and moves == [ours.table.text(entry) for entry in ours.table.entries]
    assert do(NewGame("zwoggel", ("Ann", "Ben"), {})).is_done
    assert do(Enter("flip 0,0 red")).is_done and do(Enter("flip 1,1 red")).is_done
    assert do(ChooseSpot((2, 1))).is_done and do(Leave()).is_done
    worker.end(clock_ms)
    assert device.simulator.device.mode_name != "panel"
    print(f"{len(log.lines)} lines, {now_ms} ms")


if __name__ == "__main__":
    forbid()
    play(Path(sys.argv[1]))
