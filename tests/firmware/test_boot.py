"""Boot: both ports are on, and a PC finds the right one of them."""

import runpy
from types import SimpleNamespace

import pytest
from schiri.device import finder

from tests.firmware.world import World
from tests.sources import DRIVE


def test_the_pc_finds_the_data_port(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    runpy.run_path(str(DRIVE / "boot.py"))
    assert world.identification["ports"] == (True, True)
    product = world.identification["product"]
    # CircuitPython names the interfaces; Linux tells the first of each two, macOS the second.
    for suffix in ("control", "data"):
        interfaces = [f"CircuitPython {name} {suffix}" for name in ("CDC", "CDC2")]
        ports = [
            SimpleNamespace(device="/dev/a", product=product, interface=interfaces[0]),
            SimpleNamespace(device="/dev/b", product=product, interface=interfaces[1]),
            SimpleNamespace(device="/dev/c", product="Pico", interface=interfaces[1]),
        ]
        monkeypatch.setattr("serial.tools.list_ports.comports", lambda ports=ports: ports)
        assert finder.our_ports() == ["/dev/b"]
