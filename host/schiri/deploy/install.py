"""Making a drive as planned, so that a cut at any moment leaves a program that works, or none.

Decides the order.  First everything new is written under names that CircuitPython does not load,
and read back: until then the old program is whole.  Then the old program is switched off by taking
away `code.py`; stale files go, new ones get their names, and `code.py` comes last.  A device that
is cut off in between does nothing at all, rather than run a mixture, until this is done once more.
"""

import errno
from collections.abc import Callable
from contextlib import suppress

from schiri.deploy.modules import PROGRAM
from schiri.deploy.plan import MANIFEST, NEW, Plan
from schiri.deploy.volume import Volume
from schiri.errors import HostError, reason_of

READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)
FULL = (errno.ENOSPC, errno.EDQUOT)


def install(volume: Volume, plan: Plan, report: Callable[[str], None]) -> None:
    """Make a drive as planned; ``report`` is told each file that is written.

    Raises: HostError (drive-read-only, drive-full, drive-gone, drive-differs: the old program is
    as it was; deploy-unfinished: there is none until this is done once more).
    """
    try:
        for path in plan.left:
            volume.remove(path)
        _write_new(volume, plan, report)
    except (OSError, KeyboardInterrupt, HostError) as error:
        with suppress(OSError):
            for path in plan.written:
                volume.remove(path + NEW)
        if isinstance(error, OSError):
            raise drive_error(volume, error, plan) from error
        raise
    if not (plan.written or plan.removed):
        return
    try:
        _switch(volume, plan)
    except (OSError, KeyboardInterrupt) as error:
        reason = reason_of(error) if isinstance(error, OSError) else "interrupted"
        raise HostError("deploy-unfinished", path=volume.root, reason=reason) from error


def drive_error(volume: Volume, error: OSError, plan: Plan | None = None) -> HostError:
    """Return what an error says about a drive whose program is as it was."""
    if error.errno in READ_ONLY:
        return HostError("drive-read-only", path=volume.root)
    if error.errno in FULL and plan:
        size = sum(len(plan.wanted[path]) for path in plan.written)
        return HostError("drive-full", path=volume.root, kilobytes=size // 1024 + 1)
    return HostError("drive-gone", path=volume.root, reason=reason_of(error))


def _write_new(volume: Volume, plan: Plan, report: Callable[[str], None]) -> None:
    for path in plan.written:
        report(path)
        volume.write(path + NEW, plan.wanted[path])
    volume.sync()
    for path in plan.written:
        if volume.read(path + NEW) != plan.wanted[path]:
            raise HostError("drive-differs", path=volume.root / path)


def _switch(volume: Volume, plan: Plan) -> None:
    if PROGRAM in plan.written:
        volume.remove(PROGRAM)
    else:
        volume.rename(PROGRAM, PROGRAM + NEW)
    volume.sync()
    for path in plan.removed:
        volume.remove(path)
    # They must be gone before the new manifest, which does not name them; then it comes first.
    volume.sync()
    for path in sorted(plan.written, key=lambda path: path != MANIFEST):
        if path != PROGRAM:
            volume.rename(path + NEW, path)
    volume.sync()
    volume.rename(PROGRAM + NEW, PROGRAM)
    volume.sync()
