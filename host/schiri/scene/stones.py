"""The stones of a simulated board that feels them, as controls to move them.

Must not know what a move is: the device feels the stones, and says it.
"""

from schiri_engines.grid import cell_text

from schiri.device.reports import DeviceView, StonesView
from schiri.scene.participant import Participant
from schiri.scene.scene import Control, Icon, StoneBoard
from schiri.table.intents import Drop, LayStones, Lift
from schiri.texts import N_, Words

STONES = {"b": N_("dark stone"), "w": N_("light stone")}
# The id of the place beside the board, and what begins that of a field.
BESIDE, FIELD = "beside", "stone-"
# What lays all stones as the lights ask for: before the game, and in it.
LAY, PUT_RIGHT = N_("Lay the stones"), N_("Put the stones right")
# The keys of the terminal for a stone of each colour beside the board.
KEYS = {"b": ",", "w": "."}


def stone_board(device: DeviceView, person: Participant) -> StoneBoard | None:
    """Return the stones on and beside the board, None if they are not known."""
    stones, words, size = device.stones, person.words, device.build.size
    if stones is None:
        return None
    label = words.gettext("The board with its stones")
    names = [cell_text(cell, size) for cell in range(len(stones.letters))]
    fields = []
    for rank in reversed(range(size)):
        for cell in range(rank * size, (rank + 1) * size):
            fields.append(_field(words, stones, names[cell], stones.letters[cell]))
    beside = tuple(_beside(words, stones, letter) for letter in STONES)
    held = ", ".join(_stone(words, letter) for letter in reversed(stones.hand))
    hands = words.say("In the hand: {stones}", stones=held) if held else ""
    board = StoneBoard(label, size, tuple(fields), beside, stones.hand, hands)
    if not person.may_act:
        return board._replace(
            fields=tuple(each._replace(action=None) for each in board.fields),
            beside=tuple(each._replace(action=None, key="") for each in beside),
        )
    places = {BESIDE: "", **{FIELD + name: name for name in names}}
    drops = tuple(
        Control(f"drop-{letter}-{id}", label, Drop(place, letter))
        for letter in STONES
        for id, place in places.items()
    )
    return board._replace(drops=drops, controls=_controls(device, stones, words))


def _controls(device: DeviceView, stones: StonesView, words: Words) -> tuple[Control, ...]:
    """Return controls that put the last stone beside the board, and lay what the lights ask for."""
    found, now = [], device.status
    if stones.hand:
        found.append(Control(BESIDE, words.gettext("Put it beside the board"), Drop(""), "-"))
    if stones.wanted not in ("", stones.letters):
        is_begun = now is not None and now.mode == "put-right"
        label = words.gettext(PUT_RIGHT if is_begun else LAY)
        found.append(Control("lay-stones", label, LayStones(stones.wanted), "j", "strong"))
    return tuple(found)


def _field(words: Words, stones: StonesView, name: str, letter: str) -> Control:
    """Return a cell, with its stone in words, as the one of the game's board."""
    if letter != ".":
        label = f"{name}, {_stone(words, letter)}"
        return Control(FIELD + name, label, Lift(name), icon=Icon("stone", letter))
    label = f"{name}, {words.gettext('free')}"
    return Control(FIELD + name, label, Drop(name) if stones.hand else None)


def _beside(words: Words, stones: StonesView, letter: str) -> Control:
    count = stones.beside(letter)
    label = words.say(
        "{stone}, {count} beside the board", stone=_stone(words, letter), count=str(count)
    )
    action = Lift(letter) if count else None
    icon = Icon("stone", letter)
    return Control(f"beside-{letter}", label, action, KEYS[letter], icon=icon, note=str(count))


def _stone(words: Words, letter: str) -> str:
    return words.gettext(STONES[letter])
