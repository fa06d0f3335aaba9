"""The list of survivors: each change, and why it has no effect.

Decides the form of survivors.md.  A survivor is identified by its module, its function and the
changed lines, not by a number. So it is still recognised after other changes of the module.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

PATH = Path(__file__).with_name("survivors.md")
HEAD = """# Mutants that survive

`make mutants` changes one thing at a time in the modules of `scope.py` and runs the module's own
tests. What no test sees is listed here, with the reason why it changes nothing. `make mutants`
writes this file: it drops what is killed by now and adds what is not; a reason is written by hand.
"""


class Survivor(NamedTuple):
    """A mutant that no test of its module has detected.

    Shape: ``lines`` are the changed lines, each with its sign: ``- was``, ``+ is``.
    """

    module: str
    function: str
    lines: tuple[str, ...]


def read(text: str) -> dict[Survivor, str]:
    """Return the reason of each survivor in a list.

    >>> write({Survivor("a.py", "A.b", ("- x = 1", "+ x = 2")): "x is a Roman"}) == HEAD + '''
    ... ## a.py
    ...
    ... ### A.b
    ...
    ...     - x = 1
    ...     + x = 2
    ...
    ... x is a Roman
    ... '''
    True
    """
    reasons = {}
    for part in text.split("\n## ")[1:]:
        module, _, rest = part.partition("\n\n")
        for entry in ("\n\n" + rest).split("\n\n### ")[1:]:
            function, _, rest = entry.partition("\n\n")
            lines, _, reason = rest.partition("\n\n")
            changed = tuple(line.strip() for line in lines.splitlines())
            reasons[Survivor(module, function, changed)] = reason.strip()
    return reasons


def write(reasons: dict[Survivor, str]) -> str:
    """Return the list, in the order of its survivors; `read` is its inverse."""
    text, module = HEAD, ""
    for survivor, reason in reasons.items():
        if survivor.module != module:
            module = survivor.module
            text += f"\n## {module}\n"
        changed = "\n".join(f"    {line}" for line in survivor.lines)
        text += f"\n### {survivor.function}\n\n{changed}\n" + (f"\n{reason}\n" if reason else "")
    return text


def renew(
    reasons: dict[Survivor, str], tried: Iterable[str], found: Iterable[Survivor]
) -> dict[Survivor, str]:
    """Return the updated list: the survivors found in the tried modules, and the old ones of
    others.
    """
    kept = {known: why for known, why in reasons.items() if known.module not in set(tried)}
    kept |= {survivor: reasons.get(survivor, "") for survivor in found}
    return dict(sorted(kept.items(), key=lambda item: item[0].module))
