"""Files of the cases: for a slicer, pictures, and the page."""

import re

import numpy as np
import pytest
import trimesh
from PIL import Image

from hardware.case.measures import SOURCES
from hardware.case.parts import PrintedPart, bezel, box, case, printed, stl
from hardware.case.places import CASES, CasePlaces, places_of
from hardware.case.render import Drawing, Shown
from hardware.case.views import digest
from hardware.generate import FOLDER, file_of
from hardware.pages.assembly import assembly
from tests.hardware.test_case import PARTS, by_case, by_part, part_of

pytestmark = pytest.mark.nightly


@by_part
def test_a_file_is_watertight(build: str, name: str) -> None:
    part = part_of(build, name)
    data = stl(part)
    mesh = trimesh.load(trimesh.util.wrap_as_stream(data), file_type="stl")
    assert isinstance(mesh, trimesh.Trimesh)
    assert mesh.is_watertight and mesh.is_winding_consistent
    assert mesh.volume == pytest.approx(part.solid.volume(), rel=1e-4)
    assert len(data) == 84 + 50 * len(mesh.faces) < 300_000


@pytest.mark.parametrize("name", CASES)
def test_the_files_in_the_folder_are_made_from_the_data(name: str) -> None:
    made = {FOLDER / file_of(name, f"{part.name}.stl"): part for part in case(name)}
    assert set((FOLDER / name).glob("*.stl")) == set(made)
    for file, part in made.items():
        # Not byte for byte: other systems may split the same solid into other triangles.
        mesh = trimesh.load_mesh(file)
        assert isinstance(mesh, trimesh.Trimesh)
        solid = printed(part)
        expected = np.reshape(solid.bounding_box(), (2, 3))
        assert mesh.bounds == pytest.approx(expected, abs=1e-3), "run `make hardware`"
        assert mesh.volume == pytest.approx(solid.volume(), rel=1e-5), "run `make hardware`"
        assert mesh.area == pytest.approx(solid.surface_area(), rel=1e-5), "run `make hardware`"


@by_case
def test_the_pictures_in_the_folder_show_what_there_is(places: CasePlaces) -> None:
    for view in ("case", "parts"):
        with Image.open(FOLDER / file_of(places.build.name, f"{view}.png")) as image:
            assert image.info["digest"] == digest(places), "run `make hardware`"


def test_the_nearest_surface_is_drawn() -> None:
    low, high = box(40, 40, 0, 10), box(10, 10, 20, 30)
    drawing = Drawing(
        [Shown(low, "#ff0000"), Shown(high, "#0000ff"), Shown(low, "#00ff00", -50)], 90, 120
    )
    image = np.asarray(drawing.image())
    strongest = []
    for point in ((15, -15, 10), (0, 0, 30), (15, -15, -40)):
        x, y, _near = drawing.at(np.array(point)).tolist()
        strongest.append(int(image[round(y), round(x)].argmax()))
    assert strongest == [0, 2, 1]
    assert image[1, 1].tolist() == [255, 255, 255]


def test_the_page_tells_of_every_file_button_and_length() -> None:
    text = assembly()
    files = [f"({file_of(build, name)}.stl)" for build in PARTS for name in PARTS[build]]
    assert all(text.count(file) == 1 for file in files)
    assert all(f"| {name} " in text for name in SOURCES)
    assert "stick -12, 0; red -3, 3.5;" in text
    linked = re.findall(r"\]\((\w+/[^)]+)\)", text)
    assert len(linked) == len(files) + 2 * len(CASES)
    assert all((FOLDER / file).exists() for file in linked)


def test_the_same_bytes_come_of_the_same_data() -> None:
    again = bezel(places_of("cursor"))
    assert stl(PrintedPart("bezel", "", again, up=-1)) == stl(part_of("cursor", "bezel"))
