"""Builds the site as static files: ``python -m schiri.site.build PYODIDE FOLDER``.

Decides its files, the contents of Python's archive, and the browser's cache.  Must not run in a
browser.
"""

from __future__ import annotations

import gzip
import io
import json
import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import htpy as h
from markupsafe import Markup
from schiri_device.builds import NAMES as BUILDS
from schiri_engines.registry import names

from schiri.deploy.bundle import EPOCH, write_bundles
from schiri.deploy.drive import IDS
from schiri.deploy.modules import package_folder, root_files
from schiri.languages import LANGUAGES
from schiri.page.files import (
    FILES,
    ICONS,
    LIGHT,
    LOGO,
    MANIFEST,
    NAMES,
    address_of,
    art_svg,
    sample_names,
    sample_svg,
)
from schiri.picture import look
from schiri.site.words import said
from schiri.texts import Words

WEB = Path(__file__).parent / "web"
# Packages that Python needs; each is pure Python, or works without its compiled parts.
PACKAGES = (
    *("schiri", "schiri_engines", "schiri_device"),
    *("filelock", "htpy", "markupsafe", "platformdirs"),
)
# Our own modules that only a PC or a board needs.
LEFT_OUT = (
    *("schiri/cli", "schiri/terminal", "schiri/certify", "schiri/solve"),
    *("schiri/ugi", "schiri/env"),
    *("schiri/page/server.py", "schiri/page/access.py", "schiri/page/address.py"),
    *("schiri/page/connections.py", "schiri/page/broadcaster.py", "schiri/page/socket.py"),
    *("schiri/page/routes.py", "schiri/page/icons", "schiri/site/build.py", "schiri/site/web"),
    "schiri/site/compiling.py",
    *("schiri/demo.py", "schiri_device/drive"),
)
KINDS = (".py", ".mo", ".lost", ".js", ".css", ".svg")
# Modules of Python's library that are useless without an operating system.
NO_USE = (
    *("encodings/cp1", "encodings/cp7", "encodings/cp8", "encodings/mac"),
    *("_pyrepl/", "ctypes/", "multiprocessing/", "unittest/", "wsgiref/", "xml/", "xmlrpc/"),
    *("doctest.py", "ftplib.py", "imaplib.py", "mailbox.py", "pdb.py", "pydoc.py", "smtplib.py"),
)
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs")
WASM, LIBRARY, ARCHIVE = "pyodide/pyodide.asm.wasm.gz", "pyodide/python_stdlib.zip", "schiri.zip"
BUNDLES = "bundles"
STYLES = ("style.css", "table.css", "art.css", "reading.css")
POLICY = "; ".join(
    (
        "default-src 'none'",
        # Pyodide is WebAssembly.
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
BEGIN = """
import sys
from pathlib import Path
sys.path.insert(0, "/schiri")
from schiri.site.site_table import SiteTable
SiteTable(Path("/home/schiri"))
"""
# The code that loads the modules needed to open a page.
OPEN = """
table = SiteTable(Path("/home/schiri"))
table.open("", "en")
for now in range(0, 1000, 10):
    table.step(now)
table.get("/", "en")
"""
# Compiles archives with the Python that will read them.
COMPILE = Path(__file__).parent / "compile.mjs"

# A function that waits for a browser's answer.
INSTALL = """
from pyodide.ffi import run_sync
from schiri.site.drive import BrowserVolume, put_on
lambda name, drive, data, *how: put_on(BrowserVolume(name, drive, run_sync), bytes(data), *how)
"""


def packed(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a package's archive, by path."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder.parent)
        is_ours = path.suffix in KINDS and path.name != "commands.mo"
        if is_ours and path.is_file() and not any(map(name.is_relative_to, LEFT_OUT)):
            yield name.as_posix(), path.read_bytes()


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return an archive of files, reproducible at any time."""
    found = io.BytesIO()
    with ZipFile(found, "w") as file:
        for name, data in files:
            file.writestr(ZipInfo(name, EPOCH), data, ZIP_DEFLATED, 9)
    return found.getvalue()


def archive() -> bytes:
    """Return the packages that Python needs, as one file."""
    found = [file for package in PACKAGES for file in packed(package_folder(package))]
    # The files of a drive's root, from an installed package.
    for name, path in root_files().items():
        found.append((f"schiri_device/drive/{name}", path.read_bytes()))
    return zipped(found)


def without(data: bytes, beginnings: tuple[str, ...]) -> bytes:
    """Return an archive without the files whose names have this prefix."""
    with ZipFile(io.BytesIO(data)) as old:
        kept = [name for name in old.namelist() if not name.startswith(beginnings)]
        return zipped((name, old.read(name)) for name in kept)


def compiled(pyodide: Path, library: bytes, packages: bytes, script: str) -> list[bytes]:
    """Return both archives with the modules of a start compiled, which halves the time to start."""
    with TemporaryDirectory() as made:
        paths = [Path(made, name) for name in ("library.zip", "packages.zip")]
        for path, data in zip(paths, (library, packages), strict=True):
            path.write_bytes(data)
        program = pyodide.resolve() / "pyodide.mjs"
        command = ["node", *map(str, (COMPILE, program, *paths))]
        subprocess.run(command, input=script, text=True, check=True)
        return [path.read_bytes() for path in paths]


def art() -> Iterator[tuple[str, str]]:
    """Yield the pictures that pages refer to, by their addresses."""
    cards = [*NAMES.values(), "j", *(f"j{value}" for value in range(1, 11))]
    for colour in look.WORMS:
        cards += [colour, *(f"{colour}{value}" for value in range(1, 11))]
        yield f"art/worm/{colour}.svg", art_svg("worm", colour)
    for card in cards:
        if picture := art_svg("card", card):
            yield f"art/card/{card}.svg", picture
    for name in sample_names():
        yield f"samples/{name}.svg", sample_svg(name)


def index() -> str:
    """Return the only document; scripts put everything else into it."""
    page = h.html(lang="en")[
        h.head[
            h.meta(charset="utf-8"),
            h.meta(http_equiv="content-security-policy", content=POLICY),
            h.meta(
                name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"
            ),
            h.meta(name="description", content="The referee for tabletop games."),
            h.meta(name="theme-color", content=LIGHT),
            h.title["Schiri"],
            (h.link(rel="stylesheet", href=address_of(name)[1:]) for name in STYLES),
            h.link(rel="stylesheet", href="site.css", data_always="true"),
            h.link(rel="icon", type="image/svg+xml", href="logo.svg"),
            h.link(rel="apple-touch-icon", href="icon/180.png"),
            h.link(rel="manifest", href="manifest.json"),
            (h.script(src=name, defer=True) for name in ("files.js", "cache.js", "site.js")),
        ],
        # The games are shown before Python is loaded.
        h.body[
            h.main(id="main")[
                h.div(class_="site-start")[
                    (h.img(src=f"samples/{game}.svg", alt="") for game in names())
                ],
                h.noscript[h.p["Schiri needs JavaScript here."]],
            ]
        ],
    ]
    return f"{Markup(page)}\n"


def build(pyodide: Path, folder: Path, builds: Sequence[str] = BUILDS) -> None:
    """Write the site, with bundles of these builds; the folder is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)

    def write(name: str, data: bytes | str) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)

    for path in sorted(WEB.iterdir()):
        write(path.name, path.read_bytes())
    for name, data in FILES.items():
        write(f"static/{name}", data)
    for address, svg in art():
        write(address, svg)
    for side, path in ICONS.items():
        write(f"icon/{side}.png", path.read_bytes())
    write("logo.svg", LOGO)
    # Addresses are relative to the site, which may be anywhere.
    manifest = json.dumps({**MANIFEST, "id": "/", "start_url": "/"}).replace('": "/', '": "./')
    write("manifest.json", manifest)
    # Not every server knows the type of .mjs, and browsers run no module of an unknown type.
    for name in PYODIDE:
        script = (pyodide / name).read_bytes().replace(b".mjs", b".js")
        write(f"pyodide/{name.replace('.mjs', '.js')}", script)
    wasm = (pyodide / "pyodide.asm.wasm").read_bytes()
    write(WASM, gzip.compress(wasm, 9, mtime=0))
    library = without((pyodide / "python_stdlib.zip").read_bytes(), NO_USE)
    library, packages = compiled(pyodide, library, archive(), BEGIN + OPEN)
    write(LIBRARY, library)
    write(ARCHIVE, packages)
    write("index.html", index())
    with TemporaryDirectory() as made:
        for path in write_bundles(Path(made), builds):
            write(f"{BUNDLES}/{path.name}", path.read_bytes())
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    write("files.js", files(folder, {**lock, "packages": {}}, builds))


def files(folder: Path, lock: object, builds: Sequence[str]) -> str:
    """Return the script with the list of files, which changes with every version."""
    there = sorted(path for path in folder.rglob("*") if path.is_file())
    names = [path.relative_to(folder).as_posix() for path in there]
    digest = sha256()
    for name in names:
        digest.update(name.encode() + (folder / name).read_bytes())
    site = {
        "version": f"schiri-{digest.hexdigest()[:16]}",
        "keep": ["./", "files.js", *filter(is_kept, names)],
        "sums": {
            "./" if name == "index.html" else name: sum_of(name, (folder / name).read_bytes())
            for name in names
        },
        "load": [(name, (folder / name).stat().st_size) for name in (WASM, LIBRARY, ARCHIVE)],
        "scripts": [address_of(name)[1:] for name in ("page.js", "reading.js")],
        "lock": lock,
        "begin": BEGIN,
        "install": INSTALL,
        "builds": list(builds),
        "boards": IDS,
        "words": {language: said(Words(language)) for language in LANGUAGES},
    }
    return f"self.SITE = {json.dumps(site, ensure_ascii=False)};\n"


def sum_of(name: str, data: bytes) -> str:
    """Return the digest of a file's content in the browser's notation.

    >>> sum_of("a.gz", gzip.compress(b"1")) == sum_of("a", b"1")
    True
    """
    content = gzip.decompress(data) if name.endswith(".gz") else data
    return f"sha256-{b64encode(sha256(content).digest()).decode()}"


def is_kept(name: str) -> bool:
    """Return whether a file is needed offline.

    The document is cached as "./", the browser fetches the service worker itself, and firmware is
    installed only once.
    """
    return name not in ("index.html", "service.js") and not name.startswith(f"{BUNDLES}/")


if __name__ == "__main__":
    build(Path(sys.argv[1]), Path(sys.argv[2]))
