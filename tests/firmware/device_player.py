"""Plays scripts of a device, or of the match in its journal alone.

``build NAME [tones]`` begins with a new device, whose tones are printed on request; its commands
are those of `tests.firmware.stage`, and more for states that cannot be reached from outside:
``down BUTTON`` and ``up BUTTON`` are half a press; ``late MS`` is a late step; ``fail TEXT`` is an
unexpected error; ``fill ROOM`` leaves this many slots of the journal, ``crowd ROOM`` does so in the
middle of a turn, in which it is not compacted; ``goto MODE``, ``compact``, ``restart GAME WHY`` and
``aside`` stand for the work of a mode or a PC.  ``position`` and ``events`` show the game and the
journal.

``journal EVENT | ...`` begins with the match of a journal with these events; a move is its number,
and ``lost`` an unreadable event.  ``load GAME`` begins with another game.  ``cut``, ``wait MS``,
``compact``, ``fail TEXT`` and ``fill ROOM`` are as on a device; ``again`` is another start, which
must find the same state.  ``new GAME SEATS OPTION ...`` begins a game, ``elsewhere GAME SEATS
OPTION ...`` takes over one that began elsewhere.  ``do ENTRY``, ``push MOVE``, ``forget``,
``epoch``, ``boot MS``, ``score`` and ``recover`` call the match, and ``seats GAME OPTION ...``
prints the seats of a game. Below a command are the new events with their times, and the state of
the game.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from schiri.simulator.flash import Flash
from schiri_device.journal import Journal
from schiri_device.lights.language import SILENCE, TONES
from schiri_device.ticks import Edge

from tests.firmware.journals import (
    again,
    done,
    events_in,
    fill,
    journal_on,
    match_on,
    state_of,
    times_in,
)
from tests.firmware.stage import Stage

NAMES = {tones: name for name, tones in TONES.items()}
A_MOVE = 12 << 5
ELSEWHERE = "89abcdef 41"


class DevicePlayer:
    """Executes the commands of a script. The first one names the build, or makes a journal."""

    def __init__(self) -> None:
        self._stage: DeviceStage | MatchStage | None = None

    def __call__(self, command: str) -> Iterable[str]:
        """Execute a command, and return its output."""
        verb, _, rest = command.partition(" ")
        if verb == "build":
            build, *more = rest.split()
            self._stage = DeviceStage(build, "tones" in more)
            return []
        if verb in ("journal", "load"):
            self._stage = self._stage if isinstance(self._stage, MatchStage) else MatchStage()
        assert self._stage is not None, "a script names its build first"
        return self._stage.do(command)


class DeviceStage(Stage):
    """A device with access to its inside."""

    def __init__(self, build: str, is_loud: bool) -> None:
        super().__init__(build)
        self.is_loud = is_loud

    def do(self, line: str) -> list[str]:
        """Execute one line of a script; return the output to write below it."""
        device: Any = self.device
        if line == "position":
            return [str(device.match.game.board_text())]
        if line == "events":
            return [f"{number} {text}" for number, text in events_in(device.journal)]
        found = [(text, len(list(same))) for text, same in groupby(super().do(line))]
        lines: list[str] = []
        for text, count in found:
            # A held stick sounds for minutes.
            is_tone = text.startswith("tone ") and count > 1
            lines += [f"{text} x{count}"] if is_tone else [text] * count
        return lines

    def step(self, edges: list[Edge]) -> None:
        """Let the device make one step, and note its tones."""
        before = self.device
        super().step(edges)
        if before.output.is_fresh:
            assert before.output.frame is before.screen.painter.frame
        if self.is_loud and before.output.tones is not SILENCE:
            self.heard.append(f"tone {NAMES[before.output.tones]}")

    def do_down(self, button: str) -> None:
        self.step([Edge(self.build.key_of(button), True, self.ticks())])

    def do_up(self, button: str) -> None:
        self.step([Edge(self.build.key_of(button), False, self.ticks())])

    def do_late(self, for_ms: str) -> None:
        self.now_ms += int(for_ms)
        self.step([])

    def do_fail(self, text: str) -> None:
        self.device.fail(self.ticks(), text)

    def do_fill(self, room: str) -> None:
        fill(self.device.journal, int(room))

    def do_crowd(self, room: str) -> None:
        journal: Journal = self.device.journal
        while journal.room() > int(room):
            journal.append("undo", None, 0)
        self.device.is_compacting_due = lambda: False  # type: ignore[method-assign]

    def do_goto(self, mode: str) -> None:
        self.device.go_to(self.ticks(), mode)

    def do_compact(self, rest: str) -> None:
        self.device.before = self.device.mode_name
        self.do_goto("compacting")

    def do_restart(self, rest: str) -> None:
        game, why = rest.split()
        self.device.change_game(self.ticks(), game, int(why))
        self.do_goto("restart")

    def do_aside(self, rest: str) -> None:
        self.device.set_journal_aside(self.ticks())


class MatchStage:
    """The match of a journal, without a device."""

    def __init__(self) -> None:
        self.loaded, self.now_ms = "switch", 0
        self.match: Any = match_on(journal_on(Flash()))
        self.told = 0

    def do(self, line: str) -> list[str]:
        """Execute one line of a script; return the output to write below it."""
        verb, _, rest = line.partition(" ")
        answer = getattr(self, "do_" + verb)(rest)
        journal = self.match.journal
        events = zip(events_in(journal), times_in(journal), strict=True)
        new = [
            f"{number} {at} {text}".replace(journal.epoch, "EPOCH")
            for (number, text), at in events
            if number > self.told
        ]
        self.told = journal.last
        return ([answer] if answer else []) + new + [self.state()]

    def state(self) -> str:
        """Return the state of the game."""
        match = self.match
        known = [match.table.phase if match.table else "no game", *match.seats]
        known += ["ended"] if match.outcome else []
        known += [f"of {match.origin}"] if match.origin else []
        known += [f"{letter}={count}" for letter, count in sorted(match.wins.items()) if count]
        known += [f"left {match.left}"] if match.left else []
        known += ["torn"] * match.is_torn + ["resumed"] * match.is_resumed
        known += [f"booted at {match.boot_ms}"] if match.boot_ms is not None else []
        known.append(f"at {match.epoch_ms(self.now_ms)}")
        return " ".join(known).replace(match.journal.epoch, "EPOCH")

    def do_journal(self, rest: str) -> None:
        journal = journal_on(Flash())
        for event in filter(None, rest.split(" | ")):
            if event == "lost":
                journal.last += 1
            elif event.isdigit():
                journal.append("", int(event), 0)
            else:
                journal.append(event, None, 0)
        self.told, self.now_ms = journal.last, 0
        self.match = match_on(journal, self.loaded)

    def do_load(self, name: str) -> None:
        self.loaded = name
        self.do_journal("")

    def do_cut(self, rest: str) -> None:
        self.match = match_on(again(self.match.journal), self.loaded, self.now_ms)
        self.match.resume(True)

    def do_again(self, rest: str) -> str:
        found = match_on(again(self.match.journal), self.loaded, self.now_ms)
        return "the same" if state_of(found) == state_of(self.match) else "another"

    def do_new(self, rest: str, origin: str = "") -> None:
        game, seats, *options = rest.split(" ")
        found = dict(option.split("=") for option in options)
        self.match.start(self.now_ms, game, found, tuple(seats), origin)

    def do_elsewhere(self, rest: str) -> None:
        self.do_new(rest, ELSEWHERE)

    def do_do(self, rest: str) -> str:
        refusal = self.match.do(self.now_ms, self.match.table.parse(rest))
        return f"no: {refusal.code} {refusal.rule}" if refusal else ""

    def do_push(self, rest: str) -> None:
        self.match.push(self.now_ms, self.match.table.parse(rest))

    def do_wait(self, rest: str) -> None:
        self.now_ms += int(rest)
        self.match.wait(self.now_ms)

    def do_compact(self, rest: str) -> None:
        done(self.match.compacting(self.now_ms))

    def do_forget(self, rest: str) -> None:
        self.match.forget()

    def do_epoch(self, rest: str) -> None:
        before = self.match.journal.epoch
        self.match.start_epoch(self.now_ms)
        assert self.match.journal.epoch != before
        self.told = 0

    def do_boot(self, rest: str) -> None:
        self.match.boot_ms = int(rest)

    def do_score(self, rest: str) -> None:
        self.match.record_score(self.now_ms)

    def do_fail(self, text: str) -> None:
        self.match.record_failure(self.now_ms, text)

    def do_recover(self, rest: str) -> None:
        self.match.recover(self.now_ms)

    def do_fill(self, rest: str) -> None:
        journal = self.match.journal
        while journal.room() > int(rest):
            journal.append("", A_MOVE, 0)
        self.told = journal.last

    def do_seats(self, rest: str) -> str:
        game, *options = rest.split(" ")
        return "".join(self.match.seats_for(game, dict(option.split("=") for option in options)))
