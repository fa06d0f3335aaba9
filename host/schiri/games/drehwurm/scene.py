"""Drehwurm in a scene: piles and what can be done with a card, or a race and who was how fast.

Decides what is offered when.  What is legal, and who was first, the table says.
"""

from collections.abc import Iterable
from dataclasses import replace

from schiri_engines.drehwurm.cards import VALUES, WORM_COLOURS

from schiri.events import State
from schiri.games.drehwurm.race import VIEW_SCAN_MS
from schiri.games.drehwurm.table import CHOOSE_COLOURS, PRACTISE, RACING, RaceView
from schiri.games.drehwurm.words import (
    COLOURS,
    JOKER,
    DrehwurmState,
    FullState,
    card_words,
    game_words,
    most_left,
    pile_words,
    score_columns,
)
from schiri.scene.part import GameScene
from schiri.scene.reader import Reader
from schiri.scene.scene import (
    Action,
    Control,
    Field,
    Form,
    Pick,
    Piles,
    PileView,
    Race,
    Row,
    Runner,
    Sheet,
)
from schiri.table.intents import Enter, ThrowIn, Turn
from schiri.table.state import TableState
from schiri.texts import N_, Words

PILES = "123"
# What is said in a word: its label and the terminal's key.
SAID = {
    "turned": (N_("Laid and turned"), "space"),
    "passed": (N_("Drawn and turned"), "p"),
    "illegal": (N_("The fastest player's card was illegal"), "i"),
    "stands": (N_("The fastest player's card stays"), "s"),
    "end": (N_("The game has ended"), "e"),
    "next": (N_("Next game"), "f"),
}
# How exactly a race is timed.
ON_VIEWS = N_("Presses are timed to {count} ms. Closer ones are a tie.")
ON_PANEL = N_(
    "The device times its buttons to 1 ms, those here to {count} ms. Closer ones are a tie."
)
NOBODY = N_("Nobody threw in")
FAST = {
    "turn": ("turned", "passed"),
    "race": ("illegal", "stands", "turned", "passed"),
    "over": ("next",),
}
TURNINGS = ("turned", "passed")
# Where one card is all that is asked for.
ASKED = ("shows", "new")
# The colours of players who have chosen no button.
FREE = ("red", "yellow", "green", "blue", "white", "black")


class DrehwurmScene(GameScene):
    """The part of a scene that Drehwurm adds.

    Shape: the picks are ``colour``, ``colour-card``, and ``start``, the cards before of a start.
    """

    questions = ("can", "which")
    choices = ("mode",)

    def middle(self, table: TableState, state: State, reader: Reader) -> Piles | Race:
        """Return the piles, or the race."""
        words = reader.words
        if isinstance(state, FullState):
            piles = tuple(
                PileView(
                    number,
                    pile.top or "",
                    pile.under or "",
                    pile.cards,
                    pile_words(number, pile),
                )
                for number, pile in enumerate(state.piles, 1)
            )
            return Piles(words.gettext("Piles"), piles, state.draw)
        return self._race(table, state, reader)

    def _race(self, table: TableState, state: State, reader: Reader) -> Race:
        race, words = _race_of(table), reader.words
        places = {seat: at for at, (seat, _ms, _tie) in enumerate(race.order, 1)}
        times = {seat: (ms, tie) for seat, ms, tie in race.order}
        free = [button for button in FREE if button not in race.colours]
        buttons = [*race.colours, *free]
        runners = []
        for seat, name in enumerate(table.players):
            ms, is_tie = times.get(seat, (0, False))
            press = None
            if reader.may_act and state.phase in RACING:
                action = ThrowIn(seat) if self._may_throw_in(table, state, seat) else None
                press = Control(
                    f"throw-{seat}", name, action, str(seat + 1), f"cap {buttons[seat]}"
                )
            runners.append(
                Runner(
                    name,
                    buttons[seat],
                    press,
                    places.get(seat, 0),
                    ms,
                    is_tie,
                    seat in race.early,
                )
            )
        label = words.gettext("Who was how fast")
        text = words.gettext(ON_PANEL if race.due else ON_VIEWS)
        note = text.format(count=VIEW_SCAN_MS) if state.phase in RACING else ""
        return Race(label, tuple(runners), race.is_open, race.left_s, note)

    def _may_throw_in(self, table: TableState, state: State, seat: int) -> bool:
        """Whether a press of this seat counts for something, if only for a false start."""
        race = _race_of(table)
        if race.due == CHOOSE_COLOURS:
            return seat == len(race.colours)
        if race.due == PRACTISE or state.phase == "turn":
            return True
        # Whose turn it is comes after whoever has turned.
        turn = table.players.index(state.turn) if state.turn in table.players else 0
        has_turned = (turn - 1) % len(table.players)
        return race.is_open and seat not in (has_turned, *(each for each, *_ in race.order))

    def heading(self, table: TableState, state: State, reader: Reader) -> str:
        """Return what comes before the match, "" once it counts."""
        text = HEADINGS.get(_race_of(table).due) if state.phase in RACING else None
        return reader.words.gettext(text) if text else ""

    def hint(self, table: TableState, state: State, reader: Reader) -> str:
        """Return which game of the match it is, and what is to be done."""
        words = reader.words
        assert isinstance(state, DrehwurmState)
        told = [game_words(words, state) + "."]
        race = _race_of(table)
        if state.phase in RACING and race.due == CHOOSE_COLOURS:
            name = table.players[len(race.colours)]
            asked = words.gettext(
                "{name}, press your name, or on the device the button of your colour."
            )
            told.append(asked.format(name=name))
        elif state.phase in RACING and race.due == PRACTISE:
            told.append(words.gettext(PRACTICE))
        elif isinstance(state, FullState):
            text = FULL_HINTS.get(state.phase)
            told += [words.gettext(text)] if text else []
        elif state.phase == "race" and not race.is_open:
            # After an undo, or a pause: nobody knows any more when it was turned.
            told.append(words.gettext("It is too late to throw in."))
        elif state.phase in FAST_HINTS:
            told.append(words.gettext(FAST_HINTS[state.phase]))
        if race.left_s is not None:
            told.append(words.gettext("{count} s").format(count=race.left_s))
        return " ".join(told)

    # What can be pressed

    def rows(self, table: TableState, state: State, reader: Reader) -> tuple[Row, ...]:
        """Return what can be said now."""
        if isinstance(state, FullState):
            return tuple(self._full_rows(table, state, reader))
        words, phase = reader.words, state.phase
        if state.over:
            return ()
        said = [*FAST.get(phase, ())]
        assert isinstance(state, DrehwurmState)
        has_claims = not isinstance(state, FullState) and bool(state.order)
        if phase == "race" and not has_claims:
            # There is no card yet that could stay, or be illegal.
            said.remove("illegal")
        controls = [_say(words, word) for word in said]
        if phase == "race" and not has_claims:
            controls[0] = replace(controls[0], label=words.gettext(NOBODY))
        if _race_of(table).due == CHOOSE_COLOURS:
            # Nobody can turn a pile yet.
            controls = [
                replace(each, action=None) if each.id in TURNINGS else each for each in controls
            ]
        rows = [Row("says", "", tuple(controls))] if controls else []
        if phase == "turn":
            rows.append(Row("ends", "", (_say(words, "end"),)))
        return tuple(rows)

    def _full_rows(self, table: TableState, state: FullState, reader: Reader) -> Iterable[Row]:
        words, phase = reader.words, state.phase
        if phase == "over":
            if not state.over:
                yield Row("says", "", (_say(words, "next"),))
            return
        # With each card of a start its colour is chosen again.
        name = "start-colour" if phase == "start" else "colour"
        colour, card = reader.pick(name), reader.pick("colour-card")
        if colour == JOKER and table.options["joker"] != "number":
            card = JOKER
        yield from self._card_rows(table, phase, reader, colour, card)
        if phase != "turn":
            return
        if card:
            said = card_words(words, card)
            lay = words.gettext("Lay {card} on pile").format(card=said)
            yield _pile_row("lay", lay, f"lay {card} {{pile}}", "large")
            thrown = words.gettext("{card} is thrown in by").format(card=said)
            others = [each for each in enumerate(table.players) if each[1] != state.turn]
            yield Row(
                "throw-in",
                thrown,
                tuple(
                    Control(f"throw-in-{seat}", name, Enter(f"throw {name} {card}"))
                    for seat, name in others
                ),
            )
        elif colour and colour != JOKER:
            text = words.gettext("Play the hen ({colour}) on pile")
            hen = text.format(colour=words.gettext(COLOURS[colour]))
            yield _pile_row("hen", hen, f"hen {colour} {{pile}}")
        yield _pile_row("pass", words.gettext("Draw, and turn pile"), "pass {pile}")
        yield _pile_row("which", words.gettext("What fits on pile"), "which {pile}")

    def _card_rows(
        self, table: TableState, phase: str, reader: Reader, colour: str, card: str
    ) -> Iterable[Row]:
        """Offer the colours, and of the one that is picked the values."""
        words = reader.words
        has_values = table.options["joker"] == "number"
        start = tuple(filter(None, reader.pick("start").split()))
        colours = []
        for letter in _worms(table) + JOKER:
            action: Action = Pick("start-colour" if phase == "start" else "colour", letter)
            if letter == JOKER and not has_values and phase != "turn":
                action = _taken(phase, JOKER, start)
            colours.append(
                Control(
                    f"colour-{letter}",
                    words.gettext(COLOURS[letter]),
                    action,
                    letter,
                    f"worm {letter}",
                    is_on=letter == colour,
                )
            )
        label = words.gettext("The card")
        if start:
            label += ": " + ", ".join(card_words(words, each) for each in start)
        yield Row("colours", label, tuple(colours))
        if colour and (colour != JOKER or has_values):
            yield Row(
                "values",
                words.gettext("Value"),
                tuple(
                    Control(
                        f"value-{value}",
                        card_words(words, colour + value),
                        _taken(phase, colour + value, start),
                        value if len(value) == 1 else "",
                        f"card {colour + value}",
                        is_on=colour + value == card,
                    )
                    for value in VALUES
                ),
            )

    # What can be sent

    def forms(self, table: TableState, state: State, reader: Reader) -> tuple[Form, ...]:
        """Return the count of the cards left, or what a hen has eaten."""
        if isinstance(state, FullState) or state.over:
            return ()
        words, uncounted = reader.words, _race_of(table).uncounted
        if state.phase == "count" and uncounted:
            most, label = most_left(len(table.players)), words.gettext("Cards left of {name}")
            fields = tuple(
                _number(reader, "counts", f"left-{seat}", label.format(name=name), most)
                for seat, name in enumerate(table.players)
                if seat in uncounted
            )
            commands = tuple(
                f"left {table.players[seat]} :left-{seat}:" for seat in sorted(uncounted)
            )
            return (Form("counts", fields, words.gettext("Do it"), commands, key="enter"),)
        if state.phase != "turn":
            return ()
        hens = tuple((letter, words.gettext(COLOURS[letter])) for letter in _worms(table))
        most = most_left(len(table.players))
        fields = (
            Field("hen", "choice", words.gettext("The hen"), hens[0][0], hens),
            _number(reader, "eaten", "own", words.gettext("Worms of its colour"), most, "0"),
            _number(reader, "eaten", "jokers", words.gettext("Jokers"), most, "0"),
            _number(reader, "eaten", "others", words.gettext("Other worms"), most, "0"),
        )
        command = f"ate {state.turn} :hen: :own: :jokers: :others:"
        fold = words.gettext("A hen ate a pile")
        return (
            Form(
                "eaten",
                fields,
                words.gettext("Do it"),
                (command,),
                fold,
                version=reader.sent,
                key="a",
            ),
        )

    # What stands below

    def sheets(self, table: TableState, state: State, reader: Reader) -> tuple[Sheet, ...]:
        """Return what everybody has, in this game, in each before it, and in the match."""
        assert isinstance(state, DrehwurmState)
        columns = score_columns(reader.words, state, _race_of(table).played)
        rows = tuple((name, tuple(each[name] for _head, each in columns)) for name in state.match)
        heads = tuple(head for head, _each in columns)
        return (Sheet(reader.words.gettext("Score sheet"), heads, rows),)

    def seat_note(self, table: TableState, state: State, reader: Reader, name: str) -> str:
        """Return nothing: the score sheet has it."""
        return ""


FULL_HINTS = {
    "start": N_("Choose the three cards on the piles, one after the other."),
    "shows": N_("Choose the card that the turned side shows."),
    "new": N_("Choose the card that lies there now."),
    "turn": N_("Choose a card, or draw and turn a pile."),
}
PRACTICE = N_("Turn a pile, press your names, turn a pile: it counts for nothing.")
# What is due on a device before it counts.
HEADINGS = {CHOOSE_COLOURS: N_("Who has which colour?"), PRACTISE: N_("Practise once.")}
FAST_HINTS = {
    "turn": N_("Say when a pile is turned."),
    "race": N_("Throw in: press your name."),
    "count": N_("Count the cards that each player has left."),
}


def _race_of(table: TableState) -> RaceView:
    assert isinstance(table.cards, RaceView)
    return table.cards


def _worms(table: TableState) -> str:
    """Return the letters of the colours that are played with."""
    return WORM_COLOURS[: int(table.options["colours"])]


def _say(words: Words, word: str) -> Control:
    label, key = SAID[word]
    action = Turn(word) if word in TURNINGS else Enter(word)
    return Control(word, words.gettext(label), action, key, "large")


def _taken(phase: str, card: str, start: tuple[str, ...]) -> Action:
    """Return what becomes of a card: where no more is asked for, it is said at once."""
    if phase in ASKED:
        return Enter(f"{phase} {card}")
    if phase != "start":
        return Pick("colour-card", card)
    cards = (*start, card)
    return Enter(" ".join(["start", *cards])) if len(cards) == 3 else Pick("start", " ".join(cards))


def _pile_row(id: str, label: str, command: str, style: str = "") -> Row:
    return Row(
        id,
        label,
        tuple(
            Control(f"{id}-{pile}", pile, Enter(command.format(pile=pile)), style=style)
            for pile in PILES
        ),
    )


def _number(reader: Reader, form: str, id: str, label: str, most: int, value: str = "") -> Field:
    """Return a field for a number of cards, with what was wrong with it."""
    is_about = reader.about == form
    sent = dict(reader.values).get(id, value) if is_about else value
    error = dict(reader.errors).get(id, "") if is_about else ""
    return Field(id, "number", label, sent, error=error, most=most)
