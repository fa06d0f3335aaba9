"""The examples of the library's page run."""

import doctest

from tests.sources import ROOT


def test_the_examples_run() -> None:
    failed, tried = doctest.testfile(str(ROOT / "engines/README.md"), module_relative=False)
    assert tried > 10 and failed == 0
