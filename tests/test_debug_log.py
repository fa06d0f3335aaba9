"""The debug log: a bug report is one sentence that names a file with all details."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from schiri import debug_log
from schiri.cli import schiri
from schiri.cli.errors import exit_status, explained
from schiri.debug_log import BACKUPS, LOGGER, MOST_BYTES, RECENT, DebugLog, bug, log_path
from schiri.simulator import simulator
from schiri.simulator.wires import Cable
from schiri.texts import Words

from tests.firmware.world import KEYS5


@pytest.fixture(autouse=True)
def _own_log(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Isolate the logging of each test: it sees only its own lines, and stops writing at its
    end.
    """
    logging.disable(logging.NOTSET)
    handler = DebugLog()
    LOGGER.removeHandler(debug_log._handler)
    LOGGER.addHandler(handler)
    monkeypatch.setattr(debug_log, "_handler", handler)
    yield
    LOGGER.removeHandler(handler)
    LOGGER.addHandler(logging.NullHandler())
    logging.disable(logging.DEBUG)


def broken(words: str) -> Exception:
    """Return an error that was raised."""
    try:
        raise KeyError(words)
    except KeyError as error:
        return error


def test_a_module_that_somebody_has_broken_is_no_bug() -> None:
    with pytest.raises(SyntaxError) as error:
        compile("a = 1\nb = (\n", "games/switch.py", "exec")
    said = "Python cannot read games/switch.py, line 2: '(' was never closed"
    assert explained(Words("en"), error.value) == (said, 2)
    assert not log_path().exists()


def test_a_bug_is_written_with_its_traceback_and_the_last_lines_of_the_wire() -> None:
    for number in range(2 * RECENT):
        LOGGER.debug("> %r", f"line {number};")
    assert not log_path().exists()
    found = bug(broken("somewhere"))
    assert (found.code, found.status) == ("bug", 70)
    written = log_path().read_text()
    assert "Traceback" in written and "KeyError: 'somewhere'" in written
    assert f"line {2 * RECENT - 1};" in written and f"line {RECENT // 2};" not in written


def test_a_bug_caught_in_several_places_is_written_once() -> None:
    error = broken("once")
    assert bug(error).code == bug(error).code == "bug"
    assert log_path().read_text().count("KeyError: 'once'") == 1


def test_with_debug_everything_is_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(debug_log.FAILURES, "handlers", [])
    debug_log.print_failures()
    assert debug_log.FAILURES.handlers == []
    debug_log.write_all()
    debug_log.print_failures()
    LOGGER.debug("< %r", b"hello")
    assert "b'hello'" in log_path().read_text()
    # Also why the code of a game on the simulated device has failed.
    monkeypatch.setattr(simulator, "SURVIVED", (Exception,))
    device = simulator.Simulator(KEYS5, Cable(), seed=1)
    monkeypatch.setattr(device.device, "step", lambda *args: {"here": args}["somewhere"])
    device.step(0)
    for written in (log_path().read_text(), capsys.readouterr().err):
        assert "Traceback" in written and "KeyError: 'somewhere'" in written


def test_the_debug_log_never_exceeds_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debug_log, "MOST_BYTES", MOST_BYTES >> 10)
    debug_log.write_all()
    for _ in range(100):
        LOGGER.debug("x" * 500)
    files = sorted(log_path().parent.iterdir())
    assert len(files) == BACKUPS + 1
    assert all(file.stat().st_size <= MOST_BYTES >> 10 for file in files)


def test_an_unwritable_debug_log_still_shows_the_error(tmp_path: Path) -> None:
    log_path().parent.parent.parent.mkdir(parents=True)
    log_path().parent.parent.touch()
    line, status = explained(Words("en"), broken("nowhere"))
    assert status == 70 and "KeyError('nowhere')" in line and len(line.splitlines()) == 1


def test_an_unexpected_error_is_printed_as_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    class Command:
        def main(self, **_given: object) -> None:
            raise broken("edge")

    assert exit_status(Command()) == 70  # type: ignore[arg-type]
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1 and str(log_path()) in err and "KeyError" not in err


@pytest.mark.parametrize(
    "words", [["--debug", "rules", "switch"], ["rules", "switch", "--debug"], ["rules", "x"]]
)
def test_the_option_debug_may_stand_before_or_after_a_command(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["schiri", *words])
    exit_status(schiri)
    assert debug_log._handler.writes_all is ("--debug" in words)
    assert capsys.readouterr().err.count(str(log_path())) == int("--debug" in words)
