"""The greeting, at one end: what it says first, whom it takes for its peer, when it gives up."""

from schiri_device.link.session import DEVICE, HOST, NEWEST, OLDEST

from tests.each import each
from tests.firmware.link.one_end import ANSWER, HELLO, OneEnd, up

BOTH = each("role", [DEVICE, HOST])


@BOTH
def test_nobody_says_anything_of_itself(role: str) -> None:
    end = OneEnd(role)
    end.to_say = ["event 1 0 undo"]
    assert end.says() == [] and end.wait(10_000) == [] and end.says() == []
    assert end.session.state == "down" and end.session.token == "-"


def test_a_device_asks_who_talks_to_it_and_takes_nothing_else() -> None:
    device = OneEnd(DEVICE)
    assert device.hear((7, 3, "ask 1 undo"), (8, 3, "beat 1")) == []
    # Nothing was taken, so nothing is confirmed.
    assert device.says() == [(0, -1, "who")]
    device.hear((9, 3, "again abcd 1"))
    assert device.says() == [(1, -1, "who")]
    assert device.session.state == "down"


def test_a_host_greets_each_half_second_until_it_is_answered() -> None:
    host = OneEnd(HOST)
    host.session.open(0, "t1")
    assert host.session.state == "greeting" and host.session.token == "t1"
    assert host.says() == [(0, -1, HELLO)]
    for _ in range(10):
        assert host.wait(499) == [] and host.says() == []
        # A line that is no hello does not count.
        assert host.hear((0, -1, "who"), (1, -1, "beat 5")) == []
        assert host.wait(1) == [] and host.says() == [(0, -1, HELLO)]
    host.hear((0, 0, ANSWER))
    assert host.session.state == "up"
    assert host.wait(600) == [] and host.says() == []


def test_the_answer_begins_the_numbers_anew_and_nothing_waits() -> None:
    host = up(HOST)
    host.to_say = ["clock 1"]
    assert host.says() == [(1, 0, "clock 1")]
    # Its hello has arrived, for it was answered.
    assert host.calm == [True, False]
    device = up(DEVICE)
    device.to_say = ["holds 7"]
    assert device.says() == [(1, 0, "holds 7")]


@BOTH
def test_a_greeting_in_mid_conversation_begins_anew(role: str) -> None:
    end = up(role)
    end.hear((1, 0, "ask 1 undo"), (2, 0, "ask 2 undo"))
    end.to_say = ["holds 1", "holds 2"]
    assert [line[0] for line in end.says()] == [1, 2]
    if role == DEVICE:
        assert end.hear((0, -1, HELLO)) == [["up"]]
        assert end.says() == [(0, 0, ANSWER)]
        end.to_say = ["holds 3"]
        assert end.says() == [(1, 0, "holds 3")]
    else:
        assert end.hear((0, 0, ANSWER)) == [["up", "DEV", "0.1.0", "cursor"]]
        end.to_say = ["holds 3"]
        assert end.says() == [(3, 0, "holds 3")]
    assert end.hear((1, 0, "ask 3 undo")) == [["ask", "3", "undo"]]


def test_a_device_that_asks_who_is_there_is_greeted_again() -> None:
    host = up(HOST)
    host.to_say = ["clock 1"]
    host.says()
    assert host.hear((0, -1, "who")) == [["down", "who"]]
    assert host.session.state == "greeting"
    host.to_say = ["clock 2"]
    assert host.says() == [(0, 0, HELLO)]
    assert host.hear((0, 0, ANSWER)) == [["up", "DEV", "0.1.0", "cursor"]]
    assert host.says() == [(1, 0, "clock 2")]


def test_a_device_is_not_asked_who_it_is() -> None:
    device = up(DEVICE)
    assert device.hear((1, 0, "who")) == [["down", "who"]]
    assert device.session.state == "up"


def test_a_device_that_closes_is_greeted_anew() -> None:
    device = up(DEVICE)
    device.session.close()
    assert device.session.state == "down"
    assert device.says() == [(1, 0, "who")]
    assert device.hear((1, 0, "ask 1 undo")) == []
    assert device.says() == [(2, 0, "who")]
    assert device.hear((0, -1, HELLO)) == [["up"]]


@each("role", [DEVICE, HOST])
@each(
    ("oldest", "newest", "is_met"),
    [
        (OLDEST, NEWEST, True),
        (0, OLDEST, True),
        (NEWEST, 99, True),
        (0, 99, True),
        (0, OLDEST - 1, False),
        (NEWEST + 1, NEWEST + 1, False),
        (NEWEST + 1, 99, False),
    ],
)
def test_versions_meet_or_are_refused(role: str, oldest: int, newest: int, is_met: bool) -> None:
    end = OneEnd(role)
    if role == HOST:
        end.session.open(0, "t1")
        end.says()
    heard = end.hear((0, -1 if role == DEVICE else 0, f"hello {oldest} {newest} t1"))
    assert heard == ([["up"]] if is_met else [["refused", str(oldest), str(newest)]])
    assert end.session.state == ("up" if is_met else "refused")
    end.to_say = ["holds 1"]
    said = [text for _, _, text in end.says()]
    answer = [ANSWER] if role == DEVICE else []
    assert said == answer + (["holds 1"] if is_met else [])
    # Whoever was refused says nothing more, and takes nothing.
    if not is_met:
        assert end.wait(10_000) == end.hear((1, 0, "ask 1 undo")) == []
        assert end.says() == [] and end.session.state == "refused"


def test_the_versions_of_an_end_may_be_others() -> None:
    device = OneEnd(DEVICE)
    device.session.oldest, device.session.newest = 3, 5
    assert device.hear((0, -1, "hello 1 2 t1")) == [["refused", "1", "2"]]
    assert device.says() == [(0, 0, "hello 3 5 t1 DEV 0.1.0 cursor")]
    assert device.hear((0, -1, "hello 5 9 t1")) == [["up"]]


def test_a_refused_device_meets_a_host_of_its_version() -> None:
    device = OneEnd(DEVICE)
    device.hear((0, -1, f"hello {NEWEST + 1} {NEWEST + 1} t1"))
    device.says()
    assert device.hear((0, -1, HELLO)) == [["up"]]
    assert device.says() == [(0, 0, ANSWER)]
    # And an up one is refused by whoever took the port over.
    other = f"{NEWEST + 1} {NEWEST + 2}"
    assert device.hear((0, -1, f"hello {other} t2")) == [["refused", *other.split()]]
    assert device.session.token == "t2"
    assert device.says() == [(0, 0, ANSWER.replace("t1", "t2"))]


@each(
    "text",
    [
        f"hello {OLDEST} {NEWEST} ",
        f"hello {OLDEST} {NEWEST} " + "t" * 17,
        f"hello {OLDEST} {NEWEST}",
        f"hello x {NEWEST} t1",
        f"hello {OLDEST} x t1",
        f"hello -{OLDEST} {NEWEST} t1",
        f"hello  {NEWEST} t1 x",
    ],
)
@each("role", [DEVICE, HOST])
def test_what_is_no_greeting_changes_nothing(role: str, text: str) -> None:
    for end in (OneEnd(role), up(role)):
        state, token = end.session.state, end.session.token
        assert end.hear((0, -1, text)) == []
        assert (end.session.state, end.session.token) == (state, token)
        assert end.says() == []


def test_a_token_may_have_sixteen_characters() -> None:
    device = OneEnd(DEVICE)
    token = "0123456789abcdef"
    assert device.hear((0, -1, f"hello {OLDEST} {NEWEST} {token} later words")) == [
        ["up", "later", "words"]
    ]
    assert device.says()[0][2].split()[3] == token == device.session.token


def test_a_host_takes_only_the_answer_to_its_own_greeting() -> None:
    host = OneEnd(HOST)
    host.session.open(0, "mine")
    host.says()
    assert host.hear((0, 0, ANSWER)) == [] and host.session.state == "greeting"
    assert host.hear((0, 0, f"hello {NEWEST + 1} {NEWEST + 1} t1")) == []
    assert host.session.state == "greeting"
    assert host.hear((0, 0, ANSWER.replace("t1", "mine")))[0][0] == "up"
    assert host.hear((0, 0, ANSWER)) == [] and host.session.state == "up"


def test_a_host_that_was_answered_or_refused_takes_no_other_answer() -> None:
    other = ANSWER.replace(HELLO, f"hello {NEWEST + 1} {NEWEST + 1} t1")
    host = up(HOST)
    assert host.hear((0, 0, other)) == [] and host.session.state == "up"
    host.session.open(0, "t1")
    assert host.hear((0, 0, other)) == [["refused", str(NEWEST + 1), str(NEWEST + 1)]]
    assert host.hear((0, 0, ANSWER), (0, 0, other)) == []
    assert host.session.state == "refused"


def test_an_opened_port_begins_with_nothing_of_the_last_one() -> None:
    host = up(HOST)
    host.session.receive(0, b"half a li")
    host.session.open(0, "t2")
    assert host.session.state == "greeting" and host.session.token == "t2"
    assert host.hear((0, 0, ANSWER.replace("t1", "t2")))[0][0] == "up"


@BOTH
def test_three_seconds_of_silence_are_the_end(role: str) -> None:
    end = up(role)
    assert end.wait(2999) == []
    # A line brings life, a piece of none does not, and neither does a repetition.
    end.hear((1, 0, "beat 1"))
    assert end.wait(2999) == []
    end.session.receive(end.now_ms, b"junk\n")
    assert end.hear((1, 0, "beat 1")) == [] and end.session.state == "up"
    assert end.wait(1) == [["down"]]
    if role == DEVICE:
        assert end.session.state == "down" and end.says() == []
    else:
        assert end.session.state == "greeting" and end.says()[0][2] == HELLO
    assert end.wait(1) == []


def test_what_comes_with_the_silence_is_told_before_the_end() -> None:
    device = up(DEVICE)
    device.now_ms -= 3000
    # The line itself is a sign of life.
    assert device.hear((1, 0, "ask 1 undo")) == [["ask", "1", "undo"]]
    # One that is none of its messages is none.
    device.now_ms -= 3000
    assert device.hear((2, 0, "up x")) == [["down"]]


@BOTH
def test_what_an_end_tells_itself_is_not_taken_from_a_peer(role: str) -> None:
    end = up(role)
    assert end.hear((1, 0, "up DEV 0.1.0 cursor"), (2, 0, "down"), (3, 0, "down now")) == []
    assert end.session.state == "up"
    # Nor do they count as lines: the next one is one that was expected.
    assert end.hear((1, 0, "ask 1 undo")) == [["ask", "1", "undo"]]


def test_how_much_was_no_line_is_counted() -> None:
    host = up(HOST)
    host.session.receive(0, b"one\ntwo\nthree")
    assert host.session.dropped == 2
