"""Fixtures of the tests of memory: the files of the drives, made once."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the deployed modules, and of those that play the evening."""
    return tmp_path_factory.mktemp("trees")
