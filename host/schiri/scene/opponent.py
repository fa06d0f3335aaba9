"""The opponent in a scene: a device that plays along, and its hints.

Must not know how a game is played.
"""

from schiri.device.reports import DeviceView
from schiri.events import EntryMade
from schiri.prose import detail_words
from schiri.prose.answers import HINTS
from schiri.scene.board import BoardScene
from schiri.scene.modes import CONTROLS, ModeText
from schiri.scene.participant import EDIT, Participant
from schiri.scene.scene import Control
from schiri.table.intents import Press
from schiri.table.state import GameSnapshot
from schiri.texts import N_

HINT = "hint"


def opponent_modes(mode: str) -> dict[str, ModeText]:
    """Return the texts of the opponent's steps in the mode in which moves are made."""
    return {
        f"{mode} device": ModeText("", N_("Make this move on the real board."), ("done", "undo")),
        f"{mode} thinking": ModeText(
            N_("The device is thinking."), N_("Wait a moment."), ("undo",)
        ),
        # While a hint is shown, no other is offered.
        **{f"{mode} {code}": ModeText("", text, ("undo",)) for code, text in HINTS.items()},
    }


class OpponentScene(BoardScene):
    """A game in which a device plays along or gives hints."""

    controls = {**CONTROLS, HINT: Control(HINT, N_("Hint"), Press("hold-yellow"), "h")}

    def heading(self, device: DeviceView, game: GameSnapshot, person: Participant) -> str:
        """Return the device's move in the words of the history, or the common heading."""
        now, words = device.status, person.words
        if person.pick(EDIT) or now is None or now.own_step != "device":
            return super().heading(device, game, person)
        move = detail_words(words, now.mode, now.detail)
        made = EntryMade("move", move, game.state.turn)
        return f"{self.game_words.sentence(words, made)}."

    def asked(self, device: DeviceView, game: GameSnapshot) -> ModeText:
        """Return the device's question; a hint only if the game has hints."""
        asked = super().asked(device, game)
        if has_hints(game):
            return asked
        return asked._replace(controls=tuple(each for each in asked.controls if each != HINT))


def has_hints(game: GameSnapshot) -> bool:
    """Return whether the player on turn may have a hint in this game."""
    players = game.players
    if game.state.turn not in players:
        return False
    letter = "ab"[players.index(game.state.turn) % 2]
    return game.options.get(f"hints-{letter}", "off") != "off"
