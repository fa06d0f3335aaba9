"""Unused code is removed, and the behaviour does not change."""

import ast

import pytest
from schiri.deploy.condense.names import with_short_names
from schiri.deploy.condense.unused import drop_unnamed


def left(*sources: str, asked: str = "", foreign: str = "") -> list[str]:
    """Return the rest of these modules, which are the whole program."""
    trees = {f"m{at}.py": ast.parse(source) for at, source in enumerate(sources)}
    drop_unnamed(trees, asked.split(), foreign.split())
    return [ast.unparse(tree) for tree in trees.values()]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f():\n    pass", ""),
        ("SIDES = (1, 'a', {2: [COUNT]})", ""),
        ("WIDE, HIGH = (3, 4)", ""),
        ("class Box:\n    SIDE = 4\n\n    def area(self):\n        pass", ""),
        # Only itself uses it, or they only use each other.
        ("def f():\n    f()", ""),
        ("def f():\n    g()\n\ndef g():\n    f()", ""),
        ("def f():\n    g()\n\ndef g():\n    pass\nCOUNT = 1\n\ndef h():\n    COUNT", ""),
        # A variable of a function is a different name.
        ("def f():\n    pass\n\ndef g(f):\n    f()\ng(1)", "def g(f):\n    f()\ng(1)"),
        (
            "class Box:\n    SIDE = 4\n\n    def area(self):\n        pass\nBox()",
            "class Box:\n    pass\nBox()",
        ),
        (
            "class Box:\n\n    @property\n    def area(self):\n        pass\nBox()",
            "class Box:\n    pass\nBox()",
        ),
    ],
)
def test_unused_definitions_are_removed(source: str, expected: str) -> None:
    assert left(source) == [expected]


@pytest.mark.parametrize(
    "source",
    [
        "def f():\n    pass\nf()",
        "def f():\n    pass\nit.f()",
        "def f():\n    pass\nask(f=1)",
        "def f():\n    pass\nask('f')",
        "def f():\n    pass\nask('{it.f}')",
        "COUNT = 1\n\ndef f():\n    global COUNT\n    COUNT = 2\nf()",
        "COUNT = 1\n\ndef f(a=COUNT):\n    pass\nf()",
        "count = 1\n\ndef f(count=count):\n    count\nf()",
        # A comprehension has its own variables.
        "count = 1\n\ndef f():\n    [count for count in it]\n    count\nf()",
        "class Base:\n    pass\n\nclass Box(Base):\n    pass\nBox()",
        "class Box:\n\n    def __init__(self):\n        self.SIDE = SIDE\nSIDE = 4\nBox()",
        "class Box:\n\n    @property\n    def area(self):\n        pass\nBox().area",
        "def f():\n\n    class Box:\n        SIDE = g()\n\ndef g():\n    pass\nf()",
        # Besides binding a name, it has an effect.
        "COUNT = size()",
        "SIDE = Box.side",
        "SIDE = 1 / 0",
        "def f(a=size()):\n    pass",
        "@once\ndef f():\n    pass",
        "class Box:\n    size()",
        "class Box(made()):\n    pass",
        "class Box(Base, key=1):\n    pass",
        "@once\nclass Box:\n    pass",
        "WIDE, HIGH = (1, it.high)",
        "if it:\n    COUNT = 1",
        "__version__ = '1'",
    ],
)
def test_used_definitions_and_statements_stay(source: str) -> None:
    assert left(source) == [source]


def test_a_name_counts_in_whatever_module_it_stands() -> None:
    assert left("def f():\n    pass", "it.f()") == ["def f():\n    pass", "it.f()"]
    assert left("def f():\n    pass", asked="f") == ["def f():\n    pass"]


def test_methods_called_by_native_code_stay() -> None:
    box = "class Box:\n\n    def readinto(self, to):\n        pass\nBox()"
    assert left(box, foreign="readinto") == [box]
    # Native code calls no functions of a module.
    assert left("def readinto(to):\n    pass", foreign="readinto") == [""]


def test_imports_of_removed_code_are_removed() -> None:
    reader = "from m0 import f, g\n\ndef h():\n    g()\nf()"
    found = left("def f():\n    pass\n\ndef g():\n    pass", reader)
    assert found == ["def f():\n    pass", "from m0 import f\nf()"]


def test_unused_imports_are_removed() -> None:
    base, user = "def f():\n    pass\n\ndef g():\n    pass\nf(g)", "from m0 import f, g\nf()"
    assert left(base, user) == [base, "from m0 import f\nf()"]
    for other in ("from m1 import g\ng()", "it.g", "ask('g')"):
        assert left(base, user, other)[1] == user
    assert left(base, user, asked="g")[1] == user


def test_a_module_is_loaded_still() -> None:
    assert left("print(1)\n\ndef f():\n    pass", "from m0 import f")[1] == "from m0 import f"
    assert left("from m0 import *") == ["from m0 import *"]


def test_a_class_keeps_what_its_objects_are_asked_for() -> None:
    source = (
        "class Box:\n    a = 1\n    b = 2\n\n    def c(self):\n        return self.a\nBox().c()"
    )
    assert left(source) == [source.replace("    b = 2\n", "")]


def test_a_board_gets_neither_name_nor_code() -> None:
    modules = {"m0.py": b"def area(wide):\n    return wide\n\ndef high():\n    return area(2)"}
    assert with_short_names(modules) == ({"m0.py": b""}, {"m0.py": {}})
    texts, _ = with_short_names(modules, [b"from m0 import high"])
    assert b"def high()" in texts["m0.py"]
    # Private code uses the short name.
    texts, _ = with_short_names(
        {"m0.py": b"class Box:\n\n    def close(self):\n        pass\nBox()"}
    )
    assert b"def close(self)" in texts["m0.py"]
