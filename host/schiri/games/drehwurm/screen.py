"""Drehwurm in the terminal: seats, piles, races and scores, and a key for each thing that is said.

Decides which key is which.  What is legal, and who was first, the table says.
"""

from textual.app import ComposeResult
from textual.events import Resize

from schiri.games.drehwurm.seat_lines import Cap, seat_lines
from schiri.games.drehwurm.table import (
    CHOOSE_COLOURS,
    PRACTISE,
    RACING,
    TURNINGS,
    RaceView,
    panel_words,
)
from schiri.games.drehwurm.words import (
    Claim,
    DrehwurmState,
    FullState,
    cards_hint,
    game_words,
    order_words,
    piles_words,
)
from schiri.prose import turn_words
from schiri.table.intents import Enter, ThrowIn, Turn, Undo
from schiri.table.state import Notice
from schiri.terminal.cards import CardScreen
from schiri.terminal.keys import N_, key
from schiri.terminal.lights import CAPS
from schiri.terminal.text_widgets import QuietStatic

# What a key says at once, or begins to say on the line; NAME is whose turn it is.
FAST = {
    "space": "turned",
    "p": "passed",
    "i": "illegal",
    "s": "stands",
    "e": "end",
    "a": "ate NAME ",
}
FULL = {"l": "lay ", "t": "throw ", "h": "hen ", "p": "pass ", "c": "can ", "w": "which "}
# What Enter begins to say in each phase, and a seat's key where no race is run.
NEXT = {"start": "start ", "shows": "shows ", "new": "new ", "turn": "", "count": "left LEFT "}
# Such a line as a whole.
EXAMPLES = {
    "start": "start y3 b7 r9",
    "shows": "shows g5",
    "new": "new g5",
    "count": "left NAME 4",
}
SEAT = {"count": "left SEAT ", "turn": "throw SEAT "}
NAMES = {"space": N_("Space")}

SEATS = N_("the number of a player: throw in; later, cards left; full: who throws in")
BEGINS = N_("open the line with the command that is due")
# What the keys of commands do.
SAYS = {
    "space": N_("the player on turn has laid and turned"),
    "p": N_("the player on turn has drawn and turned"),
    "i": N_("the fastest player's card was illegal"),
    "s": N_("the fastest player's card stays"),
    "e": N_("the game has ended; then Enter for the cards left"),
    "a": N_("a hen ate a pile: its colour, worms of it, jokers, others"),
    "l": N_("the player on turn lays"),
    "h": N_("the player on turn plays a hen"),
    "t": N_("somebody throws in"),
    "c": N_("does a card fit"),
    "w": N_("which cards fit"),
}
# Their words in the bar.
BAR = {"space": N_("turned"), "l": N_("lay")}


class DrehwurmScreen(CardScreen):
    """Seats with their colours, what lies or who is how fast, and the scores."""

    DEFAULT_CSS = """
    DrehwurmScreen #seats { height: auto; margin: 1 0; }
    DrehwurmScreen.-low #seats { margin: 0; }
    DrehwurmScreen #piles, DrehwurmScreen #order { height: auto; }
    DrehwurmScreen #order { text-style: bold; }
    """
    BINDINGS = [
        *(
            key(
                name,
                f"say('{name}')",
                does,
                bar=BAR.get(name, ""),
                shown=NAMES.get(name),
                first=True,
            )
            for name, does in SAYS.items()
        ),
        key(
            "enter",
            "next_word",
            N_("open the line with the command that is due"),
            shown="Enter",
            first=True,
        ),
        key("u,backspace", "undo", N_("take back"), bar=N_("back")),
        *(key(str(seat), f"seat({seat - 1})", SEATS, first=True) for seat in range(1, 7)),
        key("n", "next_game", N_("the next game, or a new match"), bar=N_("new")),
    ]
    QUESTIONS = ("can", "which")

    def compose(self) -> ComposeResult:
        yield QuietStatic("", id="title")
        yield QuietStatic("", id="seats")
        yield QuietStatic("", id="piles")
        yield QuietStatic("", id="order")
        yield from self.compose_talk()

    def example(self) -> str:
        """Return how cards are written, or where none are named what is said most often."""
        return "turned" if self._is_fast else cards_hint(self.words)

    @property
    def _race(self) -> RaceView:
        assert isinstance(self.state.cards, RaceView)
        return self.state.cards

    @property
    def _match(self) -> DrehwurmState:
        assert isinstance(self.state.state, DrehwurmState)
        return self.state.state

    @property
    def _is_fast(self) -> bool:
        return self.state.options["mode"] == "fast"

    # What is shown

    def show_parts(self) -> None:
        """Show seats, piles or claims, and what is due."""
        super().show_parts()
        state = self._match
        # Who plays stands below, a line each.
        title = f"Drehwurm  {game_words(self.words, state)}"
        self.query_one("#title", QuietStatic).update(title)
        self._show_seats()
        piles = self.query_one("#piles", QuietStatic)
        piles.display = isinstance(state, FullState)
        piles.update(piles_words(state.piles) if isinstance(state, FullState) else "")
        order = self.query_one("#order", QuietStatic)
        order.display = self._is_fast
        order.update(order_words(self.words, self._order()))
        self.query_one("#turn", QuietStatic).update(turn_words(self.words, state))

    def _show_seats(self) -> None:
        lines = seat_lines(self.words, self._match, self._caps(), self.size.width)
        self.query_one("#seats", QuietStatic).update(lines)

    def on_resize(self, event: Resize) -> None:
        """Share out the room anew."""
        super().on_resize(event)
        self._show_seats()

    def _order(self) -> list[Claim]:
        players = self.state.players
        return [Claim(players[seat], ms, tie) for seat, ms, tie in self._race.order]

    def notice(self, notice: Notice) -> None:
        """Tell what was found; what a button asks to be said, the line begins with."""
        super().notice(notice)
        if notice.code == "say-eaten":
            self.begin("ate NAME ")

    def _caps(self) -> list[Cap]:
        """Return each seat's key with the name and the colours of its button."""
        chosen = self._race.colours
        # Who has not chosen yet is shown in a colour that is still free.
        buttons = [*chosen, *(cap[1] for cap in CAPS if cap[1] not in chosen)]
        colours = {button: (front, back) for _key, button, front, back in CAPS}
        seats = range(len(self.state.players))
        return [(str(seat + 1), buttons[seat], *colours[buttons[seat]]) for seat in seats]

    def hint(self) -> str:
        """Return what the keys do now."""
        race, players, phase = self._race, self.state.players, self._match.phase
        on_panel = panel_words(self.words, race, players)
        if on_panel and phase in RACING:
            return on_panel
        if phase == "race" and not race.is_open:
            # After an undo, or a pause: nobody knows any more when it was turned.
            return self.words.gettext(
                "No key throws in now; s stands, i was illegal, Space or p turns the next."
            )
        if phase == "race":
            text = self.words.gettext(
                "1 to {seats}: throw in; i: the fastest was illegal; s: it stays; Space or p: "
                "the next turn."
            )
            left = (
                ""
                if race.left_s is None
                else "  " + self.words.gettext("{count} s").format(count=race.left_s)
            )
            return text.format(seats=len(players)) + left
        if phase == "turn" and self._is_fast:
            return self.words.gettext(
                "Space: laid and turned, p: drawn and turned, "
                "a: a hen ate a pile, e: the game has ended."
            )
        if phase == "turn":
            return self.words.gettext(
                "l lays, p draws and turns, h plays a hen, t throws in; c and w ask what fits."
            )
        if phase == "over":
            next_game = self.words.gettext("n begins the next game, u takes the last entry back.")
            return self.over_hint() if self._match.over else next_game
        text = self.words.gettext("Press Enter and complete the line, for example: {example}")
        return text.format(example=EXAMPLES[phase])

    # What is done

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something: in this kind of referee, for so many players."""
        match action, parameters:
            case "say", (str(name),):
                says = name in self._says
            case "seat", (int(seat),):
                says = seat < len(self.state.players)
            case _:
                says = True
        return says and super().check_action(action, parameters)

    @property
    def _says(self) -> dict[str, str]:
        return FAST if self._is_fast else FULL

    def action_say(self, name: str) -> None:
        """Carry out, or begin to type, the command of a key."""
        words = self._says[name]
        if self._race.due == CHOOSE_COLOURS and words in TURNINGS:
            self.say_idle(self.words.gettext(NAMES.get(name, name)))
        elif words.endswith(" "):
            self.begin(words)
        elif words in TURNINGS:
            self.send(Turn(words))
        else:
            self.send(Enter(words))

    def action_seat(self, seat: int) -> None:
        """Handle the key of a seat: in a race it claims, elsewhere it begins a command."""
        phase, players, race = self._match.phase, self.state.players, self._race
        if race.due == CHOOSE_COLOURS and phase in RACING and seat != len(race.colours):
            # Only whose turn it is to choose has one.
            self.say_idle(str(seat + 1))
        elif self._is_fast and phase in RACING:
            self.send(ThrowIn(seat))
            if not self._may_throw_in(seat):
                self.say_idle(str(seat + 1))
        elif phase in SEAT:
            self.begin(SEAT[phase].replace("SEAT", players[seat]))
        else:
            self.say_idle(str(seat + 1))

    def _may_throw_in(self, seat: int) -> bool:
        """Whether a press of this seat counts for anything but a false start."""
        race, turn = self._race, self.state.players.index(self._match.turn or "")
        if race.due in (CHOOSE_COLOURS, PRACTISE):
            return True
        # Whose turn it is comes after whoever has turned.
        has_turned = (turn - 1) % len(self.state.players)
        claimed = [each for each, _ms, _tie in race.order]
        return race.is_open and seat not in (has_turned, *claimed)

    def action_next_word(self) -> None:
        """Begin to type the command that is due; after the end play the same again."""
        if self.play_again():
            return
        phase = self._match.phase
        if phase in NEXT:
            self.begin(NEXT[phase])
        else:
            self.say_idle("Enter")

    def action_undo(self) -> None:
        """Take the last entry back."""
        self.send(Undo())

    def action_next_game(self) -> None:
        """Go on to the next game of the match, or begin a new match."""
        if self._match.phase == "over" and not self._match.over:
            self.send(Enter("next"))
        else:
            self.action_new_game()

    def begin(self, text: str) -> None:
        """Open the line with the beginning of a command; NAME and LEFT are whose it is."""
        uncounted = [self.state.players[seat] for seat in self._race.uncounted]
        text = text.replace("NAME", self._match.turn or "")
        super().begin(text.replace("LEFT", (uncounted or [""])[0]))
