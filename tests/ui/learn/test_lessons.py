""" "How to play": every lesson of every game, by finger alone, in small windows and with large text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fourth_seat.games import all_games, find, game_names
from fourth_seat.ui.board.marks import Mark
from fourth_seat.ui.learn.page import LearnPage
from fourth_seat.ui.learn.picture import arrange
from fourth_seat.ui.seats.page import SeatsPage
from fourth_seat.ui.start.page import StartPage
from fourth_seat.ui.window import Window
from tests.ui.conftest import MakeWindow, press, screenshot
from tests.ui.patience import settle


def learn(window: Window, game: str) -> LearnPage:
    """Return the page, opened."""
    window.show(LearnPage, find(game), lambda: window.show(SeatsPage, find(game)))
    settle(window)
    assert isinstance(window.page, LearnPage)
    return window.page


@pytest.mark.parametrize("game", game_names())
def test_buttons_lead_through_all_lessons_to_the_game(window: Window, game: str) -> None:
    page = learn(window, game)
    lessons = page.lessons
    for number, _ in enumerate(find(game).lessons):
        assert lessons.number == number
        assert lessons.picture and lessons.picture.views
        settle(window)
        assert all(view.winfo_width() > 100 for view in lessons.picture.views)
        lessons.onward.invoke()
    assert isinstance(window.page, SeatsPage)


def test_back_and_keys(window: Window) -> None:
    lessons = learn(window, "kalah").lessons
    press(window, "<Right>")
    press(window, "<space>")
    assert lessons.number == 2
    press(window, "<Left>")
    assert lessons.number == 1
    lessons.back.invoke()
    assert lessons.number == 0
    assert lessons.back.instate(["disabled"])
    press(window, "<Left>")
    assert lessons.number == 0
    press(window, "<Escape>")
    assert isinstance(window.page, StartPage)


def test_every_game_on_the_start_page_leads_to_its_lessons(window: Window) -> None:
    window.go_home()
    for number, game in enumerate(all_games()):
        assert isinstance(window.page, StartPage)
        window.page.cards[number].learn.invoke()
        assert isinstance(window.page, LearnPage)
        assert window.page.lessons.game is game
        window.page.back()


def test_the_picture_shows_what_the_rules_say(window: Window) -> None:
    lessons = learn(window, "tridice").lessons
    lessons.show(2)  # rolling, step by step
    settle(window)
    assert lessons.picture
    dice = [{cell: content.faces for cell, content in view.cells.items()} for view in lessons.picture.views]
    assert dice == [{"33": (3, 1, 2, 4)}, {"32": (4, 3, 1, 2)}, {"21": (1, 3, 4, 2)}, {"22": (3, 4, 2, 1)}]
    assert [list(view.marked(Mark.HINT)) for view in lessons.picture.views] == [["32"], ["21"], ["22"], []]


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("text", ["medium", "huge"])
@pytest.mark.parametrize("language", ["en", "he"])
@pytest.mark.parametrize("size", [(1024, 600), (1366, 768)])
def test_everything_lies_inside_the_window(
    make_window: MakeWindow, size: tuple[int, int], language: str, text: str
) -> None:
    window = make_window(mode="dark" if language == "he" else "light", text=text)
    window.change(replace(window.settings, language=language))
    window.root.minsize(1, 1)
    window.root.geometry("{}x{}+0+0".format(*size))
    settle(window)
    for game in game_names():
        lessons = learn(window, game).lessons
        for number, _ in enumerate(find(game).lessons):
            lessons.show(number)
            settle(window)
            root = window.root
            assert lessons.picture
            for widget in (lessons.back, lessons.onward, *lessons.picture.views):
                left, top = widget.winfo_rootx() - root.winfo_rootx(), widget.winfo_rooty() - root.winfo_rooty()
                assert left >= 0 and top >= 0, (game, number, widget)
                assert left + widget.winfo_width() <= size[0], (game, number, widget)
                assert top + widget.winfo_height() <= size[1], (game, number, widget)
            assert all(view.winfo_height() >= 80 for view in lessons.picture.views), (game, number)
        screenshot(window, f"learn-{game}-{size[1]}-{language}-{text}")


def test_boards_are_arranged_as_large_as_they_can_be() -> None:
    assert [(place.x, place.y) for place in arrange([1.0, 1.0], 210, 100, 10)] == [(0, 0), (110, 0)]
    wide = arrange([4.0, 4.0], 400, 210, 10)
    assert [(place.x, place.y, place.width) for place in wide] == [(0, 0, 400), (0, 110, 400)]
    assert len(arrange([1.0] * 5, 300, 200, 10)) == 5
