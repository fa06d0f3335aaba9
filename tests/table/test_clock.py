"""The clock of a game that the PC runs: log, state and a plain sum agree, whatever happens."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from schiri.device.table_device import NoDevice
from schiri.errors import HostError
from schiri.events import EntryMade
from schiri.log.lines import read
from schiri.log.replay import referee_after, verified
from schiri.prose import end_words
from schiri.table.clock_state import ClockState
from schiri.table.intents import Answer, Enter, NewGame, Plug, Press
from schiri.table.state import TURN_OVER
from schiri.table.worker import TableWorker
from schiri.texts import Words
from schiri_device.journal import JournalReader

from tests.counts import blocks
from tests.table.stepped import SteppedTable

NAMES = ("Ann", "Ben")
START = datetime(2026, 1, 31, 18, tzinfo=UTC)


class Evening:
    """A table without a device, and a time that only tests move."""

    def __init__(self, folder: Path, now_ms: int = 1000) -> None:
        self.folder, self.now_ms = folder, now_ms
        self.worker = TableWorker(NoDevice(), folder, self._clock, None, lambda count: 0)

    def _clock(self) -> datetime:
        return START + timedelta(milliseconds=self.now_ms)

    def begin(self, log: str = "", game: str = "switch", **options: str) -> None:
        given = {name.replace("_", "-"): value for name, value in options.items()}
        names = (*NAMES, "Cem") if game == "drehwurm" else NAMES
        assert self.do(NewGame(game, names, given, log=log)).is_done

    def enter(self, *texts: str) -> None:
        for text in texts:
            assert self.do(Enter(text)).is_done, text

    def reminded(self) -> list[str]:
        """Return who was reminded so far."""
        notices = self.worker.state.notices.items
        return [each.about[0] for each in notices if each.code == TURN_OVER]

    def clock(self) -> ClockState:
        game = self.worker.state.game
        assert game and game.clock
        return game.clock

    def do(self, intent: object) -> Answer:
        answers: list[Answer] = []
        self.worker.carry_out(intent, self.now_ms, answers.append)  # type: ignore[arg-type]
        self.worker.step(self.now_ms)
        return answers[0]

    def wait(self, ms: int) -> None:
        self.now_ms += ms
        self.worker.step(self.now_ms)

    @property
    def log(self) -> Path:
        assert self.worker.state.game
        return Path(self.worker.state.game.log)

    def close(self) -> None:
        self.worker.close()


def entries_of(path: Path) -> list[EntryMade]:
    return [event for event in read(path.read_bytes()).events if isinstance(event, EntryMade)]


def test_a_log_has_the_time_of_each_move_and_what_is_left(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(clock="5+3")
    for text, ms in (("a1-c3", 4100), ("a2-a1", 900)):
        evening.wait(ms - 100)
        evening.now_ms += 100
        assert evening.do(Enter(text)).is_done
    game = evening.worker.state.game
    assert game and game.state.json()["clock"] == {"Ann": 298900, "Ben": 302100}
    made = entries_of(evening.log)
    assert [(each.spent_ms, each.left_ms) for each in made] == [(4100, 298900), (900, 302100)]
    evening.close()
    assert len([*verified(read(evening.log.read_bytes()).lines)]) == 3


def test_a_flag_ends_the_game_and_is_undone_like_any_entry(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(clock="+2")
    evening.wait(1999)
    assert evening.worker.state.game and not evening.worker.state.game.state.over
    evening.wait(1)
    game = evening.worker.state.game
    assert game.state.over and (game.state.winner, game.state.rule) == (("Ben",), "TA-6")
    assert [(cause.code, cause.names) for cause in game.state.causes] == [("time-up", ("Ann",))]
    assert end_words(Words("en"), "switch", game.state) == "Ben wins! The time of Ann is up."
    evening.wait(5000)
    assert evening.do(Enter("undo")).is_done
    assert evening.worker.state.game.state.clock == {"Ann": 2000, "Ben": 2000}
    assert [each.entry for each in entries_of(evening.log)] == ["flag Ann", "undo"]
    evening.close()


def test_an_entry_that_comes_too_late_is_refused(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(clock="+2")
    evening.now_ms += 2000
    answer = evening.do(Enter("a1-c3"))
    assert answer.refusal and answer.refusal.code == "game-over"
    evening.close()


def test_a_clock_without_a_limit_is_not_shown(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(clock_b="1+0")
    evening.wait(100_000)
    game = evening.worker.state.game
    assert game and not game.state.over and game.state.clock == {"Ben": 60000}
    assert game.clock and (game.clock.left_ms, game.clock.turn) == ((None, 60000), None)
    evening.close()


def test_time_that_passes_changes_nothing_that_views_draw(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(clock="5+3")
    clock = evening.worker.state.game and evening.worker.state.game.clock
    assert clock and (clock.turn, clock.ends_ms) == (0, evening.now_ms + 300_000)
    evening.wait(1234)
    assert evening.worker.state.game and evening.worker.state.game.clock == clock
    assert evening.do(Enter("a1-c3")).is_done
    game = evening.worker.state.game
    assert game and game.clock and game.clock.turn == 1
    evening.close()


def test_a_limit_for_each_turn_reminds_once_and_ends_nothing(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(game="zwoggel", clock="+30")
    began_ms = evening.now_ms
    assert evening.clock() == ClockState((30_000, None), 0, began_ms + 30_000)
    # The limit is that of the whole turn, not of its parts.
    evening.wait(20_000)
    evening.enter("flip 0,0 red")
    assert evening.clock().ends_ms == began_ms + 30_000
    evening.wait(9_999)
    assert evening.reminded() == []
    evening.wait(1)
    assert evening.reminded() == ["Ann"] and evening.clock() == ClockState((0, None))
    evening.wait(90_000)
    evening.enter("flip 1,1 green")
    evening.wait(90_000)
    game = evening.worker.state.game
    assert evening.reminded() == ["Ann"] and game and game.state.turn == "Ann"
    evening.enter("place 2,0 2,1 0,2")
    assert evening.clock() == ClockState((None, 30_000), 1, evening.now_ms + 30_000)
    evening.wait(30_000)
    assert evening.reminded() == ["Ann", "Ben"]
    # The log has the limit, and no time.
    assert read(evening.log.read_bytes()).header.options["clock"] == "+30"
    assert [each.spent_ms for each in entries_of(evening.log)] == [None] * 3
    evening.close()
    # An undo, and another start of the program, give the turn its time again.
    evening = Evening(tmp_path, 7_000_000)
    evening.begin(str(evening_log(tmp_path)), "zwoggel", clock="+30")
    evening.wait(29_000)
    evening.enter("undo")
    evening.wait(29_999)
    assert evening.reminded() == []
    evening.wait(1)
    assert evening.reminded() == ["Ann"]
    evening.close()


def evening_log(folder: Path) -> Path:
    (log,) = folder.glob("*.jsonl")
    return log


def test_a_limit_for_each_turn_follows_the_races_and_games_of_a_match(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(game="drehwurm", mode="fast", clock="+60")
    evening.wait(59_000)
    evening.enter("turned")
    # The next one thinks while the others may throw in.
    evening.wait(59_000)
    assert evening.reminded() == []
    evening.enter("race Ann:250")
    evening.wait(999)
    assert (evening.reminded(), evening.clock().left_ms) == ([], (None, None, 60_000))
    evening.wait(1)
    assert evening.reminded() == ["Cem"]
    evening.enter("end")
    # While cards are counted, and between two games, nobody is on turn.
    assert evening.clock() == ClockState((None, None, None))
    evening.wait(600_000)
    assert len(evening.reminded()) == 1
    evening.close()


def test_no_limit_runs_while_a_fault_stops_the_table(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(game="zwoggel", clock="+30")
    evening.wait(10_000)
    evening.worker.fail(HostError("no-folder", path=tmp_path))
    evening.wait(600_000)
    assert evening.reminded() == [] and evening.worker.state.game
    evening.close()


@pytest.mark.parametrize("seeds", blocks(4, 400), ids=str)
@pytest.mark.parametrize("text", ["5+3", "1/3+2", "+30"])
def test_log_state_and_a_plain_sum_agree(tmp_path: Path, text: str, seeds: range) -> None:
    for seed in seeds:
        play_without_a_device(tmp_path / str(seed), text, seed)


def play_without_a_device(tmp_path: Path, text: str, seed: int) -> None:
    random = Random(seed)
    evening = Evening(tmp_path, random.randrange(1 << 40))
    evening.begin(clock=text)
    # What stands: the side and the time of each move.
    made: list[tuple[int, int]] = []
    referee = referee_after(read(evening.log.read_bytes()))
    for _ in range(40):
        spent = 0
        for _ in range(random.randrange(4)):
            ms = random.randrange(4000)
            spent += ms
            evening.wait(ms)
        kind = random.random()
        if kind < 0.15 and made:
            evening.do(Enter("undo"))
            made.pop()
        elif kind < 0.25 and made:
            # The program ends; what was not entered is given back.
            log, now_ms = evening.log, evening.now_ms
            evening.close()
            evening = Evening(tmp_path, now_ms + random.randrange(1 << 40))
            evening.begin(str(log), clock=text)
        else:
            moves = referee.table.game.legal_moves()
            move = referee.table.text(random.choice(list(moves)))
            assert evening.do(Enter(move)).is_done
            made.append((len(made) % 2, spent))
        game = evening.worker.state.game
        assert game
        if game.state.over:
            break
        state = game.state.clock
        assert state == {
            name: plain_left(text, [ms for side, ms in made if side == at])
            for at, name in enumerate(NAMES)
        }
        referee = referee_after(read(evening.log.read_bytes()))
        assert referee.clock() == state
    evening.close()
    for _ in verified(read(evening.log.read_bytes()).lines):
        pass


def plain_left(text: str, spent: list[int]) -> int:
    if text == "+30":
        return 30000
    if text == "5+3":
        return 300000 - sum(spent) + 3000 * len(spent)
    return 60000 - sum(spent) + 120000 * (len(spent) >= 3)


@pytest.mark.parametrize("seeds", blocks(3, 40), ids=str)
def test_the_log_of_a_device_has_the_times_of_its_journal(tmp_path: Path, seeds: range) -> None:
    for seed in seeds:
        play_with_a_device(tmp_path / str(seed), seed)


def play_with_a_device(tmp_path: Path, seed: int) -> None:
    random, table = Random(seed), SteppedTable(tmp_path)
    table.run(500)
    table.session.do(NewGame("switch", NAMES, {"clock": "3+2"}))
    table.run(3000)
    table.session.do(Press("white"))
    for _ in range(14):
        table.run(random.randrange(200, 3000))
        kind = random.random()
        if kind < 0.2:
            table.session.do(Plug(False))
            table.run(random.randrange(500, 6000))
            table.session.do(Plug(True))
            table.run(4000)
            continue
        if kind > 0.9:
            # The power is cut: the device starts again, with the clock of its last entry.
            table.device.simulator.start(table.now_ms)
            table.run(8000)
            table.session.do(Press("white"))
            table.run(1000)
            continue
        game = table.session.state.game
        assert game
        if game.state.over:
            break
        referee = referee_after(read(Path(game.log).read_bytes()))
        moves = [*referee.table.game.legal_moves()]
        text = "undo" if kind < 0.35 else referee.table.text(random.choice(moves))
        table.session.do(Enter(text))
        table.run(1000)
        table.session.do(Press("white"))
    table.run(4000)
    game, device = table.session.state.game, table.device.simulator.device
    assert game and device.match.clock
    reader, noted = JournalReader(device.match.journal), []
    while reader.next():
        if reader.spent_ms >= 0:
            noted.append(reader.spent_ms)
    log = read(Path(game.log).read_bytes())
    assert noted and noted == [
        each.spent_ms for each in entries_of(Path(game.log)) if each.spent_ms is not None
    ]
    assert len([*verified(log.lines)]) == len(log.lines)
    if not game.state.over:
        stands: list[int] = []
        for each in entries_of(Path(game.log)):
            if each.word == "undo":
                stands.pop()
            elif each.spent_ms is not None:
                stands.append(each.spent_ms)
        own = [stands[side::2] for side in (0, 1)]
        assert device.match.clock.left_ms == [180_000 - sum(ms) + 2000 * len(ms) for ms in own]
        assert list((referee_after(log).clock() or {}).values()) == device.match.clock.left_ms
