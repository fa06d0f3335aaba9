"""Import directions, as in ARCHITECTURE.md."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from schiri.deploy.modules import is_for_types

from tests.games import CARDS, GAMES
from tests.sources import ALL_FILES, ROOT, name_of, tree_of

ENGINES, DEVICE, HOST = "schiri_engines", "schiri_device", "schiri"
LINK, HAL = f"{DEVICE}.link", f"{DEVICE}.hal"
BUILDS, BOARDS = f"{DEVICE}.builds", f"{DEVICE}.boards"
# Modules that all device code may import: ticks with their edges, texts of failures, and its heap.
TICKS, FAILURE = f"{DEVICE}.ticks", f"{DEVICE}.failure"
VALUES = (TICKS, FAILURE, f"{DEVICE}.tidy")


def device(*packages: str) -> tuple[str, ...]:
    return tuple(f"{DEVICE}.{package}" for package in packages)


# A line for each package of the device, with its further permitted imports.
DEVICE_PACKAGES = (
    ("journal", ()),
    ("lights", device("link")),
    ("sensing", (ENGINES,)),
    ("app", (ENGINES, *device("games", "journal", "lights", "link", "pc", "sensing"))),
    ("games", (ENGINES, *device("app", "lights", "link"))),
    ("pc", (ENGINES, *device("app", "journal", "lights", "link"))),
)


def host(*packages: str) -> tuple[str, ...]:
    return tuple(f"{HOST}.{package}" for package in packages)


# Modules that any package of the host may import: rules, link and builds, and shared values.
OWN = host(
    "errors",
    "disk",
    "clock",
    "events",
    "views",
    "names",
    "json_object",
    "cells",
    "debug_log",
    "config",
    "languages",
    "plain",
    "panels",
    "match_options",
    "command_table",
    "zips",
)
BASE = (ENGINES, LINK, BUILDS, BOARDS, *OWN)

BELOW = ("texts", "prose", "games", "referee")
GAME_TABLES = host(*BELOW, "device", "log", "table")
# Permitted imports of a view.
VIEWED = ("texts", "prose", "games", "table", "device.reports", "last_setup", "picture", "scene")
# Permitted imports of a scene: words and states, no view.
SCENES = host("texts", "prose", "games", "table", "device.reports", "last_setup", "scene")
# Further permitted imports of code that shows logs.
READ = ("log", "stats", "analysis", "export")
# A line for each package of the host, with its further permitted imports.
PACKAGES = (
    ("errors", ()),
    ("disk", ()),
    ("debug_log", ()),
    ("config", ()),
    ("cells", ()),
    ("clock", ()),
    ("events", ()),
    ("views", ()),
    ("names", ()),
    ("json_object", ()),
    ("plain", ()),
    ("panels", ()),
    # The device or the table offers them; adapters and rulings have their values.
    ("match_options", (*device("games"), *host("games"))),
    ("command_table", ()),
    ("zips", ()),
    ("languages", ()),
    ("last_setup", ()),
    ("texts", ()),
    ("device", ()),
    # A card game's table is imported on first use.
    *((f"games.{game}.card_game", GAME_TABLES) for game in CARDS),
    # A game's additions to a scene; a view draws them without knowing the game.
    *((f"games.{game}.scene", SCENES) for game in GAMES),
    # What the referee needs of a game: no words.
    *((f"games.{game}.rulings", host("games")) for game in GAMES),
    *((f"games.{name}", host("games")) for name in ("rulings", "race")),
    # The fallback texts of a game from outside include those of its scene.
    ("games.outside", SCENES),
    ("games", host("texts")),
    ("prose", host("texts", "games", "device.reports", "table.intents", "table.state")),
    ("referee", host("games")),
    ("log", host(*BELOW)),
    ("picture", host("scene")),
    ("analysis", host(*BELOW, "log")),
    ("stats", host(*BELOW, "log")),
    ("export", host(*BELOW, "log")),
    ("recording", host("log", "device", "referee")),
    ("simulator", (DEVICE, *host("device"))),
    ("deploy", host("texts")),
    # It repeats the rules, and uses their module for the form of the device's file.
    ("solve", ()),
    ("certify", host("texts", "device")),
    # It plays at a table like a person.
    ("demo", host("device.reports", "games", "referee", "table")),
    # A solution, a search or a person at a table; no texts.
    ("ugi", host("games", "table")),
    # A dealer around a game; pictures and texts are those of the table.
    ("env", host("texts", "prose", "games", "referee", "picture", "scene")),
    # No view, no texts.
    ("table", host("games", "referee", "device", "log", "recording", "last_setup")),
    ("scene", SCENES),
    # The steps of a log, in a view of their own.
    ("terminal.replay_app", host(*VIEWED, "log", "terminal")),
    # No rule, no log, no port: intents go to the table, states come from it.
    ("terminal", host(*VIEWED)),
    # Finished games are read there, and their files are downloaded.
    ("page.logs", host(*VIEWED, *READ, "page")),
    ("page", host(*VIEWED)),
    # It replaces the server, and the threads of table and device.
    ("site", host(*VIEWED, *READ, "page", "simulator", "device", "deploy", "site")),
    ("cli", (HOST,)),
    ("__main__", host("cli")),
)
HOST_LINES = [(f"{HOST}.{name}", (*BASE, f"{HOST}.{name}", *more)) for name, more in PACKAGES]

DEVICE_LINES = [
    (f"{DEVICE}.{name}", (*VALUES, f"{DEVICE}.{name}", *more)) for name, more in DEVICE_PACKAGES
]

# The first matching line gives the permitted imports of a file; nothing imports `code`.
ALLOWED = [
    (ENGINES, (ENGINES,)),
    (LINK, (LINK,)),
    (BUILDS, (BUILDS,)),
    (HAL, (HAL, BUILDS, BOARDS, TICKS, FAILURE)),
    *DEVICE_LINES,
    (DEVICE, ()),
    ("code", (ENGINES, DEVICE)),
    ("boot", (BUILDS, HAL)),
    ("safemode", (HAL,)),
    *HOST_LINES,
    (HOST, ()),
]
OURS = (ENGINES, DEVICE, HOST)


def module_of(path: Path) -> str:
    parts = list(path.relative_to(ROOT).with_suffix("").parts[1:])
    if parts[0] == "drive":
        parts = parts[1:]
    if parts[-1] == "__init__":
        parts.pop()
    return ".".join(parts)


MODULES = {module_of(path): path for path in ALL_FILES}


def is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a statement and all statements in it: expressions contain no imports."""
    yield node
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, name, ()):
            yield from statements(inner)


def imports_of(path: Path, has_types: bool = False) -> Iterator[str]:
    """Yield every module of ours that a file imports at run time, with relative ones resolved.

    ``has_types`` includes imports for types.
    """
    module = module_of(path)
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    running = [node for node in tree_of(path).body if has_types or not is_for_types(node)]
    for node in (inner for statement in running for inner in statements(statement)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1]
            root = ".".join(base) if node.level else ""
            target = ".".join(filter(None, [root, node.module]))
            names = [f"{target}.{alias.name}" for alias in node.names]
            yield from (name if name in MODULES or not node.module else target for name in names)


def wrong_imports(path: Path) -> list[str]:
    """Return the forbidden imports of a file."""
    module = module_of(path)
    allowed = next(targets for package, targets in ALLOWED if is_in(module, package))
    ours = [name for name in imports_of(path) if any(is_in(name, package) for package in OURS)]
    wrong = [name for name in ours if not any(is_in(name, target) for target in allowed)]
    if is_in(module, HOST):
        # All host code may import the version from the device's package.
        wrong = [name for name in wrong if name != DEVICE]
    if is_in(module, DEVICE) and not is_in(module, HAL):
        wrong += [name for name in ours if is_in(name, HAL)]
    return wrong


def test_files_import_only_what_they_may() -> None:
    wrong = {name_of(path): wrong_imports(path) for path in ALL_FILES}
    assert {name: found for name, found in wrong.items() if found} == {}


def test_referee_and_rulings_know_no_words() -> None:
    """What they import, and what that imports, is neither texts nor prose."""
    waiting = [f"{HOST}.referee", *(name for name in MODULES if name.endswith(".rulings"))]
    assert len(waiting) > 2
    known = set(waiting)
    while waiting:
        module = waiting.pop()
        package = module.rpartition(".")[0]
        found = {package, *imports_of(MODULES[module], True)} & set(MODULES) - known
        known |= found
        waiting += found
    assert [name for name in sorted(known) if is_in(name, f"{HOST}.texts")] == []
    assert [name for name in sorted(known) if is_in(name, f"{HOST}.prose")] == []


@pytest.mark.parametrize("package", [DEVICE, HOST])
def test_modules_import_in_no_circle(package: str) -> None:
    ours = {name: path for name, path in MODULES.items() if is_in(name, package)}
    graph = {
        name: {each for each in imports_of(path, True) if each in ours and each != name}
        for name, path in ours.items()
    }
    # It raises CycleError, which names the modules.
    assert len(list(TopologicalSorter(graph).static_order())) == len(ours)
