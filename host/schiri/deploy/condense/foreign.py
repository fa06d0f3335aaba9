"""Names that must not be shortened: those of CircuitPython, and of other code that a module uses.

Decides by the name alone, because an attribute does not show its class.
"""

import ast
import builtins
import re
from functools import cache
from pathlib import Path

from schiri.deploy.condense.syntax import walked

# Attributes of the interpreter's own objects, and keywords of its functions.
TYPES = (str, bytes, bytearray, memoryview, list, dict, set, tuple, int, property, Exception)
THEIRS = {"self", "key", "reverse", "sep", "end", "default"}.union(dir(builtins), *map(dir, TYPES))
BUILTINS = frozenset(dir(builtins))
# Functions that take or return names inside strings.
IN_STRINGS = ("format", "namedtuple")
# Every attribute in CircuitPython; `tests/deploy/condense/foreign.py` writes the file.
FOREIGN_FILE = Path(__file__).with_name("foreign.txt")
BY_NAME = ("getattr", "hasattr", "setattr", "delattr")


@cache
def in_circuitpython() -> frozenset[str]:
    """Return what anything in CircuitPython has as an attribute."""
    return frozenset(FOREIGN_FILE.read_text().split())


def from_outside(nodes: list[ast.AST], ours: set[str]) -> set[str]:
    """Return the names that a module has from outside, or by a string.

    Shape: ``ours`` are the packages and modules at the root, from which it has nothing foreign.
    """
    found: set[str] = set()
    theirs: set[str] = set()
    is_board = any(_has_foreign(node, ours) for node in nodes)
    for node in nodes:
        match node:
            case ast.Call(ast.Name(asked), [_, ast.Constant(str(name)), *_]) if asked in BY_NAME:
                found.add(name)
            case ast.Call(ast.Name(asked) | ast.Attribute(_, asked)) if asked in IN_STRINGS:
                found |= _words_of(node)
            case ast.Call(called, keywords=words) if is_board or ast.unparse(called) in BUILTINS:
                # Native functions take keywords by name, and a dict has them as strings.
                found |= {keyword.arg for keyword in words if keyword.arg}
            case ast.Import(names):
                theirs |= {alias.asname or alias.name for alias in names}
            case ast.ImportFrom(names=names) if _has_foreign(node, ours):
                found |= {alias.name for alias in names}
    for node in nodes:
        match node:
            case ast.Attribute(ast.Name(name), attribute) if name in theirs:
                found.add(attribute)
    return found | theirs


def _has_foreign(node: ast.AST, ours: set[str]) -> bool:
    match node:
        case ast.Import():
            return True
        case ast.ImportFrom(str(module), level=0):
            return module.split(".")[0] not in ours
    return False


def _words_of(call: ast.Call) -> set[str]:
    """Return the names in the strings that a call is given, and those of its arguments."""
    found = {keyword.arg for keyword in call.keywords if keyword.arg}
    for node in walked(call):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.update(re.findall(r"\w+", node.value))
    return found
