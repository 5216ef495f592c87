"""Small convolutional networks, stored as ONNX files and run by OpenCV; `training/vision/` trains and stores them.

Those that judge the cells of a picture all have the same structure. Two convolutions with stride 2 make cells of 4 by 4
pixels; residual, dilated ones (Yu and Koltun, Multi-scale context aggregation by dilated convolutions, 2016) take in more
and more of the surroundings; halfway through, the picture's mean is added, so that a cell is judged in the context of this
board and its light.
"""

from __future__ import annotations

import os
import zlib
from pathlib import Path

# OpenCV 5's new engine refuses the residual layers, and there is no other way to choose the engine for files read from
# memory.
os.environ.setdefault("OPENCV_FORCE_DNN_ENGINE", "1")  # the classic one; read when the first network is

import cv2
import numpy as np

from fourth_seat.boundary.shipped import read_shipped
from fourth_seat.vision.arrays import Floats32
from fourth_seat.vision.protocols import Image
from fourth_seat.words import FourthSeatError, say

STRIDE = 4  # pixels a cell


class DamagedNetwork(FourthSeatError, ValueError):
    """A network is missing or damaged."""


class VisionNetwork:
    """A network; it accepts any number of pictures of any size in succession.

    Attributes:
        checksum: the CRC-32 checksum of the file.
    """

    def __init__(self, path: Path, *outputs: str) -> None:
        """Read the file.

        Args:
            outputs: the names of those wanted.

        Raises:
            DamagedNetwork: it is missing or damaged.
        """
        try:
            stored = np.frombuffer(read_shipped(path), np.uint8)  # OpenCV itself cannot open every file name on Windows
        except OSError:
            raise DamagedNetwork(
                say("the network {path} is damaged, and no camera can be used without it: install the program again",
                    path=str(path))
            ) from None  # fmt: skip
        self.checksum = zlib.crc32(stored.tobytes())
        self._net = cv2.dnn.readNetFromONNX(stored)
        self._outputs = outputs

    def __call__(self, pictures: Floats32, **further: Floats32) -> tuple[Floats32, ...]:
        """Run the network on pictures, shape (n, height, width, 3), and further inputs by their names, shaped as the file
        has them; return each output with its channels last.
        """
        for name, values in {"pictures": np.moveaxis(pictures, -1, 1), **further}.items():
            self._net.setInput(np.ascontiguousarray(values, np.float32), name)
        return tuple(np.moveaxis(np.asarray(out, np.float32), 1, -1) for out in self._net.forward(self._outputs))


def normalised(image: Image) -> Floats32:
    """Return pictures normalised for brightness and contrast, but not for colour; they keep their shape (..., height,
    width, 3).
    """
    x = image.astype(np.float32)
    axes = (-3, -2, -1)
    out: Floats32 = (x - x.mean(axes, keepdims=True)) / (x.std(axes, keepdims=True) + 8)
    return out
