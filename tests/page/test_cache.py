"""Scenes are composed once for equal participants, and separately for different ones."""

from datetime import datetime

from schiri.errors import HostError
from schiri.page.patches import PageCache
from schiri.scene.compose import scene_of
from schiri.scene.participant import Participant
from schiri.scene.scene import HistoryLine
from schiri.table.intents import NOT_HERE
from schiri.table.state import TableState
from schiri.texts import Words

NOW = datetime(2026, 1, 31, 18, 4)
ANN = Participant(Words("en"), NOW)


def test_equal_readers_share_one_scene() -> None:
    cache, table = PageCache(), TableState()
    scene = cache.scene_of(table, ANN)
    assert scene == scene_of(table, ANN)
    assert cache.scene_of(table, Participant(Words("en"), NOW)) is scene


def test_readers_who_differ_have_their_own_scene() -> None:
    cache, table = PageCache(), TableState()
    others = (
        ANN._replace(words=Words("de")),
        ANN._replace(may_act=False),
        ANN.with_pick("game", "joggle"),
        ANN._replace(lines=(HistoryLine(1, "Begun"),)),
        # A refusal is only for the person who was refused.
        ANN._replace(answer=NOT_HERE),
    )
    for person in (ANN, *others, *others, ANN):
        assert cache.scene_of(table, person) == scene_of(table, person)


def test_another_state_makes_new_scenes() -> None:
    cache = PageCache()
    asked = cache.scene_of(TableState(), ANN)
    later = TableState(fault=HostError("no-device"))
    assert cache.scene_of(later, ANN) == scene_of(later, ANN) != asked
