"""Condensing: the same program in less memory, as its modules are compiled for a board.

A board keeps each name and each function of a loaded module as long as it runs: condensed, Schiri
leaves 24 kB more of a Pico's 163 kB free.  This package knows syntax trees alone: no files, no
compiler, nothing of Schiri.

It makes three passes, and each is sound because all modules are there at once:

1. `numbers`: a name that a module binds once, to an int, becomes the int.
2. `unused`: unused code is left out: words and types first, then each function, class or constant
   whose name occurs nowhere, not even in a string.
3. `names`: each remaining name gets a short name, the same in all modules, so an attribute is found
   on any object.  Names that meet in no module and in no family of classes may share one.

Never changed:

- a name that anything in CircuitPython, in MicroPython or in a builtin has (`foreign.txt`), because
  an attribute does not show its class.  Once ``seek`` was short, and a device called it on a file;
- a name in a string that is asked for (``getattr``, ``format``, ``namedtuple``), a keyword of a
  call of natives, a name with two underscores, a module's path;
- each name in a program at the drive's root, and in a library;
- a statement that may do more than bind a name: it stays, with all its names.

It relies on how device code is written (`tests/house/subset.py`): no ``eval``, no ``globals``, no
name that is made up while the program runs.

How it is proven: `tests/deploy/condense` has a case for each rule.  It plays the drive's program
before and after on CPython and MicroPython, and compares `foreign.txt` with CircuitPython's stubs.
`tests/deployed` plays all golden sessions to a condensed drive and compares frames, bytes and the
store with the sources.
"""

from collections.abc import Collection, Mapping

from schiri.deploy.condense.names import Names, with_short_names
from schiri.deploy.condense.numbers import with_numbers


def condensed(
    modules: Mapping[str, bytes], readers: Collection[bytes], libraries: Collection[str] = ()
) -> tuple[dict[str, bytes], dict[str, Names]]:
    """Return condensed modules, and the full names of the functions of each.

    Shape: sources by path; ``readers`` are the programs that import from them, ``libraries`` the
    roots of modules whose names stay.

    >>> condensed({"a.py": b"TWO = 2\\ndef twice(x): return TWO * x\\nprint(twice(3))"}, [])
    ({'a.py': b'def c(b):\\n    return 2 * b\\nprint(c(3))'}, {'a.py': {'c': 'twice'}})
    """
    numbered = with_numbers(dict(modules), readers)
    theirs = [path for path in numbered if path.split("/")[0].removesuffix(".py") in libraries]
    named = {path: numbered.pop(path) for path in theirs}
    texts, functions = with_short_names(numbered, readers, named.values())
    return texts | named, functions
