"""A scene of a table's state, for one reader: what all games have, around what a game adds.

Pure: the same state and reader give the same scene.  Must not know a game, or how it is drawn.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from schiri.events import State
from schiri.games import adapter_of
from schiri.games.board import OnBoard
from schiri.prose import turn_words, with_colour
from schiri.prose.answers import answer_words, disagreement_words, refusal_line, resigning_words
from schiri.prose.rulebook import has_rule, rule_words
from schiri.scene.board import device_panel
from schiri.scene.modes import control
from schiri.scene.part import GameScene
from schiri.scene.reader import DONE, Reader
from schiri.scene.scene import Ask, Control, Field, Form, Message, Row, Scene, Seat
from schiri.scene.start import device_note, start_form, start_rows
from schiri.table.intents import Enter, Reconnect, Refusal
from schiri.table.state import TableState
from schiri.texts import Words

# What a notation has that ends a game.
RESIGN, DRAW, ABANDON = "resign NAME", "draw", "abandon"


def scene_of(table: TableState, reader: Reader) -> Scene:
    """Return what somebody sees of a table."""
    state = table.state
    if state is None or (reader.is_asking and reader.may_act):
        return _start(table, reader)
    return _table(table, state, reader)


def _start(table: TableState, reader: Reader) -> Scene:
    words = reader.words
    is_form_wrong = reader.about == "start" and not reader.answer.is_done
    # What the device refused was of the game before; what is wrong with the form stands there.
    shown = reader._replace(answer=DONE) if is_form_wrong else reader
    message = message_of(table._replace(refusal=None), shown)
    scene = Scene(
        words.language,
        "start",
        "",
        "",
        "Schiri",
        words.gettext("What shall be played?")
        if reader.may_act
        else words.gettext("Nothing is played yet."),
        "",
        message=message,
        device_note=device_note(table, words),
        lines=reader.lines if table.state is None else (),
    )
    if not reader.may_act:
        return scene
    rows = [*_fault_rows(table, words), *start_rows(table, reader)]
    if table.state is not None:
        back = Control("back-to-table", words.gettext("Back"), Ask(False), "escape", "quiet")
        rows.append(Row("top", "", (back,)))
    return replace(scene, rows=tuple(rows), forms=(start_form(table, reader),))


def _table(table: TableState, state: State, reader: Reader) -> Scene:
    words, part = reader.words, adapter_of(state.game).scene()
    rows: tuple[Row, ...] = ()
    forms: tuple[Form, ...] = ()
    if reader.may_act:
        rows = _rows(table, state, reader, part)
        forms = (*part.forms(table, state, reader), *_forms(state, reader))
    hint = part.hint(table, state, reader)
    return Scene(
        words.language,
        "table",
        state.game,
        played_by(table),
        state.game.capitalize(),
        part.heading(table, state, reader) or turn_words(words, state),
        hint,
        is_over=state.phase == "over",
        seats=_seats(table, state, reader, part),
        message=message_of(table, reader),
        middle=part.middle(table, state, reader),
        rows=rows,
        forms=forms,
        sheets=part.sheets(table, state, reader),
        lines=reader.lines,
        device=None if table.is_card_game else device_panel(table, reader),
        device_note=device_note(table, words),
        note=part.note(table, state, reader),
        notation=tuple(adapter_of(state.game).notation(words)) if reader.may_act else (),
    )


def played_by(table: TableState) -> str:
    """Return what tells one game from the next, and not where its log lies.

    >>> played_by(TableState(log="/home/ann/a.jsonl")) == played_by(TableState(log="b.jsonl"))
    False
    """
    return sha256(f"{table.log} {table.table}".encode()).hexdigest()[:16]


def _seats(table: TableState, state: State, reader: Reader, part: GameScene) -> tuple[Seat, ...]:
    """Return who plays, with what each one has and has won."""
    words = reader.words
    colours = state.colours if isinstance(state, OnBoard) else {}
    seats = []
    for name in table.players:
        # Those of the board games count, which are won one by one.
        wins = table.score.get(name, 0) if isinstance(state, OnBoard) else 0
        won = words.ngettext("{count} win", "{count} wins", wins).format(count=wins)
        note = part.seat_note(table, state, reader, name)
        told = ", ".join(filter(None, [note, won if wins else ""]))
        named = with_colour(words, state, name)
        seats.append(Seat(named, colours.get(name, ""), told, name == state.turn))
    return tuple(seats)


def _rows(table: TableState, state: State, reader: Reader, part: GameScene) -> tuple[Row, ...]:
    """Return what can be pressed: after a fault, in the game, at its end."""
    words = reader.words
    rows = [*_fault_rows(table, words), *part.rows(table, state, reader)]
    if table.is_card_game:
        common = [control(words, "undo")]
        if state.over:
            common.insert(0, control(words, "again"))
        rows.append(Row("common", "", tuple(common)))
    new = Control("ask", words.gettext("New game"), Ask(True), "n", "quiet")
    rows.append(Row("top", "", (new,)))
    end = (*part.end_controls(table, state, reader), *_end_controls(table, state, words))
    if end:
        label = words.gettext("End, dispute, put right")
        rows.append(Row("end", label, end, is_folded=True))
    return tuple(rows)


def _fault_rows(table: TableState, words: Words) -> list[Row]:
    if table.fault is None:
        return []
    again = Control("reconnect", words.gettext("Try again"), Reconnect(), "ctrl+r", "strong")
    return [Row("fault", "", (again,))]


def _end_controls(table: TableState, state: State, words: Words) -> list[Control]:
    """Return what ends a game, each with a question."""
    if state.over:
        return []
    forms = dict(adapter_of(state.game).notation(words))
    found = []
    if RESIGN in forms:
        for seat, name in enumerate(table.players):
            label = words.gettext("{name} resigns").format(name=name)
            asked = resigning_words(words, name)
            found.append(Control(f"resign-{seat}", label, Enter(f"resign {name}"), question=asked))
    if DRAW in forms:
        label, asked = words.gettext("Agree to a draw"), words.gettext("Have all agreed to a draw?")
        found.append(Control("draw", label, Enter(DRAW), question=asked))
    if ABANDON in forms:
        label = words.gettext("Abandon the match")
        asked = words.gettext("Abandon the match? Nobody wins it then.")
        found.append(Control("abandon", label, Enter(ABANDON), question=asked))
    return found


def _forms(state: State, reader: Reader) -> tuple[Form, ...]:
    """Return the forms of every game: a dispute, and any command."""
    words, forms = reader.words, []
    for id, label, submit, command in (
        (
            "dispute",
            words.gettext("What is not agreed on"),
            words.gettext("Keep in the log"),
            "dispute :text:",
        ),
        ("command", words.gettext("A command"), words.gettext("Do it"), ":text:"),
    ):
        is_wrong = reader.about == id and not reader.answer.is_done
        error = answer_words(words, reader.answer, state) if is_wrong else ""
        value = dict(reader.values).get("text", "") if is_wrong else ""
        fields = (Field("text", "text", label, value, error=error),)
        forms.append(Form(id, fields, submit, (command,), fold="end", version=reader.sent))
    return tuple(forms)


def message_of(table: TableState, reader: Reader) -> Message | None:
    """Return what is wrong or was found, the worst alone, None for nothing."""
    words, state = reader.words, table.state
    if table.disagreement:
        return Message("fault", disagreement_words(words, table.disagreement))
    if fault := table.fault or table.missing:
        # Cards are in no device, which could keep what is not written.
        said = words.error(fault) if table.is_card_game else words.stopped(fault)
        return Message("fault", said)
    answer = reader.answer
    if answer.refusal:
        return _refusal(words, state, answer.refusal, reader.about)
    if not answer.is_done:
        return Message("refusal", answer_words(words, answer, state), about=reader.about)
    if reader.found:
        return Message("note", reader.found)
    return _refusal(words, state, table.refusal, "") if table.refusal else None


def _refusal(words: Words, state: State | None, refusal: Refusal, about: str) -> Message:
    rule = ""
    if state is not None and refusal.rule and has_rule(state.game, refusal.rule):
        rule = rule_words(words, state.game, refusal.rule)
    return Message("refusal", refusal_line(words, refusal, state), rule, about)
