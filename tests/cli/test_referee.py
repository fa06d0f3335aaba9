"""``schiri referee``: any script is answered as the interface requires, in each language.

`sessions/referee.txt` has the output; the playthroughs have the effects of the rules.
"""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from schiri.languages import LANGUAGES
from schiri.referee import Referee

from tests.cli.scripts import answers
from tests.counts import IS_PROOF, combined, count
from tests.games import GAMES
from tests.playthroughs.rules_player import scripts
from tests.referee.test_commands import games

# Each example is a separate command, which takes longer than most texts.
FEWER = settings(max_examples=count(8, 300))


@FEWER
@given(st.binary(max_size=300))
def test_any_bytes_are_a_script(data: bytes) -> None:
    answers(data)


WORDS = ["set position ", "set turn ", "resign ", "dispute ", "place ", "choose ", "undo "]
WORDS += ["flip ", "set square ", "set stock ", "lay ", "race "]


BEGUN = [("switch", "--layout", "free"), *((game,) for game in GAMES)]


@FEWER
@given(st.lists(st.text(max_size=30), max_size=10), st.sampled_from(BEGUN))
def test_any_text_is_a_script_of_any_game(lines: list[str], begun: tuple[str, ...]) -> None:
    script = "\n".join(WORDS[len(line) % len(WORDS)] + line for line in lines)
    game, *options = begun
    answers(script.encode(errors="replace"), *options, game=game)


def test_a_long_line_is_a_line() -> None:
    first, second = answers("a" * 2**16 + "\ndispute " + "a" * 2**16 + "\n")
    assert first["code"] == "bad-move" and len(first["text"]) < 300
    assert len(second["events"][0]["entry"]) == 2**16 + len("dispute ")


@pytest.mark.parametrize(
    ("path", "languages"),
    combined(
        scripts(),
        [LANGUAGES] if IS_PROOF else [("de", "en"), ("fr", "en")],
    ),
)
def test_the_language_changes_only_the_texts_of_a_game(
    path: Path, languages: tuple[str, ...]
) -> None:
    referee, commands = max(games(path), key=lambda game: len(game[1]))
    script, options = "\n".join([*commands, "nonsense\n"]), ["--players", ",".join(referee.names)]
    for key, value in referee.options.items() - Referee(referee.game).options.items():
        options.append(f"--{key}" if value == "on" else f"--{key}={value}")
    found = {
        each: answers(script, *options, "--lang", each, game=referee.game) for each in languages
    }
    texts = [[answer.pop("text", None) for answer in found[each]] for each in found]
    assert all(found[each] == found["en"] for each in languages)
    assert len(set(map(tuple, texts))) == len(languages)
