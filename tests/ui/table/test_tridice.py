"""TriDice in the window: whole games with real throws entered, where dice can go, which are threatened, and what the tables
know."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from fourth_seat.engines.levels import level
from fourth_seat.engines.players.inline import InlinePlayer
from fourth_seat.engines.players.tasks import Task, TaskThread
from fourth_seat.engines.results import MoveValue
from fourth_seat.engines.tridice.explain import explain_bounds, score
from fourth_seat.engines.tridice.table_moves import table_moves
from fourth_seat.engines.tridice.tables import TriDiceTables
from fourth_seat.games import CHANCE, find
from fourth_seat.games.protocol import Line
from fourth_seat.games.tridice.moves import TriDiceMove, TriDiceRoll
from fourth_seat.games.tridice.rules import TriDiceState
from fourth_seat.table.outcome import verdict
from fourth_seat.ui.board.marks import Mark
from fourth_seat.ui.files.save_sheet import SaveSheet
from fourth_seat.words import sentence
from tests.ui.conftest import screenshot
from tests.ui.table.conftest import Sit
from tests.ui.table.hands import TWO, Hands

GAME = find("tridice")
FOUR_ON_33 = "33R4/3,45B3/1,11R2/1,22B4/2 R2,B2 R"


class Knower(InlinePlayer):
    """Answers from the tables of one die each."""

    def __init__(self) -> None:
        super().__init__(GAME, level("random", GAME.name), Random(1))
        self._tables, self._own = TriDiceTables(1), TaskThread()
        list(self._tables.build(1, lambda: False))

    def values(self, line: Line, most: int) -> Task[Sequence[MoveValue]]:
        def compute(_: Task[Sequence[MoveValue]]) -> Sequence[MoveValue]:
            state = line.state
            assert isinstance(state, TriDiceState)
            turns = table_moves(state, self._tables)
            return [self._told(state, turn.move, turn.value, turn.turns) for turn in (turns or [])[:most]]

        return self._own.start(Task(compute))

    @staticmethod
    def _told(state: TriDiceState, move: object, value: float, turns: int) -> MoveValue:
        share = (1 + value) / 2
        sentence_of = explain_bounds(state, score(value, turns))
        assert sentence_of
        return MoveValue(
            move, (share, 1 - share) if state.turn == 1 else (1 - share, share), True, sentence_of.text, sentence_of.short
        )

    def close(self) -> None:
        super().close()
        self._own.close()


def at(sit: Sit, position: str, seats: list[str] = TWO, options: str = "") -> Hands:
    hands = sit("tridice", seats, options=options)
    hands.page.stage.do(lambda: hands.table.set_position(position))
    hands.settle()
    return hands


def position(hands: Hands) -> TriDiceState:
    state = hands.table.state
    assert isinstance(state, TriDiceState)
    return state


def sentence_of(hands: Hands) -> str:
    return str(hands.page.stage.line.label.cget("text"))


@pytest.mark.slow
@pytest.mark.parametrize("handedness", ["cw", "ccw", "red-cw", "blue-cw"])
def test_a_whole_game_with_throws_told_by_mouse_and_keyboard(sit: Sit, handedness: str) -> None:
    """Half the throws are typed; now and then somebody clicks in the wrong place, or takes a move back and plays again."""
    hands = sit("tridice", TWO, options=f"handedness={handedness}")
    table, rng = hands.table, Random(handedness)
    entered = 0
    while not table.result:
        state = position(hands)
        move = _eager(state, rng)
        if state.to_move == CHANCE and entered % 2:
            hands.type(str(move))
        else:
            hands.play(move)
        entered += 1
        assert table.state == _passed(state.play(move))
        if entered % 5 == 0 and not table.result:
            now = table.state
            hands.press("Control-z")
            hands.press("Control-y")
            assert table.state == now
        if entered % 7 == 0 and not table.needs_throw and not table.result:
            now = table.state
            hands.click("throw:1")
            assert hands.refused and "empty cell" in sentence_of(hands) and table.state == now
    screenshot(hands.window, f"tridice-{handedness}-end")
    assert entered > 10
    assert hands.page.stage.panel.over.winfo_ismapped()
    assert sentence(str(verdict(table))) == str(hands.page.stage.panel.turn.message.cget("text"))
    assert hands.page.stage.board.cells == table.state.cells()


def _eager(state: TriDiceState, rng: Random) -> TriDiceMove:
    """Capture whenever possible, so that the game ends."""
    moves = list(state.legal())
    return rng.choice([move for move in moves if isinstance(move, TriDiceRoll) and move.captures] or moves)


def _passed(state: TriDiceState) -> TriDiceState:
    while not state.over and [str(move) for move in state.legal()] == ["pass"]:
        state = state.play(state.legal()[0])
    return state


class TestThrows:
    def test_are_seen_on_the_cell_while_they_are_told(self, sit: Sit) -> None:
        hands = sit("tridice", TWO)
        hands.click("33")
        hands.click("throw:4")
        assert hands.page.stage.board.cells["33"].faces == (4,)
        hands.point_at("throw:3")
        shown = hands.page.stage.board.previewed["33"].faces
        assert shown[:2] == (4, 3)
        hands.click("throw:3")
        assert hands.page.stage.board.cells["33"].faces == shown

    def test_the_same_number_again_is_no_left_corner(self, sit: Sit) -> None:
        hands = sit("tridice", TWO)
        hands.click("33")
        hands.click("throw:4")
        hands.click("throw:4")
        assert hands.refused and "throw again for the corner" in sentence_of(hands)
        assert list(hands.table.taps) == ["throw:4"]
        hands.press("Escape")
        assert not hands.table.taps and hands.table.needs_throw


class TestADieThatIsTapped:
    @pytest.mark.parametrize("handedness", ["cw", "ccw", "red-cw"])
    def test_is_shown_on_each_cell_where_it_may_go(self, sit: Sit, handedness: str) -> None:
        hands = at(sit, FOUR_ON_33, options=f"handedness={handedness}")
        hands.click("33")
        state = position(hands)
        ends = {str(move)[3:]: state.play(move).cells() for move in state.legal() if str(move).startswith("33")}
        assert {"31", "45"} <= ends.keys(), "an empty cell, and a die that can be taken"
        board = hands.page.stage.board
        assert {name: content for name, content in board.previewed.items() if name in ends} == {
            name: cells[name] for name, cells in ends.items()
        }
        assert board.marked(Mark.NEXT) == ("45",), "on the others the die that is shown says enough"
        screenshot(hands.window, "tridice-reach")

    def test_gives_way_to_another_one(self, sit: Sit) -> None:
        hands = at(sit, "33R4/3,45B3/1,31R2/1 R2,B2 R")
        hands.click("33")
        hands.click("31")
        assert hands.table.taps == ("31",)
        hands.click("45")
        assert hands.refused and hands.table.taps == ("31",)

    def test_is_not_shown_elsewhere_to_those_who_want_no_help(self, sit: Sit) -> None:
        hands = at(sit, FOUR_ON_33, ["human:Anna?help=none", "human:Ben"])
        hands.click("33")
        assert not hands.page.stage.board.previewed
        hands.point_at("31")
        assert hands.page.stage.board.previewed.keys() == {"31"}, "what a click would do is seen by everybody"


class TestThreats:
    def test_are_marked_for_both_when_wanted(self, sit: Sit) -> None:
        hands = at(sit, FOUR_ON_33)
        assert not hands.page.stage.board.badges
        hands.press("Control-t")
        state = position(hands)
        for colour in (1, 2):
            threatened = {name for name, colours in hands.page.stage.board.badges.items() if colour in colours}
            assert threatened and threatened == set(GAME.threatened(state, colour) or ())
        screenshot(hands.window, "tridice-threats")
        hands.click("33")
        hands.click("45")
        now = {name for name, colours in hands.page.stage.board.badges.items() if 2 in colours}
        assert now == set(GAME.threatened(position(hands), 2) or ()), "they go with the game"
        hands.page.actions.invoke("threats")
        assert not hands.page.stage.board.badges

    def test_are_not_marked_where_somebody_wants_no_help(self, sit: Sit) -> None:
        hands = at(sit, FOUR_ON_33, ["human:Anna", "human:Ben?help=none"])
        hands.press("Control-t")
        assert not hands.page.stage.board.badges and "without help" in sentence_of(hands)

    def test_no_other_game_has_them(self, sit: Sit) -> None:
        hands = sit("connect4", TWO)
        assert "threats" not in [item.name for group in hands.page.actions.groups for item in group.items]


class TestWhatIsKnown:
    def test_is_the_exact_chance(self, sit: Sit) -> None:
        hands = sit("tridice", ["human:Anna?help=full", "human:Ben?help=full"], options="dice=1", adviser=Knower())
        hands.until(lambda: not hands.page.stage.advice.waiting and hands.page.stage.runner.valuing is None)
        assert str(hands.page.stage.panel.standing.cget("text")) == "Red has a winning chance of exactly 41.7 %"
        hands.page.actions.invoke("hint")
        hands.settle()
        assert sentence_of(hands).startswith("Hint: @") and sentence_of(hands).endswith(
            "(has a winning chance of exactly 41.7 %)"
        )
        worth = hands.page.stage.board.captions
        assert len(worth) == 16 and max(worth.values()) == "41.7"
        screenshot(hands.window, "tridice-exact")
        hands.click(min(worth, key=lambda cell: float(worth[cell])))
        hands.until(lambda: "That was the mistake" in sentence_of(hands))
        assert "has a winning chance of exactly 41.7 %" in sentence_of(hands)

    def test_is_told_of_the_die_that_is_tapped(self, sit: Sit) -> None:
        hands = sit("tridice", ["human:Anna?help=full", "human:Ben?help=full"], options="dice=1", adviser=Knower())
        hands.page.stage.do(lambda: hands.table.set_position("33R2/1,31B3/1 R0,B0 R"))
        hands.until(lambda: not hands.page.stage.advice.waiting and hands.page.stage.runner.valuing is None)
        hands.click("33")
        assert hands.page.stage.board.captions.keys() == hands.table.move_input.partial.next
        assert hands.page.stage.board.captions["31"] == "+1", "also where a die is taken"
        assert all(text[0] in "+−=" for text in hands.page.stage.board.captions.values())


def test_a_board_is_printed(sit: Sit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = sit("tridice", TWO)
    for folder, written in ((tmp_path, True), (tmp_path / "no", False)):
        monkeypatch.setattr("fourth_seat.ui.files.save_sheet.documents", lambda folder=folder: folder)
        hands.page.actions.invoke("board")
        assert isinstance(hands.page.sheet, SaveSheet)
        hands.page.sheet.buttons[0].invoke()
        path = folder / "tridice-board.pdf"
        assert path.exists() == written
        assert ("print it at 100 %" if written else "was not written") in str(hands.window.notices.shown)
    assert (tmp_path / "tridice-board.pdf").read_bytes().startswith(b"%PDF")
