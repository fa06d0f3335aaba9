"""What a file's bytes tell of a log, however they lie in the pieces that are read."""

from io import BytesIO

import pytest
from schiri.log.finding import first_and_last, has


@pytest.mark.parametrize("size", [1, 2, 3, 5, 100])
def test_a_mark_is_found_wherever_it_stands(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schiri.log.finding.PIECE", size)
    for before in range(6):
        file = BytesIO(b"x" * before + b"mark" + b"ma")
        # Wherever it was read to before.
        assert has(file, "mark") and has(file, "m") and not has(file, "markmark")
    assert not has(BytesIO(), "mark")


@pytest.mark.parametrize("length", [9, 5000, 9000, 40000])
def test_the_last_line_is_found_however_long_it_is(length: int) -> None:
    line = b'{"n":"' + b"x" * length + b'"}\n'
    first, last = {"n": 1}, {"n": "x" * length}
    for rest in (b"", b'{"n"', b"x" * 5000):
        assert first_and_last(BytesIO(b'{"n":1}\n' + line + rest)) == (first, last)
        assert first_and_last(BytesIO(line + rest)) == (last, last)


def test_what_is_no_line_says_nothing() -> None:
    for data in (b"", b"x", b'{"n":1}', b'{"n":1}x', b"x\n", b"\n", b"\n\n"):
        assert first_and_last(BytesIO(data)) == ({}, {})
