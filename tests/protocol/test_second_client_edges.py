"""Edge cases of the second client: invalid input, panel, clock, its file; and its independence."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from schiri.simulator.lossy_wire import Noise

from tests.counts import count
from tests.protocol.client.core import Client
from tests.protocol.client.lines import decode, encode
from tests.protocol.client.log import Log, Record
from tests.protocol.playing import ClientRig

FOLDER = Path(__file__).parent / "client"
WORDS = [
    "hello 2 2 t TEST",
    "hello 1 9",
    "hello",
    "who now",
    "beat x",
    "again",
    "again - 0",
    "ack ffffffff 9",
    "ask 1",
    "ask x new",
    "gone 2 1 0",
    "gone x",
    "event 1",
    "event x 1 a1",
    "event 999 5 a1-c3",
    "event 99",
    "snap 9 1",
    "snap",
    "settings zz",
    "settings 01",
    "edge 1 2 3",
    "edge 00zz 1 1 on",
    "lost 7",
    "aside broken 12",
    "aside odd 1 00000000",
    "bytes 5",
    "bytes -1 00",
    "bytes 0 0",
    "answer",
    "answer 1",
    "clock 1 2",
    "clock a b c",
    "stored",
    "stored 00000000",
    "snapshot 1",
    "edges 0 0",
    "holds x",
    "lights 3",
    "colours",
    "frame",
    "now",
    "refused",
]


def nonsense(random: Random) -> bytes:
    """Return bytes that are no line, or a complete line without a meaning."""
    if random.random() < 0.5:
        return random.randbytes(random.randrange(200)) + b"\n" * random.randrange(2)
    return encode(random.randrange(1000), random.choice((None, 5, 999)), random.choice(WORDS))


@pytest.mark.parametrize("seed", range(count(2, 30)))
def test_nonsense_changes_nothing(seed: int) -> None:
    rig, random = ClientRig("keys5", seed), Random(seed)
    asked = ["new switch AB layout=1"]
    assert rig.ask(asked[0]) == "ok"
    for _ in range(15):
        for _ in range(random.randrange(20)):
            rig.client.receive(nonsense(random), rig.now_ms)
            rig.cable.host_writes(nonsense(random))
            rig.step()
        asked.append(rig.move())
    # After its end a game has no more moves.
    assert rig.texts() == list(filter(None, asked))
    assert rig.is_same()


def test_the_example_of_the_page_is_valid() -> None:
    assert decode(b"7 - beat 41 *79e5f43f") == (7, None, "beat 41")
    assert decode(b"7 - beat 42 *79e5f43f") is None


def test_a_device_of_another_version_is_not_answered() -> None:
    client = Client(Log(), "t")
    assert decode(client.tick(0).strip()) == (0, None, "hello 2 2 t")
    client.receive(encode(0, 0, "hello 3 4 t TEST 1 keys5 00000001 1 0 00000000"), 5)
    assert client.is_refused
    assert client.tick(5000) == b""


def test_panel_tells_every_press_once() -> None:
    rig = ClientRig("keys5", 2)
    rig.wire.make_noise(Noise(lost_permille=100))
    assert rig.ask("panel new") == "ok"
    assert rig.ask(f"panel {'w' * 25}") == "ok"
    names = rig.simulator.build.buttons[:9]
    for name in names:
        rig.device.mode.press(rig.device.waited_ms, name)
        rig.run(30)
    rig.until(lambda: len(rig.client.presses) == 1 + len(names))
    assert [press[1:2] + press[3:] for press in rig.client.presses] == [
        *enumerate(("on", *names), 1)
    ]
    assert rig.ask("panel off") == "ok"


def test_clock_says_when_an_event_was() -> None:
    rig = ClientRig("keys5", 2)
    rig.step_ms = 20
    assert rig.ask("new switch AB layout=1") == "ok"
    for _ in range(count(2, 5)):
        # Long enough for the next question to the clock.
        rig.run(70_000)
        before = rig.now_ms
        rig.move()
        record = rig.client.log.records[-1]
        assert record.ms is not None
        found = rig.client.when(record.ms)
        assert found is not None
        assert before - found[1] <= found[0] <= rig.now_ms + found[1]
        assert found[1] < 40
    rig.restart()
    rig.client.clocks.clear()
    rig.until(lambda: rig.client.clocks)
    # The time without power is unknown.
    assert rig.client.when(record.ms or 0) is None


def test_log_reads_what_it_wrote(tmp_path: Path) -> None:
    path = tmp_path / "log"
    log = Log(str(path))
    records = [Record("0000000a", 1, 16, "new switch AB"), Record("0000000a", 2, 32, "a1-c3")]
    for record in records:
        log.append(record)
    path.write_bytes(path.read_bytes() + b'["0000000a", 3, 4')
    again = Log(str(path))
    assert again.records == records
    again.append(Record("0000000a", 3, 48, "c3-a1"))
    assert Log(str(path)).last("0000000a") == 3


def test_client_imports_nothing_of_the_project() -> None:
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                assert {alias.name.split(".")[0] for alias in node.names} <= sys.stdlib_module_names
            elif isinstance(node, ast.ImportFrom) and node.level:
                assert node.level == 1
                assert node.module in ("core", "lines", "log")
            elif isinstance(node, ast.ImportFrom):
                assert str(node.module).split(".")[0] in sys.stdlib_module_names


@pytest.mark.serial
def test_the_client_runs_without_the_project(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "client", ignore=shutil.ignore_patterns("__pycache__"))
    device, port = os.openpty()
    command = [sys.executable, "-S", "-E", "-m", "client", os.ttyname(port), "log"]
    with subprocess.Popen(command, cwd=tmp_path) as running:
        with os.fdopen(device, "rb+", buffering=0) as end:
            hello = decode(read_line(end))
            assert hello is not None
            _, _, text = hello
            assert text.startswith("hello 2 2 ")
            token = text.split(" ")[3]
            told = (f"hello 2 2 {token} TEST 1 keys5 0000000a 1 1 00000000", "event 1 16 new x AB")
            for seq, line in enumerate(told):
                end.write(encode(seq, 0, line))
            while "ack 0000000a 1" not in str(read_line(end)):
                pass
        running.terminate()
    os.close(port)
    assert Log(str(tmp_path / "log")).records == [Record("0000000a", 1, 16, "new x AB")]


def read_line(end: object) -> bytes:
    """Return the next line that the client sends, without its newline."""
    line = b""
    while not line.endswith(b"\n"):
        line += end.read(1)  # type: ignore[attr-defined]
    return line[:-1]
