"""Builds by the names that are typed for them.

Decides which names are known and not built yet.
"""

from schiri_device.builds import NAMES, Build, load
from schiri_engines.refusals import MalformedText

from schiri.errors import HostError

LATER = ("pads",)


def build_of(name: str) -> Build:
    """Return the build of this name.

    Raises: HostError (not-built-yet), MalformedText (unknown-build).
    """
    if name in LATER:
        raise HostError("not-built-yet", what=f"--build {name}")
    build = load(name)
    if build is None:
        raise MalformedText("unknown-build", name, " ".join(NAMES + LATER))
    return build
