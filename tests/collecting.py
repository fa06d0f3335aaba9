"""A plugin that selects the files searched for tests and for doctests, in all folders, and the
tests that run.
"""

import re
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.counts import IS_PROOF

# A file whose tests are all nightly.
NIGHTLY = re.compile(rb"^pytestmark = .*\bnightly\b", re.MULTILINE)


def is_left_out(path: Path) -> bool:
    """Return whether no test of a file runs: to import all files took half of the collection."""
    return not IS_PROOF and NIGHTLY.search(path.read_bytes()) is not None


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Search only files with doctests, and those with tests that run."""
    if collection_path.suffix != ".py":
        return None
    if collection_path.name.startswith("test_"):
        return is_left_out(collection_path) or None
    return None if b">>>" in collection_path.read_bytes() else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave nightly tests to the proof."""
    if IS_PROOF:
        return
    nightly = {item: None for item in items if item.get_closest_marker("nightly")}
    items[:] = [item for item in items if item not in nightly]
    config.hook.pytest_deselected(items=[*nightly])


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Search test files for tests only: to search them for doctests took another tenth."""
    found = yield
    is_tests = file_path.name.startswith("test_")
    return [each for each in found if type(each) is pytest.Module] if is_tests else found
