"""The PC's end of the conversation: valid events, requests and acknowledgements."""

from schiri.device.panel import Panel
from schiri.device.readers import EventReader
from schiri.device.reports import Connected, EventReceived, Gone, Lost, RefusalReport, Report
from schiri_device.builds import load
from schiri_device.link.lines import encode

from tests.link.scripted_peer import EPOCH, UNKNOWN, Talk

# An answer between two events.
TOLD = ("event 1 10 undo", "answer 1 ok", "event 2 20 undo")


def started(number: int = 1, last: int = 9) -> Talk:
    """Return a conversation in which the PC has requested the events from a number on."""
    talk = Talk(last=last)
    talk.client.go_on_from(number)
    assert talk.take() == [f"again {EPOCH} {number}"]
    return talk


def numbers(reports: list[Report]) -> list[int]:
    return [report.number for report in reports if isinstance(report, EventReceived)]


def test_a_greeting_names_what_the_device_holds() -> None:
    assert Talk(first=450, last=460).reports == [
        Connected("DEV1", "0.1.0", "cursor", EPOCH, 450, 460, "00000000")
    ]
    (aside,) = Talk("-").reports
    assert isinstance(aside, Connected) and aside.epoch == "-"


def test_requested_and_acknowledged_events_are_separate() -> None:
    talk = Talk(last=9)
    talk.client.go_on_from(8)
    assert talk.take() == [f"again {EPOCH} 8"]
    talk.client.acknowledge(5)
    assert talk.take() == [f"ack {EPOCH} 5"]
    # A repeated event that is not on the disk yet is not acknowledged.
    assert talk.tell("event 7 70 undo") == [] and talk.take() == []
    assert talk.tell("event 5 50 undo") == [] and talk.take() == [f"ack {EPOCH} 5"]


def test_an_event_counts_once_and_in_order() -> None:
    talk = started(3)
    assert numbers(talk.tell("event 3 30 a1-c3", "event 4 40 b1-a1")) == [3, 4]
    assert talk.tell("event 3 30 a1-c3", "event 4 40 b1-a1", "event 2 20 undo") == []
    assert talk.take() == []
    talk.client.acknowledge(4)
    assert talk.take() == [f"ack {EPOCH} 4"]
    # A repeated event is acknowledged again.
    assert talk.tell("event 4 40 b1-a1") == [] and talk.take() == [f"ack {EPOCH} 4"]


def test_a_gap_is_requested_once() -> None:
    talk = started()
    assert talk.tell("event 2 20 undo", "event 3 30 undo") == []
    assert talk.take() == [f"again {EPOCH} 1"]
    assert talk.wait(3000) == []
    assert numbers(talk.tell("event 1 10 a1-c3", "event 3 30 undo")) == [1]
    # Another missing event is another gap.
    assert talk.take() == [f"again {EPOCH} 2"]
    # The device has missed the request.
    talk.tell("holds 9")
    assert talk.take() == [f"again {EPOCH} 2"]


def test_no_event_counts_before_the_first_number_is_known() -> None:
    talk = Talk(last=9)
    assert talk.tell("event 1 10 undo", "gone 1 2", "holds 9") == [] and talk.take() == []


def test_gone_events_come_in_order() -> None:
    talk = started(3)
    talk.client.acknowledge(2)
    talk.take()
    assert talk.tell("gone 4 6") == [] and talk.take() == [f"again {EPOCH} 3"]
    assert talk.tell("gone 3 6") == [Gone(3, 6)]
    assert talk.tell("gone 3 6") == [] and talk.take() == []
    assert numbers(talk.tell("event 6 60 undo", "event 7 70 undo")) == [7]
    # More events are lost by now than first reported. The device gets an acknowledgement.
    assert talk.tell("gone 3 9") == [Gone(8, 9)]
    talk.client.acknowledge(9)
    assert talk.take() == [f"ack {EPOCH} 9"]
    assert talk.tell("gone 3 6") == [] and talk.take() == [f"ack {EPOCH} 9"]


def test_the_clock_is_requested_before_events_and_until_it_is_known() -> None:
    talk = Talk(UNKNOWN)
    talk.greet()
    talk.client.go_on_from(1)
    talk.take()
    assert talk.everything[-2:] == ["clock 1", f"again {EPOCH} 1"]
    talk.wait(2000)
    assert talk.everything[-1] == "clock 3"
    assert talk.tell("clock 3 7000 -") == []
    talk.wait(59_500)
    assert "clock 4" not in talk.everything
    talk.wait(500)
    assert talk.everything[-1] == "clock 4"


def test_an_event_has_its_time_and_the_error_of_it() -> None:
    talk = started()
    assert talk.tell("event 1 480 undo") == [EventReceived(1, 480, "undo")]
    # The device was switched on at 470, and its clock showed 500 some time within these 10 ms.
    talk.now_ms = 10
    talk.tell("clock 1 500 470")
    talk.now_ms = 30
    assert talk.tell("event 2 480 draw") == [EventReceived(2, 480, "draw", ago_ms=45, within_ms=25)]
    assert talk.tell("event 3 470 undo") == [EventReceived(3, 470, "undo")]
    # Another device has another clock.
    talk.greet_again()
    talk.client.go_on_from(1)
    assert talk.tell("event 1 480 undo") == [EventReceived(1, 480, "undo")]


def test_a_request_is_pending_until_it_is_answered_or_cancelled() -> None:
    talk = started()
    client, answers = talk.client, list[RefusalReport | None]()
    first, second = (client.ask(text, answers.append) for text in ("undo", "draw"))
    assert client.is_asking
    assert talk.take() == ["ask 1 undo"] and [first.was_sent, second.was_sent] == [True, False]
    # The answer is for who has asked, and for nobody else.
    assert talk.tell("answer 1 ok", "answer 1 ok") == [] and answers == [None]
    assert talk.take() == ["ask 2 draw"]
    client.cancel(second)
    assert talk.tell("answer 2 ok") == [] and answers == [None] and talk.wait(2000) == []


def test_an_answer_comes_between_the_reports_before_and_after_it() -> None:
    talk, order = started(), list[object]()
    talk.client.ask("undo", order.append)
    talk.take()
    lines = (encode(at, -1, text) for at, text in enumerate(TOLD, talk._seq))
    for report in talk.client.receive(talk.now_ms, b"".join(lines)):
        assert isinstance(report, EventReceived)
        order.append(report.number)
    assert order == [1, None, 2]


def test_a_new_greeting_starts_a_new_conversation() -> None:
    talk = started(5)
    asked = talk.client.ask("undo").number
    talk.take()
    lost, connected = talk.greet_again("01234567", 1, 3)
    assert isinstance(lost, Lost) and isinstance(connected, Connected)
    # An unanswered request is repeated. Events do not count before they are requested.
    assert talk.take() == [f"ask {asked} undo"]
    assert talk.tell("event 5 50 undo", "event 1 10 undo") == [] and talk.take() == []
    talk.client.go_on_from(1)
    assert talk.take() == ["again 01234567 1"]
    assert numbers(talk.tell("event 1 10 undo")) == [1]


def test_a_panel_waits_until_a_notice_is_over() -> None:
    talk = started()
    build = load("cursor")
    assert build
    panel = Panel(build, talk.client.ask)
    panel.show("g" * 25)
    panel.begin()
    assert talk.take() == ["ask 1 panel new"]
    assert talk.tell("answer 1 busy - -") == [] and talk.take() == []
    assert talk.wait(1000) == ["ask 2 panel new"]
    talk.tell("answer 2 ok")
    assert talk.take() == ["ask 3 panel " + "g" * 25]


def test_impossibly_large_numbers_are_ignored() -> None:
    """With this number, a client would accept no more events, and write an unreadable log."""
    reader = EventReader("89abcdef")
    reader.go_on_from(1)
    assert reader.read_gone(["1", "9" * 70]) is None
    assert reader.read_event(["0" * 10 + "1", "0", "undo"]) is None
    assert reader.read_gone(["1", "4294967295"]) == Gone(1, 4294967295)
