"""The keys of a screen in words: one table, its bindings, from which bar and help are made.

Decides how they are told.  Must not know what an action does.
"""

from itertools import groupby

from rich.cells import cell_len
from rich.text import Text
from textual.binding import Binding
from textual.screen import Screen

from schiri.texts import N_ as N_  # noqa: PLC0414  # for all who have keys
from schiri.texts import Words

# Between a key of the bar with its word and the next one.
GAP = "  "


def key(
    keys: str,
    action: str,
    does: str,
    *,
    bar: str = "",
    shown: str | None = None,
    first: bool = False,
) -> Binding:
    """Return a binding of keys, separated by commas.

    Shape: ``does`` says in the help what they do, ``bar`` at the foot of the screen, "" where they
    are not named there; ``shown`` is how they are named, None for as they are called.  ``first``
    keys are carried out before the next key is looked at: after one that opens a line, however
    fast, all that comes is typed on it.

    >>> key("q", "quit", "quit; the log is kept", bar="quit").description
    'quit'
    """
    return Binding(keys, action, description=bar, tooltip=does, key_display=shown, priority=first)


def bindings_of(screen: Screen[None]) -> list[Binding]:
    """Return the bindings of a screen that do something in its game, in their order."""
    active = screen.active_bindings.values()
    return [each.binding for each in active if each.node is screen and each.binding.tooltip]


def bar_text(words: Words, screen: Screen[None], width: int) -> Text:
    """Return the keys of the bar with a word each, as many as there is room for.

    Rule: those that come first stay.
    """
    text, named = Text(no_wrap=True), set[str]()
    for binding in bindings_of(screen):
        what = binding.description
        if not what or what in named:
            continue
        named.add(what)
        gap = GAP if text else ""
        shown, told = key_text(words, screen, binding), words.gettext(what)
        if cell_len(f"{text}{gap}{shown} {told}") <= width:
            text.append(gap).append(shown, "bold").append(f" {told}")
    return text


def help_lines(words: Words, screen: Screen[None]) -> list[tuple[str, str]]:
    """Return each key, or keys that do the same, and what it does."""
    return [
        (
            " ".join(dict.fromkeys(key_text(words, screen, each) for each in same)),
            words.gettext(what),
        )
        for what, same in groupby(bindings_of(screen), lambda each: each.tooltip)
    ]


def key_text(words: Words, screen: Screen[None], binding: Binding) -> str:
    """Return how a key is called."""
    return words.gettext(screen.app.get_key_display(binding))
