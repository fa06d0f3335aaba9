"""Tests of the table view in the terminal, driven by keys and clicks."""
