"""Joggle on the PC."""
