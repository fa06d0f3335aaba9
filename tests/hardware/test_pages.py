"""The pages: the files in the folder match the data, and every wire is listed once."""

import re
from collections import Counter
from functools import cache

import pytest
from schiri.cli import VERBS
from schiri.languages import LANGUAGES
from schiri_device.builds import COLOURED, Build

from hardware.circuit.circuit import circuit_of
from hardware.circuit.kinds import KINDS
from hardware.circuit.makers import BESIDES, BOUGHT
from hardware.circuit.wires import EDGE_PIN, RAILS, pico, wires
from hardware.generate import FOLDER, legends, pages
from hardware.pages.card import (
    EVERYWHERE,
    HEAD,
    HUES,
    RHYTHMS,
    card,
    colour_name,
    lights_of,
    presses_of,
)
from hardware.pages.card_words import WORDS as CARD_WORDS
from hardware.pages.card_words import say
from hardware.pages.controls import CONTROLS
from hardware.pages.light_words import NAMED_MARKS as MARKS
from hardware.pages.light_words import WORDS
from hardware.pages.page import page
from hardware.pages.steps import STEPS, step_of
from tests.firmware.builds.test_builds import lines_of
from tests.firmware.world import BUILDS, CHAINS, CORNERS, PADS, PINS

PAGES = cache(pages)
by_language = pytest.mark.parametrize("language", LANGUAGES)
by_name = pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)


def test_the_pages_in_the_folder_are_made_from_the_data() -> None:
    for name, text in PAGES().items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, f"run `make hardware`: {name}"
    assert {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.md")} == set(PAGES())


def test_the_guide_leads_to_every_build_and_names_commands_that_there_are() -> None:
    text = PAGES()["README.md"]
    assert all(f"[{build.name}]({build.name}/README.md)" in text for build in BUILDS)
    named = set(re.findall(r"`schiri (\w+)", text))
    assert named == {"certify", "deploy", "ports", "sim"} <= set(VERBS)
    linked = set(re.findall(r"\]\((\S+?)\)", text))
    assert set(PAGES()) - {"README.md"} <= linked | {"card.de.md", "card.fr.md"}
    assert all((FOLDER / name).exists() for name in linked)


def test_every_part_is_soldered_in_one_step_and_every_step_has_its_check() -> None:
    soldered = Counter(kind for step in STEPS for kind in step.kinds.split())
    assert set(soldered) == set(KINDS)
    assert set(soldered.values()) == {1}
    assert all(step.does and step.check and step.otherwise for step in STEPS)
    text = PAGES()["README.md"]
    assert re.findall(r"^### (\d)\. (.*)$", text, re.MULTILINE) == [
        (str(number), step.title) for number, step in enumerate(STEPS, 1)
    ]


@by_name
def test_a_wire_is_soldered_once_both_of_its_ends_are_there(build: Build) -> None:
    circuit = circuit_of(build)
    steps = {wire.end: step_of(circuit, wire) for wire in wires(circuit)}
    assert steps["Pico GND (pin 38)"] == steps["fuse"] == 3
    assert steps["diode of the gate, anode"] == 2
    assert build.tiles or steps["74AHCT125 pin 2 (1A)"] == 4
    assert steps["button black"] == 6
    assert not build.sensors or steps["Pico 3V3 (pin 36)"] == steps["multiplexer 2 pin 9 (I0)"] == 8
    listed = "".join(re.findall(r"^\*Wires\.\*(?:.+\n)+", PAGES()["README.md"], re.MULTILINE))
    mine = re.findall(rf"`{build.name}` ([^;.]*)", listed)
    spans = [span for text in mine for span in re.findall(r"(\d+)(?:\s+to\s+(\d+))?", text)]
    numbers = [at for low, high in spans for at in range(int(low), int(high or low) + 1)]
    assert sorted(numbers) == [wire.number for wire in wires(circuit)]


def test_every_part_has_an_order_number_and_a_substitute() -> None:
    named = {KINDS[kind].what for kind in BOUGHT if kind not in BESIDES}
    assert named == {kind.what for kind in KINDS.values()}
    text = PAGES()["parts.md"]
    for bought in BOUGHT.values():
        assert bought.others
        assert bought.mind in text
        for number in (bought.number, *bought.others):
            cited = re.search(re.escape(number.what) + r" \[(\d+)\]", text)
            assert bool(cited) == bool(number.source)
            if cited:
                assert re.search(
                    rf"^{cited[1]}\. <?{re.escape(number.source)}>?$", text, re.MULTILINE
                )


@by_name
def test_every_end_of_the_circuit_has_its_wire_once(build: Build) -> None:
    circuit = circuit_of(build)
    found = wires(circuit)
    assert [wire.number for wire in found] == list(range(1, len(found) + 1))
    assert len({(wire.begin, wire.end) for wire in found}) == len(found)
    reached = Counter(end for wire in found for end in wire.ends)
    assert max(reached.values()) == 1
    for net, ends in circuit.nets.items():
        # A rail's wires end at all of its ends. In another net, wires begin at one of them.
        missing = [end for end in ends if end not in reached]
        assert len(missing) == (0 if net in RAILS else 1), net


@by_name
def test_every_pin_has_its_wire(build: Build) -> None:
    begins = [wire.begin for wire in wires(circuit_of(build))]
    used = {begin for begin in begins if begin.startswith("Pico GP")}
    assert sorted(used) == sorted(pico(PINS[line]) for line in lines_of(build))


def test_the_pico_s_edge_is_counted_right() -> None:
    # The pins at its corners and beside each ground, by its data sheet.
    known = {"GP0": 1, "GP1": 2, "GP2": 4, "GP5": 7, "GP6": 9, "GP9": 12, "GP10": 14, "GP13": 17}
    known |= {"GP14": 19, "GP15": 20, "GP16": 21, "GP17": 22, "GP18": 24, "GP21": 27, "GP22": 29}
    known |= {"RUN": 30, "GP26": 31, "GP28": 34, "3V3": 36, "VSYS": 39, "VBUS": 40}
    assert {name: EDGE_PIN[name] for name in known} == known


def test_the_jumpers_of_each_tile_make_its_address() -> None:
    rows = re.findall(r"\| (top|bottom) (left|right) +\| (0x\w+) +\| (.*?) +\|", page(PADS))
    bus = PADS.tiles
    assert bus and [int(address, 16) for _, _, address, _ in rows] == list(bus[1])
    names = {"top": "upper", "bottom": "lower"}
    assert [(names[row], side) for row, side, _, _ in rows] == CORNERS
    for *_, address, jumpers in rows:
        # By the maker's guide: 0x2e, plus 1, 2, 4 ... for each closed jumper.
        closed = [int(digit) for digit in re.findall(r"A(\d)", jumpers)]
        assert int(address, 16) == 0x2E + sum(1 << digit for digit in closed)


@pytest.mark.parametrize("build", CHAINS, ids=lambda build: build.name)
def test_the_picture_of_the_chain_is_the_build_s_order(build: Build) -> None:
    picture = page(build).split("```")[1].split("\n")[1:-1]
    rows = [[int(number) - 1 for number in line.split()] for line in picture]
    assert [place for row in rows[::-1] for place in row] == list(build.order)


@by_language
def test_the_card_explains_every_light(language: str) -> None:
    assert set(WORDS) == {name for name, *_ in MARKS[1:]}
    rows = lights_of(language)
    text = "\n".join(f"{light} | {words}" for light, words in rows)
    for name, rhythm, *rgb in MARKS[1:]:
        colour, course = say(language, colour_name(tuple(rgb))), say(language, RHYTHMS[rhythm])
        words = re.escape(say(language, WORDS[name]))
        line = rf"{re.escape(colour)}[^|(]*\({course}\) \| (?:.*<br>)?{words}(?:<br>.*)?$"
        assert re.search(line, text, re.MULTILINE), name
    assert len({light for light, _ in rows}) == len(rows)
    assert {rhythm for _, rhythm, *_ in MARKS[1:]} == set(RHYTHMS)
    assert [least for least, _ in HUES] == sorted(least for least, _ in HUES)


def title_of(language: str, title: str) -> str:
    """Return the title of a mode, or its English name if the card leaves it out."""
    return say(language, title) if title in CARD_WORDS else title


@by_language
def test_the_card_explains_every_press(language: str) -> None:
    rows = presses_of(language)
    for _, title, presses in CONTROLS:
        more = [
            (names, words)
            for names, words in presses
            if (names, words) not in EVERYWHERE and not words.startswith("nothing")
        ]
        cells = [text for titles, text in rows if title_of(language, title) in titles.split(" / ")]
        assert len(cells) == bool(more), title
        for names, words in more:
            assert f"** {say(language, words)}" in cells[0]
            named = {name.removeprefix("hold-") for name in names} & set(COLOURED)
            assert all(say(language, name) in cells[0] for name in named), title


def test_common_buttons_stand_at_the_top() -> None:
    head = " ".join(HEAD)
    for names, _ in EVERYWHERE:
        for name in {each.removeprefix("hold-") for each in names} - {"move"}:
            words = {"press": "press the middle"}.get(name, name)
            assert words in head.lower(), name
    used = {(names, words) for _, _, presses in CONTROLS for names, words in presses}
    assert set(EVERYWHERE) <= used


@by_language
def test_the_card_is_one_page(language: str) -> None:
    assert len(card(language).splitlines()) <= 66


def test_each_word_of_the_card_has_every_language() -> None:
    found = {words: {*said} for words, said in CARD_WORDS.items()}
    assert found == {words: {*LANGUAGES} - {"en"} for words in CARD_WORDS}


def test_all_words_of_card_and_legend_are_used() -> None:
    text = "\n".join([card("de"), *legends().values()])
    filled_in = {words for words in CARD_WORDS if "{" in words}
    assert [words for words in {*CARD_WORDS} - filled_in if say("de", words) not in text] == []
