"""The time that a player has left or has spent, in digits.

Decides when tenths are shown.  Must not know which clock runs.
"""

from collections.abc import Mapping

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
    return _digits(-(-left_ms // 1000))


def duration_digits(ms: int) -> str:
    """Return a time that has passed, in seconds.

    >>> duration_digits(41_499), duration_digits(3_725_000), duration_digits(0)
    ('0:41', '1:02:05', '0:00')
    """
    return _digits((ms + 500) // 1000)


def clock_words(words: Words, left_ms: Mapping[str, int]) -> str:
    """Return what each player has left.

    >>> clock_words(Words("en"), {"Ann": 298_000, "Ben": 9500})
    'On the clock: Ann 4:58, Ben 9.5'
    """
    times = ", ".join(f"{name} {clock_digits(words, ms)}" for name, ms in left_ms.items())
    return words.say("On the clock: {times}", times=times)


def _digits(whole: int) -> str:
    minutes, seconds = divmod(whole, 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
