"""A plugin that selects the files searched for tests and for doctests, in all folders."""

from collections.abc import Generator
from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Search only files with doctests: to search all others took a third of the collection."""
    if collection_path.suffix != ".py" or collection_path.name.startswith("test_"):
        return None
    return None if b">>>" in collection_path.read_bytes() else True


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Search test files for tests only: to search them for doctests took another tenth."""
    found = yield
    is_tests = file_path.name.startswith("test_")
    return [each for each in found if type(each) is pytest.Module] if is_tests else found
