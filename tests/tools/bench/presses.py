"""The cost of the presses of a move: gesture, mode, rules, painting 64 pixels, journal, line.

Many devices play the same scripted game in lockstep, so that each press is timed as a whole and
often.  A press includes the step after it, in which its line is made for a linked host.
"""

import time
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import NamedTuple

from schiri_device.app.device import Device
from schiri_device.builds import load
from schiri_device.link.session import HOST, Session
from schiri_device.ticks import Edge
from schiri_engines.switch.game import Switch

from tests.dice import die_buttons
from tests.stores import new_store

DEVICES = 50
GAMES = 3
MOVES = 30
STEP_MS = 5


class Step(NamedTuple):
    """One step of the script."""

    label: str
    now_ms: int
    edges: tuple[Edge, ...]
    received: bytes


def new_device(build: str, store: bytearray, now_ms: int = 0) -> Device:
    """Switch a device on: at first, or after a restart with another game in memory."""
    found = load(build)
    assert found
    return Device(found, store, bytes, ("BENCH", "0"), now_ms)


class Script:
    """A random game as steps, recorded by playing it once with a host that acknowledges.

    Shape: ``start`` is the first position, empty for the start of a game of Switch.
    """

    def __init__(self, build: str, seed: int, start: str = "") -> None:
        self.steps: list[Step] = []
        self._build, self._store = build, new_store()
        self._device = new_device(build, self._store)
        self._host = Session(HOST, str, lambda now, then: now - then)
        self._host.open(0, "bench")
        self._to_say: list[str] = []
        self._now_ms = 0
        self._wait(20)
        for button in ["blue"] * bool(start) + ["white"] * 3:
            self._press(button, "")
        random = Random(seed)
        if start:
            self._to_say.append("ask 1 set position " + start)
            self._wait(20)
            self._roll_and_play(random)
        else:
            self._play(random)

    def _roll_and_play(self, random: Random) -> None:
        for _ in range(MOVES):
            if self._device.mode_name != "dice":
                return
            game = self._device.match.game
            self._press(random.choice(die_buttons(self._device)), "roll")
            if game.phase != "move":
                continue
            cells = game.move_cells(random.choice(game.legal_moves()))
            for cell, label in zip(cells, ("pick", "play")[2 - len(cells) :], strict=True):
                self._press_cell(cell, label if len(cells) == 2 else "place")

    def _play(self, random: Random) -> None:
        for _ in range(MOVES):
            if self._device.mode_name != "play":
                return
            game = self._device.match.game
            assert isinstance(game, Switch)
            safe = [move for move in game.legal_moves() if not game.warning(move)]
            source, target = game.move_cells(random.choice(safe))
            self._press_cell(source, "pick")
            self._press_cell(target, "play")

    def _press_cell(self, cell: int, label: str) -> None:
        for way in self._ways_to(cell):
            self._press(way, "")
        name = "press" if self._device.build.has_cursor else self._device.match.game.cell_text(cell)
        self._press(name, label)

    def _ways_to(self, cell: int) -> Iterator[str]:
        if self._device.build.has_cursor:
            at, size = self._device.screen.cursor_cell, self._device.screen.board.size
            across, up = cell % size - at % size, cell // size - at // size
            yield from ["right" if across > 0 else "left"] * abs(across)
            yield from ["up" if up > 0 else "down"] * abs(up)

    def _press(self, button: str, label: str) -> None:
        self._step(label, (Edge(self._device.build.key_of(button), True, self._now_ms),))
        self._step(label)
        self._wait(8)
        self._step("", (Edge(self._device.build.key_of(button), False, self._now_ms),))
        self._wait(10)
        while self._device.mode_name == "restart":
            self._wait(10)

    def _wait(self, steps: int) -> None:
        for _ in range(steps):
            self._step("")

    def _step(self, label: str, edges: tuple[Edge, ...] = ()) -> None:
        line = self._host.send(self._now_ms, self._pull)
        self.steps.append(Step(label, self._now_ms, edges, line))
        output = self._device.step(self._now_ms, edges, line, 160)
        for words in self._host.receive(self._now_ms, output.sent):
            if words[0] == "up":
                self._to_say.append(f"again {words[4]} 1")
            elif words[0] == "event":
                self._to_say.append(f"ack {self._device.journal.epoch} {words[1]}")
        if output.is_restart:
            self._device = new_device(self._build, self._store, self._now_ms)
        self._now_ms += STEP_MS

    def _pull(self, is_calm: bool) -> str | None:
        return self._to_say.pop(0) if self._to_say else None


def press_costs(build: str, start: str = "") -> dict[str, float]:
    """Return the median cost of each kind of press, in microseconds."""
    costs: dict[str, list[float]] = defaultdict(list)
    for seed in range(GAMES):
        steps = Script(build, seed, start).steps
        stores = [new_store() for _ in range(DEVICES)]
        devices = [new_device(build, store) for store in stores]
        before = 0.0
        for step, following in zip(steps, [*steps[1:], steps[-1]], strict=True):
            began = time.process_time()
            for device in devices:
                output = device.step(step.now_ms, step.edges, step.received, 160)
            cost = (time.process_time() - began) / DEVICES * 1e6
            if output.is_restart:
                devices = [new_device(build, store, step.now_ms) for store in stores]
            if step.label and step.label == following.label:
                before = cost
            elif step.label:
                costs[step.label].append(before + cost)
    assert costs, "nothing was pressed: the script does not reach the game"
    return {label: median(values) for label, values in costs.items()}
