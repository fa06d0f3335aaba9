"""The edges of Drehwurm's rules, one by one, as stories; every refusal comes up in one."""

import re
from importlib import import_module
from typing import Any

import pytest
from schiri_engines.drehwurm import Drehwurm
from schiri_engines.refusals import RULE_OF, MalformedText

from tests.engines.drehwurm_stories import Story, file_of, stories, tell
from tests.sources import ENGINES

STORIES = stories()


def whole(module: str) -> Any:
    return import_module("schiri_engines." + module)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.title)
def test_a_story_is_told_as_the_rules_want_it(story: Story) -> None:
    assert tell(story, whole) == story.lines


def told(kind: str) -> set[tuple[str, ...]]:
    """Return the words after each no, or after each malformed, that comes up."""
    lines = [words.split() for story in STORIES for _, words in story.lines]
    return {tuple(words[1:]) for words in lines if words[0] == kind}


def codes_in_the_sources(pattern: str) -> set[str]:
    sources = [path.read_text() for path in (ENGINES / "drehwurm").glob("*.py")]
    return {code for text in sources for code in re.findall(pattern, text)}


def test_every_refusal_comes_up_with_its_rule() -> None:
    codes = {code for code, _ in told("no")}
    assert told("no") == {(code, RULE_OF[code]) for code in codes}
    wanted = codes_in_the_sources(r'refuse\("([a-z-]+)"\)')
    assert codes >= wanted and len(wanted) > 20


def test_every_malformed_text_comes_up() -> None:
    wanted = codes_in_the_sources(r'MalformedText\("([a-z-]+)"')
    assert {code for (code,) in told("malformed")} == wanted | {"unknown-key"}


@pytest.mark.parametrize("mode", ["full", "fast"])
def test_every_word_and_key_comes_up(mode: str) -> None:
    match = Drehwurm({"mode": mode}, 3)
    text = file_of(mode).read_text()
    taken = re.findall(r"^(\w+(?: [a-z]+(?= ))?).* -> (?!no |malformed)", text, re.MULTILINE)
    words = {each.split()[0] for each in taken}
    forms = import_module("schiri_engines.drehwurm.moves")
    assert words >= set(forms.FULL if mode == "full" else forms.FAST)
    assert {each.split()[1] for each in taken if each.startswith("set ")} == set(match.SET_KEYS)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"colours": "7"}, "bad-option"),
        ({"joker": "tame"}, "bad-option"),
        ({"mode": "slow"}, "bad-option"),
        ({"throw-in": "same"}, "bad-option"),
        ({"throw-in-s": "x"}, "bad-number"),
        ({"throw-in-s": ""}, "bad-option"),
        ({"false-start-ms": "-1"}, "bad-number"),
        ({"lockout-ms": "60001"}, "bad-number"),
        ({"fill-holes": "on"}, "unknown-option"),
    ],
)
def test_an_option_that_cannot_be_is_malformed(options: dict[str, str], code: str) -> None:
    with pytest.raises(MalformedText) as caught:
        Drehwurm(options, 3)
    assert caught.value.code == code
