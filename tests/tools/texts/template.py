"""The template of the catalogues, and the update of the catalogues from it.

Decides what is in the template: the sentences of the code, and the codes with texts, from the
tables that own them.  ``python -m tests.tools.texts`` writes it all.
"""

import io
import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po
from schiri.device.readers import WHYS
from schiri.errors import REASONS
from schiri.games.drehwurm.words import COLOURS
from schiri.games.joggle.luck import FACES as ROLLED
from schiri.games.words import HOUSE, MIXED, SHEET
from schiri.languages import LANGUAGES
from schiri.match_options import options_of
from schiri.picture.look import FIELDS
from schiri.prose import words_of
from schiri.prose.events import LIES
from schiri.prose.rulebook import TABLE
from schiri.terminal.lights import CAP_COLOURS
from schiri_device.app import menu, settings
from schiri_device.app.felt.menu import FeltMenu
from schiri_engines.options import values_of
from schiri_engines.refusals import RULE_OF
from schiri_engines.zwoggel.notation import FACES

from tests.games import BOARDS, GAMES
from tests.sources import HOST, source_of
from tests.tools.texts import collected

TEXTS = HOST / "texts"
TEMPLATE = TEXTS / "schiri.pot"
WIDTH = 96
TAG = "Translators:"
# The methods of `Words`, in babel's form for the meaning of arguments.
SAID = {
    **dict.fromkeys(("gettext", "say"), None),
    "N_": None,
    "pgettext": ((1, "c"), 2),
    **dict.fromkeys(("ngettext", "counted", "NN_"), (1, 2)),
}
HEADER = """\
The words of Schiri: a template for catalogues, which `make texts` writes.
An entry with a context has a code as its id; the English catalogue has the words for it."""

# Options whose values are numbers, or boards.
PLAIN = (
    *("joggle board", "drehwurm colours", "drehwurm throw-in-s"),
    *("drehwurm false-start-ms", "drehwurm lockout-ms"),
)
# Refusals of a device that come from no rule.
DEVICE_REFUSALS = {
    *("busy", "memory-full", "failed", "no-game"),
    *("no-hint-left", "no-solution", "no-memory", "needs-pico-2"),
    *("clock-needs-pico-2", "device-to-move", "stones-differ"),
}
# Sentences for touch screens: a terminal has its own texts for each.
TAPS = re.compile(r"\b([Tt]ap|[Tt]apping|[Tt]ouch|press your names?)\b")
# Options whose other values are all numbers, or clocks.
NUMBERED = tuple(
    f"{game} {what}{whose}"
    for game in BOARDS
    for what, who in (("hints", ("-a", "-b")), ("clock", ("", "-a", "-b")))
    for whose in who
)


def rules() -> set[str]:
    """Return every rule of our games and of the table."""
    found = [rule for game in GAMES for rule, _whose in words_of(game).rules]
    return {*found, *(rule for rule, _whose in TABLE)}


def colours() -> set[str]:
    """Return the colours of the games."""
    boards = {f"{game} {colour}" for game in BOARDS for colour in "bw"}
    return boards | {f"zwoggel {colour}" for colour in FACES}


def options() -> set[str]:
    """Return the games' options, and those of their values that have texts."""
    found = set()
    for game in GAMES:
        for name, listed in options_of(game):
            option = f"{game} {name}"
            values, _other = values_of(listed)
            if option in NUMBERED:
                values = [value for value in values if not value[0].isdigit()]
            found |= {option, *(f"{option}={value}" for value in values if option not in PLAIN)}
    return found


def owns() -> set[str]:
    """Return the rules' names for values that are typed."""
    listed = [text for game in GAMES for _name, text in options_of(game)]
    return {own for own in (values_of(text)[1] for text in listed) if own}


def menu_entries() -> set[str]:
    """Return the entries of the device's menu, with one for each value of its settings."""
    counts = {name: settings.SETTINGS[name][2] for name in menu.SETTINGS}
    return {
        *FeltMenu.ways,
        *(f"{name}={at}" for name, count in counts.items() for at in range(count)),
    }


def each(*codes: Iterable[str]) -> Callable[[], set[str]]:
    """Return a function that returns all these codes."""
    found = {code for some in codes for code in some}
    return lambda: found


# The contexts of codes: a note for translators, and the codes.
CODES: dict[str, tuple[str, Callable[[], set[str]]]] = {
    "refusal": (
        "Why the rules, or a device, say no.",
        lambda: collected.refusals() | DEVICE_REFUSALS,
    ),
    "malformed": (
        "What is wrong with a text: {found} is a part of it, {wanted} what would be right.",
        collected.malformed,
    ),
    "error": ("What keeps a command from being carried out.", collected.errors),
    "reason": ("Why the system refused something; goes behind a colon.", each(REASONS)),
    "log": ("Why a line of a log cannot be trusted; goes behind a colon.", collected.broken_logs),
    "rule": ("A rule of a game, or of the table; house rules are marked in brackets.", rules),
    "source": ("Whose a rule is, in brackets before it.", each((SHEET, HOUSE, MIXED))),
    "title": ("A game, with who made it.", each(GAMES)),
    "ending": (
        "What ended a game; {name} and {other} are players.",
        collected.ending_codes,
    ),
    "phase": ("What is due; {name} is whoever must do it.", collected.phases),
    "colour": ("The colour of a side, of pieces or of cards.", colours),
    "lies": ("What lies on a place that shows no colour.", each(LIES)),
    "option": ("An option of a game, or with = one of its values.", options),
    "aside": ("Why a device has set aside what it holds.", each(WHYS)),
    "menu": ("An entry of the device's menu, of a setting with its value.", menu_entries),
    "rules": ("What a device offers among the rules that is no option.", each(["paint"])),
    "button": (
        "A button of the device by its colour.",
        each(CAP_COLOURS),
    ),
    "die": ("What was rolled with the die of Joggle, and what is due.", each(ROLLED)),
    "card": ("The colour of a card of Drehwurm; its value goes behind it.", each(COLOURS)),
    "field": ("The colour of a field of Joggle in a letter or two.", each(FIELDS)),
    "own": ("What to type as the value of an option, with an example.", owns),
    "month": (
        "A month as it stands in a date: a short name, or two digits.",
        each(map(str, range(1, 13))),
    ),
    "face": (
        "What a die of Joggle shows, to be counted.",
        each(f"joggle {face}" for face in ROLLED),
    ),
}


@cache
def template() -> Catalog:
    """Return the template: sorted, and the same for the same code."""
    found = [
        (context or "", message, [comment.removeprefix(TAG).strip() for comment in comments])
        for path in collected.HOST_FILES
        if any(f"{said}(" in source_of(path) for said in SAID)
        for _line, message, comments, context in extract_from_file(
            "python", path, keywords=SAID, comment_tags=[TAG]
        )
    ]
    taps = {said for context, said, _ in found if not context and TAPS.search(id_text(said))}
    found += [("terminal", said, ["The same where there are only keys."]) for said in taps]
    for context, (comment, codes) in CODES.items():
        for code in codes():
            rule = [RULE_OF[code]] if context == "refusal" and code in RULE_OF else []
            found.append((context, code, [comment, *rule]))
    catalogue = Catalog()
    for context, message, comments in sorted(found, key=_order):
        catalogue.add(message, context=context or None, auto_comments=comments)
    return catalogue


def id_text(said: str | tuple[str, ...] | list[str]) -> str:
    """Return a sentence; of plural forms, the singular."""
    return said if isinstance(said, str) else said[0]


def _order(entry: tuple[str, str | tuple[str, ...], list[str]]) -> tuple[str, str]:
    context, message, _comments = entry
    return context, id_text(message)


def template_text() -> str:
    """Return the template in the form of its file."""
    return po_text(template())


def po_text(catalogue: Catalog) -> str:
    """Return a catalogue in the form of its file; its head contains nothing that changes by
    itself.
    """
    out = io.BytesIO()
    write_po(out, catalogue, WIDTH, ignore_obsolete=True, omit_header=True)
    return head_of(catalogue) + out.getvalue().decode()


def head_of(catalogue: Catalog) -> str:
    """Return the entry with the language, its plural forms and the encoding."""
    told = "".join(f"# {line}\n" for line in HEADER.splitlines()) if not catalogue.locale else ""
    fields = {"Project-Id-Version": "schiri", "MIME-Version": "1.0"}
    if catalogue.locale:
        fields |= {"Language": str(catalogue.locale), "Plural-Forms": catalogue.plural_forms}
    fields |= {"Content-Type": "text/plain; charset=utf-8", "Content-Transfer-Encoding": "8bit"}
    lines = [f'"{name}: {value}\\n"\n' for name, value in fields.items()]
    return told + 'msgid ""\nmsgstr ""\n' + "".join(lines) + "\n"


def po_file(language: str) -> Path:
    """Return the path of a catalogue."""
    return TEXTS / language / "LC_MESSAGES" / "schiri.po"


def read_catalogue(language: str) -> Catalog:
    """Return a catalogue, read from its file."""
    with po_file(language).open("rb") as source:
        return read_po(source, locale=language, abort_invalid=True)


def id_of(message: Message) -> str:
    """Return the id of a message; of plural forms, that of the singular."""
    return id_text(message.id)


def texts_of(message: Message) -> tuple[str, ...]:
    """Return the translations of a message, in each of its plural forms."""
    found = message.string or ""
    return (found,) if isinstance(found, str) else tuple(found)


@cache
def said_in(language: str, *, of_commands: bool = True) -> tuple[str, ...]:
    """Return all texts in a language, with or without the help of the commands."""
    path = TEXTS / language / "LC_MESSAGES" / "commands.po"
    catalogues = [read_catalogue(language)]
    if of_commands and path.exists():
        with path.open("rb") as source:
            catalogues.append(read_po(source, locale=language, abort_invalid=True))
    found = (message for catalogue in catalogues for message in catalogue if message.id)
    said = [text for message in found for text in texts_of(message)]
    if language == "en":
        said += [id_of(message) for message in template() if message.id and not message.context]
    return tuple(said)


def needed(language: str, found: Catalog) -> list[Message]:
    """Return the messages that a catalogue needs: the English one need not repeat sentences."""
    return [each for each in found if each.id and (each.context or language != "en")]


def brought_up(language: str) -> str:
    """Return an updated catalogue, with empty translations for new messages."""
    catalogue, wanted = read_catalogue(language), Catalog(locale=language)
    for message in needed(language, template()):
        wanted[message.id] = message
    catalogue.update(wanted, no_fuzzy_matching=True, update_header_comment=False)
    return po_text(catalogue)


def write_all() -> None:
    """Write the template and all catalogues."""
    TEMPLATE.write_text(template_text(), encoding="utf-8")
    for language in LANGUAGES:
        po_file(language).write_text(brought_up(language), encoding="utf-8")
