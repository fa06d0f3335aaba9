"""What the tests of the site share: the browser of those of pages."""

from tests.page.conftest import chromium

__all__ = ["chromium"]
