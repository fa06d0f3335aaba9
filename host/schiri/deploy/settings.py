"""What becomes of `settings.toml`: our settings are set, the players' own lines stay.

Decides that ours are those that the template has.  CircuitPython reads only the settings before
the first section.
"""

import re

SETTINGS = "settings.toml"
BUILD = "SCHIRI_BUILD"
_SETTING = re.compile(rb"\s*([A-Za-z0-9_-]+)\s*=")


def merged(template: bytes, present: bytes | None, build: str) -> bytes:
    """Return the settings for a build: the template's, within what the drive has already.

    >>> merged(b'# Which.\\nSCHIRI_BUILD = "x"\\n', None, "keys5")
    b'# Which.\\nSCHIRI_BUILD = "keys5"\\n'
    >>> merged(b'SCHIRI_BUILD = "x"\\n', b'A = 1\\nSCHIRI_BUILD = "x"\\n[b]\\n', "keys5")
    b'A = 1\\nSCHIRI_BUILD = "keys5"\\n[b]\\n'
    """
    lines = template.splitlines(keepends=True)
    lines = [_chosen(build) if _key(line) == BUILD else line for line in lines]
    if not present:
        return b"".join(lines)
    ours = {key: line for line in lines if (key := _key(line))}
    waiting = dict(ours)
    kept = []
    in_section = False
    for line in present.splitlines(keepends=True):
        in_section = in_section or line.lstrip().startswith(b"[")
        key = None if in_section else _key(line)
        if key not in ours:
            kept.append(line)
        elif key in waiting:
            kept.append(waiting.pop(key))
    return b"".join([*waiting.values(), *kept])


def _chosen(build: str) -> bytes:
    return f'{BUILD} = "{build}"\n'.encode()


def _key(line: bytes) -> str | None:
    match = _SETTING.match(line)
    return match.group(1).decode() if match else None
