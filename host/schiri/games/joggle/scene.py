"""Joggle in a scene: the goal, the die, and at the end how the dice fell.

Must not decide what is legal.
"""

from schiri_engines.grid import cell_text

from schiri.events import State
from schiri.games.joggle.luck import FACES
from schiri.games.joggle.rulings import JoggleEnd, JoggleState
from schiri.games.joggle.words import goal_words
from schiri.scene.modes import MODE_TEXTS, ModeText
from schiri.scene.opponent import OpponentScene, opponent_modes
from schiri.scene.part import GuideStep
from schiri.scene.participant import Participant
from schiri.scene.scene import Sheet
from schiri.table.state import GameSnapshot
from schiri.texts import N_, Words
from schiri.views import BoardView

# The boards of the pictures, row by row from a1 on.
PAINTED = ("GRGRGRGR" + "BYBYBYBY") * 4
BUILT = "." * 8 + ".w....w." + "..bbb..." + ".wbbb.w." + "...w..b." + "." * 24
BEGUN = "." * 8 + "..b..w.." + ".w....b." + "....b..." + "..w....." + "." * 24


def free(lie: str, colours: str) -> tuple[str, ...]:
    """Return the names of the free fields of these colours.

    >>> len(free(BEGUN, "R")), len(free(BEGUN, "RGBY"))
    (15, 58)
    """
    there = enumerate(zip(lie, PAINTED, strict=True))
    return tuple(cell_text(at, 8) for at, (piece, on) in there if piece == "." and on in colours)


class JoggleScene(OpponentScene):
    """The part of a scene that Joggle adds."""

    about = N_("Roll, place your marbles on the colour rolled, and build squares and rectangles.")
    guide = (
        GuideStep(
            BoardView(8, BUILT, fields=PAINTED, won=("c3", "d3", "e3", "c4", "d4", "e4")),
            N_("Goal: build figures of your marbles, such as this rectangle of six."),
        ),
        GuideStep(
            BoardView(8, BEGUN, fields=PAINTED, legal=free(BEGUN, "R")),
            N_("Roll a colour: your marble goes to a free field of that colour."),
        ),
        GuideStep(
            BoardView(8, BEGUN, fields=PAINTED, legal=free(BEGUN, "RGBY")),
            N_("You rolled a joggle: your marble goes to any free field."),
        ),
    )
    # Hints are shown as a choice, as in Switch.
    choices = ("hints-a", "hints-b", "teams", "goal", "extreme", "board", "clock")
    faces = (("R", "red"), ("G", "green"), ("B", "blue"), ("Y", "yellow"), ("J", "white"))
    modes = {
        **MODE_TEXTS,
        "dice": ModeText("", N_("Roll the die, or tap what you rolled."), ("undo",)),
        "dice place": ModeText(
            "", N_("Tap a marked field: your marble goes there."), ("hint", "undo")
        ),
        "dice move": ModeText(
            "", N_("Tap a marble of yours, then where it goes."), ("hint", "undo")
        ),
        "dice picked": ModeText(
            "", N_("Tap where it goes; tap the marble again to let it go."), ("hint", "undo")
        ),
        **opponent_modes("dice"),
        # It rolls, or moves by its roll, as the heading says.
        "dice thinking": ModeText("", N_("Wait a moment."), ("undo",)),
    }

    def sample(self, game: str) -> BoardView:
        """Return some marbles on the painted board."""
        lie = "." * 18 + "bw..bw.." + ".bw..b.w" + "w..bb..." + "." * 22
        return BoardView(8, lie, fields=PAINTED)

    def step(self, state: State) -> str:
        """Return the step: rolling, placing or moving."""
        assert isinstance(state, JoggleState)
        return "place" if state.phase == "move" and any(state.left.values()) else state.phase

    def note(self, game: GameSnapshot, person: Participant) -> str:
        words, board = person.words, game.options["board"]
        label = words.pgettext("option", "joggle goal")
        name = self.game_words.part_words(words, "board", board)
        goal = f"{label}: {goal_words(words, game.options['goal'])}"
        return goal if name == board else f"{goal}, {name}"

    def face_sign(self, face: str) -> str:
        return "★" if face == "J" else ""

    def face_label(self, words: Words, face: str, button: str) -> str:
        return words.gettext("joggle") if face == "J" else words.pgettext("button", button)

    def sheets(self, game: GameSnapshot, person: Participant) -> tuple[Sheet, ...]:
        words, sheets = person.words, super().sheets(game, person)
        end = game.events.items[-1] if game.state.over and game.events.items else None
        rolls = end.rolls if isinstance(end, JoggleEnd) else None
        if not rolls or not any(map(sum, rolls.values())):
            return sheets
        heads = tuple(words.pgettext("face", f"joggle {face}") for face in FACES)
        rows = tuple(
            (words.pgettext("colour", f"joggle {side}"), tuple(each))
            for side, each in rolls.items()
        )
        fell = Sheet(words.gettext("How the dice fell"), heads, rows)
        return (*sheets, fell)


SCENE = JoggleScene
