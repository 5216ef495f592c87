"""The window itself: opens or says why not, shows notices, goes on with games, closes."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import tkinter as tk
import weakref
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from fourth_seat.games import find
from fourth_seat.table.errors import BadRecord, OutOfTurn
from fourth_seat.table.seats import read_seat
from fourth_seat.table.settings.folders import records
from fourth_seat.table.table import Table
from fourth_seat.table.turn_runner import TurnRunner
from fourth_seat.ui import launch as app_module
from fourth_seat.ui.files.save_sheet import SaveSheet
from fourth_seat.ui.guide.tour import begin_tour, tour_of
from fourth_seat.ui.help_page import HelpPage
from fourth_seat.ui.launch import NoWindow, main
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.seats.page import SeatsPage
from fourth_seat.ui.settings import Settings
from fourth_seat.ui.settings_page import SettingsPage
from fourth_seat.ui.start.page import StartPage
from fourth_seat.ui.table.page import TablePage
from fourth_seat.ui.table.printing import print_card
from fourth_seat.ui.theme.typeface import open_root
from fourth_seat.ui.widgets import notice_bar
from fourth_seat.ui.widgets.dead_time import AHEAD, monotonic_ms
from fourth_seat.ui.widgets.icon import SIZES_PX, icon
from fourth_seat.ui.window import Window
from fourth_seat.words import FourthSeatError, say
from tests.ui.conftest import MakeWindow, begin_game, clock, press
from tests.ui.patience import settle, wait_for

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def opened(home: Path, monkeypatch: pytest.MonkeyPatch) -> list[Window]:
    """Return the windows that `main` opened; each closes as soon as it can be used."""
    apps: list[Window] = []

    def run(window: Window) -> None:
        apps.append(window)
        window.root.update()
        window.pages = type(window.page)  # type: ignore[attr-defined]
        window.close()

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
def test_main_opens_on_what_was_asked_for(opened: list[Window], arguments: dict[str, object], page: type) -> None:
    assert main(**arguments) == 0  # type: ignore[arg-type]
    assert opened[0].pages is page  # type: ignore[attr-defined]


def test_main_goes_on_with_the_latest_game(opened: list[Window]) -> None:
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
        ({"game": "kalah", "options": "pits=99"}, "pits cannot be 99"),
        ({"game": "kalah", "seats": ["human"]}, "2 seats"),
    ],
)
def test_main_refuses_in_one_sentence(opened: list[Window], arguments: dict[str, object], reason: str) -> None:
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


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ('couldn\'t connect to display ":9"', "no screen"),
        ("Can't find a usable init.tcl in the following directories: \n    /tools/lib/tcl8.6\n", "init.tcl"),
        ("failed to allocate font due to internal system font engine problem", "no font"),
    ],
)
def test_the_reason_why_there_is_no_window(said: str, wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> tk.Tk:
        raise tk.TclError(said)

    monkeypatch.setattr(tk, "Tk", refuse)
    with pytest.raises(NoWindow) as raised:
        main()
    assert wanted in str(raised.value) and "--terminal" in str(raised.value) and "\n" not in str(raised.value)


def test_the_first_window_is_as_large_as_the_screen_is_dense(
    monkeypatch: pytest.MonkeyPatch, make_window: MakeWindow
) -> None:
    monkeypatch.setattr(tk.Misc, "winfo_fpixels", lambda *_: 96.0 * 1.25)
    first = make_window()
    first.root.update()
    assert (first.root.winfo_width(), first.root.winfo_height()) == (1600, 1000)


def test_damaged_settings_do_not_keep_the_window_from_opening(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir()
    (home / "settings.toml").write_text("[window\n")
    notices: list[str | None] = []

    def run(window: Window) -> None:
        window.root.update()
        notices.append(window.notices.shown)
        window.root.destroy()

    monkeypatch.setattr(app_module, "run", run)
    assert main() == 0
    assert "settings.toml cannot be read" in (notices[0] or "")
    assert (home / "settings.toml").read_text() == "[window\n"


def test_a_notice_goes_by_itself(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notice_bar, "SHOWN_MS", 50)
    window.go_home()
    window.notice(say("{name} passes.", name="Anna"))
    assert window.notices.shown == "Anna passes."
    wait_for(window, lambda: window.notices.shown is None)


def box_in(window: Window, part: tk.Misc) -> tuple[int, int, int, int]:
    """Return the left, top, right and bottom of a widget in the window."""
    left, top = part.winfo_rootx() - window.root.winfo_rootx(), part.winfo_rooty() - window.root.winfo_rooty()
    return left, top, left + part.winfo_width(), top + part.winfo_height()


@pytest.mark.parametrize("language", ["en", "he"])
def test_a_notice_lies_over_the_page_and_moves_nothing(make_window: MakeWindow, language: str) -> None:
    window = make_window(width=1024, height=600)
    window.change(replace(window.settings, language=language))
    page = window.show(HelpPage)
    settle(window, 0.1)
    before = [box_in(window, part) for part in (page, *page.winfo_children())]
    window.notice(say("The page has been saved to {file}.", file="/home/anna/Documents/" + 20 * "kalah-"))
    settle(window, 0.1)
    notice = window.notices.notice
    assert notice and [box_in(window, part) for part in (page, *page.winfo_children())] == before
    left, top, right, bottom = box_in(window, notice)
    assert 0 < top < bottom < 300 and right - left <= 0.6 * 1024 + 2
    assert (1024 - right if language == "he" else left) == window.theme.space(1)
    close = box_in(window, notice.close)
    assert left <= close[0] and close[2] <= right and (close[0] + close[2] < left + right) == (language == "he")
    window.go_home()
    settle(window, 0.1)
    assert box_in(window, notice) == (left, top, right, bottom)
    begin_tour(window)
    settle(window, 0.1)
    tour = tour_of(window)
    assert tour and box_in(window, notice)[1] > box_in(window, tour)[3] and notice.winfo_viewable()
    low = box_in(window, notice)
    window.show(HelpPage)
    settle(window, 0.1)
    assert not tour.winfo_ismapped() and box_in(window, notice) == low
    x, y = notice.close.winfo_rootx() + 5, notice.close.winfo_rooty() + 5
    assert str(window.root.tk.call("winfo", "containing", x, y)) == str(notice.close), "over the page that came after it"


def test_a_notice_is_put_away_by_a_press_that_has_seen_it(window: Window) -> None:
    window.go_home()
    settle(window, 0.1)
    window.root.tk.call("set", AHEAD, 0)  # by how much the screen's clock is ahead of this machine's
    window.notice(say("{name} passes.", name="Anna"))
    settle(window, 0.05)
    notice = window.notices.notice
    assert notice

    def press_at(ms: int) -> None:
        notice.close.event_generate("<Enter>")
        notice.close.event_generate("<ButtonPress-1>", x=5, y=5, rootx=1, rooty=1, time=ms)
        notice.close.event_generate("<ButtonRelease-1>", x=5, y=5, rootx=1, rooty=1, time=ms + 50)

    appeared = monotonic_ms()
    press_at(appeared + 100)
    assert window.notices.shown
    press_at(appeared + 1000)
    assert window.notices.shown is None


def test_errors_in_callbacks_are_sentences(window: Window, capsys: pytest.CaptureFixture[str]) -> None:
    window.go_home()

    def refused() -> None:
        raise OutOfTurn(say("it is the computer's turn"))

    window.root.after(0, refused)
    wait_for(window, lambda: window.notices.shown == "It is the computer's turn")
    assert capsys.readouterr().err == ""
    window.root.after(0, lambda: 1 // 0)
    wait_for(window, lambda: "went wrong" in (window.notices.shown or ""))
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_escape_goes_one_step_back(window: Window) -> None:
    pages: list[Callable[[], object]] = [
        lambda: window.show(SettingsPage),
        lambda: window.show(HelpPage),
        lambda: window.show(SeatsPage, find("kalah")),
    ]
    for show in pages:
        show()
        window.root.focus_force()
        settle(window)
        assert not isinstance(window.page, StartPage)
        press(window, "<Escape>")
        assert isinstance(window.page, StartPage)


def test_a_page_that_cannot_be_made_leaves_the_last_one(window: Window) -> None:
    window.show(HelpPage)
    page = window.page
    assert isinstance(page, HelpPage)
    with pytest.raises(FourthSeatError):
        window.show(SeatsPage, find("chess"))
    with pytest.raises(FourthSeatError):
        begin_game(window, "connect4", "", ["human"])
    assert window.page is page


def test_a_game_keeps_the_machine_awake(make_window: MakeWindow) -> None:
    window = make_window()
    begin_game(window, "connect4", "", ["human:Anna", "human:Ben"])
    assert window.awake.on
    settle(window)
    window.go_home()
    assert not window.awake.on
    other = make_window(awake=False)
    begin_game(other, "connect4", "", ["human:Anna", "human:Ben"])
    assert not other.awake.on


def test_the_sounds_hear_of_the_computer_s_moves(window: Window) -> None:
    begin_game(window, "connect4", "", ["computer:random", "human:Ben"])
    sounded: list[object] = []
    window.sounds.show = sounded.append  # type: ignore[assignment, method-assign]
    page = window.page
    assert isinstance(page, TablePage)
    wait_for(window, lambda: page.stage.table.history.entries)
    assert sounded


def test_the_placement_can_be_printed(window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin_game(window, "connect4", "", ["computer:random", "human:Ben"])
    page = window.page
    assert isinstance(page, TablePage)
    assert isinstance(page.stage.runner, TurnRunner)
    wait_for(window, lambda: page.stage.table.pending)
    monkeypatch.setattr("fourth_seat.ui.files.save_sheet.documents", lambda: tmp_path)
    for suffix in (".png", ".pdf"):
        page.actions.invoke("print")
        assert isinstance(page.sheet, SaveSheet)
        page.sheet.kind.set(suffix)
        path = page.sheet.path
        page.sheet.buttons[0].invoke()
        assert path.stat().st_size > 1000
        assert path.name in (window.notices.shown or "")
    page.stage.set_down()
    with pytest.raises(OutOfTurn):
        print_card(page.stage)


def test_full_screen_and_back(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    # Only a window manager makes a window full screen, and there is none here: the request to it is checked.
    window.go_home()
    requested = {"-fullscreen": False}

    def attributes(name: str, *value: bool) -> bool:
        for flag in value:
            requested[name] = flag
        return requested[name]

    monkeypatch.setattr(window.root, "attributes", attributes)
    window.root.focus_force()
    press(window, "<F11>")
    assert window.full_screen
    press(window, "<F11>")
    assert not window.full_screen


@pytest.mark.parametrize("size", SIZES_PX)
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


def test_garbage_is_collected_on_the_window_s_thread(make_window: MakeWindow) -> None:
    gc.enable()
    window = make_window()
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
    wait_for(window, lambda: threads)
    assert set(threads) == {threading.main_thread().name}
    window.close()
    assert gc.isenabled()
    gc.disable()


def test_the_window_is_never_larger_than_the_screen(make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tk.Misc, "winfo_screenwidth", lambda _: 1024)
    monkeypatch.setattr(tk.Misc, "winfo_screenheight", lambda _: 600)
    window = make_window(width=1600, height=900)
    settle(window, 0.1)
    assert (window.root.winfo_width(), window.root.winfo_height()) == (1024, 600)


def test_a_page_that_was_left_is_not_kept(window: Window) -> None:
    begin_game(window, "connect4", "", ["human:Anna", "human:Ben"])
    settle(window)
    left = weakref.ref(window.page)
    window.go_home()
    wait_for(window, lambda: left() is None)  # nothing else collects here


@pytest.mark.usefixtures("home")
def test_a_window_that_was_closed_is_not_kept() -> None:
    window = MainWindow(open_root(), Settings(chime=False, awake=False), clock)
    begin_game(window, "connect4", "", ["human:Anna", "human:Ben"])
    settle(window)
    window.close()
    closed = weakref.ref(window)
    del window
    for _ in range(3):  # freed objects may have held others
        gc.collect()
    assert closed() is None
