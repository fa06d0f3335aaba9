"""Short names for compiled modules: a board stores each name as long as it runs.

Decides which names are the modules' own, and the short name of each.  The behaviour of a program
stays the same.  Must not know drives or compilers.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import count, filterfalse, product
from keyword import iskeyword
from string import ascii_lowercase

from schiri.deploy.condense.foreign import THEIRS, from_outside, in_circuitpython
from schiri.deploy.condense.syntax import Function, body_of, bound_by, children, locals_of, walked
from schiri.deploy.condense.unused import drop_unnamed, drop_words

# The fields of a syntax node that hold a name.
FIELDS = ("id", "attr", "arg", "name", "asname")

Names = dict[str, str]
Nodes = list[ast.AST]


def with_short_names(
    modules: Mapping[str, bytes],
    readers: Iterable[bytes] = (),
    libraries: Iterable[bytes] = (),
) -> tuple[dict[str, bytes], dict[str, Names]]:
    """Return modules with short names, and the full names of their functions by the short ones.

    Shape: sources by path; names that never meet can share a short one, and definitions that
    nothing names are left out.  ``readers`` are programs that use the modules: their names stay,
    except those that begin with ``_``.  ``libraries`` are used by the modules: all their names
    stay.  So does every name in CircuitPython, because an attribute does not show its class.

    >>> texts, functions = with_short_names({"x.py": b"def twice(y): return 2 * y\\ntwice(1)"})
    >>> texts["x.py"], functions["x.py"]
    (b'def b(a):\\n    return 2 * a\\nb(1)', {'b': 'twice'})
    """
    trees = {path: ast.parse(text) for path, text in modules.items()}
    kept = THEIRS.union(*[re.findall(r"\w+", path) for path in modules])
    asked = {name for name in _names_in(readers) if not name.startswith("_")}
    asked |= _names_in(libraries)
    for tree in trees.values():
        drop_words(tree)
    drop_unnamed(trees, asked, THEIRS | in_circuitpython())
    kept |= asked
    # Most time goes into walks: there is one for all that follows.
    nodes = {path: walked(tree) for path, tree in trees.items()}
    ours = {path.partition("/")[0].removesuffix(".py") for path in modules}
    kept = kept.union(*[from_outside(each, ours) for each in nodes.values()])
    taken = kept.union(*map(_names_of, nodes.values()))
    spare = (name for name in _shortest() if name not in taken)
    _rename_locals(trees.values(), nodes.values(), kept, spare)
    short = _shared(_rooms(nodes), _own(nodes.values()) - kept - in_circuitpython(), spare)
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
    """Return sets of names that must differ: those of a module, and those of related classes.

    Shape: a class counts together with all others of its module; a name that is bound on an object
    from outside, which may be of any class, is in every set.
    """
    # A base may be any class of its name.
    homes: dict[str, set[str]] = {}
    for path, each in nodes.items():
        for node in each:
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, set()).add(path)
    family = {path: {path} for path in nodes}
    had: dict[str, set[str]] = {path: set() for path in nodes}
    given: set[str] = set()
    for path, found in nodes.items():
        for node in found:
            match node:
                case ast.ClassDef(bases=bases, body=body):
                    had[path] |= {name for part in body for name in bound_by(part)}
                    for base in bases:
                        name = ast.unparse(base).split(".")[-1]
                        joined = family[path].union(*[family[at] for at in homes.get(name, ())])
                        family |= dict.fromkeys(joined, joined)
                case ast.Attribute(ast.Name("self"), name):
                    had[path].add(name)
                case ast.Attribute(_, name, ast.Store()):
                    given.add(name)
    rooms = [given.union(_names_of(each)) for each in nodes.values()]
    return rooms + [given.union(*[had[path] for path in each]) for each in family.values()]


def _own(nodes: Iterable[Nodes]) -> set[str]:
    """Return all names that the modules bind, except local variables that no call names."""
    own: set[str] = set()
    asked: set[str] = set()
    taken: set[str] = set()
    for each in nodes:
        for node in each:
            match node:
                case ast.Module(body) | ast.ClassDef(body=body):
                    own |= {name for part in body for name in bound_by(part)}
                case ast.FunctionDef(name) | ast.Attribute(_, name, ast.Store()):
                    own.add(name)
                case ast.keyword(str(name)):
                    asked.add(name)
                case ast.arg(name):
                    taken.add(name)
                case ast.ImportFrom(names=names):
                    own |= {alias.asname or alias.name for alias in names}
    own |= asked & taken
    return {name for name in own if not name.startswith("__") and name != "*"}


def _rename_locals(
    trees: Iterable[ast.Module], nodes: Iterable[Nodes], kept: set[str], spare: Iterator[str]
) -> None:
    """Give arguments and variables of all functions the same few names, which are then reserved.

    Shape: an argument that some call names stays.
    """
    asked = {node.arg for each in nodes for node in each if isinstance(node, ast.keyword)}
    asked.add("self")
    places: list[str] = []

    def names_in(function: Function, names: Names) -> Names:
        """Return the names of a function: its own in the first places that are free in it."""
        inner = dict(names)
        taken = set(names.values())
        for name in locals_of(function):
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
                parts = body_of(node)
            case ast.Name(name):
                node.id = names.get(name, name)
            case ast.ExceptHandler(name=str(name)):
                node.name = names.get(name, name)
        for part in parts:
            rename(part, names)

    for tree in trees:
        rename(tree, {})
    kept.update(places)


def _names_in(programs: Iterable[bytes]) -> set[str]:
    return {name for program in programs for name in _names_of(walked(ast.parse(program)))}


def _names_of(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        for field in FIELDS:
            name = getattr(node, field, None)
            if isinstance(name, str):
                yield name


def _shortest() -> Iterator[str]:
    """Return all names of small letters, the shortest first."""
    for size in count(1):
        names = map("".join, product(ascii_lowercase, repeat=size))
        yield from filterfalse(iskeyword, names)
