"""The plan of a deployment: the files to change, and those to leave."""

from schiri.deploy.plan import MANIFEST, plan, with_manifest

MODULES = {"schiri_device/a.py", "schiri_device/gone.py", "neopixel.py"}
WANTED = with_manifest(
    {
        "code.py": b"run",
        "settings.toml": b"B = 1",
        "lib/neopixel.mpy": b"n",
        "lib/schiri_device/a.mpy": b"a",
    }
)


def test_the_manifest_names_only_our_files() -> None:
    rows = [line.split() for line in WANTED[MANIFEST].decode().splitlines()]
    assert [path for path, _ in rows] == ["code.py", "lib/neopixel.mpy", "lib/schiri_device/a.mpy"]
    # With its CRC-32, by which a device finds damaged files.
    assert rows[0][1] == "5076a4c0" and all(len(check) == 8 for _, check in rows)


def test_a_manifest_without_checks_is_read() -> None:
    old = {**WANTED, MANIFEST: b"code.py\nlib/renamed.mpy\n"}
    assert plan(WANTED, old, [*WANTED, "lib/renamed.mpy"], MODULES).removed == ("lib/renamed.mpy",)


def test_only_what_changed_is_written() -> None:
    found = plan(WANTED, {}, ["boot_out.txt"], MODULES)
    assert found.lines() == [f"write {path}" for path in sorted(WANTED)]
    found = plan(WANTED, WANTED, [*WANTED, "boot_out.txt"], MODULES)
    assert found.is_done and found.lines() == [f"keep {path}" for path in sorted(WANTED)]
    present = {**WANTED, "lib/schiri_device/a.mpy": b"old"}
    found = plan(WANTED, present, present, MODULES)
    assert found.written == ("lib/schiri_device/a.mpy",)
    assert not found.removed and not found.is_done


def test_a_copy_made_by_hand_is_cleared_away() -> None:
    by_hand = [
        "lib/schiri_device/a.py",
        "lib/schiri_device/gone.py",
        "lib/schiri_device/gone.mpy",
        "lib/neopixel.py",
        "neopixel.mpy",
        "schiri_device/a.py",
    ]
    theirs = ["lib/mine.py", "lib/schiri_device/mine.py", "notes.txt", "lib/adafruit_hid/a.mpy"]
    found = plan(WANTED, WANTED, [*WANTED, *by_hand, *theirs], MODULES)
    assert set(found.removed) == set(by_hand)


def test_files_of_an_older_version_are_removed() -> None:
    old = {**WANTED, MANIFEST: WANTED[MANIFEST] + b"lib/renamed.mpy\nsafemode.py\nnot/there.py\n"}
    found = plan(WANTED, old, [*WANTED, "lib/renamed.mpy", "safemode.py"], MODULES)
    assert found.removed == ("lib/renamed.mpy", "safemode.py")
    assert found.written == (MANIFEST,)


def test_no_line_of_a_manifest_leads_out_of_the_drive() -> None:
    present = {MANIFEST: b"../../outside\n/etc/passwd\n\xff\n\n"}
    assert plan(WANTED, present, ["boot_out.txt"], MODULES).removed == ()


def test_files_of_the_user_are_kept_even_if_a_manifest_names_them() -> None:
    theirs = ["photo.jpg", "notes/code.py", "main.py", "boot_out.txt", "settings.toml", "lib/.mine"]
    left = ["photo.jpg.new", "main.py.new"]
    present = {**WANTED, MANIFEST: "\n".join([*theirs, "lib/renamed.mpy"]).encode()}
    found = plan(WANTED, present, [*WANTED, *theirs, *left, "lib/renamed.mpy"], MODULES)
    assert found.removed == ("lib/renamed.mpy",) and found.left == ()
    assert set(found.written) == {MANIFEST}


def test_leftovers_of_a_cut_are_removed_first() -> None:
    left = ["code.py.new", "lib/schiri_device/gone.py.new", "settings.toml.new"]
    left.append("lib/schiri_device/a~1.new")
    found = plan(WANTED, WANTED, [*WANTED, *left, "mine.new", "lib/mine.py.new"], MODULES)
    assert found.left == tuple(sorted(left))
    assert not found.is_done and not found.removed
