"""A window with a table, and a camera in front of a drawn Connect 4 set."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

import pytest

from fourth_seat.table.settings.folders import records
from fourth_seat.ui.camera.panel import CameraPanel
from fourth_seat.vision.camera_session import CameraSession
from tests.ui.conftest import MakeWindow
from tests.ui.table.hands import Hands, begin
from tests.vision.board_phone import BoardPhone, Cells, before_a_board

LONG = 40.0  # seconds that anything may take on a busy machine


class Seen(Hands):
    """Hands at a window and on the board that the camera sees."""

    phone: BoardPhone

    @property
    def watching(self) -> CameraSession:
        assert self.page.camera.watching
        return self.page.camera.watching

    @property
    def panel(self) -> CameraPanel:
        assert self.page.camera.panel
        return self.page.camera.panel

    def wait(self, happened: Callable[[], object]) -> None:
        """Let the window run until something has happened."""
        end = time.monotonic() + LONG
        while not happened():
            assert time.monotonic() < end, f"it did not happen; the camera: {self.watching.status[0]}"
            self.window.root.update()
            time.sleep(0.005)

    def run(self, seconds: float) -> None:
        """Let the window run for a while."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.window.root.update()
            time.sleep(0.005)

    def put(self, cells: Cells) -> None:
        """Let a hand come in, and leave the board like this."""
        self.phone.show(cells, hand=True)
        self.run(0.6)
        self.phone.show(cells)

    def start(self) -> None:
        """Start the camera, and wait until the board is known."""
        self.page.camera.start(self.phone.url("/video"))
        self.wait(lambda: self.watching.setup.ready)


SitBefore = Callable[..., Seen]


@pytest.fixture
def phone() -> Iterator[BoardPhone]:
    with before_a_board() as server:
        yield server


@pytest.fixture
def sit(make_window: MakeWindow, phone: BoardPhone) -> SitBefore:
    """Open a window with a game of Connect 4: `sit(["human", "random"])`; the camera is not started."""

    def sit_down(seats: Sequence[str]) -> Seen:
        window = make_window(mode="light", width=1280, height=800)
        window.root.geometry("1280x800+0+0")
        window.root.update()
        hands = Seen(window, begin("connect4", seats, records(), window.clock))
        hands.phone = phone
        return hands

    return sit_down


@pytest.fixture
def hands(sit: SitBefore) -> Seen:
    """A game of Anna against Ben; the camera is not started."""
    return sit(["human:Anna", "human:Ben"])
