"""Help: the keys, the lights and the rules in short."""

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from schiri.texts import _


def key_lines() -> list[tuple[str, str]]:
    """Return each key and what it does."""
    return [
        ("← ↑ ↓ →  Enter", _("the stick: go to a field, press it")),
        ("1 2 3 4", _("the buttons red, yellow, green, blue; yellow says why not")),
        ("5", _("white: confirm")),
        ("6", _("black: take back")),
        ("m", _("hold black: the menu (resign, draw, correct, help, lights)")),
        (
            "1 2 3 4 5  r",
            _("with dice: red, yellow, green, blue, joggle was rolled; the device rolls"),
        ),
        (":", _("type a command: a1-c3, a1xa4, undo, resign NAME, draw, dispute TEXT")),
        ("n", _("a new game")),
        ("u", _("pull the simulated cable, and plug it in again")),
        ("q", _("quit; the log is kept")),
    ]


def card_key_lines() -> list[tuple[str, str]]:
    """Return each key of a card game's table and what it does."""
    return [
        ("← ↑ ↓ →", _("go to a place")),
        ("r  g", _("turn the card there up: it is red, or green")),
        ("Space  Enter", _("lay a card there, or take it up again before the last one lies")),
        ("u  6", _("take back")),
        (":", _("type a command: flip 0,0 red, undo, resign NAME, dispute TEXT, set KEY VALUE")),
        ("n", _("a new game")),
        ("q", _("quit; the log is kept")),
    ]


def card_mark_lines() -> list[tuple[str, str]]:
    """Return each sign on the field and what it means."""
    return [
        ("░", _("face down")),
        ("●  ▲", _("red, green")),
        ("╳", _("a hole: a penalty card lay there")),
        ("‹ ›", _("just turned up")),
        ("* *", _("three in a row")),
        ("+", _("a card will be laid there")),
        ("! !", _("because of these a move was refused")),
    ]


def race_key_lines() -> list[tuple[str, str]]:
    """Return each key of Drehwurm's fast referee and what it does."""
    return [
        ("1 … 6", _("the players' seats: throw in, or a false start; afterwards, cards left")),
        ("Space", _("the player on turn has laid and turned")),
        ("p", _("the player on turn has drawn and turned")),
        ("i  s", _("the fastest card was illegal; the fastest card stands")),
        ("a", _("a hen ate a pile: then colour, own worms, jokers, others")),
        ("e", _("the game has ended: then the cards left, with Enter")),
        ("n", _("the next game, or a new match")),
    ]


def full_key_lines() -> list[tuple[str, str]]:
    """Return each key of Drehwurm's full referee and what it does."""
    return [
        ("l  h  p", _("the player on turn lays, plays a hen, draws and turns")),
        ("t  1 … 6", _("somebody throws in")),
        ("c  w", _("does a card fit; which cards fit")),
        ("Enter", _("the line, begun with what is due")),
        ("u", _("take back")),
        (":", _("type a command: undo, abandon, dispute TEXT, set KEY VALUE")),
        ("q", _("quit; the log is kept")),
    ]


def light_lines() -> list[tuple[str, str]]:
    """Return each mark on the board and what it means."""
    return [
        ("[ ]", _("the stone that is picked")),
        ("( )", _("it may go there")),
        ("‹ ›", _("the last move")),
        ("! !", _("because of these a move was refused")),
        ("* *", _("the group that has won")),
    ]


# What each kind of table shows.
HELP = {
    "switch": (key_lines, light_lines),
    "zwoggel": (card_key_lines, card_mark_lines),
    "drehwurm": (race_key_lines, full_key_lines),
}


class Help(ModalScreen[None]):
    """What the keys do; any key leaves."""

    DEFAULT_CSS = """
    Help { align: center middle; }
    Help > VerticalScroll {
        width: 78; height: auto; max-height: 100%; border: round $primary; padding: 0 1;
    }
    """
    BINDINGS = [
        Binding("escape,question_mark,enter,space,q", "leave", show=False),
    ]

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game

    def compose(self) -> ComposeResult:
        text = Text()
        for lines in HELP[self._game]:
            for key, words in lines():
                text.append(f"{key:<16}", "bold").append(words + "\n")
            text.append("\n")
        text.append(_("The rules: schiri rules {game}").format(game=self._game))
        with VerticalScroll():
            yield Static(text)

    def action_leave(self) -> None:
        """Go back to the table."""
        self.dismiss(None)
