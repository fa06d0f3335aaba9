"""The page of makers' numbers: what to ask for, what else will do, and what to look at.

Decides how the numbers are shown, each with where it was looked up.
"""

from hardware.circuit.kinds import KINDS
from hardware.circuit.makers import BESIDES, BOUGHT, Bought, Number
from hardware.markdown import table

HEAD = """\
# What to ask for in a shop

Any part will do that is what the builds' pages say. These are numbers that a shop understands: the
figures of all pages hold for the first one, and what stands beside it will do as well. The number
in brackets leads to a page below. The data sheets of fuse and transistors we have read; the other
numbers and pages we know from lists of parts that others have published. We have bought none.

"""


def shopping() -> str:
    """Return the page."""
    sources: list[str] = []
    rows = [
        _row(KINDS[kind].what if kind in KINDS else BESIDES[kind][0], bought, sources)
        for kind, bought in BOUGHT.items()
    ]
    looked_up = [
        f"{at}. {f'<{source}>' if source.startswith('http') else source}"
        for at, source in enumerate(sources, 1)
    ]
    listed = table(("part", "maker's number", "or", "look for"), rows)
    return HEAD + listed + "\n## Where we looked them up\n\n" + "\n".join(looked_up) + "\n"


def _row(what: str, bought: Bought, sources: list[str]) -> tuple[str, str, str, str]:
    number, *others = [_cited(each, sources) for each in (bought.number, *bought.others)]
    return what, number, "; ".join(others), bought.mind


def _cited(number: Number, sources: list[str]) -> str:
    """Return a number with that of its source, which is noted where it is new."""
    if not number.source:
        return number.what
    if number.source not in sources:
        sources.append(number.source)
    return f"{number.what} [{sources.index(number.source) + 1}]"
