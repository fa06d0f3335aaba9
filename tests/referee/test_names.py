"""Players' names: the accepted ones, the refused ones, and their number by game (TA-4)."""

import csv
import io
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from schiri.config import change
from schiri.config import settings as settings_of_user
from schiri.events import Entry, EntryMade
from schiri.export import export_text
from schiri.log.lines import read
from schiri.log.logged import LoggedReferee, continue_log
from schiri.log.replay import referee_after
from schiri.log.writer import LogWriter, header_of
from schiri.names import is_name, person_of
from schiri.prose.events import history_words
from schiri.referee import Referee
from schiri.texts import Words
from schiri_engines.refusals import MalformedText, Refused
from schiri_engines.registry import game_class

from tests.cli.command import typed
from tests.counts import count
from tests.games import BOARDS, GAMES, beside
from tests.log.chain import clock, event, forged, header


def test_valid_names_are_accepted_and_the_first_starts(subtests: pytest.Subtests) -> None:
    for names in (
        [["Ann", "Ben"], ["B", "A"], ["Zoë", "Straßenkönigin"], ["🎲", "王"], ["a" * 24, "b" * 24]]
        + [["undo", "draw"], ["-", "#"], ["b", "w"], ["1", "2"], ["(", ")"], ["Ann-Marie", "O_o"]]
        + [["anne", "Ann"], ["Oma", "Oma Erna"], ["Oma Erna", "Oma"], ["a b c d", "b c"]]
    ):
        for game in [game for game in GAMES if game_class(game).seats_for({})[0] == 2]:
            with subtests.test(names=names, game=game):
                referee = Referee(game, names)
                assert referee.state().turn == names[0]
                made = referee.command(f"resign {names[1]}")[0]
                assert isinstance(made, EntryMade) and made.entry == f"resign {names[1]}"


def test_names_may_be_words_of_the_referee() -> None:
    referee = Referee("drehwurm", ["next", "turned", "undo"], {"mode": "fast"})
    for command in ["turned", "race next:3 undo:3", "illegal", "stands", "ate undo y 1 0 1", "end"]:
        referee.command(command)
    assert referee.command("left undo 3")[0] == EntryMade("left", "left undo 3", "undo")


def test_an_invalid_name_is_refused(subtests: pytest.Subtests) -> None:
    for name in (
        ["", " ", "Ann  Lee", " Ann", "A n " + 21 * "n", "Ann ", "Ann\t", "A\u00a0B", "A\u3000B"]
        + ["A\u200bB", "A\nB", "\x1b[31mAnn", "A\x00", "\x7f", "\ue000", "\udcff", "\u202eAnn"]
        + ["Ann:", '"Ann"', "O'Neill", "O’Neill", "„Ann“", "«Ann»", "‹Ann›", "a" * 25, "🎲" * 25]
        + ["C:1", "C\x07"]
    ):
        with subtests.test(name=name):
            for names in ([name, "Ben"], ["Ben", name], ["A", "B", name]):
                with pytest.raises(Refused) as raised:
                    Referee("switch" if len(names) == 2 else "drehwurm", names)
                refusal = raised.value.refusal
                assert (refusal.code, refusal.rule) == ("bad-name", "TA-4")


# Names with a common beginning, and those that are words of commands themselves.
WORDS = ["Oma", "Erna", "Ann", "3", "b4", "y", "red", "resign", "turn", "a1-c3", "É", "🎲", "-1"]
legal_names = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join) | st.text(
    "ab 1-#é", min_size=1, max_size=24
)
six_names = st.lists(legal_names.filter(is_name), min_size=6, max_size=6, unique_by=person_of)
# Commands with a name, by game, and the entry of each for a seat.
Form = tuple[str, dict[str, str], str, Any]
SET: list[Form] = [
    *((game, {}, "set turn {0}", lambda seat, _: ("set", "turn", seat)) for game in BOARDS),
    ("zwoggel", {}, "set penalties {0} 2", lambda seat, _: ("set", "penalties", seat, "2")),
    ("drehwurm", {"mode": "full"}, "set hand {0} 7", lambda seat, _: ("set", "hand", seat, "7")),
    ("drehwurm", {"mode": "fast"}, "set score {0} 9", lambda seat, _: ("set", "score", seat, "9")),
]
FORMS: list[Form] = [
    *((game, {}, "resign {0}", lambda seat, _: ("resign", seat)) for game in (*BOARDS, "zwoggel")),
    *SET,
    ("drehwurm", {"mode": "full"}, "throw {0} b4", lambda seat, _: ("throw", seat, "b4")),
    ("drehwurm", {"mode": "fast"}, "ate {0} y 1 0 2", lambda seat, _: ("ate", seat, "y", 1, 0, 2)),
    ("drehwurm", {"mode": "fast"}, "left {0} 3", lambda seat, _: ("left", seat, 3)),
    (
        "drehwurm",
        {"mode": "fast"},
        "race {0}:310 {1}:340",
        lambda seat, other: ("race", (seat, 310), (other, 340)),
    ),
]


@settings(max_examples=count(40, 1000))
@given(six_names, st.sampled_from(FORMS), st.data())
def test_a_command_with_any_names_is_parsed_to_its_entry(
    names: list[str], form: Form, data: st.DataObject
) -> None:
    game, options, text, entry_of = form
    seats = names[: game_class(game).seats_for(options)[1]]
    one, other = data.draw(st.permutations(range(len(seats))))[:2]
    table = Referee(game, seats, options).table
    command = text.format(seats[one], seats[other])
    entries: list[Entry] = table.parse_all(command)
    assert entries == [entry_of(one, other)]
    assert table.text(entries[0]) == command
    assert table.parse_all(command.replace(" ", "   ")) == entries


@pytest.mark.parametrize(
    ("game", "command", "code"),
    [("switch", "resign Ann Ben", "unknown-command"), ("switch", "resign Opa", "unknown-name")]
    + [("switch", "resign Oma Opa", "unknown-command"), ("zwoggel", "resign Oma Opa", "bad-move")]
    + [("zwoggel", "set turn Oma Oma Erna", "unknown-command")]
    + [("drehwurm", "race Oma Opa:3", "bad-claim"), ("drehwurm", "race Opa:3", "unknown-name")]
    + [("drehwurm", "left Oma Opa 3", "unknown-command"), ("drehwurm", "race", "unknown-command")],
)
def test_unknown_names_are_refused(game: str, command: str, code: str) -> None:
    names = ["Oma", "Oma Erna", "Ann"][: 3 if game == "drehwurm" else 2]
    referee = Referee(game, names, {"mode": "fast"} if game == "drehwurm" else {})
    with pytest.raises((Refused, MalformedText)) as raised:
        referee.command(command)
    no = raised.value.refusal if isinstance(raised.value, Refused) else raised.value
    assert getattr(no, "code", "") == code


PLAYED: list[tuple[str, dict[str, str], list[str]]] = [
    ("switch", {}, ["a1-c3", "set turn {0}", "undo", "resign {1}"]),
    ("joggle", {}, ["R:b1", "set turn {0}", "resign {0}"]),
    ("zwoggel", {}, ["flip 0,0 red", "set penalties {1} 2", "resign {1}"]),
    (
        "drehwurm",
        {"mode": "fast"},
        ["turned", "race {0}:310 {2}:340", "stands", "ate {2} y 1 0 2", "end", "left {1} 3"]
        + ["left {0} 2", "left {2} 5", "set score {2} 12", "abandon"],
    ),
]
PLAYED += [(game, {}, ["set turn {1}", "resign {0}"]) for game in beside(PLAYED)]


@settings(max_examples=count(10, 200), deadline=None)
@given(six_names, st.sampled_from(PLAYED))
def test_logs_replays_and_exports_keep_names(
    names: list[str], played: tuple[str, dict[str, str], list[str]]
) -> None:
    game, options, commands = played
    names = names[: game_class(game).seats_for(options)[0]]
    referee = Referee(game, names, options)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        logged = LoggedReferee(referee, LogWriter(path, header_of(referee), clock))
        for command in commands:
            logged.command(command.format(*names))
        logged.writer.close()
        log = read(path.read_bytes())
        assert typed("log", "verify", str(path)).out.startswith(f"ok {len(log.lines)} events")
    assert referee_after(log).state() == referee.state() and log.header.players == tuple(names)
    rows = list(csv.DictReader(io.StringIO(export_text(Words("en"), log, "csv"))))
    for name in referee.state().winner:
        assert (f'"{name}"' if " " in name else name) in rows[-1]["winner"]
    for form in ("text", "json", "bgstats"):
        assert names[0] in export_text(Words("en"), log, form)


@pytest.mark.parametrize(
    ("game", "entry", "told"),
    [("switch", "resign Oma Erna", "Oma Erna resigns.")]
    + [("drehwurm", "race Oma Erna:310", "Oma Erna throws in after 0.31 s")]
    + [("drehwurm", "left Oma Erna 3", "Oma Erna: cards left in hand: 3")],
)
def test_names_with_blanks_are_shown_whole(game: str, entry: str, told: str) -> None:
    assert history_words(Words("en"), game, EntryMade(entry.split()[0], entry, "Ben")) == told


@pytest.mark.parametrize(
    "names",
    [["Ann", "Ann"], ["A", "A", "A"], ["Ann", "Ben", "Ann"]]
    + [["Ann", "ANN"], ["Zoë", "Zoe\u0308"], ["zoë", "ZOE\u0308"], ["Strauß", "STRAUSS"]],
)
def test_doubled_names_are_refused(names: list[str]) -> None:
    with pytest.raises(Refused) as raised:
        Referee("switch", names)
    assert (raised.value.refusal.code, raised.value.refusal.rule) == ("doubled-name", "TA-4")


def test_a_name_has_one_form_however_it_is_typed() -> None:
    referee = Referee("switch", ["Zoe\u0308", "Ann"])
    assert referee.names == ("Zoë", "Ann")
    referee.command("resign Zoe\u0308")
    assert referee.state().winner == ("Ann",)
    change("names", "Zoe\u0308")
    assert settings_of_user().names == ("Zoë",)
    with pytest.raises(MalformedText, match="doubled-name"):
        change("names", "Zoë,ZOE\u0308")


def test_a_log_with_names_of_an_older_version_can_be_continued(tmp_path: Path) -> None:
    # Names were stored as they were typed, and told apart by their case.
    names = ("Zoe\u0308", "ZOE\u0308")
    first = {**header(), "players": [*names]}
    path = tmp_path / "log"
    path.write_bytes(forged([first, {**event(2, by=names[0]), "entry": "a1-c3"}]))
    logged = continue_log(path, clock)
    logged.command(f"resign {names[0]}")
    logged.writer.close()
    state = referee_after(read(path.read_bytes())).state()
    assert tuple(state.winner) == names[1:]


@pytest.mark.parametrize(
    ("game", "options", "counts"),
    [("switch", {}, {2}), ("joggle", {}, {2}), ("joggle", {"teams": "on"}, {4})]
    + [("zwoggel", {}, {2, 3, 4}), ("drehwurm", {}, {3, 4, 5, 6})],
)
def test_each_game_accepts_only_its_numbers_of_players(
    game: str, options: dict[str, str], counts: set[int]
) -> None:
    # Without names the players are letters.
    assert list(Referee(game, [], options).names) == list("ABCD"[: min(counts)])
    for number in (*range(1, 8), 40):
        names = [f"P{each}" for each in range(number)]
        if number in counts:
            assert Referee(game, names, options).names == tuple(names)
            continue
        with pytest.raises(MalformedText) as raised:
            Referee(game, names, options)
        assert raised.value.code == "bad-player-count"
        wanted = {str(min(counts)), f"{min(counts)}-{max(counts)}"}
        assert raised.value.found == str(number) and raised.value.wanted in wanted
