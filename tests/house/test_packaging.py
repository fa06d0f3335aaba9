"""The declared versions agree."""

import tomllib
from importlib.metadata import requires, version
from pathlib import Path

from packaging.requirements import Requirement
from schiri_device import VERSION

from tests.sources import ROOT

PINS = [
    Requirement(line)
    for line in (ROOT / "constraints.txt").read_text().splitlines()
    if line and not line.startswith("#")
]


def plain(name: str) -> str:
    return name.lower().replace("_", "-")


def test_each_requirement_has_one_pin_that_it_allows() -> None:
    pins = {plain(pin.name): next(iter(pin.specifier)) for pin in PINS}
    assert len(pins) == len(PINS)
    assert {pin.operator for pin in pins.values()} == {"=="}
    asked = [Requirement(line) for line in requires("schiri") or ()]
    assert asked
    for requirement in asked:
        if requirement.name != "schiri":
            pin = pins[plain(requirement.name)]
            assert requirement.specifier.contains(pin.version), requirement


def test_users_get_ranges_and_not_pins() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    ours = [*project["dependencies"], *extras["solve"], *extras["env"]]
    operators = {part.operator for line in ours for part in Requirement(line).specifier}
    assert operators and "==" not in operators
    assert all(Requirement(line).specifier for line in ours)


def test_there_is_one_version_and_it_is_the_devices() -> None:
    assert version("schiri") == VERSION
    places = [
        path.relative_to(ROOT)
        for folder in ("engines", "firmware", "host")
        for path in (ROOT / folder).rglob("*.py")
        if f'"{VERSION}"' in path.read_text()
    ]
    assert places == [Path("firmware/schiri_device/__init__.py")]


def test_the_packages_are_marked_as_typed() -> None:
    for package in ("engines/schiri_engines", "firmware/schiri_device", "host/schiri"):
        assert (ROOT / package / "py.typed").exists()
