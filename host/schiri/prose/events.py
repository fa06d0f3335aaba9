"""Events as sentences: of a game, of the table around it, of its log.

Decides which of them are common to all games; a game's own are in its ``words``.
"""

from collections.abc import Mapping, Sequence

from schiri.events import SAME, End, EntryMade, Event, Header, Incident, rule_of
from schiri.games.words import SHEET, Cheer
from schiri.prose import end_words, named_values, option_words, result_words, words_of
from schiri.prose.rulebook import source_of
from schiri.texts import N_, NN_, Words

# A place without a colour: an empty one, or a card face down.
LIES = (".", "down")
# Longer values of options, such as a whole board, are not shown.
LONGEST = 40
# If more places change at once, the entry is shown as typed.
MOST_CHANGES = 6

# Restarts of a simulated device, and of the site each time it is opened.
RESTARTS = ("pc", "power")

# Incidents that a log records.
SURVIVED = {
    # Translators: "survived: 3 cable pulls, 1 restart of the device"
    "cable": NN_("{count} cable pull", "{count} cable pulls"),
    "pc": NN_("{count} restart of the PC program", "{count} restarts of the PC program"),
    "race": NN_("{count} voided race", "{count} voided races"),
    # A device has no switch: it cannot tell a power cut from a cable pulled at the end of an
    # evening, or a simulated one that was closed.
    "power": NN_("{count} restart of the device", "{count} restarts of the device"),
    "error": NN_("{count} error on the device", "{count} errors on the device"),
    "erasure": NN_(
        "{count} interrupted erasure of the journal", "{count} interrupted erasures of the journal"
    ),
    "left": NN_("{count} time left for another game", "{count} times left for another game"),
}

# The same for players, each time; the others change nothing at the table.
INCIDENTS = {
    "cable": N_("The cable was out for a moment. Nothing was lost."),
    "race": N_("This race does not count."),
    "error": N_("The device has made a mistake and started again. Nothing was lost."),
    "erasure": N_("The device had forgotten the game, and has it back."),
    "left": N_("The game goes on."),
}


def event_words(words: Words, game: str, event: Event) -> str:
    """Return an event of a game in words; an entry as it is typed and logged."""
    own, text = words_of(game), None
    match event:
        case Header():
            text = start_words(words, event)
        case End():
            result = f"{end_words(words, game, event)}{_named(words, game, event.rule)}"
            return "\n".join([result, *own.ending_lines(words, event)])
        case Incident("left"):
            text = words.gettext("The game goes on.")
        case Incident(what):
            text = survived_words(words, {what: 1})
        case EntryMade(_word, entry, by):
            text = f"{by}: {entry}" if by else entry
        case _:
            text = own.sentence(words, event)
    return f"{text or event.kind}{_named(words, game, rule_of(event), own.notation(event))}"


def _named(words: Words, game: str, rule: str, notation: str = "") -> str:
    """Return what is behind a sentence in a log: its places, its rule, and whose rule it is."""
    source = source_of(game, rule)
    ours = words.pgettext("source", source) if rule and source != SHEET else ""
    behind = ", ".join(filter(None, (notation, rule, ours)))
    return f" ({behind})" if behind else ""


def history_words(words: Words, game: str, event: Event) -> str:
    """Return an event as a sentence of a history, which names no rule.

    >>> history_words(Words("de"), "zwoggel", EntryMade("flip", "flip 1,2 red", "Ben"))
    'Ben deckt eine Karte auf: rot'
    >>> history_words(Words("en"), "switch", Incident("cable"))
    'The cable was out for a moment. Nothing was lost.'
    """
    own = words_of(game)
    if isinstance(event, Incident) and (said := INCIDENTS.get(event.what)):
        return words.gettext(said)
    if isinstance(event, Header):
        return players_words(event.game, event.players)
    if isinstance(event, End):
        return "\n".join([end_words(words, game, event), *own.ending_lines(words, event)])
    if not isinstance(event, EntryMade):
        return own.sentence(words, event) or event_words(words, game, event)
    if 0 < len(event.changes) <= MOST_CHANGES:
        return _changed_words(words, game, event)
    if event.word == "set" and event.remark == SAME:
        return words.gettext("The game goes on.")
    if event.undone and 0 < len(event.undone.entry) <= LONGEST:
        entry = history_words(words, game, event.undone) or event.undone.entry
        return words.say("Undone: {entry}", entry=entry)
    return own.sentence(words, event) or event_words(words, game, event)


def cheer_of(words: Words, game: str, event: Event) -> Cheer | None:
    """Return what a banner says of an event, None of most.

    >>> cheer_of(Words("de"), "switch", End(("Oma Erna",), "SW-6"))
    Cheer(tone='won', text='Oma Erna gewinnt!')
    """
    own = words_of(game).cheer(words, event)
    if own or not isinstance(event, End):
        return own
    return Cheer("won" if event.winner else "drawn", result_words(words, game, event))


def players_words(game: str, players: Sequence[str]) -> str:
    """Return the game and its players, for the beginning of a history.

    >>> players_words("switch", ["Ann"])
    'Switch: Ann'
    """
    return f"{game.capitalize()}: {' – '.join(players)}"


def is_silent(event: Event) -> bool:
    """Return whether a history omits an event because nothing has changed at the table.

    Shape: restarts of a program or a device are only in the log.

    >>> is_silent(EntryMade("set", "set turn Ann", remark=SAME))
    True
    >>> is_silent(EntryMade("move", "a1-c3"))
    False
    >>> is_silent(Incident("pc")), is_silent(Incident("race"))
    (True, False)
    """
    if isinstance(event, Incident):
        return event.what in RESTARTS
    return isinstance(event, EntryMade) and event.remark == SAME


def event_text(words: Words, game: str, event: Event) -> str:
    """Return an event as a sentence, followed by the entry as it is typed and logged.

    A move that is already a word of the sentence, such as the cell of a placement, is not repeated.

    >>> event_text(Words("de"), "switch", EntryMade("move", "a1-c3", "Ann"))
    'Ann zieht von a1 nach c3 (a1-c3)'
    """
    text, plain = history_words(words, game, event), event_words(words, game, event)
    if isinstance(event, Header):
        return "\n".join([text, *agreed_words(words, event)])
    if text == plain:
        return text
    if not isinstance(event, EntryMade):
        # A log names the rule, a history has it beside its line.
        return plain
    is_said = event.word in ("move", "roll") and event.entry in text.split()
    return text if is_said else f"{text} ({event.entry})"


def agreed_words(words: Words, header: Header) -> list[str]:
    """Return the options of a game; values as long as a whole board are omitted."""
    named = named_values(words, header.game, header.options).items()
    short = {name: text for name, text in named if len(text) <= LONGEST}
    return option_words(words, header.game, short)


def _changed_words(words: Words, game: str, made: EntryMade) -> str:
    """Return each corrected place, with its contents before and after."""
    own = words_of(game)
    changes = [
        words.say(
            "{place} from {before} to {after}",
            place=own.part_words(words, "place", place),
            before=_lies_words(words, game, before),
            after=_lies_words(words, game, after),
        )
        for place, before, after in made.changes
    ]
    return words.say("Put right: {text}", text=", ".join(changes))


def _lies_words(words: Words, game: str, piece: str) -> str:
    """Return the contents of a place: a colour, nothing, or a card face down."""
    if piece in LIES:
        return words.pgettext("lies", piece)
    return words.pgettext("colour", f"{game} {piece}")


def start_words(words: Words, header: Header) -> str:
    """Return the game, its players and its options, which name the house rules.

    >>> start_words(Words("en"), Header(1, "switch", {}, ("Ann",)))
    'Switch: Ann'
    """
    named = named_values(words, header.game, header.options).items()
    options = ", ".join(f"{name}={text}" for name, text in named)
    players = " – ".join(header.players)
    text = N_("{game}: {players} (options: {options})") if options else N_("{game}: {players}")
    return words.say(text, game=header.game.capitalize(), players=players, options=options)


def survived_words(words: Words, counts: Mapping[str, int]) -> str:
    """Return how often a log has survived what.

    >>> words = Words("en")
    >>> survived_words(words, {"cable": 3, "power": 1})
    'survived: 3 cable pulls, 1 restart of the device'
    """
    parts = [words.counted(*SURVIVED[what], count) for what, count in counts.items()]
    return words.say("survived: {what}", what=", ".join(parts))
