"""Looking back at earlier moves of a game, and forward again."""

from __future__ import annotations

import pytest

from fourth_seat.calibration.orientation import load_orientation
from fourth_seat.ui.board.marks import Mark
from tests.ui.table.conftest import Sit
from tests.ui.table.hands import TWO, Hands


class TestLookingBack:
    @pytest.fixture
    def hands(self, sit: Sit) -> Hands:
        hands = sit("connect4", TWO)
        for column in "4453":
            hands.click(column)
        return hands

    def test_arrows_walk_along_the_curve(self, hands: Hands) -> None:
        stage = hands.page.stage
        graph, shown = stage.panel.graph, stage.shown
        seen = []
        for key in ("Left", "Left", "Right", "Home", "Left", "End", "Right"):
            hands.press(key, widget=graph)
            seen.append(shown.viewing)
        assert seen == [3, 2, 3, 0, 0, None, None]

    def test_tab_shows_where_the_keyboard_is(self, hands: Hands) -> None:
        stage = hands.page.stage
        for part in (stage.panel.graph, stage.panel.moves.canvas):
            part.tk.call("tk::TabToWindow", part)
            hands.settle()
            assert [str(each.cget("style")) for each in part.winfo_children()] == ["Ring.TFrame"] * 4
            stage.board.focus_force()
            hands.settle()
            assert part.winfo_children() == []
        stage.board.move_cursor((0, 0))
        assert stage.board.marked(Mark.CURSOR)
        stage.panel.graph.focus_force()
        hands.settle()
        assert not stage.board.marked(Mark.CURSOR)
        stage.board.focus_force()
        hands.settle()
        assert stage.board.marked(Mark.CURSOR), "the cursor is where it was"

    def test_a_line_shows_the_position_after_it(self, hands: Hands) -> None:
        hands.click_turn(2)
        assert set(hands.page.stage.board.cells) == {"d1", "d2"}
        assert hands.page.stage.panel.looking.winfo_ismapped()
        assert str(hands.page.stage.panel.turn.message.cget("text")) == "Looking back: after 2 of 4"
        hands.click("7")
        assert hands.refused and hands.table.history.at == 4
        hands.press("Escape")
        assert len(hands.page.stage.board.cells) == 4 and not hands.page.stage.panel.looking.winfo_ismapped()

    def test_the_game_goes_on_from_there(self, hands: Hands) -> None:
        hands.click_turn(2)
        hands.page.stage.panel.looking.go_on.invoke()
        hands.settle()
        assert hands.table.history.at == 2 and len(hands.page.stage.board.cells) == 4
        assert len(hands.page.stage.board.steps) == 2, "two stones are to be taken out"
        hands.press("space")
        assert len(hands.page.stage.board.cells) == 2
        hands.click("7")
        assert [entry.text for entry in hands.table.history.entries] == ["4", "4", "7"]

    def test_the_start(self, hands: Hands) -> None:
        hands.click_turn(0)
        assert not hands.page.stage.board.cells

    def test_the_curve_leads_back_as_well(self, hands: Hands) -> None:
        hands.until(lambda: 4 in hands.table.values)
        hands.settle()
        graph = hands.page.stage.panel.graph
        graph.event_generate("<Button-1>", x=8, y=20)
        hands.settle()
        assert hands.page.stage.shown.viewing == 0

    def test_moves_that_were_taken_back_are_shown_until_others_take_their_place(self, hands: Hands) -> None:
        for _ in range(2):
            hands.page.stage.do(hands.table.undo)
        hands.click_turn(4)
        assert hands.page.stage.shown.viewing == 4 and len(hands.page.stage.board.cells) == 4
        hands.table.play("7", by="camera")  # while somebody looks at the screen
        hands.until(
            lambda: hands.page.stage.shown.viewing is None and hands.page.stage.board.cells == hands.table.state.cells()
        )
        assert hands.page.stage.board.cells == hands.table.board_state.cells() and hands.page.stage.shown.viewing is None
        assert hands.window.notices.shown is None
        hands.click_turn(2)
        hands.table.play("6", by="camera")
        hands.until(lambda: len(hands.page.stage.panel.moves.words()) == 5)
        assert hands.page.stage.shown.viewing == 2 and set(hands.page.stage.board.cells) == {"d1", "d2"}, "these stand"

    def test_what_is_refused_is_refused_in_the_present_position(self, sit: Sit) -> None:
        hands = sit("connect4", ["human:Mia?takebacks=off", "human:Ben"])
        hands.until(lambda: 0 in hands.table.values)
        hands.click("4")
        hands.until(
            lambda: 1 in hands.table.values and not hands.page.stage.board.steps
        )  # nothing more is to come by itself
        hands.page.stage.view(0)
        hands.settle()
        hands.press("Control-z")
        assert hands.refused and "without takebacks" in str(hands.page.stage.line.message)
        hands.until(
            lambda: hands.page.stage.shown.viewing is None and hands.page.stage.board.cells == hands.table.state.cells()
        )
        assert set(hands.page.stage.board.cells) == {"d1"} and hands.refused

    def test_an_earlier_position_is_not_drawn_over_and_over(self, sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("fourth_seat.ui.table.shown.SHOWN_AS_MADE_S", 0.0)
        hands = sit("connect4", TWO)
        hands.click("4")
        hands.page.stage.view(0)
        assert not hands.page.stage.shown.moment_over, "the last move is not in sight, so its moment need not end"
        hands.page.stage.view(None)
        hands.until(lambda: not hands.page.stage.board.steps)

    def test_turning_the_board_leaves_the_position_that_is_shown(self, hands: Hands) -> None:
        hands.click_turn(2)
        hands.page.actions.invoke("mirror")
        hands.settle()
        assert hands.page.stage.shown.viewing == 2 and set(hands.page.stage.board.cells) == {"d1", "d2"}
        assert hands.page.stage.panel.looking.winfo_ismapped() and load_orientation("connect4").mirror

    def test_a_move_is_compared_only_where_it_was_played(self, hands: Hands) -> None:
        hands.page.stage.shown.compare(1, hands.table.history.entries[1].move, None)
        hands.page.stage.view(1)
        assert hands.page.stage.board.marked(Mark.WRONG)
        hands.page.stage.do(lambda: hands.table.back_to(0))
        hands.click("7")
        hands.page.stage.view(1)
        assert set(hands.page.stage.board.cells) == {"g1"} and not hands.page.stage.board.marked(Mark.WRONG)

    def test_the_next_game_of_a_match_comes_from_another_table(self, sit: Sit) -> None:
        hands = sit("backgammon", TWO, options="match=3,first=1")
        for line in ("31", "8/5 6/5"):
            hands.type(line)
        hands.page.stage.why()
        assert "Analysing" in str(hands.page.stage.line.message)
        hands.page.stage.do(lambda: hands.table.resign(1))
        hands.page.stage.view(2)
        hands.settle()
        hands.table.next_game()
        hands.until(
            lambda: hands.page.stage.shown.viewing is None and hands.page.stage.board.cells == hands.table.state.cells()
        )
        assert hands.page.stage.board.cells == hands.table.state.cells() and not hands.table.history.entries
        hands.page.stage.judge.step()
        assert hands.window.notices.shown is None, "nobody judges a move of the game before"
