"""Tests of log files: their bytes, the right to continue one, and the results of a replay."""
