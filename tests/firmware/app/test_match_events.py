"""Events of a match: when they are appended or refused, and how a start replays them.

The commands of a script: ``journal EVENT | ...`` makes the match of a journal with these events; a
move is its number, and ``lost`` an unreadable event.  ``loaded GAME`` loads another game for it.
``cut`` is a power cut, ``again`` another start, which must find the same state.  ``start GAME SEATS
OPTION ...`` begins a game, ``elsewhere GAME SEATS OPTION ...`` takes over one that began elsewhere.
``do ENTRY``, ``push MOVE``, ``wait MS``, ``compact``, ``forget``, ``epoch``, ``boot MS``,
``score``, ``fail TEXT`` and ``recover`` call the match, ``room SLOTS`` fills the journal with
unread moves, and ``seats GAME OPTION ...`` prints the seats of a game. Below a command are the new
events with their times, and the state of the game.
"""

from typing import Any

import pytest
from schiri.simulator.flash import Flash
from schiri_engines.refusals import MalformedText

from tests import golden
from tests.firmware.journals import again, done, events_in, journal_on, match_on, state_of, times_in

A_MOVE = 12 << 5
ELSEWHERE = "89abcdef 41"


class Script:
    """Answers the commands of a script."""

    def __init__(self) -> None:
        self.loaded, self.now_ms = "switch", 0
        self.match: Any = match_on(journal_on(Flash()))
        self.told = 0

    def __call__(self, command: str) -> list[str]:
        """Execute a command, and return its output."""
        verb, _, rest = command.partition(" ")
        answer = getattr(self, "do_" + verb)(rest)
        journal = self.match.journal
        events = zip(events_in(journal), times_in(journal), strict=True)
        new = [
            f"{number} {at} {text}".replace(journal.epoch, "EPOCH")
            for (number, text), at in events
            if number > self.told
        ]
        self.told = journal.last
        return ([answer] if answer else []) + new + [self.state()]

    def state(self) -> str:
        """Return the state of the game."""
        match = self.match
        known = [match.table.phase if match.table else "no game", *match.seats]
        known += ["ended"] if match.outcome else []
        known += [f"of {match.origin}"] if match.origin else []
        known += [f"{letter}={count}" for letter, count in sorted(match.wins.items()) if count]
        known += [f"left {match.left}"] if match.left else []
        known += ["torn"] * match.is_torn + ["resumed"] * match.is_resumed
        known += [f"booted at {match.boot_ms}"] if match.boot_ms is not None else []
        known.append(f"at {match.epoch_ms(self.now_ms)}")
        return " ".join(known).replace(match.journal.epoch, "EPOCH")

    def do_journal(self, rest: str) -> None:
        journal = journal_on(Flash())
        for event in filter(None, rest.split(" | ")):
            if event == "lost":
                journal.last += 1
            elif event.isdigit():
                journal.append("", int(event), 0)
            else:
                journal.append(event, None, 0)
        self.told, self.now_ms = journal.last, 0
        self.match = match_on(journal, self.loaded)

    def do_loaded(self, name: str) -> None:
        self.loaded = name
        self.do_journal("")

    def do_cut(self, rest: str) -> None:
        self.match = match_on(again(self.match.journal), self.loaded, self.now_ms)
        self.match.resume(True)

    def do_again(self, rest: str) -> str:
        found = match_on(again(self.match.journal), self.loaded, self.now_ms)
        return "the same" if state_of(found) == state_of(self.match) else "another"

    def do_start(self, rest: str, origin: str = "") -> None:
        game, seats, *options = rest.split(" ")
        found = dict(option.split("=") for option in options)
        self.match.start(self.now_ms, game, found, tuple(seats), origin)

    def do_elsewhere(self, rest: str) -> None:
        self.do_start(rest, ELSEWHERE)

    def do_do(self, rest: str) -> str:
        refusal = self.match.do(self.now_ms, self.match.table.parse(rest))
        return f"no: {refusal.code} {refusal.rule}" if refusal else ""

    def do_push(self, rest: str) -> None:
        self.match.push(self.now_ms, self.match.table.parse(rest))

    def do_wait(self, rest: str) -> None:
        self.now_ms += int(rest)
        self.match.wait(self.now_ms)

    def do_compact(self, rest: str) -> None:
        done(self.match.compacting(self.now_ms))

    def do_forget(self, rest: str) -> None:
        self.match.forget()

    def do_epoch(self, rest: str) -> None:
        before = self.match.journal.epoch
        self.match.start_epoch(self.now_ms)
        assert self.match.journal.epoch != before
        self.told = 0

    def do_boot(self, rest: str) -> None:
        self.match.boot_ms = int(rest)

    def do_score(self, rest: str) -> None:
        self.match.record_score(self.now_ms)

    def do_fail(self, text: str) -> None:
        self.match.record_failure(self.now_ms, text)

    def do_recover(self, rest: str) -> None:
        self.match.recover(self.now_ms)

    def do_room(self, rest: str) -> None:
        journal = self.match.journal
        while journal.room() > int(rest):
            journal.append("", A_MOVE, 0)
        self.told = journal.last

    def do_seats(self, rest: str) -> str:
        game, *options = rest.split(" ")
        return "".join(self.match.seats_for(game, dict(option.split("=") for option in options)))


@golden.each_in("firmware/app/matches")
def test_a_match_keeps_what_is_written(script: golden.Script) -> None:
    assert script.played() == script.text


def test_a_forgotten_match_is_as_new() -> None:
    new, match = (match_on(journal_on(Flash())) for _ in range(2))
    match.start(0, "switch", {"layout": "1"}, ("A", "B"))
    match.do(0, ("resign", 0))
    match.forget()
    for each in (new, match):
        assert (each.table, each.outcome, each.wins, each.origin) == (None, None, {}, "")
        assert (each.left, each.text, each.is_torn, each.is_resumed) == ("", "", False, False)


def test_a_colour_is_that_of_the_first_seat_that_has_it() -> None:
    match = match_on(journal_on(Flash()), "joggle")
    match.start(0, "joggle", {"goal": "2S", "teams": "on"}, ("B", "C", "D", "A"))
    assert (match.seat_of("w"), match.seat_of("b")) == (0, 1)


def test_a_game_whose_board_is_missing_is_malformed() -> None:
    journal = journal_on(Flash())
    journal.append("new joggle AB board=own goal=1R", None, 0)
    with pytest.raises(MalformedText):
        match_on(journal, "joggle")
