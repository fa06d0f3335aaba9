"""What the PC knows of a device's clock: from answers to its own questions, and not for ever."""

from schiri.device.clock import EVERY_MS, KEPT, RETRY_MS, Ago, DeviceClock

from tests.device.stage import Stage


def test_answers_to_nothing_count_for_nothing() -> None:
    known = DeviceClock()
    assert known.question(0) == "clock 1"
    for words in (["2", "5", "-"], ["1", "x", "-"], ["1", "5", "x"], ["1", "5"], ["1", "-5", "-"]):
        known.take(4, words)
        assert known.ago(4, 5) is None
    known.take(4, ["1", "5", "-"])
    assert known.ago(4, 5) == Ago(2, 22)
    # Again, and it is nothing.
    known.take(90, ["1", "5", "-"])
    assert known.ago(90, 5) == Ago(88, 22)
    assert known.question(3 + EVERY_MS) is None and known.question(4 + EVERY_MS) == "clock 2"


def test_what_cannot_be_has_no_time() -> None:
    known = DeviceClock()
    known.add(0, 10, 5000, 1000)
    assert known.ago(20, 1000) is None and known.ago(20, 1001) == Ago(4014, 25)
    # Later than now by more than the bound; or ages ago.
    assert known.ago(20, 5040) == Ago(0, 25) and known.ago(20, 5041) is None
    assert known.ago(20, 10**30) is None
    known.add(0, 10, 10**40, 1000)
    assert known.ago(20, 2000) is not None
    known.forget()
    assert known.ago(20, 4990) is None


def test_a_device_that_does_not_answer_is_asked_on() -> None:
    known = DeviceClock()
    asked = [known.question(at * RETRY_MS) for at in range(3 * KEPT)]
    assert asked == [f"clock {number}" for number in range(1, 3 * KEPT + 1)]
    # An answer that comes late is taken by its own question, one from ages ago is not.
    known.take(3 * KEPT * RETRY_MS, ["1", "7", "-"])
    assert known.ago(3 * KEPT * RETRY_MS, 7) is None
    known.take(3 * KEPT * RETRY_MS, [str(3 * KEPT - 1), "7", "-"])
    assert known.ago(3 * KEPT * RETRY_MS, 7) == Ago(RETRY_MS, RETRY_MS + 20)


def test_the_device_answers_what_is_a_question() -> None:
    stage = Stage("keys5")
    stage.do_plug("")
    stage.heard = []
    stage._to_say += ["clock", "clock x", "clock 1 2", "clock -1", "clock " + "9" * 130, "clock 7"]
    stage.run(500)
    long, short = (line.split() for line in stage.heard if line.startswith("< clock"))
    assert (long[2], long[4]) == ("9" * 9, "-") and (short[2], short[4]) == ("7", "-")
    assert 0 < int(long[3]) <= int(short[3]) < stage.now_ms
