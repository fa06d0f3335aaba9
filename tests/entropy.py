"""Random bytes that are the same on every interpreter."""


class Entropy:
    """A seeded source of bytes, in place of a device's hardware.

    >>> Entropy(1)(2)
    b'\\xc6~'
    """

    def __init__(self, seed: int) -> None:
        self.state = seed

    def __call__(self, count: int) -> bytes:
        out = []
        for _ in range(count):
            self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
            out.append(self.state >> 16 & 255)
        return bytes(out)
