"""Switch on the device: its layouts, its free set-up, and what shows beside the board.

Decides how Switch is offered and shown.  Must not know its rules.
"""

from . import DeviceAdapter


class SwitchAdapter(DeviceAdapter):
    """Switch, with a counter move, repetition, and a mode for the free set-up."""

    PRESETS = "layout=1 layout=2 layout=3 layout=free"
    TOGGLES = "\nrepetition 16 0 2\n"
    PHASES = "\nplace place\nchoose place\nplay play\n"
    TRANSITIONS = "\nplace done table\nplace undone table\nplace menu menu\n"
    GLYPHS = """
switch #.#.# .#.#. #...# .#.#.
repetition #.... ##... ###.. .....
"""

    def modes(self) -> dict:
        """Return the mode of the free set-up."""
        from .place import Place

        return {"place": Place}

    def preview(self, rules, options: dict) -> str:
        """Return the stones of a layout, none of a free set-up."""
        is_free = options["layout"] == "free"
        return "." * 25 if is_free else DeviceAdapter.preview(self, rules, options)

    def status(self, game) -> tuple:
        """Return what shows beside the board; nothing does while stones are set up."""
        if not game.colours:
            return ("", False, 0, -1)
        count = game.repetition_count()
        return (game.side, game.is_counter_due(), count, game.free_cell())

    def warning(self, game, move: int):
        """Return None, or the refusal of a move that would hand over the game."""
        return game.warning(move)


ADAPTER = SwitchAdapter()
