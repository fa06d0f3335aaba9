"""When a device counts as connected: greetings, and the end of a connection."""

import pytest
from schiri.device.client import DeviceClient
from schiri.device.reports import Connected, Lost, WrongVersion
from schiri_device.link.lines import Splitter, encode

from tests.link.scripted_peer import EPOCH, UNKNOWN, Talk

HERE = Connected("DEV1", "0.1.0", "cursor", EPOCH, 1, 0, "00000000")


def said(client: DeviceClient, now_ms: int) -> list[str]:
    lines = b""
    while line := client.send(now_ms):
        lines += line
    return [text for _, _, text in Splitter().feed(lines)]


def here(client: DeviceClient) -> Connected | None:
    assert client.is_up == (client.connected is not None)
    return client.connected


def opened(now_ms: int) -> tuple[DeviceClient, str]:
    """Return a peer whose port was just opened, and its greeting."""
    client = DeviceClient()
    client.open(now_ms)
    (greeting,) = said(client, now_ms)
    return client, greeting


def test_a_client_greets_each_half_second_until_it_is_answered() -> None:
    client, greeting = opened(9000)
    assert [*client.receive(9499, b"")] == [] and said(client, 9499) == []
    for now_ms in (9500, 10_000):
        assert [*client.receive(now_ms, b"")] == [] and said(client, now_ms) == [greeting]
    assert here(client) is None
    answer = encode(0, 0, f"{greeting} DEV1 0.1.0 cursor {EPOCH} 1 0 00000000")
    assert [*client.receive(10_400, answer)] == [HERE]
    assert here(client) == HERE
    assert [*client.receive(10_900, b"")] == [] and greeting not in said(client, 10_900)


def test_each_opened_port_gets_a_new_token() -> None:
    greetings = [opened(0)[1] for _ in range(8)]
    assert len(set(greetings)) > 1
    for greeting in greetings:
        hello, oldest, newest, token = greeting.split(" ")
        assert (hello, oldest, newest) == ("hello", "2", "2") and 0 < len(token) <= 16


def test_before_a_port_is_opened_there_is_no_device() -> None:
    client = DeviceClient()
    assert here(client) is None and client.received_ms == 0
    assert said(client, 0) == []


def test_the_client_knows_when_it_last_received() -> None:
    client, _ = opened(9000)
    assert [*client.receive(9007, b"")] == []
    client.send(9010)
    assert client.received_ms == 9007


@pytest.mark.parametrize(
    "words",
    [
        "",
        f"DEV1 0.1.0 cursor {EPOCH} 1 0",
        f"DEV1 0.1.0 cursor {EPOCH} x 0 00000000",
        f"DEV1 0.1.0 cursor {EPOCH} 1 x 00000000",
        f"DEV1 0.1.0 cursor {EPOCH} 1 10000000000 00000000",
        f" 0.1.0 cursor {EPOCH} 1 0 00000000",
        f"DEV:1 0.1.0 cursor {EPOCH} 1 0 00000000",
        *(
            f"DEV1 0.1.0 cursor {epoch} 1 0 00000000"
            for epoch in (UNKNOWN, "ab12", "89ABCDEF", "89abcdef0", "--")
        ),
    ],
)
def test_a_device_without_a_greeting_is_not_connected(words: str) -> None:
    talk = Talk(UNKNOWN)
    assert talk.greet_with(words) == [] and here(talk.client) is None
    assert talk.tell("now menu - -", "settings 0103", "refused busy - -", "snap 0 0 0") == []


def test_nothing_is_requested_before_the_device_has_answered() -> None:
    talk = Talk(UNKNOWN)
    talk.client.go_on_from(1)
    talk.client.ask("undo")
    assert talk.wait(2000) == [] and not any(text.startswith("clock") for text in talk.everything)
    talk.greet()
    assert talk.take() == ["ask 1 undo"]


def test_further_words_in_a_greeting_are_ignored() -> None:
    talk = Talk(UNKNOWN)
    assert talk.greet_with(f"DEV1 0.1.0 cursor {EPOCH} 1 0 00000000 more words") == [HERE]


def test_a_device_that_is_silent_for_three_seconds_is_lost() -> None:
    talk = Talk()
    greeting = talk.everything[0]
    assert [*talk.client.receive(2999, b"")] == [] and here(talk.client) == HERE
    assert [*talk.client.receive(3000, b"")] == [Lost("silent")]
    assert here(talk.client) is None
    assert said(talk.client, 3000) == [greeting]


def test_a_device_that_sends_who_has_restarted() -> None:
    talk = Talk()
    assert talk.tell("who") == [Lost("anew")] and here(talk.client) is None
    assert talk.everything[-1] == talk.everything[0]
    assert talk.greet() == [HERE] and here(talk.client) == HERE


def test_a_device_of_other_versions_is_reported_and_then_ignored() -> None:
    talk = Talk(UNKNOWN)
    talk.client.open(0)
    talk.take()
    assert talk.greet_with("DEV1 0.1.0 cursor", "3 4") == [WrongVersion(3, 4)]
    assert here(talk.client) is None and talk.tell("refused busy - -", "beat 1") == []


def test_all_that_arrives_together_is_reported_in_order() -> None:
    talk = Talk()
    lines = encode(1, -1, "now menu - -") + b"garbage\n" + encode(2, -1, "settings 0103")
    reports = [*talk.client.receive(0, lines + encode(3, -1, "beat 1"))]
    assert [type(report).__name__ for report in reports] == ["DeviceStatus", "SettingsReceived"]


def test_a_lost_port_ends_the_connection_and_the_requests() -> None:
    talk = Talk()
    talk.client.ask("undo")
    assert talk.take() == ["ask 1 undo"]
    talk.client.ask("draw")
    talk.client.close()
    assert here(talk.client) is None
    talk.client.open(talk.now_ms)
    talk.take()
    assert talk.greet() == [HERE] and talk.wait(2000) == []
    # The numbers continue: a late answer does not fit another request.
    assert talk.client.ask("swap").number == 3 and talk.take() == ["ask 3 swap"]


def test_early_requests_are_sent_when_the_port_opens() -> None:
    client = DeviceClient()
    assert client.ask("undo").number == 1
    client.open(9000)
    (greeting,) = said(client, 9000)
    answer = encode(0, 0, f"{greeting} DEV1 0.1.0 cursor {EPOCH} 1 0 00000000")
    assert [*client.receive(9000, answer)] == [HERE]
    assert said(client, 9000) == ["clock 1", "ask 1 undo"]
