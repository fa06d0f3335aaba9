"""The pages of one game: its steps, the state of its log, downloads, and the values of moves.

Decides the contents of its pages, and the steps through it.  Must not know whether the game is
over, or how a value is computed.
"""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h
from markupsafe import Markup

from schiri.analysis.moves import GAME, MoveAnalysis
from schiri.analysis.printed import nearness, note, summary
from schiri.events import EntryMade, Header
from schiri.export import FORMS
from schiri.games.switch.values import outcome_of
from schiri.log.log_text import result_words, trust_words
from schiri.page.logs.library import LOG, ReplayedLog
from schiri.page.logs.reader import PageReader, wide_table
from schiri.page.request import PageReply
from schiri.page.text import set_text
from schiri.picture.chart import course_svg
from schiri.picture.drawing import drawing
from schiri.picture.svg import piece_svg
from schiri.prose import names_words
from schiri.prose.moments import moment_words
from schiri.replayer.steps import ReplayStep, short_words, step_words
from schiri.scene import still_of
from schiri.texts import N_, Words

# The number of moves in the list, around the current one.
LISTED = 200
LOG_LABEL = N_("As a log: the file to add the game again")
PICTURES = {"svg": N_("This picture, as SVG"), "png": N_("This picture, as PNG")}
# The columns of the table of an analysis.
COLUMNS = (N_("Entry"), N_("Name"), N_("Move"), N_("Before"), N_("After"))
# The fragment of links to steps: the browser stays at the board.
BOARD = "board"


def replay_page(reader: PageReader) -> PageReply:
    """Return the page of a game at one of its steps, by default the last one."""
    words, found = reader.words, reader.library.replay(reader.asked.parts["name"])
    header, steps = found.log.header, found.steps
    at, last = reader.number("at"), len(steps) - 1
    at = last if at is None else min(at, last)
    title, result = title_words(words, header), result_words(words, header.game, steps[-1].event)
    analysis = (
        h.a(".button.strong", href=f"{reader.asked.path}/analysis")[
            words.gettext("The value of each move")
        ]
        if header.game == GAME and not found.broken
        else None
    )
    return reader.page(
        # First in the title, because each step is a separate page and screen readers begin there.
        f"{short_words(words, header, steps[at].event)} – {title}",
        h.h1[title],
        h.p(".hint")[f"{moment_words(words, steps[0].at, reader.zone, '%H:%M')} · {result}"],
        # An error of the log comes first, its validity last.
        _trust(words, found) if found.broken else None,
        h.div(".stepper")[
            h.section(".board", id=BOARD)[_picture(words, steps[at]), _ways(words, at, last)],
            h.section(".talk")[_talk(reader, header, steps, at), analysis],
            h.section(".told")[h.h2[words.gettext("What happened")], _list(words, found, at)],
        ],
        _more(reader, steps[at]),
        not found.broken and _trust(words, found),
    )


def title_words(words: Words, header: Header) -> str:
    """Return the players and the game."""
    return f"{header.game.capitalize()}: {names_words(words, header.players)}"


def _trust(words: Words, found: ReplayedLog) -> h.Node:
    is_broken = "true" if found.broken else None
    return h.p(".trust", data_broken=is_broken)[trust_words(words, found.log, found.broken)]


def _picture(words: Words, step: ReplayStep) -> h.Node:
    picture = drawing(still_of(words, step.state, step.view), None)
    return picture and h.div(".picture")[Markup(picture)]


def _ways(words: Words, at: int, last: int) -> h.Node:
    """Return the links to the steps beside this one, and to both ends."""
    ways = (
        ("start", "|◀", N_("To the start"), 0),
        ("back", "◀", N_("Step back"), at - 1),
        ("on", "▶", N_("Step forward"), at + 1),
        ("end", "▶|", N_("To the end"), last),
    )
    return h.nav(".ways", aria_label=words.gettext("Step through the game"))[
        (
            h.a(
                ".button",
                role="link",
                href=_address(to) if 0 <= to <= last and to != at else None,
                aria_disabled=None if 0 <= to <= last and to != at else "true",
                aria_label=words.gettext(english),
                data_way=way,
            )[sign]
            for way, sign, english, to in ways
        )
    ]


def _address(at: int) -> str:
    return f"?at={at}#{BOARD}"


def _talk(reader: PageReader, header: Header, steps: Sequence[ReplayStep], at: int) -> h.Node:
    """Return the events of a step, whose turn it is, and what the picture does not show."""
    is_drawn = still_of(reader.words, steps[at].state, steps[at].view) is not None
    told = step_words(reader.words, header, steps, at, is_drawn, False, reader.zone)
    happened, _newline, more = told.event.partition("\n")
    return (
        h.p(".turn")[set_text(happened)],
        more and h.p(".notes")[set_text(more)],
        told.why and h.p(".why")[set_text(told.why)],
        told.turn and h.p(".due")[told.turn],
        h.p(".hint")[told.place],
        # Text that is not drawn keeps its columns.
        told.state and (h.p(".notes") if is_drawn else h.pre(".lines"))[told.state],
    )


def _list(words: Words, found: ReplayedLog, current_step: int) -> h.Node:
    first = max(0, min(current_step - LISTED // 2, len(found.steps) - LISTED))
    listed = range(first, min(first + LISTED, len(found.steps)))

    def line(at: int) -> h.Node:
        step = found.steps[at]
        text = short_words(words, found.log.header, step.event)
        number = f"{step.number}. " if isinstance(step.event, EntryMade) else ""
        current = "step" if at == current_step else None
        return h.li[
            h.a(".step", href=_address(at), aria_current=current)[set_text(f"{number}{text}")]
        ]

    return h.ol(".history.steps")[(line(at) for at in listed)]


def _more(reader: PageReader, step: ReplayStep) -> h.Node:
    """Return the links to the downloads."""
    words, path = reader.words, reader.asked.path
    files = [(f"export/{LOG}", LOG_LABEL)]
    files += [(f"export/{name}", form.label) for name, form in FORMS.items()]
    if still_of(words, step.state, step.view):
        files += [(f"picture/{step.number}.{form}", text) for form, text in PICTURES.items()]
    return h.details(".more")[
        h.summary[words.gettext("Download")],
        h.ul(".forms")[
            (
                h.li[h.a(".button", href=f"{path}/{file}", download=True)[words.gettext(english)]]
                for file, english in files
            )
        ],
    ]


def analysis_page(reader: PageReader) -> PageReply:
    """Return the analysis of a game."""
    words, library = reader.words, reader.library
    name = reader.asked.parts["name"]
    moves, found = library.analysed(name), library.replay(name)
    title = words.gettext("The value of each move")
    return reader.page(
        title,
        h.h1[title],
        h.p[h.a(href=f"/games/{name}")[title_words(words, found.log.header)]],
        h.section(".analysis")[_analysis(words, f"/games/{name}", moves, found.steps)],
    )


def _analysis(
    words: Words, game: str, moves: Sequence[MoveAnalysis], steps: Sequence[ReplayStep]
) -> h.Node:
    """Return the course of a game and the table of its moves."""
    if not moves:
        return h.p[words.gettext("No moves to analyse.")]
    blunders = [at for at, each in enumerate(moves) if each.blunder]
    names = dict.fromkeys(each.by for each in moves)
    # The step with the board of each entry.
    step_of = {step.number: at for at, step in enumerate(steps)}
    return (
        h.div(".course")[
            h.span(".piece")[Markup(piece_svg("b"))],
            h.div(".chart")[Markup(course_svg([nearness(each) for each in moves], blunders))],
            h.span(".piece")[Markup(piece_svg("w"))],
        ],
        h.p(".hint")[words.gettext("Up: dark is near a win. Down: light is. A dot is a blunder.")],
        (h.p[summary(words, name, [each for each in moves if each.by == name])] for name in names),
        wide_table(
            words.gettext("The value of each move"),
            map(words.gettext, COLUMNS),
            (_row(words, each, f"{game}?at={step_of[each.number]}#{BOARD}") for each in moves),
        ),
        h.p(".hint")[
            words.gettext(
                "Before and after are values for the side that moved. “Win 5”: they win in 5 "
                "plies, the move included, if nobody errs."
            )
        ],
    )


def _row(words: Words, each: MoveAnalysis, board: str) -> h.Node:
    said = note(words, each)
    label = words.gettext("Show the board after entry {number}").format(number=each.number)
    return (
        h.tr(class_="noted" if said else None)[
            h.td[h.a(".button.quiet", href=board, aria_label=label)[str(each.number)]],
            h.th(scope="row")[h.span(".piece")[Markup(piece_svg(each.side))], each.by],
            h.td[each.move],
            (
                # On a phone the table has no header row.
                h.td(".worth", data_head=head)[worth_words(words, value)]
                for head, value in (
                    (words.gettext("Before"), each.before),
                    (words.gettext("After"), each.after),
                )
            ),
        ],
        # Long ones need the whole width of a phone.
        said
        and h.tr(class_="blunder" if each.blunder else None)[
            h.td, h.td(".note", colspan="4")[said]
        ],
    )


def worth_words(words: Words, value: int) -> str:
    """Return the value of a position, or of the move to it, for the player who moved.

    >>> worth_words(Words("en"), 5), worth_words(Words("en"), 0)
    ('win 5', 'draw')
    """
    worths = {
        "win": words.gettext("win {plies}"),
        "loss": words.gettext("loss {plies}"),
        "draw": words.gettext("draw"),
    }
    return worths[outcome_of(value)].format(plies=abs(value))
