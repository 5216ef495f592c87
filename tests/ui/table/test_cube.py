"""A match with the doubling cube, played through the window: doubles by both sides, takes and drops, the Crawford game."""

from __future__ import annotations

import pytest

from fourth_seat.games.backgammon.moves import CubeAction
from fourth_seat.table.analysis.session import can_follow
from fourth_seat.table.outcome import verdict
from fourth_seat.table.settings.folders import records
from fourth_seat.table.table import Table
from fourth_seat.ui.table.page import TablePage
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.words import sentence
from tests.ui.conftest import screenshot
from tests.ui.table.conftest import Sit
from tests.ui.table.hands import Hands

TO_THREE = "cube=on,match=3"


def next_of(hands: Hands, seed: int = 0) -> Hands:
    """Return hands at the next game of the match, begun with its button."""
    hands.page.stage.panel.over.next.invoke()
    hands.settle()
    page = hands.window.page
    assert isinstance(page, TablePage) and page is not hands.page and page.stage.table.record
    page.stage.table.close()
    return Hands(hands.window, Table.resume(page.stage.table.record.path, hands.window.clock), seed)


def test_the_next_game_of_a_match_goes_into_the_same_record(sit: Sit) -> None:
    hands = sit("backgammon", ["human:Anna", "human:Ben"], options=f"{TO_THREE},first=1")
    hands.page.actions.invoke("resign")
    hands.settle()
    assert hands.page.sheet
    *_, worth = (box for box in hands.page.sheet.body.winfo_children() if isinstance(box, ChoiceBox))
    assert tuple(worth.names.values()) == ("A single game", "A gammon (mars)")
    worth.value = 2
    hands.page.sheet.buttons[0].invoke()
    hands.settle()
    assert hands.table.result and hands.table.result.scores == (0, 2)
    again = next_of(hands)
    assert (again.table.options["score1"], again.table.options["score2"]) == (0, 2)
    assert len(list(records().glob("*.jsonl"))) == 1
    assert [str(seat) for seat in again.table.seats] == ["human:Anna", "human:Ben"]


def test_buttons_are_there_only_while_they_are_allowed(sit: Sit) -> None:
    hands = sit("backgammon", ["human:Anna", "human:Ben"], options="cube=on,first=1")
    board, table, moves = hands.page.stage.board, hands.table, hands.page.stage.panel.moves

    def heading() -> str:
        return str(hands.page.stage.panel.turn.message.cget("text"))

    assert set(board.buttons) == {"say:double"} and heading() == "Roll for Anna."
    hands.click("throw:5")
    assert not board.buttons
    hands.page.actions.invoke("clear")
    hands.settle()
    spot = hands.pixel("say:double")
    hands.click("say:double", double=True)
    assert table.history.at == 1 and set(board.buttons) == {"say:take", "say:drop"}
    assert heading() == "Anna doubles to 2. Ben's turn."
    hands.click_at(*spot)
    assert table.history.at == 1 and not hands.refused, "there is no button any more"
    hands.click("say:take", double=True)
    assert table.history.at == 2 and not board.buttons and heading() == "Ben takes the cube at 2. Roll for Anna."
    hands.type("53")
    assert [moves.line(entry) for entry in table.history.standing] == ["double", "take", "rolled 53"]
    screenshot(hands.window, "backgammon-cube-taken")


def test_what_goes_without_saying_has_no_line_and_is_undone_with_the_dice(sit: Sit) -> None:
    hands = sit("backgammon", ["human:Anna", "human:Ben"], options="cube=on,first=1")
    hands.click("throw:5")
    hands.click("throw:3")
    moves = hands.page.stage.panel.moves
    hands.until(lambda: not moves.drawing.due)
    assert moves.words() == ["Start of the game", "rolled 53"]
    hands.page.actions.invoke("undo")
    hands.settle()
    assert hands.table.history.at == 0 and set(hands.page.stage.board.buttons) == {"say:double"}
    hands.type("53")
    assert hands.table.history.at == 2 and not hands.table.may_throw


@pytest.mark.slow
def test_a_match_to_three(sit: Sit) -> None:
    hands = sit("backgammon", ["human:Anna", "static"], options=TO_THREE)
    actions: set[tuple[int, object]] = set()
    crawford = games = 0
    while True:
        hands.to_the_end()
        table = hands.table
        assert table.result
        if table.pending:  # the computer's last move is made first, then the result is announced
            hands.press("space")
        assert sentence(str(verdict(table))) == str(hands.page.stage.panel.turn.message.cget("text"))
        games += 1
        words = {(entry.seat, entry.move) for entry in table.history.standing if isinstance(entry.move, CubeAction)}
        actions |= words
        scores = table.options["score1"], table.options["score2"]
        if 2 in scores and scores != (2, 2) and table.options["crawford"]:
            crawford += 1
            assert not words
        screenshot(hands.window, f"backgammon-match-{games}")
        if not can_follow(hands.table):
            break
        hands = next_of(hands, games)
    assert crawford <= 1 < games
    assert not can_follow(hands.table)
    assert {call for _, call in actions} >= {CubeAction.ROLL, CubeAction.DOUBLE}
    assert (
        (2, CubeAction.TAKE) in actions
        or (2, CubeAction.DROP) in actions
        or (1, CubeAction.TAKE) in actions
        or (1, CubeAction.DROP) in actions
    )
