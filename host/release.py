"""Builds the files of a release twice and compares them: ``python host/release.py FOLDER``.

Decides which files a release has: wheel, sdist, a device bundle of each build and board, and their
SHA-256 sums.  Both builds start from the last commit, in folders of their own, with other hash
seeds; the time in every file is that of the commit.  Needs git and the extra dev.
"""

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
SUMS = "SHA256SUMS"
# The commands of Python that make a release, in this order, in the folder of a source tree.
PACKAGE = ("-m", "build", "--no-isolation", "--outdir")
BUNDLES = ("-m", "schiri.deploy.bundle")


class NotReproducible(Exception):
    """Two builds of one commit differ."""


def source_of(commit: str, folder: Path) -> Path:
    """Copy the files of a commit to a folder; return it."""
    folder.mkdir(parents=True)
    data = subprocess.check_output(["git", "archive", "--format=zip", commit], cwd=ROOT)
    with zipfile.ZipFile(BytesIO(data)) as archive:
        archive.extractall(folder)
    return folder


def build(
    source: Path, out: Path, seed: str, epoch: str, programs: Iterable[tuple[str, ...]]
) -> None:
    """Run the programs that build, from a source tree into a folder.

    Units: ``epoch`` in seconds since 1970.
    """
    path = os.pathsep.join(str(source / each) for each in ("engines", "firmware", "host"))
    env = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": epoch}
    for program in programs:
        command = [sys.executable, *program, str(out)]
        subprocess.run(command, cwd=source, env=env, check=True, stdout=sys.stderr)


def sums_of(folder: Path) -> dict[str, str]:
    """Return the SHA-256 sum of each file of a folder, by its name; of a bundle, of its zip."""
    files = [path for path in sorted(folder.iterdir()) if path.is_file()]
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in files}


def compare(one: dict[str, str], other: dict[str, str]) -> None:
    """Raise ``NotReproducible`` unless both builds have the same files with the same sums.

    >>> compare({"a.whl": "11"}, {"a.whl": "11"})
    >>> compare({"a.whl": "11"}, {"a.whl": "12"})
    Traceback (most recent call last):
    release.NotReproducible: the builds differ in a.whl
    """
    differing = sorted(name for name in one.keys() | other if one.get(name) != other.get(name))
    if differing:
        raise NotReproducible(f"the builds differ in {', '.join(differing)}")


def release(out: Path, programs: Iterable[tuple[str, ...]] = (PACKAGE, BUNDLES)) -> dict[str, str]:
    """Build twice, compare, and leave one of the builds in a folder, with its sums.

    Raises: ``NotReproducible``; then the folder stays as it was.
    """
    epoch = subprocess.check_output(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, text=True
    ).strip()
    with TemporaryDirectory() as temporary:
        builds = [Path(temporary, name, "out") for name in ("one", "the-other")]
        for seed, made in enumerate(builds, 1):
            build(source_of("HEAD", made.with_name("src")), made, str(seed), epoch, programs)
        sums, again = map(sums_of, builds)
        compare(sums, again)
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        for name in sums:
            shutil.copy(builds[0] / name, out)
    lines = "".join(f"{digest}  {name}\n" for name, digest in sums.items())
    (out / SUMS).write_text(lines, encoding="utf-8", newline="\n")
    return sums


if __name__ == "__main__":
    try:
        for file, digest in release(Path(sys.argv[1])).items():
            print(digest, file)
    except NotReproducible as error:
        sys.exit(f"error: {error}")
