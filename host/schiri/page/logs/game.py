"""The pages of one game: its steps, the state of its log, downloads, and the values of moves.

Decides the contents of its pages, and the steps through it.  Must not know whether the game is
over, or how a value is computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import NamedTuple

import htpy as h
from markupsafe import Markup

from schiri.analysis.moves import GAME, MoveAnalysis, moments_of
from schiri.analysis.words import happened_words, made_words, note, summary
from schiri.errors import HostError
from schiri.events import EntryMade, Header
from schiri.export import FORMS
from schiri.games.switch.values import outcome_of
from schiri.log.annotations import is_note
from schiri.log.log_text import result_words, trust_words
from schiri.log.steps import ReplayStep, short_words, step_words
from schiri.page.logs.games import REMOVED
from schiri.page.logs.library import LOG, ReplayedLog
from schiri.page.logs.reader import PageReader, problem_words, wide_table
from schiri.page.request import PageReply
from schiri.page.text import set_text
from schiri.picture.chart import course_svg
from schiri.picture.drawing import drawing
from schiri.picture.svg import piece_svg
from schiri.prose import names_words
from schiri.prose.moments import moment_words
from schiri.scene import still_of
from schiri.scene.scene import Grid
from schiri.stats.thinking import thinking_words
from schiri.texts import N_, Words

# The number of moves in the list, around the current one.
LISTED = 200
LOG_LABEL = N_("As a log: the file to add the game again")
PICTURES = {"svg": N_("This picture, as SVG"), "png": N_("This picture, as PNG")}
# The columns of the table of an analysis.
COLUMNS = (N_("Step"), N_("Name"), N_("Move"), N_("Before"), N_("After"))
# Steps from blunder to blunder, and what stands in their place while a game plays by itself.
BLUNDERS = {"blunder-back": N_("Blunder before"), "blunder-on": N_("Next blunder")}
PLAY, STOP, TURN = N_("Play by itself"), N_("Stop"), N_("Turn the board")
# A value in words, by its outcome.
WORTHS = {"win": N_("wins in {plies}"), "loss": N_("loses in {plies}"), "draw": N_("open")}
# The sides of a board.
SIDES = 4
# The fragment of links to steps: the browser stays at the board.
BOARD = "board"


class Sight(NamedTuple):
    """The step that is shown, and how often the board is turned."""

    at: int
    quarters: int

    def address(self, at: int) -> str:
        """Return where another step is shown, seen from the same side.

        >>> Sight(3, 0).address(2), Sight(3, 1).address(4)
        ('?at=2#board', '?at=4&turn=1#board')
        """
        turn = f"&turn={self.quarters}" if self.quarters else ""
        return f"?at={at}{turn}#{BOARD}"


def replay_page(
    reader: PageReader, problem: str = "", status: HTTPStatus = HTTPStatus.OK
) -> PageReply:
    """Return the page of a game at one of its steps, by default the last one.

    Shape: ``problem`` is why the game was not removed.
    """
    name = reader.asked.parts["name"]
    words, found = reader.words, reader.library.replay(name)
    header, steps = found.log.header, found.steps
    at, last = reader.number("at"), len(steps) - 1
    at = last if at is None else min(at, last)
    sight = Sight(at, (reader.number("turn") or 0) % SIDES)
    marked = {step_at(steps, each): each for each in reader.library.marked(name)}
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
        _thinking(words, found),
        # An error of the log comes first, its validity last.
        _trust(words, found) if found.broken else None,
        h.div(".stepper")[
            h.section(".board", id=BOARD)[
                _picture(words, steps[at], sight),
                _ways(words, sight, last),
                _plays(words, sight, steps[at], [*marked]),
            ],
            h.section(".talk")[
                _talk(reader, header, steps, at),
                at in marked and h.p(".moment")[happened_words(words, marked[at])],
                analysis,
            ],
            h.section(".told")[h.h2[words.gettext("What happened")], _list(words, found, sight)],
        ],
        _more(reader, steps[at]),
        not found.broken and _trust(words, found),
        reader.may_act and _removal(reader, problem),
        status=status,
    )


def step_at(steps: Sequence[ReplayStep], each: MoveAnalysis) -> int:
    """Return the step of an analysed move."""
    numbers = [step.number for step in steps]
    return numbers.index(each.number)


def remove_page(reader: PageReader) -> PageReply:
    """Remove a game; return the list of removed games, or its page with the reason why it stays."""
    reader.require_player()
    try:
        reader.library.remove(reader.asked.parts["name"])
    except HostError as error:
        if error.code == "log-not-kept":
            raise
        return replay_page(reader, problem_words(reader.words, error), HTTPStatus.CONFLICT)
    return reader.go(REMOVED)


def _removal(reader: PageReader, problem: str) -> h.Node:
    words = reader.words
    hint = words.gettext("For a test game: it does not count any more, and can be restored.")
    return h.form(".removal", method="post", action=reader.asked.path)[
        h.button(type="submit")[words.gettext("Remove this game")],
        h.span(".hint")[hint],
        h.p(".problem", role="alert")[problem] if problem else None,
    ]


def title_words(words: Words, header: Header) -> str:
    """Return the players and the game."""
    return f"{header.game.capitalize()}: {names_words(words, header.players)}"


def _thinking(words: Words, found: ReplayedLog) -> h.Node:
    spent = thinking_words(words, found.log.header.players, found.thoughts)
    return spent and h.p(".hint")[spent]


def _trust(words: Words, found: ReplayedLog) -> h.Node:
    is_broken = "true" if found.broken else None
    return h.p(".trust", data_broken=is_broken)[trust_words(words, found.log, found.broken)]


def _picture(words: Words, step: ReplayStep, sight: Sight) -> h.Node:
    still = still_of(words, step.state, step.view)
    if isinstance(still, Grid):
        still = still.turned(sight.quarters)
    picture = drawing(still, None)
    return picture and h.div(".picture")[Markup(picture)]


def _ways(words: Words, sight: Sight, last: int) -> h.Node:
    """Return the links to the steps beside this one, and to both ends."""
    at = sight.at
    ways = (
        ("start", "|◀", N_("To the start"), 0),
        ("back", "◀", N_("Step back"), at - 1),
        ("on", "▶", N_("Step forward"), at + 1),
        ("end", "▶|", N_("To the end"), last),
    )
    return h.nav(".ways", aria_label=words.gettext("Step through the game"))[
        (
            _way(sight, way, to if 0 <= to <= last and to != at else None, words.gettext(english))[
                sign
            ]
            for way, sign, english, to in ways
        )
    ]


def _way(sight: Sight, way: str, to: int | None, label: str | None = None) -> h.Element:
    """Return a link to a step, one that leads nowhere for None."""
    return h.a(
        ".button",
        role="link",
        href=None if to is None else sight.address(to),
        aria_disabled="true" if to is None else None,
        aria_label=label,
        data_way=way,
    )


def _plays(words: Words, sight: Sight, step: ReplayStep, marked: Sequence[int]) -> h.Node:
    """Return the button that plays a game, which needs a script, and links beside it."""
    is_grid = isinstance(still_of(words, step.state, step.view), Grid)
    before = max((each for each in marked if each < sight.at), default=None)
    after = min((each for each in marked if each > sight.at), default=None)
    play = words.gettext(PLAY)
    side = sight._replace(quarters=(sight.quarters + 1) % SIDES)
    return h.div(".plays")[
        h.button(type="button", hidden=True, data_play=play, data_stop=words.gettext(STOP))[play],
        is_grid
        and h.a(".button", href=side.address(sight.at), data_way="turn")[words.gettext(TURN)],
        marked
        and (
            _way(sight, way, to)[words.gettext(english)]
            for (way, english), to in zip(BLUNDERS.items(), (before, after), strict=True)
        ),
    ]


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


def _list(words: Words, found: ReplayedLog, sight: Sight) -> h.Node:
    first = max(0, min(sight.at - LISTED // 2, len(found.steps) - LISTED))
    listed = range(first, min(first + LISTED, len(found.steps)))

    def line(at: int) -> h.Node:
        step = found.steps[at]
        text = short_words(words, found.log.header, step.event)
        current = "step" if at == sight.at else None
        is_undone = step.number in found.undone and not is_note(step.event)
        if is_undone:
            inside: h.Node = h.s[set_text(text)]
        else:
            is_numbered = isinstance(step.event, EntryMade) and step.event.word != "undo"
            number = f"{step.number}. " if is_numbered else ""
            inside = set_text(f"{number}{text}")
        return h.li[h.a(".step", href=sight.address(at), aria_current=current)[inside]]

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
    steps = found.steps
    title = words.gettext("What the moves were worth")
    return reader.page(
        title,
        h.h1[title],
        h.p[h.a(href=f"/games/{name}")[title_words(words, found.log.header)]],
        _thinking(words, found),
        bool(moves) and _moments(words, f"/games/{name}", moves, steps),
        h.section(".analysis")[_analysis(words, f"/games/{name}", moves, steps)],
    )


def _moments(
    words: Words, game: str, moves: Sequence[MoveAnalysis], steps: Sequence[ReplayStep]
) -> h.Node:
    """Return the moves that mattered most, each a link to its board."""
    found = moments_of(moves)
    if not found:
        return h.p[words.gettext("No blunder and no lost chance.")]
    return (
        h.h2[words.gettext("What mattered most")],
        h.ol(".moments")[
            (
                h.li[
                    h.a(".moment", href=f"{game}{Sight(0, 0).address(step_at(steps, each))}")[
                        h.span(".piece")[Markup(piece_svg(each.side))],
                        h.span(".said")[
                            h.strong[f"{each.number}. {made_words(words, each)}"],
                            h.span[happened_words(words, each)],
                        ],
                    ]
                ]
                for each in found
            )
        ],
    )


def _analysis(
    words: Words, game: str, moves: Sequence[MoveAnalysis], steps: Sequence[ReplayStep]
) -> h.Node:
    """Return the course of a game and the table of its moves."""
    if not moves:
        return h.p[words.gettext("No moves to analyse.")]
    blunders = [at for at, each in enumerate(moves) if each.blunder]
    names = dict.fromkeys(each.by for each in moves)
    return (
        h.div(".course")[
            h.span(".piece")[Markup(piece_svg("b"))],
            h.div(".chart")[Markup(course_svg([each.nearness for each in moves], blunders))],
            h.span(".piece")[Markup(piece_svg("w"))],
        ],
        h.p(".hint")[words.gettext("Up: dark is near a win. Down: light is. A dot is a blunder.")],
        (h.p[summary(words, name, [each for each in moves if each.by == name])] for name in names),
        h.details(".more")[
            h.summary[words.gettext("Move by move")],
            wide_table(
                words.gettext("What the moves were worth"),
                map(words.gettext, COLUMNS),
                (
                    _row(words, each, f"{game}{Sight(0, 0).address(step_at(steps, each))}")
                    for each in moves
                ),
            ),
            h.p(".hint")[
                words.gettext(
                    "Before and after are for the side that moved. “Wins in 5”: after 5 moves of "
                    "both sides together, this one included, if nobody errs."
                )
            ],
        ],
    )


def _row(words: Words, each: MoveAnalysis, board: str) -> h.Node:
    said = note(words, each, _shown)
    label = words.say("Show the board after step {number}", number=each.number)
    return (
        h.tr(class_="noted" if said else None)[
            h.td[h.a(".button.quiet", href=board, aria_label=label)[str(each.number)]],
            h.th(scope="row")[h.span(".piece")[Markup(piece_svg(each.side))], each.by],
            h.td[_shown(each.move)],
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


def _shown(move: str) -> str:
    """Return a move as a person reads it: where from, and where to or what it is swapped with."""
    return move.replace("-", " → ").replace("x", " ⇄ ")


def worth_words(words: Words, value: int) -> str:
    """Return the value of a position, or of the move to it, for the player who moved.

    >>> worth_words(Words("en"), 5), worth_words(Words("en"), 0)
    ('wins in 5', 'open')
    """
    return words.say(WORTHS[outcome_of(value)], plies=abs(value))
