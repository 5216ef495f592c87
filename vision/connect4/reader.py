"""What lies in each hole of the grid."""

from __future__ import annotations

from calibration.view import View
from games.contents import Cells, Content
from games.options import Options
from vision.connect4.gravity import marginals
from vision.connect4.palette import fitted
from vision.connect4.samples import HOLES, Samples
from vision.evidence import Evidence, floored
from vision.protocols import Image, Look
from words import Text


class GridReader:
    """Reads a Connect 4 grid: discs seen through holes."""

    def read(self, image: Image, view: View, look: Look, options: Options) -> Evidence:
        samples = Samples.of(image, view)
        _, _, logs = fitted(samples)
        likely = marginals(logs)
        contents = (None, Content(1), Content(2))
        return Evidence({name: floored(zip(contents, row, strict=True)) for name, row in zip(HOLES, likely, strict=True)})

    def learn(self, image: Image, view: View, look: Look, cells: Cells, options: Options) -> Look:
        return look

    def refuse(self, image: Image, view: View, look: Look, options: Options) -> Text | None:
        return None
