"""A game from outside is checked when it is loaded: it has all its texts, and none of ours."""

from copy import deepcopy
from typing import Any

import pytest
from schiri import prose, texts
from schiri.errors import BadGame
from schiri.games.outside import check_words
from schiri.languages import LANGUAGES
from schiri.prose import words_of
from schiri.scene.board import BoardScene
from schiri.scene.modes import MODE_TEXTS, ModeText
from schiri.scene.part import GameScene
from schiri.simulator.simulator import check_settings
from schiri.texts import Words
from schiri_engines.refusals import RULE_OF

from tests.fifth_game import device
from tests.fifth_game import words as noughts

NOUGHTS = noughts.NoughtsWords("noughts")


class Another(noughts.NoughtsWords):
    """The same game with changeable texts."""

    def __init__(self, game: str = "noughts") -> None:
        super().__init__(game)
        self.catalogues: dict[str, Any] = deepcopy(dict(noughts.NoughtsWords.catalogues))


def problems(game: noughts.NoughtsWords, scene: type[GameScene] | None = None) -> list[str]:
    try:
        check_words(game, scene)
    except BadGame as bad:
        return bad.problems
    return []


def test_noughts_and_crosses_has_all_its_words() -> None:
    assert problems(NOUGHTS) == []
    assert isinstance(words_of("noughts"), noughts.NoughtsWords)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("context", "key"),
    [
        ("title", "noughts"),
        ("rule", "NC-2"),
        ("refusal", "cell-taken"),
        ("phase", "noughts play"),
        ("colour", "noughts w"),
        ("option", "noughts start"),
        ("option", "noughts start=b"),
    ],
)
def test_words_that_are_missing_are_named(language: str, context: str, key: str) -> None:
    another = Another()
    del another.catalogues[language][context][key]
    assert problems(another) == [f"no words: {language} {context} {key}"]


@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_sentence_has_words_in_every_language_but_its_own(language: str) -> None:
    another = Another()
    del another.catalogues[language][""]
    assert problems(another) == [f"no words: {language}  {noughts.MARKED}"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_face_of_its_die_has_no_words_of_joggle(language: str) -> None:
    assert NOUGHTS.part_words(Words(language), "face", "J") == "J"


@pytest.mark.parametrize("said", [{"forms": (("a1", "mark it"),)}, {"sentences": {"x": "mark it"}}])
def test_missing_words_of_tables_are_found(said: dict[str, object]) -> None:
    another = Another()
    vars(another).update(said)
    assert problems(another) == ["no words: de  mark it", "no words: fr  mark it"]


def test_missing_words_of_a_scene_are_found() -> None:
    class Marking(BoardScene):
        about = "Mark three in a line."
        modes = {**MODE_TEXTS, "mark": ModeText("", "Tap a field without a nought.")}

    said = ("Mark three in a line.", "Tap a field without a nought.")
    assert problems(NOUGHTS, Marking) == [
        f"no words: {language}  {text}" for text in said for language in ("de", "fr")
    ]


def test_a_sentence_may_have_other_words_in_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "_added", {})
    tap, keys = "Tap a field without a nought.", "Choose a field without a nought with Enter."
    texts.add_words({"en": {"terminal": {tap: keys}}, "de": {"": {tap: "Tippe."}}})
    assert Words("en", "terminal").gettext(tap) == keys
    assert (Words("en").gettext(tap), Words("de").gettext(tap)) == (tap, "Tippe.")
    # Without them in a language, its general sentence comes before English.
    assert Words("de", "terminal").gettext(tap) == "Tippe."


def test_a_language_that_is_missing_is_named() -> None:
    another = Another()
    del another.catalogues["fr"]
    found = problems(another)
    assert len(found) >= 10 and all(each.startswith("no words: fr ") for each in found)


def test_a_game_may_not_replace_our_words() -> None:
    another = Another()
    another.catalogues["en"]["title"]["switch"] = "Another"
    another.catalogues["de"]["rule"] |= {"TA-1": "Anders", "SW-1": "Anders"}
    assert problems(another) == [
        "is ours: rule SW-1",
        "is ours: rule TA-1",
        "is ours: title switch",
    ]


@pytest.mark.parametrize("rule", ["NC-1", "NC-9"])
def test_a_game_may_not_change_the_rule_of_our_refusals(
    rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RULE_OF, "game-over", rule)
    assert f"is ours: refusal game-over, of {rule} now" in problems(NOUGHTS)


def test_words_are_checked_when_they_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = Another()
    del lacking.catalogues["en"]["title"]
    monkeypatch.setattr(noughts.NoughtsWords, "catalogues", lacking.catalogues)
    monkeypatch.setattr(prose, "_checked", [])
    for _ in range(2):
        with pytest.raises(BadGame, match="no words: en title noughts"):
            words_of("noughts")


@pytest.mark.parametrize(
    ("numbers", "problem"),
    [
        ((30,), ""),
        ((31, 30), ""),
        ((16,), "setting 16 is that of "),
        ((30, 30), "setting 30 is that of noughts first"),
        ((8,), "setting 8 is none of "),
        ((32,), "setting 32 is none of "),
    ],
)
def test_settings_are_free(
    numbers: tuple[int, ...], problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    toggles = tuple(zip(("first", "second"), ((at, 0, 2) for at in numbers), strict=False))
    monkeypatch.setattr(device.NoughtsOnDevice, "TOGGLES", toggles)
    if not problem:
        check_settings()
        return
    with pytest.raises(BadGame, match=problem):
        check_settings()
