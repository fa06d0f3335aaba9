"""The check of a game from outside: it must have all its words, and no name, rule or refusal of
ours.

Decides what is checked when its words are loaded.  Endings, and phases after the first, are only
known during a game.
"""

from collections.abc import Iterator

from schiri_engines.options import values_of
from schiri_engines.refusals import RULE_OF
from schiri_engines.registry import game_class

from schiri.errors import BadGame
from schiri.games.words import GameWords
from schiri.languages import LANGUAGES
from schiri.scene.modes import CONTROLS, MODE_TEXTS
from schiri.scene.part import GameScene
from schiri.texts import has_sentence, has_words


def check_words(game: GameWords, scene: type[GameScene] | None) -> None:
    """Raise unless a game from outside has its words in every language, and none of ours.

    Raises: BadGame.
    """
    own = {
        (where, key)
        for texts in game.catalogues.values()
        for where in texts
        for key in texts[where]
    }
    needed = set(needed_words(game, scene))
    lacking = [
        f"no words: {language} {context} {key}"
        for context, key in sorted(needed)
        for language in LANGUAGES
        if not game.catalogues.get(language, {}).get(context, {}).get(key)
        # Without a context the key is the English sentence.
        and (context or language != "en")
    ]
    changed = [
        f"is ours: refusal {code}, of {rule} now"
        for code, rule in RULE_OF.items()
        if has_words("refusal", code) and not has_words("rule", rule)
    ]
    taken = changed + [
        f"is ours: {context} {key}"
        for context, key in sorted(own | needed)
        if has_words(context, key)
    ]
    if problems := taken + lacking:
        raise BadGame(game.game, problems)


def needed_words(game: GameWords, scene: type[GameScene] | None) -> Iterator[tuple[str, str]]:
    """Yield the context and key of all known words of a game.

    Rule: a refusal belongs to the game that has its rule.
    """
    rules = [rule for rule, _source in game.rules]
    name, kind = game.game, game_class(game.game)
    yield "title", name
    yield from (("", sentence) for _pattern, sentence in (*game.moves, *game.forms))
    yield from (("", sentence) for sentence in game.sentences.values())
    if scene:
        yield from (("", sentence) for sentence in scene_sentences(scene))
    yield from (("rule", rule) for rule in rules)
    yield from (("refusal", code) for code, rule in RULE_OF.items() if rule in rules)
    least, _most = kind.seats_for({})
    yield "phase", f"{name} {kind({}, least).phase}"
    if kind.SIZE:
        yield from (("colour", f"{name} {colour}") for colour in "bw")
    for option, listed in kind.OPTIONS:
        yield "option", f"{name} {option}"
        values, _other = values_of(listed)
        yield from (("option", f"{name} {option}={value}") for value in values if value.islower())


def scene_sentences(scene: type[GameScene]) -> Iterator[str]:
    """Yield the sentences of a game's part of a scene that our catalogues do not have."""
    modes = {*getattr(scene, "modes", {}).values()} - {*MODE_TEXTS.values()}
    controls = {*getattr(scene, "controls", {}).values()} - {*CONTROLS.values()}
    said = [scene.about, scene.needs, scene.first]
    said += [text for mode in modes for text in (mode.heading, mode.hint)]
    said += [text for each in controls for text in (each.label, each.question)]
    yield from (text for text in said if text and not has_sentence(text))
