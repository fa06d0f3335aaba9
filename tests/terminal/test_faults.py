"""The terminal reports a log that cannot be written or was cut."""

import errno
import os
from pathlib import Path

import pytest
from schiri.log import writer
from schiri.log.lines import read
from schiri.terminal.form import FormScreen

from tests.terminal.seat import JOGGLE, SWITCH, Seat, at_the_table

KEPT = "The device keeps what was not written, and reports it when Schiri starts again."


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def log_of(seat: Seat) -> Path:
    (path,) = (seat.folder / "logs").glob("*.jsonl")
    return path


def test_a_full_disk_stays_on_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(seat: Seat) -> None:
        await seat.type("a1-c3")
        with monkeypatch.context() as disk:
            disk.setattr(os, "fsync", full)
            await seat.type("b1-a1")
        for _ in range(2):
            await seat.wait()
            problem = seat.text("#problem")
            assert "the disk is full" in problem and problem.endswith(KEPT)
            await seat.press("left")
        # The device continues by itself, and the PC acknowledges none of it.
        assert len(read(log_of(seat).read_bytes()).lines) == 2

    at_the_table(play, tmp_path, SWITCH)


def test_a_deleted_log_is_reported_on_the_screen(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        log_of(seat).unlink()
        await seat.type("a1-c3")
        await seat.wait()
        assert " is gone, " in seat.text("#problem") and seat.text("#problem").endswith(KEPT)

    at_the_table(play, tmp_path, SWITCH)


def test_a_card_game_that_cannot_be_logged_does_not_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(seat: Seat) -> None:
        with monkeypatch.context() as disk:
            disk.setattr(writer, "locked", full)
            seat.app.screen.query_one("#submit").focus()
            await seat.press("enter")
        # The form appears again, with the error.
        assert isinstance(seat.app.screen, FormScreen)
        assert "the disk is full" in str(seat.app.screen.query_one("#problem").render())

    at_the_table(play, tmp_path, game="zwoggel", pace_ms=0)


def test_a_cut_log_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    cut = tmp_path / "logs" / "2026-01-31-180000-switch.jsonl"
    cut.write_bytes(b'{"n":1,"at"')

    async def play(seat: Seat) -> None:
        await seat.wait()
        assert seat.log().replace("\n", "").count("was cut off; it is left out.") == 1
        assert not cut.exists()

    at_the_table(play, tmp_path, JOGGLE, size=(200, 24))
