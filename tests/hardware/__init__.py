"""The tests of the pages for makers and players."""
