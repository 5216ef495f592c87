"""Arrays of numbers, by what they hold. Whatever has a shape and a meaning of its own has a name of its own."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
"""Of single precision, as networks and OpenCV take them."""
Mask = NDArray[np.bool_]
