"""Type aliases for numeric arrays, named after their contents."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
"""Single precision, for networks and OpenCV."""
Mask = NDArray[np.bool_]
