"""Puts the fakes in the place of CircuitPython's modules."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.firmware.world import Here, World

FAKES = Path(__file__).parent / "fakes"
FAKED = {path.stem for path in FAKES.glob("*.py")}
# The real packages are imported again as well: they refer to the modules of the previous world.
ANEW = FAKED | {"neopixel", "adafruit_pixelbuf"}
LIBRARIES = ("adafruit_bus_device", "adafruit_neotrellis", "adafruit_seesaw")
HAL = "schiri_device.hal"

collect_ignore = ["fakes"]


def forget() -> dict[str, object]:
    """Remove the modules of a world from `sys.modules`, and return them."""
    names = [name for name in sys.modules if name in ANEW or name.startswith((HAL, *LIBRARIES))]
    return {name: sys.modules.pop(name) for name in names}


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A new world with the fakes in it."""
    before = forget()
    # Not with pytest's `syspath_prepend`, which invalidates Python's import caches.
    monkeypatch.setattr(sys, "path", [str(FAKES), *sys.path])
    Here.world = World()
    # The tiles' library calls `sleep`, and imports `const` from MicroPython's compiler.
    compiler = SimpleNamespace(const=lambda value: value)
    monkeypatch.setitem(sys.modules, "micropython", compiler)  # type: ignore[arg-type]
    monkeypatch.setattr(time, "sleep", lambda s: Here.world.spend(round(s * 1_000_000)))
    yield Here.world
    forget()
    sys.modules.update(before)  # type: ignore[arg-type]
