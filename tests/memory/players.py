"""The players: their presses at the table, in the menu and to choose a game.

Decides their reaction to any state of the lights.  Must not know the phase of the evening.  An
action of several turns is a generator that yields after each.
"""

COLOURS = ("red", "yellow", "green", "blue", "white")
# The modes in which a move or a roll is due.
PLAYED = ("play", "dice")
# Those in which the real pieces are not right yet.
LAID = ("lay", "resume", "put-right")
# The longest search for a hint, in steps.
SEEKING_STEPS = 300
# Signs of failures, which must not appear in an evening.
FAILURES = ("failed", "aside", "rescue")


def play(evening, may_end: bool) -> None:
    """Do what is due: a roll, a move, or another input."""
    mode = evening.mode()
    if mode == "dice" and evening.game().phase == "roll":
        evening.entries += 1
        if evening.dice.below(30) == 0:
            evening.hold("white")
        else:
            faces = [each for each in COLOURS if each in evening.device.mode.FACES]
            evening.press(evening.dice.choice(faces))
    elif mode in PLAYED:
        evening.entries += 1
        move = _move(evening, may_end)
        evening.hand.make(move)
        if evening.dice.below(2) and evening.mode() in PLAYED:
            # It may need a confirmation.
            evening.press("white")
    elif mode == "place":
        evening.entries += 1
        _place(evening)
    elif mode in ("menu", "rules", "correct", "ask"):
        evening.press("black")
    elif mode == "choose":
        # The game ended with the compaction of the journal: choose another one of the same kind.
        is_same = evening.device.mode.detail() == evening.device.match.loaded
        evening.press("white" if is_same else "blue")
    else:
        assert mode not in FAILURES, mode
        lay_or_press(evening)
        if evening.mode() == mode != "put-right":
            # It shows a sign, and continues by itself.
            evening.wait(500)


def _place(evening) -> None:
    """Place a stone, or choose a colour, in the free set-up."""
    game = evening.game()
    move = evening.dice.choice(game.legal_moves())
    _, where, *letter = game.move_text(move).split(" ")
    if letter:
        evening.hand.place(game.move_cells(move)[0], letter[0])
    else:
        evening.hand.choose(game.cells().index(where))


def lay_or_press(evening) -> None:
    """Lay the pieces if that is due, otherwise press white."""
    if evening.mode() in LAID:
        evening.hand.lay()
    else:
        evening.press("white")


def _move(evening, may_end: bool) -> int:
    """Return a legal move, and if the game may not end, preferably one that does not end it."""
    game = evening.game()
    moves = some_moves(evening)
    move = evening.dice.choice(moves)
    for _ in range(12):
        game.push(move)
        ends = game.outcome() is not None
        game.pop()
        if may_end or not ends:
            break
        move = evening.dice.choice(moves)
    return move


def some_moves(evening) -> list:
    """Return legal moves, with a die those of one cell: all would take too much memory."""
    game = evening.game()
    if not game.ROLL:
        return game.legal_moves()
    return game.moves_from(evening.dice.choice(sorted(evening.device.mode.movable())))


def seek(evening, button: str = ""):
    """Ask for a hint, or let the device think about its move, with a spectator meanwhile."""
    if evening.mode() != "play":
        return
    if button:
        evening.hold(button)
    for _ in range(SEEKING_STEPS):
        evening.step()
        yield
        if not button and evening.device.mode.detail() != "thinking":
            break


def choose(evening, game: str) -> None:
    """Choose a game; for one that is not in memory the program restarts."""
    for _ in range(8):
        if evening.mode() != "choose":
            break
        evening.press("white" if evening.device.mode.detail() == game else "blue")
    if evening.mode() == "restart":
        evening.wait(2000)


def begin(evening, start: int = 0) -> None:
    """Look at the options of a game, and begin it with one of the offered starts."""
    evening.press("yellow")
    if evening.mode() == "rules":
        evening.press("blue", "blue", "black")
    evening.press(*["blue"] * start)
    for _ in range(4):
        if evening.mode() in ("options", "lay"):
            lay_or_press(evening)


def games(evening, count: int, entries: int, may_end: bool = True):
    """Play this many games, each for at most this many entries; the last of them is left there.

    If games may not end, a finished one is undone and continued, and hardly anything else is
    undone: this makes the longest possible games.
    """
    for _ in range(count):
        if evening.mode() == "finished":
            evening.press("white")
        before = evening.entries
        while evening.entries < before + entries and not evening.is_anew:
            if evening.mode() == "finished":
                # To make the game long, its end is undone.
                evening.press("black")
                evening.entries += 1
            play(evening, may_end)
            what = evening.dice.below(24)
            if what == 0:
                evening.press("yellow")
            elif what == 1 and evening.mode() in ("play", "dice"):
                evening.hand.stumble()
            elif what == 2 and may_end:
                evening.press("black")
                evening.entries += 1
            yield
            if may_end and evening.mode() == "finished":
                break
        if evening.mode() != "finished":
            yield from choose_in_menu(evening, "resign", "black")


def to_table(evening):
    """Continue until a move or a roll is due, or the game is over."""
    for _ in range(60):
        if evening.mode() in ("play", "dice", "finished"):
            return
        play(evening, True)
        yield


def choose_in_menu(evening, entry: str, *answers):
    """Choose an entry of the menu, and confirm it."""
    yield from to_table(evening)
    evening.hold("black")
    yield
    for _ in range(16):
        if evening.mode() != "menu":
            return
        if evening.device.mode.detail().split("=")[0] == entry:
            evening.press("white", *answers)
            yield
            return
        evening.press("blue")
    evening.press("black")
    yield
