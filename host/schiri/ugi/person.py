"""The person at a device as a player: sends an arbiter's moves to the board, and returns the
person's.

Decides how the device's game gets to the arbiter's position, and which entries are an answer.  Must
not know a port or a thread: the caller steps its table.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Protocol

from schiri_engines import programs
from schiri_engines.options import chosen_options
from schiri_engines.refusals import SEAT_LETTERS, MalformedText, Refused

from schiri.errors import HostError
from schiri.events import EntryMade, Event, Header, State
from schiri.table.intents import NO_ANSWER, NO_DEVICE, Answer, Enter, Intent, NewGame
from schiri.table.state import GameSnapshot, TableState
from schiri.ugi.player import NO_MOVE, Choose, FoundMove, Limits, Position, first_of

UNDO = "undo"
SET_POSITION = "set position "
# The most entries to undo; beyond that a new game begins.
MOST_UNDONE = 2


class SteppedTable(Protocol):
    """A table that is stepped by its caller."""

    @property
    def state(self) -> TableState: ...
    def do(self, intent: Intent) -> Answer: ...
    def take_events(self) -> list[Event]: ...


class Person:
    """The person at the board of a device.

    Shape: no limit hurries a person; one who resigns, or agrees to a draw, has no move.  Stepping
    this player steps the table.  ``say_due`` is called once the board is at the position and the
    person is to move.
    Raises: HostError, MalformedText (those of the table, and build-too-small), by `step`.
    """

    has_choice = False
    _position: Position

    def __init__(self, table: SteppedTable, say_due: Callable[[State], object]) -> None:
        self._table = table
        self._say_due = say_due
        # The options and the entries of the device's game, None while unknown.
        self._options: Mapping[str, str] | None = None
        self._entries: list[str] = []
        self._is_beginning = False

    def begin(self, position: Position, limits: Limits, choose: Choose = first_of) -> None:
        self._position = position
        game = position.game
        root = [SET_POSITION + position.root] if position.root else []
        moves = [
            game.move_text(move)
            for text in position.moves
            for move in programs.parse_moves(game, text)
        ]
        self._wanted = self._without_empty_rolls([*root, *moves])
        self._found = FoundMove(NO_MOVE)
        self._has_asked = False

    def step(self, now_ms: int) -> bool:
        for event in self._table.take_events():
            self._apply_event(event)
        device = self._table.state.device
        if not (device.connected and device.status):
            # Ask again for the reports that were in transit.
            self._is_beginning = False
        if not device.connected or self._is_beginning:
            return False
        game = self._position.game
        if device.build.size < game.SIZE:
            raise HostError("build-too-small", build=device.build.name, game=game.NAME)
        return self._follow()

    def found(self) -> FoundMove:
        return self._found

    def _apply_event(self, event: Event) -> None:
        if isinstance(event, Header):
            self._options, self._entries = event.options, []
            self._is_beginning = False
        elif isinstance(event, EntryMade) and event.entry == UNDO:
            del self._entries[-1:]
        elif isinstance(event, EntryMade) and event.word != "dispute":
            self._entries.append(event.entry)

    def _follow(self) -> bool:
        """Bring the board nearer to the position; once there, return whether a move arrived."""
        wanted, on_board = self._wanted, self._without_empty_rolls(self._entries)
        game = self._same_game()
        if game is None:
            return self._begin_game()
        if on_board == wanted and not self._has_asked:
            self._has_asked = True
            self._say_due(game.state)
        # A move entered before it was requested is no answer.
        if self._has_asked and on_board[: len(wanted)] == wanted:
            return self._take(on_board[len(wanted) :])
        if wanted[: len(on_board)] == on_board:
            return self._do(Enter(wanted[len(on_board)]))
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(wanted, on_board)))
        is_other_root = root_of(on_board) != root_of(wanted)
        if game.state.over or is_other_root or len(on_board) - shared > MOST_UNDONE:
            return self._begin_game()
        return self._do(Enter(UNDO))

    def _same_game(self) -> GameSnapshot | None:
        """Return the device's game if it is the arbiter's, with the same options."""
        game = self._table.state.game
        if self._options is None or game is None or game.state.game != self._position.game.NAME:
            return None
        # Logs leave out some defaults.
        usual = chosen_options(self._position.game.OPTIONS, {})
        is_same = all(
            self._options.get(name, usual[name]) == value
            for name, value in self._position.options.items()
        )
        return game if is_same else None

    def _begin_game(self) -> bool:
        game = self._position.game
        self._is_beginning = True
        return self._do(NewGame(game.NAME, SEAT_LETTERS[: game.seats], self._position.options))

    def _do(self, intent: Intent) -> bool:
        """Send a request to the device; a refusal ends the search with its reason."""
        answer = self._table.do(intent)
        if answer.malformed:
            raise answer.malformed
        if answer.error and answer not in (NO_DEVICE, NO_ANSWER):
            raise answer.error
        if answer.refusal:
            self._is_beginning = False
            self._found = FoundMove(NO_MOVE, f"string {answer.refusal.code} {answer.refusal.rule}")
        return answer.refusal is not None

    def _take(self, texts: Sequence[str]) -> bool:
        """Take the entries after the position as the answer, once they form a complete ply."""
        game = self._position.game.copy()
        for count, text in enumerate(texts, 1):
            try:
                game.after(text)
            except (MalformedText, Refused):
                # Resigning and the like have no words in the protocol.
                self._found = FoundMove(NO_MOVE, f"string {text}")
                return True
            if not programs.is_within_ply(game):
                self._found = FoundMove(":".join(texts[:count]))
                return True
        return False

    def _without_empty_rolls(self, texts: Sequence[str]) -> list[str]:
        """Return entries without rolls for which no field was free, which change nothing."""
        kind = type(self._position.game)
        game = kind(self._position.options)
        kept = []
        for text in texts:
            before = game.position()
            if text.startswith(SET_POSITION):
                game = kind.from_position(text.removeprefix(SET_POSITION), self._position.options)
            else:
                with suppress(MalformedText, Refused):
                    game.after(text)
                    if game.position() == before:
                        continue
            kept.append(text)
        return kept


def root_of(texts: Sequence[str]) -> list[str]:
    """Return the first entry of a game, if it is not a move."""
    return [text for text in texts[:1] if text.startswith(SET_POSITION)]
