"""Unused definitions are left out of compiled modules.

Decides what a board does not need: functions, classes and constants of modules, methods and
constants of classes.  The behaviour of a program stays the same.  Must not know files or compilers.
"""

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from schiri.deploy.condense.syntax import as_run, body_of, children, locals_of, walked

# Decorators that only bind the method's name.
DECORATORS = ("property", "staticmethod", "classmethod")
# Expressions without side effects.
PURE = (ast.Constant, ast.Name, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.Lambda)
# Methods that compare and print values.
OF_VALUES = ("__eq__", "__hash__", "__repr__", "__str__")
WORD = re.compile(r"\w+")


def drop_words(tree: ast.Module) -> None:
    """Drop what a board never uses: docstrings, types with their imports, ``__all__``.

    Rule: also a method that every created class overrides, and the methods that compare and print
    refusals and outcomes, which only tests and a PC use.
    """
    as_run(tree)
    # A board never uses `import *`.
    tree.body = [
        node
        for node in tree.body
        if not (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__")
    ]
    for node in walked(tree):
        if isinstance(node, ast.ClassDef):
            # Only type checkers need `Generic`.
            node.bases = [
                base for base in node.bases if not ast.unparse(base).startswith("Generic[")
            ]
            node.body = [part for part in node.body if not _is_spare(part)] or [ast.Pass()]
        match node:
            case ast.Module(body) | ast.ClassDef(body=body) | ast.FunctionDef(body=body):
                if ast.get_docstring(node, clean=False) is not None:
                    body[:1] = [] if len(body) > 1 else [ast.Pass()]
        match node:
            case ast.FunctionDef():
                node.returns = None
            case ast.arg():
                node.annotation = None
            case ast.AnnAssign():
                node.annotation = ast.Constant(None)


def _is_spare(node: ast.stmt) -> bool:
    """Tell whether a method only raises until it is overridden, or compares or prints values."""
    match node:
        case ast.FunctionDef(body=[*words, ast.Raise(ast.Name("NotImplementedError"))]) if all(
            isinstance(word, ast.Expr) for word in words
        ):
            return True
        case ast.FunctionDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
            return name in OF_VALUES
    return False


def drop_unnamed(
    trees: Mapping[str, ast.Module], asked: Collection[str] = (), foreign: Collection[str] = ()
) -> None:
    """Drop definitions whose names occur nowhere in all modules.

    Shape: trees by path; ``asked`` are names used by other code, ``foreign`` those that native code
    may look up.
    Rule: every occurrence of a name counts, whatever it refers to, also in a string, except local
    variables and dropped code; names with ``__`` stay.

    >>> tree = ast.parse("def used(): pass\\ndef loop(): loop()\\nused()")
    >>> drop_unnamed({"x.py": tree})
    >>> ast.unparse(tree)
    'def used():\\n    pass\\nused()'
    """
    program = _Program(asked, foreign)
    for tree in trees.values():
        program.need_body(tree)
    program.settle()
    for tree in trees.values():
        program.clean(tree)
    _drop_imports(trees, asked)


class _Program:
    """The needed part of a program: ``names``, and the definitions of these names."""

    def __init__(self, asked: Collection[str], foreign: Collection[str]) -> None:
        self.names = set(asked)
        self.foreign = foreign
        self.needed: set[ast.AST] = set()
        self.waiting: dict[str, list[ast.AST]] = {}
        self.imports: list[ast.ImportFrom] = []
        self.asked: list[str] = []

    def need_body(self, node: ast.Module | ast.ClassDef) -> None:
        """Mark the statements of a module or class as needed; definitions wait for their name."""
        for part in node.body:
            if isinstance(part, ast.ImportFrom) and isinstance(node, ast.Module):
                self.imports.append(part)
                for alias in part.names:
                    self.wait(alias, [alias.asname or alias.name])
            elif names := list(_binds_only(part)):
                self.wait(part, names, self.foreign if isinstance(node, ast.ClassDef) else ())
            else:
                self.need(part)

    def wait(self, node: ast.AST, names: Iterable[str], foreign: Collection[str] = ()) -> None:
        """Need it as soon as one of its names is."""
        for name in names:
            self.waiting.setdefault(name, []).append(node)
            if name in self.names or name in foreign or name.startswith("__") or name == "*":
                self.asked.append(name)

    def need(self, node: ast.AST) -> None:
        if node in self.needed:
            return
        self.needed.add(node)
        parts: list[ast.AST] = [node]
        if isinstance(node, ast.ClassDef):
            self.need_body(node)
            parts = [*node.bases, *node.keywords, *node.decorator_list]
        named = {name for part in parts for name in _named(part)}
        self.asked += named - self.names
        self.names |= named

    def settle(self) -> None:
        """Mark everything that is asked for; imports of modules stay."""
        while True:
            while self.asked:
                for node in self.waiting.pop(self.asked.pop(), ()):
                    self.need(node)
            unused = [each for each in self.imports if not self.needed.intersection(each.names)]
            if not unused:
                return
            self.need(unused[0].names[0])

    def clean(self, node: ast.Module | ast.ClassDef) -> None:
        body: list[ast.stmt] = []
        for part in node.body:
            if isinstance(part, ast.ImportFrom) and isinstance(node, ast.Module):
                part.names = [alias for alias in part.names if alias in self.needed]
            elif part not in self.needed:
                continue
            elif isinstance(part, ast.ClassDef):
                self.clean(part)
            body.append(part)
        if isinstance(node, ast.ClassDef):
            body = body or [ast.Pass()]
        node.body = body


def _drop_imports(trees: Mapping[str, ast.Module], asked: Collection[str]) -> None:
    """Drop imported names that neither the module nor its importers use.

    Shape: at least one name of a statement stays, so that its module is still loaded.
    """
    nodes = {path: walked(tree) for path, tree in trees.items()}
    outside = set(asked)
    for each in nodes.values():
        for node in each:
            if isinstance(node, ast.ImportFrom):
                home = (node.module or "").split(".")[-1]
                # A relative import names no package: assume any.
                outside |= {f"{home}.{alias.name}" if home else alias.name for alias in node.names}
            elif not isinstance(node, ast.Name | ast.alias):
                outside.update(_named_here(node))
    for path, each in nodes.items():
        home = path.removesuffix("/__init__.py").removesuffix(".py").split("/")[-1]
        inside = {node.id for node in each if isinstance(node, ast.Name)} | outside
        for node in trees[path].body:
            if isinstance(node, ast.ImportFrom):
                bound = {alias: alias.asname or alias.name for alias in node.names}
                used = [
                    alias
                    for alias, name in bound.items()
                    if name in inside or {f"{home}.{name}", f"{home}.*"} & outside or name == "*"
                ]
                node.names = used or node.names[:1]


def _binds_only(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement binds, if it has no other effect."""
    match node:
        case ast.FunctionDef(name, args) if all(map(_is_plain, node.decorator_list)):
            if all(map(_is_pure, filter(None, [*args.defaults, *args.kw_defaults]))):
                yield name
        case ast.ClassDef(name, bases, [], body, []) if all(map(_is_pure, bases)):
            if all(isinstance(part, ast.Pass) or any(_binds_only(part)) for part in body):
                yield name
        case ast.Assign([ast.Name(name)], value) if _is_pure(value):
            yield name
        case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if _is_row(targets, values):
            yield from map(ast.unparse, targets)
        case ast.AnnAssign(ast.Name(name), value=value) if value is None or _is_pure(value):
            yield name


def _is_row(targets: list[ast.expr], values: list[ast.expr]) -> bool:
    is_named = all(isinstance(target, ast.Name) for target in targets)
    return is_named and len(targets) == len(values) and all(map(_is_pure, values))


def _is_plain(decorator: ast.expr) -> bool:
    match decorator:
        case ast.Name(name):
            return name in DECORATORS
        case ast.Attribute(ast.Name(), "setter"):
            return True
    return False


def _is_pure(node: ast.expr) -> bool:
    """Tell whether nothing happens where an expression is evaluated, not even an error."""
    if isinstance(node, ast.Lambda):
        return all(map(_is_pure, filter(None, [*node.args.defaults, *node.args.kw_defaults])))
    return isinstance(node, PURE) and all(
        _is_pure(part) for part in children(node) if isinstance(part, ast.expr)
    )


def _named(node: ast.AST, variables: Collection[str] = ()) -> Iterator[str]:
    """Yield the names in a node, except those that it defines and local variables."""
    parts = children(node)
    match node:
        case ast.FunctionDef(args=args) | ast.Lambda(args):
            around = [*args.defaults, *args.kw_defaults, *getattr(node, "decorator_list", ())]
            for part in filter(None, around):
                yield from _named(part, variables)
            variables = {*variables, *locals_of(node)} - _of_comprehensions(node)
            parts = body_of(node)
        case ast.Name(name) if name in variables:
            pass
        case _:
            yield from _named_here(node)
    for part in parts:
        yield from _named(part, variables)


def _named_here(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(name) | ast.Attribute(_, name) | ast.keyword(str(name)):
            yield name
        case ast.alias(name, asname):
            yield from WORD.findall(name)
            if asname:
                yield asname
        case ast.Global(names) | ast.Nonlocal(names):
            yield from names
        case ast.Constant(str(text)):
            yield from WORD.findall(text)


def _of_comprehensions(function: ast.AST) -> set[str]:
    """Return names that may be bound only in comprehensions: elsewhere they can be others."""
    targets = [node.target for node in walked(function) if isinstance(node, ast.comprehension)]
    return {node.id for target in targets for node in walked(target) if isinstance(node, ast.Name)}
