"""Switch in a scene: its layouts, its free set-up, hints, and a device that plays along.

Must not decide what is legal.
"""

from typing import cast

from schiri_engines.switch.movegen import STONES_EACH

from schiri.device.reports import DeviceView
from schiri.events import EntryMade, State
from schiri.games.rulings import OnBoard
from schiri.prose import detail_words
from schiri.prose.answers import HINTS
from schiri.scene.board import BoardScene
from schiri.scene.modes import CONTROLS, MODE_TEXTS, ModeText
from schiri.scene.part import GuideStep
from schiri.scene.participant import Participant
from schiri.scene.scene import Action, Control, Icon, Pick, Row
from schiri.table.intents import Enter, Press
from schiri.table.state import GameSnapshot
from schiri.texts import N_
from schiri.views import BoardView, named

MOVE = N_("Tap a stone, then where it goes.")


# The boards of the guide, row by row from a1 on.
BEGUN = "bwbwb" + "wbwbw" + "bw.wb" + "wbwbw" + "bwbwb"
CONNECTED = "wwwbb" + "wwwbb" + "wbbb." + "wbbww" + "bbbww"


class SwitchScene(BoardScene):
    """The part of a scene that Switch adds."""

    about = N_("Move and swap stones until all of yours hang together.")
    guide = (
        GuideStep(
            BoardView(5, CONNECTED, won=named(CONNECTED, 5, "b")),
            N_("Goal: all your stones hang together, not only at corners."),
        ),
        GuideStep(
            BoardView(5, BEGUN, picked="b4", legal=("c3",)),
            N_("Your turn: move a stone of yours to the free field, or swap two."),
        ),
        GuideStep(
            BoardView(5, BEGUN, picked="a1", legal=("b1", "d1", "a2", "a4")),
            N_("Swap two colours in a line in which most stones are yours."),
        ),
    )
    # Hints are shown as a choice: a newcomer would not look under house rules.
    choices = ("hints-a", "hints-b", "layout")
    # The move would connect the other colour.
    warnings = ("connects-opponent",)
    modes = {
        **MODE_TEXTS,
        "play": ModeText("", MOVE, ("hint", "undo")),
        "play warned": ModeText("", MOVE, ("anyway", "hint", "undo")),
        "play picked": MODE_TEXTS["play picked"]._replace(controls=("hint", "undo")),
        "play device": ModeText("", N_("Make this move on the real board."), ("done", "undo")),
        "play thinking": ModeText(N_("The device is thinking."), N_("Wait a moment."), ("undo",)),
        # While a hint is shown, no other is offered.
        **{f"play {code}": ModeText("", text, ("undo",)) for code, text in HINTS.items()},
        "place": ModeText("", N_("Choose a stone, then tap a free field."), ("undo",)),
        "place choose": ModeText("", N_("Choose your colour."), ("undo",)),
    }
    controls = {**CONTROLS, "hint": Control("hint", N_("Hint"), Press("hold-yellow"), "h")}

    def touch(self, device: DeviceView, game: GameSnapshot, person: Participant) -> str:
        is_placed = is_set_up(device) and game.state.phase == "place"
        return stone(game.state, person) if is_placed else "touch"

    def heading(self, device: DeviceView, game: GameSnapshot, person: Participant) -> str:
        """Return the device's move in the words of the history, or the common heading."""
        now, words = device.status, person.words
        if person.pick("edit") or now is None or now.own_step != "device":
            return super().heading(device, game, person)
        move = detail_words(words, now.mode, now.detail)
        made = EntryMade("move", move, game.state.turn)
        return f"{self.game_words.sentence(words, made)}."

    def asked(self, device: DeviceView, game: GameSnapshot) -> ModeText:
        """Return the device's question; a hint only if the game has hints."""
        asked = super().asked(device, game)
        if has_hints(game):
            return asked
        return asked._replace(controls=tuple(each for each in asked.controls if each != "hint"))

    def own_rows(
        self, device: DeviceView, game: GameSnapshot, person: Participant
    ) -> tuple[Row, ...]:
        """Return the stones of a free set-up."""
        words, phase = person.words, game.state.phase
        if not is_set_up(device) or phase not in ("place", "choose"):
            return ()
        is_choice, picked = phase == "choose", stone(game.state, person)
        found = []
        for key, colour in (("1", "b"), ("2", "w")):
            action: Action = Enter(f"choose {colour}") if is_choice else Pick("stone", colour)
            is_on = None if is_choice else picked == colour
            label = words.pgettext("colour", f"switch {colour}")
            icon = Icon("stone", colour)
            found.append(Control(f"stone-{colour}", label, action, key, icon=icon, is_on=is_on))
        return (Row("stones", words.gettext("Your stone"), tuple(found)),)


def is_set_up(device: DeviceView) -> bool:
    """Return whether the device is in the mode of the free set-up."""
    return device.status is not None and device.status.mode == "place"


def stone(state: State, person: Participant) -> str:
    """Return the colour of the next stone: the chosen one, unless all stones of it lie."""
    placed = cast(OnBoard, state).position.split()[0]
    free = [colour for colour in "bw" if placed.count(colour) < STONES_EACH]
    chosen = person.pick("stone")
    return chosen if chosen in free else free[0] if free else ""


def has_hints(game: GameSnapshot) -> bool:
    """Return whether the player on turn may have a hint in this game."""
    players = game.players
    if game.state.turn not in players:
        return False
    letter = "ab"[players.index(game.state.turn) % 2]
    return game.options.get(f"hints-{letter}", "off") != "off"


SCENE = SwitchScene
