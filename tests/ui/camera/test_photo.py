"""The board in a photo, in the window: the vision process reads it, the person is asked about unsure cells, and play goes
on from it."""

from __future__ import annotations

from pathlib import Path
from shutil import copy, rmtree

import pytest
from PIL import Image

from fourth_seat.games import find
from fourth_seat.games.contents import Content
from fourth_seat.games.geometry import Holds
from fourth_seat.table.errors import OutOfTurn
from fourth_seat.ui.board.marks import Mark
from fourth_seat.ui.files.open_sheet import OpenSheet
from fourth_seat.ui.seats.page import SeatsPage
from fourth_seat.ui.settings import load
from fourth_seat.ui.table.page import TablePage
from fourth_seat.vision.setup.photo import shown_throw
from tests.ui.conftest import MakeWindow, begin_game, screenshot
from tests.ui.patience import settle, wait_for
from tests.ui.table.conftest import Sit
from tests.ui.table.conftest import sit as sit
from tests.ui.table.hands import Hands, texts
from tests.vision.board_phone import drawn

PHOTOS = Path(__file__).resolve().parents[2] / "data" / "vision"
SEATS = {"blokus": 4}


def sit_before(sit: Sit, game: str, size: tuple[int, int] = (1280, 800), **settings: str) -> Hands:
    return sit(game, ["human:Anna", *["human:Ben"] * (SEATS.get(game, 2) - 1)], size=size, **settings)


def read(hands: Hands, photo: Path) -> None:
    """Choose a photo in the sheet, and wait until it is read."""
    hands.page.actions.invoke("photo")
    hands.settle()
    sheet = hands.page.sheet
    assert isinstance(sheet, OpenSheet)
    sheet.list.field.delete(0, "end")
    sheet.list.field.insert(0, str(photo))
    sheet.list.enter()
    wait_for(
        hands.window, lambda: hands.page.camera.photo.reader and (hands.page.camera.photo.reader.reading or trouble(hands))
    )


def trouble(hands: Hands) -> str:
    reader = hands.page.camera.photo.reader
    return str(reader.trouble) if reader and reader.trouble else ""


def answer_all(hands: Hands) -> int:
    """Say of every doubtful cell that it holds what it looks most like, and of every die that it shows 1 and 2."""
    correction, questions = hands.page.correction.correction, 0
    assert correction
    while correction.doubt or correction.asking:
        bar, questions = hands.page.correction.bar, questions + 1
        if correction.doubt:
            bar.answers[0].invoke()
        else:
            bar.faces[0].invoke()
            bar.faces[1].invoke()
        hands.settle()
        assert questions < 60
    return questions


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize("game", ["blokus", "connect4", "kalah", "backgammon", "tridice"])
def test_a_photo_becomes_the_position(sit: Sit, game: str) -> None:
    hands = sit_before(sit, game)
    read(hands, PHOTOS / ("kalah_drawn_threes.jpg" if game == "kalah" else f"{game}_0002.jpg"))
    reader = hands.page.camera.photo.reader
    assert reader and reader.reading and reader.grid
    seen, doubts = reader.reading.contents, dict(reader.reading.doubts)
    wait_for(hands.window, lambda: hands.page.correction.active)
    board = hands.page.stage.board
    assert set(board.marked(Mark.WRONG)) | (set(board.marked(Mark.TAPPED)) if doubts else set()) == set(doubts)
    screenshot(hands.window, f"photo-{game}")
    dice = sum(hands.page.stage.geometry[name].holds is Holds.DIE and bool(content) for name, content in seen.items())
    assert answer_all(hands) == len(doubts) + dice
    bar, present = hands.page.correction.bar, hands.page.stage.panel.present
    if game == "kalah":
        assert any("35 seeds were counted instead of 48; least certain: " in text for text in texts(present))
        assert set(board.marked(Mark.WRONG)) == set(doubts)
    if game == "backgammon":  # nothing shows whose turn it is
        bar.done.invoke()
        assert hands.page.correction.active and any("whose turn" in text for text in texts(hands.page.stage.panel.present))
        bar.movers[1].invoke()
    bar.done.invoke()
    hands.settle()
    state = hands.table.state
    lies = {name: (content.colour, content.count) for name, content in seen.items() if content}
    assert {name: (c.colour, c.count) for name, c in state.cells().items() if name in seen} == lies
    assert hands.table.history.entries[-1].by == "correction"
    assert hands.page.camera.photo.reader is None and hands.page.stage.panel.docked is None
    if not hands.table.needs_throw and state.to_move:
        wait_for(hands.window, lambda: hands.page.stage.advice.hint)
        screenshot(hands.window, f"photo-{game}-hint")


@pytest.mark.slow
def test_what_the_photo_shows_otherwise_is_told_by_taps(sit: Sit) -> None:
    """The rendered board has 19 seeds in the store of the south, where 18 are likeliest, and none in C."""
    hands = sit_before(sit, "kalah", (1024, 600))
    read(hands, PHOTOS / "kalah_0002.jpg")
    wait_for(hands.window, lambda: hands.page.correction.active)
    screenshot(hands.window, "photo-small")
    correction, bar = hands.page.correction.correction, hands.page.correction.bar
    assert correction
    true = {"e": 12, "STORE": 12, "store": 19, "C": 0, "A": 3, "D": 1, "d": 1}
    while correction.doubt:
        name = correction.doubt
        wanted = true[name]
        bar.answers[-1].invoke()
        hands.settle()
        assert correction.open == name and bar.next.winfo_ismapped()
        assert list(hands.page.stage.board.marked(Mark.TAPPED)) == [name]
        for digit in str(wanted):
            hands.press(digit)
        bar.next.invoke()
        hands.settle()
    assert {name: content.count for name, content in correction.cells.items() if name in true} | {"C": 0} == true
    assert not any("instead of" in text for text in texts(hands.page.stage.panel.present))
    bar.movers[1].invoke()
    bar.done.invoke()
    hands.settle()
    assert hands.table.state.mover == 2 and not hands.page.correction.active
    wait_for(hands.window, lambda: hands.page.stage.advice.hint)
    assert all(cell.isupper() for cell in hands.page.stage.advice.hint)  # pits of the north


@pytest.mark.slow
def test_a_photo_without_a_board_is_refused_and_left(sit: Sit) -> None:
    hands = sit_before(sit, "blokus", (2560, 1440))
    read(hands, PHOTOS / "kalah_0001.jpg")
    assert trouble(hands) and not hands.page.correction.active
    hands.settle()
    assert any("Mark the corners" in text for text in texts(hands.page))
    screenshot(hands.window, "photo-refused")
    hands.page.camera.photo.stop()
    assert hands.page.camera.photo.reader is None and hands.page.stage.panel.docked is None


@pytest.mark.parametrize(
    ("name", "photo", "sentence"),
    [
        ("half.jpg", True, "half.jpg is damaged: copy it again, or take another photo"),
        ("letter.jpg", False, "letter.jpg is not a readable picture: use JPEG or PNG"),
        ("letter.txt", False, "letter.txt is not a readable picture: use JPEG or PNG"),
    ],
)
def test_a_file_that_is_not_readable_as_a_photo(sit: Sit, tmp_path: Path, name: str, photo: bool, sentence: str) -> None:
    whole = (PHOTOS / "connect4_0002.jpg").read_bytes()
    (tmp_path / name).write_bytes(whole[: len(whole) // 2] if photo else b"Dear Anna,\nit is your move.\n")
    hands = sit_before(sit, "connect4")
    read(hands, tmp_path / name)
    hands.settle()
    assert trouble(hands).endswith(sentence) and any(sentence in text for text in texts(hands.page))
    assert not hands.page.correction.active


def test_a_photo_is_read_whatever_its_name(sit: Sit, tmp_path: Path) -> None:
    copy(PHOTOS / "connect4_0002.jpg", tmp_path / "board.mp4")
    hands = sit_before(sit, "connect4")
    read(hands, tmp_path / "board.mp4")
    assert not trouble(hands) and hands.page.correction.active


@pytest.mark.slow
def test_a_photo_that_a_phone_has_sent_is_asked_about_and_removed(sit: Sit, tmp_path: Path) -> None:
    hands = sit_before(sit, "connect4", (1024, 600))
    sent = tmp_path / "sent.jpg"
    copy(PHOTOS / "connect4_0002.jpg", sent)
    read_photo = hands.page.hosted().read_photo
    assert read_photo
    reader = read_photo(sent)
    wait_for(hands.window, lambda: hands.page.correction.active)
    assert reader and reader is hands.page.camera.photo.reader
    answer_all(hands)
    hands.page.correction.bar.done.invoke()
    hands.settle()
    assert len(hands.table.state.cells()) == 3 and not sent.exists()
    hands.page.stage.do(lambda: hands.table.resign(1, 1))
    hands.page.stage.do(hands.table.undo)
    hands.page.correction.begin()
    with pytest.raises(OutOfTurn, match="being corrected"):
        read_photo(PHOTOS / "connect4_0002.jpg")
    hands.page.correction.cancel()
    hands.page.stage.do(lambda: hands.table.resign(1, 1))
    with pytest.raises(OutOfTurn, match="start another"):
        read_photo(PHOTOS / "connect4_0002.jpg")


@pytest.mark.slow
def test_a_photo_is_drawn_where_its_grid_is_after_the_window_was_resized(sit: Sit) -> None:
    hands = sit_before(sit, "connect4", (1024, 600))
    read(hands, PHOTOS / "connect4_0002.jpg")
    wait_for(hands.window, lambda: hands.page.correction.active)
    panel = hands.page.camera.photo.panel
    assert panel
    for width, height in ((2560, 1440), (1024, 600)):
        hands.window.root.geometry(f"{width}x{height}+0+0")
        wait_for(hands.window, lambda width=width: hands.window.root.winfo_width() == width)  # type: ignore[misc]
        settle(hands.window, 0.5)
        picture = panel.picture
        size = picture.winfo_width(), picture.winfo_height()
        left, top, right, bottom = map(int, picture.bbox(picture._image))
        assert (right - left, bottom - top) == size and (left, top) == (0, 0)
        screenshot(hands.window, f"photo-resized-{width}")


@pytest.mark.slow
def test_the_folder_of_the_last_photo_is_offered_first(sit: Sit, tmp_path: Path) -> None:
    copy(PHOTOS / "connect4_0002.jpg", tmp_path / "board.jpg")
    hands = sit_before(sit, "connect4")
    read(hands, tmp_path / "board.jpg")
    hands.page.camera.photo.stop()
    assert load().folder == str(tmp_path)
    for there in (True, False):
        hands.page.actions.invoke("photo")
        hands.settle()
        sheet = hands.page.sheet
        assert isinstance(sheet, OpenSheet)
        assert (sheet.list.folder == tmp_path) == there
        sheet.close()
        if there:
            rmtree(tmp_path)


@pytest.mark.slow
def test_while_a_photo_is_checked_nothing_is_said_about_the_game_before(sit: Sit) -> None:
    hands = sit_before(sit, "backgammon", (1024, 600))
    panel = hands.page.stage.panel
    before = panel.turn.message.cget("text")
    hands.page.camera.photo.read(PHOTOS / "backgammon_0002.jpg")
    hands.settle()
    assert "The photo is being read." in map(str, hands.page.now())
    for _ in range(2):
        assert panel.turn.message.cget("text") == "Board from a photo"
        assert not panel.scores.winfo_ismapped() and not panel.moves.winfo_ismapped()
        wait_for(hands.window, lambda: hands.page.correction.active)
    hands.page.camera.photo.stop()
    hands.settle()
    assert panel.turn.message.cget("text") == before and panel.scores.winfo_ismapped()


@pytest.mark.slow
def test_a_board_is_not_corrected_by_hand_while_a_photo_of_it_is_read(sit: Sit) -> None:
    hands = sit_before(sit, "connect4", (1024, 600))
    photo = hands.page.camera.photo
    photo.read(PHOTOS / "connect4_0002.jpg")
    hands.settle()
    assert photo.reader and not photo.reader.reading
    assert not hands.page.actions.enabled("correct") and hands.page.actions.enabled("photo")
    hands.press("Control-e")
    assert not hands.page.correction.active
    wait_for(hands.window, lambda: hands.page.correction.active)
    photo.stop()
    hands.settle()
    assert hands.page.actions.enabled("correct")


def test_no_photo_takes_the_place_of_a_correction_by_hand(sit: Sit) -> None:
    hands = sit_before(sit, "connect4", (1024, 600))
    hands.page.actions.invoke("correct")
    hands.settle()
    hands.click("d1")
    hands.page.take_photo(PHOTOS / "connect4_0002.jpg")
    hands.settle()
    assert hands.page.camera.photo.reader is None and "being corrected" in str(hands.page.stage.line.message)
    assert hands.page.correction.active and set(hands.page.stage.board.cells) == {"d1"}


@pytest.mark.slow
def test_a_board_that_was_read_stays_when_another_photo_cannot_be(sit: Sit) -> None:
    hands = sit_before(sit, "connect4", (1024, 600))
    read(hands, PHOTOS / "connect4_0002.jpg")
    wait_for(hands.window, lambda: hands.page.correction.active)
    answer_all(hands)
    cells = dict(hands.page.stage.board.cells)
    hands.page.camera.photo.read(PHOTOS / "kalah_0001.jpg")
    wait_for(hands.window, lambda: hands.page.camera.photo.reader is None or trouble(hands))
    hands.settle()
    assert any("Mark the corners" in text for text in texts(hands.page)), "it is said why"
    assert hands.page.correction.active and hands.page.stage.board.cells == cells
    hands.page.camera.photo.stop()
    assert not hands.page.correction.active and hands.page.camera.photo.reader is None


@pytest.mark.slow
def test_cancel_never_lies_where_the_other_button_was(sit: Sit) -> None:
    """A second tap would discard all the answers."""
    hands = sit_before(sit, "backgammon", (1024, 600))
    read(hands, PHOTOS / "backgammon_0002.jpg")
    wait_for(hands.window, lambda: hands.page.correction.active)
    correction, bar = hands.page.correction.correction, hands.page.correction.bar
    assert correction and correction.doubt
    places = []
    while True:
        hands.settle()
        places.append(
            [(button.winfo_rootx(), button.winfo_rootx() + button.winfo_width()) for button in (bar.done, bar.cancel)]
        )
        if not correction.doubt:
            break
        bar.answers[0].invoke()
    bar.done.invoke()  # refused: nobody said whose turn it is
    hands.settle()
    for number, ((left, right), _) in enumerate(places):
        assert all(end <= left or right <= begin for _, (begin, end) in places[number:])


@pytest.mark.slow
@pytest.mark.parametrize("how", ["bar", "escape", "panel"])
def test_a_game_that_was_begun_for_a_photo_is_given_up_with_it(make_window: MakeWindow, how: str) -> None:
    window = make_window(width=1024, height=600)
    game = "kalah" if how == "panel" else "connect4"
    window.show(SeatsPage, find(game)).take_photo(PHOTOS / "connect4_0002.jpg")
    page = window.page
    assert isinstance(page, TablePage)
    photo = page.camera.photo
    wait_for(window, lambda: page.correction.active or (photo.reader and photo.reader.trouble))
    if how == "bar":
        page.correction.bar.cancel.invoke()
    elif how == "escape":
        page.back()
    else:
        photo.stop()
    settle(window)
    assert isinstance(window.page, SeatsPage) and window.page.game.name == game


@pytest.mark.slow
def test_a_game_that_was_begun_for_a_photo_goes_on_from_the_start_position(make_window: MakeWindow, tmp_path: Path) -> None:
    photo = tmp_path / "empty.png"
    Image.fromarray(drawn({})[..., ::-1]).save(photo)
    window = make_window(width=1024, height=600)
    window.show(SeatsPage, find("connect4")).take_photo(photo)
    page = window.page
    assert isinstance(page, TablePage)
    wait_for(window, lambda: page.correction.active)
    assert page.correction.correction and not page.correction.correction.cells
    page.correction.bar.done.invoke()
    settle(window, 0.1)
    assert window.page is page and not page.stage.table.history.entries and page.camera.photo.reader is None
    page.camera.photo.read(PHOTOS / "connect4_0002.jpg")
    page.camera.photo.stop()
    settle(window, 0.1)
    assert window.page is page, "only the photo is given up that came later"


@pytest.mark.slow
def test_computers_wait_until_a_photo_was_read(make_window: MakeWindow) -> None:
    window = make_window(width=1024, height=600)
    begin_game(window, "connect4", "", ["random", "human:Ben"], PHOTOS / "connect4_0002.jpg")
    page = window.page
    assert isinstance(page, TablePage)
    wait_for(window, lambda: page.correction.active)
    assert not page.stage.table.history.entries


@pytest.mark.slow
def test_a_board_that_lies_turned(sit: Sit) -> None:
    hands = sit_before(sit, "blokus", (2560, 1440))
    read(hands, PHOTOS / "blokus_0002.jpg")
    wait_for(hands.window, lambda: hands.page.correction.active)
    before, panel = dict(hands.page.stage.board.cells), hands.page.camera.photo.panel
    screenshot(hands.window, "photo-large")
    assert panel
    outlines = panel.picture.find_withtag("over")
    settle(hands.window, 0.2)
    assert panel.picture.find_withtag("over") == outlines, "400 cells are drawn again at each look at the reader"
    panel.buttons["turn"].invoke()
    wait_for(hands.window, lambda: hands.page.stage.board.cells != before)
    assert hands.page.correction.active
    hands.press("Escape")
    assert not hands.page.correction.active and hands.page.camera.photo.reader is None and not hands.table.history.at


@pytest.mark.slow
def test_a_game_that_the_other_side_has_begun(sit: Sit, tmp_path: Path) -> None:
    """There is one more yellow disc than red ones: yellow has begun, and the page adapts."""
    photo = tmp_path / "yellow.png"
    Image.fromarray(drawn({"d1": Content(2), "d2": Content(1), "e1": Content(2)})[..., ::-1]).save(photo)
    hands = sit_before(sit, "connect4")
    read(hands, photo)
    wait_for(hands.window, lambda: hands.page.correction.active)
    answer_all(hands)
    hands.page.correction.bar.done.invoke()
    hands.settle()
    page = hands.window.page
    assert isinstance(page, TablePage) and page is not hands.page
    assert str(page.stage.table.options) == "first=yellow" and not page.stage.table.result
    side = page.stage.table.game.sides(page.stage.table.options)[page.stage.table.state.mover - 1]
    assert str(side.name) == "red" and len(page.stage.table.state.cells()) == 3
    assert [str(page.stage.table.seat(seat)) for seat in (1, 2)] == ["human:Ben", "human:Anna"]  # Anna still has red


def test_the_dice_on_the_board_are_the_throw() -> None:
    game = find("backgammon")
    state = game.with_mover(game.start(game.options()), 1)
    for faces, throw in (((2,), (5,)), "52"), (((6,), (6,)), "66"):
        thrown = {f"die:{n}": Content(faces=face) for n, face in enumerate(faces, 1)}
        assert shown_throw(state, thrown) == throw
    assert shown_throw(state, {}) is None
