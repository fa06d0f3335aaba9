"""The device's own code at the other end of the second client's wire, in virtual time.

Decides the faults of the wire and of the power; the client does not know them.
"""

from collections.abc import Callable
from random import Random

from schiri.simulator.flash import Flash, PowerCut
from schiri.simulator.lossy_wire import Channel
from schiri_device.app.device import Device
from schiri_device.builds import load
from schiri_device.ticks import PERIOD, later
from schiri_engines.game import BoardGame
from schiri_engines.registry import board_game
from schiri_engines.table import Table

from tests.entropy import Entropy
from tests.protocol.client.core import Client, Request
from tests.protocol.client.log import Game, Log

STEP_MS = 5
START = PERIOD - 65_000
PATIENCE_MS = 60_000


def table_of(game: Game) -> "Table[BoardGame]":
    """Return the table of this game, by the rules."""
    _, name, seats, *options = game.new.split(" ")
    values = dict(word.split("=", 1) for word in options)
    if game.board:
        values["board"] = game.board.removeprefix("board ")
    made = board_game(name)(values, len(seats))
    table = Table(made, tuple(seats))
    for entry in game.entries:
        assert table.try_apply(table.parse(entry)) is None
    return table


def describe(game: Game) -> list[str] | None:
    """Return the entries that set another game to this position."""
    table = table_of(game)
    return (
        None
        if table.outcome()
        else [table.text(entry) for entry in table.game.setup_entries(table.turn or 0)]
    )


class Rig:
    """A device, a client and the wire between them."""

    def __init__(self, build: str, seed: int = 1, path: str = "") -> None:
        found = load(build)
        assert found is not None
        self.build, self.random = found, Random(seed)
        self.flash = Flash()
        self.now = 0
        self.entropy = Entropy(seed)
        self.wires = Channel(self.random), Channel(self.random)
        self.restarts = -1
        self.said = bytearray()
        # Whether the players end the game as soon as they can.
        self.hurries = False
        self.switch_on()
        self.connect(Log(path))

    def connect(self, log: Log) -> None:
        """Open the port."""
        self.client = Client(log, f"t{self.random.randrange(10**9)}", describe)
        self.is_plugged = True

    def switch_on(self) -> None:
        """Switch the device on: only its store survives."""
        self.restarts += 1
        try:
            self.device = Device(self.build, self.flash, self.entropy, ("TEST", "1"), self.ticks())
        except PowerCut:
            self.switch_on()

    def ticks(self) -> int:
        return later(START, self.now)

    def step(self, noise: bytes = b"", step_ms: int = STEP_MS) -> None:
        """Let both ends make one step."""
        self.now += step_ms
        room, data = 0, b""
        if self.is_plugged:
            room, data = 256, self.wires[0].pass_on(self.now, self.client.tick(self.now))
        try:
            output = self.device.step(self.ticks(), [], noise + data, room)
        except PowerCut:
            self.switch_on()
            return
        if self.is_plugged:
            sent = bytes(output.sent)
            self.said += sent
            self.client.receive(self.wires[1].pass_on(self.now, sent), self.now)
        if output.is_restart:
            self.switch_on()

    def run(self, for_ms: int, step_ms: int = STEP_MS) -> None:
        """Let time pass."""
        for _ in range(for_ms // step_ms):
            self.step(step_ms=step_ms)

    def until(self, is_so: Callable[[], object]) -> None:
        """Let time pass until a condition holds."""
        end = self.now + PATIENCE_MS
        while not is_so():
            assert self.now < end, "it never came so"
            self.step()

    def ask(self, what: str) -> str:
        """Send a request to the device and wait for its answer."""
        request: Request = self.client.ask(what)
        self.until(lambda: request.answer)
        return request.answer

    def move(self) -> str:
        """Make a random move, by requests; return it, "" at the end of the game."""
        self.until(self.is_even)
        game = self.client.log.game()
        table = table_of(game) if game else None
        if table is None or table.outcome():
            return ""
        move = self.choose(table)
        for _ in range(5):
            # A losing move must be requested twice, and again after a power cut.
            if self.ask(move) == "ok":
                self.until(self.is_even)
                return move
        raise AssertionError(move)

    def choose(self, table: Table) -> str:
        """Return a move that ends the game if there is one, otherwise any."""
        game = table.game
        moves = list(game.legal_moves())
        self.random.shuffle(moves)
        for move in moves if self.hurries else ():
            game.push(move)
            ends = game.outcome()
            game.pop()
            if ends:
                return table.text(move)
        return table.text(moves[0])

    def is_even(self) -> bool:
        """Return whether the client has greeted the device and has all its events."""
        last, journal = self.client.log.last(self.client.epoch), self.device.journal
        return self.client.epoch == journal.epoch and last == journal.last

    def is_same(self) -> bool:
        """Return whether game and settings on the device match the log."""
        game, match = self.client.log.game(), self.device.match
        if game is None or match.table is None:
            return game is None and match.table is None
        table = table_of(game)
        mine = table.game.position(), table.turn, table.phase, table.outcome()
        return mine == (match.game.position(), match.table.turn, match.table.phase, match.outcome)

    def texts(self) -> list[str]:
        """Return the events in the log."""
        return [text for _, number, _, text in self.client.log.records if number]
