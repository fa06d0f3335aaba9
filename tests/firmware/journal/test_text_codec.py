"""The codec of a journal's texts: lossless, and short for frequent texts."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schiri.match_options import options_of
from schiri_device import journal
from schiri_device.journal import decode, encode
from schiri_device.link.lines import new_text
from schiri_engines.options import values_of
from schiri_engines.refusals import SEAT_LETTERS

from tests.games import BOARDS

ASCII = st.characters(min_codepoint=32, max_codepoint=126)
WORDS = journal._WORDS.decode().split("|")


@given(st.text(ASCII, max_size=130))
def test_any_text_is_decoded_to_itself(text: str) -> None:
    assert decode(encode(text)) == text
    assert len(encode(text)) <= len(text)


@given(st.lists(st.sampled_from([*WORDS, " ", "b", "w", ".", "/", "x", "\\xe9"]), max_size=20))
def test_adjacent_words_are_decoded_to_themselves(words: list[str]) -> None:
    text = "".join(words)
    assert decode(encode(text)) == text


@given(st.text(".bw/", max_size=80), st.sampled_from("bw-~"))
def test_positions_are_decoded_to_themselves(rows: str, side: str) -> None:
    text = f"set position {rows} {side}"
    assert decode(encode(text)) == text
    # Three letters are a byte.
    assert len(encode(text)) <= 1 + len(rows) // 3 + 2 + 2


def test_three_letters_of_a_board_take_one_byte_anywhere() -> None:
    for at, three in enumerate(product(".bw/", repeat=3)):
        text, byte = "".join(three), bytes((0xC0 | at,))
        for before, after in (("", ""), ("", "x"), ("x", ""), ("x", "b")):
            packed = before.encode() + byte + after.encode()
            assert encode(before + text + after) == packed
            assert decode(packed) == before + text + after


@given(st.text("RGBY/", max_size=71))
def test_boards_are_decoded_to_themselves(rows: str) -> None:
    assert decode(encode("board " + rows)) == "board " + rows


@pytest.mark.parametrize("name", BOARDS)
def test_every_beginning_of_a_game_is_decoded_to_itself(name: str) -> None:
    random = Random(name)
    for _ in range(300):
        options = {}
        for key, words in options_of(name):
            known, _other = values_of(words)
            if random.random() < 0.6:
                options[key] = random.choice(known)
        seats = tuple(random.sample(SEAT_LETTERS[:4], random.choice((2, 4))))
        text = new_text(name, options, seats)
        assert decode(encode(text)) == text


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("undo", 4),
        ("resume", 1),
        ("resign A", 2),
        ("dispute ?", 2),
        ("score 1 0 0 0", 5),
        ("new switch AB layout=1", 1),
        ("new switch BA layout=1 repetition=3 start=b", 4),
        ("new joggle AB board=own goal=2S", 6),
        ("board " + "/".join(["RGBYRYGB", "YBGRGBRY"] * 4), 72 - 8),
        ("checkpoint 89abcdef 123", 13),
    ],
)
def test_common_texts_take_few_bytes(text: str, most: int) -> None:
    assert len(encode(text)) <= most


def test_the_bytes_of_texts_are_part_of_the_journals_format() -> None:
    """A changed word would change the text of existing journals."""
    assert len(WORDS) <= 0x40 and len(set(WORDS)) == len(WORDS)
    for at, word in enumerate(WORDS):
        assert decode(bytes((0x80 | at,))) == word
    text = "new switch AB layout=1 start=b|set position bwb/w.. -|resume|score 1 0|board RGBYYBGR"
    assert encode(text).hex() == FORMAT


FORMAT = "8090627c93d9f82e202d7c9a7c9931a27c979c59424752"
