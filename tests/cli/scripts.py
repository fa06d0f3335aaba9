"""Scripts for the referee. Every JSON answer is checked against the interface."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.cli.command import Ran, typed
from tests.referee.shape import Answer, check_answer


def run(script: str | bytes, *options: str, game: str = "switch") -> Ran:
    data = script.encode(errors="surrogatepass") if isinstance(script, str) else script
    with TemporaryDirectory() as folder:
        path = Path(folder) / "script"
        path.write_bytes(data)
        return typed("referee", game, "--script", str(path), *options)


def answers(script: str | bytes, *options: str, game: str = "switch") -> list[Answer]:
    """Return the answers to a script after checking them against the interface."""
    ran = run(script, "--json", *options, game=game)
    assert (ran.status, ran.err) == (0, "")
    return read_answers(ran.out)


def read_answers(out: str) -> list[Answer]:
    found: list[Answer] = []
    # Only a newline ends a line. Other line separators are part of a text.
    for line in out.split("\n")[:-1]:
        answer: Answer = json.loads(line)
        check_answer(answer)
        if not answer["ok"] and found:
            assert answer["state"] == found[-1]["state"]
        assert not found or answer["line"] > found[-1]["line"]
        found.append(answer)
    return found
