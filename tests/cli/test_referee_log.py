"""``schiri referee --log``: no answered entry is lost, and no file is damaged."""

import json
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import Ran, command_line, environment, typed
from tests.cli.running import Running, Started, process
from tests.cli.scripts import read_answers
from tests.counts import IS_PROOF
from tests.log.chain import chains_of
from tests.patience import PATIENCE_S

NAMES = ("--players", "Ann,Ben")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def session(path: Path, script: str, *options: str) -> Ran:
    file = path.with_name("script")
    file.write_text(script)
    words = ["referee", "switch", "--json", "--script", str(file), "--log", str(path)]
    return typed(*words, *(options or NAMES))


def entries(path: Path) -> list[str]:
    """Return the entries of a log after checking that it is complete and legal."""
    ran = typed("log", "verify", str(path))
    assert ran.status == 0 and "torn" not in ran.out
    events = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert [each["chain"] for each in events] == chains_of(path.read_bytes())
    return [each["entry"] for each in events if "entry" in each]


def test_each_answer_before_the_disk_is_full_is_logged(path: Path) -> None:
    words = ["referee", "switch", *NAMES, "--json", "--script", "-", "--log", str(path)]
    # A limit on file size, in blocks of 512 bytes, simulates a full disk.
    run = subprocess.run(
        ["sh", "-c", 'ulimit -f 4; "$@"', "sh", *command_line(*words)],
        input=b"".join(b"dispute number %d\n" % number for number in range(50)),
        capture_output=True,
        env=environment(),
        timeout=PATIENCE_S,
        check=False,
    )
    (told,) = run.stderr.decode().splitlines()
    assert run.returncode == 3 and str(path) in told
    answered = [answer["events"][0]["entry"] for answer in read_answers(run.stdout.decode())]
    assert 0 < len(answered) < 50
    assert "torn" in typed("log", "verify", str(path)).out
    again = session(path, "dispute at last\n")
    assert again.status == 0
    assert entries(path) == [*answered, "dispute at last"]


def test_a_session_that_is_killed_has_lost_nothing(path: Path) -> None:
    moves = ["a1-c3", "b1-a1", "c3-b1", "a1-c3"]
    words = ["referee", "switch", *NAMES, "--json", "--script", "-", "--log", str(path)]
    with Running(*words) as running:
        for move in moves:
            running.type(f"{move}\n")
            assert json.loads(running.out.line())["ok"]
        running.send(signal.SIGKILL)
        running.wait()
    assert entries(path) == moves
    assert session(path, "undo\n").status == 0


def test_ctrl_c_at_the_prompt_leaves_a_whole_log(path: Path) -> None:
    # A fork is enough here: the test of a prompt beside a device always uses a new Python process.
    kind = Started if IS_PROOF else Running
    with kind("referee", "switch", "--log", str(path)) as running:
        running.out.line_with("to move")
        running.type("dispute x\n")
        running.out.line_with("dispute x")
        running.until_it_waits()
        running.send(signal.SIGINT)
        # The shell's status for a command that Ctrl-C has ended.
        assert running.wait() == 128 + signal.SIGINT
    assert "".join(running.err.seen).strip() == ""
    assert entries(path) == ["dispute x"]


def test_at_the_prompt_a_log_says_who_plays_and_who_starts(path: Path) -> None:
    session(path, "a1-c3\n", "--players", "Ben,Ann")
    for options in ((), NAMES, ("--players", "Ben,Ann")):
        ran = process("referee", "switch", *options, "--log", str(path), data=b"")
        assert ran.status == 0 and "Ann (light) is to move." in ran.out
    ran = process("referee", "switch", "--players", "Ann,Cleo", "--log", str(path), data=b"")
    assert (ran.status, ran.out) == (3, "")


def test_two_programs_do_not_write_one_log(path: Path) -> None:
    options = ("zwoggel", *NAMES, "--json", "--log", str(path), "--script", "-")
    with Running("referee", *options) as first:
        first.type("dispute x\n")
        assert json.loads(first.out.line())["ok"]
        held = path.read_bytes()
        late = process("referee", *options, data=b"dispute y\n")
        assert (late.status, late.out) == (3, "") and "another program" in late.err
        assert path.read_bytes() == held
        first.type("undo\n")
        assert json.loads(first.out.line())["ok"]
        assert first.end_of_input().status == 0
    assert typed("log", "verify", str(path)).out == "ok 3 events unfinished\n"
    assert process("referee", *options, data=b"dispute y\n").status == 0
