"""How long a test waits for another program or thread: only a hang takes as long.

A wait ends by what is awaited. No test depends on how fast that comes.
"""

PATIENCE_S = 180
PATIENCE_MS = PATIENCE_S * 1000
