"""The archive of the site's Python: everything that it needs, and nothing only for a PC."""

import gzip
import inspect
import io
import json
import re
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256
from html import unescape
from importlib import import_module
from marshal import loads
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from schiri.deploy.bundle import EPOCH
from schiri.site.build import (
    ARCHIVE,
    LIBRARY,
    WASM,
    archive,
    compiled,
    files,
    index,
    without,
    zipped,
)
from schiri.site.compiling import bytecode

from tests.site.served_site import PYODIDE, Site

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


def test_all_games_run_from_the_archive_alone(tmp_path: Path) -> None:
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


def test_the_list_of_files_has_what_is_kept_offline_and_changes_with_any_of_them(
    tmp_path: Path,
) -> None:
    there = [WASM, LIBRARY, ARCHIVE, "index.html", "service.js", "bundles/a.zip", "static/page.js"]
    for name in there:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"1" * (1 + there.index(name)))
    (tmp_path / WASM).write_bytes(gzip.compress(b"wasm"))

    def listed() -> dict[str, Any]:
        script = files(tmp_path, {}, ["keys5"])
        found: dict[str, Any] = json.loads(script.removeprefix("self.SITE = ").rstrip(";\n"))
        return found

    site = listed()
    kept = sorted([WASM, LIBRARY, ARCHIVE, "static/page.js"])
    assert site["keep"] == ["./", "files.js", *kept]
    # In the order in which the worker takes them, with their sizes.
    assert site["load"] == [[WASM, len(gzip.compress(b"wasm"))], [LIBRARY, 2], [ARCHIVE, 3]]
    # A server may send what is packed unpacked.
    contents = {"./": b"1111", WASM: b"wasm", LIBRARY: b"11", "bundles/a.zip": b"111111"}
    for name, content in contents.items():
        sum_of = b64encode(sha256(content).digest()).decode()
        assert site["sums"][name] == f"sha256-{sum_of}"
    assert {*kept, "./"} <= {*site["sums"]}
    assert [site["words"][language]["close"] for language in ("de", "en")] == ["Schließen", "Close"]
    (tmp_path / "index.html").write_bytes(b"2222")
    assert listed()["version"] != site["version"]
    # The page may run Python and nothing from elsewhere.
    assert "script-src 'self' 'wasm-unsafe-eval';" in unescape(index())


def test_compiled_modules_have_no_docstrings_and_need_no_source() -> None:
    source = b"'a'\nclass A:\n  'b'\n  def f(self):\n    'c'\n    return 1\nasync def g():\n  'd'\n"
    code = bytecode(source, "a.py")
    assert code[4:16] == bytes([1]) + bytes(11)
    found: dict[str, Any] = {}
    exec(loads(code[16:]), found)
    assert found["A"]().f() == 1
    documented = (found["A"], found["A"].f, found["g"])
    assert [found.get("__doc__"), *(each.__doc__ for each in documented)] == [None] * 4


def test_parts_of_a_library_are_left_out_by_the_beginning_of_their_names() -> None:
    old = zipped([("xml/a.py", b"1"), ("b/xml/c.py", b"2")])
    with ZipFile(io.BytesIO(without(old, ("xml/",)))) as file:
        (info,) = file.infolist()
        assert (info.filename, file.read(info), info.date_time) == ("b/xml/c.py", b"2", EPOCH)


@pytest.mark.nightly
def test_all_games_run_in_the_browsers_python(site: Site) -> None:
    """No page needs a removed part of the library; the modules of a start are compiled."""
    library, packages = (site.folder / name for name in (LIBRARY, ARCHIVE))
    places = ["", "/schiri", "/home/schiri", *NOT_THERE]
    script = f"import sys\nsys.argv = {places}\n{SCRIPT}"
    compiled(PYODIDE, library.read_bytes(), packages.read_bytes(), script)
    with ZipFile(packages) as file:
        names = set(file.namelist())
    assert {"schiri/site/site_table.pyc", "schiri/page/logs/pages.py"} <= names
    assert "schiri/site/site_table.py" not in names
    # The site may be anywhere, and loads no packages from elsewhere.
    assert not re.search('": ?"/', (site.folder / "manifest.json").read_text())
    assert '"packages": {}' in (site.folder / "files.js").read_text("utf-8")
