"""The bar under the board and the sheet behind "More": what is most needed is always one tap away."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from fourth_seat.ui.table.more import MoreSheet, in_columns
from tests.ui.table.conftest import Sit
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
    """Whatever is entered, a button that is shown is where it was, and those that are always shown make way for none."""
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
    """Undo and a hint have theirs before others have icons."""
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
    ("lengths", "columns", "wanted"),
    [
        ((9, 7, 6, 8), 3, [[9], [7, 4], [2, 8]]),
        ((9, 7, 6, 8), 2, [[9, 7], [6, 8]]),
        ((9, 7, 6, 8), 1, [[9, 7, 6, 8]]),
        ((3, 4, 3), 3, [[3], [4], [3]]),
        ((1, 0, 1), 3, [[1], [1]]),
    ],
)
def test_columns_are_of_nearly_the_same_length(lengths: tuple[int, ...], columns: int, wanted: list[list[int]]) -> None:
    groups = [[(number, place) for place in range(length)] for number, length in enumerate(lengths)]
    divided = in_columns(groups, columns)
    assert [[len(part) for part in column] for column in divided] == wanted
    assert [item for column in divided for part in column for item in part] == [item for group in groups for item in group]


def test_what_was_chosen_from_a_list_is_not_done_to_a_later_move(sit: Sit) -> None:
    """While "More" or a sheet is open, somebody at a phone may have played."""
    hands = sit("connect4", ["human:Anna", "human:Ben"])
    hands.click("4")
    for name in ("undo", "stop"):
        hands.page.actions.open_more()
        sheet = hands.page.sheet
        assert isinstance(sheet, MoreSheet)
        played = hands.table.history.at
        hands.table.play("3", by="human")
        sheet.items[name].invoke()
        hands.settle()
        assert hands.table.history.at == played + 1 and hands.refused and hands.page.sheet is None
    hands.page.actions.open_more()
    sheet = hands.page.sheet
    assert isinstance(sheet, MoreSheet)
    sheet.items["undo"].invoke()
    assert hands.table.history.at == played
