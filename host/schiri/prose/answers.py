"""A table's sentences beside the game: answers, notices, offers, faults, the device.

Decides the words.  Must not know which view shows them.
"""

from datetime import datetime

from schiri.device.reports import NOBODY, DeviceView
from schiri.events import FalseStart, TooEarly
from schiri.games.words import NOTES
from schiri.prose import due_words, move_words, names_words
from schiri.prose.moments import when_words
from schiri.table.intents import Answer, RefusalReport
from schiri.table.state import TURN_OVER, GameSnapshot, Notice, Offer, TableState
from schiri.texts import N_, Words


def answer_words(words: Words, answer: Answer, table: TableState | None) -> str:
    """Return why an intent was not carried out, or ""; ``table`` says what to do instead.

    >>> from schiri.errors import HostError
    >>> out = TableState(device=DeviceView(is_plugged=False))
    >>> answer_words(Words("en"), Answer(error=HostError("no-device")), out)
    'The simulated cable is unplugged. Plug it in.'
    """
    if answer.refusal:
        return refusal_line(words, answer.refusal, table)
    if answer.malformed:
        return words.malformed(answer.malformed)
    if answer.error is None:
        return ""
    device = table.device if table else NOBODY
    if device.is_plugged is not None and answer.error.code == "no-device":
        # A simulated device has no port.
        return waiting_words(words, device)
    return words.error(answer.error)


def field_words(words: Words, answer: Answer, table: TableState | None) -> str:
    """Return the same for a field that was filled in: the rule of a refusal is not named."""
    if answer.refusal:
        return refusal_text(words, answer.refusal, table)
    return answer_words(words, answer, table)


def disagreement_words(words: Words, text: str) -> str:
    """Return the disagreement between device and referee."""
    return words.say("DEVICE AND REFEREE DO NOT AGREE: {text}", text=text)


def device_words(words: Words, device: DeviceView) -> str:
    """Return which device answers; "" for a simulated one, of which only its absence matters."""
    connected = device.connected
    if connected is None:
        return waiting_words(words, device)
    if device.is_plugged is not None:
        return ""
    return words.say(
        "{device} ({build}): connected", device=connected.device, build=connected.build
    )


def waiting_words(words: Words, device: DeviceView) -> str:
    """Return what a table waits for while no device answers.

    >>> waiting_words(Words("en"), DeviceView(is_plugged=True))
    'The simulated device is starting …'
    >>> waiting_words(Words("en"), DeviceView(is_plugged=False))
    'The simulated cable is unplugged. Plug it in.'
    >>> waiting_words(Words("en"), DeviceView())
    'No device answers yet.'
    """
    if device.is_plugged:
        return words.gettext("The simulated device is starting …")
    if device.is_plugged is False:
        return words.gettext("The simulated cable is unplugged. Plug it in.")
    return words.gettext("No device answers yet.")


def news_words(words: Words, was: DeviceView, now: DeviceView) -> list[str]:
    """Return the news about a device: connected or lost, or a disagreement."""
    news = []
    if was.connected and not now.connected:
        news.append(words.gettext("The device is gone; waiting for it."))
    elif now.connected and not was.connected:
        device, build = now.connected.device, now.connected.build
        news.append(words.say("{device} ({build}) is connected.", device=device, build=build))
    if now.disagreement and now.disagreement != was.disagreement:
        news.append(disagreement_words(words, now.disagreement))
    return news


def refusal_line(words: Words, refusal: RefusalReport, table: TableState | None = None) -> str:
    """Return a refusal in words, with its rule if there is one.

    >>> words = Words("en")
    >>> refusal_line(words, RefusalReport("undo-nothing", ""))
    'undo-nothing'
    """
    text = refusal_text(words, refusal, table)
    return f"{text} ({refusal.rule})" if refusal.rule else text


# Codes of a position that a device has read and cannot accept.
BAD_POSITIONS = frozenset(
    ("bad-count", "bad-letter", "bad-position", "bad-row-count", "bad-row-length", "bad-supplies")
    + ("bad-turn", "skipped-side")
)


def refusal_text(words: Words, refusal: RefusalReport, table: TableState | None = None) -> str:
    """Return a refusal in words, without its rule.

    Shape: for a wrong phase it says what is due at the ``table`` instead.
    """
    game = table.game if table else None
    if refusal.code == "wrong-phase" and game and game.state.phase != "over":
        return words.say("Not now: {due}", due=due_words(words, game.state))
    if (
        refusal.code == "nothing-to-undo"
        and game
        # The device does not know the moves: it was only given the position after them.
        and not game.is_kept_here
        and game.has_entries
    ):
        return words.gettext(
            "The device has taken this game over as it stood; moves before that cannot be undone."
        )
    if refusal.code in BAD_POSITIONS:
        return words.gettext(
            "This cannot be the position: count the pieces, and check whose turn it is."
        )
    return words.pgettext("refusal", refusal.code)


# The result of a hint.
HINTS = {
    "hint": N_("Hint: {detail}. Where it leads is not known."),
    "hint-win": N_("Hint: {detail}. That way you can win."),
    "hint-draw": N_("Hint: {detail}. That way nobody can beat you."),
    "hint-loss": N_("Hint: {detail}. It is lost, but that way you hold out longest."),
    "hint-likely": N_("Hint: {detail}. A win is likely."),
    "hint-even": N_("Hint: {detail}. The game is even."),
    "hint-unlikely": N_("Hint: {detail}. A win is unlikely."),
}
# Notices that do not concern the rules, and their subject.
NOTICES: dict[str, tuple[str, ...]] = {
    "torn": (N_("The last line of {path} was cut off; it is left out."), "path"),
    "next": (N_("This time {name} begins."), "name"),
    FalseStart.KIND: (NOTES[FalseStart.KIND], "player"),
    TooEarly.KIND: (NOTES[TooEarly.KIND], "player"),
    "decided": (
        N_("With this start {name} can win for sure. Another one gives both a fair chance."),
        "name",
    ),
    "race-void": (N_("The device was away: this race is void."),),
    "race-keys": (N_("No device answers: the keys of this PC take its place, less exactly."),),
    "race-counts": (N_("From here on it counts."),),
    TURN_OVER: (N_("{name}, the time for this turn is up."), "name"),
    "say-eaten": (
        N_("A hen has eaten: enter its colour, then worms of that colour, jokers and other worms."),
    ),
    **{code: (text, "detail") for code, text in HINTS.items()},
}


def notice_words(words: Words, notice: Notice) -> str:
    """Return a notice as words.

    >>> notice_words(Words("en"), Notice("next", ("Ann",)))
    'This time Ann begins.'
    """
    match notice.code, *notice.about:
        case "set-aside", why, path:
            return words.say(
                "{why} It is kept in {path}; the device starts again.",
                why=words.pgettext("aside", why),
                path=path,
            )
        case "lot", name, _rule:
            return words.say("Drawn by lot: {name} begins.", name=name)
    sentence, *places = NOTICES[notice.code]
    about = [move_words(words, each) if notice.code in HINTS else each for each in notice.about]
    return words.say(sentence, **dict(zip(places, about, strict=False)))


def leaving_words(words: Words, game: GameSnapshot) -> str:
    """Return the question before another game replaces this one, "" after its end."""
    if not game.is_unfinished:
        return ""
    return words.say(
        "The game of {names} is not over. It is kept under “Go on”. Play another one?",
        names=names_words(words, game.players),
    )


def resigning_words(words: Words, name: str) -> str:
    """Return the question before a player resigns."""
    return words.say("Does {name} really resign?", name=name)


def offer_words(words: Words, offer: Offer, now: datetime) -> str:
    """Return a game that can be resumed: name, players, progress, and when it was last played.

    >>> from datetime import UTC
    >>> words = Words("en")
    >>> played = datetime(2026, 1, 31, 18, 4, tzinfo=UTC)
    >>> offer_words(words, Offer("log", "zwoggel", ("Ann", "Ben"), 14, played), played)
    'Go on: Ann and Ben, Zwoggel, 14 moves, today 18:04'
    """
    moves = words.counted("{count} move", "{count} moves", offer.moves)
    return words.say(
        "Go on: {names}, {game}, {moves}, {when}",
        names=names_words(words, offer.players),
        game=offer.game.capitalize(),
        moves=moves,
        when=when_words(words, offer.last, now),
    )
