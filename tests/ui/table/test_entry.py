"""Entering moves in the window, with the mouse, with the keyboard alone and as text; and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from fourth_seat.games import find, game_names
from fourth_seat.games.contents import Content
from fourth_seat.table.errors import NotSaved
from fourth_seat.table.seats import read_seat
from fourth_seat.ui.board.marks import Mark
from fourth_seat.words import say
from tests.ui.table.conftest import Sit
from tests.ui.table.hands import Hands


def people(game: str) -> list[str]:
    found = find(game)
    return [f"human:P{seat}" for seat in range(1, found.seats(found.options()) + 1)]


def advance(hands: Hands, moves: int) -> None:
    """Play some moves of a game, entered at the table itself."""
    for _ in range(moves):
        if not hands.table.result:
            hands.table.play(str(hands.choose()))
    hands.page.stage.refresh()
    hands.settle()


def standing(hands: Hands) -> tuple[Any, ...]:
    return hands.table.state, hands.table.history.at, hands.table.move_input.tapped


def wrong_place(hands: Hands) -> str:
    """Return a cell or tap area that is visible but must not be tapped now."""
    offered = hands.table.move_input.partial.next
    geometry = hands.page.stage.geometry
    covered = {cell for area in geometry.tap_areas for cell in area.cells}
    names = [area.name for area in geometry.tap_areas]
    names += [cell.name for cell in geometry.cells if cell.name not in covered and cell.zone not in ("dice", "cube")]
    return next(name for name in names if name not in offered)


@pytest.mark.parametrize("game", [game for game in game_names() if game != "connect4"])
def test_a_wrong_click_says_why_and_changes_nothing(sit: Sit, game: str) -> None:
    hands = sit(game, people(game))
    advance(hands, 3)
    before = standing(hands)
    hands.click(wrong_place(hands))
    assert hands.refused
    assert str(hands.page.stage.line.message)
    assert standing(hands) == before


def test_a_full_column_says_why(sit: Sit) -> None:
    hands = sit("connect4", people("connect4"))
    for _ in range(6):
        hands.click("4")
    before = standing(hands)
    assert before[1] == 6
    hands.click("4")
    assert hands.refused and str(hands.page.stage.line.message) == "column 4 is full"
    assert standing(hands) == before
    hands.click("3")
    assert not hands.refused and hands.table.history.at == 7


def test_a_click_beside_the_board_does_nothing(sit: Sit) -> None:
    hands = sit("connect4", people("connect4"))
    hands.click_at(3, 3)
    assert hands.table.history.at == 0 and not hands.refused


LONG_GAMES = ("backgammon", "blokus", "tridice")


@pytest.mark.parametrize(
    "game", [pytest.param(name, marks=pytest.mark.slow if name in LONG_GAMES else ()) for name in game_names()]
)
def test_by_keyboard_alone(sit: Sit, game: str) -> None:
    """Some turns with arrow keys and Enter; then one typed as text."""
    hands = sit(game, people(game))

    def enter(name: str) -> None:
        hands.walk_to(name)
        hands.press("Return")

    for _ in range(4):
        hands.play(hands.choose(), enter)
    before = hands.table.history.at
    move = str(hands.choose())
    hands.type(f"dice {move}" if hands.table.needs_throw else move)
    assert hands.table.history.at == before + 1
    assert not hands.page.stage.line.field.get()


def test_a_typed_line_that_cannot_be_read_stays_to_be_mended(sit: Sit) -> None:
    hands = sit("kalah", people("kalah"))
    before = standing(hands)
    hands.type("xyz")
    assert hands.refused and "xyz" in str(hands.page.stage.line.message)
    assert hands.page.stage.line.field.get() == "xyz"
    assert standing(hands) == before
    hands.press("Escape", widget=hands.page.stage.line.field)
    assert hands.page.stage.line.field.get() == ""


def test_what_was_refused_makes_room_for_what_is_typed_next_and_goes_with_the_next_move(sit: Sit) -> None:
    hands = sit("kalah", people("kalah"))
    field = hands.page.stage.line.field
    hands.type("xyz")
    assert field.selection_present()
    hands.page.stage.line.begin("q")
    assert field.get() == "q"
    hands.press("Return", widget=field)
    assert hands.refused and field.get() == "q"
    hands.click("c")
    assert not hands.refused and field.get() == ""


def test_a_second_click_takes_a_tap_back(sit: Sit) -> None:
    hands = sit("blokus", people("blokus"))
    for name in ("a20", "b20", "b19"):
        hands.click(name)
    hands.click("b20")
    assert list(hands.table.taps) == ["a20", "b19"]
    hands.click("b19")
    hands.press("BackSpace")
    assert not hands.table.taps


def test_a_button_takes_the_last_tap_back_where_there_are_several(sit: Sit) -> None:
    hands = sit("blokus", people("blokus"))
    hands.click("a20")
    untap = hands.page.actions.toolbar.buttons["untap"]
    assert untap.instate(["disabled"]) and {"untap", "clear"} <= set(hands.page.actions.toolbar.shown)
    for name in ("b20", "b19"):
        hands.click(name)
    assert untap.instate(["!disabled"])
    untap.invoke()
    hands.settle()
    assert list(hands.table.taps) == ["a20", "b20"]
    untap.invoke()
    hands.settle()
    assert list(hands.table.taps) == ["a20"] and untap.instate(["disabled"])


def test_a_double_click_does_what_a_click_does(sit: Sit) -> None:
    hands = sit("blokus", people("blokus"))
    hands.click("a20", double=True)
    hands.click("a19", double=True)
    assert hands.table.taps == ("a20", "a19") and hands.table.history.at == 0
    hands.press("Return")
    assert hands.table.history.entries[0].text == "a19,a20"


def test_the_second_click_of_a_double_click_is_no_second_move(sit: Sit) -> None:
    hands = sit("connect4", people("connect4"))
    hands.click("4", double=True)
    assert hands.table.history.at == 1


def test_a_double_click_bears_off(sit: Sit) -> None:
    hands = sit("backgammon", people("backgammon"))
    game, table = hands.table.game, hands.table
    ready = game.correct(
        table.state,
        {
            **dict.fromkeys(table.state.cells()),
            "6": Content(1, 5), "5": Content(1, 5), "4": Content(1, 5),
            "19": Content(2, 5), "20": Content(2, 5), "21": Content(2, 5),
        },
    )  # fmt: skip
    table.correct({name: ready.cells().get(name) for name in table.state.cells().keys() | ready.cells().keys()})
    hands.page.stage.refresh()
    hands.type("65")
    assert not hands.table.needs_throw
    hands.click("6", double=True)
    assert hands.table.move_input.cells["home:white"].count == 1


class TestThePieceInHand:
    """Blokus: taken from the tray, turned, flipped, dropped."""

    @pytest.fixture
    def hands(self, sit: Sit) -> Hands:
        hands = sit("blokus", people("blokus"))
        hands.click("blue:F")
        assert hands.table.move_input.in_hand == "blue:F"
        return hands

    def squares(self, hands: Hands) -> set[tuple[int, int]]:
        tapped = hands.table.tapped
        return set(hands.table.game.held_squares("blue:F", tapped.turns, tapped.flipped))

    def lies(self, hands: Hands) -> set[str]:
        laid = hands.table.move_input.laid
        return set(laid.cells) if laid else set()

    def test_r_and_f_and_the_wheel_turn_and_flip_it(self, hands: Hands) -> None:
        first = self.squares(hands)
        hands.press("r")
        turned = self.squares(hands)
        assert turned != first
        hands.press("r", "r", "r")
        assert self.squares(hands) == first
        hands.press("f")
        assert self.squares(hands) != first
        hands.press("f")
        hands.page.stage.board.event_generate("<Button-5>", x=300, y=300)
        hands.settle()
        assert self.squares(hands) == turned

    def test_its_ghost_follows_the_mouse_until_it_lies_there(self, hands: Hands) -> None:
        hands.point_at("k10")
        held = hands.table.move_input.hold("k10")
        assert held and set(hands.page.stage.board.previewed) == set(held.cells)
        assert set(hands.page.stage.board.marked(Mark.WRONG)) == set(held.cells)  # nothing may be placed there yet
        hands.click("k10")
        hands.point_at("c3")
        assert set(hands.page.stage.board.previewed) == set(held.cells)
        assert set(hands.page.stage.board.marked(Mark.WRONG)) == set(held.cells)

    def test_the_places_are_marked_where_it_can_be_attached(self, hands: Hands) -> None:
        assert hands.page.stage.board.marked(Mark.NEXT) == ("a20",)
        hands.table.reseat(1, read_seat("human:P1?help=none"))
        hands.page.stage.refresh()
        assert not hands.page.stage.board.marked(Mark.NEXT), "no help is wanted"

    def test_where_it_does_not_fit_it_lies_all_the_same_and_the_reason_is_told(self, hands: Hands) -> None:
        hands.click("k10")
        assert not hands.refused and "start square a20" in str(hands.page.stage.line.message)
        assert "k10" in self.lies(hands) and hands.table.history.at == 0
        card = hands.page.stage.panel.hand
        assert card.winfo_ismapped() and card.confirm.instate(["disabled"])
        hands.press("space")
        assert hands.refused and hands.table.history.at == 0

    def test_it_is_laid_turned_and_placed_by_the_handles(self, hands: Hands) -> None:
        card = hands.page.stage.panel.hand
        hands.click("a20")
        assert "a20" not in self.lies(hands) and card.confirm.instate(["disabled"]), "its corner is empty in this form"
        first = self.squares(hands)
        card.right.invoke()
        card.left.invoke()
        assert self.squares(hands) == first
        card.right.invoke()
        hands.settle()
        assert "a20" in self.lies(hands) and card.confirm.instate(["!disabled"])
        assert hands.page.stage.line.message is None
        card.confirm.invoke()
        hands.settle()
        assert hands.table.state.cells()["a20"] == Content(1) and not card.winfo_ismapped()

    def test_the_handles_turn_it_as_it_is_seen_on_a_mirrored_board(self, hands: Hands) -> None:
        for name in ("turn", "mirror"):
            hands.page.actions.invoke(name)
        hands.settle()
        stage = hands.page.stage

        def seen() -> set[tuple[int, int]]:
            across, down = (stage.board.projection.direction(way) for way in ((1.0, 0.0), (0.0, 1.0)))
            scale = stage.board.projection.scale
            squares = self.squares(hands)
            return {tuple(round((x * across[axis] + y * down[axis]) / scale) for axis in (0, 1)) for x, y in squares}  # type: ignore[misc]

        before = seen()
        stage.panel.hand.right.invoke()
        assert seen() == {(-y, x) for x, y in before}, "clockwise"

    @pytest.mark.parametrize("late", [120, 380])
    def test_a_quick_second_click_does_not_play_it(self, hands: Hands, late: int) -> None:
        hands.press("r")
        hands.click("a20")
        board, (x, y) = hands.page.stage.board, hands.pixel(min(self.lies(hands)))
        for event in ("<Button-1>", "<ButtonRelease-1>"):
            board.event_generate(event, x=round(x), y=round(y), time=hands.clock + late)
        hands.settle()
        assert hands.table.history.at == 0 and self.lies(hands)
        hands.click("a20")
        assert hands.table.history.at == 1, "one that comes later does"

    def test_another_one_is_taken_instead(self, hands: Hands) -> None:
        hands.click("b19")
        hands.click("blue:V5")
        assert hands.table.move_input.in_hand == "blue:V5" and not self.lies(hands)
        hands.click("blue:V5")
        assert hands.table.move_input.in_hand == ""

    def test_the_other_button_flips_it_where_it_lies(self, hands: Hands) -> None:
        hands.click("k10")
        before = self.squares(hands)
        hands.click("a1", button=3)
        assert self.squares(hands) == {(-x, y) for x, y in before} and "k10" in self.lies(hands)

    def test_it_is_dragged_from_its_tray_over_the_board_and_off_it(self, hands: Hands) -> None:
        hands.click("blue:F")
        assert not hands.table.taps
        hands.drag("blue:F", "k10")
        assert "k10" in self.lies(hands)
        hands.drag("k10", "m12")
        assert "m12" in self.lies(hands) and hands.table.history.at == 0
        hands.drag("m12", "yellow:V5")
        assert not hands.table.taps, "it goes back"
        hands.drag("blue:I1", "a20")
        assert self.lies(hands) == {"a20"} and not hands.refused
        hands.drag("blue:I2", "blue:V5")
        assert not hands.table.taps, "it was let go beside the board"
        hands.drag("yellow:F", "t20")
        assert not hands.table.taps and hands.refused

    def test_keys_alone(self, hands: Hands) -> None:
        hands.press("Escape")
        assert not hands.table.move_input.in_hand
        hands.walk_to("blue:I1")
        hands.press("space")
        assert not hands.table.move_input.in_hand, "Space confirms what lies there, and nothing else"
        hands.press("Return")
        hands.walk_to("a20")
        hands.press("Return")
        assert self.lies(hands) == {"a20"} and hands.table.history.at == 0
        hands.press("BackSpace")
        assert hands.table.taps == ("blue:I1",) and not self.lies(hands)
        hands.press("Return", "Return")
        assert hands.table.history.entries[0].text == "a20"


def test_space_plays_the_piece_that_lies_on_the_board(sit: Sit) -> None:
    hands = sit("blokus", people("blokus"))
    hands.click("blue:I1")
    hands.click("b19")
    hands.press("space")
    assert hands.table.history.entries[0].text == "a20"


def test_pieces_that_fit_nowhere_are_grey_for_who_is_to_move(sit: Sit) -> None:
    hands = sit("blokus", people("blokus"))
    board = hands.page.stage.board
    assert board.unfit == {"blue:X"}
    hands.click("blue:X")
    assert hands.refused and str(hands.page.stage.line.message) == "there is no place for this piece now"
    hands.play(hands.choose())
    assert board.unfit == {"yellow:X"}


def test_a_click_in_another_colour_says_whose_move_is_missing(sit: Sit) -> None:
    hands = sit("blokus", people("blokus"))
    hands.click("yellow:F")
    assert hands.refused and str(hands.page.stage.line.message) == "these are yellow's pieces; it is blue's turn"


def test_an_illegal_placement_can_stand(sit: Sit) -> None:
    hands = sit("blokus", people("blokus"))
    hands.type("k10,k11")
    assert hands.refused and hands.page.stage.line.offer.winfo_ismapped()
    hands.page.stage.line.offer.invoke()
    hands.settle()
    assert hands.table.state.cells()["k10"] == Content(1)
    assert hands.table.history.entries[0].by == "correction"
    assert not hands.page.stage.line.offer.winfo_ismapped()


def test_the_only_move_is_offered(sit: Sit) -> None:
    hands = sit("connect4", people("connect4"))
    # Six columns full without four in a row, one left.
    for column in "121212212121" + "343434434343" + "565656656565":
        hands.table.play(column)
    hands.page.stage.refresh()
    hands.settle()
    assert "7" in str(hands.page.stage.line.message)
    hands.page.stage.line.offer.invoke()
    hands.settle()
    assert hands.table.history.last and hands.table.history.last.text == "7"


def test_a_move_that_cannot_be_saved_is_not_shown(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = sit("connect4", people("connect4"))
    before = dict(hands.page.stage.board.cells)

    def full(_: object) -> None:
        raise NotSaved(say("the disk is full"))

    assert hands.table.record
    monkeypatch.setattr(hands.table.record, "append", full)
    hands.click("4")
    assert hands.refused and str(hands.page.stage.line.message) == "the disk is full"
    assert hands.page.stage.board.cells == before and hands.table.history.at == 0


def test_pointing_shows_what_a_tap_would_do(sit: Sit) -> None:
    hands = sit("connect4", people("connect4"))
    hands.point_at("4")
    assert hands.page.stage.board.previewed == {"d1": Content(1)}
    hands.click("4")
    hands.point_at("4")
    assert hands.page.stage.board.previewed == {"d2": Content(2)}


@pytest.mark.parametrize("turns", range(4))
def test_clicks_meet_their_cells_however_the_board_lies(sit: Sit, turns: int) -> None:
    hands = sit("kalah", people("kalah"))
    for _ in range(turns):
        hands.page.actions.invoke("turn")
    hands.page.actions.invoke("mirror")
    hands.settle()
    hands.click("d")
    assert hands.table.history.entries[0].text == "d"


def test_the_opening_roll_asks_for_one_die_after_the_other(sit: Sit) -> None:
    hands = sit("backgammon", ["human:Anna", "human:Ben"])
    headline = hands.page.stage.panel.turn.message
    assert headline.cget("text") == "Roll one die for white."
    assert hands.page.stage.line.label.cget("text") == "Each player rolls one die; the higher roll goes first."
    hands.click("throw:2")
    assert headline.cget("text") == "Roll one die for black."
    hands.click("throw:3")
    assert headline.cget("text") == "Ben's turn."


def test_another_turn_in_kalah_is_said_in_the_heading(sit: Sit) -> None:
    hands = sit("kalah", ["human:Anna", "human:Ben"])
    headline = hands.page.stage.panel.turn.message
    assert headline.cget("text") == "Anna's turn."
    hands.click("c")
    assert headline.cget("text") == "The last seed fell into your store: sow again."
