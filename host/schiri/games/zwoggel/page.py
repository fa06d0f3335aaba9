"""Zwoggel on a page: touch a card that lies face down and say what it shows, touch where to lay.

Decides which touch is which.  What is legal the table says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from schiri_engines.zwoggel.notation import place_text

from schiri.games.zwoggel.field import Place
from schiri.games.zwoggel.table import ZwoggelView
from schiri.games.zwoggel.words import ZwoggelEnd, ZwoggelState, stock_line
from schiri.page.cells import Cell, Cells
from schiri.page.elements import Do, Tag, button
from schiri.page.sheets import Sheet
from schiri.page.view import TablePage
from schiri.picture.field import place_svg
from schiri.table.intents import Choose, Enter
from schiri.texts import Words

if TYPE_CHECKING:
    from schiri.page.viewer import Viewer

FACES = ("red", "green")


class ZwoggelPage(TablePage):
    """The field, and the two faces that a card may show."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        # The card that this viewer is about to turn up.
        self._picked: Place | None = None

    @property
    def _cards(self) -> ZwoggelView:
        cards = self.viewer.state.cards
        assert isinstance(cards, ZwoggelView)
        return cards

    # What is shown

    def build_board(self) -> None:
        """Make the field, which may be larger than the screen, and what makes it larger."""
        words = self.words
        with Tag("div", classes="cloth"):
            touch = self._touch if self.viewer.may_act else None
            self._cells = Cells(words.gettext("The field"), touch)
        with Tag("div", classes="row"):
            for sign, label, step in (
                ("−", words.gettext("Smaller"), "0.8"),
                ("+", words.gettext("Larger"), "1.25"),
            ):
                zoom = Tag("button", sign, "quiet", type="button", aria_label=label)
                zoom.on("click", js_handler=f"() => schiriZoom({step})")

    def build_controls(self) -> None:
        """Make the two faces."""
        words = self.words
        with Tag("div", classes="row", role="group", aria_label=words.gettext("It shows")) as row:
            self._faces = row
            for face in FACES:
                text = words.pgettext("colour", f"zwoggel {face}")
                button(text, self._showing(face), f"cap {face}").mark(f"shows-{face}")

    def show_controls(self) -> None:
        """Show the faces while one is picked that is to be turned up."""
        if self.state.phase != "flip" or self._picked not in self._cards.field.cards:
            self._picked = None
        self._faces.put(hidden=None if self._picked else True)

    def show_board(self) -> None:
        """Show the field, as far as one may lay."""
        cards, refusal = self._cards, self.viewer.refusal()
        causes = refusal.cells if refusal else ()
        low, high = cards.field.reach(cards.chosen)
        columns = range(low[0], high[0] + 1)
        rows = range(high[1], low[1] - 1, -1)
        shown = [self._cell((x, y), causes) for y in rows for x in columns]
        self._cells.show(columns, rows, shown)

    def _cell(self, place: Place, causes: tuple[str, ...]) -> Cell:
        cards, name = self._cards, place_text(place)
        marks = (
            place in cards.chosen,
            place == self._picked,
            name in causes,
            self.viewer.may_act and place in cards.open,
        )
        label = place_words(self.words, cards, place, marks)
        return Cell(name, place_svg(cards.field, place, *marks), label)

    def hint(self) -> str:
        """Return what is to be touched now."""
        words, state = self.words, self.state
        assert isinstance(state, ZwoggelState)
        told = [stock_line(words, state)]
        if state.phase == "flip" and self._picked:
            told.append(words.gettext("Turn it up on the table, then choose what it shows."))
        elif state.phase == "flip":
            told.append(words.gettext("Touch a card that lies face down."))
        elif state.phase == "place":
            text = words.gettext("Touch the place for a card. Still to lay: {cards}")
            told.append(text.format(cards=self._cards.hand))
        return " ".join(told)

    def build_notes(self) -> None:
        """Make the place of what became of the traps."""
        self._traps = Sheet(self.words.gettext("Traps"))

    def show_notes(self) -> None:
        """Show the traps once the game is over: until then memory is the point."""
        words, told = self.words, self.viewer.state.told
        end = told[-1] if self.state.over and told else None
        traps = (end.traps if isinstance(end, ZwoggelEnd) else None) or {}
        heads = [words.gettext("survived"), words.gettext("sprung"), words.gettext("laid")]
        rows = {name: (each.survived, each.sprung, each.laid) for name, each in traps.items()}
        self._traps.show(heads, rows)

    # What is done

    def _touch(self, name: str) -> None:
        x, y = (int(word) for word in name.split(","))
        if self.state.phase == "flip" and self._cards.field.cards.get((x, y)) == "down":
            self._picked = (x, y)
            self.viewer.forget()
            self.show()
        else:
            # What cannot be turned up is refused at once.
            self._picked = None
            self.viewer.send(Choose((x, y)))

    def _showing(self, face: str) -> Do:
        def flip() -> None:
            if self._picked:
                self.viewer.send(Enter(f"flip {place_text(self._picked)} {face}"))
                self._picked = None

        return flip


def place_words(
    words: Words, cards: ZwoggelView, place: Place, marks: tuple[bool, bool, bool, bool]
) -> str:
    """Return a place in words: where it is, what lies there, how it is marked.

    Shape: ``marks`` are whether it is chosen, picked, the cause of a refusal, and open for a card.
    """
    card, mark = cards.field.at(place)
    lies = {
        "": words.gettext("nothing"),
        "down": words.gettext("face down"),
        "hole": words.gettext("a hole: a penalty card lay there"),
    }
    told = [
        place_text(place),
        lies[card] if card in lies else words.pgettext("colour", f"zwoggel {card}"),
    ]
    is_chosen, is_picked, is_cause, is_open = marks
    said = (
        (is_chosen, words.gettext("a card will be laid there")),
        (is_open, words.gettext("a card may be laid there")),
        (is_picked, words.gettext("picked")),
        (mark == "turned", words.gettext("just turned up")),
        (mark == "three", words.gettext("three in a row")),
        (is_cause, words.gettext("the cause of the refusal")),
    )
    return ", ".join([*told, *(text for is_marked, text in said if is_marked)])
