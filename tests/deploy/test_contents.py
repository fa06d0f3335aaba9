"""The form of copied files: compiled where the format is known, and settings that stay."""

import tomllib
from io import BytesIO
from itertools import product

import pytest
from schiri.deploy import compiler
from schiri.deploy.compiler import (
    FORMATS,
    WITH_LINES,
    WITHOUT_LINES,
    compiled,
    compiler_for,
    without_types,
    written_format,
)
from schiri.deploy.contents import SOURCES, new_drive
from schiri.deploy.drive import IDS
from schiri.deploy.modules import needed_modules
from schiri.deploy.plan import merged
from schiri.errors import HostError
from schiri_device.builds import Build
from schiri_engines.registry import row_of
from schiri_engines.solver.lost import LostPositions

from tests.counts import IS_PROOF, count
from tests.deploy.test_drive import code_of
from tests.firmware.world import BUILDS, built
from tests.sources import DRIVE

SOURCE = b"def f(a, b=1 << 40):\n    return a + b\n"


@pytest.mark.parametrize("major", FORMATS)
def test_the_installed_compiler_writes_what_this_version_reads(major: int) -> None:
    assert written_format(compiler._run("a.py", SOURCE)) == FORMATS[major]
    code = compiler_for(major)
    assert code is not None
    # The mark, version 6, plain bytecode without a sub-version, 31 bits.
    for how in (WITH_LINES, WITHOUT_LINES):
        assert code("a.py", SOURCE, how)[:4] == b"C\x06\x00\x1f"


def test_the_compiled_bytes_change_only_in_the_mark_of_the_interpreter() -> None:
    raw = compiler._run("a.py", SOURCE)
    assert raw[:1] == b"M" and compiled("a.py", SOURCE)[1:] == raw[1:]
    assert b"a.py" in raw


def test_an_unknown_bytecode_format_has_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiler_for(11) is None
    for wrong in (b"M\x07\x00\x1f", b"M\x06\x00\x3f", b"M\x06\x04\x1f", b"C\x06\x00\x1f"):
        monkeypatch.setattr(compiler, "_run", lambda name, source, code=wrong: code)
        assert compiler_for(10) is None


def test_a_compiler_error_is_raised_with_its_place() -> None:
    for name, source in (("bad.py", b"def :\n"), ("newer.py", b"match 1:\n  case 1: pass\n")):
        with pytest.raises(HostError) as error:
            compiled(name, source)
        assert code_of(error) == ("source-broken", 2)
        said = {"path": name, "line": "1", "reason": "SyntaxError: invalid syntax"}
        assert error.value.details == said


def test_modules_are_compiled_and_programs_are_not() -> None:
    build = built("keys5" if IS_PROOF else "cursor")
    new, newer = (new_drive(build, major, IDS["pico2"]) for major in (10, 11))
    assert new_drive(build, 10, IDS["pico2"], is_editable=True) == newer
    assert len(new) == len(newer)
    for path, source in needed_modules(build).items():
        assert newer[f"lib/{path}"] == source.read_bytes()
        if path in SOURCES:
            # Modules that run before the watchdog starts.
            assert b"def " in new[f"lib/{path}"] or not source.read_text().count("def ")
            assert f"lib/{path[:-3]}.mpy" not in new
        else:
            assert new[f"lib/{path[:-3]}.mpy"][:2] == b"C\x06"
    for files in (new, newer):
        assert files["code.py"] == (DRIVE / "code.py").read_bytes()
        assert tomllib.loads(files["settings.toml"].decode())["SCHIRI_BUILD"] == build.name
        rows = [line.split() for line in files["lib/schiri.txt"].decode().splitlines()]
        assert {row[0] for row in rows} == set(files) - {"settings.toml", "lib/schiri.txt"}
        # A maker may change sources: what they are is not checked.
        assert {len(row) for row in rows} == {2 if files is new else 1}


def test_a_board_with_little_memory_has_no_numbers_of_lines() -> None:
    small, large = (new_drive(built("keys5"), 10, IDS[board]) for board in ("pico", "pico2"))
    assert set(small) == set(large)
    path = "lib/schiri_device/app/match.mpy"
    assert len(small[path]) < len(large[path])
    assert b"app/match.py" in small[path] and b"app/match.py" in large[path]
    sources = [f"lib/{source}" for source in SOURCES]
    assert [small[source] for source in sources] == [large[source] for source in sources]


def test_a_board_stores_no_name_that_only_a_type_checker_reads() -> None:
    new = new_drive(built("cursor"), 10, IDS["pico"])
    compiled_modules = [content for path, content in new.items() if path.endswith(".mpy")]
    assert len(compiled_modules) > 40
    for name in (b"TYPE_CHECKING", b"collections.abc", b"Protocol"):
        assert not [1 for code in compiled_modules if name in code]


def test_lines_keep_their_numbers_without_types() -> None:
    for source in needed_modules(built("cursor")).values():
        before = source.read_bytes()
        after = without_types(before)
        pairs = zip(before.split(b"\n"), after.split(b"\n"), strict=True)
        changed = {old.strip(): new.strip() for old, new in pairs if old != new}
        assert changed in ({}, {b"TYPE_CHECKING = False": b"", b"if TYPE_CHECKING:": b"if False:"})


def test_a_module_that_uses_its_flag_is_compiled_as_it_is() -> None:
    used = b"\nTYPE_CHECKING = False\nif TYPE_CHECKING:\n    pass\nA = not TYPE_CHECKING\n"
    assert compiled("a.py", used)[1:] == compiler._run("a.py", used)[1:]


# A sample takes each build as sources, and one that is compiled.
@pytest.mark.parametrize(
    ("build", "major"), [*product(BUILDS, (11, 10))][:: count(2, 1)] + [(BUILDS[0], 10)]
)
def test_the_lost_positions_are_copied_for_these_rules(build: Build, major: int) -> None:
    data = new_drive(build, major, IDS["pico2"])["lib/schiri_engines/solver/switch.lost"]
    lost = LostPositions(BytesIO(data), row_of("switch").digest, is_checked=True)
    assert lost.entries == 54861


TEMPLATE = b'# Which build.\nSCHIRI_BUILD = "cursor"\nCIRCUITPY_PYSTACK_SIZE = 4000\n'


def test_settings_of_a_new_drive_are_the_template() -> None:
    assert merged(TEMPLATE, None, "keys5") == TEMPLATE.replace(b"cursor", b"keys5")
    assert merged(TEMPLATE, b"", "cursor") == TEMPLATE


def test_merging_settings_keeps_the_players_own_lines() -> None:
    present = (
        b'# mine\r\nCIRCUITPY_WEB_API_PASSWORD = "SCHIRI_BUILD = 1"\r\n'
        b'SCHIRI_BUILD="keys5"\n# SCHIRI_BUILD = "no"\nSCHIRI_BUILD = "twice"\n'
        b'\nother = "\xff"\n[section]\nSCHIRI_BUILD = "theirs"'
    )
    assert merged(TEMPLATE, present, "cursor") == (
        b"CIRCUITPY_PYSTACK_SIZE = 4000\n"
        b'# mine\r\nCIRCUITPY_WEB_API_PASSWORD = "SCHIRI_BUILD = 1"\r\n'
        b'SCHIRI_BUILD = "cursor"\n# SCHIRI_BUILD = "no"\n'
        b'\nother = "\xff"\n[section]\nSCHIRI_BUILD = "theirs"'
    )
