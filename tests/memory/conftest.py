"""What the tests of memory share: all that the device loads, compiled once."""

from pathlib import Path

import pytest

from tests.memory import pico


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled modules, as on the drive, and those that play the evening."""
    path = tmp_path_factory.mktemp("tree")
    pico.compile_tree(path)
    return path
