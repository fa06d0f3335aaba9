"""The tables of scenes, modes, events and options are true: random players meet their rows."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

import pytest
from schiri_device.app.device import Device
from schiri_device.app.meter import NO_BUTTON
from schiri_device.app.mode import CALIBRATE, IGNORED, MODULES, STEPS, Failed, Mode
from schiri_device.app.settings import SETTINGS, TOGGLES
from schiri_device.builds import Build
from schiri_device.games import adapter_of
from schiri_device.lights.language import SILENCE, TONES
from schiri_device.link.events import NOTES, OPENINGS
from schiri_device.link.modes import (
    ANY,
    FELT,
    IDLE,
    LOADS,
    MODES,
    PLAYS,
    SHOWS,
    WAITS,
    kind_of,
    presses_in,
)
from schiri_device.pc.panel import Panel
from schiri_device.pc.requests import OF_GAMES
from schiri_engines.options import values_of
from schiri_engines.registry import game_class
from schiri_engines.table import Table

from hardware.pages.light_words import NAMED_BASES as BASES
from hardware.pages.light_words import NAMED_MARKS as MARKS
from tests.counts import count
from tests.firmware.lights.scenes import HAS_CURSOR, scenes_of
from tests.firmware.player import Player
from tests.firmware.world import BUILDS
from tests.games import BOARDS

NAMED = {mode: {*presses_in(mode)} for mode in MODES}
# A cell with its piece.
PIECE = re.compile("[a-h][1-8][bw.]")
# At least PLAYERS players, and more until all rows have been met. Only rare rows may be missing:
# this many lights, presses of a mode, and events.
PLAYERS = count(2, 30)
RARE_LIGHTS, RARE_PRESSES, RARE_EVENTS = count(36, 0), count(3, 0), count(2, 0)
MOST_PLAYERS = 400
STEPS_EACH = 1500


class Play:
    """A random player.

    Shape: ``seen`` are the meanings that the lights had together, by mode; ``does`` the presses
    that changed anything, by mode; ``leaves`` those of them that left it; ``moves`` the modes in
    which one made a move; ``details`` what each mode said of its state; ``events`` the first words
    of all events in the journal, besides moves.
    """

    def __init__(self, build: Build, seed: int) -> None:
        self.seen: dict[str, set[frozenset[int]]] = defaultdict(set)
        self.does: dict[str, set[str]] = defaultdict(set)
        self.leaves: dict[str, set[str]] = defaultdict(set)
        self.moves: set[str] = set()
        self.details: dict[str, set[str]] = defaultdict(set)
        self.events: set[str] = set()
        player = Player(build, seed, self._watch)
        for _ in range(STEPS_EACH):
            player.step()
            mode = player.device.mode_name
            self.seen[mode].add(frozenset(player.scene()))
            self.details[mode].add(player.device.mode.detail())
            assert player.device.screen.painter.cursor < 0 or mode in HAS_CURSOR

    def _watch(self, device: Device) -> None:
        """From now on, note the presses that change anything, and events."""
        press_it, append_it = device.press, device.journal.append

        def append(text: str, move: int | None, after_ms: int, how: int = 0) -> int:
            self.events |= {*text.split(" ")[:1]} if move is None else set()
            return append_it(text, move, after_ms, how)

        def press(now_ms: int, press: int | str) -> None:
            device.screen.tones = SILENCE
            if device.mode.is_quiet:
                # The meter may press here.
                assert device.mode.press(now_ms, NO_BUTTON) == IGNORED
            mode, before, count = device.mode_name, state(device), moves_of(device)
            press_it(now_ms, press)
            if moves_of(device) > count:
                self.moves.add(mode)
            if state(device) != before:
                name = name_in_table(mode, press, device.build.size)
                self.does[mode].add(name)
                if device.mode_name != mode:
                    self.leaves[mode].add(name)
            elif device.screen.tones is not TONES["not-now"]:
                # A press without an effect shows so at once, also in the lights if the sound is
                # off.
                painter = device.screen.painter
                assert painter.dipped_ms >= 0 or painter.is_stale, (mode, press)

        device.press = press  # type: ignore[method-assign]
        device.journal.append = append  # type: ignore[method-assign]


@cache
def play(build: Build, seed: int) -> Play:
    """Let a random player play, once for both tables."""
    return Play(build, seed)


def state(device: Device) -> tuple[object, ...]:
    """Return all state that a press may change."""
    match, painter = device.match, device.screen.painter
    told = device.screen.tones
    if told is TONES["not-now"]:
        told = ()
    entries = len(match.table.entries) if match.table else -1
    settings = tuple(sorted(device.journal.settings.items()))
    return (device.mode_name, bytes(painter.scene), painter.cursor, entries, settings, told)


def moves_of(device: Device) -> int:
    """Return how many moves the game on the table has."""
    table = device.match.table
    return sum(map(table.is_move, table.entries)) if table else 0


def name_of(meaning: int) -> str:
    """Return the meaning of a pixel in words."""
    return f"{MARKS[meaning >> 2][0]} on {BASES[meaning & 3][0]}"


def name_in_table(mode: str, press: int | str, size: int) -> str:
    """Return the table's name of a press in a mode."""
    has_cells = mode in HAS_CURSOR
    if press in STEPS and has_cells:
        return "move"
    is_cell = isinstance(press, int)
    if (has_cells and (is_cell or press == "press")) or (is_cell and mode == "put-right"):
        return "cell"
    if isinstance(press, int):
        file = press % size
        return "left" if file < 2 else "press" if file < 3 else "right"
    return press


def plays(missing: set[Any], rare: int) -> Iterator[tuple[Build, Play]]:
    """Yield random players until only so few rows of a table are still missing."""
    for seed in range(MOST_PLAYERS):
        if seed >= PLAYERS and len(missing) <= rare:
            return
        for build in BUILDS:
            yield build, play(build, seed)


def test_the_table_of_scenes_has_every_neighbour() -> None:
    scenes: dict[tuple[str, str], list[set[int]]] = defaultdict(list)
    missing: set[tuple[str, int]] = set()
    for build in BUILDS:
        for mode, scene in scenes_of(build):
            scenes[build.name, mode].append(scene)
            missing |= {(mode, meaning) for meaning in scene}
    for build, player in plays(missing, RARE_LIGHTS):
        for mode, seen in player.seen.items():
            for lit in seen:
                names = sorted(map(name_of, lit))
                is_known = any(lit <= scene for scene in scenes[build.name, mode])
                assert is_known, f"lights/scenes.py lacks a scene of {mode}: {names}"
                missing -= {(mode, meaning) for meaning in lit}
    left = sorted((mode, name_of(meaning)) for mode, meaning in missing)
    assert len(left) <= RARE_LIGHTS, left


def test_the_table_of_presses_is_what_the_device_does() -> None:
    does: dict[str, set[str]] = defaultdict(set)
    missing = {(mode, name) for mode, names in NAMED.items() for name in names - {"any"}}
    for _, player in plays(missing, RARE_PRESSES):
        for mode, names in player.does.items():
            does[mode] |= names
            missing -= {(mode, name) for name in names}
    assert len(missing) <= RARE_PRESSES, missing
    for mode, names in NAMED.items():
        extra = does[mode] - names
        assert not extra or "any" in names, (mode, extra)
        assert extra or "any" not in names, mode


def test_a_board_that_feels_its_stones_has_the_presses_of_its_table() -> None:
    does: dict[str, set[str]] = defaultdict(set)
    missing = {(mode, name) for mode in FELT for name in presses_in(mode, True)}
    for build, player in plays(missing, RARE_PRESSES):
        for mode in FELT if build.sensors else ():
            does[mode] |= player.does[mode]
            missing -= {(mode, name) for name in player.does[mode]}
    assert len(missing) <= RARE_PRESSES, missing
    for mode in FELT:
        assert does[mode] <= {*presses_in(mode, True)}, mode


def test_each_mode_is_about_what_the_table_says() -> None:
    made: set[str] = set()
    for build, player in plays(set(), 0):
        made |= player.moves
        for mode, leaves in player.leaves.items():
            assert kind_of(mode) != LOADS, (mode, leaves)
        for mode, does in player.does.items():
            # Any button goes on, and no other one stays.
            is_felt = build.sensors and mode in FELT
            assert is_felt or kind_of(mode) != WAITS or does == player.leaves[mode], mode
        for mode, details in player.details.items():
            assert kind_of(mode) == SHOWS or not any(map(PIECE.fullmatch, details)), mode
            assert kind_of(mode) != SHOWS or all(
                detail == "-" or PIECE.fullmatch(detail) for detail in details
            ), mode
    # A stone of the free set-up is shown before it is placed.
    assert made == {mode for mode in MODES if kind_of(mode) == PLAYS} | {"place"}
    assert all(ANY in NAMED[mode] for mode in MODES if kind_of(mode) in (WAITS, LOADS))


def classes_of_modes() -> dict[str, type[Mode]]:
    """Return the class of each mode of the device; of two with a name, that of a game."""
    modes: dict[str, type[Mode]] = {"failed": Failed, "panel": Panel}
    for module in (*dict(MODULES), CALIBRATE, *(adapter_of(name).MODES for name in BOARDS)):
        modes |= import_module(module).MODES
    return modes


def test_every_mode_is_in_the_table_of_modes() -> None:
    modes = classes_of_modes()
    reached = {after for mode in modes.values() for after in mode.NEXT.values()}
    assert set(MODES) == set(modes) >= {after for after in reached if isinstance(after, str)}
    for name, presses in IDLE.items():
        assert set(presses.split()) <= NAMED[name.split()[0]], name


def test_the_meter_presses_where_only_named_buttons_act() -> None:
    quiet = {name for name, mode in classes_of_modes().items() if mode.is_quiet}
    assert quiet >= {"choose", "menu", "play", "dice", "place", "finished"}
    assert [name for name in quiet if ANY in NAMED[name]] == []


def test_each_module_of_modes_has_exactly_its_modes() -> None:
    for module, names in MODULES:
        assert set(import_module(module).MODES) == set(names)


def test_each_event_of_the_journal_has_a_word_of_the_table_or_is_an_entry() -> None:
    words = {*OPENINGS, *NOTES}
    entries = {*Table(game_class("switch")({}), ("A", "B")).own_words}
    missing = set(words)
    for _, player in plays(missing, RARE_EVENTS):
        missing -= player.events
        assert player.events <= words | entries
    assert len(missing) <= RARE_EVENTS, missing


@pytest.mark.parametrize("name", BOARDS)
def test_an_option_that_a_device_offers_can_have_each_of_its_values(name: str) -> None:
    options = dict(game_class(name).OPTIONS)
    offered: dict[str, list[str]] = {}
    for preset in adapter_of(name).PRESETS:
        for option, value in (pair.split("=") for pair in preset.split(",")):
            offered.setdefault(option, []).append(value)
    # Other forms of text can only be typed on a PC.
    assert {option: {*values} for option, values in offered.items()} == {
        option: {*values_of(options[option])[0]} for option in offered
    }


def test_each_setting_has_an_id_of_its_own() -> None:
    own = [(at, count) for at, _, count in SETTINGS.values()]
    # Options of several games with the same values share a setting.
    toggles = {(name, *row) for game in BOARDS for name, row in adapter_of(game).TOGGLES}
    games = [(at, count) for _name, at, _, count in toggles]
    ids = [at for at, _ in own + games]
    assert len(set(ids)) == len(ids)
    # A PC may set those of a game while it is not loaded.
    assert {at: count for at, count in games if at not in TOGGLES} == OF_GAMES
    assert {count for at, count in games if at in TOGGLES} == {2}
