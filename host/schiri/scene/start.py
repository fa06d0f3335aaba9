"""The start form: games that can be resumed, or a new game with its players and rules.

Decides the fields for a game's options, which are data of its engine.  Must not know a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from schiri_engines.options import values_of
from schiri_engines.registry import game_class, rows

from schiri.last_setup import DEVICE, Setup
from schiri.match_options import options_of
from schiri.names import DEVICE_NAME, is_name, person_of
from schiri.prose import named_values, value_words
from schiri.prose.answers import field_words, leaving_words, offer_words
from schiri.scene import part_of
from schiri.scene.participant import Participant
from schiri.scene.scene import Control, Form, FormField, Icon, Pick, Row
from schiri.table.intents import First, GoOn, NewGame
from schiri.table.seating import SECOND, seated
from schiri.table.state import TableState
from schiri.texts import N_, Words

# The kind of field for a player's own value, by its word in the rules; others are text.
KINDS = {"MAP": "map", "N": "number"}
# The field that is shown only if the second player is a person.
IF_A_PERSON = ("device", "off")


def games_here(table: TableState) -> list[str]:
    """Return the games for which the device is large enough."""
    return [row.name for row in rows() if row.size <= table.device.build.size]


def chosen_game(table: TableState, person: Participant) -> str:
    """Return the game of the form: picked, requested at the start, or played last."""
    games = games_here(table)
    wanted = (person.pick("game"), person.game, table.setups.last.game)
    return next((each for each in wanted if each in games), games[0])


def start_rows(table: TableState, person: Participant) -> tuple[Row, ...]:
    """Return the games that can be resumed, and the new games."""
    words, game = person.words, chosen_game(table, person)
    offers = tuple(
        Control(f"go-on-{at}", offer_words(words, offer, person.now), GoOn(offer.log), str(at + 1))
        for at, offer in enumerate(table.offers)
    )
    games = []
    for name in games_here(table):
        is_on, about = name == game, part_of(name).about
        note = words.gettext(about) if about else words.pgettext("title", name)
        # Picking the same one again keeps it chosen.
        action = None if is_on else Pick("game", name)
        label, icon = name.capitalize(), Icon("game", name)
        games.append(Control(f"game-{name}", label, action, icon=icon, is_on=is_on, note=note))
    found = [Row("offers", words.gettext("Go on"), offers)] if offers else []
    return (*found, Row("games", words.gettext("A new game"), tuple(games)))


def start_form(table: TableState, person: Participant) -> Form:
    """Return the form of the chosen game."""
    words, game = person.words, chosen_game(table, person)
    setup = _setup_of(table, game)
    fields = [*_player_fields(table, person, setup), *_options_of(words, setup)]
    sent = dict(person.values) if person.about == "start" else {}
    wrong, error = _wrong(table, person, sent, fields)
    if person.about == "start":
        wrong.update(person.errors)
    fields = [
        each._replace(value=sent.get(each.id, each.value), error=wrong.get(each.id, ""))
        for each in fields
    ]
    play, needs = words.gettext("Play"), part_of(game).needs
    note = words.gettext(needs) if needs else ""
    question = leaving_words(words, table.game) if table.game else ""
    form = Form("start", tuple(fields), play, error=error, question=question, note=note, game=game)
    return form._replace(guide=guide_words(words, game))


def guide_words(words: Words, game: str) -> tuple[str, ...]:
    """Return how a game is played, a sentence for each of its pictures."""
    return tuple(words.gettext(step.text) for step in part_of(game).guide)


def new_game(table: TableState, game: str, values: Mapping[str, str]) -> NewGame:
    """Return the intent for the values of a game's form."""
    options = {}
    for name, listed in options_of(game):
        # The opponent is a field of the players, not of the options.
        if name in DEVICE:
            continue
        choices, own = values_of(listed)
        is_line = own and len(choices) == 1
        value = values.get(f"option-{name}", own if is_line else choices[0])
        text = values.get(f"own-{name}", "").strip()
        options[name] = (text or choices[0] * bool(is_line)) if value == own else value
    level = values.get("device", "off")
    if level not in ("", "off"):
        options["device-b"] = level
    _least, most = game_class(game).seats_for(options)
    typed = [" ".join(values.get(f"player-{seat}", "").split()) for seat in range(most)]
    names = [table.setups.spelling(name) for name in typed]
    if "device-b" in options:
        names[1] = DEVICE_NAME
    first: First = "lot" if values.get("first") == "lot" else "named"
    return NewGame(game, tuple(filter(None, names)), options, first)


def _setup_of(table: TableState, game: str) -> Setup:
    """Return the last setup of a game, with the device as the second player."""
    setup = table.setups.of(game, game_class(game).seats_for({})[1])
    if setup.options.get("device-a", "off") == "off":
        return setup
    return setup._replace(players=setup.players[::-1], options=seated(setup.options, True))


def _player_fields(table: TableState, person: Participant, setup: Setup) -> list[FormField]:
    """Return a field for each person, and if a device can play the choice of the second player."""
    words, game = person.words, setup.game
    rules = game_class(game)
    least, most = rules.seats_for({})
    names = [name for name, _listed in options_of(game)]
    teams = rules.seats_for({"teams": "on"})[1] if "teams" in names else most
    setups = (setup, *table.setups.each.values())
    people = dict.fromkeys(name for each in setups for name in each.players if name)
    proposed = tuple((name, name) for name in people)
    has_device = "device-b" in names
    fields = []
    for seat in range(max(most, teams)):
        value = setup.players[seat] if seat < len(setup.players) else ""
        label = words.say("Player {number}", number=seat + 1)
        # Who types no name plays under this one.
        called = label if seat < least else ""
        if seat >= most:
            # Who plays with whom.  Rule: JO-12.
            label = words.say("Partner of player {number}", number=seat + 1 - most)
        if seat >= least and teams == most:
            label = words.say("{label} (optional)", label=label)
        shown = ("option-teams", "on") if seat >= most else None
        if has_device and seat == 1:
            shown = IF_A_PERSON
        field = FormField(f"player-{seat}", "name", label, value, proposed, called)
        fields.append(field._replace(shown_if=shown))
    if has_device:
        levels = [("off", words.gettext("a person"))]
        listed = values_of(dict(options_of(game))["device-b"])[0][1:]
        levels += [(level, words.say("device, level {level}", level=level)) for level in listed]
        label, level = words.gettext("The opponent"), setup.options.get("device-b", "off")
        fields.insert(1, FormField("device", "choice", label, level, choices=tuple(levels)))
    named, lot = words.gettext(part_of(game).first), words.gettext("drawn by lot")
    firsts = (("named", named), ("lot", lot))
    fields.append(FormField("first", "choice", words.gettext("Who begins"), "named", firsts))
    return fields


def _options_of(words: Words, setup: Setup) -> list[FormField]:
    """Return the fields of all options, the game's own choices first and in their order."""
    game, choices = setup.game, part_of(setup.game).choices
    options = [(name, listed) for name, listed in options_of(game) if name not in DEVICE]
    options.sort(key=lambda each: choices.index(each[0]) if each[0] in choices else len(choices))
    return [
        field
        for name, listed in options
        for field in option_fields(words, game, name, listed, setup.options.get(name, ""))
    ]


def option_fields(
    words: Words, game: str, name: str, listed: str, chosen: str
) -> Iterator[FormField]:
    """Yield the fields of an option: a choice, a line for a custom value, or both.

    Shape: ``listed`` are its values in the engine; ``chosen`` is the last value, "" for the
    default.  As a value of the choice the rules' word for such a text means the text on the line.

    >>> words = Words("en")
    >>> [each.value for each in option_fields(words, "joggle", "target", "1R 2R1S", "2R1S")]
    ['2R1S']
    >>> choice, line = option_fields(words, "joggle", "board", "none 8x8 MAP", "R.G")
    >>> [value for value, _words in choice.choices], choice.value, line.value
    (['none', '8x8', 'MAP'], 'MAP', 'R.G')
    """
    values, own = values_of(listed)
    part, label = part_of(game), words.pgettext("option", f"{game} {name}")
    is_folded = name not in part.choices
    text, shown = chosen or values[0], None
    prompt = words.pgettext("own", own) if own else ""
    kind = KINDS.get(own, "text")
    # A board takes much room, so it is painted on demand.
    if len(values) > 1 or not own or kind == "map":
        choices = [(each, _value_words(words, game, name, each)) for each in values]
        value, text = (chosen, "") if chosen in values else (values[0], "")
        if own:
            said = N_("hand-painted") if kind == "map" else N_("Your own")
            choices.append((own, words.gettext(said)))
            if chosen and chosen not in values:
                value, text = own, chosen
        # If the device plays, the second person's options are not asked.
        whose = IF_A_PERSON if name in SECOND else None
        id = f"option-{name}"
        yield FormField(
            id, "choice", label, value, tuple(choices), shown_if=whose, is_folded=is_folded
        )
        label = words.pgettext("rules", "paint") if kind == "map" else prompt
        shown = (id, own)
    if own:
        yield FormField(
            f"own-{name}",
            kind,
            label,
            text,
            note=prompt,
            shown_if=shown,
            most=part.most if kind == "number" else None,
            is_folded=is_folded,
        )


def _value_words(words: Words, game: str, name: str, value: str) -> str:
    """Return a value of an option in words, or its name if it is a text that has one.

    >>> _value_words(Words("en"), "zwoggel", "no-fill-holes", "on")
    'stay holes'
    """
    text = value_words(words, game, name, value)
    return named_values(words, game, {name: text})[name]


def _wrong(
    table: TableState, person: Participant, sent: Mapping[str, str], fields: list[FormField]
) -> tuple[dict[str, str], str]:
    """Return the errors of fields, and that of the form."""
    if not sent or person.answer.is_done:
        return {}, ""
    text = field_words(person.words, person.answer, table)
    why = person.answer.refusal or person.answer.malformed
    code = why.code if why else ""
    names = [each.id for each in fields if each.kind == "name"]
    typed = [id for id in names if sent.get(id, "").strip()]
    if code == "doubled-name":
        said = [person_of(sent[id].strip()) for id in typed]
        again = [id for at, id in enumerate(typed) if said[at] in said[:at]]
        return dict.fromkeys(again[:1] or names[:1], text), ""
    if code == "bad-name":
        bad = [id for id in typed if not is_name(sent[id])]
        return dict.fromkeys(bad[:1] or names[:1], text), ""
    if code == "bad-player-count":
        return {names[0]: text}, ""
    own = [
        each
        for each in fields
        if each.id.startswith("own-")
        and (each.shown_if is None or sent.get(each.shown_if[0]) == each.shown_if[1])
    ]
    if not why or len(own) != 1:
        return {}, text
    if code == "bad-option":
        # The choice above has the values.  This text is another value.
        text = person.words.say("Enter this: {what}", what=own[0].note)
    return {own[0].id: text}, ""
