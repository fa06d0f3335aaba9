"""Continuing a game: the history comes from its log, and a refusal of the device disappears."""

from pathlib import Path

from schiri.events import Event, Header
from schiri.games.drehwurm.card_game import RaceView
from schiri.log.stored import read_file
from schiri.simulator.stepped import SteppedDevice
from schiri.table.intents import Enter, GoOn, Leave, NewGame, Plug, Press, RefusalReport
from schiri.table.state import Notice

from tests.cli.command import typed
from tests.game_now import game_of
from tests.table.stepped import SteppedTable
from tests.table.test_session import SWITCH, ZWOGGEL, sent


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [event.kind for event in events]


def test_a_device_that_goes_on_brings_its_history(table: SteppedTable) -> None:
    sent(table, SWITCH, Press("white"), for_ms=2000)
    sent(table, Enter("a1-c3"), Enter("b1-a1"), for_ms=2000)
    before = table.session.state
    assert kinds(game_of(before).events.items) == ["game", "move", "move"]
    table.restart()
    table.run(2000)
    state = table.session.state
    assert (
        isinstance(game_of(state).events.items[0], Header)
        and game_of(state).events.items == game_of(before).events.items
    )
    # Later events appear once.
    sent(table, Enter("undo"), for_ms=1500)
    assert kinds(game_of(table.session.state).events.items) == ["game", "move", "move", "undo"]


def test_a_game_of_cards_that_goes_on_has_its_history(table: SteppedTable) -> None:
    sent(table, ZWOGGEL, Enter("flip 0,0 red"))
    table.restart()
    table.run(2000)
    sent(table, GoOn(table.session.state.offers[0].log))
    assert kinds(game_of(table.session.state).events.items) == ["flip"]


def test_a_game_left_for_another_is_offered(table: SteppedTable) -> None:
    def offered() -> list[str]:
        return sorted(offer.game for offer in table.session.state.offers)

    sent(table, ZWOGGEL, Enter("flip 0,0 red"))
    assert offered() == []
    log = game_of(table.session.state).log
    sent(table, ZWOGGEL._replace(game="drehwurm", players=("Ann", "Ben", "Cid")))
    assert offered() == ["zwoggel"]
    sent(table, SWITCH, for_ms=2000)
    assert offered() == ["drehwurm", "zwoggel"]
    sent(table, GoOn(log))
    assert offered() == ["drehwurm"]
    sent(table, Leave(), for_ms=2000)
    assert offered() == ["drehwurm", "zwoggel"]


def test_a_match_left_between_two_games_is_offered(table: SteppedTable) -> None:
    sent(table, NewGame("drehwurm", ("Ann", "Ben", "Cid"), {"mode": "fast"}))
    sent(table, Enter("end"), *(Enter(f"left {name} 0") for name in ("Ann", "Ben", "Cid")))
    assert game_of(table.session.state).events.items[-1].kind == "game-end"
    sent(table, ZWOGGEL)
    assert [offer.game for offer in table.session.state.offers] == ["drehwurm"]


def test_undone_moves_are_not_counted_in_an_offer(table: SteppedTable) -> None:
    def offered() -> list[tuple[str, int]]:
        return sorted((offer.game, offer.moves) for offer in table.session.state.offers)

    sent(table, ZWOGGEL, Enter("flip 0,0 red"), Enter("undo"))
    sent(table, SWITCH, Press("white"), for_ms=2000)
    sent(table, Enter("a1-c3"), for_ms=1500)
    sent(table, Enter("undo"), for_ms=1500)
    assert offered() == [("zwoggel", 0)]
    # The board then has no game to continue. It has one again after the next move.
    sent(table, DREHWURM, for_ms=2000)
    assert offered() == [("zwoggel", 0)]
    sent(table, Leave(), for_ms=2000)
    sent(table, Enter("a1-c3"), for_ms=1500)
    sent(table, DREHWURM, for_ms=2000)
    assert [each for each in offered() if each[0] == "switch"] == [("switch", 1)]


def test_back_from_cards_the_history_of_the_device_is_there_and_not_told_again(
    table: SteppedTable,
) -> None:
    sent(table, SWITCH, Press("white"), for_ms=2000)
    sent(table, Enter("a1-c3"), for_ms=1500)
    told = game_of(table.session.state).events.items
    sent(table, ZWOGGEL, Enter("flip 0,0 red"))
    at_cards = table.session.state
    assert kinds(game_of(at_cards).events.items) == ["flip"]
    sent(table, Leave(), for_ms=2000)
    state = table.session.state
    assert (
        game_of(state).events.items == told
        and game_of(state).events.since(game_of(at_cards).events.upto) == ()
    )


def test_each_game_has_a_history_of_its_own(table: SteppedTable) -> None:
    sent(table, NewGame("joggle", ("Ann", "Ben"), {}), Press("white"), for_ms=4000)
    sent(table, Enter("R"), Enter("resign Ann"), for_ms=1500)
    joggle = table.session.state
    assert kinds(game_of(joggle).events.items) == ["game", "roll", "resign", "end"]
    table.lots = [0, 0]
    sent(table, SWITCH._replace(first="lot"), Press("white"), for_ms=4000)
    switch = table.session.state
    assert (
        kinds(game_of(switch).events.items) == ["game"] and game_of(switch).id != game_of(joggle).id
    )
    assert game_of(switch).events.since(game_of(joggle).events.upto) == game_of(switch).events.items
    # Each game of cards has one too, and the device's history is shown again afterwards.
    sent(table, ZWOGGEL._replace(first="lot"), Enter("flip 0,0 red"))
    cards = table.session.state
    assert kinds(game_of(cards).events.items) == ["flip"] and len(cards.notices.items) == 1
    sent(table, Leave(), for_ms=1500)
    back = table.session.state
    assert back.notices.items == ()
    assert game_of(back).events.items == game_of(switch).events.items and game_of(back).id not in (
        game_of(switch).id,
        game_of(cards).id,
    )


def pressed(table: SteppedTable, button: str, for_ms: int = 1000) -> RefusalReport | None:
    """Press a button on the device itself; return the refusal shown then."""
    table.device.press(button)
    table.run(for_ms)
    return table.session.state.device.refusal


def test_a_refusal_on_the_device_goes_when_something_else_is_picked_there(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path, "keys5")
    table.run(300)
    sent(table, SWITCH, for_ms=3000)
    sent(table, Press("a1"), for_ms=2000)
    refused = pressed(table, "c3")
    assert refused and refused.cells == ("c3",)
    # The same press is refused again. A pick of a stone ends the refusal.
    assert pressed(table, "c3") == refused
    assert pressed(table, "a1") is None
    # With a picked stone another press is refused. The refusal stays until the next action.
    assert pressed(table, "b3", 5000) is not None
    assert pressed(table, "hold-black", 2000) is None
    table.session.close()


DREHWURM = NewGame("drehwurm", ("Ann", "Ben", "Cem"), {"mode": "fast"})
JOGGLE = NewGame("joggle", ("Cem", "Dora"), {})


def logged(table: SteppedTable, game: str) -> list[str]:
    """Return the entries of the only log of a game after verifying it."""
    (path,) = (table.folder / "logs").glob(f"*{game}*.jsonl")
    assert typed("log", "verify", str(path)).out.startswith("ok ")
    return [line.entry for line in read_file(path).lines if line.entry]


def test_a_game_on_the_board_that_was_left_goes_on(table: SteppedTable) -> None:
    def offered() -> list[str]:
        return [offer.game for offer in table.session.state.offers]

    sent(table, SWITCH, Press("white"), for_ms=2000)
    sent(table, Enter("a1-c3"), Enter("b1-a1"), for_ms=2000)
    switch = game_of(table.session.state)
    assert switch.is_unfinished and offered() == []
    sent(table, JOGGLE, for_ms=4000)
    assert offered() == ["switch"] and not game_of(table.session.state).is_unfinished
    sent(table, Enter("J:a1"), for_ms=2000)
    # Back to it, which takes a while because another game is in memory; and forth.
    (answer,) = sent(table, GoOn(switch.log), for_ms=8000)
    assert answer.is_done
    back = game_of(table.session.state)
    assert back.log == switch.log
    assert back.state == switch.state and back.players == ("Ann", "Ben")
    assert back.board and switch.board and back.board.letters == switch.board.letters
    assert kinds(back.events.items)[:3] == ["game", "move", "move"] and offered() == ["joggle"]
    assert sent(table, Enter("c1-b1"), for_ms=1500)[0].is_done
    joggle = table.session.state.offers[0].log
    assert sent(table, GoOn(joggle), for_ms=8000)[0].is_done
    assert game_of(table.session.state).players == ("Cem", "Dora") and offered() == ["switch"]
    assert sent(table, Enter("R"), for_ms=1500)[0].is_done
    # A PC that connects later finds both games unchanged, and both logs are valid.
    table.restart()
    table.run(3000)
    state = table.session.state
    assert (
        game_of(state).log == joggle
        and state.device.disagreement is None
        and offered() == ["switch"]
    )
    table.session.close()
    assert logged(table, "switch")[-1] == "c1-b1" and logged(table, "joggle")[-1] == "R"


def test_two_games_of_a_kind_are_not_mixed_up(table: SteppedTable) -> None:
    sent(table, SWITCH, Press("white"), for_ms=2000)
    sent(table, Enter("a1-c3"), for_ms=1500)
    first = table.session.state
    sent(table, SWITCH._replace(players=("Cem", "Dora")), Press("white"), for_ms=3000)
    sent(table, Enter("c1-c3"), for_ms=1500)
    second = table.session.state
    assert game_of(first).log != game_of(second).log
    for going, other in ((first, second), (second, first)) * 2:
        assert sent(table, GoOn(game_of(going).log), for_ms=4000)[0].is_done
        state = table.session.state
        assert (game_of(state).log, game_of(state).state, game_of(state).players) == (
            game_of(going).log,
            game_of(going).state,
            game_of(going).players,
        )
        assert [offer.log for offer in state.offers] == [game_of(other).log]
        table.restart()
        table.run(2000)
        assert (
            game_of(table.session.state).log == game_of(going).log
            and table.session.state.device.disagreement is None
        )


def test_a_board_game_left_for_cards_goes_on_there(table: SteppedTable) -> None:
    sent(table, SWITCH, Press("white"), for_ms=2000)
    sent(table, Enter("a1-c3"), for_ms=1500)
    log = game_of(table.session.state).log
    sent(table, ZWOGGEL, for_ms=1000)
    (offer,) = table.session.state.offers
    assert offer.log == log and sent(table, GoOn(log), for_ms=1500)[0].is_done
    state = table.session.state
    assert game_of(state).log == log and not game_of(state).is_kept_here


def test_a_game_of_another_device_is_not_offered_and_without_one_none_is(
    table: SteppedTable,
) -> None:
    sent(table, SWITCH, Press("white"), for_ms=2000)
    sent(table, Enter("a1-c3"), for_ms=1500)
    log = game_of(table.session.state).log
    sent(table, JOGGLE, for_ms=4000)
    assert [offer.log for offer in table.session.state.offers] == [log]
    sent(table, Plug(False), for_ms=5000)
    assert table.session.state.offers == ()
    (answer,) = sent(table, GoOn(log))
    assert answer.error and answer.error.code == "no-device"
    table.session.close()
    other = SteppedTable(table.folder)
    other.device = SteppedDevice(other.build, seed=2, device="OTHER")
    other.restart()
    other.run(2000)
    assert other.session.state.device.connected and other.session.state.offers == ()
    assert not sent(other, GoOn(log))[0].is_done
    # Cards stay on the table if the device cannot continue its game.
    sent(other, ZWOGGEL, Enter("flip 0,0 red"), for_ms=1500)
    cards = other.session.state
    assert not sent(other, GoOn(log), for_ms=1500)[0].is_done
    now = other.session.state
    assert game_of(now).cards == game_of(cards).cards and game_of(now).id == game_of(cards).id
    assert now.device.status and now.device.status.mode == "panel"
    other.session.close()


def test_cards_stay_until_the_device_goes_on_with_a_game_that_was_left(
    table: SteppedTable,
) -> None:
    sent(table, SWITCH, Press("white"), for_ms=2000)
    sent(table, Enter("a1-c3"), for_ms=1500)
    switch = table.session.state
    sent(table, JOGGLE, for_ms=4000)
    joggle = game_of(table.session.state).log
    sent(table, ZWOGGEL, for_ms=1500)
    cards = table.session.state
    logs: list[str] = []
    table.session.watch(lambda state: logs.append(game_of(state).log))
    assert sent(table, GoOn(game_of(switch).log), for_ms=8000)[0].is_done
    back = table.session.state
    assert set(logs) <= {game_of(cards).log, game_of(switch).log}
    assert logs[-1] == game_of(switch).log and joggle not in logs
    assert game_of(back).state == game_of(switch).state and not game_of(back).is_kept_here
    # The events on the device are new for a view that showed the cards last.
    assert kinds(game_of(back).events.since(game_of(cards).events.upto)) == kinds(
        game_of(back).events.items
    )


def test_cards_stay_on_the_table_until_the_device_has_begun_another_game(
    table: SteppedTable,
) -> None:
    sent(table, SWITCH, Press("white"), for_ms=2000)
    sent(table, Enter("a1-c3"), for_ms=1500)
    old = game_of(table.session.state).log
    sent(table, ZWOGGEL, Enter("flip 0,0 red"), for_ms=1500)
    cards = game_of(table.session.state).log
    # The device takes a while to load another game: the old board must never be visible.
    logs: list[str] = []
    table.session.watch(lambda state: logs.append(game_of(state).log))
    assert sent(table, JOGGLE, for_ms=4000)[0].is_done
    joggle = game_of(table.session.state)
    assert joggle.state.game == "joggle" and kinds(joggle.events.items) == ["game"]
    assert set(logs) == {cards, joggle.log} and old not in logs
    # It is the device of a board again, without a trace of the cards.
    assert sent(table, Enter("R"), for_ms=1500)[0].is_done


def test_cards_that_were_dealt_since_stay_when_the_device_begins_its_game(
    table: SteppedTable,
) -> None:
    sent(table, ZWOGGEL, for_ms=1500)
    sent(table, JOGGLE, DREHWURM, for_ms=4000)
    state = table.session.state
    assert game_of(state).is_kept_here and game_of(state).state.game == "drehwurm"


def test_cards_stay_where_the_device_begins_no_game(table: SteppedTable) -> None:
    sent(table, DREHWURM, for_ms=2000)
    cards = game_of(table.session.state)
    # The device disconnects before the game has begun.
    beginning = table.session.do(JOGGLE)
    table.run(50)
    table.session.do(Plug(False))
    table.run(5000)
    assert not beginning.result(0).is_done
    now = game_of(table.session.state)
    assert now.log == cards.log and now.is_kept_here
    assert table.session.state.setups.last.game == "drehwurm"
    # After its return it is the panel of the cards.
    sent(table, Plug(True), for_ms=6000)
    sent(table, Press("blue"), for_ms=1000)
    race = game_of(table.session.state).cards
    assert isinstance(race, RaceView) and race.colours == ("blue",)


def test_a_cut_line_of_a_game_of_cards_is_told_at_its_place(table: SteppedTable) -> None:
    sent(table, ZWOGGEL, Enter("flip 0,0 red"))
    table.session.close()
    (log,) = (table.folder / "logs").glob("*zwoggel.jsonl")
    with log.open("ab") as file:
        file.write(b'{"n": 9')
    table.start()
    table.run(2000)
    sent(table, GoOn(table.session.state.offers[0].log))
    state = table.session.state
    found = [each for each in state.notices.items if each.code == "torn"]
    assert found == [
        Notice("torn", (str(log),), game=game_of(state).id, after=game_of(state).events.upto)
    ]
