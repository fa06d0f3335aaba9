"""Drehwurm in a scene: piles and the uses of a card, or a race and its order.

Decides what is offered when.  The table decides what is legal, and who was first.
"""

from collections.abc import Iterable
from functools import partial

from schiri_device.builds import COLOURED
from schiri_engines.drehwurm.cards import UNSEEN, VALUES, WORM_COLOURS, Deck
from schiri_engines.drehwurm.game import LONGEST_OPTION
from schiri_engines.drehwurm.rules import HENS, HIGHEST, WORMS

from schiri.device.reports import DeviceView
from schiri.events import TooEarly
from schiri.games.drehwurm.card_game import CHOOSE_COLOURS, PRACTISE, RACING, RaceView
from schiri.games.drehwurm.events import Claim, DrehwurmState, FastState, FullState, Pile
from schiri.games.drehwurm.match import most_left
from schiri.games.drehwurm.words import (
    COLOURS,
    JOKER,
    card_words,
    match_words,
    pile_words,
    race_words,
    spoken_pile,
)
from schiri.games.race import PANEL_SCAN_MS, VIEW_SCAN_MS
from schiri.games.words import NOTES
from schiri.scene.correction import Correction, number_field
from schiri.scene.part import GameScene, GuideStep
from schiri.scene.participant import Participant
from schiri.scene.scene import (
    Action,
    Control,
    Form,
    FormField,
    Icon,
    Pick,
    Piles,
    PileView,
    Race,
    Row,
    Runner,
    Say,
    Sheet,
    Weight,
)
from schiri.table.intents import TURNINGS, Enter, ThrowIn, Turn
from schiri.table.state import GameSnapshot
from schiri.texts import N_, Words
from schiri.views import Drawable

PILES = "123"
# Commands of one word: the label and the terminal's key.
SAID = {
    "turned": (N_("Laid and turned"), "space"),
    "passed": (N_("Drawn and turned"), "p"),
    "illegal": (N_("The fastest player's card was illegal"), "i"),
    "stands": (N_("The fastest player's card stays"), "s"),
    "end": (N_("The game has ended"), "e"),
    "next": (N_("Next game"), "f"),
}
# The precision of a race's times.
ON_VIEWS = N_("A near tie is a tie: less than {here} apart.")
ON_PANEL = N_("A near tie is a tie: less than {panel} apart on the device, less than {here} here.")
FAST = {"turn": TURNINGS, "race": ("illegal", "stands"), "over": ("next",)}
# The form for a pile that a hen has eaten.
EATEN = {
    "own": N_("Worms of its colour"),
    "jokers": N_("Jokers"),
    "others": N_("Other worms"),
}
# Commands that need only one card.
ASKED = ("shows", "new")


# The throw-ins of the guide's race.
WON = (Claim("Mia", 640, False), Claim("Ben", 790, False), Claim("Oma", 1180, False))


def _lie(*piles: Pile) -> FullState:
    """Return piles to be drawn."""
    game = "drehwurm"
    return FullState(game, None, "turn", False, (), None, piles, {}, {}, 40, {}, {}, {}, 1, "")


class DrehwurmScene(GameScene):
    """The part of a scene that Drehwurm adds.

    Shape: the picks are ``colour``, ``colour-card``, and ``start``, the cards before of a start.
    """

    about = N_("Turn piles of worms, and be the fastest to throw a fitting card in.")
    needs = N_("You need the real cards. Schiri watches the rules and keeps the score.")
    guide = (
        GuideStep(
            _lie(Pile("y", "b7", 5), Pile("g3", "r2", 2), Pile("p8", "y5", 3)),
            N_("Goal: points! Your hen eats a pile that has its colour on top."),
        ),
        GuideStep(
            _lie(Pile("y4", "b7", 4), Pile("g3", "r2", 2), Pile("p8", "y5", 3)),
            N_("Lay a worm of another colour, one number up or down. Turn that pile."),
        ),
        GuideStep(
            FastState("drehwurm", None, "race", False, (), None, WON, {}, {}, 1, ""),
            N_("Turned! All others throw a fitting card in. Only the fastest stays."),
        ),
    )
    questions = ("can", "which")
    choices = ("mode", "clock")
    first = N_("player 1 deals, player 2 begins")
    # The score sheet has it.
    has_seat_notes = False
    most = LONGEST_OPTION

    def sample(self, game: str) -> FullState:
        """Return three piles."""
        return _lie(Pile("y3", "b7", 4), Pile("g", "r2", 2), Pile("j", "p5", 6))

    def middle(self, device: DeviceView, game: GameSnapshot, person: Participant) -> Piles | Race:
        if isinstance(game.state, FullState):
            return _piles(person.words, game.state)
        return self._race(device, game, person)

    def still(self, words: Words, game: str, view: Drawable | None) -> Piles | Race | None:
        if isinstance(view, FullState):
            return _piles(words, view)
        if not isinstance(view, FastState):
            return None
        order = enumerate(view.order, 1)
        runners = (
            Runner(each.name, "", None, at, each.ms, each.tie, time=words.seconds(each.ms))
            for at, each in order
        )
        return Race(words.gettext("Reaction times"), tuple(runners), False)

    def _race(self, device: DeviceView, game: GameSnapshot, person: Participant) -> Race:
        race, words, is_racing = _race_of(game), person.words, game.state.phase in RACING
        claims = {seat: (at, ms, tie) for at, (seat, ms, tie) in enumerate(race.order, 1)}
        # Players who have not chosen a button get the colours that are left.
        buttons = [*race.colours, *(each for each in COLOURED if each not in race.colours)]
        runners = []
        for seat, name in enumerate(game.players):
            place, ms, is_tie = claims.get(seat, (0, 0, False))
            press, button = None, buttons[seat]
            if person.may_act and is_racing:
                action = self._throw_in(device, game, words, seat)
                key, icon = str(seat + 1), Icon("cap", button)
                press = Control(f"throw-{seat}", name, action, key, icon=icon)
            is_early, time = seat in race.early, words.seconds(ms) if place else ""
            runners.append(Runner(name, button, press, place, ms, is_tie, is_early, time))
        label = words.gettext("Reaction times")
        text = ON_PANEL if race.due and not _is_simulated(device) else ON_VIEWS
        panel, here = map(words.seconds, (PANEL_SCAN_MS, VIEW_SCAN_MS))
        note = words.say(text, panel=panel, here=here) if is_racing else ""
        is_open = race.is_open or _due(device, game) == CHOOSE_COLOURS
        return Race(label, tuple(runners), is_open, race.left_s, note)

    def _throw_in(
        self, device: DeviceView, game: GameSnapshot, words: Words, seat: int
    ) -> Action | None:
        """Return the action of a seat's press, None if it counts not even as a false start."""
        race = _race_of(game)
        if _due(device, game) == CHOOSE_COLOURS:
            return ThrowIn(seat) if seat == len(race.colours) else None
        if race.due == CHOOSE_COLOURS:
            # Nobody chooses a colour on a simulated device: the first turning deals them.
            return Say(words.say(NOTES[TooEarly.KIND], player=game.players[seat]))
        if race.due == PRACTISE or game.state.phase == "turn":
            return ThrowIn(seat)
        others = (_turner(game), *race.thrown)
        return ThrowIn(seat) if race.is_open and seat not in others else None

    def turn(self, words: Words, game: GameSnapshot) -> str:
        """Return whose turn it is; once all have thrown in, nobody is asked to."""
        if not _have_all_thrown(game):
            return ""
        text = N_("All have thrown in. Then it is {name}'s turn.")
        return words.say(text, name=str(game.state.turn))

    def heading(self, device: DeviceView, game: GameSnapshot, person: Participant) -> str:
        text = HEADINGS.get(_due(device, game)) if game.state.phase in RACING else None
        return person.words.gettext(text) if text else ""

    def hint(self, device: DeviceView, game: GameSnapshot, person: Participant) -> str:
        """Return what to do, and how much time is left for it."""
        words, race, state = person.words, _race_of(game), game.state
        hints = FULL_HINTS if isinstance(state, FullState) else FAST_HINTS
        text, name = hints.get(state.phase, ""), ""
        if state.phase in RACING and _due(device, game) == CHOOSE_COLOURS:
            name = game.players[len(race.colours)]
            text = N_("{name}, press your name, or on the device the button of your colour.")
        elif state.phase in RACING and race.due == PRACTISE:
            text = N_("Turn a pile, press your names, turn a pile: it counts for nothing.")
        elif _have_all_thrown(game):
            text = N_("Does the fastest player's card fit?") if race.order else ""
        elif state.phase == "race" and not race.is_open:
            # After an undo or a pause the time of the turning is not known.
            text = N_("It is too late to throw in.")
        sentences = [words.say(text, name=name)] if text else []
        if race.left_s is not None:
            sentences.append(words.say("{count} s", count=race.left_s))
        return " ".join(sentences)

    def facts(self, words: Words, game: GameSnapshot) -> tuple[str, ...]:
        """Return the number of the game in the match."""
        assert isinstance(game.state, DrehwurmState)
        return (match_words(words, game.state) + ".",)

    def is_for_all(self, game: GameSnapshot) -> bool:
        """Return whether everybody may throw in, counts, or answers for the table."""
        return isinstance(game.state, FastState) and game.state.phase != "turn"

    def due_on_panel(self, words: Words, game: GameSnapshot) -> str:
        race, players = _race_of(game), game.players
        if race.due == CHOOSE_COLOURS:
            name = players[len(race.colours)]
            return words.say("{name}, press the button of your colour.", name=name)
        if race.due == PRACTISE:
            text = words.gettext(
                "Practise once: turn a pile, press your buttons, turn a pile. "
                "It counts for nothing."
            )
            claims = [(players[seat], ms) for seat, ms, _tie in race.order if race.is_open]
            return f"{text} {race_words(words, claims)}" if claims else text
        return ""

    # Controls

    def rows(self, device: DeviceView, game: GameSnapshot, person: Participant) -> tuple[Row, ...]:
        state = game.state
        if isinstance(state, FullState):
            return tuple(self._full_rows(game, state, person))
        words, phase, said = person.words, state.phase, FAST.get(state.phase, ())
        if state.over or not said:
            return ()
        controls = [_say(words, word) for word in said]
        assert isinstance(state, FastState)
        if phase == "race" and not state.order:
            # There is no card yet that could stay or be illegal.
            # The second tap on the turning before must not end the race: it finds no control.
            nobody = controls[1]._replace(label=words.gettext("Nobody threw in"))
            controls = [controls[0]._replace(action=None), nobody]
        rows = [Row("says", "", tuple(controls))]
        if phase == "race":
            # The next turning ends this race: its press begins the next one.
            then = words.say("Then {name} turns:", name=state.turn)
            rows.append(Row("then", then, tuple(_say(words, word) for word in TURNINGS)))
        if phase == "turn":
            asked = words.gettext("Is the game over? Then the cards left are counted.")
            rows.append(Row("ends", "", (_say(words, "end")._replace(question=asked),)))
        return tuple(rows)

    def _full_rows(
        self, game: GameSnapshot, state: FullState, person: Participant
    ) -> Iterable[Row]:
        words, phase = person.words, state.phase
        if phase == "over":
            if not state.over:
                yield Row("says", "", (_say(words, "next"),))
            return
        # With each card of a start its colour is chosen again.
        name = "start-colour" if phase == "start" else "colour"
        colour, card = person.pick(name), person.pick("colour-card")
        if colour == JOKER and game.options["joker"] != "number":
            card = JOKER
        yield from self._card_rows(game, phase, person, colour, card)
        if phase != "turn":
            return
        if card:
            said = card_words(words, card)
            lay = words.say("Lay {card} on pile", card=said)
            yield _pile_row("lay", lay, f"lay {card} {{pile}}", "large")
            thrown = words.say("{card} is thrown in by", card=said)
            turner = _turner(game)
            throws = (
                Control(f"throw-in-{seat}", name, Enter(f"throw {name} {card}"))
                for seat, name in enumerate(game.players)
                if seat != turner
            )
            yield Row("throw-in", thrown, tuple(throws))
        elif colour and colour != JOKER:
            colour_name = words.gettext(COLOURS[colour])
            hen = words.say("Play the hen ({colour}) on pile", colour=colour_name)
            yield _pile_row("hen", hen, f"hen {colour} {{pile}}")
        yield _pile_row("pass", words.gettext("Draw, and turn pile"), "pass {pile}")
        yield _pile_row("which", words.gettext("What fits on pile"), "which {pile}")

    def _card_rows(
        self, game: GameSnapshot, phase: str, person: Participant, colour: str, card: str
    ) -> Iterable[Row]:
        """Offer the colours, and the values of the picked one."""
        words = person.words
        has_values = game.options["joker"] == "number"
        start = tuple(filter(None, person.pick("start").split()))
        colours = []
        for letter in _worms(game) + JOKER:
            action: Action = Pick("start-colour" if phase == "start" else "colour", letter)
            if letter == JOKER and not has_values and phase != "turn":
                action = _taken(phase, JOKER, start)
            id, name = f"colour-{letter}", words.gettext(COLOURS[letter])
            icon, is_on = Icon("worm", letter), letter == colour
            colours.append(Control(id, name, action, letter, icon=icon, is_on=is_on))
        label = words.gettext("The card")
        if start:
            label += ": " + ", ".join(card_words(words, each) for each in start)
        yield Row("colours", label, tuple(colours))
        if not colour or (colour == JOKER and not has_values):
            return
        values = []
        for value in VALUES:
            each, key = colour + value, value if len(value) == 1 else ""
            name, action = card_words(words, each), _taken(phase, each, start)
            icon, is_on = Icon("card", each), each == card
            values.append(Control(f"value-{value}", name, action, key, icon=icon, is_on=is_on))
        yield Row("values", words.gettext("Value"), tuple(values))

    # Forms

    def forms(self, game: GameSnapshot, person: Participant) -> tuple[Form, ...]:
        """Return the form for the cards left, or the one for an eaten pile."""
        state = game.state
        if isinstance(state, FullState) or state.over:
            return ()
        words, uncounted = person.words, _race_of(game).uncounted
        players, do_it = game.players, words.gettext("Do it")
        most = most_left(len(players))
        if state.phase == "count" and uncounted:
            left = [(f"left-{seat}", players[seat]) for seat in sorted(uncounted)]
            fields = [
                _number(person, "counts", id, words.say("Cards left of {name}", name=name), most)
                for id, name in left
            ]
            commands = tuple(f"left {name} :{id}:" for id, name in left)
            return (Form("counts", tuple(fields), do_it, commands, key="enter"),)
        if state.phase != "turn":
            return ()
        hens = tuple((letter, words.gettext(COLOURS[letter])) for letter in _worms(game))
        fields = [FormField("hen", "choice", words.gettext("The hen"), hens[0][0], hens)]
        fields += [
            _number(person, "eaten", id, words.gettext(label), most, "0")
            for id, label in EATEN.items()
        ]
        command = f"ate {state.turn} :hen: :own: :jokers: :others:"
        title = words.say("{name}: a hen ate a pile", name=state.turn)
        version = person.sent
        return (Form("eaten", tuple(fields), do_it, (command,), title, version=version, key="a"),)

    def corrections(self, game: GameSnapshot, person: Participant) -> tuple[Correction, ...]:
        """Return the piles and the numbers of cards, whose turn it is, and the points.

        Shape: the turn comes last, because cards may end it; between two games only the cards left
        and the points are corrected.
        """
        words, state, found = person.words, game.state, []
        assert isinstance(state, DrehwurmState)
        if isinstance(state, FullState):
            if state.phase != "over":
                for number, pile in enumerate(state.piles, 1):
                    # A card that the game asks for is entered first.
                    if pile.top and pile.top != UNSEEN:
                        found.append(_pile_correction(words, game, number, pile))
                draw = number_field("stock", words.gettext("Draw pile"), state.draw, WORMS)
                found.append(Correction("set stock :stock:", (draw,)))
            for seat, (name, count) in enumerate(state.hands.items()):
                id, label = f"hand-{seat}", words.say("Cards in hand of {name}", name=name)
                field = number_field(id, label, count, WORMS + HENS)
                found.append(Correction(f"set hand {name} :{id}:", (field,)))
        for seat, (name, points) in enumerate(state.scores.items()):
            id, label = f"score-{seat}", words.say("Points of {name} in this game", name=name)
            field = number_field(id, label, points, HIGHEST, -HIGHEST)
            found.append(Correction(f"set score {name} :{id}:", (field,)))
        return (*found, *super().corrections(game, person))

    def sheets(self, game: GameSnapshot, person: Participant) -> tuple[Sheet, ...]:
        """Return the score sheet: each game of the match so far, and their sums."""
        state = game.state
        assert isinstance(state, DrehwurmState)
        words, columns = person.words, []
        if isinstance(state, FullState):
            columns = [(words.gettext("cards"), state.hands), (words.gettext("hens"), state.hens)]
        played = [dict(zip(state.match, each, strict=True)) for each in _race_of(game).played]
        for number, points in enumerate([*played, state.scores], 1):
            columns.append((words.say("game {number}", number=number), points))
        # A match gets the points of a game at its end; until then the current points are shown.
        running = state.scores if state.phase != "over" else {}
        total = {name: won + running.get(name, 0) for name, won in state.match.items()}
        columns.append((words.gettext("match"), total))
        rows = tuple((name, tuple(each[name] for _head, each in columns)) for name in state.match)
        return (Sheet(words.gettext("Score sheet"), tuple(head for head, _each in columns), rows),)


def _piles(words: Words, state: FullState) -> Piles:
    piles = []
    for number, pile in enumerate(state.piles, 1):
        top, under, cards = pile.top or "", pile.under or "", pile.cards
        label = pile_words(number, pile, partial(card_words, words))
        spoken = spoken_pile(words, number, pile)
        piles.append(PileView(number, top, under, cards, label, spoken))
    return Piles(words.gettext("Piles"), tuple(piles), state.draw)


def _pile_correction(words: Words, game: GameSnapshot, number: int, pile: Pile) -> Correction:
    """Return the correction of a pile: its two sides and its cards."""
    options, under = game.options, pile.under or UNSEEN
    deck = Deck(int(options["colours"]), options["joker"], options["throw-in"])
    known = tuple((card, card_words(words, card)) for card in deck.worms())
    either = ((UNSEEN, words.gettext("face down")), *known)
    says = [
        words.say(text, number=number)
        for text in (
            N_("Pile {number}, on top"),
            N_("Pile {number}, underneath"),
            N_("Pile {number}, cards"),
        )
    ]
    fields = (
        FormField(f"top-{number}", "choice", says[0], pile.top or UNSEEN, known),
        FormField(f"under-{number}", "choice", says[1], under, either),
        number_field(f"cards-{number}", says[2], pile.cards, WORMS, 2),
    )
    command = " ".join(["set pile", f"{number}", *(f":{field.id}:" for field in fields)])
    return Correction(command, fields)


def _turner(game: GameSnapshot) -> int:
    """Return the seat that has turned a pile: the player on turn follows.  Rule: DW-6."""
    turn = game.players.index(game.state.turn) if game.state.turn in game.players else 0
    return (turn - 1) % len(game.players)


FULL_HINTS = {
    "start": N_("Choose the three cards on the piles, one after the other."),
    "shows": N_("Choose the card that the turned side shows."),
    "new": N_("Choose the card that lies there now."),
    "turn": N_("Choose a card, or draw and turn a pile."),
}
# Steps that are due on a device before the game begins.
HEADINGS = {CHOOSE_COLOURS: N_("Who has which colour?"), PRACTISE: N_("Practise once.")}
FAST_HINTS = {
    "turn": N_("Say when a pile is turned."),
    "race": N_("Throw in: press your name."),
    "count": N_("Count the cards that each player has left."),
}


def _race_of(game: GameSnapshot) -> RaceView:
    assert isinstance(game.view, RaceView)
    return game.view


def _have_all_thrown(game: GameSnapshot) -> bool:
    """Return whether nobody is left who may throw in: besides who turned, all have."""
    thrown = _race_of(game).thrown
    return game.state.phase == "race" and len(thrown) == len(game.players) - 1


def _due(device: DeviceView, game: GameSnapshot) -> str:
    """Return the step that is due on the device, "" with a simulated one."""
    race = _race_of(game)
    return "" if _is_simulated(device) and not race.colours else race.due


def _is_simulated(device: DeviceView) -> bool:
    return device.is_plugged is not None


def _worms(game: GameSnapshot) -> str:
    """Return the letters of the colours in this game."""
    return WORM_COLOURS[: int(game.options["colours"])]


def _say(words: Words, word: str) -> Control:
    label, key = SAID[word]
    action = Turn(word) if word in TURNINGS else Enter(word)
    return Control(word, words.gettext(label), action, key, "large")


def _taken(phase: str, card: str, start: tuple[str, ...]) -> Action:
    """Return the action of choosing a card; the last choice sends the command."""
    if phase in ASKED:
        return Enter(f"{phase} {card}")
    if phase != "start":
        return Pick("colour-card", card)
    cards = (*start, card)
    return Enter(" ".join(["start", *cards])) if len(cards) == 3 else Pick("start", " ".join(cards))


def _pile_row(id: str, label: str, command: str, weight: Weight = "") -> Row:
    controls = (
        Control(f"{id}-{pile}", pile, Enter(command.format(pile=pile)), weight=weight)
        for pile in PILES
    )
    return Row(id, label, tuple(controls))


def _number(
    person: Participant, form: str, id: str, label: str, most: int, value: str = ""
) -> FormField:
    """Return a field for a number of cards, with its error."""
    is_about = person.about == form
    sent = dict(person.values).get(id, value) if is_about else value
    error = dict(person.errors).get(id, "") if is_about else ""
    return FormField(id, "number", label, sent, error=error, most=most)


SCENE = DrehwurmScene
