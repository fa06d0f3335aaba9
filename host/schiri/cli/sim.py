"""``schiri sim``: a simulated device on a pseudo-terminal."""

import os
import sys
import threading
import time
from queue import Empty, SimpleQueue

import click

from schiri.cli.builds import build_of
from schiri.cli.language import language_option
from schiri.device.pty_wire import PtyWire
from schiri.device.simulator import Simulator
from schiri.device.typist import Typist
from schiri.texts import _

STEP_S = 0.005
STDIN = 0


@click.command()
@click.option("--build", "name", default="cursor", metavar="B", help="cursor, keys5 or pads.")
@click.option("--seed", type=click.IntRange(0, 9999), help="Makes its randomness repeatable.")
@language_option
def sim(name: str, seed: int | None) -> int:
    """Start a simulated device that any serial program can open.

    Its buttons are pressed by typing their names, such as "press up white hold-black".
    """
    build = build_of(name)
    wire = PtyWire()
    simulator = Simulator(build, wire, seed)
    typist = Typist(simulator)
    typed: SimpleQueue[str] = SimpleQueue()
    start = time.monotonic()
    try:
        print(f"port: {wire.path}", flush=True)
        if is_stdin_ours():
            print(" ".join(build.buttons), file=sys.stderr)
            threading.Thread(target=read_lines, args=(typed,), daemon=True).start()
        while True:
            at_ms = round((time.monotonic() - start) * 1000)
            type_what_came(typed, typist)
            typist.step(at_ms)
            simulator.step(at_ms)
            time.sleep(STEP_S)
    except KeyboardInterrupt:
        return 0
    finally:
        wire.close()


def is_stdin_ours() -> bool:
    """Tell whether reading standard input would not stop us as a background job."""
    if sys.stdin is None or sys.stdin.closed:
        return False
    return not sys.stdin.isatty() or os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()


def read_lines(typed: SimpleQueue[str]) -> None:
    """Pass on the lines of standard input; what is no text is no button either."""
    with open(STDIN, encoding="utf-8", errors="replace", closefd=False) as lines:
        for line in lines:
            typed.put(line)


def type_what_came(typed: SimpleQueue[str], typist: Typist) -> None:
    """Let the buttons be pressed whose names were typed."""
    try:
        unknown = typist.type(typed.get_nowait())
    except Empty:
        return
    if unknown:
        print(_("There is no button {names}.").format(names=" ".join(unknown)), file=sys.stderr)
