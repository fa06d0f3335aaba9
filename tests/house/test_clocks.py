"""No test is decided by the clock: waits end by what is awaited, and nobody compares times."""

import ast
from collections.abc import Iterator

from tests.sources import ROOT, TESTS, tree_of

# Calls whose number is a limit in seconds. A limit of 0 does not wait.
WAITS = {"result", "timeout"}
CLOCKS = {"sleep", "monotonic", "monotonic_ns", "perf_counter", "process_time"}
# Who may read a clock, or change it: it decides no result there.
READERS = {
    "tests/faults/fuzz.py": "reports its speed",
    "tests/house/absent.py": "is never run",
    "tests/forks.py": "speeds up the clock of a program",
    "tests/programs.py": "ends a wait that hangs",
    "tests/protocol/client/__main__.py": "is a program, not a test",
    "tests/table/test_session.py": "gives a session its clock",
}


def readings(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that wait for a number of seconds of their own, or read a clock."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            limits = [each.value for each in node.keywords if each.arg == "timeout"]
            limits += node.args if name in WAITS else []
            if any(isinstance(each, ast.Constant) and is_long(each.value) for each in limits):
                yield node.lineno
        elif isinstance(node, ast.Attribute) and node.attr in CLOCKS:
            is_clock = isinstance(node.value, ast.Name) and node.value.id == "time"
            yield from [node.lineno] * is_clock


def is_long(limit: object) -> bool:
    return isinstance(limit, int | float) and limit > 0


def test_no_test_has_a_clock_or_a_limit_of_its_own() -> None:
    found: dict[str, list[int]] = {}
    for path in TESTS.rglob("*.py"):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith("tests/tools/") and (lines := list(readings(tree_of(path)))):
            found[name] = lines
    assert {name: found[name] for name in found if name not in READERS} == {}
    assert set(READERS) <= set(found)
