"""Pictures of all games: well-formed, complete, and understandable without colour."""

import re
from functools import partial
from xml.etree import ElementTree

import pytest
from schiri.games import rulings_of
from schiri.games.drehwurm.events import FullState, Pile
from schiri.picture.drawing import drawing, png_of
from schiri.picture.look import FACES, FIELDS, PIECES
from schiri.picture.svg import NOTHING
from schiri.scene import part_of, still_of
from schiri.scene.scene import Caption, Seat
from schiri.texts import Words
from schiri.views import BoardView, Drawable, FieldView

from tests.log.typed_games import GAMES, Game, by_kind, moments

EN = Words("en")
SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(SVG + "text")]


def drawn_of(game: str, view: Drawable, caption: Caption = NOTHING) -> str:
    svg = drawing(part_of(game).still(EN, game, view), caption)
    assert svg is not None
    return svg


board_svg, field_svg, piles_svg = (
    partial(drawn_of, game) for game in ("switch", "zwoggel", "drehwurm")
)


def without_colour(svg: str) -> str:
    return re.sub(r"#[0-9a-f]{3,6}", "#000", svg)


def cells_of(svg: str) -> list[str]:
    return re.findall(r"<[a-z]+ [^>]*>", without_colour(svg))


# Every game, at every move


@pytest.mark.parametrize("game", GAMES, ids=by_kind)
def test_every_moment_of_every_game_is_drawn(game: Game) -> None:
    drawn = []
    for referee in moments(game):
        view = rulings_of(game.name).view(referee.table) or referee.state()
        middle = still_of(EN, referee.state(), view)
        svg = drawing(middle, Caption("A & B", (Seat("<Ann>"),)))
        assert svg is not None
        root = ElementTree.fromstring(svg)
        assert root.tag == SVG + "svg" and {"A & B", "<Ann>"} <= set(texts(svg))
        drawn.append(svg)
    assert len(set(drawn)) > len(drawn) // 3


def test_nothing_to_draw_gives_no_picture() -> None:
    assert drawing(None) is None


# Boards


def test_a_board_is_drawn_with_its_coordinates_and_all_pieces() -> None:
    svg = board_svg(BoardView(5, "b.w.." + "." * 20))
    assert {*"abcde", *"12345"} <= set(texts(svg)) and "f" not in texts(svg)
    assert svg.count(PIECES["b"].face) == svg.count(PIECES["w"].face) == 1


def test_a1_is_at_the_bottom_left() -> None:
    svg = board_svg(BoardView(5, "b" + "." * 24))
    (disc,) = [
        each.attrib
        for each in ElementTree.fromstring(svg).iter(SVG + "circle")
        if each.get("fill") == PIECES["b"].face
    ]
    others = [float(each.get("cx", 0)) for each in ElementTree.fromstring(svg).iter(SVG + "circle")]
    assert float(disc["cx"]) == min(others)
    rows = [float(each.get("cy", 0)) for each in ElementTree.fromstring(svg).iter(SVG + "circle")]
    assert float(disc["cy"]) >= max(rows) - 5


def test_dark_and_light_differ_without_colour() -> None:
    dark, light = (without_colour(board_svg(BoardView(1, letter))) for letter in "bw")
    assert dark != light


def test_every_coloured_field_names_its_colour_under_a_piece_too() -> None:
    for letters in ("....", "bwbw"):
        svg = board_svg(BoardView(2, letters, fields="RGBY"))
        assert sorted(each for each in texts(svg) if each in FIELDS) == sorted("RGBY")


def test_every_mark_has_a_shape_of_its_own() -> None:
    plain = set(cells_of(board_svg(BoardView(1, "b"))))
    marked = [
        BoardView(1, "b", picked="a1"),
        BoardView(1, "b", legal=("a1",)),
        BoardView(1, "b", last=("a1",)),
        BoardView(1, "b", won=("a1",)),
        BoardView(1, "b", cursor="a1"),
        BoardView(1, "b", hint=("a1",)),
    ]
    shapes = [frozenset(set(cells_of(board_svg(view))) - plain) for view in marked]
    assert all(shapes) and len(set(shapes)) == len(shapes)


# Fields


def test_a_field_shows_each_card_and_numbers_what_one_may_look_at() -> None:
    view = FieldView({(0, 0): "red", (1, 0): "green", (2, 0): "down", (0, -1): "hole"}, (1, 0))
    svg = field_svg(view)
    assert {"-1", "3", "-2", "1"} <= set(texts(svg)) and "4" not in texts(svg)
    assert svg.count(FACES["red"][0]) == svg.count(FACES["green"][0]) == 1


def test_cards_and_marks_of_a_field_differ_without_colour() -> None:
    cards = ["", "red", "green", "down", "hole"]
    drawn = {without_colour(field_svg(FieldView({(0, 0): card}))) for card in cards}
    assert len(drawn) == len(cards)
    lies = {(0, 0): "red"}
    marks = [FieldView(lies), FieldView(lies, (0, 0)), FieldView(lies, None, frozenset([(0, 0)]))]
    assert len({without_colour(field_svg(view)) for view in marks}) == len(marks)


# Piles


def full(*piles: Pile) -> FullState:
    names = {"Ann": 3, "Ben": 4, "Cem": 5}
    common = ("drehwurm", "Ann", "turn", False, (), None)
    eaten: dict[str, tuple[()]] = dict.fromkeys(names, ())
    return FullState(*common, piles, names, names, 44, eaten, names, names, 1, "Ben")


def test_piles_show_both_sides_and_how_many_cards_there_are() -> None:
    svg = piles_svg(full(Pile("y3", "?", 5), Pile("r", "j", 9), Pile(None, None, 0)))
    assert {"1", "2", "3", "?", "× 5", "× 9", "× 0", "× 44"} <= set(texts(svg))


def test_a_hen_a_worm_and_a_joker_differ_without_colour() -> None:
    drawn = {without_colour(piles_svg(full(Pile(card, None, 1)))) for card in ("y", "y3", "j", "?")}
    assert len(drawn) == 4


# The sheet


def test_long_names_are_made_small_enough() -> None:
    def size(name: str) -> float:
        svg = board_svg(BoardView(3, "." * 9), Caption(seats=(Seat(name, "b", "12"),)))
        (found,) = [
            each
            for each in ElementTree.fromstring(svg).iter(SVG + "text")
            if each.text == name and each.get("font-weight")
        ]
        return float(found.get("font-size", 0))

    assert size("Ann") > size("W" * 24) > 5


def test_a_picture_without_a_caption_has_only_the_boards_texts() -> None:
    view = BoardView(5, "." * 25)
    bare, titled = board_svg(view), board_svg(view, Caption("Switch"))
    assert "Switch" in texts(titled) and len(texts(titled)) == len(texts(bare)) + 1


# As PNG

SVG_TEXT = board_svg(BoardView(5, "b" * 25))


def test_a_png_has_twice_the_size_of_its_drawing() -> None:
    png = png_of(SVG_TEXT)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
    assert f'width="{width // 2}"' in SVG_TEXT and f'height="{height // 2}"' in SVG_TEXT
