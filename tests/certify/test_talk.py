"""Testing a simulated device: its figures, its parts with a person's help, and the end."""

from collections.abc import Callable

import pytest
from schiri.certify.parts import Inspection, skipped_parts
from schiri.certify.talk import Talk
from schiri.device.reports import RefusalReport
from schiri.errors import HostError
from schiri.texts import Words
from schiri_device.builds import Build
from schiri_device.pc.messages import now_text
from schiri_device.pc.requests import handle_request

from tests.certify.tested import CertifyRig, Somebody
from tests.firmware.world import BUILDS, CURSOR, KEYS5

by_build = pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)


def measured(rig: CertifyRig) -> dict[str, float]:
    rig.talk.greet()
    rig.talk.measure()
    return rig.talk.figures()


# Figures


@by_build
def test_a_simulated_device_reports_its_figures_and_that_it_is_simulated(build: Build) -> None:
    rig = CertifyRig(build)
    found = measured(rig)
    names = ["simulated", "scan", "frame", "light", "step.choose", "journal"]
    if build.sensors:
        names[2:2] = ["sense"]
        names += [f"field.{cell}" for cell in KEYS5.buttons[:25]]
    assert list(found) == [*names, "link"]
    pixels_ms = len(build.order) * 0.03
    # A step and a write each read the clock twice. The time from press to light includes four
    # reads.
    assert found["step.choose"] == found["journal"] == 2.0
    assert found["frame"] == pytest.approx(2.0 + pixels_ms, abs=0.01)
    assert found["light"] == pytest.approx(6.0 + pixels_ms, abs=0.01)
    assert 5 <= found["link"] <= 60


def test_measuring_changes_neither_game_nor_journal() -> None:
    rig = CertifyRig(KEYS5)
    device = rig.simulator.device
    for text in ("new switch AB layout=1", "press white", "settings 0103"):
        handle_request(device, 0, text)
    events, stood, shown = device.journal.last, device.match.game.position(), now_text(device)
    measured(rig)
    assert rig.simulator._meter is None
    rig.talk.close()
    for _ in range(3000):
        rig.tick()
    device = rig.simulator.device
    assert (device.journal.last, device.match.game.position()) == (events, stood)
    assert (now_text(device), device.settings["brightness"]) == (shown, 3)
    assert device.host.acknowledged == 0
    assert rig.pictures == []


def test_a_lost_figure_is_requested_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = CertifyRig(KEYS5)
    whole = rig.cable.device_writes
    lost: list[bytes] = []

    def lossy(data: bytes) -> int:
        if b" figure 2 " in data and not lost:
            lost.append(data)
            return len(data)
        return whole(data)

    monkeypatch.setattr(rig.cable, "device_writes", lossy)
    assert "light" in measured(rig) and lost


def test_a_device_that_never_sends_all_figures_counts_as_silent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = CertifyRig(KEYS5)
    whole = rig.cable.device_writes
    monkeypatch.setattr(
        rig.cable,
        "device_writes",
        lambda data: len(data) if b" figure 1 " in data else whole(data),
    )
    with pytest.raises(HostError) as error:
        measured(rig)
    assert error.value.code == "port-silent"


def test_a_firmware_that_cannot_measure_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = CertifyRig(KEYS5)
    monkeypatch.setattr(Talk, "ask", lambda self, text: RefusalReport("no-game"))
    with pytest.raises(HostError) as error:
        measured(rig)
    assert (error.value.code, error.value.status) == ("cannot-measure", 4)


@pytest.mark.parametrize("at_ms", [3, 500, 3000])
def test_an_unplugged_device_is_an_error(at_ms: int) -> None:
    rig = CertifyRig(KEYS5)
    rig.at[at_ms // 5 * 5 + 5] = rig.wire.pull
    with pytest.raises(HostError) as error:
        measured(rig)
    assert error.value.status == 3


# Parts


def inspected(rig: CertifyRig, answer: Callable[[str], str]) -> tuple[Inspection, Somebody]:
    person = Somebody(rig, answer)
    rig.talk.greet()
    inspection = Inspection(Words("en"), rig.talk, person, rig.simulator.build)
    inspection.begin()
    rig.talk.measure()
    inspection.look_at_pixels()
    inspection.press_buttons()
    inspection.end()
    return inspection, person


def does_it(words: str) -> str:
    """Answer yes, press the requested button, and press Enter at the end."""
    if words.endswith("?"):
        return "y"
    if words.startswith("Press "):
        return "*" + words.removeprefix("Press ").rstrip(".")
    return "\n" if words.endswith("Enter.") else ""


@by_build
def test_all_parts_of_a_working_device_pass(build: Build) -> None:
    rig = CertifyRig(build)
    inspection, person = inspected(rig, does_it)
    assert inspection.found == dict.fromkeys(skipped_parts(build), True)
    assert len(inspection.found) == 5 + len(build.buttons)
    count = len(build.order)
    singles = ["." * at + "w" + "." * (count - at - 1) for at in range(count)]
    assert rig.pictures == [letter * count for letter in "rguw"] + singles + ["." * count]
    assert rig.simulator.device.mode_name == "choose"
    assert "step.panel" in rig.talk.figures()
    assert [words for words in person.told if words.startswith("That")] == []


def test_a_broken_part_is_reported() -> None:
    wrong = {"Are all lights green?": "n", "Press down.": "n", "Press up.": "*down"}
    hints = {"That was down.": "*up"}
    inspection, person = inspected(
        CertifyRig(CURSOR), lambda words: {**wrong, **hints}.get(words) or does_it(words)
    )
    bad = {name for name, works in inspection.found.items() if works is False}
    assert bad == {"pixels.green", "button.down"}
    assert None not in inspection.found.values()
    assert person.told.count("That was down.") == 1


def test_questions_can_be_skipped() -> None:
    skipped = {"Are all lights red?": "s", "Are all lights blue?": "x", "Press up.": "s"}
    skipped |= {"Press left.": "x"}
    inspection, _ = inspected(
        CertifyRig(CURSOR), lambda words: skipped.get(words) or does_it(words)
    )
    assert {name for name, works in inspection.found.items() if works} == {
        "pixels.green",
        "button.down",
    }
    assert False not in inspection.found.values()


def test_a_press_before_its_question_does_not_count() -> None:
    rig = CertifyRig(CURSOR)

    def answer(words: str) -> str:
        if words == "Are all lights red?":
            rig.presser.type("up")
        if words == "Press up.":
            rig.at[rig.now_ms + 500] = lambda: rig.presser.type("down")
            return ""
        return "n" if words == "That was down." else does_it(words)

    inspection, _ = inspected(rig, answer)
    assert inspection.found["button.up"] is False


def test_a_question_is_repeated_after_a_nonsense_answer() -> None:
    said: list[str] = []

    def answer(words: str) -> str:
        said.append(words)
        return (
            "maybe"
            if said.count(words) == 1 and words.endswith("red?")
            else ("y" if words == "y n s x" else does_it(words))
        )

    inspection, person = inspected(CertifyRig(KEYS5), answer)
    assert inspection.found["pixels.red"] is True
    assert person.told.count("y n s x") == 1
