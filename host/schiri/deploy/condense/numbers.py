"""Constants become numbers in compiled modules: each name costs memory on a board.

Decides which names are always one int, and where the name itself is not needed.  The behaviour of a
program stays the same.  Must not know files or compilers.
"""

import ast
from collections import Counter
from collections.abc import Iterable
from pathlib import PurePosixPath

from schiri.deploy.condense.syntax import as_run, bound_here, walked

# Ints that fit in a machine word: a larger one would be an object in each module that uses it.
SMALL = 1 << 30
ARITHMETIC = (ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context)


def with_numbers(modules: dict[str, bytes], readers: Iterable[bytes] = ()) -> dict[str, bytes]:
    """Return modules in which the names of constant ints are replaced by their values.

    Shape: sources by path, such as ``schiri_device/ticks.py``; ``readers`` are programs that import
    from them.  What those import stays bound, and what anybody reads as an attribute or names in a
    string; an import stays where its module does more than to bind names.

    >>> with_numbers({"a.py": b"A, B = range(2)", "b.py": b"from a import B\\nprint(B + 1)"})
    {'a.py': b'', 'b.py': b'print(1 + 1)'}
    """
    program = _Program(modules)
    kept = program.kept().union(*[_bound(ast.parse(text)) for text in readers])
    return {path: program.source(name, kept) for name, path in program.paths.items()}


class _Program:
    """Modules that import from one another; ``numbers`` has the ints of each by their names."""

    def __init__(self, modules: dict[str, bytes]) -> None:
        self.paths = {
            path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path
            for path in modules
        }
        self.trees = {name: as_run(ast.parse(modules[path])) for name, path in self.paths.items()}
        self.numbers: dict[str, dict[str, int]] = {}
        for name in self.trees:
            self.find_numbers(name)

    def find_numbers(self, module: str) -> dict[str, int]:
        """Return the ints of a module, its own and those that it imports."""
        if module in self.numbers or module not in self.trees:
            return self.numbers.get(module, {})
        numbers = self.numbers[module] = {}
        bound = Counter(_bound(self.trees[module]))
        for node in self.trees[module].body:
            new: dict[str, int] = {}
            if isinstance(node, ast.ImportFrom):
                theirs = self.find_numbers(self.base(module, node))
                names = [alias.name for alias in node.names if not alias.asname]
                new = {name: theirs[name] for name in names if name in theirs}
            elif isinstance(node, ast.Assign):
                new = _assigned(node, numbers)
            # A name that is bound again in another scope means something else there.
            numbers |= {name: new[name] for name in new if bound[name] == 1}
        return numbers

    def base(self, module: str, node: ast.ImportFrom) -> str:
        parts = PurePosixPath(self.paths[module]).parts[: -node.level] if node.level else ()
        return ".".join(filter(None, [*parts, node.module]))

    def kept(self) -> set[str]:
        """Return the names that are needed by more than an import of the number."""
        kept = set()
        for module, tree in self.trees.items():
            for node in walked(tree):
                if isinstance(node, ast.Attribute):
                    kept.add(node.attr)
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    kept.add(node.value)
                elif isinstance(node, ast.ImportFrom):
                    names = {alias.name for alias in node.names}
                    others = names - set(self.numbers[module])
                    is_needed = others or self.only_binds(self.base(module, node))
                    kept |= others if is_needed else names
        return kept

    def only_binds(self, module: str) -> bool:
        """Return whether nothing but names is missing where a module is not loaded."""
        for node in self.trees[module].body if module in self.trees else ():
            match node:
                case ast.FunctionDef() | ast.ClassDef() | ast.AnnAssign() | ast.Delete():
                    pass
                case ast.Expr(ast.Constant()) | ast.Assign([ast.Name() | ast.Tuple()]):
                    pass
                case ast.ImportFrom() if self.only_binds(self.base(module, node)):
                    pass
                case _:
                    return False
        return True

    def source(self, module: str, kept: set[str]) -> bytes:
        """Return a module with numbers in place of names; only needed names stay bound."""
        gone = set(self.numbers[module]) - kept
        tree = self.trees[module]
        for node in tree.body:
            if isinstance(node, ast.ImportFrom):
                node.names = [alias for alias in node.names if alias.name not in gone]
        tree.body = [node for node in tree.body if not _is_empty(node, gone)]
        return ast.unparse(_Replacing(self.numbers[module]).visit(tree)).encode()


class _Replacing(ast.NodeTransformer):
    def __init__(self, numbers: dict[str, int]) -> None:
        self.numbers = numbers

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if not isinstance(node.ctx, ast.Load) or node.id not in self.numbers:
            return node
        return ast.parse(str(self.numbers[node.id]), mode="eval").body


def _is_empty(node: ast.stmt, gone: set[str]) -> bool:
    if isinstance(node, ast.ImportFrom):
        return not node.names
    names = set(_bound(node)) if isinstance(node, ast.Assign) else set()
    return bool(names) and names <= gone


def _assigned(node: ast.Assign, numbers: dict[str, int]) -> dict[str, int]:
    """Return the ints that a statement binds to names, by those."""
    found: list[int | None] = []
    match node:
        case ast.Assign(targets=[ast.Name() as target], value=value):
            names, found = [target], [_value(value, numbers)]
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            found = [_value(value, numbers) for value in values]
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Call(ast.Name("range"), [_])):
            found = list(range(len(names)))
    pairs = zip(names, found, strict=True) if found else ()
    return {ast.unparse(name): number for name, number in pairs if number is not None}


def _value(node: ast.expr, numbers: dict[str, int]) -> int | None:
    """Return the int of an expression of constants, None for any other."""
    for each in walked(node):
        is_number = isinstance(each, ast.Constant) and type(each.value) is int
        is_known = isinstance(each, ast.Name) and each.id in numbers
        if not (is_number or is_known or isinstance(each, ARITHMETIC)):
            return None
    number = eval(ast.unparse(node), {}, dict(numbers))
    return number if type(number) is int and abs(number) < SMALL else None


def _bound(tree: ast.AST) -> list[str]:
    """Return every name that is bound in some scope, as often as it is."""
    return [name for node in walked(tree) if (name := bound_here(node))]
