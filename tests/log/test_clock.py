"""Logs are told the time of day whenever they ask, and not once for all."""

from importlib import import_module

from schiri.clock import local_time


def test_time_goes_on() -> None:
    first = local_time()
    assert first.tzinfo is not None
    while local_time() == first:
        pass
    assert local_time() > first


def test_every_log_has_that_clock() -> None:
    for verb in ("play", "stepper"):
        assert vars(import_module(f"schiri.cli.{verb}"))["local_time"] is local_time
