"""Two views on one session, each in its own language: both show the same."""

from pathlib import Path

import pytest
from schiri.prose import event_words, mode_words, turn_words
from schiri.prose.answers import refusal_line
from schiri.table.intents import Choose, Enter, Leave, NewGame, Press, Touch
from schiri.table.state import TableState
from schiri.texts import Words

from tests.terminal.table import JOGGLE, SWITCH, ZWOGGEL, Seat, at_the_table

pytestmark = pytest.mark.slow


class Recording:
    """A view that writes down, in its own language, what it is shown."""

    def __init__(self, seat: Seat, language: str) -> None:
        self.words = Words(language)
        self.seen: list[TableState] = []
        self.log: list[str] = []
        self.told_upto = seat.state.told_upto
        seat.session.watch(self.show)

    def show(self, state: TableState) -> None:
        self.seen.append(state)
        assert state.state is not None or not state.told_since(self.told_upto)
        for event in state.told_since(self.told_upto):
            assert state.state is not None
            self.log.append(event_words(self.words, state.state.game, event))
        self.told_upto = state.told_upto

    @property
    def turn(self) -> str:
        return turn_words(self.words, self.seen[-1].state)


def test_two_views_show_the_same(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        german, english = Recording(seat, "de"), Recording(seat, "en")
        seat.session.do(NewGame("switch", ("Ann", "Ben"), {"layout": "1"}))
        await seat.wait(800)
        seat.session.do(Press("white"))
        await seat.wait()
        # What one of them does both are told, each in its words.
        seat.session.do(Enter("a1-c3"))
        await seat.wait(500)
        await seat.type("b1-a1")
        await seat.wait(500)
        assert german.seen == english.seen and german.seen[-1] is seat.state
        assert len(german.log) == len(english.log) == 3
        for line in english.log[1:]:
            assert line in seat.log()
        assert english.turn == seat.text("#turn") != german.turn
        now = seat.state.now
        assert now and mode_words(english.words, now.mode, now.detail) == seat.text("#hint")
        # What the device has lit both see; what was refused to one only that one.
        seat.session.do(Touch("b1"))
        await seat.wait(500)
        refusal = seat.state.refusal
        assert refusal and refusal_line(english.words, refusal) in seat.text("#problem")
        other = seat.session.do(Enter("zzz"))
        await seat.wait(500)
        assert other.result(0).malformed and "zzz" not in seat.text("#problem")

    at_the_table(play, tmp_path, SWITCH)


def test_two_views_of_cards_show_the_same(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        french, english = Recording(seat, "fr"), Recording(seat, "en")
        seat.session.do(NewGame("zwoggel", ("Ann", "Ben"), {}))
        await seat.wait(800)
        await seat.press("r")
        seat.session.do(Enter("flip 1,1 red"))
        seat.session.do(Choose((2, 1)))
        await seat.wait(500)
        assert french.seen == english.seen and french.seen[-1] is seat.state
        assert len(english.log) == len(french.log) == 2
        assert all(line in seat.log() for line in english.log)
        assert english.turn == seat.text("#turn") != french.turn

    at_the_table(play, tmp_path, ZWOGGEL)


def test_a_new_game_shows_nothing_of_the_one_before(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        await seat.press("1")
        await seat.type("resign B")
        assert "Rolls of white" in seat.log()
        seat.do(SWITCH)
        await seat.press("w")
        assert "Rolls of white" not in seat.log()
        await seat.type("a1-c3")
        assert [line.split(":")[0] for line in seat.log().splitlines()] == ["Switch", "A"]
        # Cards have a screen of their own; on the way back the board's history is there again.
        board = seat.log()
        seat.do(ZWOGGEL)
        await seat.wait()
        assert "a1-c3" not in seat.log()
        seat.do(Leave())
        await seat.wait(1000)
        assert seat.log() == board

    at_the_table(play, tmp_path, JOGGLE)
