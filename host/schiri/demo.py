"""A demonstration: whole games that play themselves at a table.

Decides what is played next, by a seed.  Must not know the view or the time.
"""

import random
from collections.abc import Callable, Iterable
from itertools import count, islice

from schiri_device.link.modes import PLAYS, kind_of
from schiri_engines.registry import row_of

from schiri.device.reports import DeviceView
from schiri.errors import HostError
from schiri.events import Event
from schiri.games.rolls import drawn, rolls_due
from schiri.games.rulings import board_of
from schiri.referee import Referee
from schiri.table.intents import Enter, Intent, NewGame, Press
from schiri.table.session import TableSession

NAMES = ("Ann", "Ben", "Cleo")
# House rules that make each game short enough to watch: the device plays both sides of Switch,
# and Joggle has a goal that the sheet names for younger players.
OPTIONS: dict[str, dict[str, str]] = {
    "switch": {"device-a": "2", "device-b": "1"},
    "joggle": {"goal": "2S"},
    "drehwurm": {"mode": "full"},
}
PLAYERS = {"drehwurm": 3}
# Moves that end a game early, made only if there is no other.
NEVER = ("resign", "abandon")
# A throw-in is possible after most cards, but rare in real games.
THROWS, HOW_OFTEN = "throw", 0.1
# The number of moves considered in a card game.
MOST = 2000
# The longest wait for an answer, and for the device's own move.
ANSWER_S = 10.0
PATIENCE = 400
# The mode in which the device shows how to lay the pieces; not needed for an empty board.
LAY = "lay"
# Waits; returns whether to stop.
Wait = Callable[[], bool]
# The events in the game of this name.
Tell = Callable[[str, Event], object]


class Demo:
    """Plays games at a table, one after the other.

    Shape: ``logs`` are the files of the games that are over.
    """

    def __init__(
        self, session: TableSession, games: tuple[str, ...], seed: int, notify: Tell | None = None
    ) -> None:
        self._session = session
        self._games = games
        self._notify: Tell = notify or (lambda game, event: None)
        self._random = random.Random(seed)
        self.logs: list[str] = []

    def run(self, wait: Wait) -> bool:
        """Play all games and return True, or False if ended early.

        Shape: ``wait`` ends it, or a person who plays at the table.
        Raises: HostError (errors of the table, no-answer).
        """
        for game in self._games:
            if not self._play(game, wait):
                return False
            played = self._session.state.game
            assert played
            self.logs.append(played.log)
        return True

    def _play(self, game: str, wait: Wait) -> bool:
        names, options = NAMES[: PLAYERS.get(game, 2)], OPTIONS.get(game, {})
        if not self._until(lambda: self._device.connected is not None, wait, count()):
            return False
        if not self._do(NewGame(game, names, options)):
            return False
        if row_of(game).size and not self._until(self._begins, wait, range(PATIENCE)):
            return False
        # A second referee follows the moves: it knows the state at once.
        referee = Referee(game, names, options)
        idle = 0
        while not referee.state().over:
            if wait():
                return False
            command = next_command(referee, self._device, self._random)
            if command:
                if not self._do(Enter(command)):
                    return False
                for event in referee.command(command):
                    self._notify(game, event)
                idle = 0
            elif (idle := idle + 1) > PATIENCE:
                raise HostError("no-answer")
        return self._until(lambda: self._ends(game), wait, range(PATIENCE))

    @property
    def _device(self) -> DeviceView:
        return self._session.state.device

    def _begins(self) -> bool:
        """Confirm to the device that the pieces are laid, once it shows how."""
        status = self._device.status
        mode = status.mode if status else ""
        if mode == LAY:
            self._do(Press("white"))
        return mode == LAY or (bool(mode) and kind_of(mode) == PLAYS)

    def _ends(self, game: str) -> bool:
        """Return whether the table has reached the end as well."""
        played = self._session.state.game
        return played is not None and played.state.game == game and played.state.over

    def _until(self, is_so: Callable[[], bool], wait: Wait, times: Iterable[object]) -> bool:
        """Wait until a condition holds, a limited number of times; return False to stop.

        Raises: HostError (no-answer, and errors of the table).
        """
        for _ in times:
            if is_so():
                return True
            if wait():
                return False
            self._require()
        raise HostError("no-answer")

    def _do(self, intent: Intent) -> bool:
        """Send an intent to the table; return False if the table is further than we know."""
        answer = self._session.do(intent).result(ANSWER_S)
        self._require()
        if answer.error:
            raise answer.error
        return answer.is_done

    def _require(self) -> None:
        if self._session.state.fault:
            raise self._session.state.fault


def next_command(referee: Referee, device: DeviceView, chance: random.Random) -> str:
    """Return the next command, "" while the device thinks.

    >>> next_command(Referee("joggle"), DeviceView(), random.Random(1)) in "RGBYJ"
    True
    """
    game, names = referee.table.game, tuple(referee.names)
    if any(referee.options.get(name, "off") != "off" for name in ("device-a", "device-b")):
        status = device.status
        # The status still shows its last move for a moment, which is no longer legal.
        legal = {game.move_text(move, names) for move in game.legal_moves()}
        return status.detail if status and status.own_move and status.detail in legal else ""
    moves = [game.move_text(move, names) for move in islice(iter(game.legal_moves()), MOST)]
    return _chosen(moves, referee, chance)


def _chosen(moves: list[str], referee: Referee, chance: random.Random) -> str:
    """Return a random move; in a board game, one that brings its player nearer to the goal."""
    if row_of(referee.game).size and (rolls := rolls_due(board_of(referee.table))):
        return board_of(referee.table).move_text(drawn(rolls, chance.randrange))
    throws = [move for move in moves if move.startswith(THROWS)]
    if throws and chance.random() < HOW_OFTEN:
        return chance.choice(throws)
    usual = [move for move in moves if not move.startswith((*NEVER, "pass", THROWS))]
    usual = usual or [move for move in moves if not move.startswith(NEVER)]
    if row_of(referee.game).size:
        # Equal values: chosen at random.
        return max(usual, key=lambda move: (_worth(move, referee), chance.random()))
    return chance.choice(usual)


def _worth(move: str, referee: Referee) -> int:
    """Return how near a move brings its player to squares: more for each further marble in one."""
    game = board_of(referee.table).copy()
    side, size = game.side, game.SIZE
    game.play(game.parse_move(move))
    cells = game.cells()
    worth = 0
    for corner in range(size * (size - 1)):
        if (corner + 1) % size:
            square = [cells[corner + step] for step in (0, 1, size, size + 1)]
            if all(each in (side, ".") for each in square):
                worth += 10 ** square.count(side)
    return worth
