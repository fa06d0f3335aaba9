"""The options of a game: each with its values, as data.

Decides how values are checked.  Must not know what an option means.
"""

from .refusals import MalformedText


def chosen_options(spec: tuple, given: dict) -> dict:
    """Return a value for every option: the given one, else the first that its spec lists.

    Shape: ``spec`` holds pairs of a name and its values, separated by blanks; a last value of
    capitals only stands for any text that the game itself will judge.
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
    for name, text in spec:
        values = text.split()
        value = given.get(name, values[0])
        is_judged_later = values[-1].isalpha() and values[-1].isupper()
        if value not in values and not (value and is_judged_later):
            raise MalformedText("bad-option", value, text)
        chosen[name] = value
    return chosen
