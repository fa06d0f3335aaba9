"""Players' names: which are taken, which are not, and how many a game is for (TA-4)."""

import pytest
from schiri.events import Made
from schiri.referee import Referee
from schiri_engines.refusals import MalformedText, Refused

from tests.each import each


@each(
    "names",
    [["Ann", "Ben"], ["B", "A"], ["Zoë", "Straßenkönigin"], ["🎲", "王"], ["a" * 24, "A" * 24]]
    + [["undo", "draw"], ["-", "#"], ["b", "w"], ["1", "2"], ["(", ")"], ["Ann-Marie", "O_o"]]
    + [["ann", "Ann"]],
)
@each("game", ["switch", "joggle", "zwoggel"])
def test_names_are_taken_and_the_first_starts(names: list[str], game: str) -> None:
    referee = Referee(game, names)
    assert referee.state().turn == names[0]
    made = referee.command(f"resign {names[1]}")[0]
    assert isinstance(made, Made) and made.entry == f"resign {names[1]}"


def test_names_may_be_words_of_the_referee() -> None:
    referee = Referee("drehwurm", ["next", "turned", "undo"], {"mode": "fast"})
    for command in ["turned", "race next:3 undo:3", "illegal", "stands", "ate undo y 1 0 1", "end"]:
        referee.command(command)
    assert referee.command("left undo 3")[0] == Made("left", "left undo 3", "undo")


@each(
    "name",
    ["", " ", "Ann Lee", " Ann", "Ann ", "Ann\t", "A\u00a0B", "A\u3000B", "A\u200bB", "A\nB"]
    + ["Ann:", '"Ann"', "O'Neill", "O’Neill", "„Ann“", "«Ann»", "‹Ann›", "a" * 25, "🎲" * 25]
    + ["\x1b[31mAnn", "A\x00", "\x7f", "\ue000", "\udcff", "\u202eAnn", "C:1", "C\x07"],
)
def test_a_name_that_is_none_is_refused(name: str) -> None:
    for names in ([name, "Ben"], ["Ben", name], ["A", "B", name]):
        with pytest.raises(Refused) as raised:
            Referee("switch" if len(names) == 2 else "drehwurm", names)
        assert (raised.value.refusal.code, raised.value.refusal.rule) == ("bad-name", "TA-4")


@pytest.mark.parametrize("names", [["Ann", "Ann"], ["A", "A", "A"], ["Ann", "Ben", "Ann"]])
def test_doubled_names_are_refused(names: list[str]) -> None:
    with pytest.raises(Refused) as raised:
        Referee("switch", names)
    assert (raised.value.refusal.code, raised.value.refusal.rule) == ("doubled-name", "TA-4")


@each(
    ("game", "options", "counts"),
    [("switch", {}, {2}), ("joggle", {}, {2}), ("joggle", {"teams": "on"}, {4})]
    + [("zwoggel", {}, {2, 3, 4}), ("drehwurm", {}, {3, 4, 5, 6})],
)
def test_a_game_is_for_so_many(game: str, options: dict[str, str], counts: set[int]) -> None:
    # Without names the players are letters.
    assert list(Referee(game, [], options).names) == list("ABCD"[: min(counts)])
    for number in (*range(1, 8), 40):
        names = [f"P{each}" for each in range(number)]
        if number in counts:
            assert Referee(game, names, options).names == tuple(names)
            continue
        with pytest.raises(MalformedText) as raised:
            Referee(game, names, options)
        assert raised.value.code == "bad-player-count"
        wanted = {str(min(counts)), f"{min(counts)}-{max(counts)}"}
        assert raised.value.found == str(number) and raised.value.wanted in wanted
