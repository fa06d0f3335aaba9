"""``schiri referee --port``: a simulated device on a pseudo-terminal, and people who type."""

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from schiri.device.table_device import PortDevice

from tests.cli.command import Ran, environment, typed
from tests.cli.fake_device import FakeDevice
from tests.cli.running import Hasty, Running, Started, process
from tests.cli.scripts import run
from tests.cli.test_devices import port_of
from tests.counts import IS_PROOF, some
from tests.programs import Terminal

pytestmark = pytest.mark.serial

CARDS = ("--players", "Ann,Ben,Cem", "--mode", "fast")


class Table:
    """A simulated device, its port, and the folder of logs."""

    def __init__(self, sim: Running, folder: Path) -> None:
        self.sim, self.port = sim, port_of(sim)
        self.surroundings = {
            "SCHIRI_LOGS": str(folder / "logs"),
            "XDG_CONFIG_HOME": str(folder / "settings"),
        }

    def words(self, game: str, *more: str) -> tuple[str, ...]:
        return ("referee", game, "--port", self.port, *more)

    def script(self, game: str, commands: str, *more: str) -> Ran:
        words = self.words(game, "--script", "-", *more)
        return process(*words, data=commands.encode(), more=self.surroundings, kind=Hasty)

    def replies(self, game: str, commands: str, *more: str) -> list[dict[str, object]]:
        ran = self.script(game, commands, "--json", *more)
        assert ran.status == 0, ran.err
        return [json.loads(line) for line in ran.lines]

    def referee(self, game: str, *more: str) -> Running:
        return Hasty(*self.words(game, *more), **self.surroundings)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Hasty("sim", "--seed", "1") as sim:
        yield Table(sim, tmp_path)


@contextmanager
def seated(table: Table, path: Path) -> Iterator[Running]:
    """Yield a referee of Drehwurm after each of three people has pressed their colour."""
    with table.referee("drehwurm", *CARDS, "--log", str(path)) as referee:
        for button in ("red", "green", "blue"):
            referee.err.line_with("press the button of your colour")
            table.sim.type(f"{button}\n")
        referee.err.line_with("Practise once")
        yield referee


SCRIPTS = [
    ("switch", "a1-c3\nb1-b2\n\n# x\nundo\nnonsense\nb1-a1\nresign Ben\na1-c3\n", ()),
    ("joggle", "R\nd4\na1\nR a8\nR:b7\nset turn Ben\nundo\n", ()),
    ("switch", "c3-a1\ndispute it was too fast\n", ("--layout", "2")),
    ("zwoggel", "flip 0,0 red\nflip 5,5 red\nundo\n", ()),
    ("drehwurm", "start y3 b7 r9\nwhich 1\nlay b4 1\nshows g5\ncan g7 1\n", ()),
    ("drehwurm", "turned\nrace Ann:310 Cem:310\nillegal\nstands\nend\n", ("--mode", "fast")),
]


@pytest.mark.parametrize(("game", "commands", "more"), some(SCRIPTS, 4))
def test_a_script_has_the_same_replies_as_without_a_device(
    table: Table, game: str, commands: str, more: tuple[str, ...]
) -> None:
    names = "Ann,Ben,Cem" if game == "drehwurm" else "Ann,Ben"
    words = ("--players", names, *more)
    alone = run(commands, "--json", *words, game=game)
    assert table.replies(game, commands, *words) == list(map(json.loads, alone.lines))


def test_a_log_is_continued_only_by_its_own_game(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "here" / "game.jsonl"
    words = ("--players", "Ann,Ben", "--log", str(path))
    assert table.replies("switch", "a1-c3\n", *words)[0]["ok"]
    assert table.replies("switch", "b1-a1\n", *words)[0]["ok"]
    entries = [json.loads(line).get("entry") for line in path.read_text().splitlines()]
    assert [each for each in entries if each] == ["a1-c3", "b1-a1"]
    assert typed("log", "verify", str(path)).status == 0
    before = path.read_bytes()
    other = table.script("switch", "a1-c3\n", "--layout", "2", *words)
    assert other.status == 3 and "other" in other.err
    # Only the attempt is noted.
    assert path.read_bytes().startswith(before) and path.read_bytes().count(b'"entry"') == 2


def test_a_card_game_is_continued_in_its_log(table: Table, tmp_path: Path) -> None:
    words = ("--players", "Ann,Ben,Cem", "--mode", "fast", "--log", str(tmp_path / "cards"))
    assert table.replies("drehwurm", "turned\n", *words)[0]["ok"]
    (second,) = table.replies("drehwurm", "race Ann:200\n", *words)
    assert second["ok"] and second["state"]["order"] == [  # type: ignore[index]
        {"name": "Ann", "ms": 200, "tie": False}
    ]


def test_presses_are_printed_and_typed_moves_are_sent(table: Table) -> None:
    words = table.words("switch", "--players", "Ann,Ben")
    with Started(*words, **table.surroundings) as referee:
        referee.out.line_with("is to move")
        name = referee.out.seen[-1].split()[0]
        other = "Ben" if name == "Ann" else "Ann"
        referee.type("a1-c3\n")
        assert referee.out.line_with("(a1-c3)").startswith(name)
        # The device mirrors the move. Its black button undoes it.
        table.sim.type("black\n")
        referee.out.line_with("undo")
        referee.type("a1-c3\nb1-b2\nb1-a1\n")
        referee.out.line_with("one free field")
        assert referee.out.line_with("(b1-a1)").startswith(other)
        assert referee.end_of_input().status == 0


def test_without_players_the_game_on_the_device_is_continued(table: Table) -> None:
    words = ("--players", "Ann,Ben")
    table.replies("switch", "a1-c3\n", *words)
    with table.referee("switch") as referee:
        assert "Ben (light) is to move" in referee.out.line_with("is to move")
        assert referee.end_of_input().status == 0
    # With `--players` a new game begins, as every script expects.
    assert table.replies("switch", "a1-c3\n", *words)[0]["ok"]


def test_a_race_is_decided_by_the_ticks_of_the_device(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "race.jsonl"
    with seated(table, path) as referee:
        # A typed `turned` skips the practice. The device still stamps its time.
        referee.type("turned\n")
        turner = referee.out.line_with("(turned)").split()[0]
        order = json.loads(path.read_text().splitlines()[0])["players"]
        seat = next(at for at, name in enumerate(order) if name != turner)
        table.sim.type(("red", "green", "blue")[seat] + "\n")
        assert referee.out.line_with(" after ").startswith(order[seat])
        referee.type("illegal\n")
        referee.out.line_with("illegal")
        ran = referee.end_of_input()
    assert ran.status == 0
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[0]["seats"] == "rgu"
    (race,) = (line for line in lines if line.get("entry", "").startswith("race "))
    assert race["entry"].startswith(f"race {order[seat]}:") and race["proof"]
    assert typed("log", "verify", str(path)).status == 0


def test_a_program_waits_for_a_device_that_is_away(table: Table) -> None:
    with table.referee("switch", "--json") as referee:
        referee.type("a1-c3\n")
        assert json.loads(referee.out.line())["ok"]
        table.sim.send(signal.SIGSTOP)
        referee.err.line_with("The device is gone")
        referee.type("b1-a1\n")
        assert referee.out.is_silent(0.1)
        table.sim.send(signal.SIGCONT)
        assert json.loads(referee.out.line())["ok"]
        assert referee.end_of_input().status == 0


def test_if_the_device_is_gone_its_race_is_void_and_the_game_continues(
    table: Table, tmp_path: Path
) -> None:
    path = tmp_path / "race.jsonl"
    with seated(table, path) as referee:
        referee.type("turned\n")
        referee.out.line_with("(turned)")
        table.sim.send(signal.SIGKILL)
        referee.err.line_with("The device is gone")
        # The PC holds the game, so it continues with typed entries.
        referee.type("passed\n")
        referee.err.line_with("void")
        referee.out.line_with("(passed)")
        assert referee.end_of_input().status == 0
    assert '"event":"survived","what":"race"' in path.read_text()


def test_the_prompt_is_printed_again_after_a_press(table: Table) -> None:
    words = table.words("switch", "--players", "Ann,Ben")
    terminal = Terminal(words, environment(TERM="xterm", **table.surroundings))
    terminal.wait_for("to move.\r\n> ")
    terminal.type("a1-c3\n")
    terminal.wait_for("(b)")
    terminal.forget_before("(b)")
    terminal.wait_for("to move.\r\n> ")
    table.sim.type("black\n")
    terminal.wait_for("undo")
    terminal.forget_before("undo")
    terminal.wait_for("to move.\r\n> ")
    terminal.type("help\n")
    terminal.wait_for("schiri rules switch")
    terminal.type("quit\n")
    assert terminal.status() == 0


@pytest.mark.parametrize(("keys", "status"), [("\x04", 0), ("\x03", 130)])
def test_the_prompt_of_a_port_ends_at_quit_or_ctrl_c(table: Table, keys: str, status: int) -> None:
    surroundings = environment(TERM="xterm", **table.surroundings)
    # One run in a new Python process covers its end.
    is_new = IS_PROOF or keys == "\x03"
    terminal = Terminal(table.words("switch"), surroundings, is_new)
    terminal.wait_for("to move.\r\n> ")
    terminal.type(keys)
    assert terminal.status() == status and b"Traceback" not in terminal.seen


def test_after_a_race_the_device_plays_again(table: Table) -> None:
    with table.referee("drehwurm", *CARDS) as referee:
        referee.err.line_with("press the button of your colour")
        referee.send(signal.SIGINT)
        assert referee.wait() == 130
    assert table.replies("switch", "a1-c3\n")[0]["ok"]


def test_a_port_that_cannot_be_opened_begins_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHIRI_LOGS", str(tmp_path / "logs"))
    ran = typed("referee", "switch", "--port", "/dev/nothing")
    assert ran.status == 3 and "There is no port" in ran.err and ran.out == ""
    monkeypatch.setattr(PortDevice, "silent_ms", 30)
    with FakeDevice("") as silent:
        ran = typed("referee", "zwoggel", "--port", silent.path)
    assert ran.status == 3 and list((tmp_path / "logs").iterdir()) == []


def test_a_board_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    with Hasty("sim", "--build", "keys5") as sim:
        ran = Table(sim, tmp_path).script("joggle", "R\n")
    assert ran.status == 2 and "keys5" in ran.err
