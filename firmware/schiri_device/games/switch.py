"""Switch on the device: its layouts, its free set-up, and the signs beside the board.

Decides how Switch is offered and shown.  Must not know its rules.
"""

from . import DeviceAdapter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from schiri_engines.switch.game import Switch

    from . import Rules, Shown


class SwitchDeviceAdapter(DeviceAdapter):
    """Switch, with a counter move, repetition, and a mode for the free set-up."""

    PRESETS = ("layout=1", "layout=2", "layout=3", "layout=free")
    # Hints for each person, and the level at which the device plays for them.
    MATCH_OPTIONS = (
        ("hints-a", "off 1 2 3 4 5 6 free"),
        ("hints-b", "off 1 2 3 4 5 6 free"),
        ("device-a", "off 1 2 3 4"),
        ("device-b", "off 1 2 3 4"),
        ("clock", "off 10+5 5+3 3+2 TIME"),
    )
    TOGGLES = (
        ("repetition", (16, 0, 2)),
        ("hints-a", (9, 0, 8)),
        ("hints-b", (10, 0, 8)),
        ("device-a", (11, 0, 5)),
        ("device-b", (12, 0, 5)),
        ("clock", (15, 0, 4)),
    )
    PHASES = {"place": "place", "choose": "place"}
    MODES = "schiri_device.games.switch_play"
    OPPONENT = "schiri_device.games.switch_opponent"
    GLYPHS = (
        "switch #.#.# .#.#. #...# .#.#.;"
        "repetition #.... ##... ###.. .....;"
        "hints-a ..#.. .#.#. .###. .....;"
        "hints-b .##.. .###. .#### .....;"
        "device-a ..#.. .#.#. .###. #...#;"
        "device-b .##.. .###. .#### #...#;"
        "clock .###. #.#.# #.### .###."
    )

    def preview(self, rules: "Rules", options: dict[str, str]) -> str:
        """Return the stones of a layout, none of a free set-up."""
        is_free = options["layout"] == "free"
        return "." * 25 if is_free else DeviceAdapter.preview(self, rules, options)

    def signs_of(self, game: "Switch") -> "Shown":  # type: ignore[override]  # its own game
        """Return the signs beside the board; none during a set-up."""
        if not game.colours:
            return ("", False, 0, -1)
        count = game.repetition_count()
        return (game.side, game.is_counter_due(), count, game.free_cell())


ADAPTER = SwitchDeviceAdapter()
