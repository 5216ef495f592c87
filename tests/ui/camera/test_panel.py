"""The camera's panel and its sheets: a question, the corners, which camera, what it sees."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import numpy as np
import psutil
import pytest

from fourth_seat.calibration.camera import CameraCalibration, load_cameras, save_camera
from fourth_seat.calibration.camera_settings import CameraSettings, load_camera_settings, save_camera_settings
from fourth_seat.games import find
from fourth_seat.games.contents import Content
from fourth_seat.ui.board.game_board import GameBoard
from fourth_seat.ui.camera import source as source_sheet
from fourth_seat.ui.camera.boards import BoardsSheet
from fourth_seat.ui.camera.corners import CornersSheet, open_corners
from fourth_seat.ui.camera.picture import LivePicture
from fourth_seat.ui.camera.sight import SightSheet
from fourth_seat.ui.camera.source import SourceSheet
from fourth_seat.ui.table.panel import MIN_MOVES
from fourth_seat.ui.theme.theme import TARGET_MM
from fourth_seat.ui.widgets.drop_down import open_list
from fourth_seat.ui.widgets.form import FormSheet
from fourth_seat.vision import registry
from fourth_seat.vision.camera_session import CellGuess, Grid
from fourth_seat.vision.worker.frame_buffer import SharedPicture
from fourth_seat.words import say
from tests.ui.camera.conftest import Seen
from tests.ui.camera.test_game import read, with_disc
from tests.ui.conftest import MakeWindow, screenshot
from tests.ui.table.hands import Hands, begin, texts
from tests.vision.board_phone import CORNERS

PALE = 0.5  # strength of a disc's colour at which the classifier is not sure


@pytest.mark.slow
def test_a_question_is_answered_by_one_tap(hands: Seen) -> None:
    hands.start()
    history = hands.table.history
    seen = with_disc(hands.table.state, "d", 1)
    hands.phone.show(seen, hand=True)
    hands.run(0.6)
    hands.phone.show(seen, strength=PALE)
    hands.wait(lambda: hands.panel.answers)
    assert [button.cget("text") for button in hands.panel.answers] == ["4", "Nothing was played", "Neither"]
    screenshot(hands.window, "camera-question")
    assert history.at == 0
    hands.panel.answers[0].invoke()
    hands.settle()
    assert [entry.text for entry in history.standing] == ["4"]
    hands.wait(lambda: not hands.panel.answers)


def test_of_a_game_without_a_vision_part_one_sentence_is_said(hands: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "find_spec", lambda _: None)
    for attempt in (hands.page.camera.choose, lambda: hands.page.camera.start("0")):
        hands.page.stage.line.show(None)
        attempt()
        assert hands.page.camera.watching is None and hands.page.sheet is None
        assert str(hands.page.stage.line.message) == "the camera cannot see Connect 4 yet: enter its moves by hand"


@pytest.mark.slow
def test_neither_leaves_it_to_clicks(hands: Seen) -> None:
    hands.start()
    hands.phone.show(with_disc(hands.table.state, "d", 1), strength=PALE)
    hands.wait(lambda: hands.panel.answers)
    hands.panel.answers[-1].invoke()
    hands.wait(lambda: not hands.panel.answers)
    hands.click("4")
    assert hands.table.history.at == 1


@pytest.mark.slow
def test_corners_by_mouse_and_keyboard(hands: Seen) -> None:
    hands.start()
    hands.panel.buttons["corners"].invoke()
    sheet = hands.page.sheet
    assert isinstance(sheet, CornersSheet)
    editor = sheet.editor
    hands.wait(lambda: editor.factor and editor.winfo_ismapped())
    screenshot(hands.window, "camera-corners")
    began = list(editor.corners)
    x, y = (value * editor.factor for value in began[2])
    editor.event_generate("<Button-1>", x=round(x) + 3, y=round(y) + 3)
    editor.event_generate("<B1-Motion>", x=round(x) + 30, y=round(y) + 20)
    assert editor.chosen == 2 and editor.corners[2][0] > began[2][0] + 10
    hands.press("1", "Left", "Shift-Up", widget=editor)
    assert editor.corners[0] == pytest.approx((began[0][0] - 1, began[0][1] - 10))
    hands.press("space", "Right", widget=editor)
    assert editor.chosen == 1 and editor.corners[1][0] == pytest.approx(began[1][0] + 1)
    assert editor.corners[3] == began[3]
    editor.begin(tuple((float(x), float(y)) for x, y in CORNERS))
    hands.press("Return", widget=editor)
    assert hands.page.sheet is None
    hands.wait(lambda: hands.watching.setup.ready)
    grid = hands.watching.grid
    assert grid and grid.corners[2] == pytest.approx(CORNERS[2], abs=0.2)


def test_the_stores_belong_to_the_playing_area(make_window: MakeWindow) -> None:
    for game, told in (("kalah", True), ("connect4", False)):
        window = make_window(width=1024, height=600)
        page = Hands(window, begin(game, ["human:Anna", "human:Ben"], None, window.clock)).page
        sheet = open_corners(page, GameBoard(page.stage.table.game, page.stage.table.options), None, lambda *_: None)
        page.update()
        assert any("stores" in text for text in texts(sheet)) == told


@pytest.mark.slow
def test_moves_stay_in_a_low_window(hands: Seen) -> None:
    for column in "4455":
        hands.table.play(column)
    hands.phone.show(hands.table.state.cells())
    hands.window.root.geometry("1024x600+0+0")
    hands.start()
    moves, advised = hands.page.stage.panel.moves, hands.panel.buttons["leave"]
    hands.wait(moves.winfo_ismapped)
    hands.watching.visibility = say("Move the camera closer. Switch on a lamp. Look for a shadow or for glare there."), True
    hands.wait(advised.winfo_ismapped)
    hands.run(0.3)
    assert moves.winfo_ismapped() and moves.winfo_height() >= MIN_MOVES
    assert advised.winfo_rooty() + advised.winfo_height() <= hands.window.root.winfo_rooty() + 600


@pytest.mark.slow
def test_a_sentence_has_room_at_once_above_a_camera_in_a_low_window(hands: Seen) -> None:
    hands.window.root.geometry("1024x600+0+0")
    hands.start()
    hands.wait(hands.panel.message.winfo_ismapped)
    hands.run(0.3)
    stage = hands.page.stage
    stage.line.show(None)
    stage.refresh()
    hands.window.root.update()
    stage.line.show(say("It is not your turn."))
    hands.window.root.update()
    assert stage.line.label.winfo_ismapped()
    assert stage.line.winfo_height() >= stage.line.label.winfo_reqheight()


@pytest.mark.slow
def test_a_picture_without_room_above_its_buttons_is_beside_them(hands: Seen) -> None:
    hands.start()
    panel, scale = hands.panel, hands.window.theme.scale
    hands.wait(panel.message.winfo_ismapped)
    hands.window.root.update_idletasks()  # the buttons now shown have their height
    room = panel.winfo_reqheight() - panel.picture.winfo_reqheight() + 20
    for width, side, height in ((600, "left", min(round(140 * scale), room)), (300, "top", 9), (600, "left", room)):
        panel.fit(round(width * scale), 300, 0, room)
        assert panel.picture.pack_info()["side"] == side
        assert int(panel.picture.cget("height")) >= min(height, round(140 * scale))
    panel.fit(round(600 * scale), 900, 900, 900)
    assert panel.picture.pack_info()["side"] == "top", "there is room above them"


@pytest.mark.slow
def test_what_a_button_does_is_not_in_the_menu_as_well(hands: Seen) -> None:
    def entries() -> list[str]:
        hands.panel.more.invoke()
        hands.settle()
        shown = open_list(hands.panel)
        assert shown
        shown.close()
        return list(shown.names)

    hands.start()
    hands.wait(lambda: not hands.panel.buttons["find"].winfo_ismapped())
    ready = entries()
    assert len(set(ready)) == len(ready) and {"Find the board again", "Board is correct"} < set(ready)
    hands.put({"d1": Content(2), "a1": Content(2), "b1": Content(2)})
    hands.wait(lambda: hands.watching.bridge.wrong)
    hands.panel.buttons["turn"].invoke()  # it cannot match either way
    hands.wait(hands.panel.buttons["find"].winfo_ismapped)
    assert set(ready) - set(entries()) == {"Find the board again", "Board is correct"}


def texts_of(picture: LivePicture) -> list[str]:
    """Return the texts written over a live picture."""
    texts = [item for item in picture.find_withtag("over") if str(picture.type(item)) == "text"]
    return [str(picture.tk.call(str(picture), "itemcget", item, "-text")) for item in texts]


def test_a_single_seed_is_not_counted_in_per_cent(make_window: MakeWindow) -> None:
    """Where cells may hold several pieces, the number they look like is written above its certainty."""
    window = make_window(width=1280, height=800)
    window.root.update()
    picture = LivePicture(window.root, window.theme, find("kalah").sides(find("kalah").options()), counted=("a", "b"))
    picture.fit(640, 360)
    picture.show(SharedPicture(bytes(3 * 640 * 360), 640, 360, 640, 0.0, 1))
    wide, small = 120, 30
    cells = {
        name: tuple((left + x, 10.0 + y) for x, y in ((0.0, 0.0), (size, 0.0), (size, size), (0.0, size)))
        for name, left, size in (("a", 10.0, wide), ("b", 200.0, small), ("c", 300.0, wide))
    }
    corners = ((0.0, 0.0), (640.0, 0.0), (640.0, 360.0), (0.0, 360.0))
    guesses = {"a": CellGuess(1, 1, 0.99), "b": CellGuess(1, 2, 0.98), "c": CellGuess(1, 1, 0.97)}
    picture.overlay(Grid((640, 360), corners, True, cells), guesses)
    assert texts_of(picture) == ["1\n99 %", "2", "97"]


@pytest.mark.slow
def test_what_it_sees_is_drawn_on_the_grid(hands: Seen) -> None:
    hands.table.play("4")
    hands.phone.show(hands.table.state.cells())
    hands.start()
    hands.panel.more.entries()["What it sees"]()
    sheet = hands.page.sheet
    assert isinstance(sheet, SightSheet)
    hands.wait(lambda: texts_of(sheet.picture))
    assert all(0 < int(share) <= 100 for share in texts_of(sheet.picture))
    guess = hands.watching.guesses["d1"]
    assert (guess.colour, guess.count) == (1, 1) and guess.probability > 0.9
    screenshot(hands.window, "camera-sees")
    grid = hands.watching.grid
    assert grid
    (left, top), (right, bottom) = (sheet.picture._here([point])[0] for point in grid.corners[::2])
    assert (right - left) * (bottom - top) > 0.7 * sheet.picture.winfo_width() * sheet.picture.winfo_height()
    sheet.close()
    assert not hands.watching.diagnosing


@pytest.mark.slow
def test_choosing_and_stopping(hands: Seen) -> None:
    hands.page.actions.invoke("camera")
    sheet = hands.page.sheet
    assert isinstance(sheet, SourceSheet)
    screenshot(hands.window, "camera-source")
    sheet.field.insert(0, hands.phone.url("/video"))
    sheet.start.invoke()
    hands.wait(lambda: hands.watching.setup.ready)
    source = hands.phone.url("/video")
    assert load_camera_settings("connect4") == CameraSettings(source, True)
    process = psutil.Process(hands.watching.worker.process.pid)
    hands.panel.more.entries()["Stop the camera"]()
    hands.settle()
    assert hands.page.camera.watching is None and not process.is_running()
    assert load_camera_settings("connect4") == CameraSettings(source, False)
    assert "Watching." not in read(hands)


def test_cameras_and_addresses_are_rows_for_a_finger(hands: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone's address that was entered for another game is offered, without its password; a video file is not."""
    address = "rtsp://ann:secret@phone:8554/video"
    save_camera_settings("kalah", CameraSettings(address))
    save_camera_settings("blokus", CameraSettings("/films/evening.mp4"))
    save_camera_settings("tridice", CameraSettings("2"))
    monkeypatch.setattr(source_sheet, "cameras", dict)
    hands.page.actions.invoke("camera")
    hands.settle()
    sheet = hands.page.sheet
    assert isinstance(sheet, SourceSheet)
    assert {name: row.cget("text") for name, row in sheet.rows.items()} == {address: "rtsp://phone:8554/video"}
    row, least = sheet.rows[address], hands.window.root.winfo_fpixels(f"{TARGET_MM}m")
    assert row.winfo_height() >= least - 1 and sheet.source == address
    assert "This computer has no camera." in read(hands)
    sheet.field.insert(0, "http://phone:8080/video")
    assert sheet.source == "http://phone:8080/video" and not row.instate(["selected"])
    row.invoke()
    assert sheet.source == address and not sheet.field.get()
    started: list[str] = []
    monkeypatch.setattr(hands.page.camera, "start", started.append)
    sheet.close()
    monkeypatch.setattr(source_sheet, "cameras", lambda: {0: "HD Webcam", 2: "Pi Camera"})
    hands.page.actions.invoke("camera")
    sheet = hands.page.sheet
    assert isinstance(sheet, SourceSheet) and list(sheet.rows) == ["0", "2", address]
    screenshot(hands.window, "camera-source-rows")
    sheet.rows["2"].invoke()
    sheet.start.invoke()
    assert started == ["2"]


@pytest.mark.slow
def test_known_boards_are_named_and_forgotten(hands: Seen) -> None:
    other = CameraCalibration("http://phone/video", (640, 480), np.array(CORNERS, np.float64) + 9, used=date(2026, 11, 2))
    save_camera("connect4", other)
    hands.start()
    hands.wait(lambda: len(load_cameras("connect4")) == 2)
    hands.panel.more.entries()["Known boards ..."]()
    sheet = hands.page.sheet
    assert isinstance(sheet, BoardsSheet)
    screenshot(hands.window, "camera-boards")
    one, two = sheet.lines
    assert one.forget_button.instate(["disabled"]) and two.forget_button.instate(["!disabled"])
    one.name_button.invoke()
    form = hands.page.sheet
    assert isinstance(form, FormSheet)
    form.fields[0].insert(0, "The wooden one")
    hands.settle()
    hands.press("Return", widget=form.fields[0])
    assert [board.name for board in load_cameras("connect4")] == ["The wooden one", ""] and hands.page.sheet is sheet
    two.name_button.invoke()
    form = hands.page.sheet
    assert isinstance(form, FormSheet)
    hands.settle()
    hands.press("Escape", widget=form.fields[0])
    assert hands.page.sheet is sheet
    place = two.winfo_rooty()
    two.forget_button.invoke()
    hands.settle()
    assert [board.name for board in load_cameras("connect4")] == ["The wooden one"]
    assert two.winfo_rooty() == place and two.name_button.instate(["disabled"])
    sheet.close()
    hands.page.camera.stop()
    assert [board.name for board in load_cameras("connect4")] == ["The wooden one"]  # saved once more, under its name
    hands.start()
    assert "“The wooden one”" in str(hands.watching.setup.message)


@pytest.mark.slow
def test_what_is_advised_is_tested_again_or_left(hands: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    hands.start()
    sent: list[str] = []
    monkeypatch.setattr(hands.watching, "_send", sent.append)
    for command in ("test", "leave"):
        button = hands.panel.buttons[command]
        hands.watching.visibility = say("Move the camera closer."), True
        hands.wait(button.winfo_ismapped)
        button.invoke()
        assert sent[-1] == command and hands.watching.visibility is None
        hands.run(0.5)
        assert not button.winfo_ismapped()


def test_a_source_that_is_none_is_said_in_a_sentence(hands: Seen, tmp_path: Path) -> None:
    hands.page.camera.start(str(tmp_path / "nothing.mp4"))
    hands.wait(lambda: hands.watching.ended)
    hands.wait(lambda: "nothing.mp4 is not a camera" in hands.panel.message.cget("text"))
    hands.click("4")
    assert hands.table.history.at == 1


@pytest.mark.slow
def test_the_board_is_taken_as_the_camera_sees_it(hands: Seen) -> None:
    hands.start()
    table, take = hands.table, hands.panel.buttons["take"]
    assert not take.winfo_ismapped()
    four = {"d1": Content(1), "a1": Content(2), "b1": Content(1), "g1": Content(2)}
    hands.put(four)
    hands.wait(take.winfo_ismapped)
    screenshot(hands.window, "camera-take")
    take.invoke()
    hands.settle()
    assert table.state.cells() == four
    hands.wait(lambda: not take.winfo_ismapped())
    hands.put(with_disc(table.state, "d", 1))
    hands.wait(lambda: table.history.at == 2)
    hands.press("Control-z", "Control-z")
    assert table.state.cells() == {}


@pytest.mark.slow
def test_an_impossible_board_is_shown_to_be_corrected(hands: Seen) -> None:
    hands.start()
    hands.put({f"{column}1": Content(2) for column in "abde"})
    hands.wait(hands.panel.buttons["take"].winfo_ismapped)
    hands.panel.buttons["take"].invoke()
    hands.settle()
    correction = hands.page.correction.correction
    assert correction and correction.cells["a1"] == Content(2)
    assert hands.table.state.cells() == {}
    screenshot(hands.window, "camera-take-refused")


@pytest.mark.slow
def test_advice_ends_with_the_first_move(hands: Seen) -> None:
    hands.start()
    hands.wait(lambda: hands.watching.visibility)  # the test of this table is over
    hands.watching.visibility = say("Move the camera closer."), True
    button = hands.panel.buttons["leave"]
    hands.wait(button.winfo_ismapped)
    hands.click("4")
    hands.run(0.5)
    assert hands.watching.visibility is None and not button.winfo_ismapped()


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("stopped", [False, True])
def test_a_photo_takes_the_place_of_the_picture_for_a_while(hands: Seen, stopped: bool) -> None:
    """Until the photo is put away the camera pauses, and may be stopped."""
    hands.start()
    hands.page.camera.read_board()
    photo = hands.page.camera.photo
    hands.wait(lambda: photo.reader and photo.reader.reading)
    if stopped:
        hands.page.camera.stop()
    hands.run(0.5)
    assert hands.page.stage.panel.docked is photo.panel and hands.window.notices.shown is None
    photo.stop()
    assert stopped or hands.panel.picture.factor, "its last picture is shown: a film that has ended sends no other"
    hands.run(0.5)
    assert (hands.page.camera.panel is None) == stopped and hands.window.notices.shown is None
    assert stopped or hands.panel.winfo_ismapped()
