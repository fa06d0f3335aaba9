"""Fixtures of the tests of the site: the browser of the tests of pages, and the site itself."""

import os
from collections.abc import Iterator

import pytest

from tests.page.conftest import chromium
from tests.site.served_site import Site, served, why_no_site

__all__ = ["chromium"]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return the site, served."""
    if reason := why_no_site():
        assert not os.environ.get("CI"), reason
        pytest.skip(reason)
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    with served(shared / "site") as found:
        yield found
