"""The moments that mattered most."""

from dataclasses import replace

from schiri.analysis.moves import LEAST_LONGER, MOST_MOMENTS, MoveAnalysis, kind_of, moments_of
from schiri.analysis.words import happened_words
from schiri.texts import Words

MOVE = MoveAnalysis(1, "Ann", "b", "a1-c3", 1, 1, ())
BETTER = ("a1xa2", "a2-c3")


def given(number: int, before: int, after: int) -> MoveAnalysis:
    return replace(MOVE, number=number, before=before, after=after, better=BETTER)


def test_the_worst_come_first_and_of_equal_ones_the_nearest_to_the_end() -> None:
    slow = given(1, 1, 1 + LEAST_LONGER)
    slower = given(2, 1, 21)
    opened, opened_late = given(3, 9, 0), given(4, 3, 0)
    lost = given(5, 0, -4)
    turned = given(6, 9, -8)
    moves = [MOVE, slow, slower, opened, opened_late, lost, turned]
    assert moments_of(moves) == [turned, lost, opened_late]
    assert moments_of([slow, slower]) == [slower, slow] and MOST_MOMENTS == 3


def test_undone_moves_and_small_detours_do_not_matter() -> None:
    assert moments_of([replace(given(1, 9, -8), is_undone=True)]) == []
    assert kind_of(given(1, 1, LEAST_LONGER)) == ""
    # A longer loss is no mistake, and neither is a shorter one a blunder.
    assert kind_of(given(1, -8, -2)) == ""


def test_each_says_in_words_what_happened_and_what_was_better() -> None:
    words = Words("de")
    for before, after, happened in (
        (9, -8, "Ann hatte den Sieg sicher. Jetzt hat ihn die andere Seite."),
        (0, -8, "Alles war offen. Jetzt hat die andere Seite den Sieg sicher."),
        (9, 0, "Ann hatte den Sieg sicher. Jetzt ist wieder alles offen."),
        (1, 9, "Ann hat einen schnelleren Sieg übersehen."),
    ):
        text = happened_words(words, given(1, before, after))
        assert text == f"{happened} Besser: Ann tauscht a1 und a2."
