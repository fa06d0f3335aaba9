"""Typing at a prompt: short forms, and races on the keys of a real terminal."""

import re
from collections.abc import Callable
from contextlib import nullcontext
from io import StringIO
from pathlib import Path

import pytest
from schiri.cli import conversation, stepper
from schiri.cli.conversation import Conversation
from schiri.cli.referee import begin_new
from schiri.cli.stepper import TableStepper
from schiri.device.table_device import NoDevice
from schiri.events import EntryMade
from schiri.games.race import VIEW_SCAN_MS
from schiri.referee import Referee
from schiri.texts import Words

from tests.cli.command import environment
from tests.cli.running import Running, process
from tests.game_now import game_of
from tests.programs import Terminal
from tests.table.test_beginning import WON


class Typed(StringIO):
    def isatty(self) -> bool:
        return True


Raced = Callable[..., tuple[list[str], list[str]]]


@pytest.fixture
def raced(monkeypatch: pytest.MonkeyPatch) -> Raced:
    """Return the effect of keys pressed at these ms after Ben's turning: the claims and the
    entries.
    """

    def race(*pressed: tuple[int, str]) -> tuple[list[str], list[str]]:
        times = iter(pressed)
        now = [1000]

        def keys() -> str:
            ms, key = next(times, (now[0], ""))
            now[0] = 1000 + ms
            return key

        monkeypatch.setattr(conversation, "single_keys", lambda: nullcontext(keys))
        monkeypatch.setattr(stepper, "now_ms", lambda: now[0])
        table = TableStepper(NoDevice(), None, None)
        judge = Referee("drehwurm", ["Ann", "Ben", "Cid"], {"mode": "fast"})
        begin_new(table, judge, None)
        table.take_events()
        flags = {"is_for_people": True, "as_json": False, "has_device": False}
        Conversation(Words("en"), table, Typed("turned\nundo\n"), **flags).run()
        entries = [
            each.entry for each in game_of(table.state).events.items if isinstance(each, EntryMade)
        ]
        assert entries[0] == "turned"
        claims = [each for each in entries if each.startswith("race")]
        return claims, entries[1 + len(claims) :]

    return race


def test_keys_are_claims_of_their_seats(raced: Raced) -> None:
    found = raced((310, "3"), (350, "1"), (400, "\n"))
    assert found == (["race Cid:310", "race Ann:350"], ["undo"])


@pytest.mark.parametrize("later_ms", [0, VIEW_SCAN_MS - 1])
def test_keys_that_come_nearly_together_are_a_tie(raced: Raced, later_ms: int) -> None:
    found = raced((310, "3"), (310 + later_ms, "1"), (400, "\r"))
    assert found == (["race Cid:310", "race Ann:310"], ["undo"])
    assert raced((310, "31"), (400, "\r")) == found


def test_keys_of_the_turner_the_named_and_the_absent_do_nothing(raced: Raced) -> None:
    pressed = ((100, "2"), (200, "9"), (210, "0"), (300, "1"), (310, "1"), (400, "\n"))
    assert raced(*pressed) == (["race Ann:300"], ["undo"])


@pytest.mark.parametrize("key", ["stands\n", "x\n", " stands\n", "-\n"])
def test_any_other_key_begins_the_next_command(raced: Raced, key: str) -> None:
    is_one = key.strip() == "stands"
    assert raced((300, "1" + key)) == (["race Ann:300"], ["stands", "undo"] if is_one else ["undo"])


def test_the_end_of_input_closes_a_race(raced: Raced) -> None:
    assert raced((300, "1"), (400, "")) == (["race Ann:300"], ["undo"])


def test_short_forms_work_at_a_prompt_but_not_in_a_script() -> None:
    script = b"t\np 2\nu\ns\ne\nu\n"
    ran = process("referee", "drehwurm", "--players", "Ann,Ben,Cid", data=script)
    assert (ran.status, ran.out.count("(turned)"), ran.out.count("passed 2\n")) == (0, 1, 1)
    ran = process("referee", "drehwurm", "--mode", "fast", "--script", "-", data=b"t\nu\n?\nq\n")
    assert ran.out.count("is not a command") == 4


def test_without_a_terminal_no_keys_are_waited_for() -> None:
    with Running("referee", "drehwurm", "--players", "Ann,Ben,Cid") as running:
        running.type("turned\nrace ")
        assert "turned" in running.out.line_with("turned")
        turner = next(line[0] for line in running.out.seen if "(turned)" in line)
        claimer = "BA"[turner == "B"] + ("en" if turner != "B" else "nn")
        running.type(f"{claimer}:5\nstands\n")
        assert running.out.line_with("was the fastest").startswith(claimer)
        ran = running.end_of_input()
    assert ran.status == 0 and "Keys for the race" not in ran.err


def follow(terminal: Terminal, text: str) -> None:
    """Read until the output contains this text, and drop the output before it."""
    terminal.wait_for(text)
    terminal.forget_before(text)


@pytest.mark.serial
def test_a_race_on_the_keys_of_a_terminal(tmp_path: Path) -> None:
    words = ("referee", "drehwurm", "--players", "Ann,Ben,Cid", "--log", f"{tmp_path}/l")
    terminal = Terminal(words, environment())
    terminal.wait_for("less exact")
    names = re.findall(r"[123] (Ann|Ben|Cid)", terminal.seen.decode())
    # The second player begins.
    terminal.type("t\n")
    follow(terminal, "Who throws in?")
    terminal.type("3")
    follow(terminal, f"{names[2]} ")
    terminal.type("1")
    follow(terminal, f"{names[0]} ")
    terminal.type("i")
    follow(terminal, f"{names[0]} ")
    terminal.type("\n")
    follow(terminal, "card was illegal")
    terminal.type("s\n")
    follow(terminal, f"{names[0]} was the fastest")
    # A line typed before the prompt appears is read. An end of input there would be lost.
    terminal.type("quit\n")
    assert terminal.status() == 0
    log = (tmp_path / "l").read_text()
    for name in (names[2], names[0]):
        # The evidence for the decision is saved, as at every table.
        assert re.search(rf'"entry":"race {name}:\d+".*"proof"', log)


@pytest.mark.serial
def test_a_prompt_shows_the_board_and_whose_turn_it_is(tmp_path: Path) -> None:
    words = ("referee", "joggle", "--players", "Ann,Ben", "--log", f"{tmp_path}/l")
    terminal = Terminal(words, environment(COLUMNS="40", TERM="xterm"))
    # The free fields, and the side to move, before the input.
    terminal.wait_for(" 8  B  Y  B  Y  B  Y  B  Y")
    terminal.wait_for("rolls.\r\n> ")
    terminal.type("B\n")
    follow(terminal, "blue")
    terminal.type("a8\n")
    follow(terminal, " 8 (w) Y")
    terminal.type("?\n")
    follow(terminal, "R G B Y J = the roll")
    terminal.wait_for("schiri rules joggle")
    terminal.type("a8\n")
    follow(terminal, "rolls. (TA-1)")
    terminal.type("quit\n")
    assert terminal.status() == 0
    seen = terminal.seen.decode().replace("\x1b[?2004l", "").replace("\x1b[?2004h", "")
    assert all(len(line) <= 40 for line in seen.split("\r\n")), seen
    # Only entries are logged.
    log = (tmp_path / "l").read_text()
    assert log.count('"entry"') == 2 and "help" not in log


@pytest.mark.serial
def test_the_prompt_says_that_a_start_is_already_decided() -> None:
    command = ("referee", "switch", f"--layout={WON}", "--players", "Ann,Ben")
    terminal = Terminal(command, environment(TERM="xterm", COLUMNS="200"))
    terminal.wait_for("to move.\r\n> ")
    assert re.search(b"With this start (Ann|Ben) can win for sure", terminal.seen)
    terminal.forget_before("> ")
    terminal.type("undo\n")
    terminal.wait_for("> ")
    assert b"this start" not in terminal.seen
    terminal.type("quit\n")
    assert terminal.status() == 0


@pytest.mark.serial
@pytest.mark.parametrize("keys", ["\x04", "exit\n", "q\n"])
def test_a_prompt_ends_at_quit_or_ctrl_d(keys: str) -> None:
    terminal = Terminal(("referee", "switch"), environment(TERM="xterm"))
    terminal.wait_for("to move.\r\n> ")
    terminal.type(keys)
    assert terminal.status() == 0


@pytest.mark.serial
def test_a_flag_falls_at_a_prompt_that_waits_and_quit_waits_for_no_line() -> None:
    words = ("referee", "switch", "--players", "Ann,Ben", "--clock", "+1")
    terminal = Terminal(words, environment(TERM="xterm"))
    terminal.wait_for("1.0\r\n> ")
    terminal.wait_for("is up. (TA-6, house rule)\r\n> ")
    terminal.type("quit\n")
    assert terminal.status() == 0
