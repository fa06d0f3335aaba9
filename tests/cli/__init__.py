"""Tests of the commands, called as users type them."""
