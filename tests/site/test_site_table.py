"""The table of the site: its answers and messages, and a device that the page reaches for it."""

import io
import json
import re
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_STORED, ZipFile

import pytest
from schiri.errors import HostError
from schiri.log.replay import verified
from schiri.log.stored import read_file
from schiri.page.logs.library import id_of
from schiri.simulator.stepped import SteppedDevice
from schiri.site import exchange
from schiri.site.relayed import CLOSE, LOST, OPEN, OPENED
from schiri.site.site_table import SiteTable, asked_of, within
from schiri.table.intents import Enter, GoOn, Leave, NewGame, Press, Touch
from schiri_device.builds import Build, load

from tests.game_now import game_of
from tests.log.chain import event, forged, header
from tests.log.typed_games import Game, write_log
from tests.site.tables import Tab

PLAYERS = ("Ann", "Ben")


def build() -> Build:
    found = load("cursor")
    assert found
    return found


class Silent(SteppedDevice):
    """The other port of a board: it carries other lines, and never answers."""

    def step(self, at_ms: int) -> bool:
        return False


def begin(tab: Tab) -> None:
    """Begin Switch, and make a move."""
    tab.until(lambda: tab.table.state.device.connected)
    assert tab.do(NewGame("switch", PLAYERS, {"layout": "1"})).is_done
    if tab.table.state.device.has_board:
        assert tab.do(Press("white")).is_done
    tab.until(lambda: (now := tab.table.state.device.status) and now.mode == "play")
    move(tab, "c1", "d1")


def move(tab: Tab, *cells: str) -> None:
    for cell in cells:
        assert tab.do(Touch(cell)).is_done


def entries(tab: Tab) -> list[str]:
    """Return the entries in the log after verifying it."""
    (path,) = tab.table.logs.glob("*.jsonl")
    return [line.entry for line in read_file(path, verified).lines if line.entry]


def way(here: str, there: str) -> list[str]:
    """Return the stick's presses from one cell to another."""
    across, up = (ord(there[at]) - ord(here[at]) for at in (0, 1))
    return ["right" if across > 0 else "left"] * abs(across) + ["up" if up > 0 else "down"] * abs(
        up
    )


def test_a_page_gets_all_regions_once_and_then_only_changes(tmp_path: Path) -> None:
    tab = Tab(tmp_path)
    tab.table.open("page", "de")
    begin(tab)
    tab.table.open("other", "fr")
    whole, *others = tab.messages
    assert "middle" in str(whole["put"]) and whole["frame"]
    assert any("Ann tauscht c1 und d1" in str(each.get("say")) for each in others)
    # Controls are pressed by id, as on the server's page.
    # The numbers of a page's scenes follow each other, and those of another page are far away.
    first = whole["scene"]
    assert isinstance(first, int)
    sent = [each.get("scene") for each in tab.messages]
    number = max(each for each in sent if isinstance(each, int) and abs(each - first) < 100)
    tab.messages.clear()
    for cell in ("cell-a4", "cell-b4"):
        tab.table.receive("page", json.dumps({"press": cell, "scene": number}))
    tab.run()
    for told in ("Ben tauscht a4 und b4", "Ben échange a4 et b4"):
        assert told in str(tab.messages)
    for id in ("page", "other"):
        tab.table.close(id)
    tab.messages.clear()
    move(tab, "e5", "c3")
    assert tab.messages == [] and entries(tab) == ["c1xd1", "a4xb4", "e5-c3"]


def test_the_device_plays_joggle(tmp_path: Path) -> None:
    """It rolls for itself, and with no real board its move is made for it."""
    tab = Tab(tmp_path)
    tab.until(lambda: tab.table.state.device.connected)
    options = {"device-b": "3", "hints-a": "1"}
    assert tab.do(NewGame("joggle", ("Ann", "Schiri"), options)).is_done
    tab.until(lambda: (now := tab.table.state.device.status) and now.mode == "dice")
    assert tab.do(Press("hold-white")).is_done and tab.do(Press("hold-yellow")).is_done
    tab.until(lambda: (now := tab.table.state.device.status) and now.hint)
    status = tab.table.state.device.status
    assert status and status.hint
    cells, worth = status.hint
    assert len(cells) == 1 and worth == "even"
    move(tab, *cells)
    tab.until(lambda: (now := tab.table.state.device.status) and now.own_step == "device")
    if tab.table.state.device.has_board:
        assert tab.do(Press("white")).is_done
    tab.until(lambda: game_of(tab.table.state).state.turn == "Ann")
    ours, roll, answer = entries(tab)[-3:]
    assert ours == cells[0] and roll in "RGBYJ" and len(answer) == len("d4")


def test_spectators_change_nothing(tmp_path: Path) -> None:
    tab = Tab(tmp_path)
    tab.table.open("watch", "fr", False)
    begin(tab)
    for id in ("cell-a4", "cell-b4"):
        tab.table.receive("watch", json.dumps({"press": id}))
    tab.run()
    assert entries(tab) == ["c1xd1"] and "Ann échange c1 et d1" in str(tab.messages)


def test_games_are_kept_for_the_next_visit(tmp_path: Path) -> None:
    tab = Tab(tmp_path)
    begin(tab)
    # A killed tab releases its files without a message to the table.
    tab.table._worker.close()
    tab.table._device.stop()
    again = Tab(tmp_path)
    again.until(lambda: again.table.state.game)
    assert again.do(Press("white")).is_done
    move(again, "a4", "b4")
    assert entries(again) == ["c1xd1", "a4xb4"]


def test_the_game_played_last_is_on_the_table_at_the_next_visit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = count()
    began = datetime(2026, 1, 31, 18, 0, tzinfo=UTC)
    monkeypatch.setattr(
        "schiri.site.site_table.local_time", lambda: began + timedelta(seconds=next(seconds))
    )
    tab = Tab(tmp_path)
    begin(tab)
    assert tab.do(NewGame("zwoggel", PLAYERS, {})).is_done
    assert tab.do(Enter("flip 1,1 red")).is_done
    tab.table._worker.close()
    tab.table._device.stop()
    again = Tab(tmp_path)
    again.until(lambda: again.table.state.device.connected)
    again.run()
    played = again.table.state.game
    assert played and played.state.game == "zwoggel"
    assert played.events.items[-1] == game_of(tab.table.state).events.items[-1]
    # After leaving the cards, the device's game is shown again.
    assert again.do(Leave()).is_done
    assert game_of(again.table.state).board
    move(again, "a4", "b4")
    # Now the board was played last.
    again.table._worker.close()
    again.table._device.stop()
    once_more = Tab(tmp_path)
    once_more.until(lambda: once_more.table.state.game)
    assert game_of(once_more.table.state).board


def test_a_device_at_a_port_of_the_page_keeps_what_is_played_while_it_is_away(
    tmp_path: Path,
) -> None:
    device = SteppedDevice(build(), seed=1, device="SIMTEST")
    tab = Tab(tmp_path, Silent(build(), seed=2), device)
    begin(tab)
    assert tab.told[0] == "open" and tab.told[-1] == "answers"
    status = tab.table.state.device.status
    cursor = status.cursor if status else ""
    device.plug(False)
    tab.until(lambda: not tab.table.state.device.connected)
    for button in (*way(cursor, "a4"), "press", "right", "press"):
        device.press(button)
        tab.run(300)
    device.plug(True)
    tab.until(lambda: tab.table.state.device.connected)
    # The page knows each time which port has answered.
    assert tab.told.count("answers") == 2
    before = entries(tab)
    # The page is closed, and opened again.
    tab.table.leave()
    again = Tab(tmp_path, device)
    again.now_ms = tab.now_ms
    again.until(lambda: again.table.state.game)
    assert entries(again) == before == ["c1xd1", "a4xb4"]
    # Without the device the simulated one is used, which does not have this game.
    again.table.connect(False)
    again.run(2000)
    connected = again.table.state.device.connected
    assert connected and connected.device != "SIMTEST"


def test_changing_the_device_renews_pages_and_drops_pending_intents(
    tmp_path: Path,
) -> None:
    tab = Tab(tmp_path)
    begin(tab)
    tab.table.open("page", "en")
    answers: list[object] = []
    for is_real in (True, False):
        tab.table.do(Press("undo"), answers.append)
        tab.table.connect(is_real)
        told = [id for _ in "12" for id, _text in json.loads(tab.table.step(tab.now_ms))]
        assert "page" not in told and answers == []
    tab.until(lambda: tab.table.state.game)
    assert tab.do(Press("white")).is_done
    move(tab, "a4", "b4")
    assert entries(tab) == ["c1xd1", "a4xb4"]


def test_a_port_is_requested_once_until_the_page_reports_it(tmp_path: Path) -> None:
    table = SiteTable(tmp_path)
    table.connect(True)
    device = table._relayed
    assert device

    def asked() -> list[str]:
        with pytest.raises(HostError):
            device.open_port()
        return [device.take_wanted(), device.take_wanted()]

    assert asked() == [OPEN, ""] and asked() == ["", ""]
    # The page could open none.
    table.receive_port(LOST)
    assert asked() == [OPEN, ""]
    table.receive_port(OPENED)
    port = device.open_port()
    table.receive_port("bytes", b"\xff1")
    port.write(b"\xfe2")
    assert port.read() == b"\xff1"
    ((id, text),) = json.loads(table.step(0))
    assert id == "bytes" and text.startswith("\xfe2")
    port.close()
    assert device.take_wanted() == CLOSE and asked() == [OPEN, ""]


def test_a_finished_card_game_is_not_on_the_table_at_the_next_visit(tmp_path: Path) -> None:
    tab = Tab(tmp_path)
    busy = [tab.table.is_busy]
    assert tab.do(NewGame("zwoggel", PLAYERS, {})).is_done
    assert tab.do(Enter("flip 1,1 red")).is_done
    busy.append(tab.table.is_busy)
    name = Path(game_of(tab.table.state).log).name
    assert (tmp_path / "left").read_text() == name
    assert tab.do(Enter("resign Ann")).is_done
    assert (tmp_path / "left").read_text() == ""
    assert [*busy, tab.table.is_busy] == [False, True, False]
    # The page of the game that is on the table, at the step that was asked for.
    log = f"/games/{id_of(tab.table.logs / name)}"
    _about, body = tab.table.get("/games/now?at=0")
    assert f"{log}/export".encode() in body and b"Step 0 of 2" in body


def test_a_page_is_in_the_language_that_was_chosen_or_that_the_browser_speaks(
    tmp_path: Path,
) -> None:
    table = SiteTable(tmp_path)
    for accept, cookies, language in (("fr", "", "fr"), ("fr", "a=b; schiri-language=de", "de")):
        for address in ("/", "/games", "/games/gone"):
            _about, body = table.get(address, accept, cookies)
            assert f'<html lang="{language}"'.encode() in body, address
    assert table.add("a.jsonl", b"a", "de").startswith("a.jsonl ist kein")
    # A spectator begins no game.
    games = [b"game-switch" in table.get("/", may_act=may_act)[1] for may_act in (True, False)]
    assert games == [True, False]


def test_addresses_are_those_within_the_one_document() -> None:
    html = '<a href="/games"><img src="/games/a/1.svg"><img src="/art/a.svg">'
    within_it = '<a href="#/games"><img data-picture="/games/a/1.svg"><img src="art/a.svg">'
    assert within({"put": {"a": html}, "lines": [html], "say": [html]}) == {
        "put": {"a": within_it},
        "lines": [within_it],
        "say": [html],
    }
    asked = asked_of("/games/%C3%A4?at=1#here", "", "")
    assert (asked.path, asked.query) == ("/games/ä", (("at", "1"),))


def test_a_game_is_removed_and_restored_but_not_the_one_on_the_table(tmp_path: Path) -> None:
    tab = Tab(tmp_path)
    begin(tab)
    first = id_of(Path(game_of(tab.table.state).log))

    def act_at(address: str, may_act: bool = True) -> tuple[dict[str, object], str]:
        about, body = tab.table.get(address, "en", "", may_act, True)
        return json.loads(about), body.decode()

    about, page = act_at(f"/games/{first}")
    assert about["status"] == 409 and "This game is still open at a table" in page
    # The game on the device goes on while cards are on the table.
    assert tab.do(NewGame("zwoggel", PLAYERS, {})).is_done
    assert act_at(f"/games/{first}")[0]["status"] == 409
    cards = game_of(tab.table.state).log
    assert tab.do(NewGame("zwoggel", PLAYERS, {})).is_done
    assert {*tab.table._worker.open_logs} == {*tab.table.logs.glob("*.jsonl")} - {Path(cards)}
    first = id_of(Path(cards))
    about, page = act_at(f"/games/{first}", may_act=False)
    assert about["status"] == 403 and len([*tab.table.logs.glob("*.jsonl")]) == 3
    about, _page = act_at(f"/games/{first}")
    assert about["headers"] == {"location": "/games/removed"}
    _about, listed = tab.table.get("/games/removed")
    assert f'method="post" action="#/games/removed/{first}"' in listed.decode()
    about, _page = act_at(f"/games/removed/{first}")
    assert about["headers"] == {"location": "/games"}
    assert len([*tab.table.logs.glob("*.jsonl")]) == 3


@pytest.mark.parametrize(
    "address", ["/nowhere", "//[x", "/%ff?%", "/site/x.jsonl", "/site/../a", "/rules/chess"]
)
def test_a_missing_page_is_reported_in_the_language_of_the_reader(
    tmp_path: Path, address: str
) -> None:
    about, body = SiteTable(tmp_path).get(address, "fr", "")
    assert json.loads(about)["status"] == 404 and b'lang="fr"' in body


def test_an_intent_before_a_change_of_device_is_not_carried_out_after_it(tmp_path: Path) -> None:
    tab = Tab(tmp_path)
    tab.table.do(NewGame("zwoggel", PLAYERS, {}), print)
    tab.table.connect(False)
    tab.run(100)
    assert tab.table.state.game is None


def test_an_imported_unfinished_game_is_offered_and_can_be_continued(
    tmp_path: Path,
) -> None:
    def go_on(tab: Tab) -> Path:
        (offer,) = tab.table.state.offers
        assert tab.do(GoOn(offer.log)).is_done
        tab.until(lambda: tab.table.state.game and game_of(tab.table.state).log == offer.log)
        return Path(offer.log)

    def at_own_game(folder: Path) -> Tab:
        tab = Tab(folder)
        tab.until(lambda: tab.table.state.game)
        tab.run()
        return tab

    old = Tab(tmp_path / "old")
    begin(old)
    old.table.leave()
    (board,) = old.table.logs.glob("*.jsonl")
    late = Game("zwoggel", ["Ann", "Ben"], {}, ["flip 1,1 red"])
    cards = write_log(tmp_path / "cards", late, lambda: datetime(2999, 1, 1, tzinfo=UTC))
    tab = Tab(tmp_path / "new")
    tab.until(lambda: tab.table.state.device.connected)
    tab.run()
    for path in (cards, board):
        assert tab.table.add(path.name, path.read_bytes(), "en") == "Games added: 1."
        tab.run(100)
        came = go_on(tab)
    assert tab.do(Press("white")).is_done
    move(tab, "a4", "b4")
    tab.table.leave()
    # It comes back, longer, to the browser whose device still has it.
    for _ in "12":
        old = at_own_game(tmp_path / "old")
        assert (game_of(old.table.state).log, old.table.state.device.disagreement) == (
            str(board),
            None,
        )
        old.table.add(came.name, came.read_bytes(), "en")
        old.table.leave()
    old = at_own_game(tmp_path / "old")
    came = go_on(old)
    assert old.do(Press("white")).is_done
    move(old, "e5", "c3")
    lines = read_file(came, verified).lines
    played = [line.entry for line in lines if line.entry and not line.entry.startswith("set")]
    assert played == ["c1xd1", "a4xb4", "e5-c3"]


def test_an_added_game_does_not_replace_the_one_on_the_table(tmp_path: Path) -> None:
    games = Game("zwoggel", ["Ann", "Ben"], {}, ["flip 1,1 red"])
    late = write_log(tmp_path / "late", games, lambda: datetime(2999, 1, 1, tzinfo=UTC))
    tab = Tab(tmp_path / "home")
    assert tab.do(NewGame("zwoggel", PLAYERS, {})).is_done
    own = game_of(tab.table.state).log
    assert tab.table.add("late.jsonl", late.read_bytes(), "en") == "Games added: 1."
    tab.table.leave()
    again = Tab(tmp_path / "home")
    again.until(lambda: again.table.state.game)
    assert game_of(again.table.state).log == own
    # The page does not wait for a deleted log.
    again.table.leave()
    Path(own).unlink()
    last = Tab(tmp_path / "home")
    last.run()
    assert last.table.state.game is None and last.do(NewGame("zwoggel", PLAYERS, {})).is_done


def zipped(*files: str | bytes, how: int = ZIP_STORED) -> bytes:
    """Return a zip with these names and contents."""
    found = io.BytesIO()
    with ZipFile(found, "w", how) as file:
        for name, data in zip(files[::2], files[1::2], strict=True):
            file.writestr(str(name), data)
    return found.getvalue()


def test_exported_and_imported_games_are_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab, other = Tab(tmp_path / "one"), SiteTable(tmp_path / "other")
    begin(tab)
    (log,) = tab.table.logs.glob("*.jsonl")
    _about, packed = tab.table.get("/site/games.zip")
    with ZipFile(io.BytesIO(packed)) as file:
        assert file.read(log.name) == log.read_bytes()
    about, alone = tab.table.get(f"/games/{id_of(log)}/export/jsonl")
    assert (
        alone == log.read_bytes()
        and log.name in json.loads(about)["headers"]["content-disposition"]
    )
    changed = log.read_bytes().replace(b"Ann", b"Eve")
    for name, data, told in (
        ("games.zip", packed, "Games added: 1."),
        (log.name, alone, "Here already: 1."),
        ("old.zip", zipped(f"../old/{log.name}", alone), "Here already: 1."),
        ("none.zip", zipped("a.txt", b"a"), "There is no game of Schiri in none.zip."),
        ("two.zip", zipped("a.jsonl", changed, log.name, alone), "Here already: 1. a.jsonl is no"),
        ("changed.jsonl", changed, "changed.jsonl is no game of Schiri, or it is damaged ("),
        ("picture.png", b"\x89PNG", "picture.png is no game of Schiri, or it is damaged ("),
        # A truncated zip; one with a password is at the end.
        ("half.zip", packed[: len(packed) // 2], "half.zip is no game of Schiri"),
        # Zips with invalid names, with invalid places, and with another compression.
        ("name.zip", zipped("ä.jsonl", alone).replace("ä".encode(), b"\xff\xff"), "name.zip is no"),
        ("place.zip", packed[:-6] + b"\xff" * 4 + packed[-2:], "place.zip is no game of Schiri"),
        ("packed.zip", zipped("a.jsonl", alone, how=ZIP_BZIP2), "packed.zip is no game of Schiri"),
        ("secret.zip", packed.replace(b"PK\1\2\x14\3\x14\0\0", b"PK\1\2\x14\3\x14\0\1"), "secret"),
    ):
        assert other.add(name, data, "en").startswith(told), (name, other.add(name, data, "en"))
    assert [path.read_bytes() for path in other.logs.iterdir()] == [alone]
    # A name that no file can have.
    odd = SiteTable(tmp_path / "odd")
    assert odd.add(f"100%\0{'ö' * 300}.jsonl", alone, "en") == "Games added: 1."
    (path,) = odd.logs.glob("*")
    assert path.read_bytes() == alone and path.name.startswith("100--öö")
    # A valid chain of illegal moves; another game that has the name of the first one.
    cheat = forged([header(), event(2, by="Ann", entry="a1-a2")])
    assert "cheat.jsonl is no game" in other.add("cheat.jsonl", cheat, "en")
    second = forged([header()])
    assert other.add(log.name, second, "en") == "Games added: 1."
    assert sorted(path.read_bytes() for path in other.logs.iterdir()) == sorted([alone, second])
    # All of them leave in one file, and come in from a folder of a zip, but not if they are huge.
    _about, both = other.get("/site/games.zip", may_act=False)
    last = SiteTable(tmp_path / "last")
    assert last.add("both.zip", both, "en") == "Games added: 2."
    names = {path.name for path in other.logs.iterdir()}
    assert {path.name for path in last.logs.iterdir()} == names
    inside = zipped("a/b.jsonl", forged([header(players=["Eva", "Gil"])]))
    monkeypatch.setattr(exchange, "MOST_BYTES", 9)
    assert last.add("in.zip", inside, "en") == "There is no game of Schiri in in.zip."
    monkeypatch.undo()
    assert last.add("in.zip", inside, "en") == "Games added: 1."
    assert {path.name for path in last.logs.iterdir()} == {*names, "b.jsonl"}
    # A phone sends it as a text file.
    third = SiteTable(tmp_path / "third")
    assert third.add(f"{log.name}.txt", alone, "en") == "Games added: 1."
    assert [path.name for path in third.logs.glob("*")] == [log.name]


def test_a_clock_runs_down_until_the_flag_falls(tmp_path: Path) -> None:
    tab = Tab(tmp_path)
    tab.table.open("page", "de")
    tab.until(lambda: tab.table.state.device.connected)
    assert tab.do(NewGame("switch", PLAYERS, {"clock": "5+3"})).is_done
    tab.run()

    def ends() -> list[str]:
        seats = [text for each in tab.messages if "data-sign" in (text := json.dumps(each))]
        return re.findall(r"data-ends=\\\"(\d+)", seats[-1])

    # The page counts down to this by itself.
    (end_ms,) = map(int, ends())
    assert 298_000 < end_ms - tab.now_ms < 300_000
    sent = len(tab.messages)
    tab.run(end_ms - tab.now_ms - 50)
    assert not game_of(tab.table.state).state.over and len(tab.messages) == sent
    tab.run(200)
    state = game_of(tab.table.state).state
    assert (state.winner, state.rule) == (("Ben",), "TA-6")
    assert entries(tab) == ["flag Ann"] and ends() == []


@pytest.mark.parametrize("game", ["zwoggel", "drehwurm"])
def test_a_turn_without_a_board_is_reminded_of_its_limit(tmp_path: Path, game: str) -> None:
    tab = Tab(tmp_path)
    tab.table.open("page", "de")
    options = {"clock": "+30", **({"mode": "full"} if game == "drehwurm" else {})}
    assert tab.do(NewGame(game, ("Ann", "Ben", "Cem"), options)).is_done
    tab.run(30_500)
    player = game_of(tab.table.state).state.turn
    said = [each["say"] for each in tab.messages if "tones" in each]
    assert said == [[f"{player}, die Zeit für diesen Zug ist um."]]
    assert not game_of(tab.table.state).state.over and entries(tab) == []
