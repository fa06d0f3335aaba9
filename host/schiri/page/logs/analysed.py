"""A game of Switch with what each move was worth: how it went up and down, and a table.

Decides how an analysis looks.  Must not know how a value is found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from schiri.analysis.moves import MoveAnalysis
from schiri.analysis.tables import nearness, note, summary
from schiri.games.switch.values import outcome_of
from schiri.page.elements import Tag, button, drawn
from schiri.picture.chart import course_svg
from schiri.picture.svg import mark_svg
from schiri.texts import Words


def build_analysis(
    words: Words, moves: Sequence[MoveAnalysis], go_to: Callable[[int], object]
) -> None:
    """Make the course of a game and the table of its moves.

    Shape: ``go_to`` is called with the number of an entry.
    """
    Tag("h2", words.gettext("What the moves were worth"))
    if not moves:
        Tag("p", words.gettext("No moves to analyse."))
        return
    with Tag("div", classes="course"):
        drawn(mark_svg("b"), "span", "piece")
        blunders = [at for at, each in enumerate(moves) if each.blunder]
        drawn(course_svg([nearness(each) for each in moves], blunders), classes="chart")
        drawn(mark_svg("w"), "span", "piece")
    Tag("p", words.gettext("Up: dark is near a win. Down: light is. A dot is a blunder."), "hint")
    for name in dict.fromkeys(each.by for each in moves):
        Tag("p", summary(words, name, [each for each in moves if each.by == name]))
    with Tag("div", classes="wide", tabindex="0"), Tag("table"):
        with Tag("thead"), Tag("tr"):
            for column in (
                words.gettext("Entry"),
                words.gettext("Name"),
                words.gettext("Move"),
                words.gettext("Before"),
                words.gettext("After"),
            ):
                Tag("th", column, scope="col")
        with Tag("tbody"):
            for each in moves:
                _build_row(words, each, go_to)
    Tag("p", words.gettext("“Win 5”: whoever moves wins in 5 plies if nobody errs."), "hint")


def _build_row(words: Words, each: MoveAnalysis, go_to: Callable[[int], object]) -> None:
    said = note(words, each)
    with Tag("tr", classes="noted" if said else ""):
        with Tag("td"):
            go = button(str(each.number), lambda: go_to(each.number), "quiet")
            text = words.gettext("Show the board after entry {number}")
            go.put(aria_label=text.format(number=each.number))
        with Tag("th", scope="row"):
            drawn(mark_svg(each.side), "span", "piece")
            Tag("span", each.by)
        Tag("td", each.move)
        Tag("td", worth_words(words, each.before))
        Tag("td", worth_words(words, each.after))
    if said:
        # Long ones want the whole width of a telephone.
        with Tag("tr", classes="blunder" if each.blunder else ""):
            Tag("td", said, "note", colspan="5")


def worth_words(words: Words, value: int) -> str:
    """Return what a position is worth to whoever moves.

    >>> worth_words(Words("en"), 5), worth_words(Words("en"), 0)
    ('win 5', 'draw')
    """
    worths = {
        "win": words.gettext("win {plies}"),
        "loss": words.gettext("loss {plies}"),
        "draw": words.gettext("draw"),
    }
    return worths[outcome_of(value)].format(plies=abs(value))
