"""What a game adds to a scene: the base of every game's ``scene.py``, and what a game has without.

Must not know which games there are, nor how a scene is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from schiri.events import State
from schiri.scene.reader import Reader
from schiri.scene.scene import Control, Form, Grid, Lines, Middle, Roll, Row, Sheet
from schiri.table.state import TableState
from schiri.texts import N_, Words

if TYPE_CHECKING:
    from schiri.games.adapter import GameAdapter
    from schiri.picture.drawing import Drawable

CARDS = N_("You need the real cards. Schiri watches the rules and keeps the score.")


class GameScene:
    """The part of a scene that one game adds, for a state in which it is played.

    Shape: ``about`` tells who does not know the game what it is about, in a sentence; without it
    its title does. ``questions`` are the kinds of events that answer a question, and are told only
    to who asked. ``choices`` are the options that people choose with the game; the others are house
    rules. ``needs`` is what must lie on the table, in a sentence, "" where a screen or the device
    is enough. ``first`` is who begins in the order of the names. ``has_seat_notes`` tells whether
    what somebody has stands beside the name. ``most`` is the highest number that options take.
    """

    about = ""
    questions: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    needs = ""
    first = N_("player 1")
    has_seat_notes = True
    most = 0

    def __init__(self, adapter: GameAdapter) -> None:
        self.adapter = adapter

    def middle(self, table: TableState, state: State, reader: Reader) -> Middle | None:
        """Return what lies in the middle."""
        lines = self.adapter.state_lines(reader.words, state)
        return Lines(tuple(lines)) if lines else None

    def heading(self, table: TableState, state: State, reader: Reader) -> str:
        """Return what is asked in place of whose turn it is, "" where that is asked."""
        return ""

    def still(self, words: Words, game: str, view: Drawable | None) -> Grid | None:
        """Return how the game lies in a step of its log, None where lines tell it."""
        return None

    def sample(self, game: str) -> Drawable | None:
        """Return how a game may lie, for a picture of it; None for no picture."""
        return None

    def hint(self, table: TableState, state: State, reader: Reader) -> str:
        """Return what to do now, a sentence or two."""
        return ""

    def note(self, table: TableState, state: State, reader: Reader) -> str:
        """Return what holds for the whole game and is worth seeing, "" for nothing: a goal."""
        return ""

    def roll(self, table: TableState, state: State) -> Roll | None:
        """Return what was rolled for this move, None where nothing was."""
        return None

    def rows(self, table: TableState, state: State, reader: Reader) -> tuple[Row, ...]:
        """Return what can be pressed now besides what every game has, for who plays."""
        return ()

    def end_controls(self, table: TableState, state: State, reader: Reader) -> tuple[Control, ...]:
        """Return what is done seldom besides what every game has."""
        return ()

    def forms(self, table: TableState, state: State, reader: Reader) -> tuple[Form, ...]:
        """Return what can be sent now, for who plays."""
        return ()

    def sheets(self, table: TableState, state: State, reader: Reader) -> tuple[Sheet, ...]:
        """Return figures that stand below, for everybody."""
        return ()
