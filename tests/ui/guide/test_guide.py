"""Help about the screen as it is now, and the tour through a first turn."""

from __future__ import annotations

import tkinter as tk

import pytest

from fourth_seat.games import find, game_names
from fourth_seat.table.settings.seat_choice import SeatChoice, Who
from fourth_seat.ui.guide.sheets import HelpSheet, LessonsSheet
from fourth_seat.ui.guide.tour import Tour, begin_tour, tour_of
from fourth_seat.ui.help_page import HelpPage
from fourth_seat.ui.library.page import LibraryPage
from fourth_seat.ui.seats.page import SeatsPage
from fourth_seat.ui.start.page import StartPage
from fourth_seat.ui.table.page import TablePage
from fourth_seat.ui.window import Window
from tests.ui.conftest import MakeWindow, begin_game, press, screenshot
from tests.ui.patience import settle, wait_for
from tests.ui.table.conftest import Sit


def words(page: TablePage) -> str:
    """Return what the help says now."""
    return " ".join(page.window.text(text) for text in page.now())


@pytest.mark.parametrize("game", game_names())
def test_help_says_what_can_be_done_now(sit: Sit, game: str) -> None:
    hands = sit(game, ["human"] * (4 if game == "blokus" else 2))
    page, window = hands.page, hands.window
    press(window, "<F1>")
    sheet = page.sheet
    assert isinstance(sheet, HelpSheet)
    screenshot(window, f"help-{game}")
    press(window, "<Escape>")
    assert not sheet.winfo_exists()
    page.actions.toolbar.buttons["help"].invoke()
    assert isinstance(page.sheet, HelpSheet)


def test_the_words_follow_the_game(sit: Sit) -> None:
    hands = sit("connect4", ["human:Anna", "random"])
    page, window = hands.page, hands.window
    assert "column" in words(page)
    page.stage.type("4")
    wait_for(window, lambda: page.placing)
    assert "Done" in words(page)
    page.stage.set_down()
    assert "column" in words(page)
    page.correction.begin()
    assert "eraser" in words(page)
    page.correction.cancel()
    page.stage.view(1)
    assert "earlier position" in words(page)
    page.stage.view(None)
    page.stage.do(page.stage.table.stop)
    assert "over" in words(page)


def test_a_camera_that_enters_the_moves_is_told_of(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = sit("connect4", ["human:Anna", "random"])
    page = hands.page
    monkeypatch.setattr(type(page.camera), "enters_moves", True)
    assert "camera" in words(page) and "column" not in words(page)
    page.stage.type("4")
    wait_for(hands.window, lambda: page.placing)
    assert "camera" in words(page) and "Done" not in words(page)


def test_the_opening_throw_says_whose_die_comes_first(sit: Sit) -> None:
    page = sit("backgammon", ["human", "human"]).page
    assert "white, black" in words(page)


def test_lessons_over_a_game(sit: Sit) -> None:
    hands = sit("kalah", ["human", "human"])
    page, window = hands.page, hands.window
    page.actions.invoke("learn")
    settle(window)
    sheet = page.sheet
    assert isinstance(sheet, LessonsSheet)
    press(window, "<Right>")
    assert sheet.lessons.number == 1
    page.stage.type("a")
    press(window, "<Control-z>")
    assert page.stage.table.history.at == 1, "a shortcut reached the game below"
    for _ in range(len(page.stage.table.game.lessons)):
        if sheet.winfo_exists():
            sheet.lessons.onward.invoke()
    assert not sheet.winfo_exists()


# -- the tour --------------------------------------------------------------------------------------------------------------


def sentence_of(tour: Tour) -> str:
    """Return the sentence above the page."""
    assert tour.message
    return str(tour._window.text(tour.message))


@pytest.mark.slow
def test_a_whole_turn(window: Window) -> None:
    window.go_home()
    begin_tour(window)
    tour = tour_of(window)
    assert tour
    wait_for(window, lambda: "Tap the picture" in sentence_of(tour) and tour.winfo_ismapped())
    screenshot(window, "tour-start")
    window.show(SeatsPage, find("connect4"))
    page = window.page
    assert isinstance(page, SeatsPage)
    page.fill([SeatChoice(names=("Anna",)), SeatChoice(Who.COMPUTER, level="random")])
    wait_for(window, lambda: "Start" in sentence_of(tour))
    page.start.invoke()
    wait_for(window, lambda: "column" in sentence_of(tour))
    table_page = window.page
    assert isinstance(table_page, TablePage)
    screenshot(window, "tour-move")
    table_page.tap(min(table_page.stage.table.move_input.partial.next), False)
    wait_for(window, lambda: "Done" in sentence_of(tour))
    screenshot(window, "tour-placement")
    table_page.stage.set_down()
    wait_for(window, lambda: "whole turn" in sentence_of(tour))
    screenshot(window, "tour-end")
    page_undo(table_page)
    wait_for(window, lambda: "whole turn" not in sentence_of(tour))
    while table_page.placing or table_page.stage.table.pending:
        table_page.stage.set_down()
    table_page.tap(min(table_page.stage.table.move_input.partial.next), False)
    wait_for(window, lambda: "Done" in sentence_of(tour) and tour._waited)
    table_page.stage.set_down()
    wait_for(window, lambda: "whole turn" in sentence_of(tour))
    tour.skip.invoke()
    assert tour_of(window) is None and window.settings.toured


def page_undo(page: TablePage) -> None:
    """Take back the computer's move and the person's."""
    page.actions.invoke("undo")
    page.stage.refresh()


def test_it_shows_across_the_room_once_and_ends_by_itself(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourth_seat.ui.guide.tour.LAST_WORDS_MS", 300)
    begin_game(window, "connect4", "", ("human:Anna", "random"))
    begin_tour(window)
    tour, page = tour_of(window), window.page
    assert tour and isinstance(page, TablePage)
    page.tap("4", False)
    wait_for(window, lambda: "Done" in sentence_of(tour) and tour._waited)
    page.stage.set_down()
    wait_for(window, lambda: tour.across.winfo_ismapped())
    assert "F9" in sentence_of(tour)
    tour.across.invoke()
    assert page.stage.across
    place = box_of(page)
    wait_for(window, lambda: tour_of(window) is None)
    assert window.settings.toured
    settle(window, 0.1)
    assert box_of(page) == place, "nothing moves under a finger"
    window.go_home()
    settle(window, 0.1)
    assert window.page and window.page.winfo_y() == 0


def box_of(part: tk.Misc) -> tuple[int, int, int, int]:
    """Return a widget's position in its parent, and its size."""
    return part.winfo_x(), part.winfo_y(), part.winfo_width(), part.winfo_height()


def test_people_among_themselves_need_no_tour_for_long(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourth_seat.ui.guide.tour.LAST_WORDS_MS", 100)
    begin_game(window, "connect4", "", ("human:Anna", "human:Ben"))
    begin_tour(window)
    page = window.page
    assert isinstance(page, TablePage)
    for column in "123456":
        page.stage.type(column)
    wait_for(window, lambda: tour_of(window) is None)


def test_it_lies_over_no_page_that_leads_to_no_turn(window: Window) -> None:
    window.go_home()
    begin_tour(window)
    tour = tour_of(window)
    assert tour
    wait_for(window, tour.winfo_ismapped)
    window.show(LibraryPage)
    window.root.update_idletasks()
    assert not tour.winfo_manager() and window.page and window.page.winfo_y() == 0, "it goes with the page before"
    window.go_home()
    window.root.update_idletasks()
    assert tour.winfo_manager() and window.page.winfo_y() == tour.winfo_height(), "and comes with the next one"


@pytest.mark.slow
def test_a_move_that_was_taken_back_was_no_turn(window: Window) -> None:
    begin_game(window, "connect4", "", ("human:Anna", "random"))
    begin_tour(window)
    tour, page = tour_of(window), window.page
    assert tour and isinstance(page, TablePage)
    for _ in range(2):
        wait_for(window, lambda: "column" in sentence_of(tour))
        page.tap(min(page.stage.table.move_input.partial.next), False)
        wait_for(window, lambda: "Done" in sentence_of(tour) and tour._waited)
        page.actions.invoke("undo")
        settle(window, 0.5)
        assert "whole turn" not in sentence_of(tour)
        page.stage.set_down()  # the pieces on the board are taken off
        settle(window, 0.5)
        assert "whole turn" not in sentence_of(tour)


def test_the_tour_is_skipped_with_one_tap_and_can_be_repeated(window: Window) -> None:
    window.go_home()
    begin_tour(window)
    tour = tour_of(window)
    assert tour
    settle(window, 0.1)
    page = window.page
    assert page
    place = box_of(page)
    tour.skip.invoke()
    assert tour_of(window) is None and window.settings.toured
    settle(window, 0.1)
    assert box_of(page) == place
    begin_tour(window)
    settle(window, 0.1)
    assert box_of(page) == place, "it has the place that was kept"
    again = tour_of(window)
    assert again
    again.skip.invoke()
    window.show(HelpPage)
    settle(window, 0.1)
    assert isinstance(window.page, HelpPage) and window.page.winfo_y() == 0
    window.page.guide.invoke()
    assert isinstance(window.page, StartPage)
    assert tour_of(window)


@pytest.mark.parametrize("text", ["medium", "huge"])
def test_the_tour_leaves_room_on_a_small_screen(make_window: MakeWindow, text: str) -> None:
    window = make_window(text=text, width=1024, height=600)
    window.root.minsize(1, 1)
    window.root.geometry("1024x600")
    window.show(SeatsPage, find("blokus"))
    begin_tour(window)
    tour = tour_of(window)
    assert tour
    wait_for(window, tour.winfo_ismapped)
    settle(window, 0.2)
    page = window.page
    assert isinstance(page, SeatsPage)
    assert page.start.winfo_rooty() + page.start.winfo_height() <= window.root.winfo_rooty() + 600
    screenshot(window, f"tour-small-{text}")
