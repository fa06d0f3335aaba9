"""A game's part of a scene: the base of every game's ``scene.py``, with its defaults.

Must not know which games exist, or how a scene is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from schiri.device.reports import DeviceView
from schiri.scene.correction import TURN, Correction
from schiri.scene.participant import Participant
from schiri.scene.scene import Action, Control, Die, Form, FormField, Lines, Middle, Row, Sheet
from schiri.table.intents import Undo
from schiri.table.state import GameSnapshot
from schiri.texts import N_, Words
from schiri.views import Drawable

if TYPE_CHECKING:
    from schiri.games.words import GameWords


class GuideStep(NamedTuple):
    """A picture of how a game is played, and its sentence."""

    view: Drawable
    text: str


class GameScene:
    """The part of a scene that one game adds.

    Shape: its methods get the current ``game``, the ``person`` who sees it, and if they need it
    the ``device``.  ``about`` explains the game to newcomers in a sentence; the default is its
    title.  ``guide`` shows how it is played: the goal, a turn, the special rule.  It says only what
    the game's own sheet says.  ``questions`` are the kinds of events that answer a question, and
    are shown only to the person who asked.  ``choices`` are the options that are chosen with the
    game, in the order of the form; the others are house rules.  ``needs`` is a sentence about what
    is needed on the table, "" if a screen or the device is enough.  ``first`` is the seat that
    begins.  ``has_seat_notes`` says whether notes are beside the names.  ``most`` is the highest
    number of options.  ``correcting`` says how the game is corrected.
    """

    about = ""
    guide: tuple[GuideStep, ...] = ()
    questions: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    needs = ""
    first = N_("player 1")
    has_seat_notes = True
    most = 0
    correcting = N_("Change what is wrong, then keep it.")

    def __init__(self, game_words: GameWords) -> None:
        self.game_words = game_words

    def middle(self, device: DeviceView, game: GameSnapshot, person: Participant) -> Middle | None:
        """Return the middle of the scene."""
        lines = self.game_words.state_lines(person.words, game.state)
        return Lines(tuple(lines)) if lines else None

    def turn(self, words: Words, game: GameSnapshot) -> str:
        """Return what replaces the sentence of the phase for everybody, or ""."""
        return ""

    def heading(self, device: DeviceView, game: GameSnapshot, person: Participant) -> str:
        """Return a question that replaces whose turn it is, or ""."""
        return ""

    def still(self, words: Words, game: str, view: Drawable | None) -> Middle | None:
        """Return the middle for a step of a log, None if lines are enough."""
        return None

    def sample(self, game: str) -> Drawable | None:
        """Return an example of the middle for a picture, or None."""
        return None

    def hint(self, device: DeviceView, game: GameSnapshot, person: Participant) -> str:
        """Return what to do now, a sentence or two."""
        return ""

    def facts(self, words: Words, game: GameSnapshot) -> tuple[str, ...]:
        """Return sentences about the moment that spectators read too, before the hint."""
        return ()

    def is_for_all(self, game: GameSnapshot) -> bool:
        """Return whether all players act now, not only the one on turn."""
        return False

    def due_on_panel(self, words: Words, game: GameSnapshot) -> str:
        """Return what to do first on a device that is the panel of races, "" for nothing."""
        return ""

    def note(self, game: GameSnapshot, person: Participant) -> str:
        """Return a fact about the whole game, such as its goal, or ""."""
        return ""

    def die(self, game: GameSnapshot) -> Die | None:
        """Return the die while it is to be rolled or decides the move, else None."""
        return None

    def undoes(self, device: DeviceView, game: GameSnapshot) -> Action | None:
        """Return the action of Undo: it releases a held piece, or undoes the last entry."""
        return Undo() if game.may_undo else None

    def rows(self, device: DeviceView, game: GameSnapshot, person: Participant) -> tuple[Row, ...]:
        """Return the game's own controls for players."""
        return ()

    def end_controls(
        self, device: DeviceView, game: GameSnapshot, person: Participant
    ) -> tuple[Control, ...]:
        """Return the game's own rare controls."""
        return ()

    def forms(self, game: GameSnapshot, person: Participant) -> tuple[Form, ...]:
        """Return the game's own forms for players."""
        return ()

    def corrections(self, game: GameSnapshot, person: Participant) -> tuple[Correction, ...]:
        """Return what may be corrected now: in every game whose turn it is.  Rule: TA-5."""
        turn = game.state.turn
        if turn is None:
            return ()
        names = tuple((name, name) for name in game.players)
        label = person.words.gettext("Whose turn it is")
        return (Correction(f"set turn :{TURN}:", (FormField(TURN, "choice", label, turn, names),)),)

    def sheets(self, game: GameSnapshot, person: Participant) -> tuple[Sheet, ...]:
        """Return figures for everybody."""
        return ()
