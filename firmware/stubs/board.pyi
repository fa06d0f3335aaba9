"""The pins of the board that the builds sit on, for mypy: `circuitpython-stubs` has one a board."""

from board_definitions.raspberry_pi_pico import *  # noqa: F403
