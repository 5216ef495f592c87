"""The board on screen: one canvas that draws any `Geometry`, tells which cell was tapped, and marks cells."""
