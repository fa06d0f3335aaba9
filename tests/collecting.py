"""Which files are looked through for tests and examples, in all folders: a plugin of pytest."""

from pathlib import Path


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Look for examples where there are some: to search all else took a third of the collection."""
    if collection_path.suffix != ".py" or collection_path.name.startswith("test_"):
        return None
    return None if b">>>" in collection_path.read_bytes() else True
