"""``schiri sim``: a simulated device on a pseudo-terminal.

Decides how buttons are typed, and the messages about faults.  Must not know how a device works.
"""

import os
import sys
import time
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from queue import Empty, Queue
from secrets import randbits
from typing import NoReturn

import click

from schiri.cli.builds import build_of, build_option
from schiri.cli.command import Command
from schiri.cli.language import pass_words
from schiri.cli.streams import lines_in_thread, open_script
from schiri.disk import open_to_read
from schiri.simulator.faults import (
    HOST,
    NOISE,
    POWER,
    PULL,
    FaultInjector,
    FaultPlan,
    PlannedFault,
    parse_fault_plan,
)
from schiri.simulator.simulator import ButtonPresser
from schiri.simulator.wires import PtyWire
from schiri.texts import N_, Words

STEP_S = 0.005
# What a fault does as it begins and ends.
FAULT_TEXTS = {
    (PULL, True): N_("The cable is pulled for {for_ms} ms: nothing goes through it."),
    (PULL, False): N_("The cable is plugged in again."),
    (POWER, True): N_("The device is without power for {for_ms} ms."),
    (POWER, False): N_("The device has power again."),
    (NOISE, True): N_(
        "The cable is noisy for {for_ms} ms: of 1,000 bytes {wrong_permille} are wrong, "
        "of 1,000 lines {lost_permille} are lost, each waits up to {jitter_ms} ms."
    ),
    (NOISE, False): N_("The cable works again."),
    (HOST, True): N_("Now restart the program on the PC."),
}


@click.command(cls=Command)
@build_option()
@click.option("--seed", type=click.IntRange(0, 9999), help="Makes its randomness repeatable.")
@click.option(
    "--faults",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Inject the faults listed in FILE: cable, power, noise.",
)
@pass_words
def sim(words: Words, build_name: str | None, seed: int | None, faults: Path | None) -> None:
    """Start a simulated device that any serial program can open.

    Its buttons are pressed by typing their names, such as "up white hold-black".
    """
    plan = FaultPlan(randbits(32), "", ())
    if faults:
        with open_to_read(faults) as file:
            # A binary file is refused as a malformed plan.
            plan = parse_fault_plan(file.read().decode("utf-8-sig", "replace"))
    if seed is not None:
        plan = plan._replace(seed=seed)
    build = build_of(build_name or plan.build or "cursor")
    with closing(PtyWire()) as wire, suppress(KeyboardInterrupt):
        print(f"port: {wire.path}", flush=True)
        run(words, FaultInjector(build, wire, plan, partial(print_fault, words)))


def run(words: Words, injector: FaultInjector) -> NoReturn:
    """Run a device and press the buttons that are typed, until interrupted."""
    presser = ButtonPresser(injector.simulator)
    typed: Queue[str] = Queue()
    start = time.monotonic()
    last = ""
    if is_stdin_ours():
        print(" ".join(injector.simulator.build.buttons), file=sys.stderr)
        typed = lines_in_thread(open_script(None))
    while True:
        at_ms = round((time.monotonic() - start) * 1000)
        press_typed(words, typed, presser)
        presser.step(at_ms)
        injector.step(at_ms)
        if injector.simulator.failure != last:
            last = injector.simulator.failure
            print(last, file=sys.stderr)
        time.sleep(STEP_S)


def print_fault(words: Words, fault: PlannedFault, begins: bool) -> None:
    print(words.say(FAULT_TEXTS[fault.what, begins], **fault._asdict()), file=sys.stderr)


def is_stdin_ours() -> bool:
    """Return whether standard input can be read; reading it would stop a background job."""
    if sys.stdin is None or sys.stdin.closed:
        return False
    return not sys.stdin.isatty() or os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()


def press_typed(words: Words, typed: "Queue[str]", presser: ButtonPresser) -> None:
    with suppress(Empty):
        if unknown := presser.type(typed.get_nowait()):
            said = words.say("There is no button {names}.", names=" ".join(unknown))
            print(said, file=sys.stderr)
