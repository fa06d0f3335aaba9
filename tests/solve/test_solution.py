"""The whole solution, compiled: only in `make proof`, because it takes minutes."""

import subprocess
from pathlib import Path

import pytest
from schiri.games.switch.values import LOST_FILE

from tests.cli.command import command_line, environment

pytestmark = pytest.mark.nightly


def test_a_new_solution_equals_the_packaged_one(tmp_path: Path) -> None:
    done = subprocess.run(
        command_line("solve", "switch", "--check", "-o", str(tmp_path)),
        capture_output=True,
        text=True,
        env=environment(NUMBA_DISABLE_JIT="0"),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    figures = dict(line.split(" ") for line in done.stdout.splitlines())
    assert figures["mismatches"] == figures["mismatches_of_file"] == "0"
    assert int(figures["positions"]) == sum(
        int(number)
        for name, number in figures.items()
        if name in ("over", "counter_wins", "counter_loses", "wins", "losses", "draws")
    )
    assert (tmp_path / "switch.lost").read_bytes() == LOST_FILE.read_bytes()
