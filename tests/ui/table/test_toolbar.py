"""The bar under the board and the sheet behind "More": what people need most is always one tap away."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from fourth_seat.ui.table.more import MoreSheet, in_columns
from tests.ui.table.conftest import Sit
from tests.ui.table.hands import TWO, Hands
from tests.ui.table.test_entry import people

SIZES = ((800, 480), (1024, 600), (1280, 800), (1920, 1080))


@pytest.mark.parametrize("size", SIZES[1:])
def test_undo_is_in_sight_while_a_throw_is_awaited(sit: Sit, size: tuple[int, int]) -> None:
    hands = sit("backgammon", ["human", "human"], size=size)
    hands.settle()
    assert hands.table.needs_throw
    assert {"leave", "help", "roll", "undo"} <= set(hands.page.actions.toolbar.shown)


@pytest.mark.parametrize("game", ["backgammon", "blokus", "kalah", "tridice"])
@pytest.mark.parametrize("size", SIZES)
def test_no_button_moves(sit: Sit, size: tuple[int, int], game: str) -> None:
    """Whatever is entered, a button that is shown is where it was, and those that are always shown never make way for
    others."""
    hands = sit(game, people(game), size=size)
    rng = Random(7)
    places: dict[str, int] = {}
    always = {item.name for item in hands.page.actions.toolbar.items.values() if not item.phases} & set(
        hands.page.actions.toolbar.shown
    )
    for _ in range(40):
        hands.settle()
        bar = hands.page.actions.toolbar
        for name in bar.shown:
            assert places.setdefault(name, bar.buttons[name].winfo_x()) == bar.buttons[name].winfo_x(), name
        assert always <= set(bar.shown)
        table = hands.table
        if table.pending:
            table.set_down()
        elif table.taps and rng.random() < 0.3:
            hands.page.stage.enter(table.untap)
        else:
            hands.page.tap(rng.choice(sorted(table.move_input.partial.next)), False)
    assert len(places) > len(always)


@pytest.mark.parametrize("game", ["backgammon", "blokus", "connect4"])
@pytest.mark.parametrize("size", SIZES)
def test_the_bar_shows_words_where_there_is_room(sit: Sit, size: tuple[int, int], game: str) -> None:
    """Undo and the hint get their words before others get icons."""
    hands = sit(game, people(game), size=size)
    hands.settle()
    bar = hands.page.actions.toolbar
    compound = {name: str(bar.buttons[name].cget("compound")) for name in bar.shown}
    assert size[0] < 1024 or compound["undo"] == compound["hint"] == "left"
    assert compound["help"] == "image", "a sign that everybody knows"
    assert all(bar.items[name].icon for name in bar.items), "an icon for each"
    buttons = [bar.buttons[name] for name in bar.shown] + [bar.more]
    spans = sorted((button.winfo_x(), button.winfo_x() + button.winfo_width()) for button in buttons)
    assert all(left[1] <= right[0] for left, right in pairwise(spans))
    least = hands.page.winfo_fpixels("9m")
    assert all(min(button.winfo_width(), button.winfo_height()) >= least - 1 for button in buttons)
    if size[0] >= 1280:
        assert compound["leave"] == "left"


@pytest.mark.parametrize(
    ("heights", "columns", "wanted"),
    [
        ((9, 7, 6, 8), 4, [[0], [1], [2], [3]]),
        ((9, 7, 6, 8), 3, [[0], [1, 2], [3]]),
        ((9, 7, 6, 8), 2, [[0, 1], [2, 3]]),
        ((9, 7, 6, 8), 1, [[0, 1, 2, 3]]),
        ((20, 7, 6, 5), 4, [[0], [1, 2, 3]]),
        ((3,), 4, [[0]]),
    ],
)
def test_no_group_is_broken_and_columns_are_low(heights: tuple[int, ...], columns: int, wanted: list[list[int]]) -> None:
    assert in_columns(heights, columns) == wanted


def opened(hands: Hands) -> MoreSheet:
    hands.page.actions.open_more()
    hands.settle()
    sheet = hands.page.sheet
    assert isinstance(sheet, MoreSheet)
    return sheet


@pytest.mark.parametrize("game", ["backgammon", "blokus"])
@pytest.mark.parametrize("text", ["medium", "huge"])
@pytest.mark.parametrize("size", SIZES)
def test_more_has_four_groups_and_nothing_that_the_bar_has(sit: Sit, size: tuple[int, int], text: str, game: str) -> None:
    hands = sit(game, people(game), size=size, text=text)
    sheet = opened(hands)
    assert [name for column in sheet.columns for name in column] == ["play", "board", "analyse", "devices"]
    assert {"settings", "across", "share", "camera", "phones", "resign"} <= sheet.items.keys()
    assert not sheet.items.keys() & set(hands.page.actions.toolbar.shown)
    left, top = sheet.winfo_rootx(), sheet.winfo_rooty()
    for button in sheet.items.values():
        assert left <= button.winfo_rootx() and button.winfo_rootx() + button.winfo_width() <= left + sheet.winfo_width()
        assert button.winfo_width() >= button.winfo_reqwidth(), "no word is cut"
    assert top >= hands.window.root.winfo_rooty()
    assert top + sheet.winfo_height() <= hands.window.root.winfo_rooty() + hands.window.root.winfo_height()


def test_what_the_bar_has_no_room_for_is_behind_more(sit: Sit) -> None:
    hands = sit("backgammon", TWO, size=(800, 480), text="huge")
    bar = hands.page.actions.toolbar
    assert "hint" not in bar.shown
    hands.type("31")
    assert {"hint", "correct"} - set(bar.shown) <= opened(hands).items.keys()


def test_what_was_chosen_from_a_list_is_not_done_to_a_later_move(sit: Sit) -> None:
    """While "More" or a sheet is open, somebody at a phone may have played."""
    hands = sit("connect4", ["human:Anna", "human:Ben"])
    hands.click("4")
    sheet = opened(hands)
    hands.table.play("3", by="human")
    sheet.items["stop"].invoke()
    hands.settle()
    assert hands.table.history.at == 2 and not hands.table.result and hands.refused and hands.page.sheet is None
    sheet = opened(hands)
    hands.table.valued([0.5, 0.5])
    sheet.items["stop"].invoke()
    assert hands.table.result, "to know more of a position is not to go on"


@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves_back_when_the_page_for_phones_is_closed(sit: Sit, size: tuple[int, int]) -> None:
    bar = sit("blokus", people("blokus"), size=size).page.actions.toolbar

    def places(open_: bool) -> dict[str, int]:
        bar.enable({"phones_open": open_}, "")
        bar.update()
        return {name: bar.buttons[name].winfo_x() for name in bar.shown if name != "phones_open"}

    opened_ = places(True)
    assert "phones_open" in bar.shown
    assert places(False) == opened_
    assert "phones_open" not in bar.shown
    assert places(True) == opened_
