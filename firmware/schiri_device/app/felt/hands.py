"""The hands at a board that feels its stones: what lies on it, as the stories of the game.

Decides that stories begin only once the stones lie as the game has them.
"""

from ...sensing.story import Stories
from . import lies_still, wrong_cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..context import Context


class Hands:
    """The stories of the game on the table, fed with what lies on the board.

    Shape: ``stories`` is None until the stones lie as the game has them.
    """

    def __init__(self, context: "Context"):
        assert context.fields
        self._context, self.fields = context, context.fields
        self.stories: Stories | None = None

    def wait(self, now_ms: int) -> bool:
        """Receive what has changed; return whether the stones lie still, and wrongly."""
        fields, stories = self.fields, self.stories
        if stories:
            for cell in range(len(fields.readings)) if fields.changed else ():
                if fields.changed >> cell & 1:
                    stories.feel(fields.since_ms[cell], cell, fields.readings[cell])
            return False
        if not lies_still(self._context, now_ms):
            return False
        game = self._context.match.game
        if wrong_cells(self._context, game.cells()):
            return True
        stories = self.stories = Stories(game)  # type: ignore[arg-type]  # of Switch
        for cell in range(len(fields.readings)):
            stories.feel(now_ms, cell, fields.readings[cell])
        stories.restart(now_ms, self._context.last_cells)
        return False
