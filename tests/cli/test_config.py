"""``schiri config``: saved settings. Command-line options override them."""

import os
from pathlib import Path

import pytest
from schiri.config import config_path, settings

from tests.cli.command import typed
from tests.cli.running import process


def write(text: str | bytes) -> Path:
    path = config_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_folder_is_stored_as_an_absolute_path() -> None:
    assert typed("config", "logs", "games").status == 0
    assert settings().logs == str(Path("games").absolute())


@pytest.mark.skipif(os.name == "nt", reason="there every argument is Unicode")
def test_bytes_that_are_not_text_are_refused() -> None:
    for key in ("names", "logs"):
        ran = process("config", key, os.fsdecode(b"\xff"))
        assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1)
        assert not config_path().exists()


def test_an_unreadable_settings_file_is_reported() -> None:
    config_path().mkdir(parents=True)
    for words in (["config"], ["config", "game", "switch"]):
        ran = typed(*words)
        assert (ran.status, ran.out) == (3, "") and str(config_path()) in ran.err


def test_a_failed_write_keeps_the_old_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("game = 'switch'\n")
    assert typed("config", "game", "joggle").status == 0
    before = path.read_bytes()
    path.with_name(f".{path.name}.new").mkdir()
    ran = typed("config", "game", "switch")
    assert (ran.status, ran.out) == (3, "") and str(path) in ran.err
    assert path.read_bytes() == before


def test_the_setting_names_the_folder_of_logs(tmp_path: Path) -> None:
    write(f"logs = '{tmp_path}'\n")
    (tmp_path / "odd.jsonl").touch()
    assert "odd.jsonl" in process("log", "list", more={"SCHIRI_LOGS": ""}).out
    # Environment variables override it.
    assert process("log", "list").out == ""


def test_names_from_the_settings_are_used_at_a_prompt_but_not_in_a_script() -> None:
    write("names = ['Zoe', 'Yan', 'Xav']\n")
    ran = process("referee", "switch", data=b"a1-c3\n")
    assert "Zoe" in ran.out and "Yan" in ran.out and "Xav" not in ran.out
    ran = process("referee", "switch", "--players", "Ann,Ben", data=b"a1-c3\n")
    assert "Ann" in ran.out and "Zoe" not in ran.out
    assert "Zoe" not in process("referee", "switch", "--script", "-", data=b"a1-c3\n").out
