"""The queue of requests to a device: their order, their times, and their ends."""

import pytest
from schiri.device.client import RequestQueue
from schiri.device.reports import Answered, RefusalReport


def test_requests_are_numbered_in_order() -> None:
    queue = RequestQueue()
    assert queue.last == 0 and queue.question(0) is None
    assert [queue.ask(0, text) for text in ("undo", "draw")] == [1, 2] and queue.last == 2
    queue.forget()
    assert queue.ask(0, "undo") == 3 and queue.question(0) == "ask 3 undo"


def test_a_request_is_repeated_each_second_until_it_is_answered() -> None:
    queue = RequestQueue()
    queue.ask(5, "undo")
    assert queue.question(4) is None
    assert queue.question(5) == "ask 1 undo"
    assert queue.question(1004) is None
    assert queue.question(1005) == "ask 1 undo" and queue.question(2004) is None
    queue.restart()
    assert queue.question(2004) == "ask 1 undo"
    assert queue.read_answer(2004, ["1", "ok"]) == Answered(1, None)
    assert queue.question(9999) is None


def test_a_delayed_request_waits_for_its_time_and_those_before_it() -> None:
    queue = RequestQueue()
    queue.ask(100, "undo", 50)
    queue.ask(100, "draw")
    assert queue.question(149) is None and queue.question(150) == "ask 1 undo"
    queue.read_answer(151, ["1", "ok"])
    assert queue.question(151) == "ask 2 draw"


@pytest.mark.parametrize("words", [[], ["1"], ["2", "ok"], ["0", "ok"], ["x", "ok"], ["01", "ok"]])
def test_malformed_or_foreign_answers_end_no_request(words: list[str]) -> None:
    queue = RequestQueue()
    assert queue.read_answer(0, ["1", "ok"]) is None
    queue.ask(0, "undo")
    queue.question(0)
    assert queue.read_answer(0, words) is None and queue.question(999) is None
    assert queue.question(1000) == "ask 1 undo"


def test_an_answer_is_ok_or_has_a_code_rule_and_cells() -> None:
    queue = RequestQueue()
    for words, refusal in (
        (["ok"], None),
        (["busy", "-"], None),
        (["not-yours", "SW-3", "a1,b2"], RefusalReport("not-yours", "SW-3", ("a1", "b2"))),
        (["busy", "-", "-", "more"], RefusalReport("busy")),
    ):
        number = queue.ask(0, "undo")
        assert queue.read_answer(0, [str(number), *words]) == Answered(number, refusal)


def test_a_cancelled_request_is_not_repeated() -> None:
    queue = RequestQueue()
    queue.cancel("undo")
    for text in ("undo", "draw", "swap"):
        queue.ask(0, text, key=text)
    assert queue.question(0) == "ask 1 undo"
    # A request that is not the pending one: the pending one keeps its time.
    queue.cancel("draw")
    assert queue.question(999) is None
    queue.cancel("undo")
    assert queue.question(999) == "ask 3 swap"


def test_a_new_game_is_requested_again_while_the_device_is_busy() -> None:
    queue = RequestQueue()
    assert queue.ask(100, "new joggle AB", 50) == 1
    assert queue.question(150) == "ask 1 new joggle AB"
    # Another refusal ends it at once. "busy" ends it when its time is over.
    assert queue.read_answer(200, ["1", "busy", "-", "-"]) is None and queue.last == 2
    assert queue.question(1199) is None and queue.question(1200) == "ask 2 new joggle AB"
    assert queue.read_answer(15_149, ["2", "busy", "-", "-"]) is None
    assert queue.question(16_148) is None and queue.question(16_149) == "ask 3 new joggle AB"
    refusal = RefusalReport("busy")
    assert queue.read_answer(16_150, ["3", "busy", "-", "-"]) == Answered(3, refusal)
    for at, text, code in ((0, "new joggle AB", "bad-option"), (0, "newer", "busy")):
        number = queue.ask(at, text)
        answered = queue.read_answer(at, [str(number), code, "-", "-"])
        assert answered == Answered(number, RefusalReport(code))
    number = queue.ask(0, "new joggle AB")
    assert queue.read_answer(15_000, [str(number), "busy", "-", "-"]) == Answered(number, refusal)
