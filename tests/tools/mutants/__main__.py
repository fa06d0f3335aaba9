"""Changes one thing at a time in a module and runs the module's own tests: do they detect it?

Run as ``python -m tests.tools.mutants``, or with parts of the modules' names for only some of them.
mutmut makes the mutants. It finds a module by its path below ``src``, so each run has its own tree
below ``build``.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.sources import ROOT
from tests.tools.mutants.scope import SCOPE
from tests.tools.mutants.survivors import PATH, Survivor, read, renew, write

BUILD = ROOT / "build" / "mutants"
MUTMUT = Path(sys.executable).with_name("mutmut")
# Least percentage of killed mutants, in each module.
LEAST = 90
CONFIG = """
[tool.mutmut]
source_paths = ["src/"]
only_mutate = ["src/{module}"]
also_copy = ["hardware/"]
pytest_add_cli_args_test_selection = {tests}
use_git_change_detection = false
timeout_multiplier = 5

[tool.pytest.ini_options]
addopts = "-p no:cacheprovider -p no:xdist -p tests.tools.mutants.empty_caches"
"""
SEEN = ("killed", "timeout", "segfault", "suspicious")


def lay_out(folder: Path, module: str, tests: list[str]) -> None:
    """Copy the tree to where mutmut finds it."""
    shutil.rmtree(folder, ignore_errors=True)
    no_cache = shutil.ignore_patterns("__pycache__")
    for package in ("engines/schiri_engines", "firmware/schiri_device", "host/schiri"):
        shutil.copytree(ROOT / package, folder / "src" / Path(package).name, ignore=no_cache)
    # Some tests import names from it.
    shutil.copytree(ROOT / "hardware", folder / "hardware", ignore=no_cache)
    shutil.copytree(ROOT / "tests", folder / "tests", ignore=no_cache)
    inside = module.partition("/")[2]
    (folder / "pyproject.toml").write_text(CONFIG.format(module=inside, tests=tests))


def mutmut(folder: Path, *words: str) -> str:
    """Run mutmut and return its output."""
    done = subprocess.run([MUTMUT, *words], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"mutmut {' '.join(words)}: {done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def survivor_of(folder: Path, module: str, mutant: str) -> Survivor:
    """Return the change of a mutant."""
    function = mutant.rpartition(".")[2].partition("__mutmut_")[0]
    words = function.removeprefix("x").removeprefix("_").strip("ǁ").split("ǁ")
    lines = mutmut(folder, "show", mutant).splitlines()
    changed = [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    text = tuple(f"{line[0]} {line[1:].strip()}" for line in changed if line)
    return Survivor(module, ".".join(words), text)


def try_module(module: str, tests: list[str]) -> tuple[int, list[Survivor]]:
    """Return the number of mutants of a module, and those that its tests do not detect."""
    folder = BUILD / module.removesuffix(".py").replace("/", ".")
    lay_out(folder, module, tests)
    mutmut(folder, "run", "--max-children", "1")
    results = [line.split(": ") for line in mutmut(folder, "results", "--all", "1").splitlines()]
    unseen = [name.strip() for name, status in results if status not in SEEN]
    return len(results), [survivor_of(folder, module, name) for name in unseen]


def main() -> int:
    """Try the modules, print the killed mutants, and update the list of survivors."""
    chosen = {
        module: tests
        for module, tests in SCOPE.items()
        if not sys.argv[1:] or any(word in module for word in sys.argv[1:])
    }
    found: list[Survivor] = []
    count, is_low = 0, False
    for module, tests in chosen.items():
        mutants, survivors = try_module(module, tests)
        share = 100 * (mutants - len(survivors)) / mutants
        print(f"{module:50}{mutants - len(survivors):6} of {mutants:4}{share:7.1f} %", flush=True)
        is_low = is_low or share < LEAST
        count, found = count + mutants, found + survivors
    print(f"{'all':50}{count - len(found):6} of {count:4}{100 - 100 * len(found) / count:7.1f} %")
    reasons = renew(read(PATH.read_text()), chosen, found)
    PATH.write_text(write(reasons))
    unexplained = [survivor for survivor, reason in reasons.items() if not reason]
    for survivor in unexplained:
        print(f"no reason: {survivor.module} {survivor.function}", *survivor.lines, sep="\n    ")
    return 1 if is_low or unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
