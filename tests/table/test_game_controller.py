"""A game held by the PC: its frozen state, its new events, and information only in its log."""

from pathlib import Path

from schiri.device.panel import Panel
from schiri.device.reports import Pressed
from schiri.games.zwoggel.card_game import ZwoggelGame
from schiri.log.logged import begin_log, continue_log
from schiri.referee import Referee
from schiri.table.game_controller import HostGame
from schiri.table.intents import NOT_HERE, Answer, Enter, Intent, Press, Undo
from schiri.table.state import Notice
from schiri.views import BoardView
from schiri_device.builds import load

from tests.closing import closed_later
from tests.log.chain import clock


def played(folder: Path, game: str = "zwoggel", **options: str) -> HostGame:
    """Return a game that has just begun, with no device."""
    build = load("cursor")
    assert build
    logged = begin_log(folder, clock, Referee(game, ["Ann", "Ben"], options))
    return closed_later(HostGame(logged, Panel(build, lambda _text, _done, _busy_ms: None), 7))


def answer_to(game: HostGame, intent: Intent, at_ms: int = 8) -> Answer:
    answers: list[Answer] = []
    game.do(intent, at_ms, answers.append)
    (answer,) = answers
    return answer


def test_time_alone_brings_nothing_new(tmp_path: Path) -> None:
    game = played(tmp_path)
    assert game.now_ms == 7 and game.step(9) is False and game.now_ms == 9
    answer_to(game, Enter("flip 1,1 red"), 11)
    assert game.now_ms == 11
    game.handle(Pressed("0", 1, 5, "white"), 12)
    assert game.now_ms == 12 and game.refusal is None


def test_only_what_was_done_is_in_the_history(tmp_path: Path) -> None:
    game = played(tmp_path)
    assert answer_to(game, Enter("flip 1,1 red")).is_done
    before = game.events
    for text in ("nonsense", "flip 9,9 red", "piles"):
        assert not answer_to(game, Enter(text)).is_done and game.events is before
    assert answer_to(game, Undo()).is_done and game.events.upto > before.upto
    assert answer_to(game, Press("white")) == NOT_HERE and game.refusal is None


def test_cards_are_frozen_as_cards_and_a_board_as_a_board(tmp_path: Path) -> None:
    cards = played(tmp_path).freeze(3)
    assert cards and (cards.view, cards.number) == (None, 3)
    assert played(tmp_path / "new").refusal is None
    board = played(tmp_path, "switch").freeze(4)
    assert board and board.is_kept_here and board.number == 4
    assert isinstance(board.view, BoardView)
    # The board's start is reported as an event, as a device does.
    assert [each.kind for each in board.events.items] == ["game"] and not cards.events.items


def test_the_panel_shows_the_card_that_was_turned_up_last(tmp_path: Path) -> None:
    game = played(tmp_path)
    for x in range(2, 7):
        answer_to(game, Enter(f"set square {x},0 down"))
    answer_to(ZwoggelGame(game.logged, game.panel, 0), Enter("flip 6,0 red"))
    # A game that goes on begins there.
    again = ZwoggelGame(game.logged, Panel(game.panel.build, print), 0)
    assert "R" in game.panel._wanted and "R" in again.panel._wanted


def test_a_log_goes_on_with_what_was_played_and_says_that_it_was_cut(tmp_path: Path) -> None:
    game = played(tmp_path)
    answer_to(game, Enter("flip 1,1 red"))
    path = game.logged.writer.path
    game.close()
    with path.open("ab") as file:
        file.write(b'{"n":')
    game._logged = continue_log(path, clock)
    again = closed_later(HostGame(game._logged, game.panel, 0))
    assert again.events.items == game.events.items
    assert again.notices == [Notice("torn", (str(path),))]
