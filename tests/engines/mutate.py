"""Programs with one fault: every small change of a rule's source, found in its syntax tree.

Decides the place and the kind of each change: a comparison, a number, a condition, an operator or a
statement.  It depends on no text of the source, so a rewritten rule needs no change here.
"""

import ast
import copy
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any, NamedTuple
from zlib import crc32

from tests.engines.fresh import NAME
from tests.sources import ENGINES

# Most rounds of all loops together in one run, four times as many as the right rules need. More
# means an endless loop.
MOST_ROUNDS = 300_000
GUARD = f"""
def tick(done=[0]):
    done[0] += 1
    if done[0] > {MOST_ROUNDS}:
        done[0] = 0
        raise ArithmeticError("a loop without an end")
"""
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
# This code is not run, or is text for people.
SKIPPED = (ast.Raise, ast.Import, ast.ImportFrom, ast.arg)
SKIPPED_FIELDS = ("annotation", "returns", "decorator_list")


class Mutant(NamedTuple):
    """One change.

    Shape: ``number`` counts the changes in the file.
    """

    file: str
    function: str
    change: str
    number: int

    @property
    def order(self) -> int:
        """A pseudo-random number, for samples."""
        return crc32(str(self).encode())


def changes_of(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node, ast.Compare):
        for at, op in enumerate(node.ops):
            other = copy.copy(node)
            other.ops = [*node.ops]
            other.ops[at] = COMPARISONS[type(op)]()
            yield f"{type(op).__name__} is {type(other.ops[at]).__name__}", other
    elif isinstance(node, ast.BoolOp):
        other_op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        yield f"{type(node.op).__name__} is not", ast.BoolOp(other_op, node.values)
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        if not isinstance(node.left, ast.Constant) or not isinstance(node.left.value, str):
            operator = OPERATORS[type(node.op)]()
            yield f"{type(node.op).__name__} is not", ast.BinOp(node.left, operator, node.right)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not is gone", node.operand
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield f"{node.value} is one more", ast.Constant(node.value + 1)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield f"{node.value} is not", ast.Constant(not node.value)
    elif isinstance(node, ast.If | ast.IfExp):
        for value in (True, False):
            other_if: Any = copy.copy(node)
            other_if.test = ast.Constant(value)
            yield f"if is {value}", other_if
    elif isinstance(node, ast.Expr | ast.Assign | ast.AugAssign) and not is_text(node):
        yield "a statement is gone", ast.Pass()
    elif isinstance(node, ast.Return) and not isinstance(node.value, ast.Constant | None):
        yield "nothing is returned", ast.Return(ast.Constant(None))


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def places(node: ast.AST, function: str) -> Iterator[tuple[ast.AST, str, int, ast.AST, str]]:
    """Yield every node inside a function with its parent, field, place and function."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        function = f"{function}.{node.name}".lstrip(".")
    for field, value in ast.iter_fields(node):
        if field in SKIPPED_FIELDS:
            continue
        for at, child in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(child, ast.AST) and not isinstance(child, SKIPPED):
                yield node, field, at if isinstance(value, list) else -1, child, function
                yield from places(child, function)


def mutants_of(file: str) -> list[Mutant]:
    tree = ast.parse((ENGINES / file).read_text())
    found: list[Mutant] = []
    for _, _, _, node, function in places(tree, ""):
        if function:
            for name, _ in changes_of(node):
                found.append(Mutant(file, function, name, len(found)))
    return found


def source_with(mutant: Mutant) -> str:
    tree = ast.parse((ENGINES / mutant.file).read_text())
    number = -1
    for parent, field, at, node, function in places(tree, ""):
        for _, other in changes_of(node) if function else ():
            number += 1
            if number == mutant.number:
                if at < 0:
                    setattr(parent, field, other)
                else:
                    getattr(parent, field)[at] = other
                return guarded(tree)
    raise LookupError(mutant)


def guarded(tree: ast.Module) -> str:
    """Return a module's source with a counter in each loop that may be endless."""
    tick = f"from {NAME}.guard import tick"
    is_there = False
    for node in ast.walk(tree):
        if isinstance(node, ast.While):
            node.body.insert(0, ast.Expr(ast.Call(ast.Name("tick", ast.Load()), [], [])))
            is_there = True
    if is_there:
        # After the docstring.
        tree.body[1:1] = ast.parse(tick).body
    return ast.unparse(ast.fix_missing_locations(tree))


def copy_of_the_engines(folder: Path) -> Path:
    to = copytree(ENGINES, folder / "engines", ignore=ignore_patterns("__pycache__"))
    (to / "guard.py").write_text(GUARD)
    for path in to.rglob("*.py"):
        source = path.read_text()
        if "while " in source:
            path.write_text(guarded(ast.parse(source)))
    return to
