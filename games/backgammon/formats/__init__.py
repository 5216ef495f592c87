"""Text and file formats that backgammon programs use to exchange positions and matches."""
