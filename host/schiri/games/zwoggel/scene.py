"""Zwoggel in a scene: touch a card and say what it shows, touch where the next one is laid.

Decides what a touch means.  What is legal the table says.
"""

from collections.abc import Callable

from schiri_engines.zwoggel.notation import place_text

from schiri.events import State
from schiri.games.zwoggel.field import FieldView, Place
from schiri.games.zwoggel.table import ZwoggelView
from schiri.games.zwoggel.words import ZwoggelEnd, ZwoggelState, stock_line
from schiri.scene.part import GameScene
from schiri.scene.reader import Reader
from schiri.scene.scene import Action, Cell, Control, Grid, Pick, Row, Sheet
from schiri.table.intents import Choose, Enter
from schiri.table.state import TableState
from schiri.texts import N_, Words

# The card that somebody is about to turn up.
CARD = "card"
FACES = (("red", "r"), ("green", "g"))
LIES = {
    "": N_("nothing"),
    "down": N_("face down"),
    "hole": N_("a hole: a penalty card lay there"),
}
MARK_WORDS = {
    "chosen": N_("a card will be laid there"),
    "open": N_("a card may be laid there"),
    "picked": N_("picked"),
    "turned": N_("just turned up"),
    "three": N_("three in a row"),
    "cause": N_("the cause of the refusal"),
}


class ZwoggelScene(GameScene):
    """The part of a scene that Zwoggel adds."""

    def middle(self, table: TableState, state: State, reader: Reader) -> Grid:
        """Return the field, as far as one may lay."""
        cards, refusal = _cards(table), reader.refusal(table)
        causes = refusal.cells if refusal else ()
        picked, is_touched = _picked(table, state, reader), reader.may_act and not state.over

        def cell(place: Place) -> Cell:
            marks = _marks(cards, place, place == picked, causes, reader.may_act)
            piece = "down" if place in cards.chosen else cards.field.at(place)[0]
            label = _cell_words(reader.words, cards.field, place, marks)
            action = _touch(cards, state, place) if is_touched else None
            return Cell(place_text(place), piece, "", marks, label, action)

        return _grid(reader.words, cards.field.reach(cards.chosen), cell)

    def still(self, words: Words, game: str, view: object) -> Grid | None:
        """Return the field of a step."""
        if not isinstance(view, FieldView):
            return None

        def cell(place: Place) -> Cell:
            piece, mark = view.at(place)
            marks = (mark,) if mark else ()
            return Cell(place_text(place), piece, "", marks, _cell_words(words, view, place, marks))

        return _grid(words, view.reach(), cell)

    def hint(self, table: TableState, state: State, reader: Reader) -> str:
        """Return what is to be touched now."""
        words = reader.words
        assert isinstance(state, ZwoggelState)
        told = [stock_line(words, state)]
        if state.phase == "flip" and _picked(table, state, reader):
            told.append(words.gettext("Turn it up on the table, then choose what it shows."))
        elif state.phase == "flip":
            told.append(words.gettext("Touch a card that lies face down."))
        elif state.phase == "place":
            text = words.gettext("Touch the place for a card. Still to lay: {cards}")
            told.append(text.format(cards=_cards(table).hand))
        return " ".join(told)

    def rows(self, table: TableState, state: State, reader: Reader) -> tuple[Row, ...]:
        """Return the two faces while a card is picked."""
        picked = _picked(table, state, reader)
        if picked is None:
            return ()
        words, place = reader.words, place_text(picked)
        faces = tuple(
            Control(
                f"shows-{face}",
                words.pgettext("colour", f"zwoggel {face}"),
                Enter(f"flip {place} {face}"),
                key,
                f"cap {face}",
            )
            for face, key in FACES
        )
        return (Row("faces", words.gettext("It shows"), faces),)

    def sheets(self, table: TableState, state: State, reader: Reader) -> tuple[Sheet, ...]:
        """Return the traps once the game is over: until then memory is the point."""
        end = table.told[-1] if state.over and table.told else None
        traps = end.traps if isinstance(end, ZwoggelEnd) else None
        if not traps:
            return ()
        words = reader.words
        heads = (words.gettext("survived"), words.gettext("sprung"), words.gettext("laid"))
        rows = tuple(
            (name, (each.survived, each.sprung, each.laid)) for name, each in traps.items()
        )
        return (Sheet(words.gettext("Traps"), heads, rows),)


def _grid(words: Words, reach: tuple[Place, Place], cell: Callable[[Place], Cell]) -> Grid:
    """Return the spots from the lowest to the highest one."""
    low, high = reach
    columns, rows = range(low[0], high[0] + 1), range(high[1], low[1] - 1, -1)
    cells = tuple(cell((x, y)) for y in rows for x in columns)
    label = words.gettext("The field")
    return Grid("cards", label, tuple(map(str, columns)), tuple(map(str, rows)), cells)


def _cards(table: TableState) -> ZwoggelView:
    assert isinstance(table.cards, ZwoggelView)
    return table.cards


def _picked(table: TableState, state: State, reader: Reader) -> Place | None:
    """Return the card that is picked, None where it cannot be turned up any more."""
    for place, card in _cards(table).field.cards.items():
        if card == "down" and place_text(place) == reader.pick(CARD):
            return place if state.phase == "flip" else None
    return None


def _touch(cards: ZwoggelView, state: State, place: Place) -> Action:
    """Return what a touch does; what cannot be turned up is refused at once."""
    if state.phase == "flip" and cards.field.cards.get(place) == "down":
        return Pick(CARD, place_text(place))
    return Choose(place)


def _marks(
    cards: ZwoggelView, place: Place, is_picked: bool, causes: tuple[str, ...], may_act: bool
) -> tuple[str, ...]:
    mark = cards.field.at(place)[1]
    marked = (
        ("chosen", place in cards.chosen),
        ("open", may_act and place in cards.open),
        ("picked", is_picked),
        ("turned", mark == "turned"),
        ("three", mark == "three"),
        ("cause", place_text(place) in causes),
    )
    return tuple(mark for mark, is_marked in marked if is_marked)


def _cell_words(words: Words, field: FieldView, place: Place, marks: tuple[str, ...]) -> str:
    """Return a place in words: where it is, what lies there, how it is marked."""
    card = field.at(place)[0]
    lies = (
        words.gettext(LIES[card]) if card in LIES else words.pgettext("colour", f"zwoggel {card}")
    )
    said = [words.gettext(text) for mark, text in MARK_WORDS.items() if mark in marks]
    return ", ".join([place_text(place), lies, *said])
