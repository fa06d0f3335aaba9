"""Many small cases in one test: collecting and reporting an item takes longer than most cases."""

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import Any

Test = Callable[..., None]


def each(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Test], Test]:
    """Call a test with each of these values in turn; each failure names its case.

    Shape: like `pytest.mark.parametrize`. For tests that need no new fixtures for each case.

    >>> @each(("number", "square"), [(2, 4), (3, 9), (4, 15)])
    ... def test(number: int, square: int) -> None:
    ...     assert number * number == square
    >>> try:
    ...     test()
    ... except AssertionError as error:
    ...     error.__notes__
    ["with {'number': 4, 'square': 15}"]
    >>> @each("number", [1, 2, 3])
    ... def test_even(number: int) -> None:
    ...     assert number % 2 == 0
    >>> try:
    ...     test_even()
    ... except ExceptionGroup as group:
    ...     [error.__notes__[0] for error in group.exceptions]
    ["with {'number': 1}", "with {'number': 3}"]
    """
    keys = (names,) if isinstance(names, str) else names
    rows = [(value,) if isinstance(names, str) else value for value in values]

    def looped(test: Test) -> Test:
        @wraps(test)
        def all_of_them(**given: Any) -> None:
            failed: list[Exception] = []
            for row in rows:
                case = dict(zip(keys, row, strict=True))
                try:
                    test(**given, **case)
                except Exception as error:  # noqa: BLE001  # raised behind the last case
                    error.add_note(f"with {case}")
                    failed.append(error)
            if len(failed) == 1:
                raise failed[0]
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {len(rows)} cases", failed)

        whole = signature(test)
        rest = [whole.parameters[key] for key in whole.parameters if key not in keys]
        all_of_them.__signature__ = whole.replace(parameters=rest)  # type: ignore[attr-defined]
        return all_of_them

    return looped
