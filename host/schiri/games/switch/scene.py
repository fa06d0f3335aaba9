"""Switch in a scene: its layouts, its free set-up, hints, and a device that plays along.

Must not decide what is legal.
"""

from typing import cast

from schiri_engines.switch.movegen import STONES_EACH

from schiri.device.reports import DeviceView
from schiri.events import State
from schiri.games.rulings import OnBoard
from schiri.scene.modes import MODE_TEXTS, ModeText
from schiri.scene.opponent import OpponentScene, opponent_modes
from schiri.scene.part import GuideStep
from schiri.scene.participant import Participant
from schiri.scene.scene import Action, Control, Icon, Pick, Row
from schiri.table.intents import Enter
from schiri.table.state import GameSnapshot
from schiri.texts import N_
from schiri.views import BoardView, named

MOVE = N_("Tap a stone, then where it goes.")
# The controls during a turn on a board that feels its stones.
UNDONE, CONFIRMED = ("hint", "undo"), ("felt", "not-felt")


# The boards of the guide, row by row from a1 on.
BEGUN = "bwbwb" + "wbwbw" + "bw.wb" + "wbwbw" + "bwbwb"
CONNECTED = "wwwbb" + "wwwbb" + "wbbb." + "wbbww" + "bbbww"


class SwitchScene(OpponentScene):
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
    choices = ("hints-a", "hints-b", "layout", "clock")
    # The move would connect the other colour.
    warnings = ("connects-opponent",)
    modes = {
        **MODE_TEXTS,
        "play": ModeText("", MOVE, ("hint", "undo")),
        "play warned": ModeText("", MOVE, ("anyway", "hint", "undo")),
        "play picked": MODE_TEXTS["play picked"]._replace(controls=("hint", "undo")),
        **opponent_modes("play"),
        "place": ModeText("", N_("Choose a stone, then tap a free field."), ("undo",)),
        "place choose": ModeText("", N_("Choose your colour."), ("undo",)),
    }

    felt = {
        "lay": ModeText(
            N_("Lay the stones as the lights show."),
            N_("The game begins when all lie right. Or begin with the stones as they lie."),
            ("as-they-lie", "to-games"),
        ),
        "resume": ModeText(
            N_("The game goes on."),
            N_("Lay the stones as the lights show."),
            ("to-games",),
        ),
        "put-right": ModeText(
            N_("Put the stones right."), N_("Put a stone on {detail}, as shown here."), ("undo",)
        ),
        "put-right take": ModeText(
            N_("Put the stones right."), N_("Take the stone off {detail}."), ("undo",)
        ),
        "put-right ready": ModeText(
            N_("Put the stones right."), N_("They lie right. Let go."), ("undo",)
        ),
        "play": ModeText("", N_("Move a stone of yours on the board, or swap two."), UNDONE),
        "play felt": ModeText(
            "", N_("Is this your move: {detail}? Your next move confirms it, too."), CONFIRMED
        ),
        "play device": ModeText("", N_("Make this move on the board."), ("undo",)),
        "place": ModeText("", N_("Put a stone of yours on a free field."), ("undo",)),
        "place choose": ModeText(
            "",
            N_("Choose your colour: lift a stone of it, put it back and press white."),
            ("undo",),
        ),
        "correct": ModeText(
            N_("The position is being corrected."),
            N_("Move stones: the position is what lies on the board."),
            ("keep", "side", "discard"),
        ),
    }

    def touch(self, device: DeviceView, game: GameSnapshot, person: Participant) -> str:
        is_placed = is_set_up(device) and game.state.phase == "place"
        return stone(game.state, person) if is_placed else "touch"

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


SCENE = SwitchScene
