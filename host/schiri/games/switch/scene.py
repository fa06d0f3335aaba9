"""Switch in a scene: how it starts is chosen with the game.

Must not decide what is legal.
"""

from schiri.scene.board import BoardScene


class SwitchScene(BoardScene):
    """The part of a scene that Switch adds."""

    choices = ("layout",)
    # The move would connect the other colour.
    warnings = ("connects-opponent",)


SCENE = SwitchScene
