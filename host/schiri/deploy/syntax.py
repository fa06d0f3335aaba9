"""Syntax trees of whole programs: what a node holds, and all that is in it.

Decides how trees are walked.  Compiling for a board does little else, and `ast.walk` takes twice as
long: it asks each node for all its fields by way of three generators.
"""

import ast


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
