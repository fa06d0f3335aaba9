"""The subset of Python that runs unchanged on CircuitPython, MicroPython and CPython.

Decides from the syntax tree only what device code may not use, and what the real compiler does not
refuse by itself.  Each rule names the alternative.
"""

import ast
from collections.abc import Iterator

from schiri.deploy.modules import is_for_types

# Modules that every interpreter has in the form that we use.
MODULES = {
    "array",
    "binascii",
    "collections",
    "gc",
    "json",
    "os",
    "random",
    "struct",
    "sys",
    "time",
}
HARDWARE = {
    "adafruit_bus_device",
    "adafruit_neotrellis",
    "analogio",
    "board",
    "busio",
    "digitalio",
    "keypad",
    "microcontroller",
    "neopixel",
    "neopixel_write",
    "pwmio",
    "storage",
    "supervisor",
    "traceback",
    "usb_cdc",
    "watchdog",
}
OWN = {"schiri_engines", "schiri_device"}

NAMES = {
    "FileNotFoundError",
    "PermissionError",
    "RecursionError",
    "defaultdict",
    "vars",
}
METHODS = {
    "bit_count",
    "bit_length",
    "capitalize",
    "format_map",
    "items",
    "isalnum",
    "keys",
    "ljust",
    "removeprefix",
    "removesuffix",
    "rjust",
    "title",
    "translate",
    "values",
    "zfill",
}
NATIVE = {"Exception", "object", "list", "dict"}
SPECIAL_METHODS = {"__init_subclass__", "__setattr__", "__index__", "__ior__"}
GENERICS = {"list", "dict", "tuple", "set", "frozenset"}
# The most frequent nodes of a file, which are always allowed.
HARMLESS = (ast.Constant, ast.Attribute, ast.Assign, ast.Return, ast.Expr, ast.Compare, ast.BinOp)
# Calls that take fewer arguments than on CPython.
MOST_ARGUMENTS = {"next": 1, "sum": 1, "iter": 1}


def complaints(tree: ast.Module, hardware: bool = False) -> Iterator[str]:
    """Yield the violations of a file, with their lines."""
    for node in _running(tree):
        if not isinstance(node, HARMLESS):
            for text in _complain(node, hardware):
                yield f"line {getattr(node, 'lineno', 0)}: {text}"


def _running(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes that run: annotations are parsed on the device and never evaluated."""
    # No interpreter executes imports that are only for types.
    nodes: list[ast.AST] = [node for node in tree.body if not is_for_types(node)]
    for node in nodes:
        yield node
        told = getattr(node, "annotation", None) or getattr(node, "returns", None)
        nodes += [child for child in ast.iter_child_nodes(node) if child is not told]


def _complain(node: ast.AST, hardware: bool) -> Iterator[str]:
    match node:
        case ast.AsyncFunctionDef() | ast.AsyncFor() | ast.AsyncWith():
            yield "no async in device code"
        case ast.With(items=[_, _, *_]):
            yield "one item a with"
        case ast.JoinedStr():
            inner = [value for value in node.values if isinstance(value, ast.FormattedValue)]
            if any(isinstance(deep, ast.JoinedStr) for v in inner for deep in ast.walk(v.value)):
                yield "an f-string inside an f-string is a SyntaxError"
        case ast.Import(names=names):
            for alias in names:
                yield from _complain_module(alias.name, hardware)
        case ast.ImportFrom(module=str(module), level=0):
            yield from _complain_module(module, hardware)
        case ast.Name(id=name) if name in NAMES:
            yield f"{name} is missing"
        case ast.Subscript(value=ast.Name(id=name)) if name in GENERICS:
            yield f"{name}[...] is a TypeError at run time"
        case ast.Slice(step=step) if step is not None:
            yield "a slice with a step works on list and range only"
        case ast.Call():
            yield from _complain_call(node)
        case ast.FunctionDef():
            yield from _complain_function(node)
        case ast.ClassDef(bases=bases, keywords=keywords):
            if keywords or len(bases) > 1:
                yield "one base and no metaclass"
        case ast.Global() | ast.Nonlocal():
            yield "no global state"


def _complain_module(module: str, hardware: bool) -> Iterator[str]:
    root = module.split(".")[0]
    if root not in MODULES | OWN | (HARDWARE if hardware else set()):
        yield f"module {module} is not for the device"


def _complain_call(node: ast.Call) -> Iterator[str]:
    keywords = {keyword.arg for keyword in node.keywords}
    match node.func:
        case ast.Name(id=name):
            if len(node.args) > MOST_ARGUMENTS.get(name, 99):
                yield f"{name} takes {MOST_ARGUMENTS[name]} argument"
            if name == "zip" and "strict" in keywords:
                yield "zip has no strict"
            if name == "print" and "flush" in keywords:
                yield "print(flush=True) raises OSError on the board"
            if name == "slice":
                yield "no slice can be made: write it in brackets"
            if name == "super":
                yield "no super: name the base"
        case ast.Attribute(value=ast.Name(id=name), attr="__init__") if name in NATIVE:
            yield f"{name}.__init__ is missing: a native base needs no call"
        case ast.Attribute(attr=attr):
            if attr in METHODS:
                yield f"no .{attr}: missing, or its order differs between interpreters"
            if attr == "split" and "maxsplit" in keywords:
                yield "split takes its count by position"
            if attr in ("encode", "decode") and (len(node.args) > 1 or keywords):
                yield "no error handlers"


def _is_method(node: ast.FunctionDef) -> bool:
    return bool(node.args.args) and node.args.args[0].arg in ("self", "cls")


def _complain_function(node: ast.FunctionDef) -> Iterator[str]:
    if node.name in SPECIAL_METHODS:
        yield f"{node.name} is never called"
    for decorator in node.decorator_list:
        if not isinstance(decorator, ast.Name):
            yield "a decorator is a plain name"
    for call in ast.walk(node):
        match call:
            case ast.Call(func=ast.Name(id=name)) if name == node.name and not _is_method(node):
                yield f"{name} recurses"
            case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)):
                if name == node.name:
                    yield f"{name} recurses"
