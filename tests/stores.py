"""The memory of a new device, without any content."""


def new_store(size: int = 4096) -> bytearray:
    """Return the memory of a Pico, or a number of its bytes."""
    return bytearray(b"\xff" * size)
