"""One bit of the store flips: the data is right, has a gap, or is set aside; it is never lost."""

from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest
from schiri.simulator.flash import Flash
from schiri_device.app.context import Context
from schiri_device.app.device import Device
from schiri_device.journal import FIRST, SLOT, nothing, owner_of
from schiri_device.pc.messages import EventFeed
from schiri_device.pc.requests import handle_request

from tests.counts import count
from tests.entropy import Entropy
from tests.firmware.journals import board_rules, done, state_of
from tests.firmware.world import built
from tests.stores import new_store

SIZE = 4096
OWNER = owner_of("TEST", board_rules(5))
# The place of a possible compaction: in the second game.
COMPACT = "compact"
SCRIPTS = {
    "keys5": (
        "new switch AB layout=1",
        *("a1-c3", "b1-a1", "c3-b1", "undo", "dispute who?", "resign A"),
        "settings 0100",
        "new switch BA layout=2 repetition=off",
        *("a1-c3", "b1-a1", "set turn A", COMPACT, "move", "undo", "move", "move", "move"),
    ),
    "cursor": (
        "board " + "/".join(["RGBYRYGB", "YBGRGBRY"] * 4),
        "new joggle AB goal=1R board=own",
        *("R", "move", "roll", "undo", "roll", "move", "G", "move"),
        "new joggle ABCD teams=on goal=2S no-field=pass",
        *("R", "move", "dispute was it?", "B", "undo", "undo", COMPACT, "Y", "move", "roll"),
    ),
}
CASES = [(name, is_compacted) for name in SCRIPTS for is_compacted in (False, True)]


class Played(NamedTuple):
    """A journal of two short games: its bytes, its reports, and the positions of the second one.

    Shape: ``texts`` and ``positions`` are by number; ``second`` is that of the first event of the
    second game, ``late`` the place of the last event.
    """

    data: bytes
    epoch: str
    texts: dict[int, str]
    positions: dict[int, str]
    settings: dict[int, int]
    second: int
    late: int


@cache
def played(name: str, is_compacted: bool) -> Played:
    """Return the journal of two short games."""
    store = new_store(SIZE)
    device = start(name, store)
    # The game in memory is chosen at a start.
    device.settings["game"] = int(name == "cursor")
    device = start(name, store)
    positions: dict[int, str] = {}
    second, late, journal = 0, 0, device.journal
    for at, text in enumerate(SCRIPTS[name]):
        last, end = journal.last, journal.end
        if text == COMPACT:
            if is_compacted:
                done(device.compacting(at * 99))
                second = journal.first
            continue
        if text.startswith("new "):
            second = last + 1
        do(device, at * 99, text)
        if journal.last > last:
            late = end
            # A game and its board are added together. A compaction keeps only the last position.
            for number in range(last + 1, journal.last + 1):
                positions[number] = device.match.game.board_text()
    texts = told(device)
    while not texts[second].startswith(("board ", "new ")):
        # The origin and the score are not part of the position.
        second += 1
    settings = dict(device.settings._saved)
    return Played(bytes(store), journal.epoch, texts, positions, settings, second, late)


def start(name: str, store: Any) -> Any:
    """Switch a device on."""
    return Device(built(name), store, Entropy(5), ("TEST", "1"), 0)


def do(device: Any, now_ms: int, text: str) -> None:
    """Execute a word of a script: a random move, a roll by the device, or a request."""
    match = device.match
    if text == "roll":
        match.push(now_ms, match.game.parse_move("G"), True)
    elif text == "move":
        match.push(now_ms, match.game.legal_moves()[3])
    else:
        assert handle_request(device, now_ms, text) is None, text


def told(device: Any) -> dict[int, str]:
    """Return the events reported to a PC, each once; raise if they are out of order."""
    feed, found, number = EventFeed(device.journal), {}, 1
    for _ in range(100):
        words = (feed.next() or "").split(" ", 3)
        if words[0] == "event":
            assert int(words[1]) == number
            found[number] = words[3]
            number += 1
        elif words[0] == "gone":
            assert int(words[1]) == number <= int(words[2])
            number = int(words[2]) + 1
    assert number == feed.number == device.journal.last + 1
    return found


@pytest.mark.parametrize(("name", "is_compacted"), CASES)
def test_a_device_starts_with_any_bit_flipped(name: str, is_compacted: bool) -> None:
    known = played(name, is_compacted)
    random, asides, gaps = Random(name), 0, 0
    end = known.late + 6 * SLOT
    bits = [8 * at + bit for at in [*range(end), *range(SIZE - 8, SIZE)] for bit in range(8)]
    bits += random.sample(range(8 * end, 8 * SIZE - 64), 50)
    for bit in random.sample(bits, min(len(bits), count(40, len(bits)))):
        data = bytearray(known.data)
        data[bit // 8] ^= 1 << bit % 8
        flipped = bytes(data)
        device = start(name, data)
        for at in range(3):
            device.step(100 * at, (), b"", 256)
        gaps += look_at(device, known)
        if device.journal.problem:
            asides += 1
            # A journal that was set aside keeps every byte.
            assert data == flipped and device.journal.epoch == "-"
            assert device.match.table is None and device.mode_name == "aside"
    assert asides and (gaps or is_compacted)


def look_at(device: Any, known: Played) -> bool:
    """Check a device that started with a flipped bit; return whether there is a gap."""
    journal = device.journal
    assert not journal.is_new
    if journal.problem:
        assert journal.problem == "broken"
        return False
    assert journal.epoch == known.epoch
    texts = told(device)
    assert all(known.texts[number] == text for number, text in texts.items())
    assert journal.last == max(known.texts)
    assert device.match.game.board_text() == known.positions[journal.last]
    assert device.settings._saved == known.settings
    # The game on the table is complete.
    assert set(range(known.second, journal.last + 1)) <= set(texts)
    return len(texts) <= int(journal.last - journal.first)


# A running game, with a setting that makes it the one in memory.
RUNNING = {
    "keys5": ("new switch AB layout=1", "a1-c3", "b1-a1", "settings 0100", "c3-b1", "undo"),
    "cursor": ("new joggle AB goal=1R no-field=pass", "R", "move", "settings 0100", "roll"),
}


@pytest.mark.parametrize("name", RUNNING)
def test_a_flipped_bit_in_a_running_game_is_harmless_or_reported(name: str) -> None:
    store = Flash(SIZE)
    start(name, store).settings["game"] = int(name == "cursor")
    device = start(name, store)
    for at, text in enumerate(RUNNING[name]):
        do(device, 99 * at, text)
    right, end = all_of(restored(name, store)), device.journal.end
    assert right["left"] == "" and right["position"] == device.match.game.board_text()
    asides = 0
    for place in [*range(end + SLOT), *range(SIZE - SLOT, SIZE)]:
        for bit in range(8):
            flipped = Flash(SIZE)
            flipped.data[:] = store.data
            flipped.data[place] ^= 1 << bit
            before = bytes(flipped.data)
            found = restored(name, flipped)
            assert flipped.data == before and not found.journal.is_new
            if found.journal.problem:
                asides += 1
                assert found.journal.problem == "broken" and found.match.table is None
            else:
                assert all_of(found) == right
    # All bits of slots but those of their kinds; of the header all but its checks and marks.
    assert asides == 8 * (20 + (end - FIRST) // SLOT * (SLOT - 1))


def restored(name: str, store: Any) -> Context:
    """Return the state of a device after a start."""
    context = Context(built(name), store, Entropy(5), ("TEST", "1"), 0, nothing)
    context.resume(0)
    return context


def all_of(context: Context) -> dict[str, Any]:
    """Return all state that players or a PC can see."""
    journal = context.journal
    numbers = (journal.epoch, journal.first, journal.last)
    return {**state_of(context.match), "settings": dict(journal.settings), "numbers": numbers}
