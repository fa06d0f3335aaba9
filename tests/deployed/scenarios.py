"""Scenarios for a deployed device: sessions, evenings, whole games, a PC's tests, damage.

Decides what is recorded for each build, from a device with the program's sources.
"""

import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from schiri_device.app import meter
from schiri_device.app.device import Device
from schiri_device.games.dice import Dice
from schiri_device.pc.messages import check_text
from schiri_device.ticks import Edge
from schiri_engines.registry import names_for

from tests.certify.test_talk import does_it, inspected
from tests.certify.tested import CertifyRig
from tests.deployed.tape import IDENTITY, Tape, recording
from tests.dice import die_buttons
from tests.firmware.stage import STEP_MS, Stage, with_the_stick
from tests.firmware.world import built
from tests.golden import Script, scripts_in, steps
from tests.memory import pico

Scenario = Callable[[str], None]
# The options of games that have any, used in turn.
OPTIONS = {"switch": ("layout=1", "layout=2", "layout=3", "layout=free")}
# The longest wait for a move of the device.
LONGEST_MS = 20_000
# In the middle of a game.
BREAKS_AT = 700
MOST_TURNS, MOST_MOVES = 150, 80


def session(script: Script, build: str) -> None:
    """Play a golden session; on another build some presses have another effect."""
    stage = Stage(build)
    for step in steps(script.text):
        if step.is_command and not step.text.startswith("build "):
            stage.do(step.text)


def evening(build: str) -> None:
    """Play the evening of the memory tests, with the stick on builds that have one."""
    with TemporaryDirectory() as name, patch.object(sys, "path", [str(pico.HERE), *sys.path]):
        pico.begin(Path(name))
        players = import_module("evening")
        touch = players.Evening.touch

        def touched(evening: Any, cell: int) -> None:
            if evening.build.has_cursor:
                evening.press(*with_the_stick(evening.device, cell))
            else:
                touch(evening, cell)

        with patch.object(players.Evening, "touch", touched):
            while players.play_on(build, name, lambda evening, end: None):
                pass


def game(name: str, seed: int, build: str) -> None:
    """Play a game to its end by presses, with a PC connected; some moves are undone."""
    options = OPTIONS.get(name, ("",))
    stage, random = Stage(build, seed), Random(seed)
    stage.do("plug")
    stage.do(f"ask new {name} AB {options[seed % len(options)]}".rstrip())
    play_to_end(stage, random)


def play_to_end(stage: Stage, random: Random, turns: int = MOST_TURNS) -> None:
    """Play until a side has won, or for long enough."""
    for _ in range(turns):
        device = stage.device
        table = device.match.table
        if table and table.outcome():
            break
        if device.mode_name == "dice" and table.phase == "roll":
            stage.do("press " + random.choice(die_buttons(device)))
        elif device.mode_name in ("play", "dice"):
            move = random.choice(some_moves(device, random))
            cells = [
                device.match.game.cell_text(cell) for cell in device.match.game.move_cells(move)
            ]
            stage.do("press " + " ".join(cells))
        else:
            stage.do("press white")
        if random.randrange(20) == 0:
            stage.do("press black")


def level(one: int, other: int, build: str) -> None:
    """Let two levels of the device play a whole game of Switch; white confirms each move."""
    stage = Stage(build, one)
    for line in ("plug", f"ask new switch AB layout=2 device-a={one} device-b={other}"):
        stage.do(line)
    for _ in range(MOST_MOVES):
        for _ in range(LONGEST_MS // STEP_MS):
            if stage.device.mode.detail() != "thinking":
                break
            stage.step([])
        if stage.device.match.outcome:
            break
        stage.do("press white")
    assert stage.device.mode_name != "failed"


def certified(build: str) -> None:
    """Let a PC measure the device, and a person test its parts."""
    # As many figures as on a board.
    with patch.object(meter, "gc", SimpleNamespace(collect=int, mem_free=int)):
        rig = CertifyRig(built(build))
        inspected(rig, does_it)
        assert rig.talk.figures()
        rig.talk.close()


def damaged(build: str) -> None:
    """Damage the journal in several ways; two presses clear it, and a game begins."""
    stage = Stage(build)
    play_to_end(stage, Random(1))
    whole = bytes(stage.store)
    for at in (3, 40, 300, 700):
        stage.store[:] = whole
        stage.store[at] ^= 0x55
        for line in ("cut", "press white", "press yellow", "press white white", "wait 500"):
            stage.do(line)
        for line in ("hold black", "press white white white", "wait 500"):
            stage.do(line)


def stored(build: str) -> None:
    """Let a PC have more events than the device, store the device's journal, and clear it."""
    stage = Stage(build)
    play_to_end(stage, Random(3), 12)
    told(stage, "plug")
    journal = stage.device.journal
    say(stage, "lights", f"again {journal.epoch} {journal.last + 2}", "bytes 0", "bytes 48")
    told(stage, "press white", "press red")
    say(stage, f"stored {check_text(journal)}")
    told(stage, "press white white white")


def looked_at(build: str) -> None:
    """Go through everything that can be chosen, with a PC connected."""
    stage = Stage(build)
    told(stage, "plug")
    say(stage, "lights")
    told(stage, "press yellow", "press blue yellow", "press blue blue", "press blue", "press black")
    told(stage, "press white", "press blue", "press yellow", "press blue", "press black")
    told(stage, "press yellow red", "press white black", "press red green blue yellow")
    told(stage, "press white", "press white", "press white")
    play_to_end(stage, Random(4), 12)
    for entry in range(12):
        told(stage, "hold black", *["press blue"] * entry, "press white")
        told(stage, "press black", "wait 2500", "press black", "press white", "press white")
    for asked in ("set turn Ann", "d1"):
        stage.do("ask new switch AB layout=free")
        say(stage, "lights")
        told(stage, "press white", "press a1", "press a1", "press black", "press b2", "press white")
        told(stage, "ask " + asked, "press c1", "press d1", "hold yellow", "hold black")
    # A press during the loading of another game.
    say(stage, f"ask 900 new {names_for(stage.build.size)[-1]} AB")
    for is_down in (True, False):
        stage.step([Edge("white", is_down, stage.ticks())])
        stage.run(100)
    stage.run(3000)


def told(stage: Stage, *lines: str) -> None:
    """Execute these lines, and let a PC receive the results."""
    for line in lines:
        stage.do(line)
        stage.run(300)


def say(stage: Stage, *texts: str) -> None:
    """Send these lines of the PC."""
    for text in texts:
        stage._to_say.append(text)
        stage.run(300)


def rescued(build: str) -> None:
    """Hold black while the device is switched on."""
    stage = Stage(build)
    play_to_end(stage, Random(2))
    for button in ("white", "black"):
        stage.device = Device(
            stage.build, stage.store, stage._entropy, IDENTITY, stage.ticks(), True
        )
        stage.step([Edge("black", False, stage.ticks())])
        for line in ("wait 100", f"press {button}", "hold black", "wait 2000"):
            stage.do(line)


def scenarios(build: str) -> dict[str, Scenario]:
    """Return all scenarios of a build, by name."""
    scripts = scripts_in("firmware/app/sessions")
    found: dict[str, Scenario] = {each.path.stem: partial(session, each) for each in scripts}
    found["evening"] = evening
    for name in names_for(built(build).size):
        found |= {f"{name}-{seed}": partial(game, name, seed) for seed in range(4)}
    pairs = ((1, 4), (2, 3), (3, 1), (4, 2))
    found |= {f"level-{one}-{other}": partial(level, one, other) for one, other in pairs}
    return found | {
        "certified": certified,
        "damaged": damaged,
        "rescued": rescued,
        "stored": stored,
        "looked-at": looked_at,
    }


def parts_of(build: str) -> tuple[str, ...]:
    """Return the parts of the board that can break."""
    return ("memory", "port", "keys", "start", *(("tile",) if built(build).tiles else ()))


def broken(build: str, *parts: str) -> dict[str, Tape]:
    """Return tapes of a game in which a part of the board breaks, by that part."""
    tapes = {part: recorded(build, partial(game, "switch", 1)) for part in parts}
    for part, tape in tapes.items():
        tape.lines.insert(0, f"F {part} {BREAKS_AT if part != 'start' else 0}")
    return tapes


def recorded(build: str, scenario: Scenario) -> Tape:
    """Return the tape of a scenario."""
    with recording() as tape:
        scenario(build)
    return tape


def some_moves(device: Device, random: Random) -> list[int]:
    """Return the legal moves, with a die those of one cell: all of them are many."""
    game, mode = device.match.game, device.mode
    if not game.ROLL:
        return game.legal_moves()
    assert isinstance(mode, Dice)
    return game.moves_from(random.choice(sorted(mode.movable())))
