"""The window itself: opens or says why not, shows notices, goes on with games, closes."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PIL import Image

from games import find
from table.errors import BadRecord, OutOfTurn
from table.home import records
from table.host import Host
from table.seats import read_seat
from table.table import Table
from tests.ui.conftest import MakeApp, clock, press, settle, wait_for
from ui import app as app_module
from ui import notice
from ui.app import App, main
from ui.help_page import HelpPage
from ui.icon import SIZES, icon
from ui.print_card import print_card
from ui.seats.page import SeatsPage
from ui.start.page import StartPage
from ui.table.page import TablePage
from words import FourthSeatError, say

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def opened(home: Path, monkeypatch: pytest.MonkeyPatch) -> list[App]:
    """The windows that `main` opened; each closes as soon as it could be used."""
    apps: list[App] = []

    def run(app: App) -> None:
        apps.append(app)
        app.root.update()
        app.pages = type(app.page)  # type: ignore[attr-defined]
        app.close()

    monkeypatch.setattr(app_module, "run", run)
    assert not home.exists()
    return apps


@pytest.mark.parametrize(
    ("arguments", "page"),
    [
        ({}, StartPage),
        ({"game": "kalah"}, SeatsPage),
        ({"game": "kalah", "level": "2", "options": "pits=4"}, SeatsPage),
        ({"game": "connect4", "seats": ["human:Anna", "human:Ben"]}, TablePage),
    ],
)
def test_main_opens_on_what_was_asked_for(opened: list[App], arguments: dict[str, object], page: type) -> None:
    assert main(**arguments) == 0  # type: ignore[arg-type]
    assert opened[0].pages is page  # type: ignore[attr-defined]


def test_main_goes_on_with_the_latest_game(opened: list[App]) -> None:
    with pytest.raises(BadRecord, match="no unfinished game"):
        main("connect4", resume=True)
    game = find("connect4")
    table = Table.begin(game, game.options(), [read_seat("human"), read_seat("human")], records(), clock)
    table.play("4")
    table.close()
    assert main("connect4", resume=True) == 0
    assert opened[0].pages is TablePage  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"game": "chess"}, "no game chess"),
        ({"game": "kalah", "options": "pits=99"}, "pits=99"),
        ({"game": "kalah", "seats": ["human"]}, "2 seats"),
    ],
)
def test_main_refuses_in_one_sentence(opened: list[App], arguments: dict[str, object], reason: str) -> None:
    with pytest.raises(FourthSeatError, match=reason):
        main(**arguments)  # type: ignore[arg-type]
    assert not opened


def test_no_screen_is_one_sentence(home: Path) -> None:
    without = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run(
        [sys.executable, "companion.py"],
        cwd=ROOT,
        env={**without, "FOURTH_SEAT_HOME": str(home)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "no screen" in done.stderr
    assert "--terminal" in done.stderr


def test_damaged_settings_do_not_keep_the_window_from_opening(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir()
    (home / "settings.toml").write_text("[window\n")
    said: list[str | None] = []

    def run(app: App) -> None:
        app.root.update()
        said.append(app.notices.shown)
        app.root.destroy()

    monkeypatch.setattr(app_module, "run", run)
    assert main() == 0
    assert "settings.toml cannot be read" in (said[0] or "")
    assert (home / "settings.toml").read_text() == "[window\n"


def test_a_notice_goes_by_itself(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notice, "STAYS", 50)
    app.show_start()
    app.notice(say("{name} passes.", name="Anna"))
    assert app.notices.shown == "Anna passes."
    wait_for(app, lambda: app.notices.shown is None)


def test_errors_in_callbacks_are_sentences(app: App, capsys: pytest.CaptureFixture[str]) -> None:
    app.show_start()

    def refused() -> None:
        raise OutOfTurn(say("it is the computer's turn"))

    app.root.after(0, refused)
    wait_for(app, lambda: app.notices.shown == "it is the computer's turn")
    assert capsys.readouterr().err == ""
    app.root.after(0, lambda: 1 // 0)
    wait_for(app, lambda: "went wrong" in (app.notices.shown or ""))
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_escape_goes_one_step_back(app: App) -> None:
    for show in (app.show_settings, app.show_help, lambda: app.show_seats("kalah")):
        show()
        app.root.focus_force()
        settle(app)
        assert not isinstance(app.page, StartPage)
        press(app, "<Escape>")
        assert isinstance(app.page, StartPage)


def test_a_page_that_cannot_be_made_leaves_the_last_one(app: App) -> None:
    app.show_help()
    page = app.page
    assert isinstance(page, HelpPage)
    with pytest.raises(FourthSeatError):
        app.show_seats("chess")
    with pytest.raises(FourthSeatError):
        app.begin("connect4", "", ["human"])
    assert app.page is page


def test_a_game_keeps_the_machine_awake(make_app: MakeApp) -> None:
    app = make_app()
    app.begin("connect4", "", ["human:Anna", "human:Ben"])
    assert app.awake.on
    app.show_start()
    assert not app.awake.on
    other = make_app(awake=False)
    other.begin("connect4", "", ["human:Anna", "human:Ben"])
    assert not other.awake.on


def test_the_chime_hears_of_the_computer_s_moves(app: App) -> None:
    app.begin("connect4", "", ["computer:random", "human:Ben"])
    sounded: list[object] = []
    app.chime.show = sounded.append  # type: ignore[assignment, method-assign]
    page = app.page
    assert isinstance(page, TablePage)
    wait_for(app, lambda: page.table.course.history.entries)
    assert sounded


def test_the_placement_can_be_printed(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app.begin("connect4", "", ["computer:random", "human:Ben"])
    page = app.page
    assert isinstance(page, TablePage)
    assert isinstance(page.host, Host)
    wait_for(app, lambda: page.table.course.to_set_down)
    for name in ("card.png", "card.pdf"):
        monkeypatch.setattr("ui.print_card.filedialog.asksaveasfilename", lambda name=name, **_: str(tmp_path / name))
        page.print_card()
        assert (tmp_path / name).stat().st_size > 1000
        assert name in (app.notices.shown or "")
    monkeypatch.setattr("ui.print_card.filedialog.asksaveasfilename", lambda **_: "")
    assert print_card(app, page.table, page.orientation) is None
    page.set_down()
    with pytest.raises(OutOfTurn):
        print_card(app, page.table, page.orientation)


def test_full_screen_and_back(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    # Only a window manager makes a window full screen, and there is none here: what it would be asked for counts.
    app.show_start()
    asked = {"-fullscreen": False}

    def attributes(name: str, *value: bool) -> bool:
        for flag in value:
            asked[name] = flag
        return asked[name]

    monkeypatch.setattr(app.root, "attributes", attributes)
    app.root.focus_force()
    press(app, "<F11>")
    assert app.full_screen
    press(app, "<F11>")
    assert not app.full_screen


@pytest.mark.parametrize("size", SIZES)
def test_the_icon_has_four_seats(size: int) -> None:
    image = icon(size)
    assert image.size == (size, size)
    assert isinstance(image, Image.Image)
    middle = size // 2
    seats = {
        image.getpixel(place) for place in ((middle, size // 6), (size - size // 6, middle), (middle, size - size // 6))
    }
    assert len(seats) == 3
    corner = image.getpixel((0, 0))
    assert isinstance(corner, tuple)
    assert corner[3] == 0


def test_garbage_is_collected_on_the_window_s_thread(make_app: MakeApp) -> None:
    app = make_app()
    assert not gc.isenabled()
    threads: list[str] = []

    class Cycle:
        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            threads.append(threading.current_thread().name)

    def litter() -> None:
        for _ in range(5000):
            Cycle()

    thread = threading.Thread(target=litter, name="another")
    thread.start()
    thread.join()
    assert threads == []
    wait_for(app, lambda: threads)
    assert set(threads) == {threading.main_thread().name}
    app.close()
    assert gc.isenabled()
