"""The table of Zwoggel: places chosen for cards, and the device as a panel of the field.

Decides the part of the table that all viewers share: the chosen places, and the part of the field
that the device shows.  Must not know where a viewer's own cursor is.
"""

from dataclasses import dataclass

from schiri_engines.zwoggel.notation import DOWN, place_text

from schiri.device.panel import Panel
from schiri.device.reports import Pressed
from schiri.events import Event
from schiri.games.field import STEPS, field_picture, follow, moved
from schiri.games.zwoggel.rulings import field_of, game_of
from schiri.log.logged import LoggedReferee
from schiri.table.game_controller import HostGame
from schiri.table.intents import Answer, ChooseSpot, Enter, Intent, Undo, refusal_of
from schiri.views import CardView, FieldView, Place

# The first view on the device, with the starting cards in the middle.
CORNER: Place = (-3, -3)


@dataclass(frozen=True)
class ZwoggelView(CardView):
    """A field, the chosen places of the next cards, and the number still to choose.

    Shape: ``open`` are the places where the next one may be laid.
    """

    field: FieldView
    chosen: tuple[Place, ...]
    hand: int
    open: tuple[Place, ...] = ()


class ZwoggelGame(HostGame):
    """A game of Zwoggel."""

    def __init__(self, logged: LoggedReferee, panel: Panel, now_ms: int) -> None:
        super().__init__(logged, panel, now_ms)
        self._chosen: tuple[Place, ...] = ()
        # The cursor of the device, and the lowest place that the device shows.
        self._cursor: Place = (0, 0)
        self._low: Place = CORNER
        self._look_at(game_of(self.table).turned)
        self._show_panel()

    def carry_out(self, intent: Intent) -> Answer:
        match intent:
            case ChooseSpot(place, is_released) if (place in self._chosen) != is_released:
                # Somebody else has chosen it, or cancelled the choice.
                answer = Answer()
            case ChooseSpot(place, _):
                answer = self._choose(place)
            case _:
                answer = super().carry_out(intent)
        self._show_panel()
        return answer

    def follow(self, events: tuple[Event, ...]) -> None:
        self._chosen = ()
        self._look_at(game_of(self.table).turned)

    def view(self) -> ZwoggelView:
        game = game_of(self.table)
        left = game.hand - len(self._chosen)
        return ZwoggelView(field_of(self.table), self._chosen, left, self._open_places())

    def _open_places(self) -> tuple[Place, ...]:
        """Return the places for the next card, empty while cards are turned up."""
        if self.table.phase != "place":
            return ()
        field = game_of(self.table).field.copy()
        for place in self._chosen:
            field.change(place, DOWN, None)
        return tuple(field.open_places())

    def _choose(self, place: Place) -> Answer:
        """Choose a place, or cancel the choice; the last choice lays all cards.

        Rule: while flips are due, a place without a card to flip is refused as a flip.
        """
        if self.table.phase == "flip" and (no := self.table.why_not(("flip", place, "red"))):
            return Answer(refusal=refusal_of(no, 0))
        if place in self._chosen:
            self._let_go(place)
            return Answer()
        chosen = (*self._chosen, place)
        refusal = self.table.why_not(("place", *chosen))
        if refusal is None:
            return self.enter(" ".join(["place", *map(place_text, chosen)]))
        if refusal.code == "lay-too-few":
            self._chosen = chosen
            return Answer()
        return Answer(refusal=refusal_of(refusal, 0))

    def _let_go(self, place: Place) -> None:
        """Cancel the choice of a place, and of those that depend on it."""
        kept: tuple[Place, ...] = ()
        for each in self._chosen:
            chosen = (*kept, each)
            refusal = self.table.why_not(("place", *chosen))
            if each != place and (refusal is None or refusal.code == "lay-too-few"):
                kept = chosen
        self._chosen = kept

    def handle_press(self, press: Pressed) -> None:
        """The stick chooses a place; red and green turn up, white lays, black undoes."""
        if not self.panel.build.has_cursor:
            return
        name, place = press.name, place_text(self._cursor)
        if name in STEPS:
            # At most one place beyond the cards.
            self._cursor = moved(self._cursor, name, field_of(self.table), self._chosen)
            self._look_at(self._cursor)
            self._show_panel()
        elif name in ("red", "green"):
            self.show_answer(self.carry_out(Enter(f"flip {place} {name}")))
        elif name in ("white", "press"):
            is_chosen = self._cursor in self._chosen
            self.show_answer(self.carry_out(ChooseSpot(self._cursor, is_chosen)))
        elif name == "black" and self._chosen:
            self.show_answer(self.carry_out(ChooseSpot(self._chosen[-1], True)))
        elif name == "black":
            self.show_answer(self.carry_out(Undo()))

    def _look_at(self, place: Place | None) -> None:
        """Move the device's view so that it shows this place."""
        size = self.panel.build.size
        if place is not None:
            self._low = follow(self._low, (size, size), place)

    def _show_panel(self) -> None:
        """Show the part of the field around the cursor, or if none fits the player on turn."""
        build, view = self.panel.build, field_of(self.table)
        if build.has_cursor:
            self.panel.show(field_picture(build.size, view, self._low, self._cursor, self._chosen))
        else:
            self.show_turn()


GAME = ZwoggelGame
