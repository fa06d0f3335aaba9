"""The options of a game: each with its values, as data.

Decides how an option is described, and how values are checked.  Must not know what an option means.
An option is a pair of its name and its values as words, the default first.  A last word in
capitals, such as ``MAP``, stands for any other text; ``N`` stands for a number.
"""

from .refusals import MalformedText

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Pairs of a name and its words.
    Options = tuple[tuple[str, str], ...]


def values_of(words: str) -> tuple[list[str], str]:
    """Return the values of an option, and the word that stands for any other text, "" for none.

    Shape: at least one value, the first of which is the default.

    >>> values_of("none 8x8 MAP"), values_of("1R 2R1S")
    ((['none', '8x8'], 'MAP'), (['1R', '2R1S'], ''))
    """
    values = words.split()
    last = values[-1]
    return (values[:-1], last) if last.isalpha() and last.isupper() else (values, "")


def chosen_options(spec: "Options", given: dict[str, str]) -> dict[str, str]:
    """Return a value for every option: the given one, else its default.

    Shape: ``spec`` holds the options.  The game itself checks other text.
    Raises: MalformedText (unknown-option, bad-option).

    >>> spec = (("layout", "1 2 ROWS"), ("start", "b w"))
    >>> chosen = chosen_options(spec, {"layout": "./."})
    >>> chosen["layout"], chosen["start"]
    ('./.', 'b')
    """
    names = [name for name, _ in spec]
    for name in sorted(given):
        if name not in names:
            raise MalformedText("unknown-option", name, " ".join(names))
    chosen = {}
    for name, words in spec:
        values, other = values_of(words)
        value = given.get(name, values[0])
        if value not in values and not (value and other):
            raise MalformedText("bad-option", value, words)
        chosen[name] = value
    return chosen
