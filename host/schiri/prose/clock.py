"""The time that a player has left, in digits.

Decides when tenths are shown.  Must not know which clock runs.
"""

from schiri.texts import Words

# Below this there are tenths.
LOW_MS = 20_000


def clock_digits(words: Words, left_ms: int) -> str:
    """Return what is left as people read it on a clock; the last second is not over before 0.

    >>> [clock_digits(Words("en"), ms) for ms in (3_725_000, 299_001, 20_000, 19_950, 30, 0)]
    ['1:02:05', '5:00', '0:20', '20.0', '0.1', '0.0']
    """
    if left_ms < LOW_MS:
        whole, tenth = divmod(-(-left_ms // 100), 10)
        return f"{whole}{words.decimal_sign}{tenth}"
    minutes, seconds = divmod(-(-left_ms // 1000), 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
