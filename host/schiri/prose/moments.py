"""Times for people: in their own time zone and form of dates.

Decides the form.  Times in logs and files stay in UTC.
"""

from datetime import date, datetime, tzinfo

from schiri.texts import Words


def date_words(words: Words, day: date) -> str:
    """Return a date as people write it.

    >>> [date_words(Words(language), date(2026, 1, 31)) for language in ("en", "de", "fr")]
    ['31 January 2026', '31. Januar 2026', '31 janvier 2026']
    """
    month = words.pgettext("month", str(day.month))
    text = words.say("{day} {month}", day=day.day, month=month)
    return f"{text} {day.year}"


def local_moment(at: str, zone: tzinfo | None = None) -> str:
    """Return the time of a line in this PC's zone, or another, in columns.

    >>> from datetime import timedelta, timezone
    >>> local_moment("2026-01-31T23:04:05.123Z", timezone(timedelta(hours=1)))
    '2026-02-01 00:04:05'
    """
    return datetime.fromisoformat(at).astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")


def moment_words(words: Words, at: str, zone: tzinfo | None = None, clock: str = "%H:%M:%S") -> str:
    """Return the time of a line as people write it, to the second unless another form is given.

    >>> from datetime import UTC
    >>> moment_words(Words("de"), "2026-01-31T23:04:05.123Z", UTC)
    '31. Januar 2026, 23:04:05'
    >>> moment_words(Words("fr"), "2026-01-31T23:04:05.123Z", UTC, "%H:%M")
    '31 janvier 2026, 23:04'
    """
    here = datetime.fromisoformat(at).astimezone(zone)
    return f"{date_words(words, here)}, {here.strftime(clock)}"


def when_words(words: Words, at: datetime, now: datetime) -> str:
    """Return a past time in words, in the reader's own zone."""
    here = at.astimezone(now.tzinfo)
    days = (now.date() - here.date()).days
    clock = here.strftime("%H:%M")
    if days == 0:
        return words.say("today {time}", time=clock)
    if days == 1:
        return words.say("yesterday {time}", time=clock)
    return date_words(words, here)
