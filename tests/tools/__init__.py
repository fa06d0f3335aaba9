"""Programs for developers that are no tests."""
