"""Names become short as modules are compiled: a board keeps each name as long as it runs.

Decides which names are the modules' own, and what each is called on a board.  What a program does
stays the same.  Must not know files or compilers.
"""

import ast
import builtins
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import count, product
from keyword import iskeyword
from string import ascii_lowercase

from schiri.deploy.syntax import children, walked

# What objects of the interpreter have, and what its functions are asked for by name.
TYPES = (
    object,
    str,
    bytes,
    bytearray,
    memoryview,
    list,
    dict,
    set,
    tuple,
    int,
    property,
    Exception,
)
KEYWORDS = ("key", "reverse", "sep", "end", "default")
THEIRS = {"self"}.union(KEYWORDS, dir(builtins), *map(dir, TYPES))
# Where a node of the syntax tree has a name.
FIELDS = ("id", "attr", "arg", "name", "asname")
BY_NAME = ("getattr", "hasattr", "setattr", "delattr")

Names = dict[str, str]
Nodes = list[ast.AST]


def with_short_names(
    modules: Mapping[str, bytes], readers: Iterable[bytes] = ()
) -> tuple[dict[str, bytes], dict[str, Names]]:
    """Return modules with short names, and what the functions of each were called, by those.

    Shape: sources by path; several names share a short one where they never meet.  ``readers`` are
    programs that use the modules, or have to do with anything that is neither a module nor the
    interpreter's: their names stay, but for those that begin with ``_``.

    >>> texts, functions = with_short_names({"x.py": b"def area(wide, high): return wide * high"})
    >>> texts["x.py"], functions["x.py"]
    (b'def c(a, b):\\n    return a * b', {'c': 'area'})
    """
    trees = {path: ast.parse(text) for path, text in modules.items()}
    kept = THEIRS.union(*[re.findall(r"\w+", path) for path in modules])
    used = {name for reader in readers for name in _names_of(walked(ast.parse(reader)))}
    kept |= {name for name in used if not name.startswith("_")}
    for tree in trees.values():
        _drop_unused(tree)
    # Most time goes into walks: there is one for all that follows.
    nodes = {path: walked(tree) for path, tree in trees.items()}
    ours = {path.partition("/")[0].removesuffix(".py") for path in modules}
    kept = kept.union(*[_outside(each, ours) for each in nodes.values()])
    taken = kept.union(*map(_names_of, nodes.values()))
    spare = (name for name in _shortest() if name not in taken)
    _rename_locals(trees.values(), nodes.values(), kept, spare)
    short = _shared(_rooms(nodes), _own(nodes.values()) - kept, spare)
    texts, functions = {}, {}
    for path, tree in trees.items():
        defined = [node.name for node in nodes[path] if isinstance(node, ast.FunctionDef)]
        functions[path] = {short[name]: name for name in defined if name in short}
        for node in nodes[path]:
            for field in FIELDS:
                name = getattr(node, field, None)
                if isinstance(name, str):
                    setattr(node, field, short.get(name, name))
            if isinstance(node, ast.Global | ast.Nonlocal):
                node.names = [short.get(name, name) for name in node.names]
        texts[path] = ast.unparse(tree).encode()
    return texts, functions


def _shared(rooms: list[set[str]], own: set[str], spare: Iterator[str]) -> Names:
    """Return a short name for each of our own, the same for some that never meet in a room."""
    places = {name: {at for at, room in enumerate(rooms) if name in room} for name in own}
    short: Names = {}
    groups: list[tuple[str, set[int]]] = []
    # Those that are in many rooms first: they are the hardest to place.
    for name in sorted(own, key=lambda name: (-len(places[name]), name)):
        group = next((group for group in groups if not group[1] & places[name]), None)
        if not group:
            group = next(spare), set()
            groups.append(group)
        short[name] = group[0]
        group[1].update(places[name])
    return short


def _rooms(nodes: Mapping[str, Nodes]) -> list[set[str]]:
    """Return the names that must differ: all of a module, and what classes that inherit have.

    Shape: classes are taken together with all others of their modules; what is bound to an object
    from outside, which may be of any class, is in every room.
    """
    home = {
        node.name: path
        for path, each in nodes.items()
        for node in each
        if isinstance(node, ast.ClassDef)
    }
    family = {path: {path} for path in nodes}
    had: dict[str, set[str]] = {path: set() for path in nodes}
    given: set[str] = set()
    for path, found in nodes.items():
        for node in found:
            match node:
                case ast.ClassDef(bases=bases, body=body):
                    had[path] |= {name for part in body for name in _bound_by(part)}
                    for base in bases:
                        name = ast.unparse(base).split(".")[-1]
                        joined = family[path] | family[home.get(name, path)]
                        family |= dict.fromkeys(joined, joined)
                case ast.Attribute(ast.Name("self"), name):
                    had[path].add(name)
                case ast.Attribute(_, name, ast.Store()):
                    given.add(name)
    rooms = [given.union(_names_of(each)) for each in nodes.values()]
    return rooms + [given.union(*[had[path] for path in each]) for each in family.values()]


def _bound_by(node: ast.AST) -> Iterator[str]:
    """Return what a statement binds where it stands: in a class, a module or a function."""
    match node:
        case ast.FunctionDef(name) | ast.ClassDef(name):
            yield name
            return
        case ast.Lambda():
            return
        case ast.Name(name, ast.Store() | ast.Del()) | ast.ExceptHandler(name=str(name)):
            yield name
        case ast.alias(name, asname):
            yield asname or name
    for part in children(node):
        yield from _bound_by(part)


def _own(nodes: Iterable[Nodes]) -> set[str]:
    """Return all names that the modules bind, but for the variables of functions."""
    own: set[str] = set()
    for each in nodes:
        for node in each:
            match node:
                case ast.Module(body) | ast.ClassDef(body=body):
                    own |= {name for part in body for name in _bound_by(part)}
                case ast.FunctionDef(name) | ast.Attribute(_, name, ast.Store()):
                    own.add(name)
                case ast.keyword(str(name)) | ast.ImportFrom(names=[ast.alias(name)]):
                    own.add(name)
                case ast.ImportFrom(names=names):
                    own |= {alias.asname or alias.name for alias in names}
    return {name for name in own if not name.startswith("__") and name != "*"}


def _rename_locals(
    trees: Iterable[ast.Module], nodes: Iterable[Nodes], kept: set[str], spare: Iterator[str]
) -> None:
    """Give arguments and variables of all functions the same few names, which are kept then.

    Shape: what some call names stays.
    """
    asked = {node.arg for each in nodes for node in each if isinstance(node, ast.keyword)}
    asked.add("self")
    places: list[str] = []

    def names_in(function: ast.FunctionDef | ast.Lambda, names: Names) -> Names:
        """Return the names of a function: its own in the first places that are free in it."""
        inner = dict(names)
        taken = set(names.values())
        for name in _locals(function):
            if name not in asked:
                free = next((place for place in places if place not in taken), "")
                if not free:
                    free = next(spare)
                    places.append(free)
                taken.discard(inner.get(name, ""))
                taken.add(free)
                inner[name] = free
        return inner

    def rename(node: ast.AST, names: Names) -> None:
        parts = children(node)
        match node:
            case ast.FunctionDef(args=args) | ast.Lambda(args):
                around = [*args.defaults, *args.kw_defaults, *getattr(node, "decorator_list", ())]
                for part in filter(None, around):
                    rename(part, names)
                names = names_in(node, names)
                for each in walked(args):
                    if isinstance(each, ast.arg):
                        each.arg = names.get(each.arg, each.arg)
                parts = _body(node)
            case ast.Name(name):
                node.id = names.get(name, name)
            case ast.ExceptHandler(name=str(name)):
                node.name = names.get(name, name)
        for part in parts:
            rename(part, names)

    for tree in trees:
        rename(tree, {})
    kept.update(places)


def _body(function: ast.FunctionDef | ast.Lambda) -> list[ast.AST]:
    return list(function.body) if isinstance(function.body, list) else [function.body]


def _locals(function: ast.FunctionDef | ast.Lambda) -> list[str]:
    """Return the arguments of a function, and then its variables, but for what it imports."""
    body = _body(function)
    names = [node.arg for node in walked(function.args) if isinstance(node, ast.arg)]
    names += [name for part in body for name in _bound_by(part)]
    others = set()
    for part in body:
        for node in walked(part):
            match node:
                case ast.alias(name) | ast.FunctionDef(name) | ast.ClassDef(name):
                    others.add(name)
                case ast.Global(given) | ast.Nonlocal(given):
                    others |= set(given)
    return [name for name in dict.fromkeys(names) if name not in others]


def _names_of(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Return every name in a program, as often as it stands there."""
    for node in nodes:
        for field in FIELDS:
            name = getattr(node, field, None)
            if isinstance(name, str):
                yield name


def _outside(nodes: Nodes, ours: set[str]) -> set[str]:
    """Return the names that a module has from outside, or by a string.

    Shape: ``ours`` are the packages and modules at the root, from which it has nothing foreign.
    """
    found: set[str] = set()
    theirs: set[str] = set()
    for node in nodes:
        match node:
            case ast.Call(ast.Name(asked), [_, ast.Constant(str(name)), *_]) if asked in BY_NAME:
                found.add(name)
            case ast.Import(names):
                theirs |= {alias.asname or alias.name for alias in names}
            case ast.ImportFrom(str(module), names, level=0) if module.split(".")[0] not in ours:
                found |= {alias.name for alias in names}
    for node in nodes:
        match node:
            case ast.Attribute(ast.Name(name), attribute) if name in theirs:
                found.add(attribute)
    return found | theirs


def is_for_types(node: ast.stmt) -> bool:
    """Tell whether a statement is there for types alone: ``if TYPE_CHECKING``, and its name."""
    match node:
        case ast.Assign(targets=[ast.Name("TYPE_CHECKING")], value=ast.Constant(False)):
            return True
        case ast.If(test=ast.Name("TYPE_CHECKING")):
            return True
    return False


def _drop_unused(tree: ast.Module) -> None:
    """Drop what no board keeps: docstrings, types with what is imported for them, ``__all__``."""
    tree.body = [node for node in tree.body if not (is_for_types(node) or _is_list_of_names(node))]
    for node in walked(tree):
        match node:
            case ast.ClassDef(bases=bases):
                node.bases = [base for base in bases if not _is_generic(base)]
        match node:
            case ast.Module(body) | ast.ClassDef(body=body) | ast.FunctionDef(body=body):
                if ast.get_docstring(node, clean=False) is not None:
                    body[:1] = [] if len(body) > 1 else [ast.Pass()]
        match node:
            case ast.FunctionDef():
                node.returns = None
            case ast.arg():
                node.annotation = None


def _is_list_of_names(node: ast.stmt) -> bool:
    """Tell whether a statement says what ``import *`` would take, which nobody does on a board."""
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"


def _is_generic(base: ast.expr) -> bool:
    """Tell whether a base is there for types alone: ``Generic[T]``."""
    return isinstance(base, ast.Subscript) and ast.unparse(base.value) == "Generic"


def _shortest() -> Iterator[str]:
    """Return all names of small letters, the shortest first."""
    for size in count(1):
        for letters in product(ascii_lowercase, repeat=size):
            if not iskeyword("".join(letters)):
                yield "".join(letters)
