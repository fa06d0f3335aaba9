"""Many small cases in one test: to collect and report an item takes longer than most of them."""

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import Any

Test = Callable[..., None]


def each(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Test], Test]:
    """Call a test with each of these values in turn; what fails says with which.

    Shape: as `pytest.mark.parametrize` takes them; for tests that want nothing new each time.

    >>> @each(("number", "square"), [(2, 4), (3, 9), (4, 15)])
    ... def test(number: int, square: int) -> None:
    ...     assert number * number == square
    >>> try:
    ...     test()
    ... except AssertionError as error:
    ...     error.__notes__
    ["with {'number': 4, 'square': 15}"]
    """
    keys = (names,) if isinstance(names, str) else names
    rows = [(value,) if isinstance(names, str) else value for value in values]

    def looped(test: Test) -> Test:
        @wraps(test)
        def all_of_them(**given: Any) -> None:
            for row in rows:
                case = dict(zip(keys, row, strict=True))
                try:
                    test(**given, **case)
                except BaseException as error:
                    error.add_note(f"with {case}")
                    raise

        whole = signature(test)
        rest = [whole.parameters[key] for key in whole.parameters if key not in keys]
        all_of_them.__signature__ = whole.replace(parameters=rest)  # type: ignore[attr-defined]
        return all_of_them

    return looped
