"""What every page begins with: the choice of its language, and what a browser does by itself.

Decides only that.
"""

import json

from nicegui import ui

from schiri.languages import LANGUAGES, NAMES
from schiri.page.document import links
from schiri.page.elements import Choice
from schiri.page.language import COOKIE
from schiri.page.look import SCRIPT
from schiri.texts import Words


def begin_page(words: Words) -> None:
    """Let a page have our look, and a browser do what it does by itself, and say so in these words.

    Rule: all of it stands in the page: what came by the connection would be missing where that
    breaks at once.
    """
    gone = [
        words.gettext("Schiri does not answer."),
        words.gettext("As soon as it does, this page goes on by itself."),
    ]
    ended = [
        words.gettext("This link is no longer valid."),
        words.gettext("Open the new link to go on."),
    ]
    ui.add_head_html(
        f"{links()}<script>{SCRIPT}; document.documentElement.lang = '{words.language}';"
        f" schiriGone({json.dumps(gone)}, {json.dumps(ended)})</script>"
    )


def language_choice(words: Words) -> None:
    """Make the choice of the language, which a browser keeps."""
    choices = [(each, NAMES[each]) for each in LANGUAGES]
    Choice(words.gettext("Language"), choices, words.language, _change_language)


def _change_language(language: str) -> None:
    ui.run_javascript(
        f"document.cookie = '{COOKIE}={language}; path=/; max-age=31536000;"
        " samesite=strict'; location.reload()"
    )
