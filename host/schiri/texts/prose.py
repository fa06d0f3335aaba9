"""Events and states as sentences for people at a table.

Decides the words; must not decide anything about a game.
"""

from typing import Any

from schiri.texts import _, coded


def event_words(event: dict[str, Any]) -> str:
    """Return an event in words."""
    kind = event["event"]
    if kind == "end":
        return end_words(event["winner"], event["rule"])
    if kind == "void":
        return _("No stone can be placed any more: the set-up begins again. (SW-3, house rule)")
    if kind == "counter":
        return _("{name} has one counter move. (SW-7)").format(name=event["by"])
    if "by" in event:
        return f"{event['by']}: {event['entry']}"
    return str(event["entry"])


def end_words(winners: list[str], rule: str) -> str:
    """Return how a game ended, in words."""
    if not winners:
        result = _("The game is a draw.")
    elif len(winners) == 1:
        result = _("{name} has won.").format(name=winners[0])
    else:
        result = _("{names} have won.").format(names=", ".join(winners))
    return f"{result} {coded('ending', rule)} ({rule})"


def state_words(state: dict[str, Any]) -> str:
    """Return a state in words: the board, and who must do what."""
    lines = board_lines(state["position"]) if "position" in state else []
    if not state["over"]:
        act = coded("phase", state["phase"]).format(name=state["turn"])
        colour = state.get("colours", {}).get(state["turn"])
        lines.append(f"{act} ({coded('colour', state['game'] + ' ' + colour)})" if colour else act)
    return "\n".join(lines)


def board_lines(position: str) -> list[str]:
    """Return a board as lines of text, with the names of files and ranks.

    >>> print(board_lines("b./.w b")[0])
     2  b .
    """
    rows = position.split()[0].split("/")
    ranks = range(len(rows), 0, -1)
    lines = [f"{rank:2}  {' '.join(row)}" for rank, row in zip(ranks, rows, strict=True)]
    return [*lines, "    " + " ".join("abcdefgh"[: len(rows)])]
