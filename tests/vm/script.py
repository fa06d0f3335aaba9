"""A seeded script that runs on every interpreter and prints a digest of all that can be seen.

Run as ``script.py ROOT SECTION SEED COUNT``; keeps to the device's subset, for it runs there.
"""

import gc
import sys
from binascii import crc32

ROOT = sys.argv[1]
for folder in ("engines", "firmware", "."):
    sys.path.insert(0, ROOT + "/" + folder)


from tests.entropy import Entropy


class Digest:
    """A checksum of everything that was observed."""

    def __init__(self):
        self.value = 0
        self.count = 0

    def add(self, seen) -> None:
        self.value = crc32((seen if isinstance(seen, bytes) else str(seen).encode()), self.value)
        self.count += 1


class Dice:
    """Random numbers that are the same on every interpreter."""

    def __init__(self, seed: int):
        self._entropy = Entropy(seed)

    def below(self, count: int) -> int:
        high, low = self._entropy(2)
        return (high * 256 + low) % count

    def choice(self, items):
        return items[self.below(len(items))]


def engine(digest: Digest, seed: int, count: int) -> None:
    """Playouts: positions, moves, refusals, outcomes, texts."""
    from schiri_engines.refusals import MalformedText, Refused
    from schiri_engines.switch import Switch
    from schiri_engines.table import Table

    for number in range(count):
        dice = Dice(seed + number)
        layout = dice.choice(("1", "2", "3", "free"))
        table = Table(Switch({"layout": layout}), ("Ann", "Ben"))
        for _ in range(120):
            game = table.game
            moves = game.legal_moves()
            digest.add(game.position() + str(sorted([game.move_text(move) for move in moves])))
            digest.add(str(table.turn) + table.phase + str(game.standing()))
            wrong = dice.below(625) | dice.below(2) << 10
            digest.add(game.why_not(wrong))
            if dice.below(10) == 0:
                digest.add(table.do(("undo",)))
            elif table.outcome():
                digest.add(table.outcome())
                digest.add(game.winning_cells())
                break
            elif moves:
                digest.add(table.do(dice.choice(moves)))
        for text in ("a1-", "a1-z9", "set turn Zed", "set position x", "resign", ""):
            try:
                digest.add(table.parse(text))
            except MalformedText as bad:
                digest.add(bad.code + bad.found + bad.wanted)
            except Refused as no:
                digest.add(no.refusal)
        digest.add([table.text(entry) for entry in table.entries])


def joggle(digest: Digest, seed: int, count: int) -> None:
    """Games of Joggle by players who end them: rolls, moves, figures, seats, refusals, texts."""
    from tests.vm.joggle import play_game

    for number in range(count):
        play_game(digest, Dice(seed + number))


def zwoggel(digest: Digest, seed: int, count: int) -> None:
    """Games of Zwoggel by players who do anything: refusals, fields, news, taking back."""
    from tests.vm.zwoggel import play_game

    for number in range(count):
        play_game(digest, Dice(seed + number))


def drehwurm(digest: Digest, seed: int, count: int) -> None:
    """Drehwurm: whatever is typed, and what comes of it; and races."""
    from schiri_engines.drehwurm import Drehwurm
    from schiri_engines.race import Race
    from schiri_engines.refusals import MalformedText, Refused
    from schiri_engines.table import Table

    dice = Dice(seed)
    for number in range(count):
        mode = ("full", "fast")[number % 2]
        joker = dice.choice(("wild", "no-joker-on-joker", "number"))
        options = {"mode": mode, "joker": joker, "colours": dice.choice("3456")}
        options["throw-in"] = dice.choice(("normal", "same-colour"))
        seats = 3 + dice.below(4)
        table = Table(Drehwurm(options, seats), ("Ann", "Ben", "Cid", "Dot", "Eva", "Fay")[:seats])
        for _ in range(150):
            text = drehwurm_text(dice, table)
            try:
                entry = table.parse(text)
                digest.add(table.game.game.fitting(entry[-1]) if entry[0] == "which" else "")
                digest.add("" if table.is_question(entry) else str(table.do(entry)))
            except MalformedText as bad:
                digest.add(bad.code + bad.found + bad.wanted)
            except Refused as no:
                digest.add(str(no.refusal))
            game = table.game.game
            digest.add(text + str(table.turn) + table.phase + str(table.outcome()))
            digest.add(str([getattr(game, field) for field in game.FIELDS]))
            digest.add(str(table.game.match_scores()) + str(table.game.game_outcome()))
        digest.add([table.text(entry) for entry in table.entries])
        opened = ((1 << 29) - 500 + dice.below(1000)) % (1 << 29)
        race = Race(dice.below(seats), seats, opened, opened, None)
        race.idle, race.scan_ms = (opened - dice.below(500)) % (1 << 29), 1 + dice.below(5)
        pressed = [(opened - 400 + dice.below(2000), dice.below(7)) for _ in range(12)]
        digest.add(str(race.judge([(tick % (1 << 29), seat) for tick, seat in pressed])))


ANYTHING = (
    "undo, undo, dispute hm, next, set turn NAME, foo, lay x, set hand NAME 2, set stock 2, start, "
    "set score NAME -3, set pile PILE y3 ? 4, which PILE, turned, stands, illegal, race NAME:MS, "
    "race NAME, hen y PILE, race NAME:MS NAME:MS"
)


def drehwurm_text(dice: Dice, table) -> str:
    """Return a command that often fits."""
    name, pile = dice.choice(table.names), str(1 + dice.below(3))
    card = dice.choice("rygbpoj") + dice.choice("0123456789")
    kind = table.phase
    if dice.below(12) == 0 or (kind == "race" and dice.below(2)):
        text = dice.choice(ANYTHING.split(", "))
        ms = str(dice.below(9))
        return text.replace("NAME", name).replace("PILE", pile).replace("MS", ms)
    if kind == "over":
        return "next"
    if kind == "count":
        return "left " + name + " " + str(dice.below(9))
    if kind == "start":
        return "start y3 b2 " + card
    if kind in ("shows", "new"):
        return kind + " " + card
    if "which" not in table.game.QUESTIONS:
        colour = dice.choice("rygbp")
        return dice.choice(
            ("turned " + pile, "passed", "end", "ate " + name + " " + colour + " 2 1 3")
        )
    fits = table.game.game.fitting(int(pile) - 1)
    if fits and dice.below(3):
        card = dice.choice(fits)
    hen = "hen " + (table.game.game.top(int(pile) - 1)[0] or "y") + " " + pile
    return dice.choice(
        ("lay " + card + " " + pile, "pass " + pile, hen, "throw " + name + " " + card)
    )


def counting(digest: Digest, seed: int, count: int) -> None:
    """Perft."""
    from schiri_engines.perft import perft
    from schiri_engines.switch import Switch

    for layout in ("1", "2", "3"):
        digest.add(perft(Switch({"layout": layout, "repetition": "off"}), count))
    from schiri_engines.joggle import Joggle

    from tests.vm.joggle import NEAR

    for position in NEAR:
        digest.add(perft(Joggle.from_position(position, {"goal": "2S"}), 1))


def presses(digest: Digest, seed: int, count: int) -> None:
    """A whole device in the hands of a child: every frame, tone and byte."""
    from tests.device.stage import Stage

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
        digest.add(stage.device.now_text() + str(stage.heard))
    digest.add(bytes(stage.store))
    if stage.device.match.table:
        digest.add(stage.device.match.game.position())


def play(stage, dice: Dice) -> None:
    """Press a legal move, or what comes next where none can be made."""
    device = stage.device
    table = device.match.table
    if device.mode_name != "play" or table.outcome():
        stage.do("press white")
        return
    cells = table.game.move_cells(dice.choice(table.game.legal_moves()))
    stage.do("press " + " ".join([table.game.cell_text(cell) for cell in cells]))


def watch(stage, digest: Digest) -> None:
    """Let the digest see every output of the device."""
    device = stage.device
    step = device.step

    def watched(now_ms, edges, received, room):
        output = step(now_ms, edges, received, room)
        if output.is_fresh:
            digest.add(bytes(output.frame))
        if output.tones:
            digest.add(output.tones)
        if output.sent:
            digest.add(output.sent)
        return output

    device.step = watched


def idle(digest: Digest, seed: int, count: int) -> None:
    """Idle steps, blinking, with a linked host or without, must not allocate; MicroPython only."""
    import micropython

    from tests.device.stage import Stage

    stage = Stage(("keys5", "cursor")[seed % 2], seed)
    stage.do("press white white white")
    stage.do("press a1")
    if seed > 1:
        stage.do("plug")
    device, edges = stage.device, ()
    now = stage.ticks()
    micropython.heap_lock()
    try:
        # With a host, up to its next beat; without one, across a wrap of the ticks as well.
        for _ in range(count):
            now = (now + 5) & 0x1FFFFFFF
            device.step(now, edges, b"", 160)
    finally:
        micropython.heap_unlock()
    digest.add("idle")


def game(digest: Digest, seed: int, count: int) -> None:
    """A whole session as on the board, with no more around it than a host that listens."""
    from schiri_device.loading import load_device

    load_device(5)
    from schiri_device.builds import load
    from schiri_device.companion import Companion
    from schiri_device.gestures import Edge
    from schiri_device.link.session import HOST, Session

    dice, told = Dice(seed), []
    store = bytearray(4096)
    for at in range(4096):
        store[at] = 0xFF
    device = Companion(load("keys5"), store, Entropy(seed), ("TEST", "1"), 0)
    host = Session(HOST, str, lambda now, then: now - then)
    host.open(0, "t")
    now = 0

    def press(*buttons) -> None:
        nonlocal now
        for button in buttons:
            for edge in (Edge(button, True, now), Edge(button, False, now), None, None, None):
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

    press("white", "white", "white")
    for _ in range(count):
        if device.mode_name != "play":
            press("white")
            continue
        board = device.match.game
        cells = board.move_cells(dice.choice(board.legal_moves()))
        press(*[board.cell_text(cell) for cell in cells])
        if dice.below(20) == 0:
            press("black")
    digest.add(str(crc32(store)))


SECTIONS = {
    "game": game,
    "engine": engine,
    "joggle": joggle,
    "drehwurm": drehwurm,
    "zwoggel": zwoggel,
    "counting": counting,
    "presses": presses,
    "idle": idle,
}


def main() -> None:
    section, seed, count = sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    digest = Digest()
    SECTIONS[section](digest, seed, count)
    gc.collect()
    print(f"{section} {seed} {digest.count} {digest.value:08x}")


main()
