"""Functions for drawing a board from its geometry, including piece outlines, labels, stacks, and crops around moves."""
