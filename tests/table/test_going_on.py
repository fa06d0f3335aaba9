"""Going on with a game: what its log has is told, and a refusal of the device goes in time."""

from pathlib import Path

from schiri.events import Event, Header
from schiri.table.intents import Enter, GoOn, Leave, Press, Refusal

from tests.table.stepped import SteppedTable
from tests.table.test_session import SWITCH, ZWOGGEL, sent


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [event.kind for event in events]


def test_a_device_that_goes_on_brings_its_history(table: SteppedTable) -> None:
    sent(table, SWITCH, Press("white"), for_ms=2000)
    sent(table, Enter("a1-c3"), Enter("b1-a1"), for_ms=2000)
    before = table.session.state
    assert kinds(before.told) == ["game", "move", "move"]
    table.restart()
    table.run(2000)
    state = table.session.state
    assert isinstance(state.told[0], Header) and state.told == before.told
    # What comes then comes once.
    sent(table, Enter("undo"), for_ms=1500)
    assert kinds(table.session.state.told) == ["game", "move", "move", "undo"]


def test_a_game_of_cards_that_goes_on_has_its_history(table: SteppedTable) -> None:
    sent(table, ZWOGGEL, Enter("flip 0,0 red"))
    table.restart()
    table.run(2000)
    sent(table, GoOn(table.session.state.offers[0].log))
    assert kinds(table.session.state.told) == ["flip"]


def test_what_was_left_for_another_game_is_offered(table: SteppedTable) -> None:
    def offered() -> list[str]:
        return sorted(offer.game for offer in table.session.state.offers)

    sent(table, ZWOGGEL, Enter("flip 0,0 red"))
    assert offered() == []
    log = table.session.state.log
    sent(table, ZWOGGEL._replace(game="drehwurm", players=("Ann", "Ben", "Cid")))
    assert offered() == ["zwoggel"]
    sent(table, SWITCH, for_ms=2000)
    assert offered() == ["drehwurm", "zwoggel"]
    sent(table, GoOn(log))
    assert offered() == ["drehwurm"]
    sent(table, Leave(), for_ms=2000)
    assert offered() == ["drehwurm", "zwoggel"]


def test_back_from_cards_the_history_of_the_device_is_there_and_not_told_again(
    table: SteppedTable,
) -> None:
    sent(table, SWITCH, Press("white"), for_ms=2000)
    sent(table, Enter("a1-c3"), for_ms=1500)
    told = table.session.state.told
    sent(table, ZWOGGEL, Enter("flip 0,0 red"))
    at_cards = table.session.state
    assert kinds(at_cards.told) == ["flip"]
    sent(table, Leave(), for_ms=2000)
    state = table.session.state
    assert state.told == told and state.told_since(at_cards.told_upto) == ()


def pressed(table: SteppedTable, button: str, for_ms: int = 1000) -> Refusal | None:
    """Press a button on the device itself; return the refusal that is shown then."""
    table.device.press(button)
    table.run(for_ms)
    return table.session.state.refusal


def test_a_refusal_on_the_device_goes_when_something_else_is_picked_there(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path, "keys5")
    table.run(300)
    sent(table, SWITCH, for_ms=3000)
    sent(table, Press("a1"), for_ms=2000)
    refused = pressed(table, "c3")
    assert refused and refused.cells == ("c3",)
    # The same once more is refused once more; a stone that is picked is none of it.
    assert pressed(table, "c3") == refused
    assert pressed(table, "a1") is None
    # While it is picked another press is refused, which shows as long as nothing else is done.
    assert pressed(table, "b3", 5000) is not None
    assert pressed(table, "hold-black", 2000) is None
    table.session.close()
