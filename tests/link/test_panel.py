"""Races on a panel: despite delays, losses and repetitions on the link, the PC gets the presses."""

from random import Random

import pytest
from schiri.device.client import DeviceClient
from schiri.device.panel import Panel
from schiri.device.reports import Pressed
from schiri.games.race import PANEL_SCAN_MS, RaceWindow, Seats
from schiri_device.app.device import Device
from schiri_device.builds import load
from schiri_device.ticks import PERIOD, Edge, later
from schiri_engines.race import RaceConditions, Verdict

from tests.counts import count
from tests.firmware.idle import HOUR_MS, HOURS
from tests.stores import new_store

START = PERIOD - 3000
OPTIONS = {"false-start-ms": "300", "lockout-ms": "1000"}
SEATS = ("red", "yellow", "green", "blue", "white", "black")


def heard(random: Random, presses: dict[int, list[str]], loss: float) -> list[Pressed]:
    """Return a PC's reports of these presses, by their ms, over a link that loses and delays
    lines.
    """
    build = load("cursor")
    assert build is not None
    store = new_store()
    device = Device(build, store, random.randbytes, ("TEST", "1"), START)
    peer, found = DeviceClient(), []
    panel = Panel(build, peer.ask)
    peer.open(0)
    before = b""
    late: list[tuple[int, bool, bytes]] = []
    last = max(presses)
    # The link is calm at the beginning and the end, and at its worst between them.
    for now in range(last + 3000):
        share = loss if 400 < now < last + 300 else 0.0
        arrived = {
            way: b"".join(line for at, to, line in late if to == way and at <= now)
            for way in (True, False)
        }
        late = [each for each in late if each[0] > now]
        for report in peer.receive(now, arrived[False]):
            press = panel.handle(report)
            if press:
                found.append(press)
        edges = [Edge(name, True, later(START, now)) for name in presses.get(now, ())]
        if now == 400:
            before = bytes(store)
        sent = device.step(later(START, now), edges, arrived[True], 256).sent
        for way, line in ((True, peer.send(now)), (False, sent)):
            for _ in range(random.choice((1, 1, 2)) if share else 1):
                if line and random.random() >= share:
                    after = max([at for at, to, _ in late if to == way], default=now)
                    late.append((max(after, now + random.choice((1, 3, 30))), way, line))
    assert bytes(store) == before, "nothing of a race is written"
    return found


def verdict_of(told: list[Pressed], names: Seats) -> Verdict:
    """Return the verdict of the window that the first turning opened."""
    window = RaceWindow(len(SEATS), OPTIONS, told[0].tick)
    for press in told[1:]:
        meaning = names.meaning(press.name)
        if meaning == "turned":
            window.open(press.tick, 0)
        elif isinstance(meaning, int):
            window.press(press.tick, meaning)
    return window.verdict()


@pytest.mark.parametrize("seed", range(count(5, 100)))
def test_the_verdict_does_not_depend_on_the_link(seed: int) -> None:
    random = Random(seed)
    build = load("cursor")
    assert build is not None
    seats = Seats(build, len(SEATS))
    assert all(seats.assign(name) for name in SEATS)
    presses: dict[int, list[str]] = {1500: ["press"]}
    for name in SEATS:
        for _ in range(random.choice((1, 1, 2))):
            at = 1500 + random.choice((-200, 0, 200, 250, 251, random.randrange(-290, 1400)))
            presses.setdefault(at, []).append(name)
    told = heard(random, presses, 0.3)
    assert [press.number for press in told] == list(range(1, len(told) + 1))
    assert len(told) == 1 + sum(map(len, presses.values()))
    opened = later(START, 1500)
    race = RaceConditions(0, len(SEATS), told[0].tick, opened, None)
    race.scan_ms = PANEL_SCAN_MS
    raw = [
        (later(START, at), SEATS.index(name))
        for at, names in presses.items()
        for name in names
        if name in SEATS
    ]
    ours, theirs = verdict_of(told, seats), race.judge(raw)
    assert (ours.order, ours.false_starts, ours.locked) == (
        theirs.order,
        theirs.false_starts,
        theirs.locked,
    )


@pytest.mark.parametrize("hours", HOURS)
def test_a_window_that_is_open_for_weeks_takes_a_press(hours: float) -> None:
    window = RaceWindow(len(SEATS), OPTIONS, 0)
    window.press(900, 2)
    window.open(1000, 0)
    window.press(later(1000, int(hours * HOUR_MS)), 1)
    assert [seat for seat, _, _ in window.verdict().order] == [1]
    # A false start stays one.
    assert window.verdict().false_starts == ((2, 100),)
