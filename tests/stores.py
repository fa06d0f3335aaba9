"""A device's memory in which nothing was ever written."""


def new_store(size: int = 4096) -> bytearray:
    """Return the memory of a Pico, or as many bytes of one."""
    return bytearray(b"\xff" * size)
