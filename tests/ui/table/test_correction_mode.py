"""Correcting the position on screen where it differs from the board on the table."""

from __future__ import annotations

from fourth_seat.games.contents import Content
from fourth_seat.table import announce
from fourth_seat.ui.board.marks import Mark
from tests.ui.table.conftest import Sit
from tests.ui.table.hands import TWO, Hands, texts


class TestCorrectionMode:
    def begin(self, hands: Hands) -> None:
        hands.page.actions.invoke("correct")
        hands.settle()
        assert hands.page.correction.bar.winfo_ismapped() and not hands.page.actions.toolbar.winfo_ismapped()

    def finish(self, hands: Hands) -> None:
        hands.page.correction.bar.done.invoke()
        hands.settle()

    def test_a_piece_of_another_colour(self, sit: Sit) -> None:
        hands = sit("connect4", TWO)
        for column in "44":
            hands.click(column)
        self.begin(hands)
        red, yellow, _ = hands.page.correction.bar.choices
        for name, colour in (("d1", yellow), ("d2", red)):  # red before yellow: now the other way round
            colour.invoke()
            hands.click(name)
        assert set(hands.page.stage.board.marked(Mark.WRONG)) == {"d1", "d2"}
        assert "2 places changed." in texts(hands.page.stage.panel.present)
        self.finish(hands)
        assert hands.table.state.cells() == {"d1": Content(2), "d2": Content(1)}
        assert hands.table.history.entries[-1].by == "correction"
        assert hands.page.stage.line.winfo_ismapped()

    def test_a_board_that_cannot_be_is_refused(self, sit: Sit) -> None:
        hands = sit("connect4", TWO)
        self.begin(hands)
        assert hands.page.stage.panel.turn.message.cget("text") == "Correcting the board"
        hands.click("d3")
        self.finish(hands)
        assert hands.page.correction.active
        assert any("nothing below it" in text for text in texts(hands.page.stage.panel.present))
        hands.press("Escape")
        assert not hands.page.correction.active and not hands.page.stage.board.cells
        assert hands.page.stage.panel.turn.message.cget("text") == "Anna's turn."

    def test_the_computers_move_waits_meanwhile(self, sit: Sit) -> None:
        hands = sit("connect4", ["human:Anna", "random"])
        hands.click("4")
        hands.until(lambda: bool(hands.table.pending))
        hands.until(hands.page.stage.panel.card.done.winfo_ismapped)
        self.begin(hands)
        assert not hands.page.stage.panel.card.winfo_ismapped(), "one main button at a time"
        hands.press("space")
        assert hands.table.pending
        hands.press("Escape")
        hands.settle()
        assert hands.page.stage.panel.card.winfo_ismapped()

    def test_keys_of_the_game_wait_until_it_goes_on(self, sit: Sit) -> None:
        hands = sit("backgammon", TWO)
        hands.press("Control-z")
        assert "nothing to take back" in str(hands.page.stage.line.message)
        hands.type("31")
        hands.page.stage.do(hands.table.undo)
        self.begin(hands)
        before = list(hands.table.events)
        hands.press("Control-z", "Control-y", "Control-r", "Control-h")
        assert hands.table.events == before and hands.page.correction.active
        instruction = hands.page.correction.correction
        assert instruction and hands.page.stage.line.message == instruction.message, "nobody answers in a correction"
        hands.press("Escape", "Control-y")
        assert hands.table.history.at == 1

    def test_a_mis_sown_pit(self, sit: Sit) -> None:
        hands = sit("kalah", TWO)
        hands.click("d")
        cells = hands.table.state.cells()
        self.begin(hands)
        more, less = hands.page.correction.bar.choices
        more.invoke()
        hands.click("e")
        less.invoke()
        hands.click("f")
        assert hands.page.stage.board.cells["e"].count == cells["e"].count + 1
        assert hands.page.stage.board.cells["f"].count == cells["f"].count - 1
        self.finish(hands)
        assert hands.table.state.cells()["e"].count == cells["e"].count + 1

    def test_counts_typed(self, sit: Sit) -> None:
        hands = sit("kalah", TWO)
        self.begin(hands)
        hands.walk_to("a")
        hands.press("Return", "1", "1")
        assert hands.page.stage.board.cells["a"] == Content(count=11)
        hands.press("Escape")
        assert hands.table.state.cells()["a"].count == 4

    def test_a_double_tap_on_a_place_for_one_piece_is_one_tap(self, sit: Sit) -> None:
        hands = sit("connect4", TWO)
        self.begin(hands)
        correction = hands.page.correction.correction
        assert correction
        for soon, lies in ((False, True), (True, True), (False, False)):
            correction.tap("d1", soon=soon)
            assert ("d1" in correction.cells) == lies

    def test_the_eraser_and_the_other_button_take_off(self, sit: Sit) -> None:
        hands = sit("blokus", ["human:Anna", "human:Ben", "human:Cem", "human:Dan"])
        for name in ("a20", "b20"):
            hands.click(name)
        hands.page.actions.invoke("place")
        self.begin(hands)
        hands.click("c20", button=3)
        assert "c20" not in hands.page.stage.board.cells
        hands.click("b20", button=3)
        assert "b20" not in hands.page.stage.board.cells
        hands.page.correction.bar.choices[-1].invoke()
        hands.click("a20")
        hands.click("a19")
        assert not {"a19", "a20"} & hands.page.stage.board.cells.keys()

    def test_checkers(self, sit: Sit) -> None:
        hands = sit("backgammon", TWO)
        self.begin(hands)
        hands.click("6", button=3)
        hands.page.correction.bar.choices[0].invoke()
        hands.click("4")
        self.finish(hands)
        assert hands.table.state.cells()["4"] == Content(1, 1)
        assert hands.table.state.cells()["6"] == Content(1, 4)

    def test_a_die_is_asked_about(self, sit: Sit) -> None:
        hands = sit("tridice", TWO)
        self.begin(hands)
        hands.click("33")
        assert "33" in " ".join(texts(hands.page.stage.panel.present))
        self.finish(hands)
        assert hands.page.correction.active
        hands.press("4")
        hands.page.correction.bar.faces[0].invoke()
        self.finish(hands)
        assert not hands.page.correction.active
        assert hands.table.state.cells()["33"].faces[:2] == (4, 1)

    def test_a_set_with_fewer_seeds_is_asked_about_and_taken(self, sit: Sit) -> None:
        hands = sit("kalah", TWO)
        seen = {**hands.table.state.cells(), "b": Content(0, 3)}
        hands.page.correction.begin_whole(seen, {"b": (Content(0, 3), Content(0, 4))}, lambda _: None)
        bar, present = hands.page.correction.bar, hands.page.stage.panel.present
        bar.answers[0].invoke()
        hands.settle()
        assert any("47 seeds were counted instead of 48; least certain: b. Tap what" in text for text in texts(present))
        assert list(hands.page.stage.board.marked(Mark.WRONG)) == ["b"]
        bar.movers[0].invoke()
        self.finish(hands)
        assert not hands.page.correction.active
        assert str(announce.entry_line(hands.table, hands.table.history.entries[-1])) == "the board was read from a picture"
        assert sum(content.count for content in hands.table.state.cells().values()) == 47
