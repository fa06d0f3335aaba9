"""Words about a log itself."""

from pathlib import Path

import pytest
from schiri.events import Missing
from schiri.languages import LANGUAGES
from schiri.log.lines import Log, read
from schiri.log.log_text import missing_line, result_words, trust_words
from schiri.log.steps import steps_until
from schiri.log.writer import LogWriter, PendingLine
from schiri.texts import Words

from tests.log.chain import clock, event, forged, header
from tests.log.typed_games import SWITCH, write_log

EN = Words("en")


def log_of(path: Path) -> Log:
    return read(write_log(path, SWITCH).read_bytes())


def test_a_whole_log_is_called_whole_in_every_language(tmp_path: Path) -> None:
    log = log_of(tmp_path / "log")
    told = trust_words(EN, log)
    assert told == "Complete: 6 lines, unchanged, and the rules agree."
    assert len({trust_words(Words(each), log) for each in LANGUAGES}) == len(LANGUAGES)
    assert result_words(EN, "switch", log.events[-1]).startswith("Ben wins!")
    assert result_words(EN, "switch", log.events[1]) == "unfinished"


def test_missing_events_are_reported_first(tmp_path: Path) -> None:
    path = write_log(tmp_path / "log", SWITCH._replace(commands=["a1-c3"]))
    writer = LogWriter(path, log_of(tmp_path / "other").header, clock)
    writer.append([PendingLine(Missing("89abcdef", 3, 4))])
    writer.close()
    log = read(path.read_bytes() + b'{"n"')
    assert trust_words(EN, log) == missing_line(EN, log)
    assert missing_line(EN, log).startswith("line 3: ")
    whole = read(write_log(tmp_path / "third", SWITCH).read_bytes() + b'{"n"')
    assert "was cut off" in trust_words(EN, whole)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_disagreement_with_the_rules_is_explained(language: str) -> None:
    told = [header(), event(2, by="Ann", entry="a1-c3"), event(3, by="Ben", entry="a1-a2")]
    log = read(forged(told))
    steps, broken = steps_until(log)
    assert [step.number for step in steps] == [0, 1] and broken
    said = trust_words(Words(language), log, broken)
    assert " 3" in said and "SW-4" in said
