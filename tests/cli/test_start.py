"""The start and the end of a command: loaded modules, missing parts, and redirected streams."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.cli.command import command_line, environment, typed
from tests.cli.running import Running, process
from tests.counts import count, some
from tests.engines.switch_games import CHEQUER
from tests.games import BOARDS, GAMES
from tests.patience import PATIENCE_S

START = f"{CHEQUER} b"

# Large modules, and modules that a question about a position does not need.
HEAVY = {"textual", "rich", "serial", "platformdirs", "asyncio", "babel", "schiri_device.app"}
SCREEN_OR_PORT = {"textual", "serial", "asyncio"}
NEEDLESS = {"json", "random", "hashlib", "schiri.texts", "schiri.log", "schiri.device"}
# With one of these variables `make coverage` measures in a process, and adds modules and files.
MEASURED_BY = ("COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG")
TELL_MODULES = """
import sys
from schiri.cli import schiri
from schiri.cli.errors import exit_status
for commands in {groups}:
    for sys.argv in commands:
        assert exit_status(schiri) == 0
    print("loaded:", *sys.modules, file=sys.stderr)
"""


def modules_of(*groups: list[list[str]]) -> list[set[str]]:
    """Return the loaded modules after each group of commands of one program."""
    typed = [[["schiri", *words] for words in commands] for commands in groups]
    run = subprocess.run(
        [sys.executable, "-c", TELL_MODULES.format(groups=typed)],
        capture_output=True,
        text=True,
        env={name: value for name, value in environment().items() if name not in MEASURED_BY},
        timeout=PATIENCE_S,
        check=True,
    )
    told = [line.split() for line in run.stderr.splitlines()]
    return [set(words) for words in told if words[:1] == ["loaded:"]]


def test_the_engine_loads_nothing_that_it_does_not_need() -> None:
    game, move = ["switch", START], "a1-c3"
    verbs = ["moves", *game], ["perft", *game, "2"], ["apply", *game, move], ["why", *game, move]
    (loaded,) = modules_of([["engine", *verb] for verb in verbs])
    assert "schiri_engines.switch.game" in loaded
    assert loaded & (HEAVY | NEEDLESS) == set()


def test_printing_rules_or_help_loads_no_game_screen_or_port() -> None:
    rules, help_too = modules_of([["--lang", "en", "rules", "switch", "SW-1"]], [["--help"]])
    assert "schiri.cli.rules" in rules
    assert not [name for name in rules for game in GAMES if name == f"schiri_engines.{game}.game"]
    assert rules & {"schiri_device", "schiri.referee", *SCREEN_OR_PORT} == set()
    assert help_too & SCREEN_OR_PORT == set()


@pytest.mark.parametrize("group", [["engine", "moves"], ["engine", "perft"], ["referee"]])
def test_help_of_a_command_lists_the_games_that_can_be_played(group: list[str]) -> None:
    ran = typed(*group, "--help")
    named = [game for game in GAMES if game in ran.out]
    known = BOARDS if group[0] == "engine" else GAMES
    assert ran.status == 0 and named == list(known)


@pytest.mark.parametrize(
    "port", ["/dev/none-such", "/etc/passwd", "/etc", "/dev/null", "socket://127.0.0.1:1"]
)
def test_a_port_that_cannot_work_is_not_waited_for(port: str) -> None:
    ran = process("play", "--port", port, "--no-browser")
    assert (ran.status, ran.out, len(ran.err.splitlines())) == (3, "", 1) and port in ran.err


def test_with_neither_browser_nor_terminal_the_page_is_served() -> None:
    for words in some(([], ["play"], ["play", "switch"], ["play", "--sim", "--build", "keys5"]), 2):
        with Running(*words, DISPLAY="", WAYLAND_DISPLAY="") as running:
            url = running.out.line().removeprefix("url: ")
            with urlopen(url, timeout=PATIENCE_S) as page:
                assert page.status == 200
            # From its first message on, Ctrl-C ends it.
            running.err.line_with("Ctrl-C")
            assert running.stop(signal.SIGINT).status == 0


@pytest.mark.parametrize(
    ("variables", "word"),
    [({"LC_ALL": "de_DE.UTF-8"}, "Spiel"), ({"LC_ALL": "fr_CH.UTF-8"}, "partie")]
    + [({"LC_ALL": "nl_NL.UTF-8"}, "game"), ({"LC_ALL": "C"}, "game")]
    + [({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_AT"}, "Spiel")],
)
def test_prose_is_in_the_language_of_the_users_locale(variables: dict[str, str], word: str) -> None:
    ran = process("engine", "why", "switch", f"{CHEQUER} -", "a1-c3", more=variables)
    assert ran.out.startswith("game-over TA-2 - ") and word in ran.out


def test_sources_whose_texts_are_not_compiled_say_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for language in ("de", "en"):
        assert typed("engine", "moves", "switch", START, "--lang", language).err == ""
    monkeypatch.setattr("schiri.cli.language.CATALOGUES", tmp_path)
    for words in (["--lang", "de"], ["--lang", "en"], []):
        ran = typed("engine", "moves", "switch", START, *words)
        assert ran.status == 0 and ran.out.startswith("a1-c3\n")
        assert ran.err.splitlines() == [
            "The texts of Schiri are not compiled. Run this first: python host/catalogues.py"
        ]


# Streams


def shell(line: str, *words: str, **more: str) -> tuple[int, str, str]:
    """Run a command with its streams redirected as in the shell's ``line``.

    The status is that of the command, even before a pipe.
    """
    run = subprocess.run(
        ["bash", "-c", f'"$@" {line}; exit "${{PIPESTATUS[0]}}"', "bash", *command_line(*words)],
        capture_output=True,
        env=environment(**more),
        timeout=PATIENCE_S,
        check=False,
    )
    out, err = run.stdout.decode(), run.stderr.decode()
    assert "Traceback" not in err and "Exception ignored" not in err
    return run.returncode, out, err


def test_a_command_runs_with_closed_standard_output() -> None:
    assert shell(">&-", "engine", "moves", "switch", START) == (0, "", "")


@pytest.mark.parametrize(
    "words", some([["referee", "switch", "--script", "-"], ["referee", "switch"]], 1)
)
def test_closed_standard_input_is_reported(words: list[str]) -> None:
    status, out, err = shell("<&-", *words)
    assert (status, out) == (3, "") and "-" in err


def test_output_for_programs_is_utf_8_in_any_locale(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("dispute Straße – 🎲\n", encoding="utf-8")
    words = ["referee", "switch", "--json", "--script", str(script)]
    # An encoding with other bytes for each letter, and one without such letters.
    for encoding in some(("utf-16", "ascii"), 1):
        status, out, err = shell("", *words, PYTHONIOENCODING=encoding)
        assert (status, err) == (0, "") and "dispute Straße – 🎲" in out


def test_file_names_that_are_not_text_are_shown_escaped(tmp_path: Path) -> None:
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.jsonl"))).touch()
    ran = process("log", "list", more={"SCHIRI_LOGS": str(tmp_path)})
    assert ran.status == 0 and "\\udcff.jsonl" in ran.out
    assert process("log", "show", str(tmp_path / "\udcfe")).status == 3


# Unusable input and output


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells it there")
def test_a_line_that_never_ends_is_refused_in_constant_memory() -> None:
    """Many MB without a newline: the process that reads them needs less than 100 MB."""
    # The peak of this program only: `getrusage` includes the memory of its parent.
    code = (
        "import sys; "
        "from schiri.cli import schiri; from schiri.cli.errors import exit_status; "
        "sys.argv[0] = 'schiri'; status = exit_status(schiri); "
        "lines = [line.split() for line in open('/proc/self/status')]; "
        "print(*[line[1] for line in lines if line[0] == 'VmHWM:'], file=sys.stderr); "
        "sys.exit(status)"
    )
    words = [sys.executable, "-c", code, "referee", "switch", "--script", "-", "--json"]
    chunk = b"x" * (1 << 20)
    with subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as run:
        assert run.stdin and run.stdout and run.stderr
        for _ in range(count(105, 150)):
            run.stdin.write(chunk)
        run.stdin.write(b"\na1-c3\n")
        run.stdin.close()
        answers = [json.loads(line) for line in run.stdout]
        kilobytes = int(run.stderr.read())
    assert [(answer["ok"], answer["line"]) for answer in answers] == [(False, 1), (True, 2)]
    assert answers[0]["code"] == "line-too-long" and len(answers[0]["text"]) < 300
    assert kilobytes < 100_000


@pytest.mark.parametrize(
    "path", some(["/etc/passwd", "/etc/passwd/logs", "/proc/logs", "/dev/null"], 2)
)
def test_an_unwritable_folder_of_logs_is_reported_before_a_game_begins(path: str) -> None:
    for words, more in ((["record", "-o", path], {}), (["record"], {"SCHIRI_LOGS": path})):
        ran = process(*words, more=more)
        assert (ran.status, ran.out) == (3, "") and path in ran.err
        assert len(ran.err.splitlines()) == 1
    ran = process("referee", "switch", "--log", path)
    assert (ran.status, ran.out, len(ran.err.splitlines())) == (3, "", 1) and path in ran.err


@pytest.mark.parametrize("verb", ["list", "stats"])
def test_a_file_is_no_folder_of_logs(verb: str) -> None:
    ran = process("log", verb, more={"SCHIRI_LOGS": "/dev/null"})
    assert (ran.status, ran.out) == (3, "") and "/dev/null cannot be read" in ran.err


@pytest.mark.parametrize(
    "words",
    [
        # Click ends this one itself.
        ["--help"],
        ["referee", "switch"],
        ["ugi", "switch"],
        ["rules", "drehwurm"],
        ["engine", "moves", "switch", START],
    ],
)
def test_a_closed_pipe_is_no_error(words: list[str]) -> None:
    assert shell("< <(yes a1-c3) | true", *words) == (0, "", "")


@pytest.mark.parametrize(
    ("words", "status"), some([(["rules", "chess"], 2), (["log", "show", "x"], 3)], 1)
)
def test_an_error_that_cannot_be_printed_still_sets_the_exit_status(
    words: list[str], status: int
) -> None:
    assert shell("2>/dev/full", *words) == (status, "", "")


def test_the_message_of_a_full_disk_has_no_error_number() -> None:
    status, out, err = shell("> /dev/full", "rules", "switch")
    assert (status, out, err) == (3, "", "That failed: the disk is full\n")


@pytest.mark.parametrize(
    "words",
    [["--build", "keys5"], ["--sim"], ["--debug", "--port", "x"]]
    + [["play", "switch", "--build", "keys5"]],
)
def test_without_a_command_its_options_are_those_of_play(words: list[str]) -> None:
    ran = process(*words, "--terminal")
    assert ran.status == 2 and "needs a terminal" in ran.err
