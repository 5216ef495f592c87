"""Games in the window that a camera watches: the real vision process, in front of a drawn board."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path

import psutil
import pytest

from fourth_seat.games import AnyState
from fourth_seat.games.contents import Cells, Content
from fourth_seat.processes.installation import ROOT
from fourth_seat.table.history import History
from fourth_seat.ui.board.marks import Mark
from tests.ui.camera.conftest import Seen, SitBefore
from tests.ui.conftest import screenshot
from tests.ui.table.hands import begin, texts


def with_disc(state: AnyState, column: str, colour: int) -> Cells:
    """Return the board with a disc of any colour dropped into a column."""
    cells = dict(state.cells())
    row = next(row for row in range(1, 7) if f"{column}{row}" not in cells)
    return {**cells, f"{column}{row}": Content(colour)}


def _more_than(history: History, count: int) -> bool:
    return history.at > count


def read(hands: Seen) -> str:
    return " ".join(texts(hands.page))


@pytest.mark.slow
def test_a_game_against_the_computer(sit: SitBefore) -> None:
    hands = sit(["human:Anna", "random"])
    hands.start()
    table = hands.table
    assert hands.panel.picture.grid_shown and hands.panel.picture.grid_shown.known

    # Anna's move is seen, and the computer answers it.
    hands.put(with_disc(table.state, "d", 1))
    hands.wait(lambda: bool(table.pending))
    assert [entry.text for entry in table.history.entries][:1] == ["4"]

    # First it is dropped into a wrong column: a sentence says so, and the board shows it.
    before, after_it = table.history.line_at(1).state, table.state
    place = next(iter(set(after_it.cells()) - set(before.cells())))
    other = "a" if place[0] != "a" else "b"
    hands.put(with_disc(before, other, 2))
    hands.wait(lambda: hands.page.stage.board.marked(Mark.WRONG))
    assert set(hands.page.stage.board.marked(Mark.WRONG)) >= {f"{other}1", place}
    assert f"yellow is missing from row {place[1]} of column {ord(place[0]) - 96}" in read(hands)
    screenshot(hands.window, "camera-wrong")
    assert table.pending

    # Then it is dropped where it should be: nobody has to press anything.
    hands.put(after_it.cells())
    hands.wait(lambda: not table.pending)
    hands.wait(lambda: not hands.page.stage.board.marked(Mark.WRONG))
    assert "Placed correctly." in read(hands)
    hands.wait(lambda: hands.panel.message.cget("text") == "Watching.")

    # And so it goes on, by camera and by clicks.
    free = next(column for column in "gfe" if column != place[0])
    hands.put(with_disc(table.state, free, 1))
    hands.wait(lambda: table.history.at >= 4)
    hands.wait(lambda: bool(table.pending))
    hands.press("space")
    hands.phone.show(table.state.cells())
    hands.click("4")
    hands.wait(lambda: bool(table.pending) or table.result)
    screenshot(hands.window, "camera-card")


@pytest.mark.slow
def test_two_people_who_play_and_take_back(sit: SitBefore) -> None:
    hands = sit(["human:Anna", "human:Ben"])
    hands.start()
    table, history = hands.table, hands.table.history
    start = table.state
    for column, colour in [("c", 1), ("d", 2), ("c", 1)]:
        at = history.at
        hands.put(with_disc(table.state, column, colour))
        hands.wait(partial(_more_than, history, at))
    assert [entry.text for entry in history.entries] == ["3", "4", "3"]
    # The last disc is taken out, and dropped elsewhere.
    before = history.line_at(2).state
    hands.put(with_disc(before, "g", 1))
    hands.wait(lambda: [entry.text for entry in history.standing] == ["3", "4", "7"])
    # A click and the camera report the same move: it is played once.
    hands.click("1")
    hands.put(table.state.cells())
    hands.run(1.5)
    assert [entry.text for entry in history.standing] == ["3", "4", "7", "1"]
    assert start.cells() == {}


@pytest.mark.slow
def test_a_camera_that_is_unplugged_and_comes_back(sit: SitBefore) -> None:
    hands = sit(["human:Anna", "human:Ben"])
    hands.start()
    hands.phone.broken.set()
    hands.wait(lambda: hands.watching.status[1])
    status = str(hands.watching.status[0])
    hands.wait(lambda: str(hands.panel.message.cget("text")).lower() == status.lower())
    hands.click("4")  # the game goes on
    assert hands.table.history.at == 1
    hands.phone.show(hands.table.state.cells())
    hands.phone.broken.clear()
    hands.wait(lambda: not hands.watching.status[1])
    hands.put(with_disc(hands.table.state, "e", 2))
    hands.wait(lambda: hands.table.history.at == 2)


@pytest.mark.slow
def test_a_dark_picture_says_so(sit: SitBefore) -> None:
    hands = sit(["human:Anna", "human:Ben"])
    hands.start()
    hands.phone.show({}, dark=True)
    hands.wait(lambda: "too dark: switch on a lamp" in hands.panel.message.cget("text"))
    hands.phone.show({})
    hands.wait(lambda: hands.panel.message.cget("text") == "Watching.")


@pytest.mark.slow
def test_nothing_is_left_when_the_window_closes(sit: SitBefore) -> None:
    hands = sit(["human:Anna", "human:Ben"])
    hands.start()
    process = psutil.Process(hands.watching.worker.process.pid)
    hands.window.close()
    assert not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


@pytest.mark.slow
def test_the_camera_is_there_again_in_the_next_game(sit: SitBefore) -> None:
    hands = sit(["human:Anna", "human:Ben"])
    hands.start()
    first = hands.watching.worker.process.pid
    hands.page.leave()
    again = Seen(hands.window, begin("connect4", ["human:Anna", "human:Ben"], None, hands.window.clock))
    assert again.watching.worker.process.pid != first
    again.wait(lambda: again.watching.setup.ready)
    assert again.watching.setup.recalled
    again.panel.more.entries()["Stop the camera"]()
    again.settle()
    assert again.page.camera.watching is None and not psutil.pid_exists(first)
    third = Seen(hands.window, begin("connect4", ["human:Anna", "human:Ben"], None, hands.window.clock))
    assert third.page.camera.watching is None


@pytest.mark.slow
def test_a_problem_is_recorded_and_replayed(sit: SitBefore, home: Path) -> None:
    hands = sit(["human:Anna", "human:Ben"])
    hands.start()
    hands.put(with_disc(hands.table.state, "d", 1))
    hands.wait(lambda: hands.table.history.at == 1)
    hands.run(1.0)
    hands.panel.more.entries()["Record a problem"]()
    hands.wait(lambda: "The last few seconds were saved to" in read(hands))
    (path,) = (home / "problems").glob("connect4-*.zip")
    watch = (sys.executable, "companion.py", "watch", "connect4", str(path))
    done = subprocess.run(watch, cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=True)
    moves = [line.split(maxsplit=1)[1] for line in done.stdout.splitlines()]  # each after its time
    assert [move for move in moves if move != "the board is as it should be"][-1:] == ["4"], moves


def test_without_a_camera_nothing_of_vision_is_there() -> None:
    check = (
        "import sys, fourth_seat.ui.window, fourth_seat.ui.table.page, fourth_seat.ui.start.page;"
        "import fourth_seat.ui.settings_page;"
        "print(sorted(name for name in sys.modules if {*name.split('.')[:2]} & {'vision', 'setup', 'cv2', 'numpy'}))"
    )
    done = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
