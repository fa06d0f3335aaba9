"""The driver: records the events of the device at a port, until the port closes."""

import os
import select
import sys
import time
import tty

from .core import Client
from .log import Log


def main(port: str, path: str) -> None:
    """Record the events of the device at this port."""
    end = os.open(port, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(end)
    client = Client(Log(path), f"{time.time_ns() % 10**12}")
    while True:
        now = time.monotonic_ns() // 1_000_000
        if select.select([end], [], [], 0.01)[0]:
            client.receive(os.read(end, 4096), now)
        out = client.tick(now)
        while out:
            out = out[os.write(end, out) :]


if __name__ == "__main__":
    main(*sys.argv[1:])
