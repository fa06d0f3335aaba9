"""Which of our languages a browser asks for, and where it keeps another one that was chosen.

Decides only that.
"""

from schiri.languages import LANGUAGES

# The cookie of the language that was chosen.
COOKIE = "schiri-language"


def asked_language(accept: str, usual: str) -> str:
    """Return the language that ``Accept-Language`` prefers, the usual one where it has none.

    >>> asked_language("fr-CH, fr;q=0.9, en;q=0.8", "de"), asked_language("nl", "de")
    ('fr', 'de')
    >>> asked_language("en;q=0.5, de-AT", "fr"), asked_language("fr;q=x, *", "en")
    ('de', 'en')
    """
    found = []
    for part in accept.split(","):
        name, _sign, weight = part.partition(";q=")
        try:
            found.append((float(weight or 1), name.strip()[:2].lower()))
        except ValueError:
            continue
    known = [each for each in found if each[1] in LANGUAGES and each[0] > 0]
    return max(known, key=lambda each: each[0])[1] if known else usual
