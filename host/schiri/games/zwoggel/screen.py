"""Zwoggel in the terminal: a cursor over the field turns cards up and lays them.

Decides which key is which.  What is legal the table says.
"""

from schiri_engines.zwoggel.notation import place_text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from schiri.events import End
from schiri.games.zwoggel.field import STEPS, Place, moved
from schiri.games.zwoggel.field_widget import Field
from schiri.games.zwoggel.table import ZwoggelView
from schiri.games.zwoggel.words import ZwoggelState, penalty_lines, stock_line, trap_lines
from schiri.prose import title_of, turn_words
from schiri.table.intents import Choose, Enter, Undo
from schiri.table.session import TableSession
from schiri.terminal.cards import CardScreen
from schiri.terminal.keys import N_, key
from schiri.terminal.text_widgets import QuietStatic
from schiri.texts import Words


def mark_lines(words: Words) -> list[tuple[str, str]]:
    """Return each sign on the field and what it means."""
    return [
        ("░", words.gettext("face down")),
        ("●  ▲", words.gettext("red, green")),
        ("╳", words.gettext("a hole: a penalty card lay there")),
        ("‹ ›", words.gettext("just turned up")),
        ("* *", words.gettext("three in a row")),
        ("·", words.gettext("a card may be laid there")),
        ("+", words.gettext("a card will be laid there")),
        ("! !", words.gettext("the cause of the refusal")),
    ]


FLIPS = N_("turn the card there up: it is red, or green")
LAYS = N_("lay a card there, or take it up again before the last one lies")


class ZwoggelScreen(CardScreen):
    """The field, who has how many penalties, and whose turn it is."""

    DEFAULT_CSS = """
    ZwoggelScreen #top { height: 3fr; min-height: 6; }
    /* The longest name with its penalties. */
    ZwoggelScreen #side { width: 28; height: 100%; padding: 0 1; }
    ZwoggelScreen #side Static { height: auto; margin: 0 0 1 0; }
    ZwoggelScreen.-low #top { min-height: 10; }
    ZwoggelScreen.-low #side Static { margin: 0; }
    /* What became of them the history tells as well. */
    ZwoggelScreen.-low #traps { display: none; }
    """
    BINDINGS = [
        key("r", "flip('red')", FLIPS, bar=N_("turn up")),
        key("g", "flip('green')", FLIPS),
        key("u,6,backspace", "undo", N_("take back"), bar=N_("back")),
        key("space", "lay", LAYS, bar=N_("lay"), shown=N_("Space")),
        key("enter", "enter", N_("the same; after a game play the same again"), shown="Enter"),
        *(key(name, f"move('{name}')", N_("go to a place")) for name in STEPS),
    ]
    MARKS = staticmethod(mark_lines)

    def __init__(self, words: Words, session: TableSession) -> None:
        super().__init__(words, session)
        self._cursor: Place = (0, 0)

    @property
    def _cards(self) -> ZwoggelView:
        assert isinstance(self.state.cards, ZwoggelView)
        return self.state.cards

    def compose(self) -> ComposeResult:
        yield QuietStatic("", id="title")
        with Horizontal(id="top"):
            yield Field()
            with Vertical(id="side"):
                yield QuietStatic("", id="stock")
                yield QuietStatic("", id="players")
                yield QuietStatic("", id="traps")
        yield from self.compose_talk()

    def show_parts(self) -> None:
        """Show the field, stock and penalties, and what is due."""
        super().show_parts()
        state = self.state.state
        assert isinstance(state, ZwoggelState)
        last = self.state.told[-1] if self.state.told else None
        self.query_one("#title", QuietStatic).update(title_of("zwoggel", self.state.players))
        self.query_one("#stock", QuietStatic).update(stock_line(self.words, state))
        penalties = self.words.gettext("Penalties: {each}").format(each="").rstrip()
        players = "\n".join([penalties, *penalty_lines(self.words, state)])
        self.query_one("#players", QuietStatic).update(players)
        traps = trap_lines(self.words, last if isinstance(last, End) else None)
        self.query_one("#traps", QuietStatic).update("\n".join(traps))
        self.query_one("#turn", QuietStatic).update(turn_words(self.words, state))
        self._show_field()

    def _show_field(self) -> None:
        refusal = self.answer.refusal or self.state.refusal
        cause = refusal.cells if refusal else ()
        cards = self._cards
        field = self.query_one(Field)
        field.show(cards.field, self._cursor, cards.chosen, cause, cards.open)

    def hint(self) -> str:
        """Return what the keys do now."""
        phase = self.state.state.phase if self.state.state else ""
        if phase == "flip":
            return self.words.gettext(
                "Go to a card with the arrows, turn it up: r for red or g for green."
            )
        if phase == "place":
            text = self.words.gettext(
                "Go to a place with the arrows; Space lays, or takes up again. "
                "Still to lay: {cards}"
            )
            return text.format(cards=self._cards.hand)
        return self.over_hint()

    # What is done

    def action_move(self, way: str) -> None:
        """Move the cursor, no further than one place beyond the cards."""
        self._cursor = moved(self._cursor, way, self._cards.field, self._cards.chosen)
        self._show_field()

    def action_flip(self, colour: str) -> None:
        """Turn up the card at the cursor: it is of this colour."""
        self.send(Enter(f"flip {place_text(self._cursor)} {colour}"))

    def action_lay(self) -> None:
        """Choose the place at the cursor, or let go of it; before that cards are turned up."""
        if self.state.state and self.state.state.phase == "place":
            self.send(Choose(self._cursor))
        else:
            self.say_idle()

    def action_enter(self) -> None:
        """Lay as Space does; after the end play the same again."""
        if not self.play_again():
            self.action_lay()

    def action_undo(self) -> None:
        """Let go of the place chosen last, or take the last entry back."""
        self.send(Undo())

    def on_field_touched(self, event: Field.Touched) -> None:
        """A click moves the cursor."""
        self._cursor = event.place
        self._show_field()
