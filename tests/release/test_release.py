"""A release: two builds are identical, and the wheel's contents can play a game."""

import hashlib
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import release
from schiri_device import VERSION

from tests.release.play import play
from tests.sources import ROOT, TESTS

pytestmark = pytest.mark.nightly

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
WHEEL = f"schiri-{VERSION}-py3-none-any.whl"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build wheel and sdist as a release does, without bundles, which have their own test."""
    out = tmp_path_factory.mktemp("release") / "dist"
    release.release(out, [release.PACKAGE])
    return out


def test_wheel_and_sdist_are_built_with_equal_bytes_and_sums(built: Path) -> None:
    lines = (built / release.SUMS).read_text().splitlines()
    listed = {name: digest for digest, name in (line.split("  ") for line in lines)}
    assert set(listed) == {WHEEL, f"schiri-{VERSION}.tar.gz"}
    for name, digest in listed.items():
        assert hashlib.sha256((built / name).read_bytes()).hexdigest() == digest


def test_the_wheel_plays_a_game(built: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(built / WHEEL) as wheel:
        wheel.extractall(tmp_path)
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    asked = [sys.executable, "-c", "import schiri; print(schiri.__file__)"]
    where = subprocess.check_output(asked, env=env, cwd=tmp_path, text=True)
    assert Path(where.strip()).is_relative_to(tmp_path)
    script = TESTS / "release" / "play.py"
    done = subprocess.check_output([sys.executable, script], env=env, cwd=tmp_path, text=True)
    assert done == "ok\n"


def test_builds_that_differ_are_no_release(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "old").touch()
    program = (
        "-c",
        "import os, sys, pathlib as p; o = p.Path(sys.argv[1]); o.mkdir(); "
        "(o / 'same').touch(); (o / 'seed').write_text(os.environ['PYTHONHASHSEED'])",
    )
    with pytest.raises(release.NotReproducible, match=r"differ in seed$"):
        release.release(out, [program])
    assert [path.name for path in out.iterdir()] == ["old"]


def test_the_game_that_is_played_goes_wrong_where_a_move_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play()
    script = tmp_path / "script"
    script.write_text("".join((TESTS / "release" / "switch.txt").open().readlines()[:-1]))
    monkeypatch.setattr("tests.release.play.SCRIPT", script)
    with pytest.raises(AssertionError, match="'over': False"):
        play()


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_by_commit(path: Path) -> None:
    # A workflow of ours is of the same commit.
    used = re.findall(r"uses: ((?!\./)\S+)(.*)", path.read_text(encoding="utf-8"))
    assert used
    for action, comment in used:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action), action
        assert re.fullmatch(r" # v\d+\.\d+\.\d+", comment), action


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_job_with_write_permission_runs_no_code_of_ours_or_of_packages(path: Path) -> None:
    above, _, below = path.read_text("utf-8").partition("\njobs:\n")
    assert re.search(r"(?m)^permissions:\n  contents: read\n\n?(?! )", above)
    for job in re.split(r"(?m)^(?=  \w+:$)", below):
        assert not (": write" in job and re.search("checkout@|make |pip |python ", job)), job
        assert job.count("checkout@") == job.count("persist-credentials: false"), job


def test_each_file_of_a_release_is_attested_before_it_is_published() -> None:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    jobs = dict(re.findall(r"(?ms)^  (\w+):\n(.*?)(?=^  \w+:$|\Z)", text.partition("\njobs:\n")[2]))
    assert "attestations: write" in jobs["attest"] and "subject-path: dist/*" in jobs["attest"]
    assert "needs: attest" in jobs["publish"] and "needs: publish" in jobs["attach"]
