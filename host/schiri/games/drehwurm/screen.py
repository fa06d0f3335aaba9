"""Drehwurm in the terminal: seats, piles, races and scores, and a key for each thing that is said.

Decides which key is which.  What is legal, and who was first, the table says.
"""

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Input, Static

from schiri.games.drehwurm.table import RACING, TURNINGS, RaceView, panel_words
from schiri.games.drehwurm.words import (
    Claim,
    DrehwurmState,
    FullState,
    card_words,
    game_words,
    order_words,
    piles_words,
)
from schiri.prose import title_of, turn_words
from schiri.table.intents import Enter, ThrowIn, Turn, Undo
from schiri.table.state import Notice
from schiri.terminal.cards import CardScreen
from schiri.terminal.keys import N_, key
from schiri.terminal.lights import CAP, CAPS
from schiri.terminal.quiet_static import QuietStatic

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
SEAT = {"count": "left SEAT ", "turn": "throw SEAT "}
NAMES = {"space": N_("Space")}

# How many columns a name has.
NAME = 28


SEATS = N_("the players' seats: throw in; afterwards cards left; in the full game who throws in")
# What the keys of commands do.
SAYS = {
    "space": N_("the player on turn has laid and turned"),
    "p": N_("the player on turn has drawn and turned"),
    "i": N_("the fastest card was illegal"),
    "s": N_("the fastest card stands"),
    "e": N_("the game has ended: then the cards left, with Enter"),
    "a": N_("a hen ate a pile: then colour, own worms, jokers, others"),
    "l": N_("the player on turn lays"),
    "h": N_("the player on turn plays a hen"),
    "t": N_("somebody throws in"),
    "c": N_("does a card fit"),
    "w": N_("which cards fit"),
}
# Their words in the bar.
BAR = {"space": N_("turned"), "a": N_("eaten"), "l": N_("lay")}


class DrehwurmScreen(CardScreen):
    """Seats with their colours, what lies or who is how fast, and the scores."""

    DEFAULT_CSS = """
    DrehwurmScreen #seats { height: auto; margin: 1 0; }
    DrehwurmScreen #piles, DrehwurmScreen #order { height: auto; }
    DrehwurmScreen #order { text-style: bold; }
    """
    BINDINGS = [
        *(
            key(name, f"say('{name}')", does, bar=BAR.get(name, ""), shown=NAMES.get(name))
            for name, does in SAYS.items()
        ),
        key("enter", "next_word", N_("the line, begun with what is due"), shown="Enter"),
        key("u,backspace", "undo", N_("take back"), bar=N_("back")),
        *(key(str(seat), f"seat({seat - 1})", SEATS) for seat in range(1, 7)),
        key("n", "next_game", N_("the next game, or a new match"), bar=N_("new")),
    ]
    QUESTIONS = ("can", "which")

    def compose(self) -> ComposeResult:
        yield QuietStatic("", id="title", markup=False)
        yield QuietStatic("", id="seats")
        yield QuietStatic("", id="piles")
        yield QuietStatic("", id="order", markup=False)
        yield from self.compose_talk()

    def example(self) -> str:
        """Return how cards are written."""
        return super().example() if self._is_fast else card_words(self.words)

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
        title = f"{title_of('drehwurm', self.state.players)}  {game_words(self.words, state)}"
        self.query_one("#title", Static).update(title)
        self.query_one("#seats", Static).update(self._seat_lines(state))
        piles = state.piles if isinstance(state, FullState) else ()
        self.query_one("#piles", Static).update(piles_words(piles))
        self.query_one("#order", Static).update(order_words(self.words, self._order()))
        self.query_one("#turn", Static).update(turn_words(self.words, state))

    def _order(self) -> list[Claim]:
        players = self.state.players
        return [Claim(players[seat], ms, tie) for seat, ms, tie in self._race.order]

    def notice(self, notice: Notice) -> None:
        """Tell what was found; what a button asks to be said, the line begins with."""
        super().notice(notice)
        if notice.code == "say-eaten":
            self.begin("ate NAME ")

    def _seat_lines(self, state: DrehwurmState) -> Text:
        """Return a line for each player: key, colour, name, whether on turn, and what they have."""
        shown = [
            (self.words.gettext("points"), state.scores),
            (self.words.gettext("match"), state.match),
        ]
        if isinstance(state, FullState):
            shown = [
                (self.words.gettext("cards"), state.hands),
                (self.words.gettext("hens"), state.hens),
                *shown,
            ]
        text = Text(" " * (CAP + NAME), no_wrap=True)
        text.append("".join(f"{head:>9}" for head, _values in shown))
        for seat, name in enumerate(self.state.players):
            key, button, front, back = self._cap_of(seat)
            cap = f" {key} {self.words.pgettext('button', button)}".ljust(CAP - 1)
            text.append("\n").append(cap, Style(color=front, bgcolor=back))
            mark = "▶" if name == state.turn else " "
            text.append(f" {mark} {name}".ljust(NAME + 1))
            text.append("".join(f"{values[name]:>9}" for _head, values in shown))
        return text

    def _cap_of(self, seat: int) -> tuple[str, str, str, str]:
        """Return a seat's key with the name and the colours of its button."""
        chosen = self._race.colours
        # Who has not chosen yet is shown in a colour that is still free.
        button = [*chosen, *(cap[1] for cap in CAPS if cap[1] not in chosen)][seat]
        _key, _button, front, back = next(cap for cap in CAPS if cap[1] == button)
        return str(seat + 1), button, front, back

    def hint(self) -> str:
        """Return what the keys do now."""
        race, players, phase = self._race, self.state.players, self._match.phase
        if on_panel := panel_words(self.words, race, players):
            return on_panel
        if phase == "race":
            text = self.words.gettext(
                "1 to {seats} throw in, i was illegal, s stands; Space or p turns the next."
            )
            left = (
                ""
                if race.left_s is None
                else "  " + self.words.gettext("{count} s").format(count=race.left_s)
            )
            return text.format(seats=len(players)) + left
        if phase == "turn" and self._is_fast:
            return self.words.gettext(
                "Space turned, p drew and turned, a ate a pile, e ends the game."
            )
        if phase == "turn":
            return self.words.gettext(
                "l lays, p draws and turns, h plays a hen, t throws in; c and w ask."
            )
        if phase == "over":
            return self.words.gettext(
                "n goes on with the next game, or begins a new match; u takes back."
            )
        return self.words.gettext("Enter begins the line.")

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
        if words.endswith(" "):
            self.begin(words)
        elif words in TURNINGS:
            self.send(Turn(words))
        else:
            self.send(Enter(words))

    def action_seat(self, seat: int) -> None:
        """Handle the key of a seat: in a race it claims, elsewhere it begins a command."""
        phase, players = self._match.phase, self.state.players
        if self._is_fast and phase in RACING:
            self.send(ThrowIn(seat))
        elif phase in SEAT:
            self.begin(SEAT[phase].replace("SEAT", players[seat]))
        else:
            self.say_idle()

    def action_next_word(self) -> None:
        """Begin to type the command that is due; after the end play the same again."""
        if self.play_again():
            return
        phase = self._match.phase
        if phase in NEXT:
            self.begin(NEXT[phase])
        else:
            self.say_idle()

    def action_undo(self) -> None:
        """Take the last entry back."""
        self.send(Undo())

    def action_next_game(self) -> None:
        """Go on to the next game of the match, or begin a new match."""
        if self._match.phase == "over" and not self._match.over:
            self.send(Enter("next"))
        else:
            self.app.call_later(self.app.run_action, "new_game")

    def begin(self, words: str) -> None:
        """Open the line with the beginning of a command."""
        uncounted = [self.state.players[seat] for seat in self._race.uncounted]
        words = words.replace("NAME", self._match.turn or "").replace(
            "LEFT", (uncounted or [""])[0]
        )
        self.action_type()
        line = self.query_one("#line", Input)
        line.value = words
        line.cursor_position = len(words)
