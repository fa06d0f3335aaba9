"""Times: wrapping ticks, slow links and drifting clocks never make a log wrong."""

from pathlib import Path
from random import Random

import pytest
from schiri.device.readers import DRIFT_PPM, EVERY_MS, ROUNDING_MS, DeviceClock
from schiri_device.ticks import PERIOD

from tests.counts import count
from tests.faults.watch import Watch, ms_of

HOUR_MS = 3600 * 1000
DAY_MS = 24 * HOUR_MS
FIRST_WRAP_MS = 65_000
SLOWEST_MS = 500
# The journal's steps, and a step of device and PC each.
STEPS_MS = 16 + 2


def play(watch: Watch, random: Random) -> None:
    """Wake the device and continue a game."""
    watch.press("red")
    if watch.device.mode_name == "finished":
        watch.press("white", "white")
    watch.play_game(random, most=random.choice((1, 1, 2, 5)))


def test_times_are_right_across_wraps_of_the_ticks(tmp_path: Path) -> None:
    """Events arrive at once or after hours without a cable: order and times are right."""
    days, random = count(1, 30), Random(7)
    watch = Watch(tmp_path)
    watch.run(100)
    watch.press("white", "white", "white")
    while watch.now_ms < days * DAY_MS:
        play(watch, random)
        # Far longer than the short form of a time can hold.
        pause = random.choice((FIRST_WRAP_MS, HOUR_MS, 3 * HOUR_MS, 11 * HOUR_MS))
        watch.run(random.randrange(pause), step_ms=30_000 if pause > FIRST_WRAP_MS else 500)
        watch.plug(random.random() < 0.6)
    watch.plug()
    assert watch.now_ms // PERIOD >= days // 7
    assert watch.live.device.disagreement is None
    events = watch.events()
    assert len(events) >= 5 * days
    for epoch in {event["src"].rpartition(":")[0] for event in events}:
        own = [event for event in events if event["src"].startswith(epoch)]
        times = [event["ms"] for event in own]
        assert times == sorted(times)
        offsets = [watch.truth[event["src"]] - event["ms"] for event in own]
        assert max(offsets) - min(offsets) <= STEPS_MS
    longest = max(watch.waits_ms())
    assert longest > 3 * HOUR_MS
    assert watch.check() <= longest * DRIFT_PPM / 1e6 + ROUNDING_MS + 100


@pytest.mark.parametrize("is_steady", [True, False])
@pytest.mark.parametrize("seed", range(count(2, 20)))
def test_on_a_slow_link_times_stay_within_their_stated_error(
    seed: int, is_steady: bool, tmp_path: Path
) -> None:
    """On an unsteady link greetings are repeated and answers late; then the bound is wide."""
    random = Random(seed)
    slow_ms = random.choice(((50, 0), (0, 50), (50, 50), (50, 5), (3, 50)))
    drift_ppm, reads_ms = random.randint(-80, 80), random.choice((0, 20, 100))
    watch = Watch(tmp_path, "keys5", seed, drift_ppm, slow_ms, reads_ms)
    watch.run(300)
    watch.press("white", "white", "white")
    for _ in range(3):
        if random.random() < 0.5:
            watch.plug(False)
        play(watch, random)
        if is_steady:
            watch.plug()
        watch.run(random.randrange(2 * EVERY_MS), step_ms=900)
        watch.plug(random.random() < 0.5 or is_steady)
    watch.plug()
    assert watch.check() <= (200 if is_steady else 5000)


def test_no_time_is_off_by_more_than_its_stated_error() -> None:
    """The clock by itself: questions and answers with any delay, at any time."""
    for seed in range(count(100, 4000)):
        random = Random(seed)
        clock, rate = DeviceClock(), 1 + random.uniform(-DRIFT_PPM, DRIFT_PPM) / 1e6
        now, began = 0, random.randrange(DAY_MS)
        for _ in range(random.randint(1, 30)):
            now += random.randrange(1, random.choice((100, EVERY_MS, HOUR_MS)))
            asked = now
            seen = asked + random.choice((0, random.randint(0, SLOWEST_MS)))
            now = seen + random.choice((0, random.randint(0, SLOWEST_MS)))
            clock.add(asked, now, began + int(seen * rate), -1)
            happened = random.randint(0, now)
            told = began + int(happened * rate) - random.randrange(16)
            ago = clock.ago(now, told)
            assert ago is not None, seed
            ago_ms, within_ms = ago
            assert abs(now - ago_ms - happened) <= within_ms, seed
            assert within_ms <= ROUNDING_MS + SLOWEST_MS + now * DRIFT_PPM / 1e6


@pytest.mark.parametrize("drift_ppm", [-80, 80][: count(1, 2)])
def test_with_a_drifting_clock_times_stay_within_their_stated_error(
    drift_ppm: int, tmp_path: Path
) -> None:
    random = Random(drift_ppm)
    watch = Watch(tmp_path, drift_ppm=drift_ppm)
    watch.run(100)
    watch.press("white", "white", "white")
    for _ in range(count(2, 4)):
        # Events without a PC wait for hours, events with a PC do not.
        watch.plug(False)
        play(watch, random)
        watch.run(12 * HOUR_MS, step_ms=30_000)
        watch.plug()
        play(watch, random)
    assert max(watch.waits_ms()) > 11 * HOUR_MS
    assert watch.check() > 1000


def test_rounding_errors_do_not_add_up(tmp_path: Path) -> None:
    """Rolls and moves are saved in steps of 16 ms; after an evening of them the time is still
    right.
    """
    random = Random(1)
    watch = Watch(tmp_path, "cursor")
    watch.plug(False)
    watch.press("blue", "white", "white")
    watch.play_game(random, most=count(60, 150))
    watch.plug()
    watch.run(2000)
    assert len(watch.events()) >= 50
    assert watch.check() < 100


def test_events_before_a_restart_have_no_time(tmp_path: Path) -> None:
    watch = Watch(tmp_path)
    watch.plug(False)
    watch.press("white", "white", "white", "a1", "c3")
    watch.run(HOUR_MS, step_ms=30_000)
    before = list(watch.truth)
    watch.restart(off_ms=DAY_MS)
    watch.plug()
    assert len(before) == 2
    assert [event["src"] for event in watch.events()] == before
    assert not any("when" in event or "within_ms" in event for event in watch.events())
    assert all(type(event["ms"]) is int for event in watch.events())
    # Later events have a time.
    watch.press("white", "white", "white", "b1", "a1")
    watch.run(500)
    told = watch.events()[len(before) :]
    assert told and all("when" in event for event in told)
    assert list(watch.truth) == before + [event["src"] for event in told]


def test_an_epoch_that_began_here_has_all_its_times(tmp_path: Path) -> None:
    """After a restart, and after the start of a new journal."""
    watch = Watch(tmp_path)
    watch.plug(False)
    watch.run(HOUR_MS, step_ms=30_000)
    watch.press("red", "white", "white", "white")
    watch.restart(off_ms=HOUR_MS)
    watch.plug()
    watch.run(2000)
    old = watch.device.journal.epoch
    # Leaving the resumed game begins another one, in its own epoch.
    watch.press("black")
    watch.device.start_epoch(watch.device.waited_ms)
    watch.run(2000)
    watch.press("white", "white", "white", "a1", "c3")
    watch.run(2000)
    news = [event for event in watch.events() if old not in event["src"]]
    assert news and all("when" in event for event in news)


def test_events_sent_while_the_pc_sleeps_have_no_time(tmp_path: Path) -> None:
    watch = Watch(tmp_path)
    watch.run(100)
    watch.press("white", "white", "white")
    watch.run(500)
    watch.simulator.press("a1")
    watch.step_device(20)
    watch.simulator.release("a1")
    watch.step_device(20)
    watch.simulator.press("c3")
    watch.step_device(20)
    watch.simulator.release("c3")
    for _ in range(20):
        watch.step_device(20)
    watch.slept_ms = HOUR_MS
    watch.run(500)
    watch.press("b1", "a1")
    watch.run(500)
    first, asleep, awake = watch.events()
    assert "when" in first and "when" not in asleep and asleep["ms"] > first["ms"]
    assert ms_of(awake["when"]) - HOUR_MS == pytest.approx(
        watch.truth[awake["src"]], abs=awake["within_ms"]
    )
