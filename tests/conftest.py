"""Fixtures of all tests: no test uses the language or the home of the person who runs it."""

import gc
import logging
import os
import pickle
import shutil
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib import import_module
from itertools import count as count_up
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from schiri.deploy import compiler
from schiri.simulator import simulator

from tests import collecting
from tests.browsers.installed import why_no_browser
from tests.closing import opened
from tests.collecting import is_left_out
from tests.counts import count
from tests.sources import ROOT, TESTS
from tests.vm.interpreters import why_missing

# Loading leaves little garbage: a worker does not collect it until all tests are collected.
if "PYTEST_XDIST_WORKER" in os.environ:
    gc.disable()
# These helpers contain asserts. Their failures are as detailed as those of tests.
pytest.register_assert_rewrite("tests.engines.lockstep", "tests.engines.contract")

settings.register_profile("schiri", max_examples=count(20, 300), deadline=None, derandomize=True)
settings.load_profile("schiri")

# The debug log of each line on the wire. Its own tests turn it on.
logging.disable(logging.DEBUG)

# A folder in memory, and the free space it needs: a run of all tests writes 150 MB.
MEMORY = Path("/dev/shm")
ROOM = 1 << 30
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

homes = count_up()
# The current test.
running: list[pytest.Item] = []


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the number of cores: one more worker only made the collection slower."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2


def pytest_configure(config: pytest.Config) -> None:
    """Register the collection rules for all folders. A conftest's own hooks only cover its
    folder.
    """
    config.pluginmanager.register(collecting)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Let each worker first import another part of the tests, so that they share compiled code."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if worker and session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        workers = int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
        paths = [path for path in sorted(TESTS.rglob("test_*.py")) if not is_left_out(path)]
        for path in paths[int(worker.removeprefix("gw")) :: workers]:
            import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Collect garbage rarely, and not among imported modules: that took a sixth of the time."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)
    gc.enable()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test that lacks a program, with the reason. Fail instead where every test must run."""
    running[:] = [item]
    reasons = [why_missing(*(each.args or ("micropython",))) for each in item.iter_markers("vm")]
    reasons += [why_no_browser(*each.args) for each in item.iter_markers("browser")]
    for reason in filter(None, reasons):
        assert not os.environ.get("CI"), reason
        pytest.skip(reason)


@pytest.fixture(scope="session", autouse=True)
def _for_all() -> Iterator[None]:
    """Set what is the same for all tests. To repeat it for each took as long as many tests."""
    with pytest.MonkeyPatch.context() as patch:
        # Windows has no pseudo-terminals.
        if hasattr(os, "openpty"):
            pty = import_module("pty")
            for module, name in ((os, "openpty"), (pty, "openpty"), (pty, "fork")):
                patch.setattr(module, name, _where_marked(getattr(module, name)))
        # A shell starts background jobs with SIGINT ignored, and their children inherit that.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        # Tests have no power cuts, so they need no fsync.
        patch.setattr(os, "fsync", lambda number: None)
        # Each test checks itself which faults a simulated device survives.
        patch.setattr(simulator, "SURVIVED", ())
        patch.setenv("LANGUAGE", "en")
        yield


def _where_marked(opens: Callable[[], Any]) -> Callable[[], Any]:
    """Raise an error if a test without the mark ``serial`` opens a pseudo-terminal."""

    def opens_where_marked() -> Any:
        assert running[-1].get_closest_marker("serial"), (
            "a test that opens a pseudo-terminal is marked `serial`"
        )
        return opens()

    return opens_where_marked


@pytest.fixture(scope="session", autouse=True)
def _compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Share compiled device code among the test processes."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "compiled"
    folder.mkdir(exist_ok=True)

    def once(work: Callable[..., object]) -> Callable[..., object]:
        def done(*given: object) -> object:
            key = sha256(repr((work.__name__, given)).encode()).hexdigest()
            path = folder / key
            if not path.exists():
                made = path.with_suffix(f".{os.getpid()}")
                made.write_bytes(pickle.dumps(work(*given)))
                made.replace(path)
            # Each caller gets its own copy and may change it.
            return pickle.loads(path.read_bytes())

        return done

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiler, "_run", once(compiler._run))
        yield


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give each test its own home folder, and close the resources it has left open."""
    # The first write creates it.
    home = tmp_path_factory.getbasetemp() / f"home-{next(homes)}"
    os.environ["SCHIRI_LOGS"] = str(home / "logs")
    os.environ["XDG_CONFIG_HOME"] = str(home / "config")
    os.environ["XDG_STATE_HOME"] = str(home / "state")
    with opened:
        yield


def pytest_unconfigure() -> None:
    """Print the CPU time of a whole run, that of its workers and their programs included."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        print(f"CPU time: {sum(os.times()[:4]):.0f} s")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print how often the playouts met each rule, ending and refusal."""
    met: Counter[str] = Counter()
    least: Counter[str] = Counter()
    for outcome in ("passed", "failed"):
        for report in terminalreporter.stats.get(outcome, []):
            occurrences = dict(report.user_properties).get("occurrences", {})
            met.update({what: numbers[0] for what, numbers in occurrences.items()})
            least.update({what: numbers[1] for what, numbers in occurrences.items()})
    if met:
        terminalreporter.section("occurrences, and how many there must be")
        for what in sorted(met):
            terminalreporter.write_line(f"{what:26}{met[what]:10,}{least[what]:10,}")
