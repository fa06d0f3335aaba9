"""The games on the device: what each shows, offers and expects as presses, beside its rules.

Decides what an adapter is, and its defaults.  Must not know any game, nor the modes that use it.
An adapter is found by the game's row: the module ``schiri_device.games.NAME``, or ``device`` in the
package of a game from outside, names it ADAPTER.
"""

from schiri_engines.game_rows import load, row_of
from schiri_engines.grid import rows_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from schiri_engines.game import BoardGame
    from schiri_engines.options import Options

    # The signs beside the board, as `DeviceAdapter.signs_of` returns them.
    Shown = tuple[str, bool, int, int]
    # The class of a board game, called with options.
    Rules = Callable[[dict[str, str]], BoardGame]


class DeviceAdapter:
    """A game on the device, beside its rules.

    Shape: ``PRESETS`` are the options of each start, as ``name=value`` with commas between, or
    ``-`` where all are as the rule book has them; they are offered in their order.
    ``MATCH_OPTIONS`` are options beside those of the rules, in the same form.  ``TOGGLES`` has
    a row for each option that players switch to its second value: its name, and the id of the
    setting (16 to 31), 0 and 2; ids below 16 are those of settings with more values.
    ``FIELDS`` are the colours of a board that players may paint, "" where the fields have none.
    ``MODES`` is the module of its own modes, whose ``MODES`` has the class of each by its name;
    ``PHASES`` has the mode for each phase that `play` does not suit; ``OPPONENT`` is the module of
    the device as a player, loaded where an option of the match asks for it, whose ``OPPONENT`` is
    its class; ``CLOCK`` is that of its clock, whose ``table_for`` makes a table with one.
    ``GLYPHS`` are those of the game's name and its toggles: a name, four rows of five pixels, ";".

    The rules are a `schiri_engines.game.BoardGame`, with the ``side`` to move and ``colours``, the
    side of each seat ("" before they are chosen).
    """

    PRESETS: "tuple[str, ...]" = ("-",)
    MATCH_OPTIONS: "Options" = ()
    TOGGLES: "tuple[tuple[str, tuple[int, int, int]], ...]" = ()
    FIELDS = ""
    PHASES: "dict[str, str]" = {}
    MODES = ""
    OPPONENT = ""
    CLOCK = "schiri_device.app.game_clock"
    GLYPHS = ""

    def preview(self, rules: "Rules", options: dict[str, str]) -> str:
        """Return one letter a cell: the picture of a preset's options.

        Shape: ``rules`` is the class of the game.
        """
        return rules(options).cells()

    def signs_of(self, game: "BoardGame") -> "Shown":
        """Return the signs beside the board: side to move, counter due, times, free cell.

        Shape: the side is "" if there is no side to move.  The times count how often the position
        has occurred.  The cell shows the rest if a board fills the grid: the first free one, or -1
        for none or for a game with a die, which has a mode that shows whose turn it is.
        """
        return (game.side, False, 1, -1 if game.ROLL else game.cells().find("."))

    def corrected(self, game: "BoardGame", letters: str, side: str) -> str:
        """Return the position of a game with these pieces; state without a light is unchanged.

        Raises: MalformedText (impossible pieces).
        """
        return rows_text(letters, game.SIZE) + " " + side


def adapter_of(name: str) -> DeviceAdapter:
    """Return the adapter of a game; import it on first use.

    Raises: MalformedText (unknown-game).

    >>> adapter_of("switch").PRESETS
    ('layout=1', 'layout=2', 'layout=3', 'layout=free')
    """
    return load(row_of(name).module(__name__, "device")).ADAPTER  # type: ignore[no-any-return, unused-ignore]
