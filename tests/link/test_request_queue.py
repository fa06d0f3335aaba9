"""The queue of requests to a device: their order, their times, and their ends."""

import pytest
from schiri.device.client import BUSY, FOREVER_MS, RESTART_MS, RequestQueue
from schiri.device.readers import ASK_AGAIN_MS
from schiri.device.reports import RefusalReport

OK = [None]


class Asked(RequestQueue):
    """A queue whose answers are noted, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[RefusalReport | None] = []

    def answered(self, now_ms: int, *words: str) -> list[RefusalReport | None]:
        """Read an answer; return what is called back."""
        self.answers.clear()
        self.read_answer(now_ms, [*words])
        return [*self.answers]

    def add(self, now_ms: int, text: str, busy_ms: float = 0) -> int:
        """Ask for something; return its number."""
        return self.ask(now_ms, text, self.answers.append, busy_ms).number


def test_requests_are_numbered_in_order() -> None:
    queue = RequestQueue()
    assert queue.last == 0 and queue.question(0) is None
    assert [queue.ask(0, text).number for text in ("undo", "draw")] == [1, 2] and queue.last == 2
    queue.forget()
    assert queue.ask(0, "undo").number == 3 and queue.question(0) == "ask 3 undo"


def test_a_request_is_repeated_each_second_until_it_is_answered() -> None:
    queue = Asked()
    queue.add(5, "undo")
    assert queue.question(4) is None
    assert queue.question(5) == "ask 1 undo"
    assert queue.question(1004) is None
    assert queue.question(1005) == "ask 1 undo" and queue.question(2004) is None
    queue.restart()
    assert queue.question(2004) == "ask 1 undo"
    assert queue.answered(2004, "1", "ok") == OK and not queue.is_asking
    assert queue.question(9999) is None and queue.answered(9999, "1", "ok") == []


@pytest.mark.parametrize("words", [[], ["1"], ["2", "ok"], ["0", "ok"], ["x", "ok"], ["01", "ok"]])
def test_malformed_or_foreign_answers_end_no_request(words: list[str]) -> None:
    queue = Asked()
    assert queue.answered(0, "1", "ok") == []
    queue.add(0, "undo")
    queue.question(0)
    assert queue.answered(0, *words) == [] and queue.question(999) is None
    assert queue.question(1000) == "ask 1 undo"


def test_an_answer_is_ok_or_has_a_code_rule_and_cells() -> None:
    queue = Asked()
    for words, refusal in (
        (["ok"], None),
        (["busy", "-"], None),
        (["not-yours", "SW-3", "a1,b2"], RefusalReport("not-yours", "SW-3", ("a1", "b2"))),
        (["busy", "-", "-", "more"], RefusalReport("busy")),
    ):
        number = queue.add(0, "undo")
        assert queue.answered(0, str(number), *words) == [refusal]


def test_a_cancelled_request_is_neither_repeated_nor_answered() -> None:
    queue = Asked()
    undo, draw, _swap = (queue.ask(0, text) for text in ("undo", "draw", "swap"))
    assert queue.question(0) == "ask 1 undo"
    # A request that is not the pending one: the pending one keeps its time.
    queue.cancel(draw)
    queue.cancel(draw)
    assert queue.question(999) is None
    assert (undo.was_sent, draw.was_sent) == (True, False)
    queue.cancel(undo)
    assert queue.question(999) == "ask 3 swap" and queue.answered(999, "1", "ok") == []


def test_what_is_called_back_may_ask_again() -> None:
    queue = RequestQueue()
    queue.ask(0, "settings 01", lambda _refusal: queue.ask(0, "draw"))
    queue.question(0)
    queue.read_answer(0, ["1", "ok"])
    assert queue.question(0) == "ask 2 draw"


def test_a_new_game_is_requested_again_while_the_device_is_busy() -> None:
    queue = Asked()
    assert queue.add(150, "new joggle AB", RESTART_MS) == 1
    assert queue.question(150) == "ask 1 new joggle AB"
    # Another refusal ends it at once. "busy" ends it when its time is over.
    assert queue.answered(200, "1", BUSY, "-", "-") == [] and queue.last == 2
    assert queue.question(1199) is None and queue.question(1200) == "ask 2 new joggle AB"
    assert queue.answered(15_149, "2", BUSY, "-", "-") == []
    assert queue.question(16_148) is None and queue.question(16_149) == "ask 3 new joggle AB"
    assert queue.answered(16_150, "3", BUSY, "-", "-") == [RefusalReport(BUSY)]
    for busy_ms, code in ((RESTART_MS, "bad-option"), (0, BUSY)):
        number = queue.add(0, "new joggle AB", busy_ms)
        assert queue.answered(0, str(number), code, "-", "-") == [RefusalReport(code)]
    number = queue.add(0, "new joggle AB", RESTART_MS)
    assert queue.answered(RESTART_MS, str(number), BUSY, "-", "-") == [RefusalReport(BUSY)]


def test_other_requests_come_while_one_waits_for_a_busy_device() -> None:
    queue = Asked()
    restore = queue.ask(0, "restore", queue.answers.append, FOREVER_MS)
    queue.add(0, "press white")
    queue.question(0)
    assert queue.answered(0, "1", BUSY, "-", "-") == [] and restore.was_sent
    assert queue.question(0) == "ask 2 press white" and queue.answered(0, "2", "ok") == OK
    at_ms = 10 * RESTART_MS
    assert queue.question(at_ms) == "ask 3 restore"
    assert queue.answered(at_ms, "3", BUSY, "-", "-") == []
    # Whoever has asked may wait no longer.
    restore.until_ms = 0
    at_ms += ASK_AGAIN_MS
    assert queue.question(at_ms) == "ask 4 restore"
    queue.read_answer(at_ms, ["4", BUSY, "-", "-"])
    assert not queue.is_asking
