"""Names of numbers become the numbers; test_names checks that nothing else changes."""

import pytest
from schiri.deploy.condense.numbers import with_numbers


def changed(source: str, **others: str) -> str:
    """Return the changed module ``m``, in a program with other modules."""
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
def test_variables_stay(source: str) -> None:
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


def test_code_for_types_alone_is_ignored() -> None:
    there = "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from o import X\nA = 5"
    assert changed("from n import A\nprint(A)", n=there) == "print(5)"


@pytest.mark.parametrize("doing", ["T['a'] = 1", "f()", "import os", "from .other import f"])
def test_an_import_stays_whose_module_does_more_than_to_bind_names(doing: str) -> None:
    modules = {"m.py": b"from n import A\nprint(A)", "n.py": f"A = 1\n{doing}".encode()}
    modules["other.py"] = b"print(1)"
    assert with_numbers(modules)["m.py"] == b"from n import A\nprint(1)"
