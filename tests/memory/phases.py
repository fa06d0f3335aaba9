"""The phases of the evening, in order: the players' actions in each.

Decides the length of each.  A phase is a generator that yields after each turn, so that the caller
can measure the memory there. It starts from any state of the lights, because a phase that ends in a
fresh start leaves the rest to the next one.  A phase named "GAME, ..." has that game in memory from
its first turn to its last.
"""

from players import begin, choose, choose_in_menu, games, play, seek, to_table
from schiri_engines.game_rows import names_for

# The smallest board with two games.
FULL = 8
# The time in which a device notices a silent PC and waits for its return.
GONE_MS = 14000
PICTURES = "wbryguRG!o."


def power_on(evening):
    """The journal is empty, and the lights ask for a game."""
    evening.wait(1000)
    yield


def switch_alone(evening):
    choose(evening, "switch")
    begin(evening)
    yield
    yield from games(evening, 2, 110)


def full_journal(evening):
    """No PC has connected: the journal fills in mid-game, and is compacted behind a sign."""
    journal = evening.device.journal
    first = journal.first
    yield from games(evening, 1, 800 if evening.game().ROLL else 520, False)
    assert journal.first > first
    evening.press("black")
    yield


def another_game(evening):
    """Continue, with another game if the last one is over, and play for a while."""
    if evening.mode() == "finished":
        evening.press("white")
    yield from to_table(evening)
    for _ in range(60):
        play(evening, False)
        yield


def undo(evening):
    """Undo all that can be undone, and correct the real board."""
    yield from another_game(evening)
    refused = 0
    while refused < 3:
        before = evening.standing()
        evening.press("black")
        evening.entries += 1
        if evening.mode() not in ("play", "dice", "put-right", "finished"):
            evening.wait(2000)
        refused = refused + 1 if evening.standing() >= before else 0
        yield
    yield from to_table(evening)


def menu(evening):
    """Look at all of the menu, change settings, agree on a draw, undo it, and resign."""
    for _ in range(3):
        play(evening, False)
    yield from to_table(evening)
    evening.hold("black")
    for _ in range(12):
        evening.press("blue")
        if "=" in evening.device.mode.detail():
            evening.press("white")
        yield
    evening.press("black")
    yield from choose_in_menu(evening, "draw", "white", "black")
    evening.press("yellow", "yellow", "black")
    yield from to_table(evening)
    yield from choose_in_menu(evening, "pause")
    evening.press("white")
    yield


def correct(evening):
    """The lights are wrong: exchange two pieces, and confirm the position."""
    yield from to_table(evening)
    yield from choose_in_menu(evening, "correct")
    if evening.mode() == "correct":
        cells = evening.game().cells()
        if "b" in cells and "w" in cells:
            evening.hand.correct(cells.index("b"), cells.index("w"))
        evening.press("white")
        yield
        evening.press("black")
    yield from to_table(evening)
    for _ in range(6):
        play(evening, False)
        yield


def connect(evening):
    """A PC receives all events, and mirrors the lights."""
    plug_in(evening, "t1")
    for _ in range(200):
        evening.wait(100)
        yield
        if evening.known.endswith(" " + str(evening.device.journal.last)):
            break
    evening.ask("press yellow")
    evening.ask("undo")
    evening.ask("set turn nobody")
    yield
    yield from games(evening, 1, 90)


def best_moves(evening):
    """With a PC connected, when memory is scarcest: a hint for A, and the device plays for B."""
    evening.ask("new switch AB layout=1 hints-a=free device-b=4")
    evening.hand.lay()
    for _ in range(8):
        yield from seek(evening, "yellow")
        play(evening, False)
        yield from seek(evening)
        evening.hand.answer()
        yield
    evening.ask("new switch AB layout=1")
    evening.hand.lay()
    yield


def disconnect(evening):
    """The cable is pulled in the middle of the game."""
    yield from unplug(evening)
    yield from games(evening, 1, 60)
    yield from another_game(evening)


def plug_in(evening, token):
    """Connect a PC that knows nothing of earlier connections."""
    evening.is_plugged = True
    evening.host.open(evening.now, token)


def unplug(evening):
    """Pull the cable, and wait until the device no longer expects the PC."""
    evening.is_plugged = False
    evening.wait(GONE_MS)
    yield


def power_cut(evening):
    """The device resumes its game."""
    evening.wait(1000)
    yield from to_table(evening)
    for _ in range(10):
        play(evening, False)
        yield


def clock(evening):
    """A PC begins a game with a clock, and is gone: the journal fills up."""
    plug_in(evening, "t6")
    evening.wait(2000)
    yield
    evening.ask("new switch AB clock=5+3")
    assert evening.answer == "ok", evening.answer
    yield from games(evening, 1, 60)
    yield from unplug(evening)
    yield from full_journal(evening)
    assert evening.device.match.clock


def leave(evening):
    """The game is left, and all games are offered."""
    yield from choose_in_menu(evening, "leave")
    assert evening.mode() == "choose", evening.mode()
    evening.wait(2000)
    yield


def chosen(game):
    """Return the phase in which another game is chosen, which restarts the program."""

    def choose_it(evening):
        choose(evening, game)
        yield

    return choose_it


def alone(evening):
    begin(evening)
    yield from to_table(evening)
    yield from games(evening, 3, 50)


def go_back(evening):
    """The players accept no start: they continue the game that was left."""
    assert evening.mode() == "options", evening.mode()
    evening.press("black", "black")
    assert evening.mode() == "restart", evening.mode()
    evening.wait(2000)
    yield


def free_setup(evening):
    """A game whose stones the players place."""
    begin(evening, 3)
    yield from to_table(evening)
    yield from games(evening, 1, 60)


def paint(evening):
    """Paint the board, and play on it."""
    evening.press("yellow", "red", "white")
    assert evening.mode() == "paint", evening.mode()
    evening.press(*[evening.dice.choice(COLOURED[:4]) for _ in range(64)])
    evening.press("white", "black")
    begin(evening, 1)
    yield from to_table(evening)
    yield from games(evening, 1, 60)


def panel(evening):
    """A PC shows cards: pictures and races."""
    plug_in(evening, "t2")
    for _ in range(30):
        evening.wait(500)
        yield
    evening.ask("panel new")
    count = evening.build.size**2
    for _ in range(6):
        picture = "".join([evening.dice.choice(PICTURES) for _ in range(count)])
        evening.ask("panel " + picture + " a1")
        evening.press(*COLOURED)
        evening.press(*COLOURED)
        yield
    evening.ask("panel off")
    evening.wait(1000)
    yield


def go_on(evening):
    """The players play without a PC."""
    yield from to_table(evening)
    for _ in range(60):
        play(evening, False)
        yield


COLOURED = ("red", "yellow", "green", "blue", "white", "black")


def before_loss(evening):
    """The PC knows the position of the game; then an erasure is cut."""
    plug_in(evening, "t3")
    evening.wait(2000)
    yield from to_table(evening)
    for _ in range(20):
        play(evening, False)
        yield
    if evening.mode() == "finished":
        # A short game may be over by now, and only a running game is restored.
        evening.press("white")
        yield from to_table(evening)
    # The PC then has all of it.
    evening.wait(3000)
    texts = [text for text in evening.device.match.checkpoint() if text.split(" ")[0] in ASKED]
    evening.stood = "|".join(texts)
    for at in range(0, len(evening.store), 64):
        evening.store[at : at + 64] = b"\x00" * 64
    evening.is_anew = True
    yield


# The parts of a checkpoint that a PC restores.
ASKED = ("board", "new", "set")


def _ask_back(evening) -> None:
    """Let the PC restore what it knows; the program restarts for another game."""
    for text in evening.stood.split("|"):
        is_new = text.startswith("new ")
        evening.ask("restore " + evening.known + text[3:] if is_new else text)
        if evening.is_anew:
            break
        assert evening.answer == "ok", text + ": " + evening.answer


def restore(evening):
    """The device has lost its journal, and the PC restores what it knows."""
    plug_in(evening, "t4")
    evening.wait(2000)
    yield
    if evening.build.sensors:
        yield from calibrate(evening)
    evening.ask("settings 0103")
    _ask_back(evening)
    yield


def restored(evening):
    """The game continues from its position."""
    plug_in(evening, "t5")
    evening.wait(2000)
    if not evening.device.match.table:
        _ask_back(evening)
    yield
    yield from to_table(evening)
    for _ in range(30):
        play(evening, False)
        yield
    evening.wait(5000)
    yield


def calibrate(evening):
    """The sensors have no levels: stones are laid field by field."""
    yield from evening.hand.calibrate()


def calibrate_again(evening):
    """Calibrate in the middle of a game, which goes on."""
    yield from choose_in_menu(evening, "calibrate")
    yield from calibrate(evening)
    yield from to_table(evening)


def fumble(evening):
    """Stones are in hands, and the board is swept."""
    for _ in range(8):
        yield from to_table(evening)
        yield from evening.hand.fumble()
        play(evening, False)


def cut(evening):
    """The power is cut: the next phase runs in a fresh interpreter."""
    evening.wait(100)
    evening.is_anew = True
    yield


SWITCH = (
    ("power on", power_on),
    ("switch, alone", switch_alone),
    ("switch, journal full", full_journal),
    ("switch, undo to the limit", undo),
    ("switch, menu", menu),
    ("switch, correct", correct),
    ("switch, a PC connects", connect),
    ("switch, best moves", best_moves),
    ("switch, a PC is gone", disconnect),
    ("switch, power cut", cut),
    ("switch, resumed", power_cut),
)
JOGGLE = (
    ("switch, left", leave),
    ("joggle is chosen", chosen("joggle")),
    ("joggle, alone", alone),
    ("joggle, journal full", full_journal),
    ("joggle, undo to the limit", undo),
    ("joggle, menu", menu),
    ("joggle, correct", correct),
    ("joggle, power cut", cut),
    ("joggle, resumed", power_cut),
    ("joggle, left", leave),
    ("switch is chosen", chosen("switch")),
    ("switch, not begun", go_back),
    ("joggle, gone on with", power_cut),
    ("joggle, left again", leave),
    ("switch is chosen again", chosen("switch")),
    ("switch, free set-up", free_setup),
    ("switch, left again", leave),
    ("joggle is chosen again", chosen("joggle")),
    ("joggle, painted", paint),
)
# On a board that feels its stones: before all others, and after those of Switch.
UNCALIBRATED = (("calibration", calibrate),)
FELT = (
    ("switch, stones in hands", fumble),
    ("switch, calibrated again", calibrate_again),
    ("switch, left", leave),
    ("switch, free set-up", free_setup),
)
# With each further game of the registry in place of GAME.
FURTHER = (
    ("GAME, alone", alone),
    ("GAME, journal full", full_journal),
    ("GAME, undo to the limit", undo),
    ("GAME, menu", menu),
    ("GAME, correct", correct),
    ("GAME, power cut", cut),
    ("GAME, resumed", power_cut),
)
# With the last game in place of LAST.
LAST = (
    ("LAST, panel of cards", panel),
    ("LAST, the panel is gone", unplug),
    ("LAST, journal lost", before_loss),
    ("a PC restores", restore),
    ("LAST, restored", restored),
    ("LAST, the PC is gone", unplug),
    # The memory after an evening is measured here.
    ("LAST, after the evening", go_on),
)


def phases_for(build) -> list:
    """Return the phases of an evening with this build: names and generators."""
    has_both = build.size >= FULL
    last = "joggle" if has_both else "switch"
    phases = list(SWITCH + (JOGGLE if has_both else ()))
    if build.sensors:
        phases = list(UNCALIBRATED) + phases + list(FELT)
    for game in names_for(build.size):
        if game not in ("switch", "joggle"):
            phases += [(last + ", left for " + game, leave), (game + " is chosen", chosen(game))]
            phases += [(name.replace("GAME", game), play) for name, play in FURTHER]
            last = game
    phases += [(name.replace("LAST", last), play) for name, play in LAST]
    if last != "switch":
        phases += [
            (last + ", left for a clock", leave),
            ("switch is chosen last", chosen("switch")),
        ]
    return phases + [("switch, with a clock", clock)]
