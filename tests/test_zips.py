"""Zips from others: no claim of theirs decides how much memory they take."""

import io
import tracemalloc
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, BadZipFile, ZipFile

import pytest
from schiri import zips
from schiri.deploy.bundle import read_bundle
from schiri.deploy.install import LARGEST
from schiri.errors import HostError
from schiri.site import exchange
from schiri.site.exchange import take_in
from schiri.texts import Words

HUGE = 1 << 25


def bomb(how: int, claims: int) -> bytes:
    """Return a zip with one log of `HUGE` zeros that claims to have another size."""
    found = io.BytesIO()
    with ZipFile(found, "w", how) as archive:
        archive.writestr("a.jsonl", bytes(HUGE))
    data = found.getvalue()
    return data.replace(HUGE.to_bytes(4, "little"), claims.to_bytes(4, "little"))


@pytest.mark.parametrize("how", [ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA])
def test_a_zip_that_claims_little_takes_little_memory(
    how: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange, "MOST_BYTES", LARGEST)
    path = tmp_path / "a.zip"
    # The largest claim that is believed is read as far as it goes.
    for claims in (100, LARGEST):
        path.write_bytes(data := bomb(how, claims))
        tracemalloc.start()
        with pytest.raises(HostError, match="bundle-unreadable"):
            read_bundle(path)
        said = take_in(tmp_path, "a.zip", data, Words("en"))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert said.startswith("a.zip is no game of Schiri") and peak < 3 * LARGEST, (said, peak)


def test_a_zip_with_too_many_files_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found = io.BytesIO()
    with ZipFile(found, "w", ZIP_STORED) as archive:
        for name in ("a/", "a/b", "c"):
            archive.writestr(name, b"")
    with ZipFile(found) as archive:
        monkeypatch.setattr(zips, "MOST_ENTRIES", 2)
        assert [each.filename for each in zips.entries_of(archive)] == ["a/b", "c"]
        monkeypatch.setattr(zips, "MOST_ENTRIES", 1)
        with pytest.raises(BadZipFile):
            zips.entries_of(archive)
