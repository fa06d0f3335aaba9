"""Prints the deployed functions that no run enters, with reasons: ``python -m tests.deployed``."""

import sys

from tests.deployed.entered import left
from tests.deployed.reasons import REASONS
from tests.vm.interpreters import why_missing


def main() -> None:
    """Run each build."""
    if reason := why_missing("node"):
        sys.exit(reason)
    for name in sorted(left()):
        print(f"{name}: {REASONS.get(name, 'no reason')}")


main()
