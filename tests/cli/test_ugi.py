"""``schiri ugi`` as an arbiter runs it: a separate program, lines in and out, and every end."""

import signal
from pathlib import Path

import pytest
from schiri_engines.switch.game import Switch

from tests.cli.command import typed
from tests.cli.running import Hasty, Running, Started, process
from tests.cli.test_devices import port_of
from tests.ugi.arbiter import play

NONSENSE = b"\xff\xfe\0\nposition fen ./. b\ngo x\n" + b"x" * 10_000 + b"\n\n  \nugi\nquit now\n"


class Program:
    def __init__(self, running: Running) -> None:
        self._running = running

    def __call__(self, line: str) -> list[str]:
        # For a command without a reply of its own, the reply to `isready` shows that it is done.
        last = {"query": "response", "go": "bestmove"}.get(line.split()[0], "readyok")
        self._running.type(f"{line}\n" + "isready\n" * (last == "readyok"))
        said: list[str] = []
        while not said or said[-1].split()[0] != last:
            said.append(self._running.out.line())
        return said[:-1] if last == "readyok" else said


def test_two_programs_play_a_game() -> None:
    with Started("ugi", "switch", "--repetition", "off") as one, Hasty("ugi", "switch") as two:
        game = Switch.from_position("bbbww/wbwww/bwwww/.bbww/bbbbb w")
        assert list(play((Program(one), Program(two)), game, f"fen {game.position()}", "go", str))
        one.type("quit\n")
        assert one.ended().status == two.end_of_input().status == 0


def test_nonsense_is_reported_and_ends_nothing() -> None:
    ran = process("ugi", "switch", data=NONSENSE)
    assert ran.status == 0 and ran.err == "" and "ugiok" in ran.lines
    told = ("info string", "id", "option")
    assert [line for line in ran.lines if not line.startswith(told)] == ["ugiok"]


def test_ctrl_c_ends_the_engine() -> None:
    with Hasty("ugi", "joggle") as running:
        running.type("go infinite\nisready\n")
        assert running.out.line() == "readyok"
        running.send(signal.SIGINT)
        assert running.wait() == 130
        running.err.rest()
        assert "Traceback" not in "".join(running.err.seen)


@pytest.mark.parametrize(
    "words", [("zwoggel",), ("switch", "--layout", "free"), ("joggle", "--goal", "9R"), ()]
)
def test_games_without_an_engine_are_refused(words: tuple[str, ...]) -> None:
    assert typed("ugi", *words).status == 2


@pytest.mark.serial
def test_the_person_at_the_board_is_the_engine(tmp_path: Path) -> None:
    logs = {"SCHIRI_LOGS": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "settings")}
    with Hasty("sim", "--build", "keys5", "--seed", "1") as sim:
        with Hasty("ugi", "switch", "--port", port_of(sim), **logs) as engine:
            engine.type("position startpos moves a1-c3\ngo\n")
            engine.err.line_with("is to move")
            sim.type("white b1 a1\n")
            assert engine.out.line() == "bestmove b1-a1"
            assert engine.end_of_input().status == 0
        (log,) = tmp_path.glob("*.jsonl")
        assert typed("log", "verify", str(log)).status == 0
    missing = typed("ugi", "switch", "--port", str(tmp_path / "missing"))
    assert missing.status == 3
