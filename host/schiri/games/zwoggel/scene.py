"""Zwoggel in a scene: touch a card and choose its colour, touch a place for the next one.

Decides the meaning of a touch.  The table decides what is legal.
"""

from collections.abc import Callable, Collection

from schiri_engines.zwoggel.notation import place_text
from schiri_engines.zwoggel.position import DRAWN, OUT, STOCK

from schiri.device.reports import DeviceView
from schiri.events import State
from schiri.games.zwoggel.card_game import ZwoggelView
from schiri.games.zwoggel.rulings import ZwoggelEnd, ZwoggelState
from schiri.games.zwoggel.words import lying_words, stock_line
from schiri.scene.correction import Correction, number_field
from schiri.scene.marks import by_strength, mark_words
from schiri.scene.part import GameScene, GuideStep
from schiri.scene.participant import EDIT, Participant
from schiri.scene.scene import Action, Cell, Control, Grid, Icon, Pick, Row, Sheet
from schiri.table.intents import ChooseSpot, Enter
from schiri.table.state import GameSnapshot
from schiri.texts import N_, Words
from schiri.views import Drawable, FieldView, Place

# The card that a player is about to turn up.
CARD = "card"
FACES = (("red", "r"), ("green", "g"))
# What a touch during a correction puts on a place.
NEXT = {"": "down", "down": "red", "red": "green", "green": "", "hole": ""}
NO_CARD = "-"


# The cards in the pictures of the guide.
FIELD = {(0, 0): "red", (1, 0): "down", (0, 1): "green", (1, 1): "down"}
THREE = ((0, 0), (1, 1), (2, 2))


class ZwoggelScene(GameScene):
    """The part of a scene that Zwoggel adds."""

    about = N_("Turn cards up from memory, and never three of a colour in a row.")
    needs = N_("You need the real cards: lay four face down in a square; the others are the stock.")
    choices = ("clock",)

    guide = (
        GuideStep(
            FieldView({**FIELD, (1, 1): "hole", (2, 1): "hole", (1, -1): "hole"}),
            N_("Goal: stay in longest. With three penalty cards you are out."),
        ),
        GuideStep(
            FieldView({**FIELD, (2, 0): "down", (2, 1): "down", (-1, 1): "down"}, (0, 1)),
            N_("Turn two cards up, then lay three new ones face down."),
        ),
        GuideStep(
            FieldView({**FIELD, **dict.fromkeys(THREE, "red")}, (2, 2), frozenset(THREE)),
            N_("Three of a colour in a row, even diagonally: your card is a penalty."),
        ),
    )

    def sample(self, game: str) -> FieldView:
        """Return a field of six cards."""
        lie = {(0, 0): "red", (1, 0): "down", (0, 1): "green", (1, 1): "red"}
        return FieldView({**lie, (2, 1): "hole", (-1, 0): "down"})

    correcting = N_("Tap places until they match the table. The rest is below.")

    def middle(self, device: DeviceView, game: GameSnapshot, person: Participant) -> Grid:
        if person.pick(EDIT) and not game.state.over:
            return _edited_grid(person, _cards(game).field)
        cards, refusal, picked = _cards(game), person.refusal(device), _picked(game, person)
        free = cards.open if person.may_act else ()
        marked = {"chosen": cards.chosen, "open": free, "picked": (picked,)}
        is_touched = person.may_act and not game.state.over

        def cell(place: Place) -> Cell:
            marks = [mark for mark, places in marked.items() if place in places]
            # A refusal names places as text.
            if refusal and place_text(place) in refusal.cells:
                marks.append("cause")
            action = _touch(cards, game.state, place) if is_touched else None
            return _cell(person.words, cards.field, place, marks, action)

        return _grid(person.words, cards.field.reach(cards.chosen), cell)

    def still(self, words: Words, game: str, view: Drawable | None) -> Grid | None:
        if not isinstance(view, FieldView):
            return None
        return _grid(words, view.reach(), lambda place: _cell(words, view, place))

    def hint(self, device: DeviceView, game: GameSnapshot, person: Participant) -> str:
        """Return what to touch now."""
        words, phase = person.words, game.state.phase
        if phase == "flip" and _picked(game, person):
            return words.gettext("Turn it up on the table, then choose what it shows.")
        if phase == "flip":
            return words.gettext("Touch a card that lies face down.")
        if phase != "place":
            return ""
        hand = _cards(game).hand
        first = words.gettext("Draw three cards and look at them secretly.")
        then = words.say("Touch the place for a card. Still to lay: {cards}", cards=hand)
        return " ".join([first] * (hand == DRAWN) + [then])

    def facts(self, words: Words, game: GameSnapshot) -> tuple[str, ...]:
        assert isinstance(game.state, ZwoggelState)
        return (stock_line(words, game.state),)

    def undoes(self, device: DeviceView, game: GameSnapshot) -> Action | None:
        chosen = _cards(game).chosen
        return ChooseSpot(chosen[-1], is_released=True) if chosen else super().undoes(device, game)

    def rows(self, device: DeviceView, game: GameSnapshot, person: Participant) -> tuple[Row, ...]:
        picked = _picked(game, person)
        if picked is None:
            return ()
        words, place, faces = person.words, place_text(picked), []
        for face, key in FACES:
            label, flip = words.pgettext("colour", f"zwoggel {face}"), Enter(f"flip {place} {face}")
            faces.append(Control(f"shows-{face}", label, flip, key, icon=Icon("cap", face)))
        return (Row("faces", words.gettext("It shows"), tuple(faces), cell=f"cell-{place}"),)

    def corrections(self, game: GameSnapshot, person: Participant) -> tuple[Correction, ...]:
        """Return the places that this person has changed, and the numbers of other cards.

        Shape: whose turn it is comes after the penalties, because those who are out have none, and
        before the stock, which gets the cards that another player has drawn.
        """
        words, state = person.words, game.state
        assert isinstance(state, ZwoggelState)
        found = [
            Correction(f"set square {place_text(place)} {card or NO_CARD}")
            for place, card in _edits(person, _cards(game).field).items()
        ]
        # Removed cards are free to lie elsewhere.
        found.sort(key=lambda each: not each.command.endswith(NO_CARD))
        for seat, (name, count) in enumerate(state.penalties.items()):
            id, label = f"penalties-{seat}", words.say("Penalty cards of {name}", name=name)
            field = number_field(id, label, count, OUT)
            found.append(Correction(f"set penalties {name} :{id}:", (field,)))
        found += super().corrections(game, person)
        stock = number_field("stock", words.gettext("Cards in the stock"), state.stock, STOCK)
        return (*found, Correction("set stock :stock:", (stock,)))

    def sheets(self, game: GameSnapshot, person: Participant) -> tuple[Sheet, ...]:
        end = game.events.items[-1] if game.state.over and game.events.items else None
        traps = end.traps if isinstance(end, ZwoggelEnd) else None
        if not traps:
            return ()
        words = person.words
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


def _edits(person: Participant, field: FieldView) -> dict[Place, str]:
    """Return the places that this person has changed, with their cards."""
    found = {}
    for name, card in person.picks:
        if name.startswith(f"{EDIT}-"):
            x, y = map(int, name.removeprefix(f"{EDIT}-").split(","))
            found[x, y] = card.removeprefix(NO_CARD)
    return {place: card for place, card in found.items() if card != field.at(place)[0]}


def _edited_grid(person: Participant, field: FieldView) -> Grid:
    """Return the field as this person corrects it; a touch changes a place."""
    edits = _edits(person, field)
    lying = {place: card for place, card in {**field.cards, **edits}.items() if card}

    def cell(place: Place) -> Cell:
        after = NEXT[lying.get(place, "")] or NO_CARD
        action = Pick(f"{EDIT}-{place_text(place)}", after)
        return _cell(person.words, FieldView(lying), place, action=action)

    return _grid(person.words, field.reach(tuple(edits)), cell)


def _cards(game: GameSnapshot) -> ZwoggelView:
    assert isinstance(game.view, ZwoggelView)
    return game.view


def _picked(game: GameSnapshot, person: Participant) -> Place | None:
    """Return the picked card, None if it can no longer be turned up."""
    for place, card in _cards(game).field.cards.items():
        if card == "down" and place_text(place) == person.pick(CARD):
            return place if game.state.phase == "flip" else None
    return None


def _touch(cards: ZwoggelView, state: State, place: Place) -> Action:
    """Return the action of a touch; a card that cannot be turned up is refused at once."""
    if state.phase == "flip" and cards.field.cards.get(place) == "down":
        return Pick(CARD, place_text(place))
    return ChooseSpot(place, place in cards.chosen)


def _cell(
    words: Words,
    field: FieldView,
    place: Place,
    marks: Collection[str] = (),
    action: Action | None = None,
) -> Cell:
    """Return a place as a cell; its label says where it is, its card and its marks."""
    card, mark = field.at(place)
    lies = lying_words(words, card)
    marks = by_strength([*marks, *filter(None, [mark])])
    label = ", ".join([place_text(place), lies, *mark_words(words, marks)])
    piece = "down" if "chosen" in marks else card
    return Cell(place_text(place), piece, "", marks, label, action)


SCENE = ZwoggelScene
