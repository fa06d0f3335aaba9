"""Joggle on the device: its goals, its die and its painted fields.

Decides how Joggle is offered and shown.  Must not know its rules.
"""

from . import DeviceAdapter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from schiri_engines.joggle.game import Joggle

    from . import Rules

SIDE_CELLS = 8
# The lowest left cell of each figure of a goal: a6, e6, a2 and e2.
CORNERS = (40, 44, 8, 12)


class JoggleDeviceAdapter(DeviceAdapter):
    """Joggle, with dice, and a board whose fields have colours."""

    PRESETS = (
        "goal=1R",
        "goal=4S",
        "goal=2S",
        "goal=3S",
        "goal=1R1S",
        "goal=1R2S",
        "goal=2R",
        "goal=2R1S",
    )
    # As in Switch.
    MATCH_OPTIONS = (
        ("hints-a", "off 1 2 3 4 5 6 free"),
        ("hints-b", "off 1 2 3 4 5 6 free"),
        ("device-a", "off 1 2 3"),
        ("device-b", "off 1 2 3"),
        ("clock", "off 10+5 5+3 3+2 TIME"),
    )
    TOGGLES = (
        ("extreme", (17, 0, 2)),
        ("no-field", (18, 0, 2)),
        ("swap-may-complete-opponent", (19, 0, 2)),
        ("teams", (20, 0, 2)),
        ("hints-a", (9, 0, 8)),
        ("hints-b", (10, 0, 8)),
        ("device-a", (13, 0, 4)),
        ("device-b", (14, 0, 4)),
        ("clock", (15, 0, 4)),
    )
    FIELDS = "GRGRGRGRBYBYBYBY" * 4
    PHASES = {"roll": "dice", "move": "dice"}
    MODES = "schiri_device.games.joggle_play"
    OPPONENT = "schiri_device.games.joggle_opponent"
    CLOCK = "schiri_device.games.joggle_clock"
    GLYPHS = (
        "joggle ##.## ##.## ##... .....;"
        "extreme #...# .#.#. ..#.. .#.#.;"
        "no-field ##### #...# #...# #####;"
        "swap-may-complete-opponent .##.. #..#. .##.# ...#.;"
        "teams ##.## ##.## ..... .....;"
        "hints-a ..#.. .#.#. .###. .....;"
        "hints-b .##.. .###. .#### .....;"
        "device-a ..#.. .#.#. .###. #...#;"
        "device-b .##.. .###. .#### #...#;"
        "clock .###. #.#.# #.### .###."
    )

    def preview(self, rules: "Rules", options: dict[str, str]) -> str:
        """Return a picture of a goal: its figures, one in each quarter of the board."""
        goal = options["goal"]
        letters = bytearray(b"." * (SIDE_CELLS * SIDE_CELLS))
        kinds = "".join([goal[at + 1] * int(goal[at]) for at in range(0, len(goal), 2)])
        for number in range(len(kinds)):
            wide = 3 if kinds[number] == "R" else 2
            for cell in range(wide * 2):
                letters[CORNERS[number] + cell // wide * SIDE_CELLS + cell % wide] = ord("w")
        return letters.decode()

    def corrected(  # type: ignore[override]  # its own game
        self, game: "Joggle", letters: str, side: str
    ) -> str:
        from .joggle_play import position_with

        return position_with(game, letters, side)


ADAPTER = JoggleDeviceAdapter()
