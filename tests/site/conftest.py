"""What the tests of the site share: the browser of those of pages, and the site itself."""

import os
from collections.abc import Iterator

import pytest

from tests.page.conftest import chromium
from tests.site.served import Site, served, why_no_site

__all__ = ["chromium"]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return the site, served."""
    if reason := why_no_site():
        assert not os.environ.get("CI"), reason
        pytest.skip(reason)
    with served(tmp_path_factory.mktemp("site")) as found:
        yield found
