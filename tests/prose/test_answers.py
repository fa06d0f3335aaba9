"""Sentences beside the game that commands print one after the other."""

from schiri.device.reports import Connected, DeviceView
from schiri.prose.answers import news_words
from schiri.texts import Words

CONNECTED = DeviceView(Connected("SIM1", "1.0", "keys5", "0a1b2c3d", 1, 0, ""))


def news(was: DeviceView, now: DeviceView) -> list[str]:
    return news_words(Words("en"), was, now)


def test_a_device_that_comes_and_goes_is_reported_once() -> None:
    assert news(DeviceView(), CONNECTED) == ["SIM1 (keys5) is connected."]
    assert news(CONNECTED, DeviceView()) == ["The device is gone; waiting for it."]
    assert news(CONNECTED, CONNECTED) == news(DeviceView(), DeviceView()) == []


def test_a_disagreement_is_reported_until_it_is_another_one() -> None:
    apart = CONNECTED._replace(disagreement="a1-a2")
    (line,) = news(CONNECTED, apart)
    assert line.startswith("DEVICE AND REFEREE") and line.endswith("a1-a2")
    assert news(apart, apart) == news(apart, CONNECTED) == []
    assert len(news(DeviceView(), apart)) == 2
