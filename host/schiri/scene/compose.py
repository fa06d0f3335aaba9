"""A scene of a table's state, for one person: the common parts, around those of the game.

Pure: the same state and person give the same scene.  Must not know a game, or how it is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from schiri.device.reports import DeviceView
from schiri.games.rulings import OnBoard
from schiri.games.words import notation_words
from schiri.names import DEVICE_NAME
from schiri.prose import answers, colour_words, due_words, turn_words
from schiri.prose.rulebook import has_rule, rule_words
from schiri.scene import part_of
from schiri.scene.board import cable_control, device_panel
from schiri.scene.correction import FORM as CORRECTION
from schiri.scene.correction import Correction, correct, correction_form, correction_row
from schiri.scene.modes import CONTROLS, MODE_TEXTS, translated
from schiri.scene.part import GameScene
from schiri.scene.participant import EDIT, EVERYBODY, WHO, Participant
from schiri.scene.scene import (
    Control,
    Explain,
    Form,
    FormField,
    HistoryLine,
    Message,
    Pick,
    Row,
    Scene,
    Seat,
    ShowStart,
)
from schiri.scene.start import start_form, start_rows
from schiri.table.intents import TOO_LATE, Answer, AnswerUndo, Enter, Reconnect, RefusalReport
from schiri.table.state import GameSnapshot, TableState, UndoAsked
from schiri.texts import N_, Words

# The message while a requested game is loading.
LOADING = MODE_TEXTS["restart"]
# Forms of the notation that end a game.
RESIGN, DRAW, ABANDON = "resign NAME", "draw", "abandon"
# The folded rows, and their forms.
END, COMMAND = "end", "command"
# The forms of every game: what opens it, the label of the text, that of the button, the command,
# and its row.
FORMS = {
    "dispute": (
        *(N_("We do not agree"), N_("What is disputed"), N_("Record in the log")),
        *("dispute :text:", END),
    ),
    COMMAND: ("", N_("A command"), N_("Do it"), ":text:", COMMAND),
}


def scene_of(table: TableState, person: Participant) -> Scene:
    """Return the scene of a table for one person."""
    # A table has one device; whatever the scene shows of it is given this one.
    device = table.device
    if table.game is None or (person.is_asking and person.may_act):
        return _start(table, device, person)
    return _table(table, device, table.game, person)


def _start(table: TableState, device: DeviceView, person: Participant) -> Scene:
    words = person.words
    is_form_wrong = person.about == "start" and not person.answer.is_done
    # A refusal of the device belongs to the game before; errors of the form are in the form.
    shown = person._replace(answer=Answer()) if is_form_wrong else person
    message = message_of(table, device._replace(refusal=None), shown)
    heading = N_("What do you want to play?") if person.may_act else N_("Nothing is played yet.")
    if table.is_opening:
        heading = LOADING.heading
    scene = Scene(
        words.language,
        "start",
        "",
        "",
        "Schiri",
        words.gettext(heading),
        "" if person.may_act else words.gettext("You are watching."),
        message=message,
        device_note=answers.device_words(words, device),
        lines=() if table.game else person.lines,
        moment=table.moment,
    )
    if not person.may_act:
        return scene
    rows = [*_fault_rows(table, words), *_cable_rows(device, words), *start_rows(table, person)]
    if table.game:
        back = Control("back-to-table", words.gettext("Back"), ShowStart(False), "escape", "quiet")
        rows.append(Row("top", "", (back,)))
    return scene._replace(rows=tuple(rows), forms=(start_form(table, person),))


def _table(table: TableState, device: DeviceView, game: GameSnapshot, person: Participant) -> Scene:
    words, state = person.words, game.state
    part = part_of(state.game)
    rows: tuple[Row, ...] = ()
    forms: tuple[Form, ...] = ()
    heading, hint, is_yours = _due(table, device, game, person, part)
    message = message_of(table, device, person)
    if message and message.rule:
        # It shows or hides the rule of a refusal.
        label, is_on = words.gettext("Why not?"), person.is_explained
        why = Control("why", label, Explain(not is_on), "w", is_on=is_on)
        rows = (Row("why", "", (why,)),)
    banner, note = banner_of(person.lines), part.note(game, person)
    if banner and not (banner.cheer in heading or part.game_words.turn_notes(words, state)):
        # What was cheered stays with the heading, which has no room for more.
        note = banner.cheer
    if person.may_act and not table.is_opening:
        edited = _edited(game, person, part)
        rows += _rows(table, device, game, person, part)
        forms = part.forms(game, person)
        if edited:
            forms = (correction_form(edited, person, _error(table, person, CORRECTION)),)
        forms = (*forms, *_forms(table, person))
    return Scene(
        words.language,
        "table",
        state.game,
        # An id of the game, without the path of its log.
        sha256(f"{game.id}".encode()).hexdigest()[:16],
        state.game.capitalize(),
        heading,
        # A notice is shown once.
        "" if message and message.text == hint else hint,
        is_over=state.phase == "over",
        seats=_seats(game, person, part),
        message=message,
        middle=part.middle(device, game, person),
        rows=rows,
        forms=forms,
        sheets=part.sheets(game, person),
        lines=person.lines,
        device=None if game.is_kept_here else device_panel(device, game, person),
        device_note=answers.device_words(words, device),
        note=note,
        die=part.die(game),
        notation=tuple(notation_words(words, part.game_words)) if person.may_act else (),
        moment=table.moment,
        banner=banner,
        is_yours=is_yours,
    )


def _due(
    table: TableState,
    device: DeviceView,
    game: GameSnapshot,
    person: Participant,
    part: GameScene,
) -> tuple[str, str, bool]:
    """Return whose turn it is or what is asked, what this person does now, and if only they do.

    Rule: only those who may act are told to; a person with a name only if it is their turn, or
    everybody's.
    """
    words, state = person.words, game.state
    if table.is_opening:
        # What the device shows while it loads another game is not a question.
        return words.gettext(LOADING.heading), words.gettext(LOADING.hint), False
    heading = part.turn(words, game) or turn_words(words, state)
    facts = [*part.facts(words, game)]
    if table.undo and table.undo.of != person.name:
        of = table.undo.of
        facts.append(words.say("{name} is asked whether the move may be undone.", name=of))
    if not person.may_act:
        return heading, " ".join([*facts, words.gettext("You are watching.")]), False
    asked, hint = part.heading(device, game, person), part.hint(device, game, person)
    if _edited(game, person, part):
        asked = words.gettext("Put the game right.")
        hint, facts = words.gettext(part.correcting), []
    is_one = bool(person.name) and not (asked or state.phase == "over" or part.is_for_all(game))
    is_yours = is_one and state.turn == person.name
    if is_yours:
        notes = part.game_words.turn_notes(words, state)
        heading = " ".join([words.gettext("Your turn."), *notes])
    elif is_one and _waits(game, person):
        hint = ""
    return asked or heading, " ".join([*facts, *filter(None, [hint])]), is_yours


def _edited(game: GameSnapshot, person: Participant, part: GameScene) -> tuple[Correction, ...]:
    """Return what this person corrects by hand, nothing if they do not or cannot."""
    if not person.pick(EDIT) or game.state.over:
        return ()
    return part.corrections(game, person)


def banner_of(lines: Sequence[HistoryLine]) -> HistoryLine | None:
    """Return the line that is cheered: the last one since the last entry, None if there is none.

    >>> trap, move = HistoryLine(1, "", tone="trap", cheer="Trap!"), HistoryLine(2, "", tone="move")
    >>> banner_of([trap]) == trap, banner_of([trap, move])
    (True, None)
    """
    last = next((line for line in reversed(lines) if line.tone), None)
    return last if last and last.cheer else None


def _seats(game: GameSnapshot, person: Participant, part: GameScene) -> tuple[Seat, ...]:
    """Return the players, with their notes and wins."""
    words, state = person.words, game.state
    colours = state.colours if isinstance(state, OnBoard) else {}
    seats = []
    for at, name in enumerate(game.players):
        # Only board games count, whose games are won one by one, as in the score sheet.
        wins = sum(name in winners for winners in game.results)
        won = words.counted("{count} win", "{count} wins", wins)
        note = part.game_words.seat_note(words, state, name) if part.has_seat_notes else ""
        text = ", ".join(filter(None, [note, won if wins else ""]))
        piece, has_won = colours.get(name, ""), state.over and name in state.winner
        colour, is_turn = colour_words(words, state.game, piece), name == state.turn
        seat = Seat(name, piece, text, is_turn, has_won, colour, name == person.name)
        if clock := game.clock:
            ends = clock.ends_ms if at == clock.turn else None
            seat = seat._replace(left_ms=clock.left_ms[at], ends_ms=ends)
        seats.append(seat)
    return tuple(seats)


def _rows(
    table: TableState,
    device: DeviceView,
    game: GameSnapshot,
    person: Participant,
    part: GameScene,
) -> tuple[Row, ...]:
    """Return the rows of controls: after a fault, in the game, at its end."""
    words = person.words
    is_edited = bool(_edited(game, person, part))
    own = (correction_row(words),) if is_edited else part.rows(device, game, person)
    rows = [*_fault_rows(table, words), *own]
    if table.undo and table.undo.of == person.name:
        rows.append(_undo_row(table.undo, words))
    if game.is_kept_here:
        rows += _cable_rows(device, words)
        common = [translated(words, CONTROLS["again"])] if game.state.over else []
        if (undo := part.undoes(device, game)) is not None:
            common.append(translated(words, CONTROLS["undo"])._replace(action=undo))
        if common:
            rows.append(Row("common", "", tuple(common)))
    # What leads to another game stands with the others once this one has ended.
    new = Control("ask", words.gettext("New game"), ShowStart(True), "n", "quiet")
    rows.append(Row("new" if game.state.over else "top", "", (new,)))
    rows.append(_who_row(game, person))
    end = [*part.end_controls(device, game, person), *_end_controls(game, words)]
    if not person.pick(EDIT) and not game.state.over and part.corrections(game, person):
        end.insert(0, correct(words.gettext("Put the game right")))
    label = words.gettext("Resign, dispute, put right")
    rows.append(Row(END, label, tuple(end), is_folded=True))
    rows.append(Row(COMMAND, words.gettext("Type a command"), (), is_folded=True))
    return tuple(rows)


def _undo_row(undo: UndoAsked, words: Words) -> Row:
    """Return the question to the person whose move somebody wants to undo."""
    text = words.gettext("Somebody wants to undo your move.")
    if undo.by:
        text = words.say("{name} wants to undo your move.", name=undo.by)
    yes, no = AnswerUndo(undo.number, True), AnswerUndo(undo.number, False)
    allow = Control("undo-yes", words.gettext("Yes"), yes, "y", "strong")
    return Row("undo-asked", text, (allow, Control("undo-no", words.gettext("No"), no, "x")))


def _who_row(game: GameSnapshot, person: Participant) -> Row:
    """Return the question of who sees the scene; it is folded once it is answered.

    Rule: whoever does not answer plays as all players.
    """
    words = person.words
    people = [name for name in game.players if name != DEVICE_NAME]
    is_known = person.pick(WHO) in (*people, EVERYBODY)
    is_asked = not is_known and len(people) > 1 and not game.state.over
    pairs = [*((f"who-{at}", name, name) for at, name in enumerate(people))]
    pairs.append(("who-all", words.gettext("all of us"), EVERYBODY))
    found = []
    for id, label, value in pairs:
        is_on = person.pick(WHO) == value
        # Choosing the same one again keeps it.
        action = None if is_on else Pick(WHO, value)
        found.append(Control(id, label, action, is_on=None if is_asked else is_on))
    return Row(WHO, words.gettext("Who are you?"), tuple(found), is_folded=not is_asked)


def _cable_rows(device: DeviceView, words: Words) -> list[Row]:
    """Return the control that plugs a simulated cable in, if the device's panel has none."""
    if device.is_plugged is not False:
        return []
    return [Row("cable", "", (cable_control(device, words)._replace(weight="strong"),))]


def _fault_rows(table: TableState, words: Words) -> list[Row]:
    if table.fault is None:
        return []
    again = Control("reconnect", words.gettext("Try again"), Reconnect(), "ctrl+r", "strong")
    return [Row("fault", "", (again,))]


def _end_controls(game: GameSnapshot, words: Words) -> list[Control]:
    """Return the controls that end a game, each with a question."""
    if game.state.over:
        return []
    forms = dict(notation_words(words, part_of(game.state.game).game_words))
    found = []
    if RESIGN in forms:
        for seat, name in enumerate(game.players):
            label = words.say("{name} resigns", name=name)
            asked = answers.resigning_words(words, name)
            found.append(Control(f"resign-{seat}", label, Enter(f"resign {name}"), question=asked))
    if DRAW in forms:
        label, asked = words.gettext("Agree to a draw"), words.gettext("Have all agreed to a draw?")
        found.append(Control("draw", label, Enter(DRAW), question=asked))
    if ABANDON in forms:
        label = words.gettext("Abandon the match")
        asked = words.gettext("Abandon the match? Nobody wins it then.")
        found.append(Control("abandon", label, Enter(ABANDON), question=asked))
    return found


def _forms(table: TableState, person: Participant) -> tuple[Form, ...]:
    """Return the forms of every game: a dispute, and any command."""
    words, forms = person.words, []
    for id, (title, label, submit, command, row) in FORMS.items():
        if id == "dispute" and table.game and table.game.state.over:
            continue
        error = _error(table, person, id)
        value = dict(person.values).get("text", "") if error else ""
        fields = (FormField("text", "text", words.gettext(label), value, error=error),)
        do_it = words.gettext(submit)
        opens, sent = words.gettext(title) if title else "", person.sent
        forms.append(Form(id, fields, do_it, (command,), opens, version=sent, row=row))
    return tuple(forms)


def _error(table: TableState, person: Participant, form: str) -> str:
    """Return why what this person has sent with a form was not done, or ""."""
    if person.about != form or person.answer.is_done:
        return ""
    return answers.field_words(person.words, person.answer, table)


def message_of(table: TableState, device: DeviceView, person: Participant) -> Message | None:
    """Return the most important message, or None."""
    words = person.words
    if device.disagreement:
        return Message("fault", answers.disagreement_words(words, device.disagreement))
    if fault := table.fault or device.missing:
        if not person.may_act:
            fault = fault.without_folder()
        # Without the log a card game is lost, because no device has it.
        is_here = table.game is not None and table.game.is_kept_here
        said = words.error(fault) if is_here else words.stopped(fault)
        return Message("fault", said)
    answer = person.answer
    if answer == TOO_LATE:
        assert answer.refusal
        return Message("note", answers.refusal_text(words, answer.refusal))
    if answer.refusal:
        return _refusal(person, table, answer.refusal, person.about)
    if not answer.is_done:
        return Message("refusal", answers.answer_words(words, answer, table), about=person.about)
    if person.found:
        return Message("note", person.found)
    return _refusal(person, table, device.refusal, "") if device.refusal else None


def _waits(game: GameSnapshot, person: Participant) -> bool:
    """Return whether this one person is not on turn, and another one is."""
    turn, is_for_all = game.state.turn, part_of(game.state.game).is_for_all(game)
    return person.name in game.players and turn not in (None, person.name) and not is_for_all


def _refusal(person: Participant, table: TableState, refusal: RefusalReport, about: str) -> Message:
    words, game = person.words, table.game.state.game if table.game else ""
    text = answers.refusal_text(words, refusal, table)
    if table.game and refusal.cells and _waits(table.game, person):
        # Whose turn it is explains more than what is wrong with the move.
        text = due_words(words, table.game.state)
    message = Message("refusal", text, about)
    if not game or not refusal.rule or not has_rule(game, refusal.rule):
        return message
    reason = rule_words(words, game, refusal.rule) if person.is_explained else ""
    return message._replace(rule=refusal.rule, reason=reason)
