"""Fixtures of the tests of memory: all that the device loads, compiled once."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the compiled modules are, as on the drive, and those that play the evening."""
    return tmp_path_factory.mktemp("trees")
