"""How often a property is tried: a sample in `make test`, in full in `make proof`."""

import os

IS_PROOF = os.environ.get("SCHIRI_PROOF") == "1"


def count(sample: int, full: int) -> int:
    """Return how often to try a property in this run."""
    return full if IS_PROOF else sample
