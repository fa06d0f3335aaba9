"""The stones before a game, after a power cut and after an undo: they lie, or the lights lead.

Decides that a game goes on by itself once all stones lie right.  Must not know rules.
"""

from schiri_engines.grid import rows_text
from schiri_engines.refusals import MalformedText, Refusal, Refused

from ..context import mode_on_right_board
from ..laying import Lay, RestorePieces
from ..mode import IGNORED, Mode
from . import DIFFER, is_changed, letters_on, lies_still, show_wrong


class FeltLay(Lay):
    """The lights show what is not right yet; the game begins as soon as all stones lie."""

    def show_pieces(self) -> None:
        self._wrong = show_wrong(self.board, self.context, self._letters())

    def press(self, now_ms: int, press: str | int) -> str | None:
        if press != "white":
            return Lay.press(self, now_ms, press) if press in ("black", "hold-black") else IGNORED
        return self._begin_here(now_ms)

    def wait(self, now_ms: int) -> str | None:
        Mode.wait(self, now_ms)
        if is_changed(self.context):
            self.show()
        if self._wrong or not lies_still(self.context, now_ms):
            return None
        return self._begin(now_ms)

    def show(self) -> None:
        self.show_pieces()
        self.show_turn()

    def _begin_here(self, now_ms: int) -> str | None:
        """Begin with the stones as they lie, if the rules allow this start."""
        context, pending = self.context, self.context.pending
        letters, wrong = letters_on(context), self._wrong
        if not wrong:
            return self._begin(now_ms)
        match = self.match
        if pending:
            name, options, seats = pending.name, dict(pending.options), pending.seats
        else:
            # A PC has begun it: it begins again.
            name, options, seats = match.game_name, dict(match.options), match.seats
        if "?" in letters or options.get("layout") == "free":
            self.refuse(now_ms, Refusal(DIFFER, "-", tuple(wrong)))
            return None
        options["layout"] = rows_text(letters, self.board.size)
        try:
            context.propose(name, options, seats, pending is not None and pending.is_rematch)
        except MalformedText:
            # Not twelve of each, for example.
            self.refuse(now_ms, Refusal(DIFFER, "-", tuple(wrong)))
            return None
        except Refused as no:
            self.refuse(now_ms, no.refusal)
            return None
        return self._begin(now_ms)


class FeltResume(FeltLay):
    """The position before a power cut; the game goes on once the stones lie like it."""

    NEXT = {"done": mode_on_right_board, "back": "choose"}

    def enter(self, now_ms: int) -> None:
        self.show()

    def press(self, now_ms: int, press: str | int) -> str | None:
        return "back" if press == "black" else IGNORED

    def show(self) -> None:
        # Whose turn it is does not matter yet.
        self.show_pieces()


class FeltRestore(RestorePieces):
    """The stones are not as the game has them; each step is seen, and the last one ends it."""

    def enter(self, now_ms: int) -> None:
        self.context.physical_board = letters_on(self.context)
        RestorePieces.enter(self, now_ms)

    def press(self, now_ms: int, press: str | int) -> str | None:
        if press in ("black", "hold-black"):
            return RestorePieces.press(self, now_ms, press)
        return IGNORED

    def wait(self, now_ms: int) -> str | None:
        Mode.wait(self, now_ms)
        if is_changed(self.context):
            self.context.physical_board = letters_on(self.context)
            self._show()
        return None if self._wrong or not lies_still(self.context, now_ms) else "done"

    def _show(self) -> str | None:
        self._wrong = show_wrong(self.board, self.context, self.match.game.cells())
        self.show_turn()
        return None


MODES = {"lay": FeltLay, "resume": FeltResume, "put-right": FeltRestore}
