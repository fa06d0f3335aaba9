"""Plays scripts at a table: intents in, answers and the changes for every view out.

Commands: ``new GAME A,B [lot] k=v``, ``rematch``, ``lots N...`` sets the next lots, ``go-on``,
``enter TEXT``, ``press NAME...`` of the device's buttons, ``touch CELL``, ``choose X,Y``,
``throw-in SEAT``, ``turn WORD``, ``undo``, ``leave``, ``again``, ``plug`` and ``pull`` the cable,
``wait MS``, ``restart`` the program. ``build NAME`` takes another device; ``lift`` and ``drop
PLACE...`` move stones on a board that feels them, ``beside`` for beside it, and ``lay`` lays all of
them. They mean the same to players of scenes and screens.  All of it runs in virtual time, device
and PC step by step.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from schiri.table import intents
from schiri.table.device_game import held_cell
from schiri.table.intents import Answer, Intent
from schiri.table.state import TableState
from schiri.views import CardView

from tests.closing import folder_for_now
from tests.game_now import board_of
from tests.table.stepped import SteppedTable

SETTLE_MS = 300


class TablePlayer(SteppedTable):
    """A session that carries out the commands of a script."""

    def __init__(self, folder: Path | None = None, build: str = "cursor") -> None:
        super().__init__(folder or folder_for_now(), build)
        self.run(SETTLE_MS)

    def start(self) -> None:
        super().start()
        self._seen = TableState()

    def send(self, intent: Intent) -> Answer:
        """Send an intent and wait until everything has settled; return the answer."""
        future = self.session.do(intent)
        self.run(SETTLE_MS)
        for _ in range(100):
            if future.done():
                break
            self.run(SETTLE_MS)
        return future.result(0)

    def __call__(self, command: str) -> Iterator[str]:
        """Execute a command of a script; yield its output."""
        word, _, rest = command.partition(" ")
        if word == "lots":
            self.lots += map(int, rest.split())
        elif word == "wait":
            self.run(int(rest))
        elif word == "build":
            self.take(rest)
        elif word == "restart":
            self.restart()
            self.run(SETTLE_MS)
        else:
            for each in rest.split() if word in EACH else [rest]:
                yield from answer_lines(self.send(INTENTS[word](self.session.state, each)))
        yield from self.news()

    def news(self) -> Iterator[str]:
        """Yield the changes of the state since the last call."""
        was, now = self._seen, self.session.state
        self._seen = now
        yield from (
            f"{name} {new}" for name, old, new in zip(FACTS, facts(was), facts(now)) if new != old
        )
        upto = was.game.events.upto if was.game else 0
        for event in now.game.events.since(upto) if now.game else ():
            yield "< " + " ".join(str(value) for value in event.json().values() if value != [])
        for notice in now.notices.since(was.notices.upto):
            yield " ".join(["notice", notice.code, *notice.about])


def new_game(words: str) -> intents.NewGame:
    """Return the game that ``new`` begins."""
    game, players, *options = words.split(" ")
    chosen = dict(each.split("=", 1) for each in options if "=" in each)
    first: intents.First = "lot" if "lot" in options else "named"
    return intents.NewGame(game, tuple(players.split(",")), chosen, first)


# Commands whose words are intents of their own, and the intent of each command.
EACH = ("press", "touch", "choose", "throw-in", "lift", "drop")
INTENTS: dict[str, Callable[[TableState, str], Intent]] = {
    "press": lambda _, button: intents.Press(button),
    # As a view offers them: what is held or chosen is released.
    "touch": lambda state, cell: intents.Touch(cell, cell == held_cell(state.device.status)),
    "choose": lambda state, text: choice(state, (int(text.split(",")[0]), int(text.split(",")[1]))),
    "throw-in": lambda _, seat: intents.ThrowIn(int(seat)),
    "new": lambda _, words: new_game(words),
    "enter": lambda _, text: intents.Enter(text),
    "lift": lambda _, place: intents.Lift(place),
    "drop": lambda _, place: intents.Drop("" if place == "beside" else place),
    "lay": lambda state, _: intents.LayStones(board_of(state).letters),
    "turn": lambda _, word: intents.Turn(word),
    "go-on": lambda state, _: intents.GoOn(state.offers[0].log),
    "rematch": lambda *_: intents.Rematch(),
    "plug": lambda *_: intents.Plug(True),
    "pull": lambda *_: intents.Plug(False),
    "undo": lambda *_: intents.Undo(),
    "leave": lambda *_: intents.Leave(),
    "again": lambda *_: intents.Reconnect(),
}


def choice(state: TableState, spot: tuple[int, int]) -> Intent:
    return intents.ChooseSpot(spot, spot in getattr(state.game and state.game.view, "chosen", ()))


FACTS = ("link", "fault", "refusal", "device", "turn", "board", "cards", "offers", "stones")


def facts(state: TableState) -> tuple[str, ...]:
    """Return the visible facts of a state, a line each."""
    game = state.game
    board, cards = (game.board, game.cards) if game else (None, None)
    marks = ""
    if board:
        pairs = (
            ("picked", (board.picked,)),
            ("legal", board.legal),
            ("last", board.last),
            ("won", board.won),
        )
        marks = " ".join(f"{name}={','.join(cells)}" for name, cells in pairs if any(cells))
    return (
        "up" if state.device.connected else "down",
        state.fault.code if state.fault else "-",
        " ".join(
            [state.device.refusal.code, state.device.refusal.rule, *state.device.refusal.cells]
        )
        if state.device.refusal
        else "-",
        f"{state.device.status.mode} {state.device.status.detail}" if state.device.status else "-",
        f"{game.state.turn} {game.state.phase}" if game else "-",
        f"{board.letters} {marks}" if board else "-",
        cards_text(cards) if cards else "-",
        " ".join(f"{offer.game}:{','.join(offer.players)}:{offer.moves}" for offer in state.offers)
        or "-",
        " ".join(filter(None, state.device.stones)) if state.device.stones else "-",
    )


def cards_text(cards: CardView) -> str:
    return " ".join(
        f"{name}={value}"
        for name, value in vars(cards).items()
        if name not in ("field", "open") and value not in ((), None, "", False)
    )


def answer_lines(answer: Answer) -> Iterator[str]:
    """Yield the text of an answer, nothing if all was done."""
    if answer.refusal:
        yield " ".join(["refused", answer.refusal.code, answer.refusal.rule, *answer.refusal.cells])
    elif answer.malformed:
        yield f"malformed {answer.malformed.code} {answer.malformed.found}"
    elif answer.error:
        yield f"error {answer.error.code}"
