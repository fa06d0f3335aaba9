"""A seeded script that runs on every interpreter and prints a digest of everything visible.

Run as ``script.py ROOT SECTION SEED COUNT``; keeps to the device's subset, because it runs there.
"""

import gc
import os
import sys

ROOT = sys.argv[1]
for folder in ("engines", "firmware", "."):
    sys.path.insert(0, ROOT + "/" + folder)


from tests.vm.digest import Dice, Digest


def recorded(digest: Digest, seed: int, count: int) -> None:
    """Every ``count``-th game of a playthrough, whose place among all is ``seed``."""
    from tests.vm.recorded import play_recorded

    folder = ROOT + "/tests/playthroughs/"
    names = sorted([name for name in os.listdir(folder) if name.endswith(".txt")])
    with open(folder + names[seed]) as lines:
        play_recorded(digest, Dice(seed), lines, count)


def boards(digest: Digest, seed: int, count: int) -> None:
    from schiri_engines.game_rows import board_game, names_for

    for name in names_for():
        for number in range(count):
            dice, game, moves = Dice(seed + number), board_game(name)(), []
            while game.outcome() is None and len(moves) < 100:
                move = dice.choice(game.legal_moves())
                wrong = game.why_not(dice.below(0x10000))
                digest.add(f"{name} {game.position()} {game.phase} {game.turn} {wrong}")
                cell = dice.below(game.SIZE * game.SIZE)
                digest.add(f"{game.moves_from(cell)} {game.why_not_from(cell)}")
                game.push(move)
                moves.append(move)
            digest.add(f"{moves} {game.outcome()} {game.winning_cells()} {game.cells()}")
            for _ in moves:
                game.pop()
            digest.add(game.position())


def races(digest: Digest, seed: int, count: int) -> None:
    from schiri_engines.race import PERIOD, RaceConditions

    for number in range(count):
        dice = Dice(seed + number)
        opened = (PERIOD - 500 + dice.below(1000)) % PERIOD
        idle = (opened - dice.below(500)) % PERIOD
        race = RaceConditions(dice.below(6), 6, idle, opened, None)
        race.scan_ms = 1 + dice.below(5)
        pressed = [(opened - 400 + dice.below(2000), dice.below(7)) for _ in range(12)]
        digest.add(race.judge([(tick % PERIOD, seat) for tick, seat in pressed]))


def sensing(digest: Digest, seed: int, count: int) -> None:
    """A calibration with mistakes, then readings between all levels."""
    from schiri_device.sensing.calibration import ONE_STONE, Calibration
    from schiri_device.sensing.fields import Fields
    from schiri_device.sensing.levels import A_MT, HALF, unpacked

    dice, now_ms = Dice(seed), 0
    rest = [HALF + dice.below(10 * A_MT) - 5 * A_MT for _ in range(25)]
    calibration = Calibration(now_ms, "bwbwbwbwbwbw.wbwbwbwbwbwb")
    for _ in range(count * 40):
        off = [0] * 25
        if calibration.step == ONE_STONE:
            off[calibration.cell] = (15 + dice.below(16)) * A_MT
        elif calibration.levels.dark[24] != HALF:
            off = [{"b": 27, "w": -27, ".": 0}[letter] * A_MT for letter in calibration.letters]
        if not dice.below(8):
            off[dice.below(25)] = (dice.below(60) - 30) * A_MT
        for _ in range(90):
            now_ms += 5
            counts = [rest[cell] + off[cell] + dice.below(A_MT) for cell in range(25)]
            if calibration.take(now_ms, counts):
                break
        told = calibration.step, calibration.cell, calibration.wrong, calibration.missing
        digest.add(f"{told} {calibration.confirm(now_ms)}")
    data = calibration.levels.packed()
    digest.add(data)
    levels, fields = unpacked(data), Fields(25)
    digest.add(f"{levels.weak()} {[round(10 * levels.margin(cell)) for cell in range(25)]}")
    fields.calibrate(levels)
    for number in range(count * 20):
        fields.read(number, [dice.below(65536) for _ in range(25)])
        digest.add(f"{fields.readings} {fields.changed} {fields.changed_ms}")
        fields.forget()


def stories(digest: Digest, seed: int, count: int) -> None:
    """Hands that play, park, put back and sweep: what the stones tell after each change."""
    from schiri_device.sensing import EMPTY
    from schiri_device.sensing.story import LETTERS, Stories
    from schiri_engines.switch.game import Switch

    dice, now_ms = Dice(seed), 0
    game = Switch({"layout": "123"[seed % 3]})
    told = Stories(game)
    real = bytearray([LETTERS.index(letter) for letter in game.cells()])
    for cell in range(25):
        told.feel(now_ms, cell, real[cell])
    told.restart(now_ms)
    for _ in range(count):
        moves = game.legal_moves()
        if not moves:
            break
        cells = list(game.move_cells(dice.choice(moves)))
        free = game.free_cell()
        steps = [(cells[0], real[cells[1]]), (cells[1], real[cells[0]])]
        what = dice.below(10)
        if what < 3:
            # The first stone is parked.
            steps = [(cells[0], EMPTY), (free, real[cells[0]]), (cells[0], real[cells[1]])]
            steps += [(cells[1], real[cells[0]]), (free, EMPTY)]
        elif what == 3:
            steps = [(dice.below(25), dice.below(4)) for _ in range(6)]
        elif what == 4:
            steps += [(cells[0], real[cells[0]]), (cells[1], real[cells[1]])]
        for cell, reading in steps:
            now_ms += 20 + dice.below(900)
            told.feel(now_ms, cell, reading)
            real[cell] = reading
            see_stories(digest, told, game, now_ms, dice)
        now_ms += 500
        see_stories(digest, told, game, now_ms, dice)
        if dice.below(4) == 0:
            # Somebody puts everything right.
            for cell in range(25):
                real[cell] = LETTERS.index(game.cells()[cell])
                told.feel(now_ms, cell, real[cell])


def see_stories(digest: Digest, told, game, now_ms: int, dice: Dice) -> None:
    if told.is_due(now_ms):
        told.tell()
        for move in told.made:
            game.push(move)
        if dice.below(8) == 0 and (told.confirm() if dice.below(3) else told.deny()):
            for move in told.made:
                game.push(move)
        if told.is_undone:
            game.pop()
            told.restart(now_ms)
        left = [(story.moves, story.times, story.doubt()) for story in told.left]
        digest.add(f"{left} {told.made} {told.refusal} {told.is_undone} {told.shown}")
        digest.add(f"{told.lifted()} {told.differing()} {game.position()}")


def counting(digest: Digest, seed: int, count: int) -> None:
    from schiri_engines.perft import perft
    from schiri_engines.switch.game import Switch

    for layout in ("1", "2", "3"):
        digest.add(perft(Switch({"layout": layout, "repetition": "off"}), count))


def presses(digest: Digest, seed: int, count: int) -> None:
    """A whole device in the hands of a child: every frame, tone and byte."""
    from schiri_device.pc.messages import now_text

    from tests.firmware.stage import Stage

    dice = Dice(seed)
    build = ("keys5", "cursor")[seed % 2]
    stage = Stage(build, seed)
    buttons = list(stage.build.buttons)
    watch(stage, digest)
    stage.do("press white")
    stage.do("press white white")
    for _ in range(count):
        what = dice.below(40)
        if what == 0:
            stage.do("plug")
        elif what == 1:
            stage.do("unplug")
        elif what == 2:
            stage.do("noise " + "".join([chr(33 + dice.below(90)) for _ in range(dice.below(99))]))
        elif what == 3:
            stage.do("hold black")
        elif what == 4:
            stage.do("wait " + str(dice.below(4000)))
        elif what < 20:
            stage.do("press " + dice.choice(buttons))
        else:
            play(stage, dice)
        digest.add(now_text(stage.device) + str(stage.heard))
    digest.add(bytes(stage.store))
    if stage.device.match.table:
        digest.add(stage.device.match.game.position())


def play(stage, dice: Dice) -> None:
    """Press a legal move, or white if none can be made."""
    device = stage.device
    table = device.match.table
    if device.mode_name != "play" or table.outcome():
        stage.do("press white")
        return
    cells = table.game.move_cells(dice.choice(table.game.legal_moves()))
    stage.do("press " + " ".join([table.game.cell_text(cell) for cell in cells]))


def stones(digest: Digest, seed: int, count: int) -> None:
    """A whole device whose stones are moved, also by a child: every frame, tone and byte."""
    from schiri_device.pc.messages import now_text

    from tests.firmware.stage import Stage

    dice, stage = Dice(seed), Stage("feel5", seed)
    watch(stage, digest)
    # Every other game begins with a free set-up.
    stage.do(("press white white", "press white red white")[seed % 2])
    for _ in range(count):
        what = dice.below(30)
        if what == 0:
            stage.do("plug")
        elif what == 1:
            stage.do("unplug")
        elif what == 2:
            stage.do("press " + dice.choice(list(stage.build.buttons)))
        elif what == 3:
            stage.do("cut")
            watch(stage, digest)
        elif what == 4:
            # Calibration, the last but one entry of the menu, is begun.
            for line in ("hold black", "press red red white", "wait 900", "press black"):
                stage.do(line)
        elif what == 5:
            # Counts between those of stones.
            stage.counts[dice.below(25)] = dice.below(65536)
            stage.do("wait " + str(dice.below(900)))
        else:
            move_stones(stage, dice, what)
        digest.add(now_text(stage.device) + str(stage.heard) + str(stage.device.fields.readings))
    digest.add(bytes(stage.store))
    if stage.device.match.table:
        digest.add(stage.device.match.game.position())


def move_stones(stage, dice: Dice, what: int) -> None:
    """Lay what the lights show, place a stone, or move stones as a legal move does."""
    device, game = stage.device, stage.device.match.game
    mode = device.mode_name
    if mode in ("lay", "resume", "put-right") or (mode == "play" and what % 4 == 0):
        letters = device.pending.letters if device.pending else game.cells()
        rows = [letters[at : at + 5] for at in range(20, -1, -5)]
        stage.do("stones " + "/".join(rows))
    elif mode == "play" and game.outcome() is None:
        first, second = game.move_cells(dice.choice(game.legal_moves()))
        free = game.free_cell()
        if second != free and what % 2:
            # The first stone is parked.
            exchange(stage, first, free)
            exchange(stage, second, first)
            exchange(stage, free, second)
        else:
            exchange(stage, first, second)
    elif mode == "place":
        move = dice.choice(game.legal_moves())
        _, where, *letter = game.move_text(move).split(" ")
        if letter:
            stage.do("drop " + where + letter[0])
        else:
            cell = game.cells().find(where)
            exchange(stage, cell, cell)
            stage.do("press white")
    else:
        stage.do("press white")
    stage.do("wait " + str(200 + dice.below(900)))
    if what % 3 == 0:
        stage.do("press white")


def exchange(stage, one: int, other: int) -> None:
    """Lift what lies on two fields, and put it down the other way round."""
    game, counts = stage.device.match.game, stage.counts
    before = counts[one], counts[other]
    for cell in (one, other):
        stage.do("lift " + game.cell_text(cell))
    for cell, count in ((other, before[0]), (one, before[1])):
        counts[cell] = count
        stage.do("wait 30")


def watch(stage, digest: Digest) -> None:
    device = stage.device
    step = device.step

    def watched(now_ms, edges, received, room, scan):
        output = step(now_ms, edges, received, room, scan)
        if output.is_fresh:
            digest.add(bytes(output.frame))
        if output.tones:
            digest.add(output.tones)
        if output.sent:
            digest.add(output.sent)
        return output

    device.step = watched


def idle(digest: Digest, seed: int, count: int) -> None:
    """Idle steps, blinking, with a linked host or without, must not allocate; MicroPython only.

    The seed is twice the place of the scene, plus one if it is linked.
    """
    import micropython

    from tests.firmware.stage import Stage
    from tests.vm.scenes import SCENES

    build, mode, lines = SCENES[seed // 2]
    stage = Stage(build, seed)
    for line in lines:
        stage.do(line)
    # Modules are loaded ahead first.
    stage.do("wait 1000")
    if seed % 2:
        stage.do("plug")
    assert stage.device.mode_name == mode, stage.device.mode_name
    device, edges = stage.device, ()
    now = stage.ticks()
    micropython.heap_lock()
    try:
        # With a host, up to its next beat; without one, across a wrap of the ticks as well.
        for _ in range(count):
            now = (now + 5) & 0x1FFFFFFF
            device.step(now, edges, b"", 160, stage.counts)
    finally:
        micropython.heap_unlock()
    digest.add("idle")


def hints(digest: Digest, seed: int, count: int) -> None:
    from schiri_engines.registry import row_of
    from schiri_engines.solver.best_move import BestMove
    from schiri_engines.solver.lost import LostPositions, path_of_file
    from schiri_engines.solver.values import after
    from schiri_engines.switch.movegen import moves_of

    from tests.vm.positions import random_stones

    dice = Dice(seed)
    with open(path_of_file(), "rb") as file:
        lost = LostPositions(file, row_of("switch").digest)
        for _ in range(count):
            mine, theirs, free = random_stones(dice)
            for move in moves_of(mine, theirs, free, mine, range(10)):
                others, _, hole = after(mine, theirs, free, move)
                digest.add(lost.distance(others, hole))
            for sight in (2, 3, 6, 100):
                search = BestMove(lost, mine, theirs, free, sight, dice.below(99))
                while not search.go_on():
                    pass
                digest.add(str(search.move) + " " + str(search.worth))


def rolls(digest: Digest, seed: int, count: int) -> None:
    """Games of all levels at Joggle, at ``count`` goals from that whose place is ``seed``."""
    from schiri_engines.joggle.game import Joggle
    from schiri_engines.joggle.notation import DIE, ROLL
    from schiri_engines.joggle.roll_search import RollSearch

    dice, goals = Dice(seed), Joggle.OPTIONS[0][1].split(" ")
    for number in range(seed, seed + count):
        game = Joggle({"goal": goals[number % len(goals)]})
        while not game.end and game.turns < 60:
            game.push(ROLL | dice.below(len(DIE)))
            if game.roll:
                search = RollSearch(game, 1 + dice.below(3), dice.below(99))
                while not search.go_on():
                    pass
                digest.add(f"{search.move} {search.worth}")
                game.push(search.move)
        digest.add(game.position())


# By the seed: the build, the game, and the buttons of which one is pressed next.
OPPONENTS = (
    ("keys5", "switch AB layout=2 device-b=4 device-a=", ("white",)),
    ("cursor", "joggle AB device-b=2 device-a=", ("red", "yellow", "green", "blue", "white")),
)


def opponent(digest: Digest, seed: int, count: int) -> None:
    """Games of a device against itself, whose moves are confirmed: every frame, tone and byte."""
    from tests.firmware.stage import Stage

    build, asked, faces = OPPONENTS[seed % 2]
    dice, stage = Dice(seed), Stage(build, seed)
    watch(stage, digest)
    for line in ("press white white white", "plug"):
        stage.do(line)
    stage.do(f"ask new {asked}{seed // 2 % 3 + 1}")
    stage.do("press white")
    for _ in range(count):
        while stage.device.mode.detail() == "thinking":
            stage.step([])
        digest.add(stage.device.mode.detail())
        is_due = stage.device.match.game.phase == "roll"
        stage.do("press " + (dice.choice(faces) if is_due else "white"))
    digest.add(stage.device.match.game.position())


def main() -> None:
    section, seed, count = sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    digest = Digest()
    globals()[section](digest, seed, count)
    gc.collect()
    print(f"{section} {seed} {digest.count} {digest.value:08x}")


main()
