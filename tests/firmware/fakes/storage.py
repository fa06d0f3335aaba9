"""Write access to the drive."""

from tests.firmware.world import Here


def remount(
    mount_path: str,
    readonly: bool = False,
    *,
    disable_concurrent_write_protection: bool = False,
) -> None:
    """Make it writable to the program or, if it is read-only to that, to the PC."""
    assert mount_path == "/" and not disable_concurrent_write_protection
    Here.world.identification["pc may write"] = readonly
