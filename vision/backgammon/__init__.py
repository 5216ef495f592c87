"""Computer vision for backgammon: a network segments the rectified picture, in which checkers are then located."""

from fourth_seat.games import AnyGame
from fourth_seat.games.contents import Cells
from fourth_seat.games.options import Options
from fourth_seat.vision.backgammon.classifier import BackgammonClassifier
from fourth_seat.vision.backgammon.detector import BackgammonDetector
from fourth_seat.vision.board_json import rows
from fourth_seat.vision.protocols import BoardJson, BoardVision, Marks, Orientations, PictureLook


def _points_and_bar(game: AnyGame, options: Options, cells: Cells, _: Marks) -> BoardJson:
    """Return `points`, 24 checker counts for the far row and then the near row, from left to right, positive for light and
    negative for dark checkers, and `bar`, the counts of light and dark checkers on the bar.
    """

    def signed(name: str) -> int:
        content = cells.get(name)
        return (content.count if content.colour == 1 else -content.count) if content else 0

    points = [signed(cell.name) for row in rows(game, options) for cell in row]
    return {"points": points, "bar": [abs(signed("bar:white")), abs(signed("bar:black"))]}


VISION = BoardVision(
    BackgammonDetector(),
    BackgammonClassifier(),
    _points_and_bar,
    Orientations.ROTATED_OR_MIRRORED,
    # Its networks know boards that lie upright; of those that fill the picture, a smaller one shows more of the frame.
    (
        PictureLook(),
        PictureLook(1),
        PictureLook(2),
        PictureLook(3),
        PictureLook(2, 1 / 6),
        PictureLook(3, 1 / 6),
        PictureLook(0, 1 / 6),
        PictureLook(1, 1 / 6),
    ),
    aspect_sigma=0.12,
    learning_confirms=True,
)
