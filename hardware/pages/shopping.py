"""The page of makers' numbers: what to ask for, what else will do, and what to look at.

Decides how the numbers are shown, each with where it was looked up.
"""

from hardware.circuit.kinds import KINDS
from hardware.circuit.makers import BESIDES, BOUGHT, Number, Product
from hardware.markdown import table

HEAD = """\
# What to ask for in a shop

Any part that fits the description on your build's page will do. These are makers' numbers for a
shop. All figures on our pages are for the first one; the others will do as well. A number in
brackets leads to a source below. We have read the data sheets of fuse and transistors. The other
numbers are from published lists of parts. We have not bought any of them.

"""


def shopping() -> str:
    """Return the page."""
    sources: list[str] = []
    rows = [
        _row(KINDS[kind].what if kind in KINDS else BESIDES[kind].what, bought, sources)
        for kind, bought in BOUGHT.items()
    ]
    looked_up = [
        f"{at}. {f'<{source}>' if source.startswith('http') else source}"
        for at, source in enumerate(sources, 1)
    ]
    listed = table(("part", "maker's number", "or", "look for"), rows)
    return HEAD + listed + "\n## Where we looked them up\n\n" + "\n".join(looked_up) + "\n"


def _row(what: str, bought: Product, sources: list[str]) -> tuple[str, str, str, str]:
    number, *others = [_cited(each, sources) for each in (bought.number, *bought.others)]
    return what, number, "; ".join(others), bought.mind


def _cited(number: Number, sources: list[str]) -> str:
    """Return a number with that of its source, which is noted where it is new."""
    if not number.source:
        return number.what
    if number.source not in sources:
        sources.append(number.source)
    return f"{number.what} [{sources.index(number.source) + 1}]"
