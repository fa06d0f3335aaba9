"""A random player, so that every mode and every light of it occurs."""

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from schiri.simulator.stones import Stones
from schiri_device.app.device import Device
from schiri_device.builds import Build
from schiri_device.pc import ALONE, LINKED, UNSENT
from schiri_device.pc.requests import HOLDS, handle_request
from schiri_device.sensing.calibration import ONE_STONE
from schiri_engines.refusals import MalformedText, Refusal, Refused

from tests.firmware.lights.scenes import CARDS, RACE
from tests.stores import new_store

if TYPE_CHECKING:
    from schiri_device.journal import Store

# Buttons with a higher probability, so that rarer paths are taken as well.
OFTEN = {
    "menu": ("blue", "white"),
    "rescue": ("press", "white"),
    "lay": ("black",),
    "correct": ("white", "c3", "press", "up"),
    "play": ("hold-black", "black"),
    "options": ("yellow",),
    "rules": ("blue", "white"),
    "paint": ("red", "green", "blue", "yellow", "press"),
}
STARTS = (
    "layout=1",
    "layout=2 start=w",
    "layout=free",
    # First dark, then light, is about to connect.
    "layout=bbbbb/bbbbw/wwwwb/wwww./wwwbb",
    "layout=wwwww/wwwwb/bbbbw/bbbb./bbbww",
)
JOGGLE = (
    "goal=1R",
    "goal=2S extreme=on",
    "goal=2S no-field=pass",
    "goal=1R teams=on",
    "goal=1R hints-a=free hints-b=free",
)
# After six of these moves the first position is repeated, with the same side to move.
ROUND = ("a1-c3", "b1-a1", "c3-b1") * 3
# Dark has lost in any case, and its best move leaves the free field in its corner. So the hint
# takes longest. SEEKING is that time, in turns without a press.
LOST = "layout=.bwwb/bwwwb/bbwbb/bwwwb/bwwbw hints-a=free"
SEEKING = 200
# The modes that give hints, with the probability.
HINTING = {"play": 0.003, "dice": 0.02}
# Requests of a PC for a panel: a race, cards, a new run, an end.
PICTURES = (RACE, CARDS, "new", "off")
# The modes that may refuse for lack of memory, with the probability: higher for rare modes.
REFUSING = dict.fromkeys(("ask", "dice", "place", "put-right"), 0.05)
REFUSING |= {"play": 0.01, "correct": 0.2}
# Short-lived modes: there a PC connects and disconnects more often.
SHORT = ("correct", "failed", "compacting", "lay", "pause", "put-right", "rescue")
# A set-up in which the next stone, on e1, leaves no field for the last one.
ALMOST_VOID = "set position bbbbb/bbbbb/b..ww/wwwww/wwww. -"


class Player:
    """Plays at random on a device, by buttons or by moves.

    Shape: ``watch`` is called with the device at each of its starts.
    """

    def __init__(
        self, build: Build, seed: int, watch: Callable[[Device], None] | None = None
    ) -> None:
        self.dice = random.Random(seed)
        self.now_ms = 0
        self._connection = ALONE
        self._buttons = [*build.buttons, *HOLDS, "white", "black", "yellow", "white", "yellow"]
        self._build = build
        self._store: Store = new_store()
        self._watch = watch
        self._stones = Stones("." * len(build.order)) if build.sensors else None
        self._start(False)

    def _start(self, asks_rescue: bool) -> None:
        """Switch the device on."""
        identity = ("test", "0")
        self.device: Any = Device(
            self._build, self._store, self.dice.randbytes, identity, self.now_ms, asks_rescue
        )
        self.device.host.link_state = lambda: self._connection  # type: ignore[method-assign]
        if self._watch:
            self._watch(self.device)

    def step(self) -> None:
        """Take an action, or let time pass."""
        what = self.dice.random()
        if self.dice.random() < 0.003:
            self.ask("new switch AB " + self.dice.choice(STARTS))
        if self.device.build.size == 8 and self.dice.random() < 0.006:
            start = self.dice.choice(JOGGLE)
            self.ask(f"new joggle {'ABCD' if 'teams' in start else 'AB'} {start}")
        if self.dice.random() < 0.002:
            self.ask("new switch AB layout=1")
            for move in ROUND[: self.dice.randrange(6, 9)]:
                self.ask(move)
        if self.dice.random() < HINTING.get(self.device.mode_name, 0):
            self._wait_for_hint()
        if self.dice.random() < (0.2 if self.device.mode_name == "panel" else 0.005):
            self._ask_panel()
        if self.dice.random() < 0.002:
            self.device.fail(self.now_ms, "TypeError")
        if self.dice.random() < 0.002:
            # As after a cut erasure.
            self.device.mode_argument = "lost"
            self.device.go_to(self.now_ms, "choose")
        if self.dice.random() < 0.001:
            self._start(True)
        if self.device.match.table and not self.device.is_busy() and self.dice.random() < 0.001:
            # As with a full journal.
            self.device.before = self.device.mode_name
            self.device.go_to(self.now_ms, "compacting")
        if self.dice.random() < REFUSING.get(self.device.mode_name, 0):
            # As in a turn without room in the journal.
            self.device.mode.refuse(self.now_ms, Refusal("memory-full", "-"))
        if self.dice.random() < 0.001:
            self.device.set_journal_aside(self.now_ms)
        if self.device.match.table and self.dice.random() < 0.003:
            # As after a power cut.
            self.device.recover(self.now_ms)
            # A game that was over when the journal was compacted is not kept.
            self.device.go_to(self.now_ms, "resume" if self.device.match.table else "choose")
        if self.device.mode_name == "place" and self.dice.random() < 0.01:
            self.ask(ALMOST_VOID)
            self.ask("touch e1")
            self.device.press(self.now_ms, "white")
        if self.device.mode_name == "dice" and self.dice.random() < 0.1:
            # A cursor rarely comes to a movable stone.
            self._pick()
        self.now_ms += self.dice.choice([20, 60, 200, 3100])
        if what < (0.5 if self.device.mode_name in SHORT else 0.1):
            self._connection = self.dice.choice([ALONE, LINKED, UNSENT])
        if what < 0.75 or not self.device.match.table:
            often = OFTEN.get(self.device.mode_name, ())
            buttons = often if often and self.dice.random() < 0.2 else self._buttons
            self.device.press(self.now_ms, self._build.key_of(self.dice.choice(buttons)))
        elif what < 0.95:
            self._move()
        if self._stones and self.dice.random() < 0.5:
            self._touch_stones(self._stones)
        if self.device.step(self.now_ms, (), b"", 0, self._counts()).is_restart:
            self._start(False)

    def _counts(self) -> Sequence[int] | None:
        return self._stones.counts if self._stones else None

    def _touch_stones(self, stones: Stones) -> None:
        """Lay the stones right, move some as in a move, or lay one anywhere."""
        if self.device.mode_name == "calibrate":
            self._calibrate()
        if not self.device.match.table:
            return
        game, what = self.device.match.game, self.dice.random()
        letters = game.cells()
        if what < 0.3 or self.device.mode_name in ("lay", "put-right", "resume"):
            pending = self.device.pending
            self._lay_stones(stones, pending.letters if pending else letters)
        elif what < 0.9 and game.legal_moves():
            cells = game.move_cells(self.dice.choice(game.legal_moves()))
            before = stones.letters
            if len(cells) == 2:
                first, second = cells
                stones.lift(first)
                if self.dice.random() < 0.8:
                    stones.drop(first, before[second])
                    stones.drop(second, before[first])
            elif cells:
                stones.drop(cells[0], self.dice.choice("bw"))
            elif self.dice.random() < 0.5:
                self._lay_stones(stones, "." + letters[1:])
                self._lay_stones(stones, letters)
        else:
            stones.drop(self.dice.randrange(25), self.dice.choice("bw."))
        self._feel(stones)

    def _lay_stones(self, stones: Stones, letters: str) -> None:
        stones.lay(letters)
        self._feel(stones)

    def _feel(self, stones: Stones) -> None:
        """Let the hand let go."""
        for _ in range(self.dice.choice((1, 15))):
            self.now_ms += 60
            self.device.step(self.now_ms, (), b"", 0, stones.counts)

    def _calibrate(self) -> None:
        """Lay the stones that are wanted, sometimes others, and go on."""
        stones = self._stones
        assert stones
        while self.device.mode_name == "calibrate" and self.dice.random() < 0.995:
            calibration, detail = self.device.mode._calibration, self.device.mode.detail()
            if calibration.step == ONE_STONE:
                stones.lay("." * len(stones.letters))
            if detail != "-":
                stones.drop("abcde".index(detail[0]) + 5 * (int(detail[1]) - 1), detail[2])
            if self.dice.random() < 0.05:
                stones.drop(self.dice.randrange(25), self.dice.choice("bw."))
            for _ in range(10):
                self.now_ms += 60
                self.device.step(self.now_ms, (), b"", 0, stones.counts)
            if self.device.mode.detail() == "-":
                if self.dice.random() < 0.3:
                    # Its lights are seen.
                    return
                self.device.press(self.now_ms, "white")

    def scene(self) -> set[int]:
        """Return the meanings of the lights."""
        return set(self.device.screen.painter.scene)

    def ask(self, text: str) -> None:
        """Send a request, as a PC does, whether it is possible or not."""
        with suppress(Refused, MalformedText):
            handle_request(self.device, self.now_ms, text)

    def _wait_for_hint(self) -> None:
        """Ask for a hint, and press nothing until it has come."""
        if self.device.mode_name == "play":
            self.ask("new switch AB " + LOST)
            if self.device.mode_name == "lay":
                self.device.press(self.now_ms, "white")
        self.device.press(self.now_ms, "hold-yellow")
        for _ in range(SEEKING):
            self.now_ms += 5
            self.device.step(self.now_ms, (), b"", 0)

    def _ask_panel(self) -> None:
        """Show a picture, or release the panel."""
        letters = self.dice.choice(PICTURES)
        size = self.device.build.size
        if letters in ("new", "off"):
            self.ask("panel " + letters)
        elif self.device.build.has_cursor and self.dice.random() < 0.5:
            self.ask(f"panel {''.join(self.dice.choices(letters, k=size * size))} c3")
        else:
            self.ask(f"panel {''.join(self.dice.choices(letters, k=size * size))}")

    def _pick(self) -> None:
        """Press the first cell of a move, if it has one."""
        game = self.device.match.game
        for cell in game.move_cells(self.dice.choice(game.legal_moves()))[:1]:
            self.device.press_cell(self.now_ms, cell)

    def _move(self) -> None:
        match = self.device.match
        moves = match.game.legal_moves()
        if not moves:
            return
        # The same few moves back and forth repeat positions. A confirmed warning ends games.
        few = moves[:2] if self.dice.random() < 0.5 else moves
        move = self.dice.choice(few)
        if match.table.phase == "play" and self.dice.random() < 0.5:
            risky = [move for move in moves if match.game.warning(move)]
            move = self.dice.choice(risky or [move])
        self.ask(match.game.move_text(move))
