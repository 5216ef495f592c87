"""The board on the screen: a canvas that draws any `Geometry`, reports taps on cells, and highlights cells."""
