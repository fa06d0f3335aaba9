"""The fakes offer nothing that the real modules lack, by the stubs of CircuitPython."""

import ast
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.firmware.conftest import FAKES

# `board` is checked pin by pin in test_builds.py.
MODULES = sorted(path.stem for path in FAKES.glob("*.py") if path.stem != "board")
# Additions of the fakes for each other: constructors of a pin and a flash, and a way to add events.
OWN = {"Pin.__init__", "ByteArray.__init__", "EventQueue.__init__", "EventQueue.record"}
# `nvm` has a separate module for its type.
STUB_OF = {"ByteArray": "nvm"}


def stub(module: str) -> ast.Module:
    spec = find_spec(f"{module}-stubs")
    assert spec and spec.submodule_search_locations
    path = Path(next(iter(spec.submodule_search_locations))) / "__init__.pyi"
    return ast.parse(path.read_text())


def members(body: list[ast.stmt]) -> dict[str, ast.stmt]:
    """Return the definitions of a module or a class, by name."""
    found: dict[str, ast.stmt] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = node
        elif isinstance(node, ast.Assign):
            found |= {t.id: node for t in node.targets if isinstance(t, ast.Name)}
    return found


def parameters(node: ast.stmt) -> tuple[list[str], list[str], int] | None:
    """Return the names of positional parameters, of keyword-only ones, and the number of defaults.

    A property of a fake is an attribute in the stub, and has none.
    """
    if not isinstance(node, ast.FunctionDef):
        return None
    decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
    if decorators not in ([], ["overload"]):
        return None
    args = node.args
    defaults = len(args.defaults) + len([d for d in args.kw_defaults if d])
    return [a.arg for a in args.args], sorted(a.arg for a in args.kwonlyargs), defaults


def strange(fake: dict[str, ast.stmt], real: dict[str, ast.stmt], where: str) -> list[str]:
    """Return the fake's definitions that the real module lacks or defines differently."""
    wrong = []
    for name, node in fake.items():
        full = where + name
        if full in OWN or (name.startswith("_") and not name.startswith("__")):
            continue
        if name not in real and name in STUB_OF:
            real = real | members(stub(STUB_OF[name]).body)
        if name not in real:
            wrong.append(full)
            continue
        other = real[name]
        if isinstance(node, ast.ClassDef) and isinstance(other, ast.ClassDef):
            wrong += strange(members(node.body), members(other.body), f"{name}.")
        elif isinstance(node, ast.FunctionDef) and parameters(node) != parameters(other):
            wrong.append(full)
    return wrong


@pytest.mark.parametrize("module", MODULES)
def test_fakes_have_only_members_of_the_real_modules(module: str) -> None:
    fake = members(ast.parse((FAKES / f"{module}.py").read_text()).body)
    assert strange(fake, members(stub(module).body), "") == []
