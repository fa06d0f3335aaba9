"""The circuits: the wiring matches the program's scan, and faults are found."""

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations
from random import Random
from xml.etree import ElementTree

import pytest
from schiri_device.builds import STICK, Build
from schiri_device.lights.painter import IDLE_MA, UNITS_MA

from hardware.circuit import current
from hardware.circuit.circuit import Circuit, PartLeg, circuit_of
from hardware.circuit.electrical import backward_diodes, crossed_lines, problems, unread_sensors
from hardware.circuit.wires import wires
from hardware.generate import FOLDER, file_of, netlist_of, pictures
from tests.counts import count
from tests.firmware.world import BUILDS, CURSOR, FEEL5, KEYS5, PADS
from tests.firmware.world import wires as contacts

PICTURES = cache(pictures)
by_name = pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)


def reached(circuit: Circuit, begin: str, pressed: set[str]) -> set[str]:
    """Return the pins of the Pico, and GND, to which current flows from one of its pins.

    A plain model of the parts: a pressed switch conducts both ways, a diode only from anode to
    cathode, a stick between its direction and its common leg.
    """
    pico, net_of = circuit.of_kind("pico")[0].ref, nets_of(circuit)
    nets, new = set(), {net_of[PartLeg(pico, begin)]}
    while new:
        nets |= new
        new = {
            net_of[to]
            for part in circuit.parts.values()
            for start, to in ways(part.ref, part.kind, part.label, pressed)
            if net_of[start] in nets
        } - nets
    return {end.leg for net in nets for end in circuit.nets[net] if end.ref == pico}


@cache
def nets_of(circuit: Circuit) -> dict[PartLeg, str]:
    return {end: name for name, ends in circuit.nets.items() for end in ends}


def ways(ref: str, kind: str, label: str, pressed: set[str]) -> list[tuple[PartLeg, PartLeg]]:
    one, other = PartLeg(ref, "one leg"), PartLeg(ref, "other leg")
    if kind in ("button", "key") and label in pressed:
        return [(one, other), (other, one)]
    if kind == "diode":
        return [(PartLeg(ref, "A"), PartLeg(ref, "K"))]
    if kind == "stick":
        common = PartLeg(ref, "common")
        found = [PartLeg(ref, way) for way in STICK if way in pressed]
        return [(end, common) for end in found] + [(common, end) for end in found]
    return []


@by_name
def test_each_button_closes_exactly_its_own_contact(build: Build) -> None:
    circuit = circuit_of(build)
    # Contacts under a pad are on its tile.
    expected = {name: way for name, way in contacts(build).items() if way[1][:3] != "pad"}
    pins = {begin for begin, _end in expected.values()}
    for button, (begin, end) in expected.items():
        for pin in pins:
            found = reached(circuit, pin, {button}) - {pin}
            assert found == ({end} if pin == begin else set()), (button, pin)


def test_several_held_keys_show_no_ghost_key() -> None:
    circuit, expected, random = circuit_of(KEYS5), contacts(KEYS5), Random(1)
    for _ in range(count(5, 100)):
        pressed = set(random.sample(KEYS5.buttons, random.randrange(2, 8)))
        seen = {
            button
            for button, (begin, end) in expected.items()
            if end in reached(circuit, begin, pressed)
        }
        assert seen == pressed


def test_the_pictures_in_the_folder_are_made_from_the_data() -> None:
    for name, text in PICTURES().items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, f"run `make hardware`: {name}"


@by_name
def test_the_picture_of_the_wiring_has_both_ends_of_every_wire(build: Build) -> None:
    text = PICTURES()[file_of(build.name, "wiring.svg")]
    shown = Counter(re.findall(r'font-weight="bold">(\d+|=)</text>', text))
    circuit = circuit_of(build)
    for wire in wires(circuit):
        kinds = {circuit.parts[end.ref].kind for end in wire.ends}
        # A wire to several legs of the chip ends at each of them. So do wires at edges of tiles.
        is_drawn_once = not kinds & {"shifter", "tile"}
        # Joints between tiles belong to several nets, so they have no common number.
        label = "=" if wire.starts and wire.starts[0].leg == "INT" else str(wire.number)
        assert shown[label] == 1 + (1 if is_drawn_once else len(wire.ends)), wire


@by_name
def test_no_words_of_the_picture_of_the_wiring_touch(build: Build) -> None:
    drawing = ElementTree.fromstring(PICTURES()[file_of(build.name, "wiring.svg")])
    boxes = []
    for text in drawing.iter("{http://www.w3.org/2000/svg}text"):
        size, words = float(text.get("font-size", 11)), text.text or ""
        wide = 0.55 * size * len(words)
        ahead = {"middle": wide / 2, "end": wide}.get(text.get("text-anchor", ""), 0)
        left, y = float(text.get("x", 0)) - ahead, float(text.get("y", 0))
        boxes.append((words, left, y - 0.75 * size, left + wide, y))
    # Parts of a picture that are drawn at their tile are not checked.
    placed = [box for box in boxes if box[1] > 60 or box[2] > 60]
    for (one, *a), (other, *b) in combinations(placed, 2):
        assert a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1], (one, other)


@by_name
def test_the_electrical_check_is_clean_and_the_netlist_whole(build: Build) -> None:
    circuit = circuit_of(build)
    assert problems(circuit) == []
    text = netlist_of(build)
    path = FOLDER / build.name / f"{build.name}.net"
    assert text == path.read_text(encoding="utf-8"), "run `make hardware`"
    assert all(f'(ref "{ref}")' in text for ref in circuit.parts)
    assert text.count("(node") == sum(map(len, circuit.nets.values()))


def exchange(circuit: Circuit, one: PartLeg, other: PartLeg) -> None:
    for ends in (*circuit.nets.values(), circuit.open):
        ends[:] = [{one: other, other: one}.get(end, end) for end in ends]


def take(circuit: Circuit, kind: str, leg: str) -> None:
    end = PartLeg(circuit.of_kind(kind)[0].ref, leg)
    circuit.nets[circuit.net_of(*end)].remove(end)


def turn(circuit: Circuit, ref: str, one: str, other: str) -> None:
    exchange(circuit, PartLeg(ref, one), PartLeg(ref, other))


FAULTS: list[tuple[Callable[[Circuit], None], str]] = [
    (lambda circuit: turn(circuit, circuit.of_kind("shifter")[0].ref, "1A", "1Y"), "1Y"),
    (lambda circuit: turn(circuit, "D1", "A", "K"), "D1"),
    (lambda circuit: circuit.nets["data 5 V"].append(circuit.open.pop(0)), "2Y"),
    (lambda circuit: take(circuit, "shifter", "GND"), "GND"),
    (lambda circuit: take(circuit, "matrix", "5V"), "5V"),
]


@pytest.mark.parametrize(("spoil", "named"), FAULTS)
def test_wiring_faults_are_found(spoil: Callable[[Circuit], None], named: str) -> None:
    circuit = circuit_of(CURSOR)
    spoil(circuit)
    found = problems(circuit)
    assert any(named in sentence for sentence in found), found
    keys = circuit_of(KEYS5)
    turn(keys, "D3", "A", "K")
    assert [sentence[:2] for sentence in backward_diodes(keys)] == ["D3"]


@pytest.mark.parametrize(
    ("one", "other", "named"),
    [
        ("LED2 SCL", "LED2 SDA", "LED2 SCL is on SDA"),
        ("LED3 VIN", "LED3 GND", "LED3 VIN is on ground"),
        ("LED4 SDA", "LED4 VIN", "LED4 SDA is on 5 V"),
        ("LED1 INT", "LED1 SCL", "LED1 INT is on SCL"),
        ("U1 GP4", "U1 GP5", "GP4 is SDA, and on SCL"),
        ("U1 GP4", "U1 GP6", "SCL and SDA are of two buses"),
        ("U1 GP5", "U1 GP8", "GP8 is SDA, and on SCL"),
    ],
)
def test_lines_of_the_tiles_that_are_exchanged_are_found(one: str, other: str, named: str) -> None:
    circuit = circuit_of(PADS)
    assert crossed_lines(circuit) == []
    exchange(circuit, PartLeg(*one.split()), PartLeg(*other.split()))
    assert named in crossed_lines(circuit)


def test_tiles_without_a_contact_are_found() -> None:
    circuit = circuit_of(PADS)
    missing = PartLeg("LED2", "VIN"), PartLeg("LED3", "GND"), PartLeg("LED4", "SDA")
    for end in missing:
        circuit.nets[circuit.net_of(*end)].remove(end)
    found = problems(circuit)
    for ref, leg in missing:
        assert any(f"{leg} of tile/{ref}" in sentence for sentence in found), found
        assert f"{ref} {leg} is on nothing" in found


def read_through(circuit: Circuit, channel: int) -> dict[str, str]:
    """Return the cell that each measuring pin of the Pico reads while a channel is selected.

    A plain model of a multiplexer: the select lines are a binary number, S0 its lowest bit; it
    joins COM with this channel while /E is low.
    """
    pico, net_of = circuit.of_kind("pico")[0].ref, nets_of(circuit)
    high = {f"GP{2 + bit}" for bit in range(4) if channel >> bit & 1}
    found = {}
    for mux in circuit.of_kind("mux"):
        pins = {
            leg: [end.leg for end in circuit.nets[net_of[PartLeg(mux.ref, leg)]] if end.ref == pico]
            for leg in ("S0", "S1", "S2", "S3", "COM", "/E")
        }
        selected = sum(1 << bit for bit in range(4) if set(pins[f"S{bit}"]) & high)
        net = net_of.get(PartLeg(mux.ref, f"I{selected}"), "")
        ends = [end for end in circuit.nets.get(net, ()) if end.leg == "OUT"]
        if ends and pins["/E"] == ["GND"]:
            found[pins["COM"][0]] = circuit.parts[ends[0].ref].label
    return found


def test_each_sensor_is_read_as_the_build_says() -> None:
    assert FEEL5.sensors
    selects, _, channels = FEEL5.sensors
    assert list(selects) == [2, 3, 4, 5]
    circuit = circuit_of(FEEL5)
    read = {
        (pin, channel): cell
        for channel in range(16)
        for pin, cell in read_through(circuit, channel).items()
    }
    assert len(read) == 25
    for cell, channel in enumerate(channels):
        pin = "GP26" if channel < 16 else "GP27"
        assert read[pin, channel % 16] == "abcde"[cell % 5] + str(cell // 5 + 1)


@pytest.mark.parametrize(
    ("one", "other", "named"),
    [
        ("U3 S0", "U3 S1", "U3 S0 is not selected"),
        ("U1 GP2", "U1 GP6", "U4 S0 is not selected"),
        ("U3 COM", "U3 I15", "U3 is not measured"),
        ("U3 COM", "U3 I0", "B1 of a1 has no channel of its own"),
        ("U1 GP26", "U1 GP22", "U3 is not measured"),
        ("U4 /E", "U4 VCC", "U4 /E is on 3.3 V"),
        ("U1 VBUS", "U1 3V3", "3.3 V is not the Pico's"),
        ("B7 VCC", "LED1 5V", "B7 VCC is on 5 V"),
        ("U3 VCC", "LED1 5V", "U3 VCC is on 5 V"),
        ("B2 GND", "B2 OUT", "B2 GND is on sensor b1"),
        ("U3 I15", "U3 I0", ""),
    ],
)
def test_sensors_that_cannot_be_read_are_found(one: str, other: str, named: str) -> None:
    circuit = circuit_of(FEEL5)
    assert unread_sensors(circuit) == []
    exchange(circuit, PartLeg(*one.split()), PartLeg(*other.split()))
    # Which channel a sensor has is the build's: another one is free.
    assert named in unread_sensors(circuit) if named else unread_sensors(circuit) == []
    assert not named or named in problems(circuit)


def test_two_sensors_on_one_channel_and_a_driven_output_are_found() -> None:
    circuit = circuit_of(FEEL5)
    circuit.nets["sensor a1"].append(circuit.nets["sensor b1"].pop(0))
    found = unread_sensors(circuit)
    assert "B1 of a1 has no channel of its own" in found
    assert "B2 of b1 has no channel of its own" in found
    undriven = circuit_of(FEEL5)
    undriven.outputs.remove(PartLeg("U1", "GP3"))
    assert unread_sensors(undriven) == ["U3 S1 is not selected", "U4 S1 is not selected"]


def test_more_sensors_than_the_pico_feeds_are_found() -> None:
    circuit = circuit_of(FEEL5)
    for _ in range(6):
        circuit.add("sensor", "a1")
    assert "the sensors draw more than 300 mA" in unread_sensors(circuit)


# Current


@by_name
def test_plugging_in_is_allowed(build: Build) -> None:
    """While the rail rises the pixels are off, and the Pico starts."""
    assert current.inrush_ma(build) < current.USB_UNIT_MA / 2
    assert current.gate_at_plug_v() < current.THRESHOLD_V[0]
    # Only the two capacitors at the gate are charged at once.
    both = current.SLOPE_F * current.HOLD_F / (current.SLOPE_F + current.HOLD_F)
    assert both < current.USB_AT_ONCE_UF * 1e-6
    # Long before the program runs.
    assert current.rise_s() < 0.5


def risen(ohm: float, slope_f: float, hold_f: float, threshold: float) -> tuple[float, float]:
    """Return the rise time of the rail, and its highest current.

    A step-by-step simulation of the parts: the gate's resistor, both capacitors, a transistor like
    it.
    """
    bulk, step, drain = current.rail_farads(CURSOR), 1e-5, 0.0
    below = current.USB_V * slope_f / (slope_f + hold_f)
    most = passed = 0.0
    while drain < current.USB_V - 0.2:
        gate = current.USB_V - below
        # Ten amperes for each volt squared above the threshold.
        flows = 10 * max(0.0, below - threshold) ** 2
        rise = flows / bulk
        below += step * (gate / ohm - slope_f * rise) / (slope_f + hold_f)
        drain += step * rise
        most, passed = max(most, flows), passed + step
        assert passed < 2
    return passed, 1000 * most


def test_the_rail_rises_as_computed() -> None:
    """The fastest parts draw the most current, the slowest take the longest time."""
    ohm, slope, hold = current.GATE_OHM, current.SLOPE_F, current.HOLD_F
    off = current.OFF_OHM, current.OFF_SLOPE, current.OFF_HOLD
    low, high = current.THRESHOLD_V
    _, most = risen(ohm * (1 - off[0]), slope * (1 - off[1]), hold * (1 - off[2]), low)
    assert most == pytest.approx(current.inrush_ma(CURSOR), rel=0.1)
    passed, _ = risen(ohm * (1 + off[0]), slope * (1 + off[1]), hold * (1 + off[2]), high)
    assert passed == pytest.approx(current.wait_s() + current.rise_s(), rel=0.1)


@pytest.mark.parametrize("off", [-current.OFF_HOLD, current.OFF_HOLD])
def test_plugging_in_again_is_allowed_after_the_seconds_that_the_page_says(off: float) -> None:
    """A simulation: the diode has left the gate below ground, and its resistor discharges it."""
    slope, hold = current.SLOPE_F * (1 + current.OFF_SLOPE), current.HOLD_F * (1 + off)
    ohm, left, step = current.GATE_OHM * (1 + current.OFF_OHM), current.DIODE_V, 1e-4
    for _ in range(round(current.again_s() / step)):
        left -= step * left / ohm / (slope + hold)
    # This adds to the two capacitors' share when 5 V arrive.
    at_plug = left + current.USB_V * slope / (slope + hold)
    assert at_plug <= current.THRESHOLD_V[0] + 0.001
    assert current.again_s() < 5


@by_name
def test_the_current_limit_fits_fuse_and_usb(build: Build) -> None:
    assert build.budget_ma + current.PICO_MA + current.sensors_ma(build) <= current.USB_MA
    assert current.sensors_ma(build) <= current.LOGIC_MA
    assert build.budget_ma <= current.FUSE_HOLDS_MA * current.WARM
    assert current.white_ma(build) > current.FUSE_OPENS_MA
    assert current.dark_ma(build) + current.PICO_MA < current.USB_MA
    assert (IDLE_MA, round(255 * UNITS_MA)) == (1, 20)
    # By the data sheet of each.
    assert (current.sensors_ma(FEEL5), current.LOGIC_MA) == (25 * 10, 300)
