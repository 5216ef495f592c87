"""Small convolutional networks, trained by `training/vision/`, stored as ONNX files and run by OpenCV.

All networks that classify the cells of a picture have the same structure. Two convolutions with stride 2 produce cells of 4
by 4 pixels. Residual, dilated convolutions (Yu and Koltun, Multi-scale context aggregation by dilated convolutions, 2016)
then take in more and more of the surroundings. Halfway through, the features' mean over the picture is added, so that a
cell is classified in the context of the board and its light.
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
    """A network that accepts any number of pictures of any size.

    Attributes:
        checksum: the CRC-32 checksum of the file.
    """

    def __init__(self, path: Path, *outputs: str) -> None:
        """Load the network from a file.

        Args:
            outputs: the names of the outputs to return.

        Raises:
            DamagedNetwork: the file is missing or damaged.
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
        """Run the network on pictures, shape (n, height, width, 3), and any further named inputs, shaped as in the file.
        Return each output with its channels last.
        """
        for name, values in {"pictures": np.moveaxis(pictures, -1, 1), **further}.items():
            self._net.setInput(np.ascontiguousarray(values, np.float32), name)
        return tuple(np.moveaxis(np.asarray(out, np.float32), 1, -1) for out in self._net.forward(self._outputs))


def normalised(image: Image) -> Floats32:
    """Normalise the brightness and contrast of pictures, but not their colour; shape (..., height, width, 3)."""
    x = image.astype(np.float32)
    axes = (-3, -2, -1)
    out: Floats32 = (x - x.mean(axes, keepdims=True)) / (x.std(axes, keepdims=True) + 8)
    return out
