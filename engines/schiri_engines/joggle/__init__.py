"""Joggle: `game` has its class."""
