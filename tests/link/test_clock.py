"""A device's clock as known to the PC: from answers to its own questions, for a limited time."""

from schiri.device.readers import (
    EVERY_MS,
    FARTHEST_MS,
    LONG_MS,
    MOST_SAMPLES,
    RETRY_MS,
    DeviceClock,
)

from tests.firmware.stage import Stage


def test_answers_to_no_question_are_ignored() -> None:
    known = DeviceClock()
    assert known.question(0) == "clock 1"
    for words in (["2", "5", "-"], ["1", "x", "-"], ["1", "5", "x"], ["1", "5"], ["1", "-5", "-"]):
        known.read(4, words)
        assert known.ago(4, 5) is None
    known.read(4, ["1", "5", "-"])
    assert known.ago(4, 5) == (2, 22)
    # A repeated answer is ignored.
    known.read(90, ["1", "5", "-"])
    assert known.ago(90, 5) == (88, 22)
    assert known.question(3 + EVERY_MS) is None and known.question(4 + EVERY_MS) == "clock 2"


def test_the_clock_is_requested_at_once_then_each_second_then_each_minute() -> None:
    known = DeviceClock()
    assert known.question(5000) == "clock 1" and known.was_asked is True
    assert known.question(5999) is None and known.question(6000) == "clock 2"
    # A slow answer counts, and the next question comes as soon as before.
    known.read(6000 + LONG_MS + 1, ["2", "7", "-"])
    assert known.ago(6151, 7) == (76, 95)
    assert known.question(6999) is None and known.question(7000) == "clock 3"
    known.read(7000 + LONG_MS, ["3", "857", "-"])
    assert known.question(7149 + EVERY_MS) is None and known.question(7150 + EVERY_MS) == "clock 4"
    # After a reconnection it asks at once. The numbers continue, but the clock is unknown.
    known.forget()
    assert (known.was_asked, known.ago(7150 + EVERY_MS, 857)) == (False, None)
    assert known.question(7150 + EVERY_MS) == "clock 5"


def test_the_best_of_the_last_answers_counts() -> None:
    known = DeviceClock()
    known.add(0, 101, 50, -1)
    known.add(1000, 1005, 1001, -1)
    known.add(2000, 2031, 2016, -1)
    assert known.ago(2100, 2000) == (2100 - 1002 - 999, 22)
    # For a distant time, an answer of that time is more precise.
    known.add(10_000_000, 10_000_001, 10_000_000, -1)
    assert known.ago(10_000_000, 0) == (10_000_000 - 1002 + 1001, 22)
    assert known.ago(10_000_000, 9_000_000) == (1_000_000, 120)
    for _ in range(MOST_SAMPLES):
        known.add(10_000_000, 10_000_100, 10_000_050, -1)
    assert known.ago(10_000_100, 10_000_050) == (50, 70)
    assert known.ago(10_000_100, 0) == (10_000_100, 1070)


def test_times_a_year_away_are_unknown() -> None:
    known = DeviceClock()
    known.add(0, 0, 2 * FARTHEST_MS, -1)
    assert known.ago(0, FARTHEST_MS - 1) is None
    assert known.ago(0, FARTHEST_MS) == (FARTHEST_MS, FARTHEST_MS // 10_000 + 20)


def test_impossible_times_are_unknown() -> None:
    known = DeviceClock()
    known.question(0)
    known.read(10, ["1", "5000", "1000"])
    # The device was switched on at 1000.
    assert known.ago(20, 1000) is None and known.ago(20, 1001) == (4014, 25)
    # Later than now by more than the bound; or far in the past.
    assert known.ago(20, 5040) == (0, 25) and known.ago(20, 5041) is None
    assert known.ago(20, 10**30) is None
    known.add(0, 10, 10**40, 1000)
    assert known.ago(20, 2000) is not None
    known.forget()
    assert known.ago(20, 4990) is None
    known.question(70_000)
    known.read(70_010, ["2", "75000", "-"])
    assert known.ago(70_010, 0) == (75_005, 32)


def test_an_unanswered_question_is_repeated() -> None:
    known = DeviceClock()
    asked = [known.question(at * RETRY_MS) for at in range(3 * MOST_SAMPLES)]
    assert asked == [f"clock {number}" for number in range(1, 3 * MOST_SAMPLES + 1)]
    # A late answer fits its own question, but one from long ago is ignored.
    known.read(3 * MOST_SAMPLES * RETRY_MS, ["1", "7", "-"])
    assert known.ago(3 * MOST_SAMPLES * RETRY_MS, 7) is None
    known.read(3 * MOST_SAMPLES * RETRY_MS, [str(3 * MOST_SAMPLES - 1), "7", "-"])
    assert known.ago(3 * MOST_SAMPLES * RETRY_MS, 7) == (RETRY_MS, RETRY_MS + 20)


def test_the_device_answers_only_well_formed_questions() -> None:
    stage = Stage("keys5")
    stage.do_plug("")
    stage.heard = []
    stage._to_say += ["clock", "clock x", "clock 1 2", "clock -1", "clock " + "9" * 130, "clock 7"]
    stage.run(500)
    long, short = (line.split() for line in stage.heard if line.startswith("< clock"))
    assert (long[2], long[4]) == ("9" * 9, "-") and (short[2], short[4]) == ("7", "-")
    assert 0 < int(long[3]) <= int(short[3]) < stage.now_ms
