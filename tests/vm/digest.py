"""A digest of all observed values, and dice with the same results on every interpreter."""

from binascii import crc32

try:
    from tests.entropy import Entropy
except ImportError:
    # A session on a small heap loads only the modules that it needs.
    from entropy import Entropy


class Digest:
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


def see_contract(digest, dice, game) -> None:
    """Sometimes add the common parts of every game to the digest: its texts, copies and moves."""
    if dice.below(8):
        return
    text = game.position()
    digest.add(text + repr(game))
    again = type(game).from_position(text, game.options)
    digest.add([again.position(), again.phase, again.outcome(), game == game.copy()])
    for count, move in enumerate(game.legal_moves()):
        digest.add(game.move_text(move))
        if count == 30:
            break
