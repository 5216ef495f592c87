"""The board on screen: one canvas that draws any `Geometry`, reports taps on cells, and marks cells."""
