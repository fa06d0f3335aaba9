"""A mode reaches what its kind lists in `app/protocols.py`, and a device has all of that."""

import inspect

from schiri_device.app import protocols
from schiri_device.app.device import Device
from schiri_device.app.protocols import (
    AsideParts,
    AskParts,
    ChooseParts,
    CompactingParts,
    DiceParts,
    LayParts,
    PanelParts,
    RestartParts,
    SettingParts,
)
from schiri_device.builds import NAMES, load

from tests.each import each

KINDS = {name for name in vars(protocols) if name.endswith("Parts")}


def parts_of(device: Device) -> tuple[object, ...]:
    """What mypy checks here: a mode is made with the device, whatever its kind asks for."""
    ask: AskParts = device
    aside: AsideParts = device
    choose: ChooseParts = device
    compacting: CompactingParts = device
    dice: DiceParts = device
    lay: LayParts = device
    panel: PanelParts = device
    restart: RestartParts = device
    setting: SettingParts = device
    return ask, aside, choose, compacting, dice, lay, panel, restart, setting


def device_of(name: str) -> Device:
    build = load(name)
    assert build
    return Device(build, bytearray(b"\xff" * 4096), bytes, ("test", "0"), 0)


@each("name", NAMES)
def test_a_device_has_the_parts_of_every_mode(name: str) -> None:
    device = device_of(name)
    for kind in KINDS:
        members = {
            member
            for each in getattr(protocols, kind).__mro__
            for member in [*vars(each), *inspect.get_annotations(each)]
            if each.__module__ == protocols.__name__ and not member.startswith("_")
        }
        assert {member for member in members if not hasattr(device, member)} == set()
