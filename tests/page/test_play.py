"""``schiri play`` as a page: its address, its links, its end, and what opens where."""

import http.client
import signal
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from schiri.cli import play
from schiri.page.keys import Keys, kept_keys, keys_path

from tests.cli.command import typed
from tests.cli.running import Running

pytestmark = pytest.mark.slow
ended_by_signals = pytest.mark.skipif(
    sys.platform == "win32", reason="there no signal asks a program to end"
)


def status(url: str, **headers: str) -> tuple[int, str]:
    """Ask for a page; return the status and what came."""
    found = urlsplit(url)
    assert found.hostname and found.port
    connection = http.client.HTTPConnection(found.hostname, found.port, timeout=10)
    connection.request("GET", url.partition(found.netloc)[2], headers=headers)
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, body


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
        ran = running.stop(signal.SIGTERM)
        assert (ran.status, ran.lines) == (0, [f"url: {url}"])


@ended_by_signals
def test_who_listens_for_others_gives_them_a_key(tmp_path: Path) -> None:
    command = ("play", "--sim", "--no-browser", "--listen", "127.0.0.1:0")
    with Running(*command, SCHIRI_LOGS=str(tmp_path)) as running:
        url = running.out.line().removeprefix("url: ")
        watching = running.err.line_with("?key=").rpartition(" ")[2].strip()
        assert "?key=" in url and url != watching
        assert [status(each)[0] for each in (url, watching)] == [200, 200]
        assert status(url.partition("?")[0])[0] == 403
        assert status(url[:-1])[0] == 403
        # Somebody else cannot have the same address.
        where = urlsplit(url).netloc
        ran = typed("play", "--sim", "--no-browser", "--listen", where)
        assert ran.status == 3 and where in ran.err
        assert running.stop(signal.SIGINT).status == 0


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
    # Where the old ones cannot be forgotten, nobody is told that they were.
    keys_path().unlink()
    (keys_path() / "there").mkdir(parents=True)
    ran = typed(*command, "--new-keys")
    assert ran.status == 3 and str(keys_path()) in ran.err and len(given) == 4


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
    for language in ("de", "en", "fr"):
        ran = typed("play", "--sim", *words, "--lang", language)
        assert (ran.status, ran.out) == (2, "") and len(ran.err.splitlines()) == 1
        told.add(ran.err)
    assert len(told) == 3


def test_without_the_extra_the_page_says_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "find_spec", lambda name: None)
    ran = typed("play", "--sim", "--no-browser")
    assert ran.status == 2 and "pip install" in ran.err
    assert play.why_no_page() == "no-extra"


@pytest.mark.parametrize(
    ("browser", "display", "expected"),
    [("firefox", ":0", ""), ("w3m", ":0", "no-browser"), ("firefox", "", "no-browser")],
)
def test_a_page_opens_where_there_is_a_browser_with_windows(
    browser: str, display: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Browser:
        name = f"/usr/bin/{browser}"

    monkeypatch.setattr("webbrowser.get", Browser)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", display)
    assert play.why_no_page() == expected


def test_without_a_page_the_terminal_opens_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    monkeypatch.setattr(play, "show_terminal", lambda *given: opened.append(given))
    monkeypatch.setattr(play, "_require_terminal", lambda: None)
    monkeypatch.setattr(play, "has_browser", lambda: False)
    assert "No page can be opened here" in typed("play", "--sim").err
    # Who asks for it need not be told.
    ran = typed("play", "--sim", "--terminal")
    assert (ran.status, ran.err, len(opened)) == (0, "", 2)
