"""The clock of a device: its own ticks, and a plain sum over the modes in which it runs."""

from itertools import pairwise
from random import Random

import pytest
from schiri_device.app.game_clock import BARS
from schiri_device.app.match import Match
from schiri_device.games.joggle import JoggleDeviceAdapter
from schiri_device.journal import JournalReader
from schiri_device.lights.language import DARK, LIGHT, OFF, TONES
from schiri_engines.clock import Clock
from schiri_engines.refusals import Outcome

from tests.counts import blocks
from tests.firmware.stage import BASE_NAMES, MARK_NAMES, STEP_MS, Edge, Stage

# The modes in which a player thinks; the clock stands in all others.
TIMED = ("play", "place", "dice")


class Timed(Stage):
    """A stage that adds up what the side to move has spent, from outside."""

    spent_ms = 0

    def step(self, edges: list[Edge]) -> None:
        was_timed = self.device.mode_name in TIMED
        super().step(edges)
        # A press happens at the start of a step, everything else at its end.
        if (self.device.mode_name in TIMED) if edges else was_timed:
            self.spent_ms += STEP_MS

    def go_on(self) -> None:
        """Confirm the real board, if the device waits for it."""
        if self.device.mode_name not in TIMED:
            self.do_press("white")
        assert self.device.mode_name in TIMED, self.device.mode_name

    @property
    def ran_ms(self) -> int:
        """What the side to move has spent since the last entry."""
        assert self.match.clock
        self.match.clock.run(self.ticks())
        return self.clock.running_ms

    @property
    def match(self) -> Match:
        return self.device.match

    @property
    def clock(self) -> Clock:
        clock = self.match.table.clock
        assert clock
        return clock


def playing(options: str, game: str = "switch") -> Timed:
    stage = Timed("pads" if game == "joggle" else "cursor")
    stage.do_choose(game)
    stage.do_plug("")
    stage.do_ask(f"new {game} AB {options}")
    stage.go_on()
    return stage


def test_a_move_takes_what_its_turn_has_lasted() -> None:
    stage = playing("clock=5+3")
    start = stage.clock.now_ms(0)
    stage.do_wait("4000")
    stage.heard = []
    stage.do_ask("a1-c3")
    spent = stage.match.table.clock and 300_000 + 3000 - stage.clock.left_ms[0]
    assert spent and 4000 < spent < 300_000 - start + 4000 + 2000
    [event] = [line for line in stage.heard if line.startswith("< event")]
    assert event.endswith(f" a1-c3 ms={spent}")
    assert f"< left {303_000 - spent} " in "\n".join(stage.heard)


def test_a_fallen_flag_ends_the_game_and_is_in_the_journal() -> None:
    stage = playing("clock=+3")
    stage.do_wait("2000")
    assert stage.match.outcome is None
    stage.do_wait("1100")
    assert stage.match.outcome == Outcome((1,), "TA-6") and stage.device.mode_name == "finished"
    stage.do_cut("")
    assert stage.match.outcome == Outcome((1,), "TA-6")
    # Undo is an undo like any other.
    stage.do_press("black")
    assert stage.match.outcome is None and stage.clock.left_ms == [3000, 3000]


def test_a_pc_cannot_let_a_flag_fall() -> None:
    stage = playing("clock=5+3")
    stage.heard = []
    stage.do_ask("flag A")
    assert any("time-left TA-6" in line for line in stage.heard)
    assert stage.match.outcome is None


@pytest.mark.parametrize("mode", ["menu", "pause", "correct", "resume"])
def test_the_clock_stands_in_the_menu_and_what_it_leads_to(mode: str) -> None:
    stage = playing("clock=+3")
    stage.device.go_to(stage.ticks(), mode)
    stage.do_wait("100")
    before = stage.clock.running_ms
    stage.do_wait("20000")
    assert stage.clock.running_ms == before and stage.match.outcome is None


def test_the_search_for_a_hint_takes_no_time_of_the_player() -> None:
    stage = playing("clock=5+3 hints-a=free")
    stage.do_hold("yellow")
    before = stage.clock.running_ms
    sought = 0
    while not stage.device.mode.is_timed:
        stage.step([])
        sought += 1
    assert sought > 2 and stage.clock.running_ms - before <= STEP_MS


def test_a_cut_goes_on_from_the_last_move() -> None:
    stage = playing("clock=5+3")
    stage.do_wait("3000")
    stage.do_ask("a1-c3")
    left = list(stage.clock.left_ms)
    stage.do_wait("7000")
    stage.do_cut("")
    stage.do_wait("60000")
    assert (stage.clock.left_ms, stage.clock.running_ms) == (left, 0)
    stage.do_press("white")
    stage.do_wait("1000")
    assert 900 < stage.clock.running_ms < 1200


def test_a_compaction_takes_nothing_and_keeps_what_is_left() -> None:
    stage = playing("clock=2/1+5")
    stage.do_wait("3000")
    stage.do_ask("a1-c3")
    stage.do_wait("500")
    left, turns, running = list(stage.clock.left_ms), list(stage.clock.turns), stage.clock
    ran = running.running_ms
    for _ in stage.device.compacting(stage.ticks()):
        pass
    assert stage.clock is not running
    assert (stage.clock.left_ms, stage.clock.turns, stage.clock.running_ms) == (left, turns, ran)


def test_a_game_that_is_over_leaves_no_clock_behind_a_compaction() -> None:
    stage = playing("clock=+3")
    stage.do_wait("4000")
    assert stage.match.outcome and stage.match.clock
    for _ in stage.device.compacting(stage.ticks()):
        pass
    assert (stage.match.table, stage.match.clock) == (None, None)


def test_a_device_loads_no_clock_for_a_game_without() -> None:
    stage = playing("layout=1")
    assert stage.match.table.clock is None and stage.match.clock is None
    stage.heard = []
    stage.do_ask("a1-c3")
    assert not any(" ms=" in line or line.startswith("< left") for line in stage.heard)


@pytest.mark.parametrize("game", ["switch", "joggle"])
@pytest.mark.parametrize("seeds", blocks(5, 380), ids=str)
def test_device_journal_and_a_plain_sum_agree(game: str, seeds: range) -> None:
    for seed in seeds:
        play(game, seed)


def play(game: str, seed: int) -> None:
    random = Random(seed)
    stage = playing("clock=9+2", game)
    start = 9 * 60000
    # What stands: the side and the time of each entry, and whether it has ended a turn.
    made: list[tuple[int, int, bool]] = []
    stage.spent_ms = stage.ran_ms
    for _ in range(30):
        stage.do_wait(str(random.randrange(3000)))
        kind = random.random()
        if kind < 0.1 and made:
            stage.do_ask("undo")
            stage.go_on()
            made.pop()
            stage.spent_ms = stage.ran_ms
        elif kind < 0.2:
            stage.do_hold("black")
            stage.do_wait(str(random.randrange(9000)))
            stage.do_press("black")
        elif kind < 0.3 and made:
            stage.do_cut("")
            stage.do_wait(str(random.randrange(9000)))
            stage.go_on()
            stage.do_plug("")
            stage.spent_ms = stage.ran_ms
        elif kind < 0.4:
            # Without a PC it goes on; the next one takes no time either.
            stage.do_unplug("")
            stage.do_wait(str(random.randrange(3000)))
            stage.do_plug("")
        else:
            stage.device.go_to(stage.ticks(), "dice" if game == "joggle" else "play")
            side, table = stage.match.table.turn or 0, stage.match.table
            move = random.choice(table.game.legal_moves())
            spent, stage.spent_ms = stage.spent_ms, 0
            stage.match.push(stage.ticks(), move)
            is_turn = table.turn != side
            made.append((side % 2, spent, is_turn))
            stage.device.go_to(stage.ticks(), "dice" if game == "joggle" else "play")
        if stage.match.outcome:
            break
        for each in (0, 1):
            spent = sum(ms for side, ms, _ in made if side == each)
            turns = sum(is_turn for side, _, is_turn in made if side == each)
            assert stage.clock.left_ms[each] == start - spent + 2000 * turns
        assert stage.ran_ms == stage.spent_ms
    noted: list[int] = []
    reader = JournalReader(stage.match.journal)
    while reader.next():
        if reader.text == "undo":
            noted.pop()
        elif reader.move >= 0:
            noted.append(reader.spent_ms)
    assert noted == [ms for _, ms, _ in made]


def test_a_board_without_room_begins_no_game_with_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Pico's drive lacks the module: it asks for a Pico 2, and goes on."""
    monkeypatch.setattr(JoggleDeviceAdapter, "CLOCK", "schiri_device.games.missing")
    stage = playing("goal=1R", "joggle")
    stage.heard = []
    stage.do_ask("new joggle AB clock=5+3")
    assert any("clock-needs-pico-2 - -" in line for line in stage.heard)
    assert stage.match.clock is None and stage.device.mode_name == "dice"
    # Chosen on the device, it is refused beside the list of starts.
    stage.device.settings["clock"] = 1
    stage.device.go_to(stage.ticks(), "options")
    stage.heard = []
    stage.do_press("white")
    assert "< refused clock-needs-pico-2 - -" in stage.heard
    assert stage.device.mode_name == "options" and stage.device.mode.is_lit()
    stage.device.settings["clock"] = 0
    stage.do_press("white")
    assert stage.device.mode_name == "dice"


def bars_of(stage: Timed) -> list[str]:
    """Return the bars of dark and light on the rim, from the bottom up."""
    scene, order = stage.device.screen.painter.scene, stage.build.order
    meanings = [scene[order[at]] for at in BARS]
    texts = [f"{MARK_NAMES[each >> 2]}/{BASE_NAMES[each & 3]}" for each in meanings]
    return [",".join(texts[:5]), ",".join(texts[5:])]


def test_the_rim_shows_the_share_of_each_side() -> None:
    stage = playing("clock=+60 clock-b=+30")
    full = ",".join(["none/dark"] * 5), ",".join(["none/light"] * 5)
    assert bars_of(stage) == [*full]
    stage.do_wait("13000")
    assert bars_of(stage) == [",".join(["none/dark"] * 4 + ["none/off"]), full[1]]
    # With little time it beats: once a second, then twice.
    dark, bars = ",".join(["none/off"] * 5), ["none/dark,none/dark", "none/dark,none/off"]
    for wait_ms, start, beats in (("30000", bars[0], 1), ("12000", bars[1], 2)):
        stage.do_wait(wait_ms)
        shown = []
        for _ in range(1000 // STEP_MS):
            stage.step([])
            shown.append(bars_of(stage)[0])
        assert {*shown} == {start + ",none/off" * 3, dark}
        changes = sum(was != now for was, now in pairwise(shown))
        assert 2 * beats - 1 <= changes <= 2 * beats


@pytest.mark.parametrize(
    ("game", "build"),
    [("switch", "cursor"), ("switch", "keys5"), ("joggle", "cursor"), ("joggle", "pads")],
)
def test_the_menu_shows_the_share_of_each_side(game: str, build: str) -> None:
    """Joggle's board and a grid of five by five leave no rim."""
    stage = Timed(build)
    stage.do_choose(game)
    stage.do_plug("")
    stage.do_ask(f"new {game} AB clock=+60 clock-b=+30")
    stage.go_on()

    def bars() -> tuple[str, str]:
        board, scene = stage.device.mode.board, stage.device.screen.painter.scene
        meanings = [scene[pixel] for pixel in board.pixels]
        assert len(meanings) == 25 and {*meanings} <= {OFF, DARK, LIGHT}
        files = [[".bw"[meanings[file + 5 * rank]] for rank in range(5)] for file in range(5)]
        assert files[1:4] == [["."] * 5] * 3
        return "".join(files[0]), "".join(files[4])

    full = {"b": "bbbbb", "w": "wwwww"}
    stage.do_hold("black")
    assert stage.device.mode_name == "menu" and stage.device.mode.detail() == "clock"
    assert bars() == (full["b"], full["w"])
    # White goes on with the game.
    stage.do_press("white")
    assert stage.device.mode_name in TIMED
    stage.do_wait("26000")
    stage.do_hold("black")
    mover = stage.match.table.game.side
    assert dict(zip("bw", bars(), strict=True)) == {**full, mover: f"{3 * mover}.."}
    # It stands meanwhile, and the next entries are those of every game.
    stage.do_wait("20000")
    assert stage.clock.now_ms(0) > 30_000
    stage.do_press("blue")
    assert stage.device.mode.detail() in ("resign", "draw")


def test_the_menu_of_a_game_without_a_clock_has_no_entry_for_it() -> None:
    stage = playing("layout=1")
    stage.do_hold("black")
    assert stage.device.mode.detail() == "resign"


def test_little_time_beats_with_a_tone_once_then_twice_a_second() -> None:
    stage = playing("clock=+30")
    counts: dict[int, int] = {}
    while stage.match.outcome is None:
        stage.step([])
        left = stage.clock.now_ms(0)
        is_beat = stage.device.screen.tones == TONES["pick"]
        counts[left // 1000] = counts.get(left // 1000, 0) + is_beat
    assert not any(counts[second] for second in range(21, 29))
    assert [counts[second] for second in range(6, 19)] == [1] * 13
    assert [counts[second] for second in range(1, 4)] == [2] * 3


def test_the_device_keeps_to_its_clock_and_waits_for_a_hand_in_nobodys_time() -> None:
    stage = playing("clock-a=+1 device-a=4")
    stage.do_wait("5000")
    assert stage.match.outcome is None and stage.device.mode.detail() not in ("-", "thinking")
    before = stage.ran_ms
    assert before < 1000
    stage.do_wait("60000")
    assert stage.ran_ms == before


def test_a_clock_is_chosen_on_the_device_alone() -> None:
    stage = Timed("cursor")
    stage.do_choose("switch")
    stage.do_press("white")
    stage.do_press("yellow")
    while stage.device.mode.detail() != "clock=0":
        stage.do_press("blue")
    stage.do_press("white")
    assert stage.device.mode.detail() == "clock=1"
    stage.do_press("black")
    stage.do_press("white")
    stage.do_press("white")
    assert stage.match.options["clock"] == "10+5" and stage.clock.left_ms == [600_000] * 2
