"""The history at a table describes a correction by the old and the new contents."""

from dataclasses import replace

import pytest
from schiri.cli.conversation import events_words, reply_json
from schiri.events import EntryMade, Event, Header, UnknownEvent
from schiri.games.joggle.words import STAND_IN
from schiri.languages import LANGUAGES
from schiri.prose.answers import answer_words
from schiri.prose.events import agreed_words, event_text, event_words, history_words, is_silent
from schiri.referee import Referee
from schiri.table.intents import Answer, RefusalReport
from schiri.table.state import GameSnapshot, Latest, TableState
from schiri.texts import Words
from schiri.views import BoardView

START = "bwbwb/wbwbw/bw.wb/wbwbw/bwbwb"
EMPTY = "/".join(["........"] * 8)


def put_right(game: str, *entries: str) -> EntryMade:
    referee = Referee(game, ("Ann", "Ben"))
    made = [referee.command(entry)[0] for entry in entries][-1]
    assert isinstance(made, EntryMade)
    return made


@pytest.mark.parametrize(
    ("game", "entries", "told"),
    [
        (
            "switch",
            (f"set position {START.replace('bw.wb', '.wbwb')} b",),
            "Richtiggestellt: a3 von dunkel auf leer, c3 von leer auf dunkel",
        ),
        ("zwoggel", ("set square 0,0 red",), "Richtiggestellt: ein Platz von verdeckt auf rot"),
        ("zwoggel", ("set square 0,0 -",), "Richtiggestellt: ein Platz von verdeckt auf leer"),
        (
            "zwoggel",
            # A penalty has left a hole.
            (
                *(f"set square {square}" for square in ("0,0 red", "1,0 red", "2,0 down")),
                "flip 2,0 red",
                "set square 2,0 down",
            ),
            "Richtiggestellt: ein Platz von leer auf verdeckt",
        ),
        ("zwoggel", ("set stock 9",), "Richtiggestellt: Karten im Vorrat: 9"),
        ("zwoggel", ("set penalties Ben 2",), "Richtiggestellt: Ben hat 2 Strafkarten"),
        ("switch", ("set turn Ben",), "Richtiggestellt: Ben ist dran."),
        (
            "joggle",
            ("set position " + "......../" * 7 + "b....... w - 1",),
            "Richtiggestellt: a1 von leer auf schwarz",
        ),
    ],
)
def test_a_correction_names_the_place_and_both_contents(
    game: str, entries: tuple[str, ...], told: str
) -> None:
    made = put_right(game, *entries)
    assert history_words(Words("de"), game, made) == told
    assert "changes" not in made.json()
    assert len({history_words(Words(each), game, made) for each in LANGUAGES}) == 3


@pytest.mark.parametrize(
    ("game", "entry"),
    [
        ("switch", f"set position {START} b"),
        ("switch", "set turn Ann"),
        ("joggle", f"set position {EMPTY} w - 0"),
        ("zwoggel", "set stock 60"),
    ],
)
def test_setting_the_same_position_is_no_correction(game: str, entry: str) -> None:
    made = put_right(game, entry)
    assert is_silent(made) and history_words(Words("de"), game, made) == "Die Partie geht weiter."
    assert not is_silent(put_right("switch", "a1-c3", "set turn Ann"))


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ("turned|stands", ["Nobody threw in"]),
        ("turned|race Cid:9|illegal|stands", ["Nobody else threw in"]),
        ("turned|race Cid:9|stands", ["Cid was the fastest: the card stays."]),
        ("turned|race Cid:9 Ann:20|illegal|stands", ["Ann was the fastest: the card stays."]),
    ],
)
def test_the_end_of_a_race_is_one_sentence(entries: str, told: list[str]) -> None:
    referee = Referee("drehwurm", ("Ann", "Ben", "Cid"), {"mode": "fast"})
    *before, last = entries.split("|")
    for entry in before:
        referee.command(entry)
    events = [event for event in referee.command(last) if not is_silent(event)]
    assert [history_words(Words("en"), "drehwurm", event) for event in events] == told


def test_a_correction_of_the_whole_board_is_one_sentence_without_notation() -> None:
    made = put_right("switch", "set position wbwbw/bwbwb/wb.bw/bwbwb/wbwbw b")
    assert len(made.changes) == 24
    said = history_words(Words("en"), "switch", made)
    assert said == "Put right: the game goes on from the board as it stands now."
    assert made.entry in event_text(Words("en"), "switch", made)


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("set pile 2 y3 b7 5", "Put right: pile 2 shows yellow 3, with 5 cards in all"),
        ("set hand Ben 4", "Put right: Ben's cards in hand: 4"),
        ("set score Ben -2", "Put right: Ben has −2 points"),
        ("set stock 30", "Put right: cards in the draw pile: 30"),
    ],
)
def test_a_correction_of_cards_is_a_sentence(entry: str, told: str) -> None:
    made = EntryMade("set", entry)
    assert history_words(Words("en"), "drehwurm", made) == told
    assert len({history_words(Words(each), "drehwurm", made) for each in LANGUAGES}) == 3


def test_only_a_log_numbers_the_places_of_cards() -> None:
    referee = Referee("zwoggel", ("Ann", "Ben"))
    for entry in ("set square 0,0 red", "set square 1,0 red", "set square 2,0 down"):
        referee.command(entry)
    events = [event for event in referee.command("flip 2,0 red") if not is_silent(event)]
    assert [history_words(Words("de"), "zwoggel", event) for event in events] == [
        "Ann deckt eine Karte auf: rot",
        "Drei in einer Reihe: rot",
        "Ann nimmt die Karte: Strafkarte 1 von 3. Ein Loch bleibt.",
    ]
    three, penalty = (event_text(Words("de"), "zwoggel", event) for event in events[1:])
    assert three.endswith(" (0,0 1,0 2,0, ZW-4)") and penalty.endswith(" (2,0, ZW-4)")


@pytest.mark.parametrize(
    ("language", "entry", "told"),
    [
        ("en", "race Cid:310", "Cid throws in after 0.31 s"),
        ("en", "race Cid:340 Ann:310", "Race: Ann first after 0.31 s, Cid 0.03 s behind."),
        ("de", "race Ann:310 Cid:310", "Rennen: Ann + Cid (gleichzeitig) zuerst nach 0,31 s."),
        ("fr", "race Ann:5 Cid:9", "Course\u202f: Ann en premier après 0,005 s, Cid à 0,004 s."),
    ],
)
def test_a_race_says_who_was_first_and_by_how_much(language: str, entry: str, told: str) -> None:
    referee = Referee("drehwurm", ("Ann", "Ben", "Cid"), {"mode": "fast"})
    referee.command("turned")
    made = referee.command(entry)[0]
    assert history_words(Words(language), "drehwurm", made) == told
    # The entry follows the sentence. In the stable form there is only the entry.
    said = events_words(Words(language), referee.state(), [made])
    assert said == ([f"{told} ({entry})"], [])
    assert event_words(Words(language), "drehwurm", made) == entry


FAST = "turned|race Cid:9 Ann:19|illegal|stands|ate Cid y 3 1 2|end|left Ann 2|left Ben 1"


@pytest.mark.parametrize(
    ("mode", "script"),
    [
        ("fast", f"{FAST}|left Cid 3|next|passed|race Ann:5"),
        ("full", "start y3 b7 r9|lay b4 1|shows g5|throw Ann p4|pass 2|shows r2"),
    ],
)
def test_every_move_of_drehwurm_is_a_sentence(mode: str, script: str) -> None:
    """Text that is equal in two languages is no entry from the log."""
    referee = Referee("drehwurm", ("Ann", "Ben", "Cid"), {"mode": mode})
    for entry in script.split("|"):
        made = referee.command(entry)[0]
        told = {history_words(Words(each), "drehwurm", made) for each in LANGUAGES}
        assert len(told) == 3 and entry not in told, entry


# Each entry of a game, and of the table, has its own sentence in each language.
TOLD = {
    ("switch", "a1-c3"): "Ann zieht von a1 nach c3 (a1-c3)",
    ("switch", "undo"): "Der letzte Eintrag ist zurückgenommen. (undo)",
    ("joggle", "R"): "Ann würfelt: rot (R)",
    (
        "drehwurm",
        "start y3 b7 j",
    ): "Die ersten Karten der Stapel: Gelb 3, Blau 7, Joker (start y3 b7 j)",
    # Entries of a forged log are quoted unchanged.
    ("drehwurm", "race Ann"): "Ann: race Ann",
    ("drehwurm", "race Ann:x"): "Ann: race Ann:x",
    ("switch", "hop"): "Ann: hop",
}


@pytest.mark.parametrize(("game", "entry"), TOLD)
def test_an_entry_is_a_sentence_followed_by_the_entry(game: str, entry: str) -> None:
    made = EntryMade(entry.split()[0], entry, "Ann")
    assert event_text(Words("de"), game, made) == TOLD[game, entry]
    plain = event_words(Words("de"), game, made)
    told = {event_text(Words(each), game, made) for each in LANGUAGES}
    assert len(told) == 3 or told == {plain}


def test_a_cell_in_the_sentence_is_not_repeated_after_it() -> None:
    made = EntryMade("move", "a8", "Ann")
    assert event_text(Words("de"), "joggle", made) == "Ann legt eine Kugel auf a8"


def test_an_undo_names_the_entry_that_it_undoes() -> None:
    undo = EntryMade("undo", "undo", undone=EntryMade("move", "a1-c3", "Ann"))
    assert history_words(Words("de"), "switch", undo) == "Zurückgenommen: Ann zieht von a1 nach c3"
    assert event_text(Words("en"), "switch", undo) == "Undone: Ann moves from a1 to c3 (undo)"
    resigned = EntryMade("undo", "undo", undone=EntryMade("resign", "resign Ben"))
    assert history_words(Words("fr"), "switch", resigned) == "Annulé\u202f: Ben abandonne."
    # Without the beginning of its log, the undone entry is unknown.
    assert (
        history_words(Words("en"), "switch", EntryMade("undo", "undo"))
        == "The last entry is undone."
    )


def test_an_unknown_event_is_shown_by_its_kind() -> None:
    assert event_words(Words("de"), "zwoggel", UnknownEvent("penalty")) == "penalty"


def test_a_move_without_a_player_is_shown_as_written() -> None:
    assert event_text(Words("de"), "switch", EntryMade("move", "a1-c3")) == "a1-c3"


def test_a_game_begins_with_what_was_agreed_on() -> None:
    header = Header(1, "joggle", {"goal": "1R", "board": "R" * 64}, ("Ann", "Ben"))
    assert agreed_words(Words("fr"), header) == ["But\u202f: 6er Joggle\u202f: un rectangle"]
    stand_in = replace(header, options={"board": STAND_IN})
    assert agreed_words(Words("de"), stand_in) == ["Brett: Beispielmuster"]


@pytest.mark.parametrize("entries", [1, 0])
def test_a_refused_undo_says_the_same_at_a_prompt_and_on_a_page(entries: int) -> None:
    words, referee = Words("en"), Referee("switch", ["Ann", "Ben"], {})
    made: tuple[Event, ...] = (EntryMade("move", "a1-c3", "Ann"),)
    events = Latest(made[:entries], entries)
    board = BoardView(5, "." * 25)
    game = GameSnapshot(referee.state(), ("Ann", "Ben"), {}, "log", 0, events, False, board)
    refusal, table = RefusalReport("nothing-to-undo", "TA-3"), TableState(game=game)
    answer = Answer(refusal=refusal)
    text = reply_json(words, answer, referee.state(), table)["text"]
    assert ("taken this game over" in str(text)) == bool(entries)
    assert answer_words(words, answer, table) == f"{text} (TA-3)"
