"""The archive of the site's Python: everything that it needs, and nothing only for a PC."""

import inspect
import io
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from zipfile import ZipFile

import pytest
from schiri.site.build import ARCHIVE, LIBRARY, archive, compiled

from tests.site.served import PYODIDE, Site

# Packages that a browser's Python lacks; it cannot start threads either.
NOT_THERE = ("starlette", "uvicorn", "websockets", "serial", "textual", "rich", "click", "segno")
SCRIPT = """
import _thread, sys, threading
from pathlib import Path
def refuse(*_, **__): raise RuntimeError("there are no threads here")
_thread.start_new_thread = threading.Thread.start = refuse
sys.path[:0] = [sys.argv[1]]
import json
from schiri.site.site_table import SiteTable
from schiri.table.intents import Enter, NewGame
from schiri_engines.registry import game_class, names
table, now = SiteTable(Path(sys.argv[2])), 0
def run(steps=100):
    global now
    for _ in range(steps):
        now += 10
        table.step(now)
run()
for game in names():
    done = []
    players = ("Ann", "Ben", "Cem")[: game_class(game).seats_for({})[0]]
    table.do(NewGame(game, players, {}), done.append)
    while not done and now < 100_000:
        run()
    run()
    assert done and done[0].is_done, (game, done)
    for address in ("/", "/games", "/games/now", "/statistics", f"/rules/{game}"):
        about, body = table.get(address, "de", "")
        assert json.loads(about)["status"] == 200 and b"<html" in body, address
assert json.loads(table.get("/games/nowhere")[0])["status"] == 404
table.leave()
found = {name.partition(".")[0] for name in sys.modules}
assert not found & set(sys.argv[3:]), found
"""


def test_all_games_are_played_with_what_is_in_the_archive_alone(tmp_path: Path) -> None:
    with ZipFile(io.BytesIO(archive())) as file:
        file.extractall(tmp_path / "packages")
    if sys.version_info < (3, 13):
        # The browser's Python has this module.
        place = tmp_path / "packages" / "typing_extensions.py"
        place.write_text(inspect.getsource(import_module("typing_extensions")), "utf-8")
    # Isolated, with only these packages.
    command = [sys.executable, "-I", "-S", "-c", SCRIPT]
    places = [str(tmp_path / "packages"), str(tmp_path / "home")]
    done = subprocess.run(
        [*command, *places, *NOT_THERE], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.nightly
def test_the_python_of_a_browser_plays_them_with_what_the_site_has(site: Site) -> None:
    """No page needs a removed part of the library; the modules of a start are compiled."""
    library, packages = (site.folder / name for name in (LIBRARY, ARCHIVE))
    places = ["", "/schiri", "/home/schiri", *NOT_THERE]
    script = f"import sys\nsys.argv = {places}\n{SCRIPT}"
    compiled(PYODIDE, library.read_bytes(), packages.read_bytes(), script)
    with ZipFile(packages) as file:
        names = set(file.namelist())
    assert {"schiri/site/site_table.pyc", "schiri/page/logs/pages.py"} <= names
    assert "schiri/site/site_table.py" not in names
