"""``schiri referee``: any script is answered as the interface requires, in each language.

`sessions/referee.txt` has the output; the playthroughs have the effects of the rules.
"""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from schiri.languages import LANGUAGES

from tests.cli.command import Ran, typed
from tests.cli.scripts import answers
from tests.counts import IS_PROOF, combined, count
from tests.engines.zwoggel_players import NONSENSE
from tests.games import GAMES
from tests.golden import steps
from tests.playthroughs.rules_player import scripts

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


def test_nonsense_is_refused_and_the_session_goes_on() -> None:
    found = answers("\n".join([*NONSENSE, "flip 0,0 red"]), "--players=A,B,Cid", game="zwoggel")
    assert not any(answer["ok"] for answer in found[:-1]) and found[-1]["ok"]
    assert len(found) == len([text for text in NONSENSE if text]) + 1


def test_a_long_line_is_a_line() -> None:
    first, second = answers("a" * 2**20 + "\ndispute " + "a" * 2**20 + "\n")
    assert first["code"] == "bad-move" and len(first["text"]) < 300
    assert len(second["events"][0]["entry"]) == 2**20 + len("dispute ")


@pytest.mark.parametrize("name", ["", ".", "missing", "below/a/file", "x" * 300])
def test_a_script_that_cannot_be_read_is_told(name: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    script = str(tmp_path / name) if name else ""
    ran = typed("referee", "switch", "--script", script, "--log", str(log))
    assert (ran.status, ran.out) == (3, "") and len(ran.err.splitlines()) == 1
    assert not log.exists()


def longest_game_of(name: str) -> tuple[str, str]:
    """Return the options and the script of the longest game of a playthrough."""
    (path,) = [path for path in scripts() if path.stem == name]
    found: list[tuple[str, list[str]]] = []
    for step in steps(path.read_text()):
        if step.text.startswith("begin "):
            found.append((step.text, []))
        elif step.is_command and step.text not in ("moves", "summary"):
            found[-1][1].extend(step.text.split(" ; "))
    begun, lines = max(found, key=lambda game: len(game[1]))
    return begun, "\n".join(lines)


def options_of(begun: str) -> list[str]:
    """Return the command-line arguments that begin a game of a playthrough."""
    _, _, *words = begun.split()
    names = [word for word in words if "=" not in word]
    pairs = [word.split("=", 1) for word in words if "=" in word]
    options = [f"--{key}" if value == "on" else f"--{key}={value}" for key, value in pairs]
    return ["--players", ",".join(names), *options]


@pytest.mark.parametrize(
    ("name", "languages"),
    combined(
        [path.stem for path in scripts()],
        [LANGUAGES] if IS_PROOF else [("de", "en"), ("fr", "en")],
    ),
)
def test_language_changes_the_texts_of_a_whole_game_alone(
    name: str, languages: tuple[str, ...]
) -> None:
    begun, script = longest_game_of(name)
    game, options = name.split("_")[0], options_of(begun)
    found = {
        each: answers(script + "\nnonsense\n", *options, "--lang", each, game=game)
        for each in languages
    }
    texts = [[answer.pop("text", None) for answer in found[each]] for each in found]
    assert all(found[each] == found["en"] for each in languages)
    assert len(set(map(tuple, texts))) == len(languages)


def starts(*options: str, game: str = "switch") -> Ran:
    return typed("referee", game, "--json", "--script", "/dev/null", *options)


def is_one_line(text: str) -> bool:
    return text.count("\n") == 1 and text.endswith("\n") and "\x1b" not in text


NO_PLAYERS = [
    ("Ann", 2, "players is 1; the game is for "),
    (",".join(f"P{number}" for number in range(40)), 2, "players is 40"),
    ("Ann,Ann,Ben", 1, "doubled-name TA-4 - "),
    ("Ann,Be\tn", 1, "bad-name TA-4 - "),
    ("Ann,\x1b[2JBen", 1, "bad-name TA-4 - "),
    ("Ann,", 1, "bad-name TA-4 - "),
    ("", 1, "bad-name TA-4 - "),
    ("A" * 25 + ",Ben", 1, "bad-name TA-4 - "),
]


def test_wrong_players_are_refused(subtests: pytest.Subtests) -> None:
    for game, case in combined(GAMES, NO_PLAYERS):
        with subtests.test(game=game, case=case):
            players, status, said = case
            ran = starts(f"--players={players}", game=game)
            assert (
                (ran.status, ran.out) == (status, "") and said in ran.err and is_one_line(ran.err)
            )
