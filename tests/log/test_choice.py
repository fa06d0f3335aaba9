"""Which logs are meant, and in which order."""

from datetime import datetime, timedelta
from pathlib import Path

from schiri.log.choice import EVERYTHING, Kept, Wanted, logs_under, read_all, summary_of

from tests.log.chain import AT, AT_TEXT, log_of
from tests.log.games import RACES, SWITCH, write_log


def kept(path: Path, *commands: str) -> Kept:
    log_of(path, *commands)
    ((found,), _unread) = read_all([path])
    return found


def test_logs_come_in_the_order_in_which_their_games_began(tmp_path: Path) -> None:
    for name, day in (("b", 2), ("a", 3), ("c", 1)):
        write_log(tmp_path / f"{name}.jsonl", SWITCH, lambda day=day: AT + timedelta(day))  # type: ignore[misc]
    (tmp_path / "0.jsonl").write_text("no log\n")
    (tmp_path / "notes.txt").touch()
    found, unread = read_all(logs_under([tmp_path]))
    assert [each.path.name for each in found] == ["c.jsonl", "b.jsonl", "a.jsonl"]
    assert [each.path.name for each in unread] == ["0.jsonl"]


def test_files_and_folders_may_be_mixed(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    one = write_log(tmp_path / "kept" / "one.jsonl", SWITCH)
    other = write_log(tmp_path / "other", SWITCH)
    assert set(logs_under([tmp_path / "kept", other])) == {one, other}


def test_a_log_is_chosen_by_what_is_asked_of_it(tmp_path: Path) -> None:
    over = summary_of(kept(tmp_path / "a", "draw"))
    going = summary_of(kept(tmp_path / "b", "a1-c3"))
    began = datetime.fromisoformat(AT_TEXT)
    for wanted in (
        EVERYTHING,
        Wanted(game="switch"),
        Wanted(players=("ann",)),
        Wanted(players=("Ben", "ANN")),
        Wanted(since=began),
    ):
        assert wanted.has(over) and wanted.has(going)
    for wanted in (
        Wanted(game="joggle"),
        Wanted(players=("An",)),
        Wanted(players=("Ann", "Cem")),
        Wanted(since=began + timedelta(seconds=1)),
    ):
        assert not wanted.has(over) and not wanted.has(going)
    unfinished = Wanted(is_unfinished=True)
    assert unfinished.has(going) and not unfinished.has(over)


def test_a_log_in_short(tmp_path: Path) -> None:
    assert summary_of(kept(tmp_path / "a.jsonl", "a1-c3", "resign Ben")).json() == {
        "file": "a.jsonl",
        "game": "switch",
        "players": ["Ann", "Ben"],
        "began": AT_TEXT,
        "over": True,
        "winner": ["Ann"],
        "events": 4,
    }
    write_log(tmp_path / "races", RACES)
    ((races,), _unread) = read_all([tmp_path / "races"])
    assert (summary_of(races).over, summary_of(races).winner) == (True, ())
