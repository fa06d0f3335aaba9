"""Line numbers, acknowledgements, credit and beats, at one end."""

from schiri_device.link.session import DEVICE, HOST

from tests.counts import count
from tests.each import each
from tests.firmware.link.one_end import OneEnd, up

BOTH = each("role", [DEVICE, HOST])
# Behind the last line that is told; numbers go round once before it, or twice.
LAST = count(1101, 2101)


def filled(role: str = DEVICE, texts: int = 100) -> OneEnd:
    """Return an end whose greeting was confirmed and that has said what may be on its way."""
    end = up(role)
    end.hear((1, 0, "beat 1"))
    end.to_say = [f"holds {number}" for number in range(1, texts + 1)]
    end.says()
    return end


def numbers(lines: list[tuple[int, int, str]]) -> list[int]:
    return [seq for seq, _, _ in lines]


@BOTH
def test_eight_lines_may_be_on_their_way(role: str) -> None:
    end = up(role)
    # A host's greeting was confirmed by the answer, a device's answer is to be.
    end.hear((1, 0, "beat 1"))
    end.to_say = [f"holds {number}" for number in range(1, 101)]
    assert end.says() == [(number, 1, f"holds {number}") for number in range(1, 9)]
    # Nobody was asked for a text that could not be sent.
    assert end.calm == [True] + [False] * 7 and len(end.to_say) == 92
    end.hear((2, 1, "beat 1"))
    assert numbers(end.says()) == [9]
    end.hear((3, 4, "beat 2"))
    assert numbers(end.says()) == [10, 11, 12]
    end.hear((4, 12, "beat 3"))
    assert numbers(end.says()) == list(range(13, 21))


def test_a_host_that_was_answered_has_its_whole_window() -> None:
    host = up(HOST)
    host.to_say = [f"ask {number} undo" for number in range(1, 101)]
    assert numbers(host.says()) == list(range(1, 9))


def test_beats_that_nobody_has_heard_leave_no_room() -> None:
    device = up(DEVICE)
    for number in range(1, 400):
        device.wait(1000)
        assert numbers(device.says()) == [number]
        device.hear((number, 0, "beat 1"))
    device.to_say = ["holds 1", "holds 2"]
    assert numbers(device.says()) == [400]


def test_calm_is_when_all_has_arrived() -> None:
    device = up(DEVICE)
    device.to_say = ["now menu - -", "now menu - -"]
    device.says()
    device.calm.clear()
    device.hear((1, 1, "beat 1"))
    device.says()
    assert device.calm == [False]
    device.calm.clear()
    device.hear((2, 2, "beat 2"))
    device.says()
    assert device.calm == [True]


@each("ack", [12, 13, 500, 999, -1])
def test_an_acknowledgement_of_what_was_never_said_is_not_taken(ack: int) -> None:
    device = filled()
    device.hear((2, 3, "beat 1"))
    assert numbers(device.says()) == [9, 10, 11]
    device.hear((3, ack, "beat 2"))
    assert device.says() == []
    # It changed nothing: the true one is taken.
    device.hear((4, 4, "beat 3"))
    assert numbers(device.says()) == [12]


def test_an_old_acknowledgement_takes_nothing_back() -> None:
    device = filled()
    device.hear((2, 5, "beat 1"))
    device.says()
    device.hear((3, 2, "beat 2"), (4, 0, "beat 3"))
    assert device.says() == []
    device.hear((5, 13, "beat 4"))
    assert device.calm[-1] is False and len(device.says()) == 8
    assert device.calm[-8] is True


def test_the_last_line_that_was_said_may_be_acknowledged_and_no_later_one() -> None:
    device = filled(texts=1)
    device.hear((2, 2, "beat 1"))
    device.calm.clear()
    device.says()
    assert device.calm == [False]
    device.hear((3, 1, "beat 2"))
    device.calm.clear()
    device.says()
    assert device.calm == [True]


def test_line_zero_is_acknowledged_like_any_other() -> None:
    """Where numbers have gone round, 0 is a line of the conversation."""
    host = up(HOST)
    for number in range(1, 1000):
        host.to_say = [f"ack abcd {number}"]
        assert numbers(host.says()) == [number]
        host.hear((number, number, "beat 1"))
    host.to_say = ["ack abcd 1000", "ack abcd 1001"]
    assert numbers(host.says()) == [0, 1]
    host.calm.clear()
    host.hear((0, 0, "beat 1"))
    host.says()
    assert host.calm == [False]
    host.hear((1, 1, "beat 1"))
    host.calm.clear()
    host.says()
    assert host.calm == [True]


@BOTH
def test_a_line_is_taken_once_and_in_order(role: str) -> None:
    end = up(role)
    assert end.hear((1, 0, "ask 1 undo"), (1, 0, "ask 1 undo")) == [["ask", "1", "undo"]]
    assert end.hear((3, 0, "ask 3 undo"), (2, 0, "ask 2 undo")) == [["ask", "3", "undo"]]
    assert end.hear((0, 0, "ask 0 undo")) == []
    assert end.hear((4, 0, "ask 4 a  b")) == [["ask", "4", "a", "", "b"]]


def test_ahead_is_whatever_lies_less_than_half_the_numbers_away() -> None:
    for step, is_taken in ((1, True), (334, True), (499, True), (501, False), (999, False)):
        device = up(DEVICE)
        assert bool(device.hear((step, 0, "ask 1 undo"))) is is_taken
        # What lies behind tells nothing either: neither is it confirmed nor does it acknowledge.
        device.to_say = ["holds 1"]
        assert device.says()[0][1] == (step if is_taken else 0)
    device = up(DEVICE)
    device.hear((400, 0, "ask 1 undo"), (800, 0, "ask 2 undo"))
    assert device.hear((100, 0, "ask 3 undo"), (99, 0, "ask 4 undo")) == [["ask", "3", "undo"]]


def test_a_repetition_acknowledges_nothing() -> None:
    device = filled()
    device.hear((5, 0, "beat 1"))
    device.says()
    device.hear((5, 8, "beat 1"), (4, 8, "beat 1"))
    assert device.says() == []


@BOTH
def test_numbers_go_round_after_999(role: str) -> None:
    end = up(role)
    said = []
    for number in range(1, LAST):
        end.to_say = ["holds 1"]
        said += numbers(end.says())
        heard = end.hear((number % 1000, said[-1], "holds 1"))
        assert heard == [["holds", "1"]]
    assert said == [number % 1000 for number in range(1, LAST)]


@BOTH
def test_whoever_has_nothing_to_say_beats_each_second(role: str) -> None:
    end = up(role)
    beats = []
    for second in range(1, 11):
        end.wait(999)
        assert end.says() == []
        end.wait(1)
        beats += end.says()
        # Beats are not answered.
        assert end.hear((second, second, "beat 7")) == [["beat", "7"]]
        assert end.says() == []
    assert [text for _, _, text in beats] == [f"beat {-1000 * at}" for at in range(1, 11)]
    assert numbers(beats) == list(range(1, 11))


def test_what_was_said_puts_off_the_beat() -> None:
    device = up(DEVICE)
    device.wait(700)
    device.to_say = ["holds 1"]
    device.says()
    device.hear((1, 1, "beat 1"))
    device.wait(999)
    assert device.says() == []
    device.wait(1)
    assert numbers(device.says()) == [2]


@BOTH
def test_what_was_received_is_confirmed_within_40_ms(role: str) -> None:
    end = up(role)
    end.hear((1, 0, "ask 1 undo"))
    assert end.says() == []
    end.wait(39)
    assert end.says() == []
    end.wait(1)
    assert end.says() == [(1, 1, "beat -40")]
    # Once is enough.
    end.wait(999)
    assert end.says() == []


def test_a_line_of_its_own_confirms_as_well() -> None:
    device = up(DEVICE)
    device.hear((1, 0, "ask 1 undo"))
    device.to_say = ["answer 1 ok"]
    assert device.says() == [(1, 1, "answer 1 ok")]
    device.wait(999)
    assert device.says() == []


@BOTH
def test_four_lines_are_confirmed_at_once(role: str) -> None:
    end = up(role)
    for number in range(1, 4):
        end.hear((number, 0, "holds 1"))
        assert end.says() == []
    end.hear((4, 0, "holds 1"))
    assert end.says() == [(1, 4, "beat 0")]
    # And from the beginning again.
    end.hear((5, 0, "holds 1"), (6, 0, "holds 1"), (7, 0, "holds 1"))
    assert end.says() == []
    end.hear((8, 0, "holds 1"))
    assert end.says() == [(2, 8, "beat 0")]


@each("step", [2, 3, 7])
def test_after_a_gap_the_peer_hears_at_once_what_did_arrive(step: int) -> None:
    device = up(DEVICE)
    device.hear((step, 0, "beat 1"))
    assert device.says() == [(1, step, "beat 0")]
    device.hear((step + 1, 0, "beat 1"))
    assert device.says() == []


def test_a_greeting_owes_no_confirmation_of_what_was_before() -> None:
    device = up(DEVICE)
    device.hear((1, 0, "ask 1 undo"), (0, -1, "hello 0 99 t2"))
    assert len(device.says()) == 1
    device.wait(40)
    assert device.says() == []


def test_beats_go_on_where_the_window_is_full() -> None:
    device = filled()
    device.hear((2, 0, "ask 1 undo"))
    device.wait(40)
    assert device.says() == [(9, 2, "beat -40")]


def test_beats_beyond_half_the_numbers_leave_what_was_said_behind() -> None:
    """What was confirmed by a beat's number was said before, however long ago."""
    device = up(DEVICE)
    device.to_say = ["holds 1"]
    device.says()
    for number in range(1, 1200):
        device.wait(1000)
        said = device.says()
        device.hear((number % 1000, said[-1][0], "beat 1"))
        device.calm.clear()
        device.says()
        assert device.calm == [True], number
    device.to_say = [f"holds {number}" for number in range(20)]
    assert len(device.says()) == 8
