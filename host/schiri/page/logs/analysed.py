"""A game of Switch with what each move was worth: how it went up and down, and a table.

Decides how an analysis looks.  Must not know how a value is found.
"""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h
from starlette.responses import Response

from schiri.analysis.moves import MoveAnalysis
from schiri.analysis.tables import nearness, note, summary
from schiri.games.switch.values import outcome_of
from schiri.page.document import drawn
from schiri.page.logs.reader import Reader, wide
from schiri.page.logs.replay import BOARD, title_words
from schiri.picture.chart import course_svg
from schiri.picture.svg import mark_svg
from schiri.replayer.steps import Step
from schiri.texts import Words


def analysis_page(reader: Reader) -> Response:
    """Return the analysis of a game."""
    words, library = reader.words, reader.library
    name = reader.request.path_params["name"]
    moves, found = library.analysed(name), library.replay(name)
    title = words.gettext("What the moves were worth")
    return reader.page(
        title,
        h.h1[title],
        h.p[h.a(href=f"/games/{name}")[title_words(words, found.log.header)]],
        h.section(".analysis")[_analysis(words, f"/games/{name}", moves, found.steps)],
    )


def _analysis(
    words: Words, game: str, moves: Sequence[MoveAnalysis], steps: Sequence[Step]
) -> h.Node:
    """Return the course of a game and the table of its moves."""
    if not moves:
        return h.p[words.gettext("No moves to analyse.")]
    blunders = [at for at, each in enumerate(moves) if each.blunder]
    names = dict.fromkeys(each.by for each in moves)
    columns = (
        words.gettext("Entry"),
        words.gettext("Name"),
        words.gettext("Move"),
        words.gettext("Before"),
        words.gettext("After"),
    )
    # Where the board of each entry is found.
    step_of = {step.number: at for at, step in enumerate(steps)}
    return (
        h.div(".course")[
            h.span(".piece")[drawn(mark_svg("b"))],
            h.div(".chart")[drawn(course_svg([nearness(each) for each in moves], blunders))],
            h.span(".piece")[drawn(mark_svg("w"))],
        ],
        h.p(".hint")[words.gettext("Up: dark is near a win. Down: light is. A dot is a blunder.")],
        (h.p[summary(words, name, [each for each in moves if each.by == name])] for name in names),
        wide(
            words.gettext("What the moves were worth"),
            h.table[
                h.thead[h.tr[(h.th(scope="col")[column] for column in columns)]],
                h.tbody[
                    (
                        _row(words, each, f"{game}?at={step_of[each.number]}#{BOARD}")
                        for each in moves
                    )
                ],
            ],
        ),
        h.p(".hint")[words.gettext("“Win 5”: whoever moves wins in 5 plies if nobody errs.")],
    )


def _row(words: Words, each: MoveAnalysis, board: str) -> h.Node:
    said = note(words, each)
    label = words.gettext("Show the board after entry {number}").format(number=each.number)
    return (
        h.tr(class_="noted" if said else None)[
            h.td[h.a(".button.quiet", href=board, aria_label=label)[str(each.number)]],
            h.th(scope="row")[h.span(".piece")[drawn(mark_svg(each.side))], each.by],
            h.td[each.move],
            h.td[worth_words(words, each.before)],
            h.td[worth_words(words, each.after)],
        ],
        # Long ones want the whole width of a telephone.
        said and h.tr(class_="blunder" if each.blunder else None)[h.td(".note", colspan="5")[said]],
    )


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
