"""Lines: what is sent arrives, whatever else is on the wire; what was damaged never does."""

from hypothesis import given
from hypothesis import strategies as st
from schiri_device.link.lines import LONGEST, NUMBERS, Splitter, decode, encode

TEXTS = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=90)
NUMBER = st.integers(0, NUMBERS - 1)


@given(NUMBER, st.integers(-1, NUMBERS - 1), TEXTS)
def test_a_line_comes_back(seq: int, ack: int, text: str) -> None:
    line = encode(seq, ack, text)
    assert line.endswith(b"\n") and line.count(b"\n") == 1 and len(line) <= LONGEST
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
        assert len(splitter._rest) < LONGEST
    assert splitter.feed(b"\n" + encode(1, 2, "beat 1")) == [(1, 2, "beat 1")]


def test_what_looks_like_a_line_but_is_none() -> None:
    whole = encode(7, 3, "beat 41")[:-1]
    for wrong in (
        whole.upper(),
        whole[:-1],
        whole.replace(b" *", b"  *"),
        b" " + whole,
        encode(7, 3, "x" * 160)[:-1],
        b"1000 - beat 1 *" + b"0" * 8,
    ):
        assert decode(wrong) is None


def test_numbers_are_words_of_digits() -> None:
    from binascii import crc32

    for body in (b"-1 - beat 1", b"1 2", b"1 +2 beat", b"a - beat", b"1  beat 1", b"1234 - beat"):
        assert decode(body + b" *%08x" % crc32(body)) is None
