"""Games of Zwoggel by random typists, added to a digest; they run on MicroPython."""

from schiri_engines.refusals import MalformedText, Refused
from schiri_engines.table import Table
from schiri_engines.zwoggel.game import Zwoggel

from tests.vm.digest import see_contract

NAMES = ("Ann", "Ben", "Cid", "Dan")


def play_game(digest, dice) -> None:
    options = {
        "no-fill-holes": dice.choice(("off", "on")),
        "frame": dice.choice(("none", "8x8")),
        "trip-ends-turn": dice.choice(("off", "on")),
    }
    players = NAMES[: 2 + dice.below(3)]
    table = Table(Zwoggel(options, len(players)), players)
    for _ in range(150):
        text = text_of(dice, table)
        try:
            digest.add(text + str(table.try_apply(table.parse(text))))
        except MalformedText as bad:
            digest.add(bad.code + bad.found + bad.wanted)
        except Refused as no:
            digest.add(no.refusal)
        game = table.game
        cards = game.field.cards
        digest.add([str(place) + cards[place] for place in sorted(cards)])
        digest.add([table.turn, table.phase, table.outcome(), game.flips_left, game.stock])
        see_contract(digest, dice, game)
        digest.add(
            [game.people.penalties, game.people.traps, game.turned, game.threes, game.effects]
        )
    digest.add([table.text(entry) for entry in table.entries])
    while table.try_apply(("undo",)) is None:
        digest.add(sorted(table.game.field.cards))


def text_of(dice, table) -> str:
    game = table.game
    cards = game.field.cards
    name = dice.choice(table.names)
    place = str(dice.below(7) - 2) + "," + str(dice.below(7) - 2)
    colour = dice.choice(("red", "green"))
    what = dice.below(30)
    if what == 0:
        return "resign " + name
    if what == 1:
        return "set square " + place + " " + dice.choice(("down", "red", "green", "-", "blue"))
    if what == 2:
        return dice.choice(("set stock ", "set penalties " + name + " ")) + str(dice.below(7))
    if what == 3:
        return dice.choice(("set turn " + name, "dispute it", "place 1", "flip 01,0 red", "undo"))
    if what < 6:
        return "undo"
    down = [each for each in sorted(cards) if cards[each] == "down"]
    if game.hand or not down or what < 9:
        return "place " + " ".join(places_of(dice, game, sorted(cards)))
    return "flip {},{} ".format(*dice.choice(down)) + colour


def places_of(dice, game, lying: list) -> list:
    """Return about as many places as there are cards to lay, each next to a card."""
    places: list = []
    for _ in range(20):
        x, y = dice.choice(lying or [(0, 0)])
        place = (x + dice.below(3) - 1, y + dice.below(3) - 1)
        is_open = place not in places and game.field.why_closed(place) is None
        if is_open and len(places) < game.hand:
            places.append(place)
    return ["{},{}".format(*place) for place in places] or ["0,0"]
