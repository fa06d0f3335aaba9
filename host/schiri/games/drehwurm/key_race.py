"""Races on the keys of the PC, between two lines that are typed.

Decides which key is whose, and what ends a race.  Must not decide who was first: the referee does.
"""

from collections.abc import Callable

from schiri.events import Made
from schiri.games.adapter import Keys
from schiri.referee import Referee
from schiri.table.state import TableState
from schiri.texts import Words

OPENING = ("turned", "passed")


class KeyRace:
    """The races of a fast game at the prompt."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee

    def intro(self, words: Words) -> str:
        """Return which key is whose, and what they are worth."""
        seats = ", ".join(f"{number} {name}" for number, name in enumerate(self._referee.names, 1))
        return words.gettext(
            "Keys for the race after each turning: {seats}. Enter or the next command closes it. "
            "The keys of a PC are less exact than the device."
        ).format(seats=seats)

    def turner_after(self, command: str, state: TableState) -> str | None:
        """Return who has turned a pile by this command, just carried out; None for nobody."""
        if command.split()[:1] not in ([word] for word in OPENING):
            return None
        made = [event for event in state.told if isinstance(event, Made)]
        is_open = state.state is not None and state.state.phase == "race"
        return made[-1].by if is_open and made else None

    def run(self, keys: Keys, clock: Callable[[], int], turner: str) -> tuple[str, str]:
        """Return the claims that keys made, as a command, and what begins the line after them."""
        names = self._referee.names
        opened = clock()
        claims: dict[str, int] = {}
        seats = dict(zip("123456", names, strict=False))
        while pressed := keys().replace("\r", "\n"):
            ms = clock() - opened
            for at, key in enumerate(pressed):
                if not key.isdecimal():
                    # Whatever is no seat begins the next command; Enter alone closes the race.
                    begun = pressed[at:].removeprefix("\n")
                    print(begun, end="", flush=True)
                    return claims_text(claims), begun
                name = seats.get(key, turner)
                if name != turner and name not in claims:
                    claims[name] = ms
                    print(f"{name} {ms} ms", flush=True)
        return claims_text(claims), ""


def claims_text(claims: dict[str, int]) -> str:
    """Return the command that tells claims.

    >>> claims_text({"Ann": 310, "Ben": 310}), claims_text({})
    ('race Ann:310 Ben:310', '')
    """
    return " ".join(["race", *(f"{name}:{ms}" for name, ms in claims.items())]) if claims else ""
