"""Types of arrays of numbers, by content. Anything with a shape and a meaning of its own has a name of its own."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
"""Single precision, for networks and OpenCV."""
Mask = NDArray[np.bool_]
