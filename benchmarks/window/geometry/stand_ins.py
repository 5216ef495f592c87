"""Stand-ins for a view's collaborators: players that answer at once or never, a camera, a page for phones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import SimpleNamespace
from typing import Any, TypeVar, cast

from fourth_seat.engines.players.from_text import player
from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.results import Bounds, Choice, MoveAnalysis, MoveValue, OutcomeForecast, RolloutSettings
from fourth_seat.games import AnyState
from fourth_seat.games.geometry import Geometry
from fourth_seat.games.protocol import Line
from fourth_seat.inference.move_bridge import MoveAnswer
from fourth_seat.page.guests import Guest
from fourth_seat.page.host import Invitation
from fourth_seat.processes.extras.adding import Adding
from fourth_seat.processes.extras.catalogue import Extra
from fourth_seat.table.protocols import Player
from fourth_seat.table.seats import Seat
from fourth_seat.table.table import Table
from fourth_seat.ui.services.phones import PhonesControl
from fourth_seat.vision.camera_session import CameraSession, CellGuess, Grid
from fourth_seat.vision.setup.photo import PhotoReader
from fourth_seat.vision.worker.frame_buffer import SharedPicture
from fourth_seat.words import Text, say

ADVISER_SEAT = "computer:6"
MAX_MOVES = 8
END_SHARES = (0.011, 0.142, 0.331, 0.397, 0.112, 0.007)
PICTURE_SIZE = 640, 360
BOARD_CORNERS = ((90.0, 40.0), (550.0, 40.0), (590.0, 330.0), (50.0, 330.0))  # in that picture
T = TypeVar("T")


def values(state: AnyState, error: float = 0.0) -> tuple[MoveValue, ...]:
    """Return some moves of a position with made-up values, the best first."""
    shares = (0.5,) * len(state.scores) if hasattr(state, "scores") else (0.5,) * 4
    return tuple(
        MoveValue(
            move,
            tuple(share - 0.01 * n for share in shares),
            bounds=Bounds(0, 0),
            forecast=OutcomeForecast(0.213 - 0.031 * n, END_SHARES, plies=2, trials=1296 if error else 0, error=error),
        )
        for n, move in enumerate(state.legal()[:MAX_MOVES])
    )


class StandIn:
    """Values moves at once, and thinks forever about one of its own."""

    name = say("adviser")

    def choose(self, line: Line) -> Task[Choice]:
        """Think about a move."""
        return _never(line)

    def values(self, line: Line, most: int) -> Task[Sequence[MoveValue]]:
        """Value moves."""
        return _done(values(line.state)[:most])

    def judge(self, line: Line, move: Any) -> Task[Sequence[MoveAnalysis]]:
        """Judge a turn: each gives something away."""
        best, *others = values(line.state)
        played = MoveValue(move, best.shares, forecast=(others or [best])[-1].forecast)
        return _done([MoveAnalysis(best, played, len(others) + 1, 0.087)])

    def rollout(self, line: Line, most: int, trials: RolloutSettings) -> Task[Sequence[MoveValue]]:
        """Roll moves out."""
        return _never((line, most, trials))

    def close(self) -> None:
        """Do nothing: nothing is held."""


def make_player(table: Table, *, thinks: bool) -> Callable[[Seat], Player]:
    """Return a maker of players for a table; those at the table move at random unless one `thinks` forever."""

    def make(seat: Seat) -> Player:
        if thinks or seat.computer == ADVISER_SEAT:
            return StandIn()
        return player(seat.computer, table.game, table.options)

    return make


def _never(_: object) -> Task[Any]:
    """Return a task that never ends."""
    return Task(lambda _: None, progress=lambda: 0.4)


def _done(result: T) -> Task[T]:
    task = Task(lambda _: result)
    task.run()
    return task


# -- camera and phones ---------------------------------------------------------------------------------------------------


def picture() -> SharedPicture:
    """Return a grey picture of a camera."""
    width, height = PICTURE_SIZE
    return SharedPicture(bytes(3 * width * height), width, height, width, 0.0, 1)


def grid(geometry: Geometry) -> Grid:
    """Return a board's place in that picture."""
    names = [cell.name for cell in geometry.cells][:9]
    cells = {
        name: tuple((120.0 + 44 * n + x, 60.0 + y) for x, y in ((0, 0), (40, 0), (40, 40), (0, 40)))
        for n, name in enumerate(names)
    }
    return Grid(PICTURE_SIZE, BOARD_CORNERS, False, cells)


def photo_reader(geometry: Geometry, *, reading: bool) -> PhotoReader:
    """Return a stand-in for the reader of a photo whose board was found and read, or whose corners must be marked."""
    trouble = say("There is no Blokus board of {size} by {size} squares between these corners.", size=20)
    status = say("{reason} Mark the corners of the board, or take another photo.", reason=trouble)
    found = say("Is the board this way round? If not, turn or mirror the grid, or mark its corners.")
    return cast(
        PhotoReader,
        SimpleNamespace(
            grid=grid(geometry) if reading else None,
            status=(found, False) if reading else (status, True),
            reading=reading,
        ),
    )


def camera(
    geometry: Geometry,
    status: Text,
    *,
    wrong: bool = False,
    ready: bool = True,
    offers: bool = False,
    question: Iterable[MoveAnswer] = (),
    visibility: tuple[Text, bool] | None = None,
    marked: bool = False,
    ended: bool = False,
) -> CameraSession:
    """Return a stand-in for a camera that watches a board."""
    seen = grid(geometry)
    return cast(
        CameraSession,
        SimpleNamespace(
            grid=seen,
            guesses={name: CellGuess(1, 1, 0.87) for name in seen.cells},
            status=(status, wrong),
            visibility=visibility,
            before=seen if marked else None,
            can_go_back=marked,
            setup=SimpleNamespace(ready=ready),
            ended=status if ended else None,
            bridge=SimpleNamespace(offers=offers, question=tuple(question)),
        ),
    )


class _Host:
    """The open page, encrypted too: guests, of whom one films and one has gone."""

    def __init__(self) -> None:
        self.port, self.secure_port, self.asks_https = 8080, 8443, True
        guests = Guest("a", "", (1,), here=True), Guest("b", "", (2,)), Guest("c", "", (), here=True)
        self.guests = {guest.id: guest for guest in guests}
        self.filming = SimpleNamespace(guest=guests[0], start=lambda _: None, stop=lambda: None)

    def invite(self, address: str, seats: tuple[int, ...]) -> Invitation:
        """Invite a phone."""
        place = f"{address}:{self.port}"
        return Invitation(f"http://{place}/#{'Wm4T' * 11}", place, "WM4 TWM", seats)

    def put_out(self, _: str) -> None:
        """Ignore the request to remove a guest."""


def phones() -> PhonesControl:
    """Return a stand-in for an open page for phones, without a server."""
    return cast(PhonesControl, SimpleNamespace(host=_Host(), close=lambda: None, speak_https=lambda _: None))


def adding(extra: Extra) -> Adding:
    """Return an extra that is being added forever."""
    return cast(Adding, SimpleNamespace(extra=extra, done=False, progress=0.4, cancel=lambda: None))
