"""Noughts and crosses at the command line: rules, positions, referee, log."""

import json
from pathlib import Path

import pytest
from schiri import prose
from schiri.cli import schiri
from schiri.cli.errors import exit_status

from tests.cli.command import typed
from tests.counts import count
from tests.fifth_game.words import NoughtsWords

START = ".../.../... b"
SCRIPT = ("a1", "a1", "b2", "c3", "undo", "b1", "a2")


def run(*words: str, status: int = 0) -> str:
    ran = typed(*words)
    assert ran.status == status
    return ran.out + ran.err


def test_the_engine_commands_know_the_game() -> None:
    told = run("engine", "moves", "noughts", "b.w/.../b.w b")
    assert told.split() == ["a2", "b1", "b2", "b3", "c2"]
    depth, leaves = count(4, 5), count(3024, 15120)
    assert run("engine", "perft", "noughts", START, str(depth)) == f"{leaves}\n"
    assert run("engine", "apply", "noughts", START, "a1", "a2", "b1", "b2", "c1") == (
        ".../ww./bbb -\nover b NC-2\n"
    )


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Dieses Feld ist schon belegt."),
        ("en", "That cell is marked already."),
        ("fr", "Cette case est déjà marquée."),
    ],
)
def test_a_refusal_names_its_rule_in_words(language: str, words: str) -> None:
    told = run("engine", "why", "noughts", "--lang", language, ".../.../b.. w", "a1", status=1)
    assert told == f"cell-taken NC-1 a1 {words}\n"


def test_missing_words_of_a_game_are_listed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(NoughtsWords, "catalogues", {**NoughtsWords.catalogues, "fr": {}})
    monkeypatch.setattr(prose, "_checked", [])
    monkeypatch.setattr("sys.argv", ["schiri", "rules", "noughts", "--lang", "en"])
    assert exit_status(schiri) == 70
    told = capsys.readouterr().err
    assert told.startswith("noughts cannot be played until")
    assert "\nno words: fr title noughts\n" in told


def test_the_rules_are_printed() -> None:
    told = run("rules", "noughts", "--lang", "de")
    assert told.startswith("Drei in einer Reihe, für 2 Personen\n")
    assert "Hausregel" in run("rules", "noughts", "NC-4", "--lang", "de")


def test_a_game_is_refereed_logged_and_verified(tmp_path: Path) -> None:
    script, log = tmp_path / "script.txt", tmp_path / "game.jsonl"
    script.write_text("\n".join(SCRIPT) + "\n")
    args = ("--players", "Ann,Ben", "--json", "--script", str(script), "--log", str(log))
    answers = [json.loads(line) for line in run("referee", "noughts", *args).splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False] + [True] * 5
    assert (answers[1]["code"], answers[1]["rule"]) == ("cell-taken", "NC-1")
    assert answers[-1]["events"] == [{"event": "move", "by": "Ben", "entry": "a2"}]
    state = answers[-1]["state"]
    assert state["position"] == ".../ww./bb. b"
    assert state["colours"] == {"Ann": "b", "Ben": "w"}
    assert run("log", "verify", str(log)) == "ok 7 events unfinished\n"


def test_a_log_that_ends_is_shown_and_replayed(tmp_path: Path) -> None:
    script, log = tmp_path / "script.txt", tmp_path / "game.jsonl"
    script.write_text("b2\na1\na2\nb1\nc2\n")
    run("referee", "noughts", "--players", "Ann,Ben", "--script", str(script), "--log", str(log))
    assert run("log", "verify", str(log)) == "ok 7 events\n"
    told = run("log", "show", str(log), "--lang", "de")
    assert told.count("Ann gewinnt! Drei stehen in einer Reihe.") == 2
    assert told.count("Reihe. (NC-2)") == 1
    state = json.loads(run("log", "replay", str(log)).splitlines()[-1])
    assert (state["winner"], state["rule"], state["position"]) == (["Ann"], "NC-2", ".../bbb/ww. -")
