"""A whole session as on the board, with only a host around it.

Run as ``session.py ROOT BUILD SEED COUNT FILE``. FILE is the store; it may be left over from a run
whose power was cut.  Keeps to the device's subset, because it runs there.  The build with 5x5 keys
plays Switch, the one with the stick Joggle.
"""

import gc
import sys

ROOT = sys.argv[1]
for path in ("engines", "firmware", "tests", "tests/memory", "tests/vm"):
    sys.path.insert(0, ROOT + "/" + path)

# Not as parts of packages, because their names would use heap as well.
from digest import Dice, Digest
from entropy import Entropy
from flash_file import Flash


def flash() -> tuple[Flash, bool]:
    path = sys.argv[5]
    try:
        return Flash(path), False
    except OSError:
        with open(path, "wb") as file:
            file.write(b"\xff" * 4096)
        return Flash(path), True


def tap(key, now: int) -> tuple:
    from schiri_device.ticks import Edge

    return Edge(key, True, now), Edge(key, False, now), None, None, None


def play_session(digest, dice, count: int, build: str) -> None:
    from schiri_device.app.device import Device
    from schiri_device.builds import load
    from schiri_device.link.session import HOST, Session
    from schiri_device.pc.messages import now_text

    told: list = []
    store, is_new = flash()
    device = Device(load(build), store, Entropy(1), ("TEST", "1"), 0)
    host = Session(HOST, str, lambda now, then: now - then)
    host.open(0, "t")
    now = 0

    def press(*buttons) -> None:
        nonlocal now, device
        for button in buttons:
            for edge in tap(device.build.key_of(button), now):
                now += 5
                line = host.send(now, lambda calm: told.pop() if told else None)
                output = device.step(now, (edge,) if edge else (), line, 160)
                for words in host.receive(now, output.sent):
                    if words[0] == "up":
                        told.append("again " + words[4] + " 1")
                    elif words[0] == "event":
                        told.append("ack " + device.journal.epoch + " " + words[1])
                        digest.add(str(words))
                if output.is_fresh:
                    digest.add(bytes(output.frame))
                if output.is_restart:
                    device = Device(load(build), store, Entropy(1), ("TEST", "1"), now)
            # As the device's own loop does.
            gc.collect()

    def press_cells(cells) -> None:
        for cell in cells:
            if build == "cursor":
                device.screen.put_cursor(cell)
                press("press")
            else:
                press(device.match.game.cell_text(cell))

    if is_new:
        press(*(["blue"] if build == "cursor" else []), "white")
        while device.mode_name not in ("play", "dice"):
            # While another game is loaded presses have no effect.
            press("white")
    else:
        digest.add(now_text(device) + device.match.game.position())
        press("white")
    for _ in range(count):
        board = device.match.game
        if device.mode_name == "dice" and board.phase == "roll":
            press(dice.choice(sorted(device.mode.FACES)))
        elif device.mode_name in ("play", "dice"):
            press_cells(board.move_cells(dice.choice(some_moves(device, dice))))
        else:
            press("white")
        if dice.below(20) == 0:
            press("black")
    for at in range(0, len(store), 256):
        digest.add(store[at : at + 256])


def some_moves(device, dice) -> list:
    """Return legal moves, with a die those of one cell: all would take too much memory."""
    game = device.match.game
    if not game.ROLL:
        return game.legal_moves()
    return game.moves_from(dice.choice(sorted(device.mode.movable())))


def main() -> None:
    build, seed, count = sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    digest = Digest()
    play_session(digest, Dice(seed), count, build)
    print(f"{build} {seed} {digest.count} {digest.value:08x}")


main()
