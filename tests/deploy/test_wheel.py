"""The wheel contains everything for a deployment: built, and run from its own environment."""

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.deploy.test_command import deployed, files_in
from tests.deploy.test_drive import make_drive
from tests.sources import ROOT

pytestmark = pytest.mark.nightly


def run(*command: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment |= {"XDG_CACHE_HOME": str(folder), "LOCALAPPDATA": str(folder)}
    return subprocess.run(
        command, capture_output=True, text=True, cwd=folder, env=environment, check=False
    )


def test_the_wheel_deploys_what_the_source_tree_does(tmp_path: Path) -> None:
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    built = run(*pip, "wheel", "--no-deps", "-w", tmp_path / "dist", ROOT, folder=tmp_path)
    assert built.returncode == 0, built.stderr
    assert run(sys.executable, "-m", "venv", tmp_path / "venv", folder=tmp_path).returncode == 0
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    program = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    install = (program, *pip[1:], "install", "--no-deps")
    needed = [f"{package}=={version(package)}" for package in ("click", "platformdirs")]
    assert run(*install, wheel, *needed, folder=tmp_path).returncode == 0
    drive = make_drive(tmp_path / "drive")
    command = (program.with_name("schiri"), "deploy", drive, "--build", "cursor", "--lang", "en")
    done = run(*command, folder=tmp_path)
    # It has downloaded its libraries, and keeps them.
    assert done.returncode == 0 and "once" in done.stderr, done.stderr
    again = run(*command, folder=tmp_path)
    assert again.returncode == 0 and "once" not in again.stderr
    deployed(make_drive(tmp_path / "other"))
    assert files_in(drive) == files_in(tmp_path / "other")
