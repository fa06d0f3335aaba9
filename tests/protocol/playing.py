"""A rig at whose wire the second client listens, and players who act by its requests."""

from pathlib import Path

from schiri.device.port import PortLost
from schiri.simulator.wires import Cable
from schiri_engines.game import BoardGame
from schiri_engines.registry import board_game
from schiri_engines.table import Table

from tests.protocol.client.core import Client
from tests.protocol.client.log import Game, Log
from tests.rig import Rig


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
    if table.outcome():
        return None
    return [table.text(entry) for entry in table.game.setup_entries(table.turn or 0)]


class ClientRig(Rig):
    """A device and the second client, which does not know of faults.

    Shape: ``said`` are the bytes that the device has sent.
    """

    cable: Cable

    def __init__(self, build: str, seed: int = 1, path: str = "") -> None:
        super().__init__(Path(), build, seed, has_host=False)
        self.said = bytearray()
        self._port = self.open_port()
        # Whether the players end the game as soon as they can.
        self.hurries = False
        self.connect(Log(path))

    def connect(self, log: Log) -> None:
        """Plug the cable in, and start the client, as a program that only has its log."""
        self.wire.plug()
        self.client = Client(log, f"t{self.random.randrange(10**9)}", describe)

    def step_device(self, step_ms: int) -> None:
        super().step_device(step_ms)
        self.said += self.simulator.output.sent

    def listen(self) -> None:
        if not self.wire.is_plugged:
            return
        try:
            self.client.receive(self._port.read(), self.now_ms)
            self._port.write(self.client.tick(self.now_ms))
        except PortLost:
            self._port = self.open_port()

    def ask(self, what: str) -> str:
        """Send a request to the device and wait for its answer."""
        request = self.client.ask(what)
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
