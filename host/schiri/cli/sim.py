"""``schiri sim``: a simulated device on a pseudo-terminal."""

import os
import sys
import threading
import time
from pathlib import Path
from queue import Empty, SimpleQueue
from secrets import randbits
from typing import NoReturn

import click

from schiri.cli.builds import build_of
from schiri.cli.language import language_option
from schiri.errors import Fault
from schiri.simulator.button_presser import Typist
from schiri.simulator.fault_injector import Ordeal
from schiri.simulator.fault_plan import HOST, NOISE, POWER, PULL, Mishap, Schedule, parse_schedule
from schiri.simulator.pty_wire import PtyWire
from schiri.texts import _

STEP_S = 0.005
STDIN = 0


@click.command()
@click.option("--build", "name", metavar="B", help="cursor, keys5 or pads.")
@click.option("--seed", type=click.IntRange(0, 9999), help="Makes its randomness repeatable.")
@click.option(
    "--faults",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Lets go wrong what a file says: cable, power, noise.",
)
@language_option
def sim(name: str | None, seed: int | None, faults: Path | None) -> int:
    """Start a simulated device that any serial program can open.

    Its buttons are pressed by typing their names, such as "press up white hold-black".
    """
    schedule = read_schedule(faults) if faults else Schedule(randbits(32), "", ())
    if seed is not None:
        schedule = schedule._replace(seed=seed)
    build = build_of((schedule.build or "cursor") if name is None else name)
    wire = PtyWire()
    try:
        print(f"port: {wire.path}", flush=True)
        run(Ordeal(build, wire, schedule, say_mishap))
    except KeyboardInterrupt:
        return 0
    finally:
        wire.close()


def run(ordeal: Ordeal) -> NoReturn:
    """Let time pass for a device, and buttons be pressed that are typed, until interrupted."""
    typist = Typist(ordeal.simulator)
    typed: SimpleQueue[str] = SimpleQueue()
    start = time.monotonic()
    told = ""
    if is_stdin_ours():
        print(" ".join(ordeal.simulator.build.buttons), file=sys.stderr)
        threading.Thread(target=read_lines, args=(typed,), daemon=True).start()
    while True:
        at_ms = round((time.monotonic() - start) * 1000)
        type_what_came(typed, typist)
        typist.step(at_ms)
        ordeal.step(at_ms)
        if ordeal.simulator.failure != told:
            told = ordeal.simulator.failure
            print(told, file=sys.stderr)
        time.sleep(STEP_S)


def read_schedule(path: Path) -> Schedule:
    """Return the schedule of mishaps in a file.

    Raises: Fault (file-unreadable, file-endless), MalformedText (bad-faults).
    """
    try:
        if path.is_char_device():
            raise Fault("file-endless", path=path)
        # What is no text is no schedule either, and is told as such.
        return parse_schedule(path.read_text("utf-8-sig", "replace"))
    except OSError as error:
        raise Fault("file-unreadable", path=path, reason=error.strerror) from error


def say_mishap(mishap: Mishap, begins: bool) -> None:
    """Tell what goes wrong, or is right again."""
    words = {
        (PULL, True): _("The cable is pulled for {for_ms} ms: nothing goes through it."),
        (PULL, False): _("The cable is plugged in again."),
        (POWER, True): _("The device is without power for {for_ms} ms."),
        (POWER, False): _("The device has power again."),
        (NOISE, True): _(
            "The cable is rough for {for_ms} ms: of 1,000 bytes {wrong_permille} are wrong, of "
            "1,000 lines {lost_permille} are lost, each waits up to {jitter_ms} ms."
        ),
        (NOISE, False): _("The cable is as it should be."),
        (HOST, True): _("Now the program on the PC shall begin anew."),
    }
    print(words[mishap.what, begins].format(**mishap._asdict()), file=sys.stderr)


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
