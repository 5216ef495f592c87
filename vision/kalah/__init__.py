"""Vision for Kalah: a network counts the seeds in each pit, and each pit is compared with an earlier picture."""

from fourth_seat.games import AnyGame
from fourth_seat.games.contents import Cells
from fourth_seat.games.options import Options
from fourth_seat.vision.board_json import rows
from fourth_seat.vision.kalah.classifier import KalahClassifier
from fourth_seat.vision.kalah.detector import KalahDetector
from fourth_seat.vision.protocols import BoardJson, BoardVision, Marks


def _pits_and_stores(game: AnyGame, options: Options, cells: Cells, _: Marks) -> BoardJson:
    """Return `pits`, the seeds in the far row from left to right, then in the near row; and `stores`, left and right."""

    def count(name: str) -> int:
        return cells[name].count if name in cells else 0

    stores = sorted((cell.foot[0], cell.name) for cell in game.geometry(options).cells if cell.zone == "store")
    pits = [count(cell.name) for row in rows(game, options) for cell in row]
    return {"pits": pits, "stores": [count(name) for _, name in stores]}


VISION = BoardVision(KalahDetector(), KalahClassifier(), _pits_and_stores, aspect_sigma=0.2)  # pits may lie closer one way
