"""Names of numbers become the numbers, and nothing that can be seen changes."""

from pathlib import Path

import pytest
from schiri.deploy.constants import with_numbers

from tests.counts import count
from tests.sources import DEVICE, ENGINES, ROOT
from tests.vm.test_interpreters import cpython, micropython

STAGE = ROOT / "tests" / "device" / "stage.py"
MODE = "schiri_device/modes/mode.py"


def changed(source: str, **others: str) -> str:
    """Return what becomes of the module ``m``, beside which there are others."""
    modules = {f"{name}.py": text.encode() for name, text in {"m": source, **others}.items()}
    return with_numbers(modules)["m.py"].decode()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("A = 5\nB = 2 * A + 1 << 1\nprint(B - A)", "print(22 - 5)"),
        ("A = -1\nprint(A ** 2, 3 - A)", "print((-1) ** 2, 3 - -1)"),
        ("A, B = range(len(X))\nprint(B)", "print(1)"),
        ("A, B = (7, 8)\nprint(B)", "print(8)"),
        ("A = 5\ndef f(a=A):\n    return A", "def f(a=5):\n    return 5"),
    ],
)
def test_a_number_takes_the_place_of_its_name(source: str, expected: str) -> None:
    assert changed(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "A = 5\nA = 6\nprint(A)",
        "A = 5\nA += 1\nprint(A)",
        "A = 5\n\ndef f(A):\n    return A",
        "A = 5\n\ndef f():\n    A = 3\n    return A",
        "A = 5\n\nclass C:\n    A = A",
        "A = 5\n\ndef f():\n    from n import A\n    return A",
        "A = 5\nprint([A for A in range(3)])",
        "A = 5\ndel A",
        "A = True\nprint(A)",
        "A = 1.5\nprint(A)",
        "A = 1 << 30\nprint(A)",
        "A = B + 1\nprint(A)",
        "if x:\n    A = 5\nprint(A)",
        "A = B = 5\nprint(A)",
        "A, B = range(2, 4)\nprint(A)",
    ],
)
def test_what_is_not_for_ever_stays(source: str) -> None:
    assert changed(source) == source


def test_names_that_are_read_otherwise_stay_bound() -> None:
    assert changed("A = 5\nprint(A)", n="import m\nm.A") == "A = 5\nprint(5)"
    assert changed("A = 5\nprint(A)", n="import m\ngetattr(m, 'A')") == "A = 5\nprint(5)"
    assert changed("A = 5\nprint(A)", n="from m import A as B") == "A = 5\nprint(5)"
    assert changed("A = 5\nprint(A)", n="def f():\n    from m import A") == "A = 5\nprint(5)"
    assert changed("A, B = (1, 2)", n="import m\nm.A") == "A, B = (1, 2)"
    assert with_numbers({"m.py": b"A = 5\nB = 6"}, [b"from m import A"]) == {"m.py": b"A = 5"}


def test_numbers_go_from_module_to_module() -> None:
    found = with_numbers(
        {
            "p/__init__.py": b"from .a import A, f",
            "p/a.py": b"from ..q import B\nA = B + 1\ndef f(): pass",
            "q.py": b"B = 1",
            "p/s/c.py": b"from .. import A\nfrom ..a import f\nprint(A)",
        }
    )
    assert [text.decode().split("\n")[0] for text in found.values()] == [
        "from .a import f",
        "def f():",
        "",
        "from ..a import f",
    ]
    assert found["p/s/c.py"].endswith(b"print(2)")


@pytest.mark.parametrize("doing", ["T['a'] = 1", "f()", "import os", "from .other import f"])
def test_an_import_stays_whose_module_does_more_than_to_bind_names(doing: str) -> None:
    modules = {"m.py": b"from n import A\nprint(A)", "n.py": f"A = 1\n{doing}".encode()}
    modules["other.py"] = b"print(1)"
    assert with_numbers(modules)["m.py"] == b"from n import A\nprint(1)"


@pytest.mark.parametrize("seed", range(count(2, 10)))
def test_a_device_shows_and_keeps_the_same(seed: int, tmp_path: Path) -> None:
    sources = {
        path.relative_to(package.parent).as_posix(): path.read_bytes()
        for package in (ENGINES, DEVICE)
        for path in package.rglob("*.py")
    }
    found = with_numbers(sources, [STAGE.read_bytes()])
    assert b"SHOW_CAUSE_MS" in sources[MODE] and b"SHOW_CAUSE_MS" not in found[MODE]
    for name, text in found.items():
        path = tmp_path / ("engines" if name.startswith("schiri_engines") else "firmware") / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    args = ("presses", seed, 150)
    assert micropython(*args, root=tmp_path) == cpython(*args)
