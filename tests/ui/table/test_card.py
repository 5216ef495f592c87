"""The card shows people the computer's move, step by step, until they have made it on the board."""

from __future__ import annotations

import pytest

from fourth_seat.table.table import Table
from tests.ui.patience import settle
from tests.ui.table.conftest import Sit
from tests.ui.table.hands import TWO, Hands, texts


class TestThePlacementCard:
    @pytest.fixture
    def hands(self, sit: Sit) -> Hands:
        hands = sit("connect4", ["human:Anna", "random"])
        hands.click("4")
        hands.until(lambda: bool(hands.table.pending))
        hands.settle()
        return hands

    def test_shows_the_move_until_space_is_pressed(self, hands: Hands) -> None:
        card = hands.page.stage.panel.card
        assert card.winfo_ismapped()
        move = hands.table.history.entries[-1].text
        read = " ".join(texts(card))
        assert move in read and "yellow stone" in read
        board, pending = hands.page.stage.board, hands.table.pending
        assert pending and dict(board.cells) == dict(pending.before.cells()), "the board as it lies on the table"
        assert len(board.previewed) == 1 and board.steps == pending.steps
        hands.press("space")
        assert not hands.table.pending and not card.winfo_ismapped()
        assert not board.steps and dict(board.cells) == dict(hands.table.state.cells())

    def test_the_button_does_the_same(self, hands: Hands) -> None:
        hands.page.stage.panel.card.done.invoke()
        hands.settle()
        assert not hands.table.pending

    def test_a_move_entered_meanwhile_says_that_it_has_been_set_down(self, hands: Hands) -> None:
        hands.click("1")
        assert hands.table.history.at >= 3

    def test_is_there_again_after_a_restart(self, hands: Hands) -> None:
        assert hands.table.record
        path = hands.table.record.path
        hands.page.leave()
        table = Table.resume(path, hands.window.clock)
        again = Hands(hands.window, table)
        assert again.page.stage.panel.card.winfo_ismapped()
        assert again.table.pending and again.table.pending.count == 2


def test_the_card_keeps_to_the_step_that_hands_are_at(sit: Sit) -> None:
    hands = sit("connect4", TWO)
    for column in "4453":
        hands.click(column)
    hands.page.stage.do(lambda: hands.table.back_to(0))  # four stones are to be taken out
    hands.settle()
    card, shown = hands.page.stage.panel.card, hands.page.stage.shown
    assert card.at == 0
    hands.press("Next", "Next")
    assert (card.at, shown.step) == (2, 2)
    read = str(card.steps.cget("text"))
    for size in ("1024x600", "1280x800"):  # also what happens when a notice comes or goes
        hands.window.root.geometry(size)
        hands.until(lambda size=size: hands.window.root.geometry().startswith(size))  # type: ignore[misc]
        settle(hands.window, 0.1)
        assert (card.at, shown.step, str(card.steps.cget("text"))) == (2, 2, read)
    hands.page.actions.invoke("turn")
    assert (card.at, shown.step) == (2, 2)
    hands.page.stage.do(lambda: hands.table.back_to(1))
    hands.settle()
    assert hands.table.pending and (card.at, shown.step) == (0, 0), "something else is to be done, which begins anew"


@pytest.mark.parametrize("language", ["en", "de", "he"])
def test_a_long_step_is_shown_whole_in_the_smallest_window(sit: Sit, language: str) -> None:
    hands = sit("kalah", ["random", "human"], size=(800, 480), options="seeds=6", language=language)
    hands.until(lambda: bool(hands.table.pending))
    hands.settle()
    card = hands.page.stage.panel.card
    for _ in range(len(hands.table.pending.steps) if hands.table.pending else 0):
        assert card.fits, card.steps.cget("text")
        assert card.done.winfo_rooty() >= card.steps.winfo_rooty() + card.steps.winfo_reqheight()
        assert card.winfo_rooty() + card.winfo_height() >= card.done.winfo_rooty() + card.done.winfo_height()
        hands.press("Next")


def test_the_card_shows_the_piece_as_it_is_to_be_taken(sit: Sit) -> None:
    hands = sit("blokus", ["random", "human", "human", "human"])
    hands.until(lambda: bool(hands.table.pending))
    hands.settle()
    assert hands.page.stage.panel.card.piece.winfo_ismapped()


def test_a_click_while_a_computer_must_be_set_down_says_so(sit: Sit) -> None:
    hands = sit("blokus", ["random", "random", "human", "human"])
    hands.until(lambda: bool(hands.table.pending))
    hands.click("k10")
    assert hands.refused and "confirm it" in str(hands.page.stage.line.message)
