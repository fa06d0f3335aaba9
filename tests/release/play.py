"""Plays with the installed program: ``python play.py [BUNDLE]``, in any environment.

Decides which tests a release must pass before publication: a whole game of Switch by its rules, and
a bundle on a drive.  Must not know the source tree: it imports nothing of ours.
"""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

SCRIPT = Path(__file__).with_name("switch.txt")
WINNER, RULE = "Ben", "SW-8"
BOOT_OUT = "Adafruit CircuitPython 10.2.1 on 2026-01-14; a board\nBoard ID:{}\n"
BOARDS = {
    "pico": "raspberry_pi_pico",
    "pico2": "raspberry_pi_pico2",
    "pico2w": "raspberry_pi_pico2_w",
    "feather": "adafruit_feather_esp32s3_4mbflash_2mbpsram",
}


def schiri(*words: str) -> list[str]:
    """Run a command of the installed program; return the lines of its answer."""
    command = [sys.executable, "-c", "from schiri.cli import main; main()", *words]
    ran = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8")
    return ran.stdout.splitlines()


def play() -> None:
    """Let the referee judge a whole game; each move must be legal and the winner right."""
    answers = [
        json.loads(line)
        for line in schiri(
            "referee", "switch", "--players", "Ann,Ben", "--script", str(SCRIPT), "--json"
        )
    ]
    assert all(answer["ok"] for answer in answers), answers
    last = answers[-1]["state"]
    assert (last["over"], last["winner"], last["rule"]) == (True, [WINNER], RULE), last


def install(bundle: Path) -> None:
    _, build, board = bundle.stem.split("-")
    with TemporaryDirectory() as folder:
        drive = Path(folder)
        (drive / "boot_out.txt").write_text(BOOT_OUT.format(BOARDS[board]))
        done = schiri("deploy", folder, "--build", build, "--bundle", str(bundle))
        written = [line for line in done if line.startswith("write ")]
        assert len(written) > 50, done
        assert (drive / "code.py").exists(), done


if __name__ == "__main__":
    play()
    for name in sys.argv[1:]:
        install(Path(name))
    print("ok")
