"""The site, as the tests of the site have it."""

from tests.site.conftest import site

__all__ = ["site"]
