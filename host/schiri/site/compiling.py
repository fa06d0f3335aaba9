"""Compiles the modules of a start with the site's Python, because bytecode differs between Pythons.

Must not import other modules of ours: it runs after a start, and compiles the modules loaded by
then.
"""

import ast
import io
import sys
from importlib.util import MAGIC_NUMBER
from marshal import dumps
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

# The bytecode does not check its source, which is not in the archive.
HEADER = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def bytecode(source: bytes, name: str) -> bytes:
    """Return the bytecode of a module, without docstrings, which are a third of it.

    >>> from marshal import loads
    >>> loads(bytecode(b"'What it is for.'", "a.py")[16:]).co_consts
    (None,)
    """
    tree = ast.parse(source, name)
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body[:1] = [] if node.body[1:] else [ast.copy_location(ast.Pass(), node.body[0])]
    return HEADER + dumps(compile(tree, name, "exec", dont_inherit=True))


def is_loaded(name: str) -> bool:
    """Return whether a file of an archive is a module that was loaded.

    >>> is_loaded("zipfile/__init__.py"), is_loaded("zipfile.pyi"), is_loaded("nothing.py")
    (True, False, False)
    """
    module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return name.endswith(".py") and module in sys.modules


def compiled(data: bytes) -> bytes:
    """Return an archive with its loaded modules compiled."""
    found = io.BytesIO()
    with ZipFile(io.BytesIO(bytes(data))) as old, ZipFile(found, "w") as new:
        for info in old.infolist():
            kept = ZipInfo(info.filename, info.date_time)
            content = old.read(info)
            if is_loaded(info.filename):
                kept.filename, content = f"{info.filename}c", bytecode(content, info.filename)
            new.writestr(kept, content, ZIP_DEFLATED, 9)
    return found.getvalue()
