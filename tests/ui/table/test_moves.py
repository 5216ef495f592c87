"""The list of moves: pictures by round, drawn only where they are visible."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from PIL import Image

from fourth_seat.table.analysis.mistakes import MARKS
from fourth_seat.table.analysis.review import Review
from fourth_seat.ui import settings
from fourth_seat.ui.board.move_picture import MoveScene, paint_board
from fourth_seat.ui.table.moves import MoveList, Spot
from fourth_seat.ui.theme.palette import Palette
from tests.ui.conftest import screenshot
from tests.ui.table.conftest import Sit
from tests.ui.table.hands import TWO, Hands
from tests.ui.table.test_entry import people

HIGH = 1280, 1100  # so that a list of a few rows does not scroll
LONG = "Anna-Maria Wilhelmine Friederike von Hohenzollern-Sigmaringen"


def listed(hands: Hands) -> MoveList:
    """Return the list, after it is drawn."""
    moves = hands.page.stage.panel.moves
    hands.until(lambda: not moves.drawing.due)
    return moves


def play(hands: Hands, count: int, seed: int = 4) -> None:
    rng = Random(seed)
    for _ in range(count):
        if hands.table.result:
            break
        hands.table.play(rng.choice(sorted(map(str, hands.table.state.legal()))))
    hands.page.stage.refresh()
    hands.settle()


def kinds(moves: MoveList, spot: Spot) -> list[str]:
    """Return the kinds of items that are drawn within an entry, except frames."""
    left, top, right, bottom = moves.box(spot)
    up = round(moves.canvas.canvasy(0))
    found = moves.canvas.find_enclosed(left - 1, top + up - 1, right + 1, bottom + up + 1)
    return sorted(kind for item in found if (kind := str(moves.canvas.type(item))) != "rectangle")


def said(moves: MoveList, canvas: str = "canvas") -> list[str]:
    drawn = moves.canvas if canvas == "canvas" else moves._head
    texts = [item for item in drawn.find_all() if str(drawn.type(item)) == "text"]
    return [str(drawn.tk.call(str(drawn), "itemcget", item, "-text")) for item in texts]


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", ["backgammon", "blokus", "connect4", "kalah", "tridice"])
def test_each_colour_has_a_column_and_each_round_a_number(sit: Sit, game: str) -> None:
    hands = sit(game, people(game))
    play(hands, 12)
    moves = listed(hands)
    turns = moves.spots[1:]
    lefts = {spot.turn.colour: spot.left for spot in turns if spot.turn}
    assert len(set(lefts.values())) == len(lefts) == len(hands.table.game.sides(hands.table.options))
    assert all(spot.left == lefts[spot.turn.colour] for spot in turns if spot.turn)
    numbers = [row.number for row in moves._rows[1:]]
    assert numbers == list(range(1, len(numbers) + 1))
    assert moves.spots[-1].turn and moves.spots[-1].end == hands.table.history.at
    assert all(not spot.turn or "image" in kinds(moves, spot) for spot in moves.spots[-2:]), "moves are pictures"
    assert not any(text and not text.rstrip(".").isdigit() for text in said(moves)[1:]), "and only rounds are written"


def test_dice_have_no_row_of_their_own(sit: Sit) -> None:
    hands = sit("backgammon", TWO, options="first=1")
    for line in ("31", "8/5 6/5", "62"):
        hands.type(line)
    moves = listed(hands)
    assert moves.words() == ["Start of the game", "rolled 31 8/5 6/5", "rolled 62"]
    assert len(moves._rows) == 2, "the start and one round"
    assert [kinds(moves, spot) for spot in moves.spots[1:]] == [["image", "image"], ["image"]], "dice and board; dice"


def test_the_present_position_is_framed(sit: Sit) -> None:
    hands = sit("connect4", TWO, size=HIGH)
    for column in "4455":
        hands.click(column)
    moves = listed(hands)
    for viewing in (None, 2, 0, 3):
        hands.page.stage.view(viewing)
        current = listed(hands).current
        assert current and current.end == (4 if viewing is None else viewing)
        left, top, right, bottom = moves.box(current)
        frame = moves.canvas.bbox("here")
        assert left - 2 <= frame[0] and frame[2] <= right + 2 and top - 2 <= frame[1] and frame[3] <= bottom + 2
        assert len(moves.canvas.find_withtag("here")) == 1


def test_the_keyboard_walks_by_moves_and_rounds_and_shows_where_it_is(sit: Sit) -> None:
    hands = sit("connect4", TWO)
    for column in "445536":
        hands.click(column)
    moves = listed(hands)
    moves.canvas.focus_force()
    hands.settle()
    assert moves.canvas.find_withtag("cursor")
    ends = []
    for key in ("Left", "Up", "Up", "Right", "Home", "Down", "End"):
        hands.press(key, widget=moves.canvas)
        ends.append(moves.spots[moves._cursor].end)
    assert ends == [5, 3, 1, 2, 0, 1, 6]
    hands.press("Up", widget=moves.canvas)
    hands.press("Return", widget=moves.canvas)
    hands.settle()
    assert hands.page.stage.shown.viewing == 4
    assert not moves.canvas.find_withtag("cursor"), "the keyboard is on the board again"


def test_only_what_is_in_sight_is_drawn_and_only_once(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[MoveScene] = []

    def paint(scene: MoveScene, size: tuple[int, int], palette: Palette, *, pale: bool = False) -> Image.Image:
        painted.append(scene)
        return paint_board(scene, size, palette, pale=pale)

    monkeypatch.setattr("fourth_seat.ui.table.moves.paint_board", paint)
    hands = sit("backgammon", TWO, options="first=1")
    play(hands, 300)
    moves = listed(hands)
    assert len(moves._rows) > 25
    assert 0 < len(moves._drawn) <= moves.canvas.winfo_height() / moves._columns.line + 2
    assert len(painted) <= 2 * len(moves._drawn)
    before = len(painted), set(moves.canvas.find_all())
    for _ in range(5):
        hands.page.stage.refresh()
        listed(hands)
    assert (len(painted), set(moves.canvas.find_all())) == before, "nothing new: nothing is drawn"
    moves.scroll(-100000)
    hands.settle()
    assert moves._drawn and min(row.top for row in moves._drawn) == 0


def test_one_more_move_draws_one_more_row(sit: Sit) -> None:
    hands = sit("connect4", TWO, size=HIGH)
    for column in "44":
        hands.click(column)
    before = set(listed(hands).canvas.find_withtag("all")) - set(listed(hands).canvas.find_withtag("here"))
    hands.click("5")
    after = set(listed(hands).canvas.find_all())
    assert before <= after, "what was there is left alone"


def test_undone_moves_are_pale_until_others_take_their_place(sit: Sit) -> None:
    hands = sit("connect4", TWO)
    for column in "4455":
        hands.click(column)
    listed(hands)
    for _ in range(2):
        hands.page.stage.do(hands.table.undo)
    moves = listed(hands)
    assert len(moves.spots) == 5 and moves.current and moves.current.end == 2
    hands.click("7")
    assert len(listed(hands).spots) == 4


def test_a_finger_pushes_the_list_and_shows_nothing(sit: Sit) -> None:
    hands = sit("connect4", TWO, size=(1024, 600))
    for column in "4455443366":
        hands.click(column)
    moves = listed(hands)
    down = moves.canvas.canvasy(0)
    assert down > 0
    hands.clock += 1000
    moves.canvas.event_generate("<Button-1>", x=60, y=20, time=hands.clock)
    for y in (40, 60, 75):
        moves.canvas.event_generate("<B1-Motion>", x=60, y=y, time=hands.clock)
    moves.canvas.event_generate("<ButtonRelease-1>", x=60, y=75, time=hands.clock)
    hands.settle()
    assert moves.canvas.canvasy(0) < down and hands.page.stage.shown.viewing is None


def test_a_press_moves_nothing_under_the_finger(sit: Sit) -> None:
    hands = sit("connect4", TWO, size=(1024, 600))
    for column in "4455443366":
        hands.click(column)
    moves = listed(hands)
    cut = moves.spots[5]
    moves.scroll(moves.box(cut)[3] - moves.canvas.winfo_height() - 10)  # its lower end is out of sight
    hands.settle()
    top = moves.canvas.canvasy(0)
    assert moves.box(cut)[3] > moves.canvas.winfo_height() > moves.box(cut)[1] + 2
    for _ in range(2):  # as in a double tap
        left, y, _, _ = moves.box(cut)
        for kind in ("Button", "ButtonRelease"):
            moves.canvas.event_generate(f"<{kind}-1>", x=left + 5, y=y + 2, time=hands.clock)
        listed(hands)
        assert hands.page.stage.shown.viewing == cut.end and moves.canvas.canvasy(0) == top


def test_words_are_those_of_the_places_at_any_moment(sit: Sit) -> None:
    hands = sit("connect4", TWO, size=HIGH)
    moves = hands.page.stage.panel.moves
    assert len(moves.words()) == len(moves.spots)
    for column in "4455":
        hands.page.stage.type(column)
        assert len(moves.words()) == len(moves.spots), "before it is drawn"
    hands.page.stage.do(hands.table.undo)
    hands.page.stage.type("1")
    assert len(moves.words()) == len(moves.spots)
    assert listed(hands).words()[-1].endswith("1") and len(moves.words()) == len(moves.spots)


def test_notation_on_demand_is_remembered(sit: Sit) -> None:
    hands = sit("backgammon", TWO, options="first=1")
    for line in ("31", "8/5 6/5"):
        hands.type(line)
    assert "8/5 6/5" not in said(listed(hands))
    hands.page.actions.invoke("notation")
    assert "8/5 6/5" in said(listed(hands))
    assert settings.load().notation
    hands.page.actions.invoke("notation")
    assert "8/5 6/5" not in said(listed(hands)) and not settings.load().notation
    hands.window.change(replace(hands.window.settings, notation=True))
    hands.page.stage.follow_settings()
    assert "8/5 6/5" in said(listed(hands))


def test_long_names_are_shortened_above_their_columns(sit: Sit) -> None:
    hands = sit("kalah", [f"human:{LONG}", "human:Ben"])
    first, second = said(listed(hands), "head")
    assert first.endswith("…") and LONG.startswith(first[:-1]) and len(first) > 6 and second == "Ben"


@pytest.mark.parametrize("mark", MARKS)
def test_marks_have_room_beside_narrow_pictures(sit: Sit, monkeypatch: pytest.MonkeyPatch, mark: str) -> None:
    monkeypatch.setattr(Review, "finds_faults", True)
    monkeypatch.setattr(Review, "mark", lambda _, number: mark if number else "")
    hands = sit("backgammon", TWO, options="first=1", size=(600, 1024), text="huge")
    play(hands, 12)
    canvas = listed(hands).canvas
    texts = [item for item in canvas.find_all() if str(canvas.type(item)) == "text"]
    marks = [item for item in texts if str(canvas.tk.call(str(canvas), "itemcget", item, "-text")) == mark]
    assert marks and all(canvas.bbox(item)[2] <= canvas.winfo_width() for item in marks)


def test_where_columns_have_no_room_rounds_are_not_broken_unevenly(sit: Sit) -> None:
    hands = sit("blokus", people("blokus"), size=(800, 480), text="huge")
    play(hands, 10)
    moves = listed(hands)
    assert moves._columns.number in (1, 2, 4)
    full = moves._rows[1:-1]
    assert all(len(row.spots) == moves._columns.number for row in full[:-1])


def test_dark_and_light(sit: Sit) -> None:
    for mode in ("light", "dark"):
        hands = sit("blokus", people("blokus"), mode=mode)
        play(hands, 20)
        image = screenshot(hands.window, f"moves-{mode}")
        moves = listed(hands)
        x, y = moves.winfo_rootx() - hands.window.root.winfo_rootx(), moves.winfo_rooty() - hands.window.root.winfo_rooty()
        ground = image.getpixel((x + moves.canvas.winfo_width() - 2, y + moves.winfo_height() - 2))
        assert isinstance(ground, tuple) and (sum(ground[:3]) > 380) == (mode == "light")


def test_games_without_pictures_of_a_move_say_it(sit: Sit) -> None:
    hands = sit("backgammon", TWO, options="cube=on,first=1")
    for line in ("double", "take"):
        hands.type(line)
    texts = said(listed(hands))
    assert "double" in texts and "take" in texts and "2" in texts, "the cube shows its number"
