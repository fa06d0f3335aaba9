"""Lines: a sent line arrives despite other bytes on the wire; a damaged line never does."""

from binascii import crc32

from hypothesis import given
from hypothesis import strategies as st
from schiri_device.link.lines import LONGEST_LINE, NUMBERS, Splitter, decode, encode

TEXTS = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=90)
NUMBER = st.integers(0, NUMBERS - 1)


@given(NUMBER, st.integers(-1, NUMBERS - 1), TEXTS)
def test_a_line_is_decoded_to_itself(seq: int, ack: int, text: str) -> None:
    line = encode(seq, ack, text)
    assert line.endswith(b"\n") and line.count(b"\n") == 1 and len(line) <= LONGEST_LINE
    assert decode(line[:-1]) == (seq, ack, text)


@given(NUMBER, TEXTS, st.data())
def test_any_changed_byte_is_seen(seq: int, text: str, data: st.DataObject) -> None:
    line = bytearray(encode(seq, -1, text)[:-1])
    at = data.draw(st.integers(0, len(line) - 1))
    line[at] ^= data.draw(st.integers(1, 255))
    assert decode(bytes(line)) is None


@given(st.lists(st.tuples(NUMBER, TEXTS), max_size=6), st.data())
def test_pieces_of_any_size_make_the_same_lines(
    lines: list[tuple[int, str]], data: st.DataObject
) -> None:
    wire = b"".join(encode(seq, -1, text) for seq, text in lines)
    splitter, found = Splitter(), []
    while wire:
        size = data.draw(st.integers(1, len(wire)))
        found += splitter.feed(wire[:size])
        wire = wire[size:]
    assert found == [(seq, -1, text) for seq, text in lines]
    assert splitter.dropped == 0


@given(st.binary(max_size=400), TEXTS)
def test_after_garbage_the_next_line_is_whole_again(garbage: bytes, text: str) -> None:
    splitter = Splitter()
    before = splitter.feed(garbage + b"\n")
    assert before == []
    assert splitter.feed(encode(1, 2, text)) == [(1, 2, text)]


def test_an_endless_line_costs_no_memory() -> None:
    splitter = Splitter()
    for _ in range(1000):
        splitter.feed(b"x" * 100)
        assert len(splitter._rest) < LONGEST_LINE
    assert splitter.feed(b"\n" + encode(1, 2, "beat 1")) == [(1, 2, "beat 1")]
    assert splitter.dropped == 1


def test_a_line_that_is_too_long_is_dropped() -> None:
    whole = encode(7, 3, "beat 41")
    splitter = Splitter()
    assert splitter.feed(b"x" * LONGEST_LINE) == [] and not splitter._rest
    # Even if the rest of it would be a line.
    assert splitter.feed(whole) == [] and splitter.dropped == 1
    assert splitter.feed(whole + b"\n" + whole) == [(7, 3, "beat 41")] * 2
    assert splitter.dropped == 2
    assert splitter.feed(b"one\ntwo\nthree") == [] and splitter.dropped == 4


def test_a_line_has_160_bytes_at_most() -> None:
    fits = encode(7, 3, "x" * 145)
    assert len(fits) == 160 == LONGEST_LINE
    assert decode(fits[:-1]) == (7, 3, "x" * 145)
    splitter = Splitter()
    assert splitter.feed(fits[:-1]) == [] and splitter.feed(b"\n") == [(7, 3, "x" * 145)]
    assert decode(encode(7, 3, "x" * 146)[:-1]) is None
    assert splitter.feed(encode(7, 3, "x" * 146)) == [] and splitter.dropped == 1


def test_the_shortest_line_has_no_text() -> None:
    assert encode(0, -1, "") == b"0 -  *%08x\n" % crc32(b"0 - ")
    assert decode(encode(0, -1, "")[:-1]) == (0, -1, "")
    assert decode(with_check(b"0 -")) is None and decode(b" *00000000") is None
    assert decode(b"") is None


def with_check(body: bytes) -> bytes:
    return body + b" *%08x" % crc32(body)


def test_text_is_printable_ascii() -> None:
    for byte in range(256):
        body = b"7 3 be" + bytes((byte,)) + b"at 41"
        expected = (7, 3, body[4:].decode("latin-1")) if 32 <= byte <= 126 else None
        assert decode(with_check(body)) == expected


def test_the_check_is_lower_case() -> None:
    line = encode(7, -1, "beat 41")[:-1]
    assert line.endswith(b"*79e5f43f") and decode(line) == (7, -1, "beat 41")
    assert decode(line[:-8] + b"79E5F43F") is None
    assert decode(line[:-8] + b"79e5f43F") is None


def test_nearly_valid_lines_are_refused() -> None:
    whole = encode(7, 3, "beat 41")[:-1]
    for wrong in (
        whole.upper(),
        whole[:-1],
        whole.replace(b" *", b"  *"),
        whole.replace(b" *", b" +"),
        whole.replace(b" *", b"x*"),
        whole + b"0",
        b" " + whole,
        b"1000 - beat 1 *" + b"0" * 8,
    ):
        assert decode(wrong) is None


def test_numbers_are_words_of_one_to_three_digits() -> None:
    for body in (
        *(b"-1 - beat 1", b"1 2", b"1 +2 beat", b"a - beat", b"1  beat 1", b"1234 - beat"),
        *(b"1 1234 beat", b"1 -- beat", b" 1 1 beat", b"- 1 beat", b"1 a beat"),
    ):
        assert decode(with_check(body)) is None
    assert decode(with_check(b"999 999 a b  c")) == (999, 999, "a b  c")
