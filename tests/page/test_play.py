"""``schiri play`` as a page: its address, its links, its end, and which view opens."""

import http.client
import io
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from schiri.cli import play, schiri
from schiri.cli.errors import exit_status
from schiri.languages import LANGUAGES
from schiri.page.access import Keys, kept_keys, keys_path
from schiri.page.address import Address
from schiri.page.server import PageServer
from schiri.texts import Words

from tests.cli.command import typed
from tests.cli.running import Running
from tests.counts import count
from tests.patience import PATIENCE_S

ended_by_signals = pytest.mark.skipif(
    sys.platform == "win32", reason="there no signal asks a program to end"
)


def status(url: str, **headers: str) -> tuple[int, str]:
    """Request a page; return its status and body."""
    found = urlsplit(url)
    assert found.hostname and found.port
    connection = http.client.HTTPConnection(found.hostname, found.port, timeout=PATIENCE_S)
    connection.request("GET", url.partition(found.netloc)[2], headers=headers)
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, body


@ended_by_signals
def test_a_page_that_there_is_not_says_so_in_the_readers_language(tmp_path: Path) -> None:
    with Running("play", "--sim", "--no-browser", SCHIRI_LOGS=str(tmp_path)) as running:
        url = running.out.line().partition(": ")[2]
        told = [status(f"{url}nonsense", **{"accept-language": each}) for each in ("de", "fr")]
        assert [found for found, _page in told] == [404, 404]
        for (_found, page), word in zip(told, ("Diese Seite gibt es nicht", "n’existe pas")):
            assert word in page and 'href="/"' in page and "Not Found" not in page


@ended_by_signals
def test_only_the_address_is_printed_and_the_page_is_there(tmp_path: Path) -> None:
    with Running("play", "--sim", "--no-browser", SCHIRI_LOGS=str(tmp_path)) as running:
        told, _sign, url = running.out.line().partition(": ")
        assert told == "url" and url.startswith("http://127.0.0.1:")
        found, page = status(url)
        assert found == 200 and "Schiri" in page
        assert status(url, Host="evil.example")[0] == 403
        assert status(url, Origin="http://evil.example")[0] == 403
        assert status(url + "etc/passwd")[0] == 404
        assert status(url + "manifest.json")[0] == 200
        assert status(url + "socket")[0] == 404
        ran = running.stop(signal.SIGTERM)
        assert (ran.status, ran.lines) == (0, [f"url: {url}"])
        # Messages of libraries do not concern players.
        assert ran.err == "Open this link to play.\nCtrl-C ends.\n"


@ended_by_signals
def test_a_public_address_needs_keys(tmp_path: Path) -> None:
    command = ("play", "--sim", "--no-browser", "--listen", "127.0.0.1:0")
    with Running(*command, SCHIRI_LOGS=str(tmp_path)) as running:
        url = running.out.line().removeprefix("url: ")
        watching = running.err.line_with("?key=").rpartition(" ")[2].strip()
        assert "?key=" in url and url != watching
        assert [status(each)[0] for each in (url, watching)] == [200, 200]
        assert status(url.partition("?")[0])[0] == 403
        assert status(url[:-1])[0] == 403
        # Another program cannot use the same address.
        where = urlsplit(url).netloc
        ran = typed("play", "--sim", "--no-browser", "--listen", where)
        assert ran.status == 3 and where in ran.err
        assert running.stop(signal.SIGINT).status == 0


@ended_by_signals
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("line", ["url: ", "Ctrl-C ends."])
def test_a_signal_is_heard_from_the_moment_that_the_address_is_told(
    line: str, number: signal.Signals, tmp_path: Path
) -> None:
    for _ in range(count(5, 20)):
        with Running("play", "--sim", "--no-browser", SCHIRI_LOGS=str(tmp_path)) as running:
            (running.out if line == "url: " else running.err).line_with(line)
            assert running.stop(number).status == 0


def test_a_phone_need_not_scan_again_until_new_links_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[Keys] = []
    monkeypatch.setattr(
        play, "show_page", lambda *_given, **_more: given.append(kept_keys(keys_path()))
    )
    command = ("play", "--sim", "--no-browser", "--listen", "127.0.0.1:0")
    for more in ((), (), ("--new-keys",), ()):
        assert typed(*command, *more).status == 0
    first, second, new, kept = given
    assert first == second != new == kept
    # If the old keys cannot be deleted, the program does not claim that they were.
    keys_path().unlink()
    (keys_path() / "there").mkdir(parents=True)
    ran = typed(*command, "--new-keys")
    assert ran.status == 3 and str(keys_path()) in ran.err and len(given) == 4


@pytest.mark.parametrize(("host", "is_reached"), [("127.0.0.1", False), ("192.168.0.2", True)])
def test_only_an_address_that_a_phone_can_reach_is_a_code_to_scan(
    host: str, is_reached: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    address = Address(host, 7244)
    watching = f"http://{address.text}/?key=eve"
    play.print_links(Words("en"), f"http://{address.text}/?key=ann", watching, [address])
    printed = capsys.readouterr().err
    assert watching in printed and ("Scan this" in printed) == ("▄" in printed) == is_reached


@pytest.mark.parametrize(
    "listen",
    [(), ("--listen", "127.0.0.1:0"), ("--host", "Board.lan", "--host", "games.example:8443")],
    ids=["here", "listen", "host"],
)
def test_no_key_stands_in_the_command_line_of_a_browser(
    listen: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    allowed: list[str] = []

    def run(server: PageServer, begun: Callable[[], object]) -> None:
        allowed.extend(server.server().config.app.allowed)  # type: ignore[union-attr]
        begun()

    monkeypatch.setattr(PageServer, "run", run)
    monkeypatch.setattr(play, "has_browser", lambda: True)
    monkeypatch.setattr("webbrowser.open", opened.append)
    ran = typed("play", "--sim", *listen)
    assert allowed == [each.lower() for each in listen[1::2] if "--host" in listen]
    url = ran.out.removeprefix("url: ").strip()
    (link,) = opened
    assert ran.status == 0 and link.startswith(url.partition("?")[0])
    assert not any(key in link for key in kept_keys(keys_path()))
    assert ("?key=" in url, "?once=" in link) == (bool(listen), bool(listen))


@pytest.mark.parametrize(
    "words",
    [
        ("--listen", "nowhere"),
        ("--listen", "127.0.0.1:65536"),
        ("--terminal", "--no-browser"),
        ("--terminal", "--listen", "127.0.0.1:0"),
    ],
    ids=" ".join,
)
def test_wrong_usage_of_the_page_is_told(words: tuple[str, ...]) -> None:
    told = set()
    for language in LANGUAGES:
        ran = typed("play", "--sim", *words, "--lang", language)
        assert (ran.status, ran.out) == (2, "") and len(ran.err.splitlines()) == 1
        told.add(ran.err)
    assert len(told) == 3


@pytest.mark.parametrize(
    ("browser", "display", "expected"),
    [("firefox", ":0", True), ("w3m", ":0", False), ("firefox", "", False)],
)
def test_a_page_opens_where_there_is_a_browser_with_windows(
    browser: str, display: str, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Browser:
        name = f"/usr/bin/{browser}"

    monkeypatch.setattr("webbrowser.get", Browser)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", display)
    assert play.has_browser() is expected


class Screen(io.StringIO):
    """Standard output or input, connected to a terminal or not."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self.isatty = lambda: is_terminal  # type: ignore[method-assign]


@pytest.mark.parametrize("is_terminal", [True, False])
@pytest.mark.parametrize("browser", [True, False])
def test_the_table_opens_with_what_there_is(
    is_terminal: bool, browser: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(play, "show_terminal", lambda *given: opened.append("terminal"))
    monkeypatch.setattr(play, "show_page", lambda *given, **how: opened.append("page"))
    monkeypatch.setattr(play, "has_browser", lambda: browser)

    def asked(*words: str) -> tuple[int, str, list[str]]:
        opened.clear()
        errors = io.StringIO()
        monkeypatch.setattr("sys.argv", ["schiri", "play", "--sim", "--lang", "en", *words])
        for name, stream in (("stdin", Screen(is_terminal)), ("stdout", Screen(is_terminal))):
            monkeypatch.setattr(sys, name, stream)
        monkeypatch.setattr("sys.stderr", errors)
        return exit_status(schiri), errors.getvalue(), opened

    status, told, views = asked()
    # Without either, the page is served all the same: it may be opened from another computer.
    assert (status, views) == (0, ["page" if browser or not is_terminal else "terminal"])
    # With `--terminal` no reason is given.
    assert ("No page can be opened here" in told) == (views == ["terminal"])
    assert asked("--no-browser") == (0, "", ["page"])
    expected = (0, "", ["terminal"]) if is_terminal else (2, asked("--terminal")[1], [])
    assert asked("--terminal") == expected and (is_terminal or "needs a terminal" in expected[1])
