"""An evening with the device: games, a full journal, a power cut and a PC, by seeded presses.

Decides how a phase is played; `phases` decides its contents.  Must not know how memory is measured:
the caller calls `go` repeatedly, which plays one turn, and measures between two calls.  State that
must survive the interpreter is in two files of a folder, ``store`` and ``state``: after a power cut
or a restart of the device, the evening continues in a fresh one. Keeps to the device's subset,
because it runs there.

Run on MicroPython as ``-m evening BUILD FOLDER``, it plays up to the next fresh start; the caller
sets the paths of its imports.
"""

import gc
import sys
from binascii import crc32

from flash_file import Flash
from hands import Presses, Stones

STEP_MS = 5
WAIT_MS = 50
HOLD_MS = 700
# For a line of the link.
ROOM = 160
TURN, PHASE, ANEW, OVER = 0, 1, 2, 3
# No phase takes this many turns, unless the players are stuck.
MOST_TURNS = 4000


class Dice:
    """Random numbers that are the same on every interpreter."""

    def __init__(self, state: int):
        self.state = state

    def below(self, count: int) -> int:
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % count

    def bytes(self, count: int):
        """Return this many random bytes, as a chip's own source does."""
        return bytes([self.below(256) for _ in range(count)])

    def choice(self, items):
        return items[self.below(len(items))]


class Evening:
    """The players, their PC, and the device.

    Shape: `go` returns TURN, PHASE at the end of a phase, ANEW if a fresh interpreter must
    continue, OVER at the end; ``phase`` is the name of the last phase played.
    """

    def __init__(self, build_name: str, folder: str, store):
        from phases import phases_for
        from schiri_device.builds import load
        from schiri_device.link.session import HOST, Session

        self.build = load(build_name)
        self.store = store
        self._folder = folder
        with open(folder + "/state") as file:
            numbers, self.known, self.stood, lying = file.read().split("\n")
        words = [int(word) for word in numbers.split(" ")]
        self._at, self.now, seed, self.entries, self._seen = words
        self.dice = Dice(seed)
        self.hand = Stones(self, lying) if self.build.sensors else Presses(self)
        self.device = None
        self.host = Session(HOST, str, lambda now, then: now - then)
        self.is_plugged = False
        self.is_anew = False
        self.epoch = ""
        # The answer to the last request.
        self.answer = ""
        self._to_say: list = []
        self._asked = 0
        self._edges: tuple = ()
        self._phases = phases_for(self.build)
        self._turns = None
        self._count = 0
        self.phase = self._phases[self._at][0]

    def start(self) -> None:
        """Switch the device on."""
        from schiri_device.app.device import Device

        identity = ("TEST", "1")
        self.device = Device(self.build, self.store, self.dice.bytes, identity, self.now)

    def go(self) -> int:
        """Play one turn; between two turns nothing of it is on the stack."""
        if self._turns is None:
            self.phase, play = self._phases[self._at]
            self._turns, self._count = play(self), 0
        self._check_game()
        if not self.is_anew:
            for _ in self._turns:
                self._count += 1
                assert self._count < MOST_TURNS, self.phase
                return TURN
        self._turns = None
        self._at += 1
        if self._at == len(self._phases):
            return OVER
        return ANEW if self.is_anew else PHASE

    def _check_game(self) -> None:
        """Check that the game in memory is the one in the phase's name."""
        game, comma, _ = self.phase.partition(",")
        loaded = self.device.match.loaded
        assert not comma or game == loaded, self.phase + " with " + loaded

    def close(self) -> None:
        """Save the state for the next interpreter."""
        numbers = (self._at, self.now, self.dice.state, self.entries, self._seen)
        text = " ".join([str(number) for number in numbers])
        with open(self._folder + "/state", "w") as file:
            file.write("\n".join((text, self.known, self.stood, self.hand.letters)))

    def digest(self) -> str:
        """Return a check of all lights and messages of the device."""
        return f"{self.entries} {self._seen:08x}"

    # Time, presses and lines

    def step(self, for_ms: int = STEP_MS) -> None:
        """Let the device and the PC make one step."""
        if self.is_anew:
            return
        self.now = (self.now + for_ms) % (1 << 29)
        received = self.host.send(self.now, self._pull) if self.is_plugged else b""
        edges, self._edges = self._edges, ()
        room = ROOM if self.is_plugged else 0
        output = self.device.step(self.now, edges, received, room, self.hand.counts)
        if output.is_fresh:
            self._seen = crc32(output.frame, self._seen)
        self._seen = crc32(output.sent, self._seen)
        if self.is_plugged:
            for words in self.host.receive(self.now, output.sent):
                self._hear(words)
        if output.is_restart:
            self.is_anew = True

    def wait(self, for_ms: int) -> None:
        for at in range(for_ms // WAIT_MS):
            self.step(WAIT_MS)
            if at % 100 == 99:
                # The PC runs in this heap, too: its garbage is not the device's.
                gc.collect()

    def press(self, *names) -> None:
        """Press buttons in order."""
        for name in names:
            self._edge(name, True)
            self._edge(name, False)
            self.step()

    def hold(self, name: str) -> None:
        self._edge(name, True)
        self.wait(HOLD_MS)
        self._edge(name, False)
        self.step()

    def touch(self, cell: int) -> None:
        """Press a cell: its button, or the stick on it."""
        if self.build.has_cursor:
            self.device.screen.put_cursor(cell)
            self.press("press")
        else:
            pixel = self.device.screen.board.pixels[cell]
            self.press(self.build.order.find(bytes((pixel,))))

    def _edge(self, key, is_down: bool) -> None:
        from schiri_device.ticks import Edge

        self._edges = (Edge(key, is_down, self.now),)
        self.step()

    def ask(self, text: str) -> None:
        """Send a request of the PC, and repeat it while the device is busy."""
        self.answer = "busy"
        for _ in range(10):
            if self.is_anew or not self.answer.startswith("busy"):
                break
            self._asked += 1
            self._to_say.append(f"ask {self._asked} {text}")
            self.wait(400)

    def _pull(self, is_calm: bool):
        return self._to_say.pop(0) if self._to_say else None

    def _hear(self, words: list) -> None:
        kind = words[0]
        if kind == "up":
            self.epoch, first = words[4], words[5]
            self._to_say = ["clock 1", "again " + self.epoch + " " + first, "lights"]
        elif kind == "event":
            self.known = self.epoch + " " + words[1]
            self._to_say.append("ack " + self.known)
        elif kind == "answer":
            self.answer = " ".join(words[2:])
        elif kind == "edge":
            self._to_say.append("edges " + words[1] + " " + words[2])

    # The players' view

    def game(self):
        return self.device.match.table.game

    def mode(self) -> str:
        return self.device.mode_name

    def standing(self) -> int:
        """Return the number of entries that are not undone."""
        table = self.device.match.table
        return len(table.entries) if table else 0


def load_all(build: str, folder: str) -> None:
    """Load the modules that the device loads at a start with this store."""
    with open(folder + "/store", "rb") as file:
        store = bytearray(file.read())
    Evening(build, folder, store).start()


def play_on(build: str, folder: str, look) -> bool:
    """Play up to the next fresh start; return whether there is more to play."""
    store = Flash(folder + "/store")
    evening = Evening(build, folder, store)
    evening.start()
    while True:
        end = evening.go()
        look(evening, end)
        if end >= ANEW:
            evening.close()
            store.close()
            return end == ANEW


def main() -> None:
    import gc

    import micropython

    def look(evening, end: int) -> None:
        # As the device's own loop does.
        gc.collect()
        if end != TURN:
            print(evening.phase + ": " + evening.digest())
            micropython.mem_info()

    print("more" if play_on(sys.argv[1], sys.argv[2], look) else "over")


if __name__ == "__main__":
    main()
