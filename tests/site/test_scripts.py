"""The scripts of the site and of pages in Node, without a browser: their tests are in ``node``."""

import subprocess

import pytest

from tests.sources import TESTS

# One process: `node --test` starts one for each file.
ALL = "for (const each of process.argv.slice(1)) await import(each)"


@pytest.mark.vm("node")
def test_the_scripts_pass_their_own_tests() -> None:
    paths = sorted((TESTS / "site/node").glob("*.test.mjs"))
    command = ["node", "--input-type=module", "-e", ALL, *(path.as_uri() for path in paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert paths and done.returncode == 0, done.stdout + done.stderr
