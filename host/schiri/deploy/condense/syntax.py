"""Syntax trees of whole programs: the children of a node, everything in it, and the names it binds.

Decides how trees are walked.  `ast.walk` takes twice as long, and compiling for a board does little
else.
"""

import ast
from collections.abc import Iterator

Function = ast.FunctionDef | ast.Lambda


def children(node: ast.AST) -> list[ast.AST]:
    """Return the nodes right below a node, in the order of its fields; no contexts such as Load.

    >>> [type(part).__name__ for part in children(ast.parse("a = b + 1").body[0])]
    ['Name', 'BinOp']
    """
    found: list[ast.AST] = []
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, list):
            found += [part for part in value if isinstance(part, ast.AST)]
        elif isinstance(value, ast.AST) and field != "ctx":
            found.append(value)
    return found


def walked(node: ast.AST) -> list[ast.AST]:
    """Return a node and all below it, as `ast.walk` does; no contexts.

    >>> [type(part).__name__ for part in walked(ast.parse("a = b + 1").body[0])]
    ['Assign', 'Name', 'BinOp', 'Name', 'Add', 'Constant']
    """
    nodes = [node]
    for each in nodes:
        nodes += children(each)
    return nodes


def bound_here(node: ast.AST) -> str | None:
    """Return the name that a node itself binds, in whatever scope."""
    match node:
        case ast.FunctionDef(name) | ast.ClassDef(name) | ast.ExceptHandler(name=name):
            return name
        case ast.Name(name, ast.Store() | ast.Del()) | ast.arg(name):
            return name
        case ast.alias(name, asname):
            return asname or name
    return None


def bound_by(node: ast.AST) -> Iterator[str]:
    """Return the names that a statement binds in its class, module or function."""
    if name := bound_here(node):
        yield name
    if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda):
        for part in children(node):
            yield from bound_by(part)


def body_of(function: Function) -> list[ast.AST]:
    """Return the statements of a function, or the expression."""
    return list(function.body) if isinstance(function.body, list) else [function.body]


def locals_of(function: Function) -> list[str]:
    """Return the arguments of a function, then its variables, except imported names."""
    body = body_of(function)
    names = [node.arg for node in walked(function.args) if isinstance(node, ast.arg)]
    names += [name for part in body for name in bound_by(part)]
    others = set()
    for part in body:
        for node in walked(part):
            match node:
                case ast.alias(name) | ast.FunctionDef(name) | ast.ClassDef(name):
                    others.add(name)
                case ast.Global(given) | ast.Nonlocal(given):
                    others |= set(given)
    return [name for name in dict.fromkeys(names) if name not in others]


def is_for_types(node: ast.stmt) -> bool:
    """Tell whether a statement is there for types alone: ``if TYPE_CHECKING``, and its name."""
    match node:
        case ast.Assign(targets=[ast.Name("TYPE_CHECKING")], value=ast.Constant(False)):
            return True
        case ast.If(test=ast.Name("TYPE_CHECKING")):
            return True
    return False


def as_run(tree: ast.Module) -> ast.Module:
    """Return a module without code for types: statements, and bases of classes."""
    typed = [node for node in tree.body if is_for_types(node)]
    parts = [part for node in typed for part in walked(node)]
    imported = {part.name for part in parts if isinstance(part, ast.alias)}
    tree.body = [node for node in tree.body if node not in typed]
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            node.bases = [base for base in node.bases if ast.unparse(base) not in imported]
    return tree
