"""Compiled catalogues: by a command for editors, and by a hook of each build."""

import gettext
import shutil
import subprocess
import sys
from pathlib import Path
from runpy import run_path
from types import ModuleType

import pytest

from tests.sources import ROOT

CATALOGUE = """msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

msgid "field"
msgstr "Feld"
"""


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """Return a copy of the command, with one catalogue beside it."""
    shutil.copy(ROOT / "host" / "catalogues.py", tmp_path)
    folder = tmp_path / "schiri" / "texts" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "schiri.po").write_text(CATALOGUE)
    return tmp_path


def compiled_in(folder: Path) -> gettext.NullTranslations:
    return gettext.translation("schiri", folder / "schiri" / "texts", ["de"])


def test_the_command_compiles_the_catalogues(sources: Path) -> None:
    command = [sys.executable, str(sources / "catalogues.py")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert compiled_in(sources).gettext("field") == "Feld"


def test_building_the_package_compiles_the_catalogues(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # hatchling provides this module during a build.
    interface = ModuleType("interface")
    interface.BuildHookInterface = object  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "hatchling.builders.hooks.plugin.interface", interface)
    run_path(str(sources / "catalogues.py"))["get_build_hook"]()().initialize("standard", {})
    assert compiled_in(sources).gettext("field") == "Feld"


def test_compiled_catalogues_do_not_depend_on_the_time(sources: Path) -> None:
    run_path(str(sources / "catalogues.py"))["compile_catalogues"]()
    assert compiled_in(sources).info()["pot-creation-date"] == "1970-01-01 00:00+0000"
