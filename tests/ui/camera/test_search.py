"""Where the board is seen: the grid is rotated, searched for again, and accepted where it was."""

from __future__ import annotations

import pytest

from fourth_seat.vision.setup.camera import corners_command
from tests.ui.camera.conftest import Seen
from tests.ui.conftest import screenshot
from tests.vision.board_phone import CORNERS


@pytest.mark.slow
def test_the_grid_is_turned_and_found_again(hands: Seen) -> None:
    hands.start()
    upright = hands.watching.grid
    assert upright
    hands.panel.buttons["turn"].invoke()
    hands.wait(lambda: hands.watching.grid is not upright)
    turned = hands.watching.grid
    assert turned and turned.corners[0] == pytest.approx(upright.corners[2], abs=0.2)
    hands.panel.buttons["find"].invoke()
    hands.wait(lambda: hands.watching.grid and hands.watching.grid.corners[0] == pytest.approx(upright.corners[0], abs=1))


@pytest.mark.slow
def test_corners_that_were_marked_are_found_again_after_a_search(hands: Seen) -> None:
    hands.start()
    back = hands.panel.buttons["back"]
    found = hands.watching.grid
    hands.panel.buttons["find"].invoke()  # nobody has marked anything
    hands.wait(lambda: hands.watching.grid is not found and hands.watching.setup.ready)
    assert not back.winfo_ismapped()
    marked = [(x + 4.0, y + 3.0) for x, y in CORNERS]
    hands.watching.mark(marked, known=True)
    hands.wait(lambda: hands.watching.grid is not found and hands.watching.setup.ready)
    mine = hands.watching.grid
    assert mine
    hands.panel.buttons["find"].invoke()
    hands.wait(lambda: hands.watching.grid is not mine and hands.watching.setup.ready)
    hands.wait(back.winfo_ismapped)
    screenshot(hands.window, "camera-back")
    sent: list[str] = []
    hands.watching.setup._send = sent.append
    back.invoke()
    assert sent == [corners_command(list(mine.corners), known=mine.known)]
    hands.run(0.3)
    assert not back.winfo_ismapped()


def test_a_board_that_is_not_found_again_is_taken_where_it_was(hands: Seen) -> None:
    hands.start()
    back, found = hands.panel.buttons["back"], hands.watching.grid
    assert found
    sent: list[str] = []
    hands.watching.setup._send = sent.append  # the camera finds nothing
    hands.panel.buttons["find"].invoke()
    hands.wait(back.winfo_ismapped)
    back.invoke()
    assert sent == ["find", corners_command(list(found.corners), known=found.known)]
